//! The checks between the keys and the fields of an entity.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::super::generics::static_type;
use super::super::runtime;
use crate::keys::items::Stored;
use crate::keys::model::{Entity, Key};
use crate::spans::call_at;

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
