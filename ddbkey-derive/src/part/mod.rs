//! `#[derive(KeyPart)]`: an enum of unit variants, or a newtype.

mod check;
mod expand;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;

/// The code of a part type. If there are mistakes, their messages, and code of the same outline.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let part = check::check(input, &mut errors);
    let (messages, code) = (errors.to_tokens(), expand::expand(&part));
    quote!(#messages #code)
}

/// The mistakes alone.
#[cfg(any(test, fuzzing))]
pub fn mistakes(input: &DeriveInput) -> Vec<syn::Error> {
    let mut errors = Errors::default();
    check::check(input, &mut errors);
    errors.into_vec()
}
