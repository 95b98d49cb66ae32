//! The items that an index or another primary key adds to its entity: its key from an item, its parser, its query and
//! its start key.

use proc_macro2::TokenStream;
use quote::quote;

use super::generics::{header, part_type};
use super::key::KeyStruct;
use super::pair::PairItem;
use super::query::{QueryItem, start};
use super::values::{as_held, call, value_struct};
use super::{docs, runtime};
use crate::keys::model::{Entity, Entry, KeyDeclaration, Source};
use crate::keys::names::ItemNames;

/// An index or another primary key with its items.
pub struct IndexItem<'e> {
    pub index: &'e KeyDeclaration,
    pub pair: PairItem<'e>,
    pub query: Option<QueryItem<'e>>,
}

impl IndexItem<'_> {
    /// ```ignore
    /// impl Order {
    ///     pub fn by_status(&self) -> OrderByStatus<'_> { … }
    ///     pub fn parse_by_status<'k>(pk: &'k str, sk: &'k str) -> Result<OrderByStatus<'k>, ParseError> { … }
    ///     pub fn query_by_status(pk: OrderByStatusPk<'_>) -> OrderByStatusQuery<0> { … }
    ///     pub fn by_status_start_key(&self) -> Result<Keys, KeyError> { … }
    /// }
    /// ```
    pub fn methods(&self) -> TokenStream {
        let ident = &self.entity().input.ident;
        let (impl_generics, type_generics, where_clause) = header(self.entity());
        let key = self.key();
        let (parse, query, start_key) = (self.parse(), self.query(), self.start_key());
        quote! {
            impl #impl_generics #ident #type_generics #where_clause {
                #key
                #parse
                #query
                #start_key
            }
        }
    }

    fn entity(&self) -> &Entity<'_> {
        self.pair.fields.entity
    }

    fn may_be_absent(&self) -> bool {
        self.entity().may_lack(self.index)
    }

    fn names(&self) -> ItemNames<'_> {
        ItemNames::of(&self.entity().prefix, Some(self.index))
    }

    /// The key in the index. `None` if the item is not in the index, or has another primary key.
    fn key(&self) -> TokenStream {
        let (vis, method) = (&self.entity().input.vis, &self.index.ident);
        let fields = &self.pair.fields;
        let ty = fields.elided_ty();
        let own: Vec<_> = self.index.own_keys().collect();
        let value = value_struct(fields, &own);
        let has_shapes = self.entity().has_shapes(self.index);
        let doc = docs::key(self.index, self.may_be_absent(), has_shapes);
        let (ty, value) = if self.may_be_absent() {
            let before = self.entity().shapes_before(self.index);
            let before = before.filter(|_| !self.entity().is_faulty).map(is_filled);
            let absent = quote!(#(if #before { return __ddbkey::None; })*);
            (quote!(__ddbkey::Option<#ty>), quote!(#absent __ddbkey::Some({ #value })))
        } else {
            (ty, value)
        };
        quote! {
            #[doc = #doc]
            #[must_use]
            #[inline]
            #vis fn #method(&self) -> #ty {
                #value
            }
        }
    }

    fn parse(&self) -> TokenStream {
        let vis = &self.entity().input.vis;
        let (method, fields) = (self.names().parse(), &self.pair.fields);
        let (ty, lifetime) = (fields.ty(), fields.own_lifetime());
        let declared = lifetime.map(|lifetime| quote!(<#lifetime>));
        let (params, arguments) = self.pair.parse_params(lifetime);
        let doc = docs::parse(self.index);
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method #declared(#params) -> __ddbkey::Result<#ty, __ddbkey::ParseError> {
                __ddbkey::KeyPair::parse_texts(#arguments)
            }
        }
    }

    fn query(&self) -> TokenStream {
        let vis = &self.entity().input.vis;
        let (method, pk) = (self.names().start_query(), self.pair.pk.fields.elided_ty());
        let (ty, query) = start(&self.pair, self.query.as_ref());
        let doc = docs::query(self.index);
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method(pk: #pk) -> #ty {
                #query
            }
        }
    }

    fn start_key(&self) -> TokenStream {
        let vis = &self.entity().input.vis;
        let (method, index) = (self.names().start_key(), &self.index.ident);
        let is_sparse = self.may_be_absent();
        let call = if self.index.owner.is_index() {
            let function = if is_sparse { quote!(sparse_start_key) } else { quote!(start_key) };
            quote!(#function(__ddbkey::DdbKeys::key(self), self.#index()))
        } else {
            let function = if is_sparse { quote!(sparse_keys) } else { quote!(of_pair::keys) };
            quote!(#function(self.#index()))
        };
        let doc = docs::start_key(self.index);
        let keys = quote!(__ddbkey::Keys);
        let result = if is_sparse { quote!(__ddbkey::Option<#keys>) } else { keys };
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method(&self) -> __ddbkey::Result<#result, __ddbkey::KeyError> {
                __ddbkey::#call
            }
        }
    }

    /// `.index(self.gsi1())`, which passes on the keys of the index.
    pub fn collected(&self) -> TokenStream {
        let method = &self.index.ident;
        if !self.may_be_absent() {
            return quote!(.index(self.#method()));
        }
        // Fields come after all keys of the index, so that the attributes are in order.
        let is_last = self.index.is_sparse() && self.entity().is_last_shape(self.index);
        let keys = self.index.own_keys().filter(|_| is_last && !self.entity().is_faulty);
        let fields = keys.flat_map(|key| &key.entries).map(|entry| self.collected_field(entry));
        quote!(.sparse(self.#method()) #(#fields)*)
    }

    /// A field that is an attribute of a sparse index keeps its value even if another part of the index is `None`.
    fn collected_field(&self, entry: &Entry) -> Option<TokenStream> {
        let (own, value) = (entry.own.as_ref().filter(|own| own.is_field)?, entry.value()?);
        let (ty, format) = (part_type(value, &syn::parse_quote!('_)), value.format.ty(&runtime()));
        let (attribute, pair) = (&own.name, self.pair.fields.elided_ty());
        let field = KeyStruct::field(value);
        let borrowed = match value.source {
            Source { is_method: true, .. } => return None,
            Source { is_optional: false, .. } => {
                let borrowed = as_held(value, &quote!(&self.#field));
                quote!(__ddbkey::Some(#borrowed))
            }
            Source { is_optional: true, .. } => {
                let borrowed = as_held(value, &quote!(__value));
                quote! {
                    match &self.#field {
                        __ddbkey::Some(__value) => __ddbkey::Some(#borrowed),
                        __ddbkey::None => __ddbkey::None,
                    }
                }
            }
        };
        Some(quote!(.field::<#pair, #ty, #format>(#attribute, #borrowed)))
    }
}

/// Whether an item has all `Option` parts of a key: `Option::is_some(&self.campaign)`
fn is_filled(index: &KeyDeclaration) -> TokenStream {
    let mut values: Vec<_> = index.optional_values().collect();
    values.sort_by_key(|value| value.printed_name());
    values.dedup_by_key(|value| value.printed_name());
    let parts = values.into_iter().map(|value| {
        let name = KeyStruct::field(value);
        let source = if value.source.is_method { call(&name) } else { quote!(self.#name) };
        quote!(__ddbkey::Option::is_some(&#source))
    });
    quote!(#(#parts)&&*)
}
