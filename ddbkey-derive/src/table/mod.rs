//! `#[derive(DdbTable)]`: an enum of entities.

mod check;
mod expand;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;

pub fn derive(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let mut table = check::check(input, errors);
    table.is_faulty = !errors.is_empty();
    expand::expand(&table)
}
