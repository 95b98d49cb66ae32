//! What an index adds to its entity: its key with the values of an item, its parser, its query, and
//! the attributes to remove.

use heck::ToShoutySnakeCase;
use proc_macro2::TokenStream;
use quote::{format_ident, quote};

use super::docs;
use super::entity::{header, value_struct};
use super::pair::PairItem;
use super::query::QueryItem;
use crate::keys::model::{Entity, Index, plain};

/// An index with its items.
pub struct IndexItem<'e> {
    pub index: &'e Index,
    /// Its place among the indexes of the entity.
    pub place: usize,
    pub pair: PairItem<'e>,
    pub query: Option<QueryItem<'e>>,
}

impl IndexItem<'_> {
    /// ```ignore
    /// impl Order {
    ///     pub const GSI1_ATTRIBUTES: &'static [&'static str] = &["gsi1pk", "gsi1sk"];
    ///     pub fn gsi1(&self) -> OrderGsi1<'_> { … }
    ///     pub fn parse_gsi1<'k>(pk: &'k str, sk: &'k str) -> Result<OrderGsi1<'k>, ParseError> { … }
    ///     pub fn query_gsi1(pk: OrderGsi1Pk<'_>) -> OrderGsi1Query<0> { … }
    /// }
    /// ```
    pub fn methods(&self) -> TokenStream {
        let ident = &self.entity().input.ident;
        let (impl_generics, type_generics, where_clause) = header(self.entity());
        let (attributes, key) = (self.attributes(), self.key());
        let (parse, query) = (self.parse(), self.query());
        quote! {
            impl #impl_generics #ident #type_generics #where_clause {
                #attributes
                #key
                #parse
                #query
            }
        }
    }

    fn entity(&self) -> &Entity<'_> {
        self.pair.fields.entity
    }

    fn attributes(&self) -> TokenStream {
        let (vis, name) = (&self.entity().input.vis, &self.index.name);
        let constant =
            format_ident!("{}_ATTRIBUTES", plain(&self.index.ident).to_shouty_snake_case());
        let names = self.attribute_names();
        let doc = format!(
            " The attributes of index `{name}` to remove when the item leaves it: all or none."
        );
        quote! {
            #[doc = #doc]
            #vis const #constant: &'static [&'static str] = #names;
        }
    }

    /// A table may call them otherwise, and use one in two places.
    fn attribute_names(&self) -> TokenStream {
        let (runtime, place) = (&self.entity().runtime, self.place);
        if self.entity().table.is_none() {
            let names = self.index.own_attributes();
            return quote!(&[#(#names),*]);
        }
        quote! {
            #runtime::__private::OwnAttributes::names(&#runtime::__private::OwnAttributes::of(
                <Self as #runtime::DdbKeys>::SCHEMA,
                #place,
            ))
        }
    }

    /// The key in the index, `None` for an item that is not in it.
    fn key(&self) -> TokenStream {
        let (name, method) = (&self.index.name, &self.index.ident);
        let vis = &self.entity().input.vis;
        let fields = &self.pair.fields;
        let (ident, elided) = (&fields.ident, &fields.scope.elided);
        let entity = self.entity();
        let own: Vec<_> = self.index.own_keys().collect();
        let value = value_struct(entity, fields, &own);
        let absent = if self.index.is_sparse() { " `None` if the item is not in it." } else { "" };
        let doc = format!(" The key in index `{name}`, borrowed.{absent}");
        if self.index.is_sparse() {
            quote! {
                #[doc = #doc]
                #[must_use]
                #[inline]
                #vis fn #method(&self) -> ::core::option::Option<#ident #elided> {
                    ::core::option::Option::Some({ #value })
                }
            }
        } else {
            quote! {
                #[doc = #doc]
                #[must_use]
                #[inline]
                #vis fn #method(&self) -> #ident #elided {
                    #value
                }
            }
        }
    }

    fn parse(&self) -> TokenStream {
        let (runtime, vis) = (&self.entity().runtime, &self.entity().input.vis);
        let method = format_ident!("parse_{}", plain(&self.index.ident));
        let fields = &self.pair.fields;
        let (ident, args, lifetime) = (&fields.ident, &fields.scope.args, &fields.lifetime);
        let doc = docs::parse_index(&self.index.name);
        let k = (!fields.values.is_empty()).then_some(lifetime);
        let declared = k.map(|k| quote!(<#k>));
        let (sk_param, sk_arg) = match &self.pair.sk {
            Some(_) => (Some(quote!(, sk: &#k str)), quote!(::core::option::Option::Some(sk))),
            None => (None, quote!(::core::option::Option::None)),
        };
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method #declared(pk: &#k str #sk_param) -> ::core::result::Result<#ident #args, #runtime::ParseError> {
                #runtime::KeyPair::parse_texts(pk, #sk_arg)
            }
        }
    }

    fn query(&self) -> TokenStream {
        let (runtime, vis) = (&self.entity().runtime, &self.entity().input.vis);
        let method = format_ident!("query_{}", plain(&self.index.ident));
        let pk = self.pair.pk.1;
        let (pk_ident, pk_elided) = (&pk.ident, &pk.scope.elided);
        let (pair, pair_args) = (&self.pair.fields.ident, &self.pair.fields.scope.elided);
        let doc =
            format!(" A query of the entity in one partition of index `{}`.", self.index.name);
        let query = quote!(#runtime::Query::of::<#pair #pair_args>(pk));
        let (result, query) = match &self.query {
            Some(item) => (item.start(), quote!(::core::convert::From::from(#query))),
            None => (quote!(#runtime::Query), query),
        };
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method(pk: #pk_ident #pk_elided) -> #result {
                #query
            }
        }
    }

    /// The index in the entity's schema.
    pub fn schema(&self) -> TokenStream {
        let (runtime, is_sparse) = (&self.entity().runtime, self.index.is_sparse());
        let kind = self.index.kind.tokens();
        let fields = &self.pair.fields;
        let (pair, args) = (&fields.ident, fields.static_args());
        let name = &self.index.name;
        quote!(#runtime::IndexSchema::of::<#pair #args>(#name, #runtime::IndexKind::#kind, #is_sparse))
    }

    /// Adds the keys of the index to those of an item.
    pub fn add(&self) -> TokenStream {
        if self.index.adds_nothing(self.entity()) {
            return TokenStream::new();
        }
        let method = &self.index.ident;
        if self.index.is_sparse() {
            quote! {
                if let ::core::option::Option::Some(key) = self.#method() {
                    keys.add(&key)?;
                }
            }
        } else {
            quote!(keys.add(&self.#method())?;)
        }
    }
}
