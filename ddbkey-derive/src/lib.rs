//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod keys;
mod message;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares the keys of an entity.
///
/// See the documentation of the crate `ddbkey`.
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream {
    keys::derive(&parse_macro_input!(input as DeriveInput)).into()
}
