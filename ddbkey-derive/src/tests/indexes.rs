//! Indexes with special names or keys.

use proc_macro2::{TokenStream, TokenTree};
use quote::quote;
use syn::{DeriveInput, parse_quote};

use crate::errors::{mistakes, output};
use crate::{keys, table};

/// `r#self` is not an identifier. An index with that name was once dropped without an error.
#[test]
fn a_name_that_is_a_keyword_of_paths_is_refused() {
    for name in ["self", "Self", "super", "crate"] {
        let input: DeriveInput = parse_quote! {
            #[pk("A", id)]
            #[sk("B")]
            #[gsi(#name, pk = ("L", id), sk = ("X"))]
            struct Row { id: String }
        };
        let [mistake] = <[_; 1]>::try_from(mistakes(keys::derive, &input)).expect(name);
        assert!(mistake.to_string().contains("give the index a name"), "{mistake}");
        let alias: DeriveInput = parse_quote! {
            #[pk("A", id)]
            #[sk("B")]
            #[gsi(#name as by_kind, pk = ("L", id), sk = ("X"))]
            struct Row { id: String }
        };
        assert!(mistakes(keys::derive, &alias).is_empty(), "{name}");
        assert!(output(keys::derive, &alias).to_string().contains("fn by_kind"), "{name}");
    }
}

/// `gen` is a keyword in edition 2024, the edition of the derive, and a name in the edition of its users.
#[test]
fn a_name_that_is_a_keyword_of_a_later_edition_is_raw() {
    fn is_raw(tokens: TokenStream) -> bool {
        tokens.into_iter().all(|token| match token {
            TokenTree::Group(group) => is_raw(group.stream()),
            token => token.to_string() != "gen",
        })
    }
    let input: DeriveInput = parse_quote! {
        #[ddb(fields_from_keys)]
        #[pk("A", gen)]
        #[sk("{gen:05}", by() -> u8)]
        #[gsi("gen", pk = [gen], sk = ["{gen:05}" as "key"])]
        #[gsi("gsi1" as by_gen, pk = ("A", gen), sk = (by() -> u8))]
        struct Doc { #[serde(skip)] gen: u32 }
    };
    let code = output(keys::derive, &input);
    assert!(code.to_string().contains("r#gen") && is_raw(code.clone()), "{code}");
}

/// The documentation of a partition key that is the sort key of an index says 1024 bytes.
#[test]
fn a_reused_partition_key_is_documented_with_its_limit() {
    let code = |index| {
        let input: DeriveInput = syn::parse2(quote! {
            #[pk("A", id)]
            #[sk("B")]
            #index
            struct Row { id: String }
        })
        .unwrap();
        output(keys::derive, &input).to_string().replace(' ', "")
    };
    let limit = |limit, code: &str| {
        let limit = format!("limit:\"thekeyislongerthan{limit}bytes.\"");
        code.contains(&format!("partition:__ddbkey::schema_of::<RowKey<'static>>,{limit},"))
    };
    let inverted = code(quote!(#[gsi("inv", pk = sk, sk = pk)]));
    assert!(limit(1024, &inverted) && !limit(2048, &inverted), "{inverted}");
    assert!(limit(2048, &code(quote!())));
}

#[test]
fn an_index_projects_all_attributes_unless_it_says_keys() {
    let code = |projection| {
        let input: DeriveInput = syn::parse2(quote! {
            #[gsi("GSI1", pk = "A", sk = "B" #projection)]
            enum Shop { User(User) }
        })
        .unwrap();
        assert!(mistakes(table::derive, &input).is_empty());
        output(table::derive, &input).to_string()
    };
    assert_eq!(code(quote!(, projection = all)), code(quote!()));
    assert!(code(quote!(, projection = keys)).contains("projecting"));
}

/// A timestamp in seconds is a number alone in an attribute, and a string next to a literal or in a joined key.
#[test]
fn seconds_that_are_an_attribute_are_a_number() {
    let is_number = |key| {
        let input: DeriveInput = syn::parse2(quote! {
            #[pk("A", id)]
            #[gsi("gsi1", pk = ("B"), sk = #key)]
            struct Row { id: String, at: Timestamp }
        })
        .unwrap();
        output(keys::derive, &input).to_string().contains("EpochNumber < 0 >")
    };
    assert!(is_number(quote!(["{at:epoch}" as "at"])));
    assert!(!is_number(quote!(["T{at:epoch}" as "at_key"])));
    assert!(!is_number(quote!(("{at:epoch}"))));
}
