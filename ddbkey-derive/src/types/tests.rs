use proc_macro2::TokenStream;
use quote::quote;
use syn::parse_quote;

use super::{may_borrow, mentions, mentions_lifetime, with_lifetime};

#[test]
fn all_lifetimes_but_static_are_replaced() {
    let replaced = |ty: syn::Type| with_lifetime(&ty, &parse_quote!('k)).to_string();
    let expected = |ty: syn::Type| quote!(#ty).to_string();
    assert_eq!(replaced(parse_quote!(Word<'static>)), expected(parse_quote!(Word<'static>)));
    assert_eq!(replaced(parse_quote!(&'static str)), expected(parse_quote!(&'static str)));
    assert_eq!(replaced(parse_quote!(&str)), expected(parse_quote!(&'k str)));
    assert_eq!(
        replaced(parse_quote!(([Cow<'_, str>; 2], &'a Word<'a, &str>))),
        expected(parse_quote!(([Cow<'k, str>; 2], &'k Word<'k, &'k str>)))
    );
}

#[test]
fn a_lifetime_is_not_a_name() {
    let mentions = |tokens: &TokenStream| mentions_lifetime(tokens, &parse_quote!('k));
    assert!(mentions(&quote!(for<'k> fn(&'k str))));
    assert!(!mentions(&quote!(&'a k)));
    assert!(!mentions(&quote!((k, &'static str))));
}

#[test]
fn also_inside_of_groups() {
    assert!(may_borrow(&quote!((u8, [&str; 2]))));
    assert!(may_borrow(&quote!([Wrapper<'a>; 2])));
    assert!(!may_borrow(&quote!((u8, [String; 2]))));
    assert!(mentions(&quote!(Wrapper<([T; 2], u8)>), &parse_quote!(T)));
    assert!(!mentions(&quote!(Wrapper<([T; 2], u8)>), &parse_quote!(N)));
}
