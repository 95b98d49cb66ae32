//! The replacements for mistakes, which add no other errors.

use syn::{DeriveInput, parse_quote};

use crate::errors::{mistakes, output};
use crate::{keys, table};

/// The user's code gives the key an integer, and asks for ranges of it.
#[test]
fn an_integer_of_the_same_kind() {
    for (mistake, integer) in [("usize", "u64"), ("isize", "i64")] {
        let ty: syn::Type = syn::parse_str(mistake).unwrap();
        let input: DeriveInput = parse_quote! {
            #[pk("ROW", id)]
            #[sk("{offset:05}")]
            struct Row { id: String, offset: #ty }
        };
        let code = output(keys::derive, &input).to_string().replace(' ', "");
        assert!(code.contains(&format!("{integer}as__ddbkey::formats::Padded<5>")), "{code}");
    }
}

/// A table with a mistake may lack one of its entities, and has an arm for the rest.
#[test]
fn an_arm_for_the_entities_that_are_left_out() {
    // The functions by place always have one.
    let has_arm = |input: DeriveInput| {
        output(table::derive, &input).to_string().matches("fallback").count() > 1
    };
    for mistake in [
        parse_quote!(
            enum Shop {}
        ),
        parse_quote!(
            enum Shop {
                User(User),
                Nothing,
            }
        ),
        parse_quote!(
            enum Shop<T> {
                User(User),
                Other(T),
            }
        ),
        parse_quote!(
            enum Shop<const N: usize> {
                User(User),
                Other(Page<N>),
            }
        ),
    ] {
        assert!(has_arm(mistake));
    }
    assert!(!has_arm(parse_quote!(
        enum Shop {
            User(User),
            Order(Order),
        }
    )));
}

/// Entities with a sort key still fit the table.
#[test]
fn a_sort_key_in_the_attribute_of_the_partition_key() {
    let input: DeriveInput = parse_quote! {
        #[ddb(pk = "PK", sk = "PK")]
        enum Shop { User(User) }
    };
    assert_eq!(mistakes(table::derive, &input).len(), 1);
    let code = output(table::derive, &input).to_string();
    assert!(code.contains(r#""PK" , __ddbkey :: Some ("PK_sk")"#), "{code}");
}

#[test]
fn a_value_for_a_rest_in_an_entry() {
    let code = |entry: &str| {
        let input: DeriveInput = parse_quote! {
            #[pk("FILE", id)]
            #[gsi("gsi1", pk = [#entry as "path_key"])]
            struct File { id: String, path: String }
        };
        output(keys::derive, &input).to_string()
    };
    let (rest, value) = (code("{*path}"), code("{path}"));
    assert!(rest.starts_with(":: core :: compile_error"), "{rest}");
    for code in [rest, value] {
        assert!(
            code.contains(
                r#"value :: < __ddbkey :: String , __ddbkey :: formats :: Plain > ("path" , "")"#
            ),
            "{code}"
        );
    }
}

/// A string has no format, and each use would say so.
#[test]
fn a_method_that_cannot_be_a_part_without_its_format() {
    let input: DeriveInput = parse_quote! {
        #[pk("ROW", id)]
        #[sk("{latest():.3}" -> Vec<Timestamp>)]
        struct Row { id: String }
    };
    assert_eq!(mistakes(keys::derive, &input).len(), 1);
    let code = output(keys::derive, &input).to_string();
    assert!(code.contains("latest") && !code.contains("Fraction"), "{code}");
}

/// The entries keep their methods.
#[test]
fn the_attribute_of_an_entry() {
    for entry in ["a as \"b\"", "\"x{a}\"", "\"{a:05}\" as \"c\"", "a as \"\""] {
        let entry: proc_macro2::TokenStream = entry.parse().unwrap();
        let input: DeriveInput = parse_quote! {
            #[pk("ROW", id)]
            #[gsi("gsi1", pk = [id], sk = [#entry])]
            struct Row { id: String, a: u8, b: u8, #[serde(rename = "c")] d: u8 }
        };
        assert_eq!(mistakes(keys::derive, &input).len(), 1, "{entry}");
        let code = output(keys::derive, &input).to_string();
        assert!(code.contains("range : a_in") && code.contains("part : a ("), "{entry}: {code}");
    }
}
