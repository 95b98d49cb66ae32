//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod keys;
mod message;
mod options;
mod part;
mod table;

use proc_macro::TokenStream;
use syn::{DeriveInput, parse_macro_input};

/// Declares the keys of an entity.
///
/// See the documentation of the crate `ddbkey`.
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream {
    keys::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes an enum of entities a table, and proves that no key is one of two.
///
/// See the documentation of the crate `ddbkey`.
#[proc_macro_derive(DdbTable, attributes(ddb, gsi, lsi))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    table::derive(&parse_macro_input!(input as DeriveInput)).into()
}

/// Makes an enum of unit variants, or a newtype, a part of keys.
///
/// See the documentation of the crate `ddbkey`.
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_part(input: TokenStream) -> TokenStream {
    part::derive(&parse_macro_input!(input as DeriveInput)).into()
}
