//! Whatever item a derive is on, it writes valid Rust, and either an error or none.

use quote::ToTokens;
use syn::{Data, DeriveInput, Item};

use crate::errors::{Derive, mistakes, output};
use crate::{generics, keys, part, table};

/// The nesting depth beyond which the parsers of syn would run out of stack.
const MOST: usize = 2048;

pub fn run(data: &[u8]) {
    // Frees the earlier inputs, which are kept for their lines and columns.
    proc_macro2::extra::invalidate_current_thread_spans();
    let Ok(text) = std::str::from_utf8(data) else { return };
    if text.len() > MOST {
        return;
    }
    let Ok(mut input) = syn::parse_str::<DeriveInput>(text) else { return };
    if ends_bounds_with_plus(&input) || has_field_without_name(&input) {
        return;
    }
    generics::without_places(&mut input.generics);
    check_keys(&input);
    check(part::derive, &input);
    check(table::derive, &input);
}

/// Returns whether there is a `Trait +`, which syn accepts as a type and rustc does not. The derive copies it.
fn ends_bounds_with_plus(input: &DeriveInput) -> bool {
    let text = input.to_token_stream().to_string().replace(' ', "");
    let begins_bound = |after: char| after.is_alphabetic() || "_'?(:<".contains(after);
    text.split('+').skip(1).any(|after| !after.starts_with(begins_bound))
}

/// Returns whether there is a field `_`, which syn accepts and rustc does not.
fn has_field_without_name(input: &DeriveInput) -> bool {
    let Data::Struct(data) = &input.data else { return false };
    data.fields.iter().any(|field| field.ident.as_ref().is_some_and(|name| name == "_"))
}

pub(crate) fn check_keys(input: &DeriveInput) {
    check(keys::derive, input);
}

/// Checks that a mistake is an error in the generated code, and that the generated code is valid Rust.
fn check(derive: Derive, input: &DeriveInput) {
    let (code, mistakes) = (output(derive, input), mistakes(derive, input));
    let file = syn::parse2::<syn::File>(code.clone());
    let items = file.unwrap_or_else(|error| panic!("{error} in {code}")).items;
    assert_eq!(items.iter().any(is_error), !mistakes.is_empty(), "{code}");
    for mistake in mistakes {
        assert!(!mistake.to_string().is_empty());
    }
}

fn is_error(item: &Item) -> bool {
    let Item::Macro(item) = item else { return false };
    item.mac.path.segments.last().is_some_and(|segment| segment.ident == "compile_error")
}
