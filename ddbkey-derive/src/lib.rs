//! The derive macros of [`ddbkey`](https://docs.rs/ddbkey), which re-exports and documents them.

mod errors;
mod generics;
mod keys;
mod known;
mod message;
mod names;
mod options;
mod part;
mod private;
mod rename;
mod report;
mod serde;
mod spans;
mod table;
#[cfg(test)]
mod tests;
mod types;

// An editor shows the line above each `include_str!`, and not the included file.

use proc_macro::TokenStream;
use quote::quote;
use syn::{DeriveInput, parse_macro_input};

use self::errors::Derive;
use self::private::Private;

/// Declares the keys of a struct, and generates what builds, parses and queries them.
#[doc = include_str!("docs/keys.md")]
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, or, was, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream {
    derive(keys::derive, parse_macro_input!(input as DeriveInput))
}

/// Makes an enum of entities a table, and proves that no key could belong to two of them.
#[doc = include_str!("docs/table.md")]
#[proc_macro_derive(DdbTable, attributes(ddb, gsi, lsi))]
pub fn derive_table(input: TokenStream) -> TokenStream {
    derive(table::derive, parse_macro_input!(input as DeriveInput))
}

/// Makes a newtype or an enum a part of keys.
#[doc = include_str!("docs/part.md")]
#[proc_macro_derive(KeyPart, attributes(key_part))]
pub fn derive_part(input: TokenStream) -> TokenStream {
    derive(part::derive, parse_macro_input!(input as DeriveInput))
}

fn derive(derive: Derive, mut input: DeriveInput) -> TokenStream {
    generics::without_places(&mut input.generics);
    report::output_or_report(derive, &input).into()
}

/// Exports the module `__private` of `ddbkey` under the name that generated code uses. `ddbkey` alone calls it.
#[doc(hidden)]
#[proc_macro]
pub fn export_private(_: TokenStream) -> TokenStream {
    quote!(#[doc(hidden)] pub use self::__private as #Private;).into()
}
