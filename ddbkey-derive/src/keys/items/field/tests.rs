use proc_macro2::TokenStream;
use quote::quote;
use syn::parse::Parser;
use syn::{Attribute, Field, parse_quote};

use super::{NamedField, Stored};
use crate::serde::SerdeContainer;

/// The name that serde writes and the name that it reads, in a struct with these attributes and for a field with
/// these attributes. `None` means that the name cannot be known.
fn names(container: &[Attribute], attributes: &TokenStream) -> (Option<String>, String) {
    let field = Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap();
    let container = SerdeContainer::of(container);
    let field = NamedField::of(&container, &field).unwrap();
    let written = field.known_attribute().map(ToOwned::to_owned);
    (written, container.read_names(&field.serde, &field.name).remove(0).value())
}

/// The option that makes serde read something else than it writes.
fn unstored(container: &[Attribute], attributes: &TokenStream) -> Option<String> {
    let field = Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap();
    let container = SerdeContainer::of(container);
    let field = NamedField::of(&container, &field).unwrap();
    field.unstored(&container).map(|(option, _)| option)
}

#[test]
fn each_direction_has_its_name() {
    let all = parse_quote!(#[serde(rename_all = "camelCase")]);
    assert_eq!(names(&[all], &quote!()), (Some("totalCents".into()), "totalCents".into()));
    let one = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "a"))]));
    assert_eq!(one, (Some("a".into()), "a".into()));
    let two = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "b"))]));
    assert_eq!(two, (None, "b".into()));
    let written = names(&[], &quote!(#[serde(rename(serialize = "a"))]));
    assert_eq!(written, (None, "total_cents".into()));
    let rules = parse_quote!(#[serde(rename_all(deserialize = "UPPERCASE"))]);
    assert_eq!(names(&[rules], &quote!()), (None, "TOTAL_CENTS".into()));
    let rules = parse_quote!(#[serde(rename_all(deserialize = "UPPERCASE"))]);
    let own = names(&[rules], &quote!(#[serde(rename = "a")]));
    assert_eq!(own, (Some("a".into()), "a".into()), "its own name, whatever the others have");
}

#[test]
fn some_fields_have_none() {
    for option in [quote!(skip), quote!(skip_serializing), quote!(flatten)] {
        assert_eq!(names(&[], &quote!(#[serde(#option)])).0, None, "{option}");
    }
    for option in [quote!(transparent), quote!(into = "Raw")] {
        assert_eq!(names(&[parse_quote!(#[serde(#option)])], &quote!()).0, None, "{option}");
    }
}

#[test]
fn some_fields_are_not_read_as_written() {
    for option in ["skip", "skip_serializing", "skip_deserializing"] {
        let ident = quote::format_ident!("{option}");
        let skipped = quote!(#[serde(default, #ident)]);
        assert_eq!(unstored(&[], &skipped).as_deref(), Some(option));
        let raw = parse_quote!(#[serde(from = "Raw")]);
        assert_eq!(unstored(&[raw], &skipped), None, "what `Raw` has is not known");
    }
    let two_names = quote!(#[serde(rename(serialize = "a", deserialize = "b"))]);
    assert_eq!(unstored(&[], &two_names).as_deref(), Some("rename"));
    let alias = quote!(#[serde(default, alias = "a")] #two_names);
    assert_eq!(unstored(&[], &alias), None);
    let rule = parse_quote!(#[serde(default, rename_all(serialize = "camelCase"))]);
    assert_eq!(unstored(&[rule], &quote!()).as_deref(), Some("rename_all"));
}

fn stored(field: &Field) -> Stored {
    NamedField::of(&SerdeContainer::of(&[]), field).unwrap().stored()
}

#[test]
fn by_the_name_of_the_type() {
    assert_eq!(stored(&parse_quote!(name: String)), Stored::Text);
    assert_eq!(stored(&parse_quote!(letter: char)), Stored::Text);
    assert_eq!(stored(&parse_quote!(at: jiff::Timestamp)), Stored::Text);
    assert_eq!(stored(&parse_quote!(count: NonZeroU8)), Stored::Number);
    assert_eq!(stored(&parse_quote!(score: Option<f64>)), Stored::Number);
    assert_eq!(stored(&parse_quote!(is_paid: bool)), Stored::Bool);
    assert_eq!(stored(&parse_quote!(tags: Vec<String>)), Stored::List);
    assert_eq!(stored(&parse_quote!(tags: Option<std::vec::Vec<Tag>>)), Stored::List);
    assert_eq!(stored(&parse_quote!(bytes: Vec<u8>)), Stored::Unknown);
    assert_eq!(stored(&parse_quote!(day: Date)), Stored::Unknown);
    assert_eq!(stored(&parse_quote!(status: Option<Status>)), Stored::Unknown);
}

#[test]
fn by_what_serde_is_told() {
    let skipped = parse_quote!(#[serde(skip_serializing_if = "Option::is_none")] score: Option<u8>);
    assert_eq!(stored(&skipped), Stored::Number);
    for option in ["with", "serialize_with"] {
        let option = quote::format_ident!("{option}");
        let field = parse_quote!(#[serde(#option = "text")] score: u8);
        assert_eq!(stored(&field), Stored::Unknown);
    }
}
