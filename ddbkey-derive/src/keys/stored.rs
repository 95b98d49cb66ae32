//! The type of the attribute as which serde writes a field, as far as the name of its type tells.

use syn::{Field, Type};

use super::model::Stored;
use super::serde_names::{has_other_code, skips_some};
use crate::known::{Known, known};
use crate::types::{bare, is_one_of, last_segment, option};

/// Numbers that cannot be parts.
const NUMBERS: [&str; 4] = ["f32", "f64", "usize", "isize"];

/// Types of which serde does not always write the text: `time` writes lists unless one of its features says
/// otherwise, and `jiff` has a `Date` too.
const VARYING: [&str; 3] = ["OffsetDateTime", "Date", "Shard"];

/// The type of the attribute; of an `Option`, that of its value.
pub fn of(field: &Field) -> Stored {
    let ty = bare(&field.ty);
    let ty = option(ty).map_or(ty, bare);
    match known(ty) {
        _ if has_other_code(&field.attrs) => Stored::Unknown,
        _ if is_one_of(ty, &["bool"]) => Stored::Bool,
        _ if is_one_of(ty, &["char"]) => Stored::Text,
        _ if is_one_of(ty, &NUMBERS) => Stored::Number,
        Some(Known::Primitive) => Stored::Number,
        Some(_) if !is_varying(ty) => Stored::Text,
        _ => Stored::Unknown,
    }
}

/// Whether `None` is written as `NULL`.
pub fn is_nullable(field: &Field) -> bool {
    option(bare(&field.ty)).is_some() && !skips_some(&field.attrs)
}

fn is_varying(ty: &Type) -> bool {
    last_segment(ty).is_some_and(|name| VARYING.contains(&name.as_str()))
}

#[cfg(test)]
mod tests {
    use syn::{Field, parse_quote};

    use super::{Stored, is_nullable, of};

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
