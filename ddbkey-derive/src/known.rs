//! Well-known types, by their names. If the user's type has one of these names, it needs a path: `self::Timestamp`.

#[cfg(test)]
#[path = "known/tests.rs"]
mod tests;

use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, format_ident, quote};
use syn::{GenericArgument, Ident, Lifetime, PathArguments, Type, TypeReference};

use crate::types::{bare, last_segment, type_text};

/// The kind of a well-known type.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// `String` and similar types, which keys hold as `&'k str`.
    Text,
    /// A string that keys hold by value: `ArrayString<N>`.
    TextValue,
    Integer,
    /// An integer of 128 bits.
    Wide,
    Bool,
    Char,
    Timestamp,
    Date,
    /// `Ulid` and similar types.
    Id,
    Address,
    Shard,
}

impl Kind {
    /// Whether it is a primitive or a `NonZero` type: keys hold it by value, and `Display` writes the string of the
    /// key.
    pub fn is_primitive(self) -> bool {
        matches!(self, Self::Integer | Self::Wide | Self::Bool | Self::Char)
    }

    pub fn is_integer(self) -> bool {
        matches!(self, Self::Integer | Self::Wide)
    }

    pub fn is_text(self) -> bool {
        matches!(self, Self::Text | Self::TextValue)
    }

    pub fn is_calendar(self) -> bool {
        matches!(self, Self::Timestamp | Self::Date)
    }
}

#[derive(Clone, Copy)]
pub struct Known<'a> {
    pub kind: Kind,
    pub ident: &'a Ident,
    arguments: &'a PathArguments,
    /// The first segment of the path, if the path is more than a name.
    home: Option<&'a Ident>,
}

/// A well-known type, as its name and arguments show it.
pub fn known(ty: &Type) -> Option<Known<'_>> {
    let (ident, arguments, home) = at_home(ty)?;
    Some(Known { kind: kind(ident, arguments)?, ident, arguments, home })
}

/// The name of a type, its arguments, and the first segment of its path, if the path is more than a name. `None` if a path
/// begins in no module that has well-known types.
fn at_home(ty: &Type) -> Option<(&Ident, &PathArguments, Option<&Ident>)> {
    let Type::Path(path) = bare(ty) else { return None };
    let (first, last) = (path.path.segments.first()?, path.path.segments.last()?);
    let home = (path.path.segments.len() > 1).then_some(&first.ident);
    let is_at_home = path.qself.is_none() && home.is_none_or(is_home);
    is_at_home.then_some((&last.ident, &last.arguments, home))
}

/// The kind of a type, `&'a str` included.
pub fn kind_of(ty: &Type) -> Option<Kind> {
    known(ty).map(|known| known.kind).or_else(|| borrowed_text(ty).map(|_| Kind::Text))
}

/// The tokens of a type that cannot be a part: a well-known type, an array, or a reference or `Cow` of anything but
/// `str`. The compiler reports all other types.
pub fn not_a_part(ty: &Type) -> Option<String> {
    const NAMES: [&str; 13] = [
        "f32",
        "f64",
        "usize",
        "isize",
        "NaiveDateTime",
        "PrimitiveDateTime",
        "SystemTime",
        "PathBuf",
        "OsString",
        "HashMap",
        "BTreeMap",
        "HashSet",
        "BTreeSet",
    ];
    match ty {
        Type::Reference(reference) => {
            (!is_str(&reference.elem)).then(|| format!("&{}", type_text(&reference.elem)))
        }
        Type::Array(array) => {
            Some(format!("[{}; {}]", type_text(&array.elem), array.len.to_token_stream()))
        }
        _ if last_segment(ty).is_some_and(|name| name == "Vec") => Some(type_text(ty)),
        _ => last_segment(ty).filter(|name| {
            NAMES.contains(&name.as_str()) || name == "Cow" && kind_of(ty).is_none()
        }),
    }
}

/// Whether the type can be a part, as far as its name shows: no type of the user's has arguments.
pub fn can_be_a_part(ty: &Type) -> bool {
    let ty = bare(ty);
    let is_name = matches!(ty, Type::Path(path) if path.path.segments.iter().all(|segment| segment.arguments.is_none()));
    not_a_part(ty).is_none() && (kind_of(ty).is_some() || is_name)
}

fn is_str(ty: &Type) -> bool {
    is_named(ty, |name| name == "str")
}

