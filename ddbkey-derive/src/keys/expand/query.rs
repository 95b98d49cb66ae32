//! The typed query of one pair of keys: a struct whose state is the next part of the sort key, with
//! the methods of that part.

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::Path;

use super::generics::{Scope, is_primitive, part, reference};
use super::key::{KeyItem, KeyStruct};
use super::pair::PairItem;
use crate::keys::model::{Entity, Place, Value};
use crate::keys::names::{QUERY_METHODS, part_methods};
use crate::names::{self, unraw};
use crate::types::with_lifetime;

/// The query over a sort key, if any part of that can be given.
pub struct QueryItem<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub sk: &'e KeyItem<'e>,
    pub doc: String,
    pub span: Span,
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
    /// pub struct OrderQuery<const PART: usize>(OpenQuery<Self>);
    /// ```
    pub fn declare(&self) -> TokenStream {
        let (vis, ident, runtime, doc) =
            (&self.entity.input.vis, &self.ident, &self.entity.runtime, &self.doc);
        let Scope { own_params, where_clause, .. } = &self.sk.fields.scope;
        let phantom = self.phantom();
        let allowed = names::allowed([ident.to_string()], []);
        let (keyword, end) = (quote_spanned!(self.span=> struct), quote_spanned!(self.span=> ;));
        quote! {
            #[doc = #doc]
            #allowed
            #[must_use = "a query does nothing until its condition is built and sent"]
            #vis #keyword #ident<#own_params const __PART: ::core::primitive::usize>(#runtime::__private::OpenQuery<Self>, #phantom) #where_clause #end
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

    /// What a generic query holds beside the untyped one.
    fn phantom_value(&self) -> Option<TokenStream> {
        (!self.sk.fields.scope.own_types.is_empty()).then(|| quote!(, ::core::marker::PhantomData))
    }

    /// The query around what it holds.
    pub fn wrap(&self, query: &TokenStream) -> TokenStream {
        let (ident, phantom) = (&self.ident, self.phantom_value());
        quote!(#ident(#query #phantom))
    }

    /// The methods of each part in its state, and those that all states have, by a template of the runtime.
    ///
    /// ```ignore
    /// query! { pub [] OrderQuery [] [] [] part created_at … part id … }
    /// ```
    pub fn template(&self) -> TokenStream {
        let (vis, ident, runtime) = (&self.entity.input.vis, &self.ident, &self.entity.runtime);
        let Scope { own_params, own_args, where_clause, .. } = &self.sk.fields.scope;
        let mut taken = QUERY_METHODS.map(ToOwned::to_owned).to_vec();
        let mut parts = TokenStream::new();
        for (state, (place, value)) in self.sk.key.placed().into_iter().enumerate() {
            let names = part_methods(&unraw(&value.name));
            // Of two parts with a method of one name, which are a mistake that was reported, the first.
            if !names.iter().any(|name| taken.contains(name)) {
                parts.extend(self.part(state, place, value));
                taken.extend(names);
            }
        }
        let phantom = self.phantom_value();
        quote! {
            #runtime::__private::query! {
                #vis [#own_params] #ident [#own_args] [#where_clause] [#phantom] #parts
            }
        }
    }

    /// What the template asks of one part.
    ///
    /// ```ignore
    /// part created_at "created_at" 0 1 [<'v>] (Timestamp) (Timestamp) (Fraction<3>)
    ///     [Given<__PART, 0>: InOrder] next (OrderQuery<1>) [OrderQuery] []
    ///     range created_at_in [for<'x> <Timestamp as KeyPart>::Order: InMiddle]
    ///     beginning created_at_starting_with [Given<__PART, 0>: InOrder]
    /// ```
    fn part(&self, state: usize, place: Place, value: &Value) -> TokenStream {
        let runtime = &self.entity.runtime;
        let (name, method, lifetime) =
            (unraw(&value.name), KeyStruct::field(value), syn::parse_quote!('v));
        let range = format_ident!("{name}_in");
        let (attribute, at) =
            (Literal::usize_unsuffixed(place.attribute), Literal::usize_unsuffixed(place.at));
        let lifetimes = (!is_primitive(value)).then(|| quote!(<#lifetime>));
        let borrowed = reference(value, &lifetime, runtime);
        let (ty, format) = (with_lifetime(&value.ty, &lifetime), value.format.ty(runtime));
        let given =
            quote!(#runtime::__private::Given<__PART, #state>: #runtime::__private::InOrder);
        let (next, ordered) = (self.next(state), self.ordered(place, value));
        let beginning = self.beginning(value, &given);
        quote! {
            part #method #name #attribute #at [#lifetimes] (#borrowed) (#ty) (#format)
                [#given] next #next
                range #range [#ordered]
                #beginning
        }
    }

    /// What a range asks of the order of a part's texts.
    fn ordered(&self, place: Place, value: &Value) -> TokenStream {
        let bound = if !place.is_last {
            "InMiddle"
        } else if self.sk.key.is_joined() {
            "AtEnd"
        } else {
            "InAttribute"
        };
        self.order_bound(value, bound)
    }

    /// `beginning created_at_starting_with [Given<__PART, 0>: InOrder]`, unless the texts have no beginnings.
    /// For an attribute, a second bound says that a number has none.
    fn beginning(&self, value: &Value, given: &TokenStream) -> Option<TokenStream> {
        let method = format_ident!("{}_starting_with", unraw(&value.name));
        let is_text = (!self.sk.key.is_joined()).then(|| {
            let bound = self.order_bound(value, "IsText");
            quote!(, #bound)
        });
        value.format.has_beginnings().then(|| quote!(beginning #method [#given #is_text]))
    }

    /// `for<'x> <Timestamp as KeyPart<Fraction<3>>>::Order: InMiddle`, which under a `for` is an error at
    /// the call and not where the method is.
    fn order_bound(&self, value: &Value, bound: &str) -> TokenStream {
        let (runtime, bound) = (&self.entity.runtime, format_ident!("{bound}"));
        let (ty, part) =
            (with_lifetime(&value.ty, &syn::parse_quote!('static)), part(value, runtime));
        let place = KeyStruct::field(value).span();
        quote_spanned!(place=> for<'x> <#ty as #part>::Order: #runtime::__private::#bound)
    }

    /// The state after one part, and what wraps a query in it: `(OrderQuery<1>) [OrderQuery] []`
    fn next(&self, state: usize) -> TokenStream {
        if state + 1 == self.sk.key.placed().len() {
            let runtime = &self.entity.runtime;
            let finished = finished(runtime, Some(self.sk));
            return quote!((#finished) [#runtime::__private::OpenQuery::<#finished>::finish] []);
        }
        let (next, ident, phantom) = (self.at(state + 1), &self.ident, self.phantom_value());
        quote!((#next) [#ident] [#phantom])
    }
}

/// How a query of a pair of keys starts: its type, and the expression.
pub fn start(
    entity: &Entity<'_>,
    pair: &PairItem<'_>,
    query: Option<&QueryItem<'_>>,
) -> (TokenStream, TokenStream) {
    let (runtime, sk, pair) = (&entity.runtime, pair.sk, pair.fields.elided_ty());
    let open = quote!(#runtime::__private::OpenQuery::of::<#pair>(__pk));
    match query {
        Some(item) => (item.start(), item.wrap(&open)),
        None => {
            let finished = finished(runtime, sk);
            let open = quote!(#runtime::__private::OpenQuery::<#finished>::of::<#pair>(__pk));
            (finished, quote!(#open.finish()))
        }
    }
}

/// The query once every part of the sort key is given: `ItemQuery`, below which rows can lie, if the key is
/// joined and does not take the rest of its text anyway.
fn finished(runtime: &Path, sk: Option<&KeyItem<'_>>) -> TokenStream {
    let has_rows_below =
        |sk: &KeyItem<'_>| sk.key.is_joined() && !sk.key.values().any(|value| value.is_rest);
    if sk.is_some_and(has_rows_below) {
        quote!(#runtime::key::ItemQuery)
    } else {
        quote!(#runtime::key::Query)
    }
}
