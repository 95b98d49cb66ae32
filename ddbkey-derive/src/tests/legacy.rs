//! The code for legacy keys.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::{mistakes, output};
use crate::keys;

/// The code, without spaces, of an entity with this current key and these other attributes.
fn code(sk: &str, others: &TokenStream) -> String {
    let input: DeriveInput = syn::parse2(quote! {
        #[pk("USER", user)]
        #[sk(#sk)]
        #others
        struct Row { user: String, n: u32 }
    })
    .unwrap();
    let mistakes = mistakes(keys::derive, &input);
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
    output(keys::derive, &input).to_string().replace(' ', "")
}

/// Keys that begin with different literals are different, and need no proof.
#[test]
fn those_with_literals_of_their_own_are_not_checked() {
    let is_checked = |legacy: &str| {
        code("ROW#{n:05}", &quote!(#[was("v1", sk = (#legacy))])).contains("check_alternative")
    };
    assert!(!is_checked("OLD#{n:05}"));
    assert!(!is_checked("ROW2#{n:05}"));
    assert!(is_checked("ROW#{n:08}"), "two formats are two keys, which may have a text in common");
    assert!(is_checked("ROW"));
    assert!(is_checked("{n:08}"));
}

/// The separator of a legacy key is not the separator of the indexes after it.
#[test]
fn a_separator_ends_with_its_key() {
    let code = code(
        "B",
        &quote! {
            #[was("v1", pk = ("OLD", user), separator = "|")]
            #[gsi("gsi1", pk = ("N", "{n:05}"), sk = ("USER", user))]
        },
    );
    assert!(code.contains(r#"literal("OLD|")"#), "{code}");
    assert!(code.contains(r#"literal("N#")"#) && code.contains(r#"literal("USER#")"#), "{code}");
}

#[test]
fn a_key_that_is_left_out_is_the_current_one() {
    let code = code("{n:05}", &quote!(#[was("v1", pk = ("OLD", user))]));
    let (_, pair) = code.split_once("structRowV1<").expect("the pair");
    let (pair, _) = pair.split_once('}').expect("its end");
    assert!(pair.contains("user:") && pair.contains("n:u32"), "{pair}");
}
