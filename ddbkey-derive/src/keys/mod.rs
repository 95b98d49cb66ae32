//! `#[derive(DdbKeys)]`: declaration → model → code.

mod check;
mod declaration;
mod expand;
mod model;
mod options;
mod template;

pub use self::check::{not_a_part, type_text};
pub use self::expand::{has_lifetime, mentions, with_lifetime};
pub use self::model::{IndexKind, bare, plain};

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;

/// The code of an entity. With mistakes, their messages and code of the same outline, so that
/// whatever uses the struct adds no error of its own.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let entity = check::check(input, &mut errors);
    let (messages, code) = (errors.to_tokens(), expand::expand(&entity, errors.is_empty()));
    quote!(#messages #code)
}

/// The mistakes alone.
#[cfg(test)]
pub fn mistakes(input: &DeriveInput) -> Vec<syn::Error> {
    let mut errors = Errors::default();
    check::check(input, &mut errors);
    errors.into_vec()
}
