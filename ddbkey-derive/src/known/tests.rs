//! Which types are well known.

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

/// As a macro of the user's hands a type over.
#[test]
fn in_an_invisible_group() {
    let group = Group::new(Delimiter::None, quote!(String));
    assert_eq!(known(&parse_quote!(#group)).map(|known| known.kind), Some(Kind::Text));
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
        "DateTime<Local>",
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
