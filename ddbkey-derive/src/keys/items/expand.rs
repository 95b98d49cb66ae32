//! The code of an entity for its items: its fields as constants, its options, and the fields that are set from its key.

use proc_macro2::{Literal, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::LitStr;
use syn::spanned::Spanned;

use super::{FieldRecord, KeyField, Stored, Updates, Version};
use crate::keys::expand::any::KeyEnum;
use crate::keys::expand::generics::header;
use crate::keys::expand::key::KeyStruct;
use crate::keys::expand::pair::PairItem;
use crate::keys::expand::runtime;
use crate::keys::held::HeldAs;
use crate::keys::model::{Entity, KeyDeclaration, Value};
use crate::spans::{call_at, within};

/// The options of the constant of the entity: `.strict().version("version", 4294967295)`
pub fn options(entity: &Entity<'_>) -> TokenStream {
    let items = &entity.items;
    let type_name = items.type_name.iter();
    let type_names = Some(&items.type_names).filter(|names| !names.is_empty());
    let type_names = type_names.map(|names| quote!(.type_names(&[#(#names),*])));
    let legacy_type_names = Some(&items.legacy_type_names).filter(|names| !names.is_empty());
    let legacy_type_names =
        legacy_type_names.map(|names| quote!(.legacy_type_names(&[#(#names),*])));
    let serde = [
        items.has_flattened_field.then(|| quote!(flattened)),
        items.is_strict.then(|| quote!(strict)),
        items.is_converted.then(|| quote!(converted)),
    ];
    let serde = serde.iter().flatten();
    let updates = match &items.updates {
        Updates::Compared => None,
        Updates::Counted(Version { attribute, max }) => {
            let max = Literal::u64_unsuffixed(*max);
            Some(quote!(.version(#attribute, #max)))
        }
        Updates::ByHand => Some(quote!(.by_hand())),
    };
    let (ttl, tenant) = (items.ttl.iter(), items.tenant.iter());
    let unguarded = Some(&items.unguarded).filter(|fields| !fields.is_empty());
    let unguarded = unguarded.map(|fields| quote!(.unguarded(&[#(#fields),*])));
    quote! {
        #(.typed(#type_name))* #type_names #legacy_type_names #(.#serde())* #updates #unguarded #(.ttl(#ttl))*
            #(.tenant(#tenant))*
    }
}

/// The fields as serde stores them: `&[Record::text("user_id"), Record::unknown("status").unread()]`
pub fn records(entity: &Entity<'_>) -> TokenStream {
    let records = entity.items.fields.iter().map(record);
    quote!(&[#(#records),*])
}

fn record(record: &FieldRecord) -> TokenStream {
    let FieldRecord { name, written, read, stored, range, forms, facts } = record;
    let (field, read) = (name.as_str(), read.iter().map(LitStr::value).collect::<Vec<_>>());
    let stored = format_ident!(
        "{}",
        match stored {
            Stored::Text => "text",
            Stored::Number => "number",
            Stored::Bool => "bool",
            Stored::List => "list",
            Stored::Unknown => "unknown",
        }
    );
    let is_read = written.is_some() && written.as_ref() == read.first();
    let name = written.iter().filter(|name| **name != field).map(|name| quote!(.renamed(#name)));
    let aliases = &read[usize::from(is_read)..];
    let aliases = (!aliases.is_empty()).then(|| quote!(.aliases(&[#(#aliases),*])));
    let lacking = match written {
        None => Some("unwritten"),
        Some(_) if !is_read => Some("unread"),
        Some(_) => None,
    };
    let forms = lacking.iter().chain(forms).map(|form| format_ident!("{form}"));
    let facts = (*facts != 0).then(|| {
        let facts = Literal::u16_unsuffixed(*facts);
        quote!(.facts(#facts))
    });
    let range = range.iter().map(|name| quote!(.range(#name)));
    quote!(__ddbkey::Record::#stored(#field) #(#name)* #(#range)* #(.#forms())* #aliases #facts)
}

/// The fields that an item may lack because its keys hold them.
pub fn set_from_key(
    entity: &Entity<'_>,
    primary: &PairItem<'_>,
    every: Option<&KeyEnum<'_>>,
) -> Option<TokenStream> {
    if entity.items.fields_from_keys.is_empty() || entity.is_faulty {
        return None;
    }
    let set = |key: &KeyStruct<'_>| {
        let fields = entity.items.fields_from_keys.iter();
        let fields = fields.filter_map(|field| match value_of(key, field) {
            Some(value) => Some(set_field(field, value)),
            None => set_none(entity, field),
        });
        fields.collect::<TokenStream>()
    };
    let fields = match every {
        None => set(primary.fields),
        Some(every) => every.matched(&quote!(__key), |_, key, _| set(key)),
    };
    let names = entity.items.fields_from_keys.iter().flat_map(|field| &field.attributes);
    Some(quote! {
        const FROM_KEY: __ddbkey::Option<&'static [&'static __ddbkey::str]> =
            __ddbkey::Some(&[#(#names),*]);
        #[allow(clippy::useless_conversion, reason = "the key may hold the field's own type")]
        #[inline]
        fn set_from_key(
            &mut self,
            __key: Self::AnyKey<'_>,
            __is_stored: impl __ddbkey::Fn(&__ddbkey::str) -> __ddbkey::bool,
        ) {
            let _ = &__is_stored;
            #fields
        }
    })
}

/// The value of a field in a key.
fn value_of<'e>(key: &KeyStruct<'e>, field: &KeyField) -> Option<&'e Value> {
    key.values.iter().find(|value| value.is_field(&field.name)).copied()
}

/// `self.id = __key.id.into_field();`, unless an attribute has the field. A field of a known type has the type that its
/// key holds.
fn set_field(field: &KeyField, value: &Value) -> TokenStream {
    let ty = &value.ty;
    let place = ty.span();
    let (trait_, function) = match &value.held {
        HeldAs::Value(known, _) => {
            let known = known.at(&runtime());
            (quote_spanned!(place=> <#ty as __ddbkey::Is<#known>>), format_ident!("of"))
        }
        _ => (quote_spanned!(place=> <_ as __ddbkey::IntoField<#ty>>), format_ident!("into_field")),
    };
    let mut part = field.name.ident().clone();
    part.set_span(within(place));
    let part = quote_spanned!(within(place)=> __key.#part);
    let part = call_at(place, &trait_, &function, part);
    let is_optional = value.source.is_optional;
    set_unless_stored(field, &if is_optional { quote!(__ddbkey::Some(#part)) } else { part })
}

/// `self.variant = None;`, for a field that only other written keys have.
fn set_none(entity: &Entity<'_>, field: &KeyField) -> Option<TokenStream> {
    let is_it = |value: &&Value| value.name == field.name;
    entity.written().flat_map(KeyDeclaration::optional_values).find(is_it)?;
    Some(set_unless_stored(field, &quote!(__ddbkey::None)))
}

fn set_unless_stored(field: &KeyField, value: &TokenStream) -> TokenStream {
    let name = &field.name;
    let set = quote!(self.#name = #value;);
    match &*field.attributes {
        [] => set,
        names => quote! {
            if #(!__is_stored(#names))&&* {
                #set
            }
        },
    }
}

/// The methods that hide trait methods which the entity does not have: all update methods if updates are made by hand,
/// and the methods with a wide condition if no condition can name everything that a closure sees. Generic code over
/// entities calls the trait methods without a bound. On the entity, a bound under a `for` makes the call an error:
///
/// ```ignore
/// impl Order {
///     pub fn update_item<I, R>(_: &I, _: impl FnOnce(&mut Self)) -> R
///     where
///         for<'x> Self: HasUpdateItem,
///     { … }
/// }
/// ```
pub fn hidden_updates(entity: &Entity<'_>) -> Option<TokenStream> {
    let sees_all = entity.items.has_flattened_field || entity.items.is_converted;
    let (bound, has_narrow) = match &entity.items.updates {
        Updates::ByHand => (quote!(__ddbkey::HasUpdateItem), false),
        Updates::Compared if sees_all => (quote!(__ddbkey::HasVersion), true),
        _ => return None,
    };
    let (ident, vis) = (&entity.input.ident, &entity.input.vis);
    let (impl_generics, type_generics, where_clause) = header(entity);
    let change = quote!(impl ::core::ops::FnOnce(&mut Self));
    let result = quote!(__ddbkey::Result<(), __E>);
    let methods = [
        ("update_item", None, Some(change.clone())),
        ("update_item_narrow", None, Some(change.clone())),
        ("try_update_item", Some(quote!(__E,)), Some(quote!(#change -> #result))),
        ("check_item", None, None),
    ];
    let methods = methods.iter().filter(|(name, ..)| !has_narrow || *name != "update_item_narrow");
    let methods = methods.map(|(name, error, change)| {
        let (name, change) = (format_ident!("{name}"), change.iter());
        quote! {
            #[doc(hidden)]
            #vis fn #name<__I: ?::core::marker::Sized, #error __R>(_: &__I #(, _: #change)*) -> __R
            where
                for<'__x> Self: #bound,
            {
                <Self as #bound>::none()
            }
        }
    });
    Some(quote! {
        #[automatically_derived]
        impl #impl_generics #ident #type_generics #where_clause {
            #(#methods)*
        }
    })
}
