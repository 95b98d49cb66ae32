//! `#[derive(DdbKeys)]`: declaration → model → rules → code.

mod attributes;
mod declaration;
mod expand;
mod format;
mod held;
mod model;
mod names;
mod options;
mod resolve;
mod rules;
mod stored;
mod template;

pub use self::model::IndexKind;
pub use self::names::is_index_name;

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::Errors;

/// The code of an entity. If there are mistakes, their messages, and code of the same outline, so that code
/// which uses the struct adds no errors.
pub fn derive(input: &DeriveInput) -> TokenStream {
    let mut errors = Errors::default();
    let entity = resolve::resolve(input, &mut errors);
    rules::check(&entity, &mut errors);
    let (messages, code) = (errors.to_tokens(), expand::expand(&entity, errors.is_empty()));
    quote!(#messages #code)
}

/// The mistakes alone.
#[cfg(any(test, fuzzing))]
pub fn mistakes(input: &DeriveInput) -> Vec<syn::Error> {
    let mut errors = Errors::default();
    let entity = resolve::resolve(input, &mut errors);
    rules::check(&entity, &mut errors);
    errors.into_vec()
}
