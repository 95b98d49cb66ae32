//! Types whose borrowed form is known by their names, as far as a macro can know them. Another type with
//! such a name is told apart by its path: `self::Timestamp`.

use syn::punctuated::Punctuated;
use syn::{GenericArgument, Ident, Lifetime, Path, PathArguments, Token, Type};

use crate::types::bare;

/// How keys hold the values of a type: what `KeyPart::Ref` of the runtime is.
#[derive(Clone, Copy)]
pub enum Known<'a> {
    /// As `&'k str`.
    Text(Text<'a>),
    /// By value, and `Display` writes the text of the key.
    Primitive,
    /// By value, which is text: `ArrayString<N>`.
    TextValue,
    /// By value.
    Value,
}

impl Known<'_> {
    /// Whether keys hold the value itself, without a lifetime.
    pub fn is_value(self) -> bool {
        !matches!(self, Self::Text(_))
    }
}

/// How a type holds its text.
#[derive(Clone, Copy)]
pub enum Text<'a> {
    /// `String` and its like, which are made from `&str`.
    Owned,
    /// `Cow<'_, str>`.
    Cow,
    /// `&'a str`.
    Borrowed(&'a Lifetime),
}

const PRIMITIVES: [&str; 12] =
    ["u8", "u16", "u32", "u64", "u128", "i8", "i16", "i32", "i64", "i128", "bool", "char"];

const VALUES: [&str; 9] = [
    "Ulid",
    "Uuid",
    "Timestamp",
    "OffsetDateTime",
    "Date",
    "NaiveDate",
    "Ksuid",
    "Ipv4Addr",
    "Ipv6Addr",
];

/// Where a path to such a type begins, if it is more than the name.
const HOMES: [&str; 21] = [
    "std",
    "core",
    "alloc",
    "string",
    "borrow",
    "rc",
    "sync",
    "num",
    "net",
    "jiff",
    "civil",
    "chrono",
    "time",
    "ulid",
    "uuid",
    "compact_str",
    "smol_str",
    "svix_ksuid",
    "arrayvec",
    "ddbkey",
    "part",
];

/// How keys hold the values of this type, if its name says so.
pub fn known(ty: &Type) -> Option<Known<'_>> {
    match bare(ty) {
        Type::Reference(reference) if reference.mutability.is_none() && is_str(&reference.elem) => {
            reference.lifetime.as_ref().map(|lifetime| Known::Text(Text::Borrowed(lifetime)))
        }
        Type::Path(path) if path.qself.is_none() && is_at_home(&path.path) => {
            let last = path.path.segments.last()?;
            match &last.arguments {
                PathArguments::None => plain(&last.ident),
                PathArguments::AngleBracketed(arguments) => {
                    with_arguments(&last.ident, &arguments.args)
                }
                PathArguments::Parenthesized(_) => None,
            }
        }
        _ => None,
    }
}

fn is_at_home(path: &Path) -> bool {
    let first = path.segments.first();
    path.segments.len() == 1 || first.is_some_and(|first| is_one_of(&first.ident, &HOMES))
}

fn plain(name: &Ident) -> Option<Known<'static>> {
    if is_one_of(name, &["String", "CompactString", "SmolStr"]) {
        Some(Known::Text(Text::Owned))
    } else if is_one_of(name, &PRIMITIVES) || is_non_zero(name) {
        Some(Known::Primitive)
    } else if is_one_of(name, &VALUES) || name == "IpAddr" {
        Some(Known::Value)
    } else {
        None
    }
}

/// `NonZeroU8` and its like.
fn is_non_zero(name: &Ident) -> bool {
    name.to_string().strip_prefix("NonZero").is_some_and(|integer| {
        integer.starts_with(['U', 'I']) && is_integer(&integer.to_lowercase())
    })
}

fn is_integer(name: &str) -> bool {
    name.starts_with(['u', 'i']) && PRIMITIVES.contains(&name)
}

fn with_arguments(
    name: &Ident,
    arguments: &Punctuated<GenericArgument, Token![,]>,
) -> Option<Known<'static>> {
    let of = |is_it: fn(&Type) -> bool| matches!(arguments.last(), Some(GenericArgument::Type(last)) if is_it(last));
    match (name.to_string().as_str(), arguments.len()) {
        ("Cow", 2) if of(is_str) => Some(Known::Text(Text::Cow)),
        ("Box" | "Rc" | "Arc", 1) if of(is_str) => Some(Known::Text(Text::Owned)),
        ("NonZero", 1) if of(|ty| is_named(ty, is_integer)) => Some(Known::Primitive),
        ("ArrayString", 1) => Some(Known::TextValue),
        ("Shard", 1) => Some(Known::Value),
        ("DateTime", 1) if of(|ty| is_named(ty, |name| name == "Utc")) => Some(Known::Value),
        _ => None,
    }
}

fn is_str(ty: &Type) -> bool {
    is_named(ty, |name| name == "str")
}

fn is_named(ty: &Type, is_it: fn(&str) -> bool) -> bool {
    let Type::Path(path) = bare(ty) else { return false };
    path.path.segments.last().is_some_and(|last| is_it(&last.ident.to_string()))
}

fn is_one_of(name: &Ident, names: &[&str]) -> bool {
    names.iter().any(|one| name == one)
}

#[cfg(test)]
mod tests {
    use proc_macro2::{Delimiter, Group};
    use quote::quote;
    use syn::parse_quote;

    use super::{Known, Text, known};

    fn is(expected: fn(Known<'_>) -> bool, types: &[&str]) {
        for ty in types {
            let parsed = syn::parse_str(ty).unwrap();
            assert!(known(&parsed).is_some_and(expected), "{ty}");
        }
    }

    #[test]
    fn by_name() {
        is(
            |known| matches!(known, Known::Text(Text::Owned)),
            &[
                "String",
                "std::string::String",
                "Box<str>",
                "Rc<str>",
                "std::sync::Arc<str>",
                "(String)",
                "Box<(str)>",
            ],
        );
        is(|known| matches!(known, Known::Text(Text::Cow)), &["Cow<'a, str>", "Cow<'static, str>"]);
        is(|known| matches!(known, Known::Text(Text::Borrowed(_))), &["&'a str", "&'static str"]);
        is(
            |known| matches!(known, Known::Primitive),
            &["u8", "i128", "bool", "char", "NonZeroU8", "NonZero<u64>", "core::num::NonZeroI128"],
        );
        is(
            |known| matches!(known, Known::Value),
            &[
                "Ulid",
                "Shard<16>",
                "jiff::civil::Date",
                "civil::Date",
                "DateTime<Utc>",
                "::uuid::Uuid",
            ],
        );
    }

    #[test]
    fn text_by_value() {
        is(
            |known| matches!(known, Known::TextValue),
            &["ArrayString<8>", "arrayvec::ArrayString<N>"],
        );
    }

    /// As a macro of the user's hands a type over.
    #[test]
    fn in_an_invisible_group() {
        let group = Group::new(Delimiter::None, quote!(String));
        assert!(matches!(known(&parse_quote!(#group)), Some(Known::Text(Text::Owned))));
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
}
