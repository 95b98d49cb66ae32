//! The typed query of one pair of keys: a struct whose state is the next part of the sort key, with
//! the methods of that part.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::docs;
use super::generics::{Scope, angled, is_primitive, part, reference, with_lifetime};
use super::key::KeyStruct;
use crate::keys::model::{Entity, Key, Value, plain};
use crate::names;

/// The query over a sort key, if any part of that can be given.
pub struct QueryItem<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub key: &'e Key,
    /// The sort key's struct, for the generics.
    pub fields: &'e KeyStruct<'e>,
    pub doc: String,
}

impl QueryItem<'_> {
    /// `OrderQuery<0>`
    pub fn start(&self) -> TokenStream {
        self.at(0)
    }

    /// `PART`, the number of parts given.
    fn part(&self) -> Ident {
        names::parameter(&self.entity.input.generics, "PART")
    }

    fn at(&self, state: usize) -> TokenStream {
        let (ident, own_args) = (&self.ident, &self.fields.scope.own_args);
        quote!(#ident<#own_args #state>)
    }

    /// ```ignore
    /// pub struct OrderQuery<const PART: usize>(Query);
    /// ```
    pub fn declare(&self) -> TokenStream {
        let (vis, ident, runtime, doc) =
            (&self.entity.input.vis, &self.ident, &self.entity.runtime, &self.doc);
        let Scope { own_params, where_clause, .. } = &self.fields.scope;
        let (phantom, part) = (self.phantom(), self.part());
        let allowed = names::allowed([ident.to_string()], []);
        quote! {
            #[doc = #doc]
            #allowed
            #[must_use = "a query does nothing until its condition is built and sent"]
            #[derive(::core::fmt::Debug)]
            #vis struct #ident<#own_params const #part: usize>(#runtime::Query, #phantom) #where_clause;
        }
    }

    fn phantom(&self) -> TokenStream {
        let types = &self.fields.scope.own_types;
        if types.is_empty() {
            types.clone()
        } else {
            quote!(::core::marker::PhantomData<fn() -> (#types)>)
        }
    }

    fn wrap(&self, query: &TokenStream) -> TokenStream {
        let ident = &self.ident;
        if self.fields.scope.own_types.is_empty() {
            quote!(#ident(#query))
        } else {
            quote!(#ident(#query, ::core::marker::PhantomData))
        }
    }

    /// The methods of each part in its state, `build` in all, and the start.
    pub fn impls(&self) -> TokenStream {
        let (vis, ident, runtime) = (&self.entity.input.vis, &self.ident, &self.entity.runtime);
        let Scope { own_params, own_args, where_clause, .. } = &self.fields.scope;
        let mut taken = vec!["build".to_owned()];
        let states: Vec<_> = self
            .key
            .values()
            .enumerate()
            .map(|(state, (at, value))| self.state(state, at, value, &mut taken))
            .collect();
        let (start, new) = (self.start(), self.wrap(&quote!(query)));
        let (own, doc, part) = (angled(own_params.clone()), docs::query_build(), self.part());
        quote! {
            impl<#own_params const #part: usize> #ident<#own_args #part> #where_clause {
                #(#states)*
                #[doc = #doc]
                #[inline]
                #vis fn build(self) -> ::core::result::Result<#runtime::KeyCondition, #runtime::KeyError> {
                    self.0.build()
                }
            }
            #[automatically_derived]
            impl #own ::core::convert::From<#runtime::Query> for #start #where_clause {
                #[inline]
                fn from(query: #runtime::Query) -> Self {
                    #new
                }
            }
        }
    }

    /// ```ignore
    /// pub fn created_at(self, value: Timestamp) -> OrderQuery<1>
    /// where
    ///     Turn<PART, 0>: Next,
    /// { … }
    /// pub fn created_at_in(self, range: impl RangeBounds<Timestamp>) -> Query { … }
    /// pub fn created_at_starting_with(self, text: &str) -> Query { … }
    /// ```
    ///
    /// A part whose turn it is not has its methods too, which say so.
    fn state(
        &self,
        state: usize,
        at: usize,
        value: &Value,
        taken: &mut Vec<String>,
    ) -> TokenStream {
        let (vis, runtime) = (&self.entity.input.vis, &self.entity.runtime);
        let name = plain(&value.name);
        let method = KeyStruct::field(value);
        let (within, starting_with) =
            (format_ident!("{name}_in"), format_ident!("{name}_starting_with"));
        let (part, form) = (part(value, runtime), value.form.ty(runtime));
        let lifetime: syn::Lifetime = syn::parse_quote!('v);
        let (ty, static_ty) = (
            with_lifetime(&value.ty, &lifetime),
            with_lifetime(&value.ty, &syn::parse_quote!('static)),
        );
        let (borrowed, lifetimes) = (
            reference(value, &lifetime, runtime),
            (!is_primitive(value)).then(|| quote!(<#lifetime>)),
        );
        let (next, given) = self.next(state, &quote!(self.0.value::<#ty, #form>(#at, value)));
        let order =
            if at + 1 == self.key.segments.len() { quote!(AtEnd) } else { quote!(InMiddle) };
        let docs = [
            format!(" `{name}` is this value."),
            format!(" `{name}` lies in this range, exact at both ends."),
            format!(" The text of `{name}` starts so."),
        ];
        let [is, lies_in, starts] = docs;
        let bound = quote_spanned!(method.span()=> for<'x> <#static_ty as #part>::Order: #runtime::order::#order);
        let given_parts = self.part();
        let next_up = quote!(#runtime::Turn<#given_parts, #state>: #runtime::Next);
        let methods = [
            quote! {
                    #[doc = #is]
                    #[inline]
                    #vis fn #method #lifetimes(self, value: #borrowed) -> #next
                    where
                        #next_up,
                    {
                        #given
                    }
            },
            quote! {
                    #[doc = #lies_in]
                    #[inline]
                    #vis fn #within #lifetimes(self, range: impl ::core::ops::RangeBounds<#borrowed>) -> #runtime::Query
                    where
                        #next_up,
                        #bound,
                    {
                        self.0.range::<#ty, #form>(#at, &range)
                    }
            },
            quote! {
                    #[doc = #starts]
                    #[inline]
                    #vis fn #starting_with(self, text: &str) -> #runtime::Query
                    where
                        #next_up,
                    {
                        self.0.starting_with(#at, text)
                    }
            },
        ];
        // Of two with one name, which are a mistake that was reported, the first.
        let names = [name.clone(), within.to_string(), starting_with.to_string()];
        let is_new = |name: &String| {
            let is_new = !taken.contains(name);
            taken.push(name.clone());
            is_new
        };
        let methods = names.iter().map(is_new).zip(methods);
        methods.filter_map(|(is_new, method)| is_new.then_some(method)).collect()
    }

    /// The state after one part, and a query in it.
    fn next(&self, state: usize, query: &TokenStream) -> (TokenStream, TokenStream) {
        let runtime = &self.entity.runtime;
        if state + 1 == self.key.values().count() {
            (quote!(#runtime::Query), query.clone())
        } else {
            (self.at(state + 1), self.wrap(query))
        }
    }
}
