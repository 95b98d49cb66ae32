//! The typed query of one pair of keys: a struct whose state is the next part of the sort key, with
//! the methods of that part.

use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};

use super::generics::{Scope, is_primitive, part, reference};
use super::key::{KeyItem, KeyStruct};
use super::pair::PairItem;
use crate::keys::model::{Entity, Format, Place, Value};
use crate::keys::names::{QUERY_METHODS, part_methods};
use crate::names::{self, unraw};
use crate::types::{INTEGERS, is_one_of, with_lifetime};

/// The query over a sort key, if any part of that can be given.
pub struct QueryItem<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub sk: &'e KeyItem<'e>,
    pub doc: String,
}

impl QueryItem<'_> {
    /// `OrderQuery<0>`
    pub fn start(&self) -> TokenStream {
        self.at(0)
    }

    fn at(&self, state: usize) -> TokenStream {
        let (ident, own_args) = (&self.ident, &self.sk.fields.scope.own_args);
        quote!(#ident<#own_args #state>)
    }

    /// ```ignore
    /// pub struct OrderQuery<const PART: usize>(Query);
    /// ```
    pub fn declare(&self) -> TokenStream {
        let (vis, ident, runtime, doc) =
            (&self.entity.input.vis, &self.ident, &self.entity.runtime, &self.doc);
        let Scope { own_params, where_clause, .. } = &self.sk.fields.scope;
        let phantom = self.phantom();
        let allowed = names::allowed([ident.to_string()], []);
        quote! {
            #[doc = #doc]
            #allowed
            #[must_use = "a query does nothing until its condition is built and sent"]
            #vis struct #ident<#own_params const __PART: ::core::primitive::usize>(#runtime::key::Query, #phantom) #where_clause;
        }
    }

    fn phantom(&self) -> TokenStream {
        let types = &self.sk.fields.scope.own_types;
        if types.is_empty() {
            types.clone()
        } else {
            quote!(::core::marker::PhantomData<fn() -> (#types)>)
        }
    }

    /// The query around an untyped one.
    pub fn wrap(&self, query: &TokenStream) -> TokenStream {
        let ident = &self.ident;
        if self.sk.fields.scope.own_types.is_empty() {
            quote!(#ident(#query))
        } else {
            quote!(#ident(#query, ::core::marker::PhantomData))
        }
    }

    /// The methods of each part in its state, and those that all states have.
    pub fn impls(&self) -> TokenStream {
        let (vis, ident, runtime) = (&self.entity.input.vis, &self.ident, &self.entity.runtime);
        let Scope { own_params, own_args, where_clause, .. } = &self.sk.fields.scope;
        let mut taken = QUERY_METHODS.map(ToOwned::to_owned).to_vec();
        let states: Vec<_> = self
            .sk
            .key
            .placed()
            .into_iter()
            .enumerate()
            .map(|(state, (place, value))| self.state(state, place, value, &mut taken))
            .collect();
        let phantom = (!self.sk.fields.scope.own_types.is_empty())
            .then(|| quote!(, ::core::marker::PhantomData));
        quote! {
            impl<#own_params const __PART: ::core::primitive::usize> #ident<#own_args __PART> #where_clause {
                #(#states)*
            }
            #runtime::__private::query! {
                #vis [#own_params] #ident [#own_args] [#where_clause] [#phantom]
            }
        }
    }

    /// ```ignore
    /// pub fn created_at(self, value: Timestamp) -> OrderQuery<1>
    /// where
    ///     Given<PART, 0>: InOrder,
    /// { … }
    /// pub fn created_at_in(self, range: impl RangeBounds<Timestamp>) -> Query { … }
    /// pub fn created_at_starting_with(self, text: &str) -> Query { … }
    /// ```
    ///
    /// A part that is not the next one has its methods too, whose bound says so.
    fn state(
        &self,
        state: usize,
        place: Place,
        value: &Value,
        taken: &mut Vec<String>,
    ) -> TokenStream {
        let names = part_methods(&unraw(&value.name));
        let methods = [
            Some(self.value_method(state, place, value)),
            Some(self.range_method(state, place, value)),
            self.beginning_method(state, place, value),
        ];
        // Of two with one name, which are a mistake that was reported, the first.
        let is_new = |name: &String| {
            let is_new = !taken.contains(name);
            taken.push(name.clone());
            is_new
        };
        let methods = names.iter().map(is_new).zip(methods);
        methods.filter_map(|(is_new, method)| method.filter(|_| is_new)).collect()
    }

    fn value_method(&self, state: usize, place: Place, value: &Value) -> TokenStream {
        let (vis, runtime) = (&self.entity.input.vis, &self.entity.runtime);
        let (method, lifetime) = (KeyStruct::field(value), syn::parse_quote!('v));
        let (ty, format) = (with_lifetime(&value.ty, &lifetime), value.format.ty(runtime));
        let borrowed = reference(value, &lifetime, runtime);
        let lifetimes = (!is_primitive(value)).then(|| quote!(<#lifetime>));
        let Place { attribute, at, .. } = place;
        let query = quote!(self.0.value::<#ty, #format>(#attribute, #at, __value));
        let (next, given) = self.next(state, &query);
        let (doc, accepts) =
            (format!(" Restricts `{}` to `value`.", unraw(&value.name)), self.accepts(state));
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method #lifetimes(self, __value: #borrowed) -> #next
            where
                #accepts,
            {
                #given
            }
        }
    }

    fn range_method(&self, state: usize, place: Place, value: &Value) -> TokenStream {
        let (vis, runtime) = (&self.entity.input.vis, &self.entity.runtime);
        let name = unraw(&value.name);
        let (method, lifetime) = (format_ident!("{name}_in"), syn::parse_quote!('v));
        let (ty, format) = (with_lifetime(&value.ty, &lifetime), value.format.ty(runtime));
        let borrowed = reference(value, &lifetime, runtime);
        let lifetimes = (!is_primitive(value)).then(|| quote!(<#lifetime>));
        let bound = if !self.sk.key.is_joined() && place.is_last {
            quote!(InAttribute)
        } else if place.is_last {
            quote!(AtEnd)
        } else {
            quote!(InMiddle)
        };
        let ordered = self.order_bound(value, &bound);
        let Place { attribute, at, .. } = place;
        let (doc, accepts) =
            (format!(" Restricts `{name}` to a range, exact at both ends."), self.accepts(state));
        quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method #lifetimes(self, __range: impl ::core::ops::RangeBounds<#borrowed>) -> #runtime::key::Query
            where
                #accepts,
                #ordered,
            {
                self.0.range::<#ty, #format>(#attribute, #at, __range)
            }
        }
    }

    /// Nothing for a number, which has no beginning.
    fn beginning_method(&self, state: usize, place: Place, value: &Value) -> Option<TokenStream> {
        let is_attribute = !self.sk.key.is_joined();
        let is_number =
            is_attribute && value.format == Format::Plain && is_one_of(&value.ty, &INTEGERS);
        if is_number || !value.format.has_beginnings() {
            return None;
        }
        let (vis, runtime) = (&self.entity.input.vis, &self.entity.runtime);
        let name = unraw(&value.name);
        let method = format_ident!("{name}_starting_with");
        let is_text = is_attribute.then(|| {
            let bound = self.order_bound(value, &quote!(IsText));
            quote!(#bound,)
        });
        let Place { attribute, at, .. } = place;
        let (doc, accepts) =
            (format!(" Restricts `{name}` to texts that start with `text`."), self.accepts(state));
        Some(quote! {
            #[doc = #doc]
            #[inline]
            #vis fn #method(self, __text: &::core::primitive::str) -> #runtime::key::Query
            where
                #accepts,
                #is_text
            {
                self.0.starting_with(#attribute, #at, __text)
            }
        })
    }

    /// `Given<PART, 0>: InOrder`
    fn accepts(&self, state: usize) -> TokenStream {
        let runtime = &self.entity.runtime;
        quote!(#runtime::__private::Given<__PART, #state>: #runtime::__private::InOrder)
    }

    /// `for<'x> <Timestamp as KeyPart<Fraction<3>>>::Order: InMiddle`, which under a `for` is an error at
    /// the call and not where the method is.
    fn order_bound(&self, value: &Value, bound: &TokenStream) -> TokenStream {
        let runtime = &self.entity.runtime;
        let (ty, part) =
            (with_lifetime(&value.ty, &syn::parse_quote!('static)), part(value, runtime));
        let place = KeyStruct::field(value).span();
        quote_spanned!(place=> for<'x> <#ty as #part>::Order: #runtime::__private::#bound)
    }

    /// The state after one part, and a query in it.
    fn next(&self, state: usize, query: &TokenStream) -> (TokenStream, TokenStream) {
        let runtime = &self.entity.runtime;
        if state + 1 == self.sk.key.placed().len() {
            (quote!(#runtime::key::Query), query.clone())
        } else {
            (self.at(state + 1), self.wrap(query))
        }
    }
}

/// How a query of a pair of keys starts: its type, and the expression.
pub fn start(
    entity: &Entity<'_>,
    pair: &PairItem<'_>,
    query: Option<&QueryItem<'_>>,
) -> (TokenStream, TokenStream) {
    let (runtime, pair) = (&entity.runtime, pair.fields.elided_ty());
    let untyped = quote!(#runtime::key::Query::of::<#pair>(__pk));
    match query {
        Some(item) => (item.start(), item.wrap(&untyped)),
        None => (quote!(#runtime::key::Query), untyped),
    }
}