/// `T` of `&T`, unless it is `str`.
pub fn lent(ty: &Type) -> Option<&Type> {
    match ty {
        Type::Reference(lent) if lent.mutability.is_none() && !is_str(&lent.elem) => {
            Some(bare(&lent.elem))
        }
        _ => None,
    }
}

/// `&str`, with or without a lifetime.
pub fn text_reference(ty: &Type) -> Option<&TypeReference> {
    let Type::Reference(reference) = bare(ty) else { return None };
    let is_text = reference.mutability.is_none() && is_str(&reference.elem);
    is_text.then_some(reference)
}

/// The lifetime of `&'a str`.
pub fn borrowed_text(ty: &Type) -> Option<&Lifetime> {
    text_reference(ty)?.lifetime.as_ref()
}

fn kind(ident: &Ident, arguments: &PathArguments) -> Option<Kind> {
    let (count, last) = match arguments {
        PathArguments::None => (0, None),
        PathArguments::AngleBracketed(arguments) => (arguments.args.len(), arguments.args.last()),
        PathArguments::Parenthesized(_) => return None,
    };
    let of = |is_it: fn(&str) -> bool| matches!(last, Some(GenericArgument::Type(last)) if is_named(last, is_it));
    let name = ident.to_string();
    Some(match (name.as_str(), count) {
        ("String", 0) => Kind::Text,
        ("Cow", 2) | ("Box" | "Rc" | "Arc", 1) if of(|name| name == "str") => Kind::Text,
        ("u128" | "i128" | "NonZeroU128" | "NonZeroI128", 0) => Kind::Wide,
        (name, 0) if is_integer(name) || is_non_zero(name) => Kind::Integer,
        ("NonZero", 1) if of(is_integer) => Kind::Integer,
        ("bool", 0) => Kind::Bool,
        ("char", 0) => Kind::Char,
        ("IpAddr" | "Ipv4Addr" | "Ipv6Addr", 0) => Kind::Address,
        ("DateTime", _) if !of(|name| name == "Utc") => return None,
        ("ArrayString" | "DateTime" | "Shard", 1) => foreign_kind(&name)?,
        ("ArrayString" | "DateTime" | "Shard", _) => return None,
        (name, 0) => foreign_kind(name)?,
        _ => return None,
    })
}

fn is_integer(name: &str) -> bool {
    let bits = name.strip_prefix(['u', 'i']).unwrap_or_default();
    ["8", "16", "32", "64", "128"].contains(&bits)
}

/// `NonZeroU8` and its like.
fn is_non_zero(name: &str) -> bool {
    name.strip_prefix("NonZero").is_some_and(|integer| {
        integer.starts_with(['U', 'I']) && is_integer(&integer.to_lowercase())
    })
}

fn is_named(ty: &Type, is_it: fn(&str) -> bool) -> bool {
    last_segment(bare(ty)).is_some_and(|name| is_it(&name))
}

/// The start of a path to a type of the standard library, if the path is more than a name.
const HOMES: [&str; 9] = ["std", "core", "alloc", "string", "borrow", "rc", "sync", "num", "net"];

/// The trait of the runtime whose error has the help for a type of this name: a missing feature, or another type.
/// `None` if the type itself can be a part.
pub fn named(ty: &Type) -> Option<Ident> {
    let (ident, arguments, home) = at_home(ty)?;
    let name = ident.to_string();
    match (name.as_str(), known(ty)) {
        ("DateTime", None) if !arguments.is_none() => Some(format_ident!("NamedLocalDateTime")),
        ("Zoned", None) => Some(format_ident!("NamedZoned")),
        (_, Some(_)) => {
            let mut foreign =
                FOREIGN.iter().filter(|foreign| foreign.is_at(&name, home)).peekable();
            let is_off = foreign.peek().is_some() && foreign.all(|foreign| !foreign.is_enabled);
            is_off.then(|| format_ident!("Named{name}"))
        }
        _ => None,
    }
}

fn is_home(first: &Ident) -> bool {
    let mut homes = FOREIGN.iter().flat_map(|foreign| foreign.homes).chain(&HOMES);
    homes.any(|home| first == home)
}

/// A type of a crate that a feature of the runtime enables.
struct Foreign {
    kind: Kind,
    is_enabled: bool,
    /// The modules that a path to it can begin with.
    homes: &'static [&'static str],
    /// Its path in `private.rs::types` of the runtime.
    path: &'static str,
}

