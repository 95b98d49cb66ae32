//! The attribute as which serde writes a field, as far as serde's options and the name of the type tell.

use syn::{Field, Ident};

use super::model::Stored;
use crate::known::{Kind, borrowed_text, known};
use crate::serde::{SerdeContainer, SerdeOptions};
use crate::types::{bare, is_one_of, option};

/// The name of a field's attribute.
pub enum AttributeName {
    Known(String),
    /// Serde leaves the field out.
    Skipped,
    /// The name cannot be known, because of this option.
    Unknown(String),
}

/// With these on the struct, the names of its fields are not those that serde writes.
const UNKNOWABLE: [&str; 5] = ["into", "from", "try_from", "transparent", "remote"];

/// Whether serde converts the struct from another type, whose fields are not known.
pub fn is_converted(container: &SerdeContainer) -> bool {
    !container.options.among(&UNKNOWABLE).is_empty()
}

pub fn name(container: &SerdeContainer, field: &Field, ident: &Ident) -> AttributeName {
    let options = SerdeOptions::of(&field.attrs);
    if options.has("skip") || options.has("skip_serializing") {
        return AttributeName::Skipped;
    }
    let mut unknowable = container.options.among(&UNKNOWABLE);
    unknowable.extend(options.among(&["flatten"]));
    let names = container.field(&options, ident);
    match unknowable.into_iter().next() {
        Some((option, _)) => AttributeName::Unknown(option),
        None if names.serialize == names.deserialize => AttributeName::Known(names.serialize),
        None if names.is_own => AttributeName::Unknown("rename".into()),
        None => AttributeName::Unknown("rename_all".into()),
    }
}

/// Numbers that cannot be parts.
const NUMBERS: [&str; 4] = ["f32", "f64", "usize", "isize"];

/// With these, serde writes a field by other code than that of its type.
const OTHER_CODE: [&str; 3] = ["with", "serialize_with", "getter"];

/// The type of the attribute; of an `Option`, that of its value.
pub fn of(field: &Field) -> Stored {
    let ty = bare(&field.ty);
    let ty = option(ty).map_or(ty, bare);
    let options = SerdeOptions::of(&field.attrs);
    if OTHER_CODE.iter().any(|option| options.has(option)) {
        return Stored::Unknown;
    }
    match known(ty).map(|known| (known.kind, known.ident)) {
        Some((Kind::Bool, _)) => Stored::Bool,
        Some((Kind::Integer | Kind::Wide, _)) => Stored::Number,
        // `time` writes lists unless one of its features says otherwise, and `jiff` has a `Date` too.
        Some((Kind::Shard, _)) => Stored::Unknown,
        Some((_, name)) if name == "OffsetDateTime" || name == "Date" => Stored::Unknown,
        Some(_) => Stored::Text,
        None if borrowed_text(ty).is_some() => Stored::Text,
        None if is_one_of(ty, &NUMBERS) => Stored::Number,
        None => Stored::Unknown,
    }
}

/// Whether `None` is written as `NULL`.
pub fn is_nullable(field: &Field) -> bool {
    option(bare(&field.ty)).is_some() && !SerdeOptions::of(&field.attrs).has("skip_serializing_if")
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::parse::Parser;
    use syn::{Attribute, Field, parse_quote};

    use super::{AttributeName, Stored, is_nullable, name, of};
    use crate::serde::{SerdeContainer, SerdeOptions};

    /// The name that serde writes and the one that it reads, in a struct and for a field with these
    /// attributes. `None` is a name that cannot be known.
    fn names(container: &[Attribute], attributes: &TokenStream) -> (Option<String>, String) {
        let field = Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap();
        let (container, ident) = (SerdeContainer::of(container), field.ident.as_ref().unwrap());
        let written = match name(&container, &field, ident) {
            AttributeName::Known(name) => Some(name),
            AttributeName::Skipped | AttributeName::Unknown(_) => None,
        };
        (written, container.read_names(&SerdeOptions::of(&field.attrs), ident).remove(0))
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
    fn skipped_in_both_directions() {
        let is_skipped = |options: TokenStream| {
            SerdeOptions::of(&[parse_quote!(#[serde(#options)])]).is_skipped()
        };
        assert!(is_skipped(quote!(skip)));
        assert!(is_skipped(quote!(skip_serializing, skip_deserializing)));
        assert!(!is_skipped(quote!(skip_serializing)));
        assert!(!is_skipped(quote!(skip_deserializing)));
    }

    fn stored(field: &Field) -> (Stored, bool) {
        (of(field), is_nullable(field))
    }

    #[test]
    fn by_the_name_of_the_type() {
        assert_eq!(stored(&parse_quote!(name: String)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(letter: char)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(at: jiff::Timestamp)), (Stored::Text, false));
        assert_eq!(stored(&parse_quote!(count: NonZeroU8)), (Stored::Number, false));
        assert_eq!(stored(&parse_quote!(score: Option<f64>)), (Stored::Number, true));
        assert_eq!(stored(&parse_quote!(is_paid: bool)), (Stored::Bool, false));
        assert_eq!(stored(&parse_quote!(day: Date)), (Stored::Unknown, false));
        assert_eq!(stored(&parse_quote!(status: Option<Status>)), (Stored::Unknown, true));
    }

    #[test]
    fn by_what_serde_is_told() {
        let skipped =
            parse_quote!(#[serde(skip_serializing_if = "Option::is_none")] score: Option<u8>);
        assert_eq!(stored(&skipped), (Stored::Number, false));
        for option in ["with", "serialize_with"] {
            let option = quote::format_ident!("{option}");
            let field = parse_quote!(#[serde(#option = "text")] score: u8);
            assert_eq!(stored(&field), (Stored::Unknown, false));
        }
    }
}
