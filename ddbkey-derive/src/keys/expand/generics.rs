//! Which generic parameters a key struct carries, and the lifetime of what it borrows.

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{GenericParam, Lifetime, Path, Type, TypeParam, WherePredicate};

use crate::keys::model::{Entity, Form, Value};
use crate::names;

/// The parameters of one key struct: the lifetime, if it has fields, and of the entity's own only
/// those that its fields' types mention.
pub struct Scope {
    /// `<'k, T: Bound>`, empty without parameters.
    pub params: TokenStream,
    /// `<'k, T>`
    pub args: TokenStream,
    /// `<'_, T>`
    pub elided: TokenStream,
    pub where_clause: TokenStream,
    /// The same parameters without the lifetime: `T: Bound,` and `T,`.
    pub own_params: TokenStream,
    pub own_args: TokenStream,
    /// The types of the own parameters, as a tuple for `PhantomData`.
    pub own_types: TokenStream,
}

impl Scope {
    pub fn of(entity: &Entity<'_>, values: &[&Value]) -> Self {
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
        let k = (!values.is_empty()).then(|| quote!(#lifetime,));
        let elided = (!values.is_empty()).then(|| quote!('_,));
        Self {
            params: angled(quote!(#k #own_params)),
            args: angled(quote!(#k #own_args)),
            elided: angled(quote!(#elided #own_args)),
            where_clause: where_clause(entity, values, &dropped),
            own_params,
            own_args,
            own_types,
        }
    }
}

/// `<…>`, or nothing around nothing.
pub fn angled(inside: TokenStream) -> TokenStream {
    if inside.is_empty() { inside } else { quote!(<#inside>) }
}

/// `'k`, unless the entity has a lifetime of that name.
pub fn lifetime(entity: &Entity<'_>) -> Lifetime {
    names::lifetime(&entity.input.generics, "k")
}

/// The type with all its lifetimes, also those left out of a reference, replaced by that of the key.
pub fn with_lifetime(ty: &Type, lifetime: &Lifetime) -> TokenStream {
    replace_lifetimes(ty.to_token_stream(), lifetime)
}

fn replace_lifetimes(tokens: TokenStream, lifetime: &Lifetime) -> TokenStream {
    let mut replaced = TokenStream::new();
    let mut tokens = tokens.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match token {
            TokenTree::Punct(tick) if tick.as_char() == '\'' => match tokens.next() {
                Some(TokenTree::Ident(name)) if name == "static" => {
                    replaced.extend([
                        TokenTree::Punct(Punct::new('\'', Spacing::Joint)),
                        TokenTree::Ident(name),
                    ]);
                }
                _ => lifetime.to_tokens(&mut replaced),
            },
            TokenTree::Punct(and) if and.as_char() == '&' => {
                replaced.extend([TokenTree::Punct(and)]);
                if !matches!(tokens.peek(), Some(TokenTree::Punct(tick)) if tick.as_char() == '\'')
                {
                    lifetime.to_tokens(&mut replaced);
                }
            }
            TokenTree::Group(group) => {
                let inside = replace_lifetimes(group.stream(), lifetime);
                let mut replacement = Group::new(group.delimiter(), inside);
                replacement.set_span(group.span());
                replaced.extend([TokenTree::Group(replacement)]);
            }
            token => replaced.extend([token]),
        }
    }
    replaced
}

/// The bounds of a parameter, without those that name lifetimes: the key has its own.
fn bounds(param: &TypeParam) -> TokenStream {
    let bounds = param.bounds.iter().filter(|bound| !has_lifetime(bound));
    quote!(#(#bounds)+*)
}

/// The entity's own predicates over the parameters that are left, and what the parts need.
fn where_clause(entity: &Entity<'_>, values: &[&Value], dropped: &[Ident]) -> TokenStream {
    let declared = entity.input.generics.where_clause.iter().flat_map(|clause| &clause.predicates);
    let is_left = |predicate: &&WherePredicate| {
        !has_lifetime(predicate) && !dropped.iter().any(|ident| mentions(predicate, ident))
    };
    let needed = part_bounds(entity, values.iter().copied());
    let declared = declared.filter(is_left);
    let predicates = quote!(#(#declared,)* #needed);
    if predicates.is_empty() { predicates } else { quote!(where #predicates) }
}

/// `T: KeyPart` for each value whose type the compiler may find to be no part.
///
/// A type without parameters stands under a `for<'x>`: that makes the bound an assumption instead of
/// an error at each of the places that repeat it. The one error comes from the pattern.
pub fn part_bounds<'v>(
    entity: &Entity<'_>,
    values: impl Iterator<Item = &'v Value>,
) -> TokenStream {
    let any = names::lifetime(&entity.input.generics, "x");
    let mut seen = Vec::new();
    let mut bounds = TokenStream::new();
    for value in values {
        let (ty, part) = (&value.ty, part(value, &entity.runtime));
        let is_generic = is_generic(entity, ty);
        if is_known(value) || (has_lifetime(ty) && !is_generic) {
            continue;
        }
        let lifetime = lifetime(entity);
        let ty = with_lifetime(ty, &lifetime);
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

/// `KeyPart`, or `KeyPart<Padded<5>>`.
pub fn part(value: &Value, runtime: &Path) -> TokenStream {
    match value.form {
        Form::Plain => quote!(#runtime::KeyPart),
        form => {
            let form = form.ty(runtime);
            quote!(#runtime::KeyPart<#form>)
        }
    }
}

/// The borrowed form of a value. That of the most common types is written out, and reads so in the
/// documentation: `&'k str` and `u32`, where it would be `<u32 as KeyPart<Padded<5>>>::Ref<'k>`.
pub fn reference(value: &Value, lifetime: &Lifetime, runtime: &Path) -> TokenStream {
    if is_string(value) {
        quote!(&#lifetime str)
    } else if is_primitive(value) {
        value.ty.to_token_stream()
    } else {
        lent(value, lifetime, runtime)
    }
}

/// `<Ulid as KeyPart>::Ref<'k>`, which has the lifetime whether it borrows or not.
pub fn lent(value: &Value, lifetime: &Lifetime, runtime: &Path) -> TokenStream {
    let (ty, part) = (with_lifetime(&value.ty, lifetime), part(value, runtime));
    quote!(<#ty as #part>::Ref<#lifetime>)
}

fn is_string(value: &Value) -> bool {
    value.form == Form::Plain && is_one_of(&value.ty, &["String"])
}

/// Whether the value is its own borrowed form wherever its type's name means what it seems to.
pub fn is_primitive(value: &Value) -> bool {
    match value.form {
        Form::Plain => is_one_of(&value.ty, &INTEGERS) || is_one_of(&value.ty, &["bool", "char"]),
        Form::Padded(_) | Form::Unordered => is_one_of(&value.ty, &INTEGERS),
        Form::Descending(_) => is_one_of(&value.ty, &INTEGERS[..5]),
        Form::Fraction(_) | Form::Unit(_) => false,
    }
}

/// The types that are parts in this form wherever their names mean what they seem to: no bound is
/// spent on them.
fn is_known(value: &Value) -> bool {
    const TIMESTAMPS: [&str; 2] = ["Timestamp", "OffsetDateTime"];
    const OTHERS: [&str; 4] = ["Ulid", "Uuid", "Date", "NaiveDate"];
    let is_timestamp = || is_one_of(&value.ty, &TIMESTAMPS);
    match value.form {
        _ if is_string(value) || is_primitive(value) => true,
        Form::Plain => is_timestamp() || is_one_of(&value.ty, &OTHERS),
        Form::Padded(_) | Form::Descending(_) | Form::Unordered => false,
        Form::Fraction(_) | Form::Unit(_) => is_timestamp(),
    }
}

/// The unsigned ones first.
const INTEGERS: [&str; 10] = ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128"];

fn is_one_of(ty: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|ident| names.iter().any(|name| ident == name))
}

/// Whether a lifetime stands among the tokens, or a reference.
pub fn has_lifetime(tokens: &impl ToTokens) -> bool {
    any_token(
        tokens.to_token_stream(),
        &|token| matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), '\'' | '&')),
    )
}

/// Whether an identifier stands among the tokens.
pub fn mentions(tokens: &impl ToTokens, ident: &Ident) -> bool {
    any_token(
        tokens.to_token_stream(),
        &|token| matches!(token, TokenTree::Ident(other) if other == ident),
    )
}

fn any_token(tokens: TokenStream, is_it: &dyn Fn(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|token| match &token {
        TokenTree::Group(group) => any_token(group.stream(), is_it),
        _ => is_it(&token),
    })
}
