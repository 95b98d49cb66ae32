//! Which generic parameters a key struct carries, and the lifetime of what it borrows.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{GenericParam, Lifetime, Path, Type, TypeParam, WherePredicate};

use crate::generics;
use crate::keys::model::{Entity, Format, Key, Value};
use crate::types::{INTEGERS, UNSIGNED, is_one_of, may_borrow, mentions, with_lifetime};

/// The parameters of one key struct: the lifetime, if it has fields, and of the entity's own only
/// those that its fields' types mention.
pub struct Scope {
    /// `<'k, T: Bound>`, empty without parameters.
    pub params: TokenStream,
    /// `<'k, T>`
    pub args: TokenStream,
    /// `<'_, T>`
    pub elided: TokenStream,
    /// `<'static, T>`
    pub static_args: TokenStream,
    pub where_clause: TokenStream,
    /// The same for what uses other keys of the entity as well: whether the types of those are parts is
    /// checked at the types.
    pub impl_where_clause: TokenStream,
    /// The same parameters without the lifetime: `T: Bound,` and `T,`.
    pub own_params: TokenStream,
    pub own_args: TokenStream,
    /// The types of the own parameters, as a tuple for `PhantomData`.
    pub own_types: TokenStream,
}

impl Scope {
    pub fn of<'v>(entity: &'v Entity<'_>, values: &[&'v Value]) -> Self {
        let generics = &entity.input.generics;
        let mentioned = |ident: &Ident| values.iter().any(|value| mentions(&value.ty, ident));
        let (mut own_params, mut own_args) = (TokenStream::new(), TokenStream::new());
        let mut own_types = TokenStream::new();
        let mut dropped = Vec::new();
        for param in &generics.params {
            match param {
                GenericParam::Type(param) if mentioned(&param.ident) => {
                    let (ident, bounds) = (&param.ident, bounds(param));
                    own_params.extend(quote!(#ident: #bounds,));
                    own_args.extend(quote!(#ident,));
                    own_types.extend(quote!(#ident,));
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
        let lifetime = lifetime(entity);
        let with = |own: &TokenStream, lifetime: TokenStream| {
            let lifetime = (!values.is_empty()).then_some(lifetime);
            angled(quote!(#lifetime #own))
        };
        Self {
            params: with(&own_params, quote!(#lifetime,)),
            args: with(&own_args, quote!(#lifetime,)),
            elided: with(&own_args, quote!('_,)),
            static_args: with(&own_args, quote!('static,)),
            where_clause: where_clause(entity, values, &dropped),
            impl_where_clause: where_clause(entity, &with_others(entity, values), &dropped),
            own_params,
            own_args,
            own_types,
        }
    }

    /// Whether code in the other scope can name a type of this one.
    pub fn is_known_to(&self, other: &Self) -> bool {
        self.own_args.is_empty()
            || (self.own_args.to_string() == other.own_args.to_string()
                && self.where_clause.to_string() == other.where_clause.to_string())
    }
}

/// The values, and those of other keys whose types need no parameter.
fn with_others<'v>(entity: &'v Entity<'_>, values: &[&'v Value]) -> Vec<&'v Value> {
    let others = entity.own_keys().flat_map(Key::values);
    let others = others.filter(|value| !is_generic(entity, &value.ty));
    values.iter().copied().chain(others).collect()
}

/// `<…>`, or nothing around nothing.
pub fn angled(inside: TokenStream) -> TokenStream {
    if inside.is_empty() { inside } else { quote!(<#inside>) }
}

/// `impl<…>`, `Order<…>`, `where …`, with what the parts need of the parameters.
pub fn header(entity: &Entity<'_>) -> (TokenStream, TokenStream, TokenStream) {
    let (impl_generics, type_generics, where_clause) = entity.input.generics.split_for_impl();
    let bounds = part_bounds(entity, entity.own_keys().flat_map(Key::values));
    let declared = where_clause.map(|clause| clause.predicates.iter()).into_iter().flatten();
    let predicates = quote!(#(#declared,)* #bounds);
    let where_clause = if predicates.is_empty() { predicates } else { quote!(where #predicates) };
    (quote!(#impl_generics), quote!(#type_generics), where_clause)
}

/// The entity as a type for constants, unless that needs to know its parameters.
pub fn static_type(entity: &Entity<'_>) -> Option<TokenStream> {
    let generics = &entity.input.generics;
    if generics.params.len() > generics.lifetimes().count() {
        return None;
    }
    let ident = &entity.input.ident;
    let lifetimes = generics.lifetimes().map(|_| quote!('static));
    let lifetimes = angled(quote!(#(#lifetimes),*));
    Some(quote!(#ident #lifetimes))
}

/// `'k`, unless the entity has a lifetime of that name.
pub fn lifetime(entity: &Entity<'_>) -> Lifetime {
    generics::lifetime(&entity.input.generics, "k")
}

/// The bounds of a parameter, without those that name lifetimes: the key has its own.
fn bounds(param: &TypeParam) -> TokenStream {
    let bounds = param.bounds.iter().filter(|bound| !may_borrow(bound));
    quote!(#(#bounds)+*)
}

/// The entity's own predicates over the parameters that are left, and what the parts need.
fn where_clause(entity: &Entity<'_>, values: &[&Value], dropped: &[Ident]) -> TokenStream {
    let declared = entity.input.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let is_left = |predicate: &&WherePredicate| {
        !may_borrow(predicate) && !dropped.iter().any(|ident| mentions(predicate, ident))
    };
    let needed = part_bounds(entity, values.iter().copied());
    let declared = declared.filter(is_left);
    let predicates = quote!(#(#declared,)* #needed);
    if predicates.is_empty() { predicates } else { quote!(where #predicates) }
}

/// `T: KeyPart` for each value whose type the compiler may find not to be a part.
///
/// A type without parameters is under a `for<'x>`: that makes the bound an assumption instead of an
/// error at each of the places that repeat it. The one error comes from the check of the type.
fn part_bounds<'v>(entity: &Entity<'_>, values: impl Iterator<Item = &'v Value>) -> TokenStream {
    let any = generics::lifetime(&entity.input.generics, "x");
    let mut seen = Vec::new();
    let mut bounds = TokenStream::new();
    for value in values {
        let is_generic = is_generic(entity, &value.ty);
        if is_known(value) || (may_borrow(&value.ty) && !is_generic) {
            continue;
        }
        let part = part(value, &entity.runtime);
        let ty = with_lifetime(&value.ty, &lifetime(entity));
        let bound = if is_generic { quote!(#ty: #part,) } else { quote!(for<#any> #ty: #part,) };
        if !seen.contains(&bound.to_string()) {
            seen.push(bound.to_string());
            bounds.extend(bound);
        }
    }
    bounds
}

/// Whether a type mentions a type or const parameter of the entity.
pub fn is_generic(entity: &Entity<'_>, ty: &Type) -> bool {
    let generics = &entity.input.generics;
    generics.type_params().any(|param| mentions(ty, &param.ident))
        || generics.const_params().any(|param| mentions(ty, &param.ident))
}

/// Whether a key depends on parameters, and is known only where they are.
pub fn is_generic_key(entity: &Entity<'_>, key: &Key) -> bool {
    key.values().any(|value| is_generic(entity, &value.ty))
}

/// `KeyPart`, or `KeyPart<Padded<5>>`.
pub fn part(value: &Value, runtime: &Path) -> TokenStream {
    match value.format {
        Format::Plain => quote!(#runtime::KeyPart),
        format => {
            let format = format.ty(runtime);
            quote!(#runtime::KeyPart<#format>)
        }
    }
}

/// The borrowed form of a value. That of the most common types is written out, and reads like that in
/// the documentation: `&'k str` and `u32`, where it would be `<u32 as KeyPart<Padded<5>>>::Ref<'k>`.
pub fn reference(value: &Value, lifetime: &Lifetime, runtime: &Path) -> TokenStream {
    if is_string(value) {
        quote!(&#lifetime ::core::primitive::str)
    } else if is_primitive(value) {
        value.ty.to_token_stream()
    } else {
        part_ref(value, lifetime, runtime)
    }
}

/// `<Ulid as KeyPart>::Ref<'k>`, which has the lifetime whether it borrows or not.
pub fn part_ref(value: &Value, lifetime: &Lifetime, runtime: &Path) -> TokenStream {
    let (ty, part) = (with_lifetime(&value.ty, lifetime), part(value, runtime));
    quote!(<#ty as #part>::Ref<#lifetime>)
}

pub fn is_string(value: &Value) -> bool {
    value.format == Format::Plain && is_one_of(&value.ty, &["String"])
}

/// Whether the value is its own borrowed form wherever its type's name means what it seems to.
pub fn is_primitive(value: &Value) -> bool {
    match value.format {
        Format::Plain => is_one_of(&value.ty, &INTEGERS) || is_one_of(&value.ty, &["bool", "char"]),
        Format::Padded(_) | Format::Unordered => is_one_of(&value.ty, &INTEGERS),
        Format::Descending(_) => is_one_of(&value.ty, &UNSIGNED),
        _ => false,
    }
}

/// The types that are parts in this format wherever their names mean what they seem to: no bound is
/// spent on them. Those of other crates are not among them, since another version of the crate has types
/// of the same names.
pub fn is_known(value: &Value) -> bool {
    is_string(value) || is_primitive(value)
}
