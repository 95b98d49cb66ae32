//! Parameters of generated code beside those of the user's: names that are free, and where a name occurs.

use std::mem;

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::{GenericParam, Generics, Lifetime};

/// A lifetime of this name, `'k`, with as many `_` after it as it takes not to occur among the tokens, not even
/// in a `for<'k>`.
pub fn lifetime(tokens: &dyn ToTokens, name: &str) -> Lifetime {
    let mut lifetime = Lifetime::new(&format!("'{name}"), Span::call_site());
    while has_lifetime(tokens, &lifetime) {
        lifetime = Lifetime::new(&format!("{lifetime}_"), Span::call_site());
    }
    lifetime
}

/// Whether this lifetime occurs among the tokens.
pub fn has_lifetime(tokens: &dyn ToTokens, lifetime: &Lifetime) -> bool {
    fn occurs(tokens: TokenStream, name: &Ident) -> bool {
        let mut is_quoted = false;
        tokens.into_iter().any(|token| {
            let was_quoted = mem::replace(
                &mut is_quoted,
                matches!(&token, TokenTree::Punct(punct) if punct.as_char() == '\''),
            );
            match token {
                TokenTree::Group(group) => occurs(group.stream(), name),
                TokenTree::Ident(ident) => was_quoted && ident == *name,
                _ => false,
            }
        })
    }
    occurs(tokens.to_token_stream(), &lifetime.ident)
}

/// A type or const parameter of this name, with as many `_` after it as make it unique.
pub fn parameter(generics: &Generics, name: &str) -> Ident {
    let is_taken = |name: &str| {
        generics.params.iter().any(|param| match param {
            GenericParam::Lifetime(_) => false,
            GenericParam::Type(param) => param.ident == name,
            GenericParam::Const(param) => param.ident == name,
        })
    };
    let mut free = name.to_owned();
    while is_taken(&free) {
        free.push('_');
    }
    Ident::new(&free, Span::call_site())
}

/// Gives the lifetimes the span of the macro: a lint about one is about what the user wrote, and would be
/// repeated for each impl.
pub fn without_places(generics: &mut Generics) {
    for param in &mut generics.params {
        if let GenericParam::Lifetime(param) = param {
            param.lifetime.set_span(Span::call_site());
        }
    }
}
