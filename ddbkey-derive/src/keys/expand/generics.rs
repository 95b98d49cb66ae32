//! The lifetime of a key struct, and the assumptions of its code about types. A key mentions no other parameter of the
//! entity.

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{Lifetime, WherePredicate};

use super::{outside, runtime};
use crate::generics;
use crate::keys::held::HeldAs;
use crate::keys::model::{Entity, Format, Key, Value};
use crate::types::{may_borrow, with_lifetime};

pub struct Scope {
    /// The lifetime, if a field borrows.
    pub lifetime: Option<Lifetime>,
    /// The bounds of the struct, as its declaration and as its code write them.
    pub declared_where_clause: TokenStream,
    pub where_clause: TokenStream,
    /// The same for code that also mentions other keys of the entity. The check of each type reports a type in them
    /// that is not a part.
    pub impl_where_clause: TokenStream,
}

impl Scope {
    /// The scope of these values. The code also mentions the structs of `others`.
    pub fn of<'v>(entity: &'v Entity<'_>, values: &[&'v Value], others: &[&'v Value]) -> Self {
        let borrows = values.iter().any(|value| value.held.borrows());
        let clause = |values: &[&Value], home: &dyn ToTokens| {
            whole_clause(&[], &part_bounds(entity, values.iter().copied(), home))
        };
        Self {
            lifetime: borrows.then(|| lifetime(entity)),
            declared_where_clause: clause(values, &outside(entity)),
            where_clause: clause(values, &runtime()),
            impl_where_clause: clause(&[values, others].concat(), &runtime()),
        }
    }

    /// `<'k>`, as parameters and as arguments.
    pub fn args(&self) -> Option<TokenStream> {
        self.lifetime.as_ref().map(|lifetime| quote!(<#lifetime>))
    }

    /// `<'static>`
    pub fn args_at(&self, lifetime: &str) -> Option<TokenStream> {
        let lifetime = Lifetime::new(lifetime, Span::call_site());
        self.lifetime.as_ref().map(|_| quote!(<#lifetime>))
    }
}

/// The bounds as a template of the runtime takes them: `bounds: [where …],`
pub fn in_template(bounds: &TokenStream) -> Option<TokenStream> {
    (!bounds.is_empty()).then(|| quote!(bounds: [#bounds],))
}

/// `impl<…>`, `Order<…>`, `where …`, with the bounds that the parts need.
pub fn header(entity: &Entity<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, where_clause) = entity.input.generics.split_for_impl();
    let bounds = part_bounds(entity, entity.own_keys().flat_map(Key::values), &runtime());
    let declared = where_clause.iter().flat_map(|clause| &clause.predicates);
    (
        quote!(#impl_generics),
        quote!(#type_generics),
        whole_clause(&declared.collect::<Vec<_>>(), &bounds),
    )
}

/// The entity as a type for constants, unless the type depends on its parameters.
pub fn static_type(entity: &Entity<'_>) -> Option<TokenStream> {
    let generics = &entity.input.generics;
    if generics.params.len() > generics.lifetimes().count() {
        return None;
    }
    let ident = &entity.input.ident;
    let lifetimes: Vec<_> = generics.lifetimes().map(|_| quote!('static)).collect();
    let args = (!lifetimes.is_empty()).then(|| quote!(<#(#lifetimes),*>));
    Some(quote!(#ident #args))
}

/// `'k`, unless the entity has a lifetime of that name.
pub fn lifetime(entity: &Entity<'_>) -> Lifetime {
    generics::lifetime(&entity.input.generics, "k")
}

/// `where …`, or nothing without predicates.
fn whole_clause(declared: &[&WherePredicate], needed: &[TokenStream]) -> TokenStream {
    if declared.is_empty() && needed.is_empty() {
        TokenStream::new()
    } else {
        quote!(where #(#declared,)* #(#needed)*)
    }
}

/// The assumptions of generated code about each type that is not known here.
///
/// This is an assumption and not a bound, which the compiler would prove at each place that repeats it. The only error
/// comes from the check of the type.
fn part_bounds<'v>(
    entity: &Entity<'_>,
    values: impl Iterator<Item = &'v Value>,
    home: &dyn ToTokens,
) -> Vec<TokenStream> {
    let mut seen: Vec<&Value> = Vec::new();
    let mut bounds = Vec::new();
    for value in values.filter(|value| !value.held.is_known()) {
        let ty = &value.ty;
        if seen.iter().any(|other| is_same(other, value)) || may_borrow(ty) {
            continue;
        }
        let other = seen.iter().find(|other| are_in_one_pair(entity, other, value));
        bounds.push(if let Some(other) = other {
            held_alike(entity, value, other, home)
        } else {
            let format = (value.format != Format::Plain).then(|| value.format.ty(home));
            let format = format.map(|format| quote!(<#format>));
            quote!(#ty: #home::IsPart #format,)
        });
        seen.push(value);
    }
    bounds
}

fn is_same(one: &Value, other: &Value) -> bool {
    one.format == other.format && one.name == other.name
}

/// Whether both are one field in two formats. The struct of a pair of keys holds only one of them.
fn are_in_one_pair(entity: &Entity<'_>, one: &Value, other: &Value) -> bool {
    let mut owners = std::iter::once(None).chain(entity.owners().map(Some));
    one.name == other.name
        && owners.any(|owner| {
            let values = entity.pair_values(owner);
            [one, other].iter().all(|value| values.iter().any(|own| is_same(own, value)))
        })
}

/// `At: for<'x> KeyPart<Month, Ref<'x> = <At as KeyPart<Fraction<3>>>::Ref<'x>>`
fn held_alike(
    entity: &Entity<'_>,
    value: &Value,
    other: &Value,
    home: &dyn ToTokens,
) -> TokenStream {
    let (ty, any) = (&value.ty, generics::lifetime(&entity.input.generics, "x"));
    let (format, other) = (value.format.ty(home), part(other, home));
    quote!(#ty: for<#any> #home::KeyPart<#format, Ref<#any> = <#ty as #other>::Ref<#any>>,)
}

/// `KeyPart`, or `KeyPart<Padded<5>>`.
pub fn part(value: &Value, home: &dyn ToTokens) -> TokenStream {
    match value.format {
        Format::Plain => quote!(#home::KeyPart),
        format => {
            let format = format.ty(home);
            quote!(#home::KeyPart<#format>)
        }
    }
}

/// The borrowed form of a value, as a user would write it where its type is known: `&'k str`, `Ulid`.
pub fn reference(value: &Value, lifetime: &Lifetime, home: &dyn ToTokens) -> TokenStream {
    match &value.held {
        HeldAs::Text(_) => quote!(&#lifetime #home::str),
        HeldAs::Owned => quote!(#home::Cow<#lifetime, #home::str>),
        HeldAs::Primitive(_) => value.ty.to_token_stream(),
        HeldAs::Value(known, _) => known.at(home),
        HeldAs::Unknown => {
            let (ty, part) = (with_lifetime(&value.ty, lifetime), part(value, home));
            quote!(<#ty as #part>::Ref<#lifetime>)
        }
    }
}

/// The type of a part as generated code names it. All string types are written and read alike. A well-known type gets
/// the runtime's name for it, so that this code cannot cause an error.
pub fn part_type(value: &Value, lifetime: &Lifetime) -> TokenStream {
    match &value.held {
        HeldAs::Text(_) | HeldAs::Owned => quote!(__ddbkey::String),
        HeldAs::Primitive(_) => value.ty.to_token_stream(),
        HeldAs::Value(known, _) => known.at(&runtime()),
        HeldAs::Unknown => with_lifetime(&value.ty, lifetime),
    }
}
