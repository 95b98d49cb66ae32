//! Reads types from their tokens, for all derives.

#[cfg(test)]
#[path = "types/tests.rs"]
mod tests;

use proc_macro2::{Group, Ident, Punct, Spacing, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericArgument, Lifetime, PathArguments, Type};

/// The type itself, without the invisible group that a user's macro puts around it.
pub fn bare(ty: &Type) -> &Type {
    match ty {
        Type::Group(group) => bare(&group.elem),
        Type::Paren(paren) => bare(&paren.elem),
        _ => ty,
    }
}

/// `T` of `Option<T>`.
pub fn option(ty: &Type) -> Option<&Type> {
    argument(ty, "Option")
}

/// `T` of `Box<T>`.
pub fn boxed(ty: &Type) -> Option<&Type> {
    argument(ty, "Box")
}

/// The first argument of a type, if the type has this name.
pub fn argument<'t>(ty: &'t Type, name: &str) -> Option<&'t Type> {
    let Type::Path(path) = ty else { return None };
    let last = path.path.segments.last().filter(|last| last.ident == name)?;
    match &last.arguments {
        PathArguments::AngleBracketed(arguments) => match arguments.args.first()? {
            GenericArgument::Type(inner) => Some(inner),
            _ => None,
        },
        _ => None,
    }
}

/// Whether the type is a `Vec`, but not a `Vec` of bytes, which serde writes as binary if a crate for it is used.
pub fn is_list(ty: &Type) -> bool {
    argument(ty, "Vec").is_some_and(|element| !is_one_of(element, &["u8"]))
}

/// Whether the type has one of these names, without a path and without arguments.
pub fn is_one_of(ty: &Type, names: &[&str]) -> bool {
    let Type::Path(path) = ty else { return false };
    path.path.get_ident().is_some_and(|ident| names.contains(&&*ident.to_string()))
}

/// The name of a type, without its path and its arguments.
pub fn last_segment(ty: &Type) -> Option<String> {
    let Type::Path(path) = ty else { return None };
    Some(path.path.segments.last()?.ident.to_string())
}

/// The type as source code.
pub fn type_text(ty: &Type) -> String {
    let mut text = String::new();
    for word in ty.to_token_stream().to_string().split_whitespace() {
        let is_apart = text.ends_with(',')
            || text.ends_with(char::is_alphanumeric) && word.starts_with(char::is_alphanumeric);
        text.extend(is_apart.then_some(' '));
        text.push_str(word);
    }
    text
}

/// The type with all its lifetimes replaced by the lifetime of the key, including the elided lifetimes of references.
pub fn with_lifetime(ty: &impl ToTokens, lifetime: &Lifetime) -> TokenStream {
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

/// Whether there is a lifetime among the tokens, or a reference.
pub fn may_borrow(tokens: &impl ToTokens) -> bool {
    any_token(
        tokens.to_token_stream(),
        &mut |token| matches!(token, TokenTree::Punct(punct) if matches!(punct.as_char(), '\'' | '&')),
    )
}

pub fn mentions(tokens: &impl ToTokens, ident: &Ident) -> bool {
    any_token(
        tokens.to_token_stream(),
        &mut |token| matches!(token, TokenTree::Ident(other) if other == ident),
    )
}

/// Whether this lifetime is among the tokens.
pub fn mentions_lifetime(tokens: &dyn ToTokens, lifetime: &Lifetime) -> bool {
    let mut is_quoted = false;
    any_token(tokens.to_token_stream(), &mut |token| {
        let is_tick = matches!(token, TokenTree::Punct(punct) if punct.as_char() == '\'');
        std::mem::replace(&mut is_quoted, is_tick)
            && matches!(token, TokenTree::Ident(name) if *name == lifetime.ident)
    })
}

fn any_token(tokens: TokenStream, is_it: &mut dyn FnMut(&TokenTree) -> bool) -> bool {
    tokens.into_iter().any(|token| match &token {
        TokenTree::Group(group) => any_token(group.stream(), is_it),
        _ => is_it(&token),
    })
}
