//! The generic parameters of a key struct, the assumptions of its code about types, and the lifetime of its borrows.

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Lifetime, Token, Type, TypeParam, WherePredicate};

use super::{outside, runtime};
use crate::generics;
use crate::keys::held::HeldAs;
use crate::keys::model::{Entity, Format, Key, Value};
use crate::names;
use crate::types::{is_static, may_borrow, mentions, with_lifetime};

/// The parameters of one key struct: the lifetime, if a field borrows, and those of the entity's parameters that its
/// field types mention.
pub struct Scope {
    /// The lifetime, if a field borrows.
    pub lifetime: Option<Lifetime>,
    /// The bounds of the struct, as its declaration and as its code write them.
    pub declared_where_clause: TokenStream,
    pub where_clause: TokenStream,
    /// The same for code that also mentions other keys of the entity. The check of each type reports a type in them
    /// that is no part.
    pub impl_where_clause: TokenStream,
    /// The same parameters without the lifetime: `T: Bound,` and `T,`.
    pub own_params: TokenStream,
    pub own_args: TokenStream,
}

/// `<'k, T>`, or nothing around nothing.
pub struct Angled<'s> {
    lifetime: Option<Lifetime>,
    own: &'s TokenStream,
}

impl ToTokens for Angled<'_> {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        if self.lifetime.is_none() && self.own.is_empty() {
            return;
        }
        <Token![<]>::default().to_tokens(tokens);
        if let Some(lifetime) = &self.lifetime {
            lifetime.to_tokens(tokens);
            <Token![,]>::default().to_tokens(tokens);
        }
        if !self.own.is_empty() {
            self.own.to_tokens(tokens);
        }
        <Token![>]>::default().to_tokens(tokens);
    }
}

