//! The code for keys of several shapes.

use proc_macro2::TokenStream;
use quote::quote;
use syn::DeriveInput;

use crate::errors::{mistakes, output};
use crate::keys;

/// The code, without spaces, of an entity with these attributes.
fn code(others: &TokenStream) -> String {
    let input: DeriveInput = syn::parse2(quote! {
        #[pk("P", id)]
        #[sk("S")]
        #others
        struct Row { id: String, a: Option<String>, b: Option<u8> }
    })
    .unwrap();
    let mistakes = mistakes(keys::derive, &input);
    assert!(mistakes.is_empty(), "{}", mistakes[0]);
    output(keys::derive, &input).to_string().replace(' ', "")
}

fn text(tokens: &TokenStream) -> String {
    tokens.to_string().replace(' ', "")
}

#[test]
fn the_first_that_is_there_is_the_key() {
    let code = code(&quote! {
        #[or("both", sk = ("S", a, "{b:03}"))]
        #[or("one", pk = ("Q", id), sk = (a))]
    });
    let key = text(&quote! {
        fn key(&self) -> RowKey<'_> {
            if let __ddbkey::Some(__key) = self.both() {
                return RowKey::Both(__key);
            }
            if let __ddbkey::Some(__key) = self.one() {
                return RowKey::One(__key);
            }
            RowKey::Plain({ RowPlain { id: &self.id } })
        }
    });
    assert!(code.contains(&key), "{code}");
    assert!(!code.contains("RowAnyKey"), "there is no legacy key");
    assert!(!code.contains("fnall_keys"), "an item is under one key, as without alternatives");
    let from = text(&quote!(from: [Both(RowBoth<'k>) One(RowOne<'k>) Plain(RowPlain<'k>)]));
    assert!(code.contains(&from), "{code}");
}

#[test]
fn beside_a_legacy_key_each_key_has_all() {
    let code = code(&quote! {
        #[was("v1", pk = ("V", id))]
        #[or("one", sk = ("A", a))]
    });
    let each = text(&quote! {
        match self {
            RowKey::One(__key) => [RowAnyKey::V1(RowV1 { id: __key.id }), RowAnyKey::One(__key)],
            RowKey::Plain(__key) => [RowAnyKey::V1(RowV1 { id: __key.id }), RowAnyKey::Plain(__key)],
        }
    });
    assert!(code.contains(&each), "{code}");
    assert!(code.contains(&text(&quote!(from: [RowKey [RowKey<'k>] One Plain]))), "{code}");
}

/// Keys that begin with different literals are different, and need no proof.
#[test]
fn those_with_literals_of_their_own_are_not_checked() {
    let apart = quote! {
        #[or("both", sk = ("B", a, "{b:03}"))]
        #[or("one", sk = ("A", a))]
    };
    assert!(!code(&apart).contains("check_alternative"));
    assert!(code(&quote!(#[or("one", sk = ("S", a))])).contains("check_alternative"));
}
