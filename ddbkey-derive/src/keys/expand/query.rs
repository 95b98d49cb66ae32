//! The typed query of one pair of keys: a struct whose state is the next part of the sort key, with the methods of that
//! part.

use std::collections::BTreeSet;

use proc_macro2::{Ident, Literal, Span, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{ConstParam, GenericParam, LifetimeParam, TypeParam};

use super::generics::{header, in_template, part_type, reference};
use super::key::{KeyItem, KeyStruct};
use super::pair::PairItem;
use super::{docs, runtime};
use crate::generics;
use crate::keys::held::HeldAs;
use crate::keys::model::{Entity, Format, Owner, Segment, Value, ValuePlace};
use crate::keys::names::{OF_REQUEST, QUERY_METHODS, part_methods};
use crate::known::RuntimeType;
use crate::names;
use crate::private::Private;
use crate::spans::bound_at;
use crate::types::mentions;

/// The query over a sort key, unless the sort key has no part to restrict.
pub struct QueryItem<'e> {
    pub entity: &'e Entity<'e>,
    pub ident: Ident,
    pub sk: &'e KeyItem<'e>,
    /// `PART`, the number of parts that the query has.
    pub part: Ident,
    pub doc: String,
    pub span: Span,
}

impl QueryItem<'_> {
    /// `OrderQuery<0>`
    pub fn start(&self) -> TokenStream {
        self.at(0)
    }

    fn at(&self, state: usize) -> TokenStream {
        let (ident, (_, args)) = (&self.ident, parameters(self.entity));
        let state = Literal::usize_unsuffixed(state);
        quote!(#ident<#args #state>)
    }

    /// ```ignore
    /// pub struct OrderQuery<const PART: usize>(OpenQuery<Self>);
    /// ```
    pub fn declare(&self) -> TokenStream {
        let (vis, ident, runtime, doc) =
            (&self.entity.input.vis, &self.ident, &self.entity.runtime, &self.doc);
        let ((params, _), part) = (parameters(self.entity), &self.part);
        let (of, where_clause) =
            (entity_type(self.entity), &self.entity.input.generics.where_clause);
        let phantom = self.is_generic().then(|| quote!(::core::marker::PhantomData<fn() -> #of>));
        let bounds = self.is_generic().then(names::allowed_in_bounds);
        let allowed = names::allowed([ident.to_string()], []);
        let must_use = "a query does nothing until its condition is built and sent";
        let (keyword, end) = (quote_spanned!(self.span=> struct), quote_spanned!(self.span=> ;));
        quote! {
            #[doc = #doc]
            #allowed
            #bounds
            #[must_use = #must_use]
            #vis #keyword #ident<#params const #part: ::core::primitive::usize>(#runtime::#Private::OpenQuery<Self>, #phantom) #where_clause #end
        }
    }

    /// The fields of a generic query besides the untyped query.
    fn phantom_value(&self) -> Option<TokenStream> {
        self.is_generic().then(|| quote!(, ::core::marker::PhantomData))
    }

    fn is_generic(&self) -> bool {
        !self.entity.input.generics.params.is_empty()
    }

    /// Builds the query from its field.
    pub fn wrap(&self, query: &TokenStream) -> TokenStream {
        let (ident, phantom) = (&self.ident, self.phantom_value());
        quote!(#ident(#query #phantom))
    }

    /// The methods of each part in its state, and the methods of all states, as the runtime's template `query!` takes
    /// them.
    ///
    /// A part that is not the next one has its methods too, under a bound that explains the error.
    pub fn code(&self) -> TokenStream {
        let (vis, ident) = (&self.entity.input.vis, &self.ident);
        let (of, generics) = (entity_type(self.entity), self.in_template());
        let mut taken = QUERY_METHODS.map(ToOwned::to_owned).to_vec();
        let mut parts = Vec::new();
        for (state, (place, value)) in self.sk.key.placed().enumerate() {
            let names = part_methods(value.name.as_str());
            // If two parts have a method of one name, which was reported, the first is kept.
            if !names.iter().any(|name| taken.contains(name)) {
                parts.push(self.part_of(state, place, value));
                taken.extend(names);
            }
        }
        let of_request = OF_REQUEST.into_iter().filter(|name| !taken.iter().any(|own| own == name));
        let of_request = of_request.map(|name| format_ident!("{name}"));
        let (part, imports) = (&self.part, self.imports());
        let query = quote! {
            __ddbkey::query! { vis: #vis, struct: #ident, #generics entity: #of, state: #part, of_request: #(#of_request)*, #(#parts)* }
        };
        if imports.is_empty() { query } else { quote!(const _: () = { #imports #query };) }
    }

    /// The parameters of the entity and their bounds, as the template takes them.
    fn in_template(&self) -> TokenStream {
        let (params, args) = parameters(self.entity);
        let bounds = if self.is_generic() {
            header(self.entity).2
        } else {
            self.sk.fields.scope.where_clause.clone()
        };
        let generics = (!args.is_empty()).then(|| quote!(generics: [#params] [#args],));
        let bounds = in_template(&bounds);
        quote!(#generics #bounds)
    }

    /// `use __ddbkey::types::jiff::Timestamp;` for each type that the signatures name without a path, as documentation
    /// shows them.
    fn imports(&self) -> TokenStream {
        let types = self.sk.key.values().filter_map(|value| self.imported(value));
        let paths: BTreeSet<_> = types.map(|known| &known.path).collect();
        quote!(#(use __ddbkey::types::#(#paths)::*;)*)
    }

    /// The type of a value, if its name is imported: the name means nothing else in the query.
    fn imported<'v>(&self, value: &'v Value) -> Option<&'v RuntimeType> {
        let HeldAs::Value(known, _) = &value.held else { return None };
        let name = known.name()?;
        let is_other = |other: &Value| match &other.held {
            HeldAs::Value(other, _) => other.name() == Some(name) && other.path != known.path,
            _ => mentions(&other.ty, name),
        };
        let is_alone =
            !self.sk.key.values().any(is_other) && !mentions(&self.entity.input.generics, name);
        is_alone.then_some(known)
    }

    /// One part as the template takes it.
    fn part_of(&self, state: usize, place: ValuePlace, value: &Value) -> TokenStream {
        let lifetime = generics::lifetime(&self.entity.input.generics, "v");
        let (name, method) = (value.name.as_str(), KeyStruct::field(value));
        let range = format_ident!("{name}_in", span = method.span());
        let (attribute, at) =
            (Literal::usize_unsuffixed(place.attribute), Literal::usize_unsuffixed(place.at));
        let lifetimes = value.held.borrows().then(|| quote!(<#lifetime>));
        let borrowed = match self.imported(value) {
            Some(known) => known.by_name(),
            None if value.held.is_owned() => quote!(&#lifetime __ddbkey::str),
            None => reference(value, &lifetime, &runtime()),
        };
        let (ty, format) = (part_type(value, &lifetime), value.format.ty(&runtime()));
        let (given, next) = (self.given(state), self.next(state));
        let then = if self.is_last(state) {
            quote!(finish: finish,)
        } else {
            let (ident, phantom) = (&self.ident, self.phantom_value());
            quote!(within: #ident [#phantom],)
        };
        let (ordered, prefix) = (self.ordered(place, value), self.prefix(value, &given));
        let (value_doc, range_doc) = (docs::value(name), docs::range(name));
        quote! {
            part: #method #lifetimes (#borrowed) -> #next {
                type: #ty as #format,
                place: #attribute #at,
                given: [#given],
                value: #value_doc,
                range: #range #range_doc [#ordered],
                #prefix
                #then
            }
        }
    }

    /// `Given<{ PART }, 0>: InOrder`: the query has this many parts. An error about it points at the missing field, which
    /// is the part before.
    fn given(&self, state: usize) -> TokenStream {
        let (part, mut values) = (&self.part, self.sk.key.values());
        let missing = values
            .nth(state.saturating_sub(1))
            .map_or_else(Span::call_site, |value| value.declared);
        let in_order = bound_at(missing, quote!(__ddbkey::InOrder));
        let state = Literal::usize_unsuffixed(state);
        quote!(__ddbkey::Given<{ #part }, #state>: #in_order)
    }

    /// The bound on the order of a part's strings for a range, unless the order is known.
    fn ordered(&self, place: ValuePlace, value: &Value) -> Option<TokenStream> {
        let bound = if !place.is_last {
            "SortsInMiddle"
        } else if self.sk.key.joined().is_some() {
            "SortsAtEnd"
        } else {
            "SortsInAttribute"
        };
        if self.has_lost_order(place, value) {
            return Some(self.order_bound(value, bound, &quote!(__ddbkey::Never)));
        }
        let is_known = value.held.is_ordered(value.format, place.is_last);
        (!is_known).then(|| self.order_bound(value, bound, &value.format.ty(&runtime())))
    }

    /// Whether a part of a legacy key does not sort as its values do, because of the next segment. Other keys of this
    /// kind are refused.
    fn has_lost_order(&self, place: ValuePlace, value: &Value) -> bool {
        let segments = &self.sk.key.entries[place.attribute].segments;
        let Some(Segment::Literal(after)) = segments.get(place.at + 1) else { return false };
        // A time without a fraction sorts before the `.` of a time with one.
        self.sk.key.role.owner == Some(Owner::LegacyKey)
            && value.format == Format::Isoformat
            && after.as_str() >= "."
    }

    /// The query by a prefix, unless the type has no prefixes. For an attribute, a bound excludes numbers. The first one has
    /// an alias: the compiler suggests it where a query calls `begins_with`.
    fn prefix(&self, value: &Value, given: &TokenStream) -> Option<TokenStream> {
        let name = value.name.as_str();
        let place = KeyStruct::field(value).span();
        let method = format_ident!("{name}_starting_with", span = place);
        let doc = docs::starting_with(name);
        let format = value.format.ty(&runtime());
        let is_attribute = self.sk.key.joined().is_none();
        let is_text = is_attribute.then(|| self.order_bound(value, "IsText", &format));
        let mut values = self.sk.key.values();
        let first = values.find(|value| value.format.has_beginnings())?;
        let alias = (first.name == value.name).then(|| quote!(alias: "begins_with"));
        let has_it = value.format.has_beginnings();
        has_it.then(|| quote!(prefix: #method #doc #alias [#given, #is_text],))
    }

    /// `for<'x> Status: SortsInMiddle<Plain>`. Under the `for`, the error appears at the call and not at the method.
    fn order_bound(&self, value: &Value, bound: &str, format: &TokenStream) -> TokenStream {
        let any = generics::lifetime(&self.entity.input.generics, "x");
        let (ty, bound) = (part_type(value, &syn::parse_quote!('static)), format_ident!("{bound}"));
        let bound = bound_at(value.declared, quote!(__ddbkey::#bound<#format>));
        quote!(for<#any> #ty: #bound)
    }

    fn is_last(&self, state: usize) -> bool {
        state + 1 == self.sk.key.values().count()
    }

    /// The query after one part.
    fn next(&self, state: usize) -> TokenStream {
        if self.is_last(state) { finished(self.entity, Some(self.sk)) } else { self.at(state + 1) }
    }
}

/// `PART`, unless a type of the key uses that name.
pub fn part_parameter(entity: &Entity<'_>, sk: &KeyItem<'_>) -> Ident {
    let mut part = generics::parameter(&entity.input.generics, "PART");
    while sk.key.values().any(|value| mentions(&value.ty, &part)) {
        part = format_ident!("{part}_");
    }
    part
}

/// The type of a query of a pair of keys at its start, and the expression.
pub fn start(pair: &PairItem<'_>, query: Option<&QueryItem<'_>>) -> (TokenStream, TokenStream) {
    let (sk, key) = (pair.sk, pair.fields.elided_ty());
    let open = quote!(__ddbkey::OpenQuery::of::<#key>(pk));
    match query {
        Some(item) => (item.start(), item.wrap(&open)),
        None => {
            let finished = finished(pair.fields.entity, sk);
            let open = quote!(__ddbkey::OpenQuery::<#finished>::of::<#key>(pk));
            (finished, quote!(#open.finish()))
        }
    }
}

/// The query that has every part of the sort key. It is a `RowQuery`, which can include rows below, if the key is
/// joined and does not take the rest of its string anyway.
fn finished(entity: &Entity<'_>, sk: Option<&KeyItem<'_>>) -> TokenStream {
    let has_rows_below =
        |sk: &KeyItem<'_>| sk.key.joined().is_some() && !sk.key.values().any(|value| value.is_rest);
    let name = if sk.is_some_and(has_rows_below) { "RowQuery" } else { "Query" };
    let (name, of) = (format_ident!("{name}"), entity_type(entity));
    quote!(__ddbkey::#name<#of>)
}

/// `Order<T>`
fn entity_type(entity: &Entity<'_>) -> TokenStream {
    let (ident, (_, type_generics, _)) =
        (&entity.input.ident, entity.input.generics.split_for_impl());
    quote!(#ident #type_generics)
}

/// The parameters of a query, which are all parameters of the entity: `'a, T: Bound,` and `'a, T,`.
fn parameters(entity: &Entity<'_>) -> (TokenStream, TokenStream) {
    let declared = &entity.input.generics;
    let params = declared.params.iter().map(|param| match param {
        GenericParam::Lifetime(LifetimeParam { lifetime, bounds, .. }) => {
            quote!(#lifetime: #bounds,)
        }
        GenericParam::Type(TypeParam { ident, bounds, .. }) => quote!(#ident: #bounds,),
        GenericParam::Const(ConstParam { ident, ty, .. }) => quote!(const #ident: #ty,),
    });
    let args = declared.params.iter().map(generics::argument);
    (params.collect(), quote!(#(#args,)*))
}