impl Scope {
    /// The parameters of these values. The code also mentions the structs of `others`.
    pub fn of<'v>(entity: &'v Entity<'_>, values: &[&'v Value], others: &[&'v Value]) -> Self {
        let generics = &entity.input.generics;
        let mentioned = |ident: &Ident| values.iter().any(|value| mentions(&value.ty, ident));
        let (mut own_params, mut own_args) = (TokenStream::new(), TokenStream::new());
        let mut dropped = Vec::new();
        for param in &generics.params {
            match param {
                GenericParam::Type(param) if mentioned(&param.ident) => {
                    let (ident, bounds) = (&param.ident, bounds(param));
                    own_params.extend(quote!(#ident: #bounds,));
                    own_args.extend(quote!(#ident,));
                }
                GenericParam::Const(param) if mentioned(&param.ident) => {
                    let (ident, ty) = (&param.ident, &param.ty);
                    own_params.extend(quote!(const #ident: #ty,));
                    own_args.extend(quote!(#ident,));
                }
                GenericParam::Type(param) => dropped.push(param.ident.clone()),
                GenericParam::Const(param) => dropped.push(param.ident.clone()),
                GenericParam::Lifetime(param) => dropped.push(param.lifetime.ident.clone()),
            }
        }
        let borrows = values.iter().any(|value| value.held.borrows());
        let others = others.iter().copied().filter(|value| !is_generic(entity, &value.ty));
        let others: Vec<_> = values.iter().copied().chain(others).collect();
        Self {
            lifetime: borrows.then(|| lifetime(entity)),
            declared_where_clause: where_clause(entity, values, &dropped, &outside(entity)),
            where_clause: where_clause(entity, values, &dropped, &runtime()),
            impl_where_clause: where_clause(entity, &others, &dropped, &runtime()),
            own_params,
            own_args,
        }
    }

    /// `<'k, T: Bound>`
    pub fn params(&self) -> Angled<'_> {
        Angled { lifetime: self.lifetime.clone(), own: &self.own_params }
    }

    /// `<'k, T>`
    pub fn args(&self) -> Angled<'_> {
        Angled { lifetime: self.lifetime.clone(), own: &self.own_args }
    }

    /// `<'static, T>`
    pub fn args_at(&self, lifetime: &str) -> Angled<'_> {
        let lifetime = self.lifetime.as_ref().map(|_| Lifetime::new(lifetime, Span::call_site()));
        Angled { lifetime, own: &self.own_args }
    }

    /// The parameters and bounds as a template of the runtime takes them: `generics: [T: Bound,] [T,], bounds: […],`
    pub fn in_template(&self, bounds: &TokenStream) -> TokenStream {
        let Self { own_params, own_args, .. } = self;
        let generics = (!own_args.is_empty()).then(|| quote!(generics: [#own_params] [#own_args],));
        let bounds = (!bounds.is_empty()).then(|| quote!(bounds: [#bounds],));
        quote!(#generics #bounds)
    }

    /// Allows to repeat a bound of the entity, if the declaration of the struct might.
    pub fn allowed(&self) -> Option<TokenStream> {
        (!self.own_params.is_empty()).then(names::allowed_in_bounds)
    }

    /// Whether code in the other scope can name a type of this one.
    pub fn is_known_to(&self, other: &Self) -> bool {
        self.own_args.is_empty()
            || (self.own_args.to_string() == other.own_args.to_string()
                && self.where_clause.to_string() == other.where_clause.to_string())
    }
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

/// The bounds of a parameter, without the bounds that name lifetimes: the key has its own lifetime.
fn bounds(param: &TypeParam) -> TokenStream {
    let bounds = param.bounds.iter().filter(is_static);
    quote!(#(#bounds)+*)
}

/// The entity's own predicates over the remaining parameters, and the bounds that the parts need.
fn where_clause(
    entity: &Entity<'_>,
    values: &[&Value],
    dropped: &[Ident],
    home: &dyn ToTokens,
) -> TokenStream {
    let declared = entity.input.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let is_left = |predicate: &&WherePredicate| {
        is_static(predicate) && !dropped.iter().any(|ident| mentions(predicate, ident))
    };
    let needed = part_bounds(entity, values.iter().copied(), home);
    whole_clause(&declared.filter(is_left).collect::<Vec<_>>(), &needed)
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
/// For a type without parameters, this is an assumption and not a bound, which the compiler would prove at each place
/// that repeats it. The only error comes from the check of the type.
fn part_bounds<'v>(
    entity: &Entity<'_>,
    values: impl Iterator<Item = &'v Value>,
    home: &dyn ToTokens,
) -> Vec<TokenStream> {
    let mut seen: Vec<&Value> = Vec::new();
    let mut bounds = Vec::new();
    for value in values.filter(|value| !value.held.is_known()) {
        let ty = &value.ty;
        let is_generic = is_generic(entity, ty);
        if seen.iter().any(|other| is_same(other, value)) || (may_borrow(ty) && !is_generic) {
            continue;
        }
        let other = seen.iter().find(|other| !is_generic && are_in_one_pair(entity, other, value));
        bounds.push(if is_generic {
            // The code names the type with the key's lifetime, with the entity's lifetime and with `'static`.
            let lifetime = generics::lifetime(&entity.input.generics, "x");
            let any = (!is_static(ty)).then(|| quote!(for<#lifetime>));
            let (ty, part) = (with_lifetime(ty, &lifetime), part(value, home));
            quote!(#any #ty: #part,)
        } else if let Some(other) = other {
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

/// Whether a type mentions a type or const parameter of the entity.
pub fn is_generic(entity: &Entity<'_>, ty: &Type) -> bool {
    let generics = &entity.input.generics;
    generics.type_params().any(|param| mentions(ty, &param.ident))
        || generics.const_params().any(|param| mentions(ty, &param.ident))
}

/// Whether a key depends on parameters, and can only be checked where the parameters are known.
pub fn is_generic_key(entity: &Entity<'_>, key: &Key) -> bool {
    key.values().any(|value| is_generic(entity, &value.ty))
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
        HeldAs::Returned => quote!(#home::Cow<#lifetime, #home::str>),
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
        HeldAs::Text(_) | HeldAs::Returned => quote!(__ddbkey::String),
        HeldAs::Primitive(_) => value.ty.to_token_stream(),
        HeldAs::Value(known, _) => known.at(&runtime()),
        HeldAs::Unknown => with_lifetime(&value.ty, lifetime),
    }
}
