//! Whatever item a derive stands on, it writes code of the language, and either an error or none.

use syn::{DeriveInput, Error};

use crate::{keys, names, part, table};

/// Deeper than the parsers of syn go without running out of stack.
const MOST: usize = 2048;

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.len() > MOST {
        return;
    }
    let Ok(mut input) = syn::parse_str::<DeriveInput>(text) else { return };
    names::without_places(&mut input.generics);
    check_keys(&input);
    check(&part::derive(&input), &part::mistakes(&input));
    check(&table::derive(&input), &table::mistakes(&input));
}

pub(crate) fn check_keys(input: &DeriveInput) {
    check(&keys::derive(input), &keys::mistakes(input));
}

/// A mistake is an error in the code that comes out, and code that is none of Rust is no code.
fn check(code: &proc_macro2::TokenStream, mistakes: &[Error]) {
    let printed = code.to_string();
    let file = syn::parse2::<syn::File>(code.clone());
    assert!(
        file.is_ok(),
        "{} in {printed}",
        file.err().map(|error| error.to_string()).unwrap_or_default()
    );
    assert_eq!(printed.contains("compile_error !"), !mistakes.is_empty(), "{printed}");
    for mistake in mistakes {
        assert!(!mistake.to_string().is_empty());
    }
}
