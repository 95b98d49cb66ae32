//! The constants that turn a broken rule into a compile error, each underlined where the rule is broken.

use std::ptr;

use proc_macro2::{Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Path;
use syn::spanned::Spanned;

use super::generics::{is_generic_key, part_type, static_type};
use super::key::KeyItem;
use super::runtime;
use super::values::computed;
use crate::keys::model::{
    Entity, Entry, Format, IndexKey, Key, OwnAttribute, Segment, Stored, Value,
};
use crate::known::named;
use crate::spans::call_at;

/// The checks of a key whose types are known. Each part has its own check, so that one compile shows every mistake at
/// its part.
///
/// A key that cannot break a rule has no checks. If the user shadows a well-known type, the constant `CHECKED` of the
/// key reports the mistake where the key is built or parsed.
pub fn key(item: &KeyItem<'_>) -> Option<TokenStream> {
    let entity = item.fields.entity;
    let is_checked = !is_generic_key(entity, item.key) && is_suspicious(item.key);
    is_checked.then(|| if is_separated(item) { part_checks(item) } else { checks(item) })
}

/// The checks that remain if the declaration has mistakes: each type that is not known must be a part.
pub fn types(item: &KeyItem<'_>) -> Option<TokenStream> {
    let values = item.key.values().filter(|value| !value.held.is_known()).map(part_value);
    (!is_generic_key(item.fields.entity, item.key))
        .then(|| quote!(#(const _: __ddbkey::Value = #values;)*))
}

/// Whether a string of a known type may contain the separator.
fn may_hold_separator(key: &Key) -> bool {
    !matches!(key.separator, '#' | '|' | '~' | '/' | '!' | '$' | '%' | '&' | '*')
        && key.values().any(|value| !value.held.is_text())
}

/// The length of a key's literals, plus [`KNOWN_LEN`] for each value.
fn literals(segments: &[Segment]) -> usize {
    let lengths = segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.len(),
        Segment::Value(_) => KNOWN_LEN,
    });
    lengths.sum()
}

/// Whether a rule can be broken, as far as the declaration shows.
fn is_suspicious(key: &Key) -> bool {
    let has_unknown = key.values().any(|value| !has_known_length(value));
    let Some(segments) = key.joined() else {
        let is_suspicious = |entry: &Entry| {
            literals(&entry.segments) > MANY_BYTES
                || entry.segments.len() > 1
                    && entry.value().is_some_and(|value| {
                        is_plain_number(value) || depends_on_what_follows(value)
                    })
        };
        return has_unknown
            || bare_entries(key).next().is_some()
            || key.entries.iter().any(is_suspicious);
    };
    has_unknown
        || key.values().any(is_plain_number)
        || key.values().any(depends_on_what_follows)
        || literals(segments) > MANY_BYTES
        || may_hold_separator(key)
        || segments.windows(2).any(|pair| is_glued(key, &pair[0], &pair[1]))
}

/// Whether the value is an integer without a format.
fn is_plain_number(value: &Value) -> bool {
    value.format == Format::Plain && value.held.is_number()
}

/// Whether the next segment decides whether this one sorts as its values do.
fn depends_on_what_follows(value: &Value) -> bool {
    value.format == Format::Isoformat
}

/// Whether its strings are known to be short, or known to have any length.
fn has_known_length(value: &Value) -> bool {
    value.held.is_known() && !value.held.is_array_string()
}

/// A key with this many bytes of literals may leave a value too little room.
const MANY_BYTES: usize = 900;

/// No string of a well-known type of limited length has this many bytes.
const KNOWN_LEN: usize = 64;

/// The entries that are fields without `as`, with their values. Serde has to write these fields as keys do, as it does
/// for most well-known types.
fn bare_entries(key: &Key) -> impl Iterator<Item = (&OwnAttribute, &Value)> {
    let entries =
        key.entries.iter().filter_map(|entry| Some((entry.own.as_ref()?, entry.value()?)));
    entries.filter(|(own, value)| own.is_field && own.is_bare && !value.held.is_serde_text())
}

/// A value with something other than the separator right after it.
fn is_glued(key: &Key, one: &Segment, other: &Segment) -> bool {
    match (one, other) {
        (Segment::Value(_), Segment::Literal(text)) => !text.starts_with(key.separator),
        (Segment::Value(_), Segment::Value(_)) => true,
        (Segment::Literal(_), _) => false,
    }
}

/// Whether each value of a joined key is between separators. Then only its type can be wrong.
fn is_separated(item: &KeyItem<'_>) -> bool {
    let (entity, key) = (item.fields.entity, item.key);
    let Some(segments) = key.joined() else { return false };
    let is_limited = !key.is_sort_key() && (entity.table.is_some() || item.is_limited());
    !is_limited
        && literals(segments) <= MANY_BYTES
        && !segments.windows(2).any(|pair| is_glued(key, &pair[0], &pair[1]))
        && key.values().all(|value| {
            !value.is_rest && !value.source.is_method() && !depends_on_what_follows(value)
        })
}

/// A constant for each value that can break a rule.
///
/// ```ignore
/// const _: () = {
///     let __value = <Status as PlainPart>::VALUE;
///     let __key = KeyName::text("Order", Role::SortKey, "ORDER#{status}", '#');
///     (check_part)(&__key, "status", &__value);
///     (check_key_length)(&__key, 6, &[&__value])
/// };
/// ```
///
/// The length is checked once, with the first value whose type does not show its length by name.
fn part_checks(item: &KeyItem<'_>) -> TokenStream {
    let entity = item.fields.entity;
    let (name, separator) = (entity.name.as_str(), item.key.separator);
    let (role, template) = (item.role(), item.key.shape());
    let may_hold_separator = may_hold_separator(item.key);
    let is_suspicious =
        |value: &&Value| !has_known_length(value) || may_hold_separator || is_plain_number(value);
    let of_unknown_length = item.key.values().find(|value| !has_known_length(value));
    let checks = item.key.values().filter(is_suspicious).map(|value| {
        let (field, value_of) = (value.name.as_str(), part_value(value));
        let arguments = quote!(&__key, #field, &__value);
        let check = call_at(value.name.span(), &runtime(), &format_ident!("check_part"), arguments);
        let is_first = of_unknown_length.is_some_and(|first| ptr::eq(first, value));
        let length = is_first.then(|| length_check(item.key, value)).flatten();
        quote! {
            const _: () = {
                let __value = #value_of;
                let __key = __ddbkey::KeyName::text(#name, __ddbkey::Role::#role, #template, #separator);
                #check;
                #length
            };
        }
    });
    quote!(#(#checks)*)
}

/// The check of the key's whole length, added to the check of one value.
fn length_check(key: &Key, own: &Value) -> Option<TokenStream> {
    let literals = key.joined()?.iter().map(|segment| match segment {
        Segment::Literal(text) => text.len(),
        Segment::Value(_) => 0,
    });
    let literals = Literal::usize_unsuffixed(literals.sum());
    let values = key.values().map(|value| {
        if ptr::eq(value, own) {
            return quote!(&__value);
        }
        let value = part_value(value);
        quote!(&#value)
    });
    let arguments = quote!(&__key, #literals, &[#(#values),*]);
    Some(call_at(key.span, &runtime(), &format_ident!("check_key_length"), arguments))
}

/// The constants of a key that has adjacent values or may be too long: one call per value on the patterns.
///
/// ```ignore
/// const _: () = {
///     const __PATTERNS: &[Pattern] = &[Pattern {
///         segments: &joined([literal("ORDER#"), Segment::Value(<Status as PlainPart>::VALUE.named("status"))]),
///         ..Pattern::new("Order", Role::SortKey, '#')
///     }];
///     const _: () = (Pattern::check_value)(&__PATTERNS[0], 1);
///     const _: () = (Pattern::check_length)(&__PATTERNS[0]);
/// };
/// ```
///
/// The values come from traits whose errors explain why a type is no part.
fn checks(item: &KeyItem<'_>) -> TokenStream {
    let (pattern, attributes) = (quote!(__ddbkey::Pattern), item.key.entries.len());
    let values = item.key.placed().map(|(place, value)| {
        let (attribute, at) = (place.attribute, place.at);
        let (function, ty) = if value.source.is_method() {
            let (ty, can_be_held) = (value.returned(), can_be_held(value));
            (format_ident!("check_computed"), Some(quote!(, #ty, #can_be_held)))
        } else {
            (format_ident!("check_value"), None)
        };
        let arguments = quote!(&__PATTERNS[#attribute], #at #ty);
        call_at(value.name.span(), &pattern, &function, arguments)
    });
    let lengths = (0..attributes).map(|attribute| {
        let arguments = quote!(&__PATTERNS[#attribute]);
        call_at(item.key.span, &pattern, &format_ident!("check_length"), arguments)
    });
    let bare = bare_entries(item.key).map(|(own, value)| {
        let ty = part_type(value, &syn::parse_quote!('static));
        let part = named_part(value).unwrap_or_else(|| quote!(PlainPart));
        let (name, attribute) = (value.name.as_str(), &own.name);
        let function = format_ident!("check_serde_text");
        let arguments = quote!(<#ty as __ddbkey::#part>::IS_SERDE_TEXT, #name, #attribute);
        call_at(own.span, &runtime(), &function, arguments)
    });
    let calls = values.chain(lengths).chain(bare);
    let patterns = item.patterns(|value| {
        let (value_of, name) = (part_value(value), value.name.as_str());
        let computed = value.source.is_method().then(|| quote!(.computed()));
        let rest = value.is_rest.then(|| quote!(.rest()));
        quote!(__ddbkey::Segment::Value(#value_of.named(#name) #computed #rest))
    });
    quote! {
        const _: () = {
            const __PATTERNS: &[#pattern] = &[#(#patterns),*];
            #(const _: () = #calls;)*
        };
    }
}

/// Whether a key can hold the return value of a method: a key cannot borrow from it.
fn can_be_held(value: &Value) -> TokenStream {
    if value.held.is_known() || !value.is_computed() {
        return quote!(true);
    }
    let computed = computed(value, &part_type(value, &syn::parse_quote!('static)));
    quote!(#computed::CAN_BE_HELD)
}

/// The trait whose error explains why a type of this name cannot be a part in this format.
fn named_part(value: &Value) -> Option<TokenStream> {
    let name = named(&value.ty).filter(|_| !value.held.is_known())?;
    let format = value.format.ty(&runtime());
    Some(quote!(#name<#format>))
}

/// `<String as PlainPart>::VALUE`, underlined as the field's type.
fn part_value(value: &Value) -> TokenStream {
    let ty = part_type(value, &syn::parse_quote!('static));
    if let Some(part) = named_part(value) {
        return quote_spanned!(value.ty.span()=> <#ty as __ddbkey::#part>::VALUE);
    }
    let format = value.format.ty(&runtime());
    let part = match value.format {
        Format::Plain => quote!(PlainPart),
        Format::Padded(digits) => quote!(PaddedPart<#digits>),
        Format::Descending(digits) => quote!(DescendingPart<#digits>),
        Format::Unordered => quote!(UnorderedPart),
        Format::Fraction(digits) => quote!(FractionPart<#digits>),
        Format::Strftime { .. } => quote!(UnitPart<#format>),
        Format::Epoch(_)
        | Format::EpochNumber(_)
        | Format::Rfc3339
        | Format::Isoformat
        | Format::Instant
        | Format::Rfc3339Nano => quote!(TimestampPart<#format>),
        Format::Lower | Format::Upper => quote!(CasePart<#format>),
        Format::Empty => quote!(EmptyPart),
    };
    quote_spanned!(value.ty.span()=> <#ty as __ddbkey::#part>::VALUE)
}

/// The rule between the keys of the entity: no attribute has two values.
pub fn attributes(entity: &Entity<'_>) -> Option<TokenStream> {
    let ty = static_type(entity)?;
    let indexes = entity.indexes.iter().enumerate().filter(|(_, index)| entity.may_share(index));
    let checks = indexes.map(|(place, index)| {
        let shared = entity.shared_attribute(index).and_then(|attribute| attribute.own);
        let span = shared.map_or(index.span, |own| own.span);
        let function = format_ident!("check_index_at");
        let arguments = quote!(<#ty as __ddbkey::DdbKeys>::SCHEMA, #place);
        let call = call_at(span, &runtime(), &function, arguments);
        quote!(const _: () = #call;)
    });
    Some(checks.collect())
}

/// The rule for the fields that serde writes: none overwrites a key.
pub fn fields(entity: &Entity<'_>) -> Option<TokenStream> {
    let ty = static_type(entity)?;
    let calls = entity.overwriting_fields().map(|(field, attribute)| {
        let (name, is_text) = (field.name.as_str(), field.stored == Stored::Text);
        let arguments = quote!(<#ty as __ddbkey::DdbKeys>::SCHEMA, #name, #attribute, #is_text);
        call_at(field.name.span(), &runtime(), &format_ident!("check_field"), arguments)
    });
    let calls: Vec<_> = calls.collect();
    (!calls.is_empty()).then(|| {
        quote! {
            const _: () = {
                if <__ddbkey::About<#ty>>::IS_WRITTEN {
                    #(#calls;)*
                }
            };
        }
    })
}

/// The rule for the names under which serde reads fields: none is an attribute that the table names.
pub fn aliases(entity: &Entity<'_>) -> Option<TokenStream> {
    let table = entity.table.as_ref()?;
    let indexes: Vec<_> = entity.indexes.iter().map(|index| &index.name).collect();
    let checks = entity.aliases().map(|(field, alias)| {
        let field = field.name.as_str();
        let layout = quote!(&<#table as __ddbkey::TableLayout>::LAYOUT);
        let arguments = quote!(#layout, &[#(#indexes),*], #field, #alias);
        let call = call_at(alias.span(), &runtime(), &format_ident!("check_alias"), arguments);
        quote!(const _: () = #call;)
    });
    Some(checks.collect())
}

/// The rule between the primary keys of the entity: no string is two of them. Most keys show this by their first
/// literals. If a type cannot be a part, that is the only error.
pub fn alternatives(entity: &Entity<'_>) -> Option<TokenStream> {
    let ty = static_type(entity)?;
    let keys: Vec<_> = entity.primary_keys().map(|(_, pk, sk)| (pk, sk)).collect();
    let calls = entity.alternatives.iter().enumerate().filter_map(|(place, own)| {
        let (pk, sk) = keys[place + 1];
        let differs = |(other_pk, other_sk): &(&Key, Option<&Key>)| {
            pk.starts_unlike(other_pk)
                || sk.zip(*other_sk).is_some_and(|(own, other)| own.starts_unlike(other))
        };
        let function = format_ident!("check_alternative");
        let call = call_at(own.span, &runtime(), &function, quote!(__SCHEMA, #place));
        (!keys[..=place].iter().all(differs)).then_some(call)
    });
    let calls: Vec<_> = calls.collect();
    (!calls.is_empty()).then(|| quote! {
        const _: () = {
            const __SCHEMA: __ddbkey::Option<&__ddbkey::EntitySchema> = <__ddbkey::About<#ty>>::SCHEMA;
            #(const _: () = #calls;)*
        };
    })
}

/// The rule between the entity and its table: the entity is a variant, and its keys and indexes have the table's shape.
pub fn table(entity: &Entity<'_>) -> Option<TokenStream> {
    let table = entity.table.as_ref()?;
    let name = entity.name.as_str();
    let layout = quote!(&<#table as __ddbkey::TableLayout>::LAYOUT);
    let check = |place, function: &str, arguments| {
        let call = call_at(place, &runtime(), &format_ident!("{function}"), arguments);
        quote!(const _: () = #call;)
    };
    let (pk, sk) = (held(Some(&entity.pk)), held(entity.sk.as_ref()));
    let keys = check(name_span(table), "check_table", quote!(#layout, #name, #pk, #sk));
    // An entity with parameters is checked where its parameters are known. A name and a module path are enough to find
    // the entity in the table, even if its types are wrong.
    let own = quote!(__ddbkey::Entity::new(#name, __ddbkey::module_path!(), &[]));
    let member = static_type(entity).map(|_| {
        let call = member(table, &own);
        quote!(const _: () = #call;)
    });
    let indexes = entity.indexes.iter().map(|index| {
        let (index_name, kind) = (&index.name, index.kind.tokens());
        let key = |key: &IndexKey| held(Some(entity.key(key)));
        let pk = key(&index.pk);
        let sk = index.sk.as_ref().map_or_else(|| held(None), key);
        let kind = quote!(__ddbkey::IndexKind::#kind);
        let arguments = quote!(#layout, #name, #index_name, #kind, #pk, #sk);
        check(index.span, "check_index", arguments)
    });
    Some(quote!(#member #keys #(#indexes)*))
}

/// `(check_member)(<Shop as TableLayout>::TABLE, &Order::ENTITY)`
pub fn member(table: &Path, entity: &TokenStream) -> TokenStream {
    let arguments = quote!(<#table as __ddbkey::TableLayout>::TABLE, &#entity);
    call_at(name_span(table), &runtime(), &format_ident!("check_member"), arguments)
}

/// The name of the table at the end of its path.
fn name_span(table: &Path) -> Span {
    table.segments.last().map_or_else(|| table.span(), |last| last.ident.span())
}

/// `DeclaredKey::Joined`, `DeclaredKey::Attributes(&[("tenant", "tenant"), ("day", "\"{at:day}\"")])`
fn held(key: Option<&Key>) -> TokenStream {
    match key {
        None => quote!(__ddbkey::DeclaredKey::Nothing),
        Some(key) if key.joined().is_some() => quote!(__ddbkey::DeclaredKey::Joined),
        Some(key) => {
            let entries = key.entries.iter().filter_map(|entry| {
                let (name, written) = (&entry.own.as_ref()?.name, entry.written());
                Some(quote!((#name, #written)))
            });
            quote!(__ddbkey::DeclaredKey::Attributes(&[#(#entries),*]))
        }
    }
}
