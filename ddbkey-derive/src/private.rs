//! The name of the runtime's module for generated code, which has the version of the crates.

use proc_macro2::{Ident, Span, TokenStream};
use quote::ToTokens;

/// `__private_0_1`, so that nobody depends on it, and that no derive works with another runtime.
pub struct Private;

impl Private {
    pub fn ident() -> Ident {
        const NAME: &str = concat!(
            "__private_",
            env!("CARGO_PKG_VERSION_MAJOR"),
            "_",
            env!("CARGO_PKG_VERSION_MINOR")
        );
        Ident::new(NAME, Span::call_site())
    }
}

impl ToTokens for Private {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        Self::ident().to_tokens(tokens);
    }
}
