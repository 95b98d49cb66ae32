//! The sort keys that are checked where they are declared: those that can break a rule.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::{mistakes, output};
use crate::keys;

fn is_checked(separator: &str, key: &TokenStream) -> bool {
    let input: DeriveInput = syn::parse2(quote! {
        #[ddb(separator = #separator)]
        #[pk("P")]
        #[sk #key]
        struct Row { text: String, flag: bool, letter: char, small: u8, large: u128, other: Other, array: ArrayString<9> }
    })
    .unwrap();
    assert_eq!(
        mistakes(keys::derive, &input).iter().map(ToString::to_string).collect::<String>(),
        ""
    );
    let code = output(keys::derive, &input).to_string();
    ["check_part", "check_value", "check_length"].iter().any(|check| code.contains(check))
}

#[test]
fn well_known_types_between_separators_are_not() {
    for key in [
        quote!(("A")),
        quote!(("A", text)),
        quote!(("A", text, "B", "{small:03}", flag, letter)),
        quote!(("A", "{large:desc038}")),
        quote!([text]),
        quote!([small]),
        quote!([letter]),
    ] {
        assert!(!is_checked("#", &key), "{key}");
    }
    assert!(!is_checked("|", &quote!(("A", text))));
}

#[test]
fn a_type_that_is_not_known_is() {
    for key in [quote!(("A", other)), quote!(("A", text, other)), quote!([other])] {
        assert!(is_checked("#", &key), "{key}");
    }
}

/// A sort key with them may be longer than a key.
#[test]
fn an_array_string_is() {
    for key in [quote!(("A", array)), quote!(("A", "{array:upper}")), quote!([array])] {
        assert!(is_checked("#", &key), "{key}");
    }
}

#[test]
fn a_number_that_does_not_sort_is() {
    assert!(is_checked("#", &quote!(("A", small))));
    assert!(is_checked("#", &quote!(["A{small}" as "a"])));
    assert!(!is_checked("#", &quote!(["A{small:03}" as "a"])));
}

#[test]
fn a_value_without_a_separator_behind_it_is() {
    for key in [quote!(("{text}B")), quote!(("{text}{flag}")), quote!(("A", "{small:03}@", text))] {
        assert!(is_checked("#", &key), "{key}");
    }
    assert!(!is_checked("#", &quote!(("A@{text}"))));
}

#[test]
fn a_literal_that_may_be_too_long_is() {
    let long = "A".repeat(1000);
    assert!(is_checked("#", &quote!((#long))));
    let short = "A".repeat(800);
    assert!(!is_checked("#", &quote!((#short))));
}

#[test]
fn a_separator_that_may_be_in_a_value_is() {
    for separator in ["-", ":", "."] {
        assert!(is_checked(separator, &quote!(("A", flag))), "{separator}");
        assert!(!is_checked(separator, &quote!(("A", text))), "{separator}");
    }
}

/// Serde writes `bool` as a bool, and no form of a 128-bit integer is common to all data formats.
#[test]
fn an_attribute_that_serde_writes_otherwise_is() {
    assert!(is_checked("#", &quote!([flag])));
    assert!(is_checked("#", &quote!([large])));
    assert!(!is_checked("#", &quote!(["{flag}" as "flag_key"])));
}
