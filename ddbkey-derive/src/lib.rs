//! The derive macros of `ddbkey`.
use proc_macro::TokenStream;
/// x
#[proc_macro_derive(DdbKeys, attributes(pk, sk, gsi, lsi, ddb))]
pub fn derive_keys(input: TokenStream) -> TokenStream { let _ = input; TokenStream::new() }
