//! `#[derive(DdbKeys)]`: declaration → model → rules → code.

mod attributes;
mod declaration;
mod expand;
mod format;
mod held;
mod items;
mod model;
pub mod names;
mod options;
mod resolve;
mod rules;
mod template;

pub use self::model::IndexKind;
pub use self::names::is_index_name;

use proc_macro2::TokenStream;
use syn::DeriveInput;

use crate::errors::Errors;

pub fn derive(input: &DeriveInput, errors: &mut Errors) -> TokenStream {
    let mut entity = resolve::resolve(input, errors);
    rules::check(&mut entity, errors);
    entity.is_faulty = !errors.is_empty();
    expand::expand(&entity)
}
