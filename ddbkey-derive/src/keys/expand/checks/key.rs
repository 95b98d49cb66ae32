//! The checks of one key: its types, its parts, its length.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::spanned::Spanned;

use super::super::generics::part_type;
use super::super::key::KeyItem;
use super::super::runtime;
use super::super::values::computed;
use super::risk::{bare_entries, may_break_a_rule};
use crate::keys::model::{Format, Value};
use crate::known::named;
use crate::spans::call_at;

/// The checks of a key. Each part has its own check, so that one compile shows every mistake at
/// its part.
///
/// A key that cannot break a rule has no checks. If the user shadows a well-known type, the constant `CHECKED` of the
/// key reports the mistake where the key is built or parsed.
pub fn key(item: &KeyItem<'_>) -> Option<TokenStream> {
    may_break_a_rule(item.key).then(|| checks(item))
}

/// The checks that remain if the declaration has mistakes: each type that is not known must be a part.
pub fn types(item: &KeyItem<'_>) -> TokenStream {
    let values = item.key.values().filter(|value| !value.held.is_known()).map(part_value);
    quote!(#(const _: __ddbkey::Value = #values;)*)
}

/// One constant for a key of one value, otherwise one for each value and one for each length.
///
/// ```ignore
/// const _: () = {
///     let __patterns: &[Pattern] = &[Pattern {
///         segments: &linked([literal("ORDER#"), Segment::Value(<Status as PlainPart>::VALUE.named("status", ""))]),
///         ..Pattern::new("Order", Owner::Table.sk(), '#')
///     }];
///     (Pattern::check_value)(&__patterns[0], 1);
///     (Pattern::check_length)(&__patterns[0]);
/// };
/// ```
///
/// The values come from traits whose errors explain why a type is not a part.
fn checks(item: &KeyItem<'_>) -> TokenStream {
    let (pattern, attributes) = (quote!(__ddbkey::Pattern), item.key.entries.len());
    let is_alone = item.key.values().count() == 1;
    let keys = format_ident!("{}", if is_alone { "__patterns" } else { "__PATTERNS" });
    let values = item.key.placed().map(|(place, value)| {
        let (attribute, at) = (place.attribute, place.at);
        let (function, ty) = if value.source.is_method {
            let (ty, can_be_held) = (value.declared_text(), can_be_held(value));
            (format_ident!("check_computed"), Some(quote!(, #ty, #can_be_held)))
        } else {
            (format_ident!("check_value"), None)
        };
        let arguments = quote!(&#keys[#attribute], #at #ty);
        call_at(value.name.span(), &pattern, &function, arguments)
    });
    let lengths = (0..attributes).map(|attribute| {
        let arguments = quote!(&#keys[#attribute]);
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
        let (value_of, name, text) = (part_value(value), value.name.as_str(), value.format.text());
        let computed = value.source.is_method.then(|| quote!(.computed()));
        let rest = value.is_rest.then(|| quote!(.rest()));
        quote!(__ddbkey::Segment::Value(#value_of.named(#name, #text) #computed #rest))
    });
    let (binding, calls) = if is_alone {
        (quote!(let), quote!(#(#calls;)*))
    } else {
        (quote!(const), quote!(#(const _: () = #calls;)*))
    };
    quote! {
        const _: () = {
            #binding #keys: &[#pattern] = &[#(#patterns),*];
            #calls
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
        Format::Lower | Format::Upper | Format::AsciiLower | Format::AsciiUpper => {
            quote!(CasePart<#format>)
        }
        Format::Empty => quote!(EmptyPart),
    };
    quote_spanned!(value.ty.span()=> <#ty as __ddbkey::#part>::VALUE)
}