impl Foreign {
    fn is_named(&self, name: &str) -> bool {
        self.path.rsplit("::").next() == Some(name)
    }

    /// Whether this name is the type's, alone or in a path that begins with this module.
    fn is_at(&self, name: &str, home: Option<&Ident>) -> bool {
        self.is_named(name) && home.is_none_or(|home| self.homes.iter().any(|own| home == own))
    }
}

fn foreign_kind(name: &str) -> Option<Kind> {
    FOREIGN.iter().find(|foreign| foreign.is_named(name)).map(|foreign| foreign.kind)
}

/// Lists the well-known types of other crates. In tests all of them are enabled, whatever the features, except the
/// types of `time` and `ulid1`, whose names other crates also have.
macro_rules! foreign {
    ($($feature:literal $homes:tt: $($kind:ident $path:literal),+;)+) => {
        #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
        const FOREIGN: &[Foreign] = &[$($(Foreign {
            kind: Kind::$kind,
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
    "arrayvec" ["arrayvec"]: TextValue "arrayvec::ArrayString";
    "chrono" ["chrono"]: Date "chrono::NaiveDate", Timestamp "chrono::DateTime";
    "compact_str" ["compact_str"]: Text "compact_str::CompactString";
    "jiff" ["jiff", "civil"]: Timestamp "jiff::Timestamp", Date "jiff::civil::Date";
    "ksuid" ["svix_ksuid"]: Id "svix_ksuid::Ksuid";
    "shard" ["ddbkey", "part"]: Shard "Shard";
    "smol_str" ["smol_str"]: Text "smol_str::SmolStr";
    "time" ["time"]: Date "time::Date", Timestamp "time::OffsetDateTime";
    "ulid" ["ulid"]: Id "ulid::Ulid";
    "ulid1" ["ulid"]: Id "ulid1::Ulid";
    "uuid" ["uuid"]: Id "uuid::Uuid";
}

impl Known<'_> {
    /// Whether it is a name without a path.
    pub fn is_bare(self) -> bool {
        self.home.is_none()
    }

    /// Whether the type is a string type of the standard library.
    pub fn is_std(self) -> bool {
        ["String", "Cow", "Box", "Rc", "Arc"].iter().any(|name| self.ident == name)
    }

    /// The type as the runtime names it; `None` if no enabled feature, or more than one, has a type of this name.
    pub fn in_runtime(self) -> Option<RuntimeType> {
        let Self { kind, ident, arguments, home } = self;
        let of = |path| {
            let (arguments, is_in_utc) = (arguments.clone(), ident == "DateTime");
            Some(RuntimeType { path, arguments, is_in_utc })
        };
        let name = ident.to_string();
        match kind {
            Kind::Integer | Kind::Wide if name.starts_with("NonZero") => {
                return of(vec![format_ident!("num"), ident.clone()]);
            }
            Kind::Address => return of(vec![format_ident!("net"), ident.clone()]),
            _ => {}
        }
        let mut found =
            FOREIGN.iter().filter(|foreign| foreign.is_enabled && foreign.is_at(&name, home));
        let (Some(foreign), None) = (found.next(), found.next()) else { return None };
        of(foreign.path.split("::").map(|name| Ident::new(name, Span::call_site())).collect())
    }
}

/// A well-known type, under the runtime's name for it in its module `types`.
#[derive(Clone)]
pub struct RuntimeType {
    pub path: Vec<Ident>,
    arguments: PathArguments,
    /// Whether the argument is `chrono::Utc`.
    is_in_utc: bool,
}

impl RuntimeType {
    /// Its name, if importing the name is enough to write the type.
    pub fn name(&self) -> Option<&Ident> {
        self.path.last().filter(|_| !self.is_in_utc)
    }

    /// The type without a path.
    pub fn by_name(&self) -> TokenStream {
        let (name, arguments) = (self.path.last(), &self.arguments);
        quote!(#name #arguments)
    }

    /// `home::types::ulid::Ulid`, where `home` is the runtime.
    pub fn at(&self, home: &dyn ToTokens) -> TokenStream {
        let Self { path, arguments, is_in_utc } = self;
        if *is_in_utc {
            quote!(#home::types::#(#path)::*<#home::types::chrono::Utc>)
        } else {
            quote!(#home::types::#(#path)::* #arguments)
        }
    }
}
