//! What generated code assumes about serde.

use syn::{DeriveInput, parse_quote};

use crate::errors::output;
use crate::{keys, part};

/// A field that serde always reads is never set from a key, and a field of both keys is set once.
#[test]
fn fields_from_keys_are_those_that_serde_may_miss() {
    let input: DeriveInput = parse_quote! {
        #[ddb(fields_from_keys)]
        #[pk("A", read, defaulted)]
        #[sk("B", defaulted, skipped)]
        struct Row {
            read: String,
            #[serde(default)]
            defaulted: String,
            #[serde(skip)]
            skipped: String,
        }
    };
    let code = output(keys::derive, &input).to_string().replace(' ', "");
    let set = ["defaulted", "skipped", "read"]
        .map(|field| code.matches(&format!("self.{field}=")).count());
    assert_eq!(set, [1, 1, 0], "{code}");
}

/// A method may have the name of a field. This changes nothing for the field.
#[test]
fn a_field_is_not_set_from_a_method() {
    let input: DeriveInput = parse_quote! {
        #[ddb(fields_from_keys)]
        #[pk("A", id)]
        #[sk("B", kind() -> u8)]
        struct Row {
            #[serde(default)]
            id: String,
            #[serde(default)]
            kind: u8,
        }
    };
    let code = output(keys::derive, &input).to_string().replace(' ', "");
    let set = ["id", "kind"].map(|field| code.contains(&format!("self.{field}=")));
    assert_eq!(set, [true, false], "{code}");
    assert!(code.contains(r#"__ddbkey::Some(&["id"])"#), "{code}");
}

/// An enum for which serde writes anything but the variant names.
#[test]
fn an_enum_has_texts_of_serde_if_all_variants_have() {
    let is_text = |input: DeriveInput| {
        let code = output(part::derive, &input).to_string().replace(' ', "");
        let [no, yes] = ["false", "true"]
            .map(|value| code.contains(&format!("IS_SERDE_TEXT:__ddbkey::bool={value};")));
        assert_ne!(no, yes, "{code}");
        yes
    };
    assert!(is_text(parse_quote!(
        enum Status {
            Open,
            Paid,
        }
    )));
    assert!(!is_text(parse_quote!(
        enum Status {
            #[serde(untagged)]
            Open,
            Paid,
        }
    )));
    assert!(!is_text(parse_quote!(
        enum Status {
            Open,
            #[serde(untagged)]
            Paid,
        }
    )));
    assert!(!is_text(parse_quote!(
        #[serde(untagged)]
        enum Status {
            Open,
            Paid,
        }
    )));
}
