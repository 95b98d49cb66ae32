use proc_macro2::{Delimiter, Group};
use quote::quote;
use syn::parse_quote;

use super::{Kind, borrowed_text, known};

fn is(kind: Kind, types: &[&str]) {
    for ty in types {
        assert_eq!(known(&syn::parse_str(ty).unwrap()).map(|known| known.kind), Some(kind), "{ty}");
    }
}

#[test]
fn by_name() {
    is(
        Kind::Text,
        &[
            "String",
            "std::string::String",
            "Box<str>",
            "Rc<str>",
            "std::sync::Arc<str>",
            "(String)",
            "Box<(str)>",
            "Cow<'a, str>",
            "Cow<'static, str>",
        ],
    );
    is(Kind::TextValue, &["ArrayString<8>", "arrayvec::ArrayString<N>"]);
    is(Kind::Integer, &["u8", "NonZeroU8", "NonZero<u64>"]);
    is(Kind::Wide, &["i128", "core::num::NonZeroI128"]);
    is(Kind::Bool, &["bool"]);
    is(Kind::Char, &["char"]);
    is(Kind::Id, &["Ulid", "::uuid::Uuid"]);
    is(Kind::Shard, &["Shard<16>"]);
    is(Kind::Date, &["jiff::civil::Date", "civil::Date"]);
    is(Kind::Timestamp, &["DateTime<Utc>"]);
}

#[test]
fn borrowed() {
    for ty in ["&'a str", "&'static str"] {
        assert!(borrowed_text(&syn::parse_str(ty).unwrap()).is_some(), "{ty}");
    }
    for ty in ["&'a mut str", "&'a String", "&str"] {
        assert!(borrowed_text(&syn::parse_str(ty).unwrap()).is_none(), "{ty}");
    }
}

/// As a macro of the user's passes a type.
#[test]
fn in_an_invisible_group() {
    let group = Group::new(Delimiter::None, quote!(String));
    assert_eq!(known(&parse_quote!(#group)).map(|known| known.kind), Some(Kind::Text));
}

/// For a name whose feature is disabled, or that is the user's own type, an error says so.
#[test]
fn names_with_words_of_their_own() {
    for (ty, expected) in [
        ("OffsetDateTime", Some("NamedOffsetDateTime")),
        ("time::OffsetDateTime", Some("NamedOffsetDateTime")),
        ("DateTime<Local>", Some("NamedLocalDateTime")),
        ("chrono::DateTime<chrono::FixedOffset>", Some("NamedLocalDateTime")),
        ("Zoned", Some("NamedZoned")),
        ("jiff::Zoned", Some("NamedZoned")),
        // Another crate has the type, and the feature of that crate is enabled.
        ("Date", None),
        ("Ulid", None),
        ("DateTime<Utc>", None),
        ("DateTime", None),
        ("self::OffsetDateTime", None),
        ("self::Zoned", None),
        ("crate::DateTime<Local>", None),
        ("String", None),
        ("u32", None),
        ("UserId", None),
    ] {
        let named = super::named(&syn::parse_str(ty).unwrap()).map(|name| name.to_string());
        assert_eq!(named.as_deref(), expected, "{ty}");
    }
}

#[test]
fn each_name_has_a_trait() {
    let traits = concat!(env!("CARGO_MANIFEST_DIR"), "/../ddbkey/src/part/named.rs");
    let traits = std::fs::read_to_string(traits).unwrap();
    for foreign in super::FOREIGN {
        let name = foreign.path.rsplit("::").next().unwrap();
        assert!(traits.contains(&format!("Named{name} \"")), "{name}");
    }
}

#[test]
fn others_are_not() {
    for ty in [
        "usize",
        "NonZeroUsize",
        "NonZerou8",
        "NonZeroBool",
        "NonZero<T>",
        "NonZero<usize>",
        "NonZero<bool>",
        "Box<String>",
        "Cow<'a, [u8]>",
        "DateTime",
        "DateTime<Local>",
        "ArrayString",
        "Timestamp<Utc>",
        "self::Timestamp",
        "crate::ids::Ulid",
        "<T as Has>::Ulid",
        "&'a mut str",
        "&'a String",
        "UserId",
        "T",
    ] {
        assert!(known(&syn::parse_str(ty).unwrap()).is_none(), "{ty}");
    }
}
