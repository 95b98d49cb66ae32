//! The code for newtypes.

use proc_macro2::TokenStream;
use quote::quote;

use crate::errors::output;
use crate::part;

/// The code without spaces.
fn code(options: &TokenStream, value: &TokenStream) -> String {
    let input = syn::parse2(quote!(#[key_part(#options)] struct Id(#value);)).unwrap();
    output(part::derive, &input).to_string().replace(' ', "")
}

/// Strings of one length sort anywhere in a key.
#[test]
fn an_alphabet_has_the_order_of_its_lengths() {
    let order = |options| {
        let code = code(&options, &quote!(String));
        let orders = ["Always", "Last", "__O"];
        let is_order = |order: &&str| {
            code.contains(&format!("typeOrder={order};"))
                || code.contains(&format!("typeOrder=__ddbkey::order::{order};"))
        };
        orders.into_iter().find(is_order).expect("an order").to_owned()
    };
    assert_eq!(order(quote!(ascii = "0-9a-f", len = 24)), "Always");
    assert_eq!(order(quote!(ascii = "0-9a-f", len = 8..=24)), "Last");
    assert_eq!(order(quote!(ascii = "0-9a-f")), "Last");
    assert_eq!(order(quote!()), "__O");
}

/// A value with fewer strings than its type is checked each time.
#[test]
fn a_restricted_newtype_is_not_trusted() {
    let is_trusted = |options| {
        let code = code(&options, &quote!(String));
        !code.contains("IS_TRUSTED:__ddbkey::bool=false;")
    };
    assert!(is_trusted(quote!()));
    assert!(!is_trusted(quote!(check = Id::is_valid)));
    assert!(!is_trusted(quote!(ascii = "0-9a-f")));
}

/// The start of a calendar unit may fail the check.
#[test]
fn a_checked_value_has_no_buckets() {
    let has_buckets = |options, value| code(&options, &value).contains("::Bucketed<__F>forId");
    assert!(has_buckets(quote!(copy), quote!(Timestamp)));
    assert!(has_buckets(quote!(copy), quote!(Unknown)));
    assert!(!has_buckets(quote!(copy, check = Id::is_valid), quote!(Timestamp)));
    assert!(!has_buckets(quote!(copy), quote!(Ulid)));
}
