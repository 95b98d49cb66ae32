//! Types whose borrowed form is known by their names, as far as a macro can know them. Another type with
//! such a name is told apart by its path: `self::Timestamp`.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
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

/// A type of this name in a crate that a feature of the runtime brings.
struct Foreign {
    name: &'static str,
    is_enabled: bool,
    /// The modules with which a path to it can begin.
    homes: &'static [&'static str],
    /// Where it is in `__private::types` of the runtime.
    path: &'static str,
}

/// Declares the well-known types of other crates. In tests, whatever features are on, all are but `time` and `ulid1`,
/// which bring a name twice.
macro_rules! foreign {
    ($($feature:literal $homes:tt: $($name:literal $path:literal),+;)+) => {
        #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
        const FOREIGN: &[Foreign] = &[$($(Foreign {
            name: $name,
            is_enabled: if cfg!(test) {
                !matches!($feature.as_bytes(), b"time" | b"ulid1")
            } else {
                cfg!(feature = $feature)
            },
            homes: &$homes,
            path: $path,
        }),+),+];
    };
}

foreign! {
    "arrayvec" ["arrayvec"]: "ArrayString" "arrayvec::ArrayString";
    "chrono" ["chrono"]: "NaiveDate" "chrono::NaiveDate", "DateTime" "chrono::DateTime";
    "compact_str" ["compact_str"]: "CompactString" "compact_str::CompactString";
    "jiff" ["jiff", "civil"]: "Timestamp" "jiff::Timestamp", "Date" "jiff::civil::Date";
    "ksuid" ["svix_ksuid"]: "Ksuid" "svix_ksuid::Ksuid";
    "shard" ["ddbkey", "part"]: "Shard" "Shard";
    "smol_str" ["smol_str"]: "SmolStr" "smol_str::SmolStr";
    "time" ["time"]: "Date" "time::Date", "OffsetDateTime" "time::OffsetDateTime";
    "ulid" ["ulid"]: "Ulid" "ulid::Ulid";
    "ulid1" ["ulid"]: "Ulid" "ulid1::Ulid";
    "uuid" ["uuid"]: "Uuid" "uuid::Uuid";
}

/// A well-known type, by its name.
#[derive(Clone, Copy)]
pub struct TypeName<'a> {
    pub ident: &'a Ident,
    arguments: &'a PathArguments,
    /// The first segment of its path, if that is more than the name.
    home: Option<&'a Ident>,
}

/// The name of a type that is a path.
pub fn type_name(ty: &Type) -> Option<TypeName<'_>> {
    let Type::Path(path) = bare(ty) else { return None };
    let (first, last) = (path.path.segments.first()?, path.path.segments.last()?);
    let home = (path.path.segments.len() > 1).then_some(&first.ident);
    Some(TypeName { ident: &last.ident, arguments: &last.arguments, home })
}

impl TypeName<'_> {
    /// Whether it is more than a name.
    pub fn is_bare(self) -> bool {
        self.home.is_none()
    }

    /// Whether the type is text of the standard library.
    pub fn is_std(self) -> bool {
        is_one_of(self.ident, &["String", "Cow", "Box", "Rc", "Arc"])
    }

    /// The type as the runtime names it; `None` if no feature, or more than one, brings one of this name.
    pub fn path(self, runtime: &Path) -> Option<TokenStream> {
        let Self { ident, arguments, home } = self;
        if is_non_zero(ident) || ident == "NonZero" {
            return Some(quote!(::core::num::#ident #arguments));
        }
        if is_one_of(ident, &["IpAddr", "Ipv4Addr", "Ipv6Addr"]) {
            return Some(quote!(::core::net::#ident));
        }
        let mut found = FOREIGN.iter().filter(|foreign| {
            foreign.is_enabled
                && ident == foreign.name
                && home.is_none_or(|home| is_one_of(home, foreign.homes))
        });
        let (Some(foreign), None) = (found.next(), found.next()) else { return None };
        let path: TokenStream = foreign.path.parse().ok()?;
        let arguments = match foreign.name {
            "DateTime" => quote!(<#runtime::__private::types::chrono::Utc>),
            _ => arguments.to_token_stream(),
        };
        Some(quote!(#runtime::__private::types::#path #arguments))
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
