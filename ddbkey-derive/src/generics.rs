//! Generic parameters that generated code adds to the user's parameters, under names that are free.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;
use syn::{GenericParam, Generics, Lifetime};

use crate::types::mentions_lifetime;

/// A lifetime `'k`, with as many `_` after it as it takes to be absent from the tokens, even from a `for<'k>`.
pub fn lifetime(tokens: &dyn ToTokens, name: &str) -> Lifetime {
    let mut lifetime = Lifetime::new(&format!("'{name}"), Span::call_site());
    while mentions_lifetime(tokens, &lifetime) {
        lifetime = Lifetime::new(&format!("{lifetime}_"), Span::call_site());
    }
    lifetime
}

/// A type or const parameter of this name, followed by as many `_` as make it unique.
pub fn parameter(generics: &Generics, name: &str) -> Ident {
    let is_taken =
        |name: &str| generics.params.iter().any(|param| argument(param).to_string() == name);
    let mut free = name.to_owned();
    while is_taken(&free) {
        free.push('_');
    }
    Ident::new(&free, Span::call_site())
}

/// A parameter as an argument.
pub fn argument(param: &GenericParam) -> TokenStream {
    match param {
        GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
        GenericParam::Type(param) => param.ident.to_token_stream(),
        GenericParam::Const(param) => param.ident.to_token_stream(),
    }
}

/// Gives the lifetimes the span of the macro, because a lint about a lifetime in the user's code would be repeated for
/// each impl.
pub fn without_places(generics: &mut Generics) {
    for param in &mut generics.params {
        if let GenericParam::Lifetime(param) = param {
            param.lifetime.set_span(Span::call_site());
        }
    }
}
