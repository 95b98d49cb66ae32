//! The checks between an entity and its table.

use proc_macro2::{Span, TokenStream};
use quote::{format_ident, quote};
use syn::Path;
use syn::spanned::Spanned;

use super::super::generics::static_type;
use super::super::runtime;
use crate::keys::model::{Entity, IndexKey, Key, Owner};
use crate::spans::call_at;

/// The rule between the entity and its table: the entity is a variant, and its keys and indexes have the table's shape.
pub fn table(entity: &Entity<'_>) -> Option<TokenStream> {
    let table = entity.table.as_ref()?;
    let name = entity.name.as_str();
    let layout = quote!(&<#table as __ddbkey::TableLayout>::LAYOUT);
    let check = |place, function: &str, arguments| {
        let call = call_at(place, &runtime(), &format_ident!("{function}"), arguments);
        quote!(const _: () = #call;)
    };
    let (pk, sk) = (declared_key(Some(&entity.pk)), declared_key(entity.sk.as_ref()));
    let keys = check(name_span(table), "check_table", quote!(#layout, #name, #pk, #sk));
    // An entity with parameters is checked where its parameters are known. A name and a module path are enough to find
    // the entity in the table, even if its types are wrong.
    let own = quote!(__ddbkey::Entity::new(#name, __ddbkey::module_path!(), &[]));
    let member = static_type(entity).map(|_| {
        let call = member(table, &own);
        quote!(const _: () = #call;)
    });
    let indexes = entity.indexes.iter().filter_map(|index| {
        let (Owner::Index(kind), index_name) = (index.owner, &index.name) else { return None };
        let key = |key: &IndexKey| match (key, entity.key(key)) {
            (IndexKey::Pk, own) if own.joined().is_some() => quote!(__ddbkey::DeclaredKey::Pk),
            (IndexKey::Sk, own) if own.joined().is_some() => quote!(__ddbkey::DeclaredKey::Sk),
            (_, own) => declared_key(Some(own)),
        };
        let pk = key(&index.pk);
        let sk = index.sk.as_ref().map_or_else(|| declared_key(None), key);
        let arguments = quote!(#layout, #name, #index_name, #kind, #pk, #sk);
        Some(check(index.span, "check_index", arguments))
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
fn declared_key(key: Option<&Key>) -> TokenStream {
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
