//! `#[derive(KeyPart)]`: an enum, or a newtype.

pub mod check;
mod expand;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;

pub fn derive(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let part = check::check(input, errors);
    expand::expand(&part)
}
