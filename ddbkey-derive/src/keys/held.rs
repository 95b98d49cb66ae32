//! How a key struct holds a value, which for most types follows from the type's name.

use proc_macro2::TokenStream;
use syn::{Generics, Path, Type};

use super::model::{Format, Unit};
use crate::known::{Known, known, type_name};
use crate::types::{bare, mentions};

/// How a key struct holds a value.
#[derive(Clone)]
pub enum Held {
    /// As `&'k str`. The type comes from a crate if it is a path: `types::smol_str::SmolStr`.
    Text(Option<TokenStream>),
    /// Itself, under the name that the user gives it: `u32`.
    Primitive(Primitive),
    /// Itself, under the runtime's name of the type: `types::ulid::Ulid`.
    Value(TokenStream, Order),
    /// As `<Status as KeyPart>::Ref<'k>`: the type is not known here.
    Unknown,
}

/// A type of the language that keys hold by value.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Primitive {
    Integer,
    /// An integer of 128 bits.
    Wide,
    Bool,
    Char,
}

/// How the texts of a type sort.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Order {
    Always,
    /// At the end of a key.
    Last,
    Never,
    /// As an integer does in its format.
    Number,
}

impl Held {
    /// How a key holds a value of this type in this format. A type parameter may have the name of a type that
    /// is known otherwise.
    pub fn of(ty: &Type, format: Format, generics: &Generics, runtime: &Path) -> Self {
        let is_parameter = generics.type_params().any(|param| mentions(ty, &param.ident));
        let known = if is_parameter { None } else { known(ty) };
        let Some(name) = known.and_then(|_| type_name(ty)) else {
            return if is_str(ty) && is_of_text(format) { Self::Text(None) } else { Self::Unknown };
        };
        let text = name.ident.to_string();
        match known {
            Some(Known::Text(_)) if !is_of_text(format) => Self::Unknown,
            Some(Known::Text(_)) if name.is_std() => Self::Text(None),
            Some(Known::Text(_)) => {
                name.path(runtime).map_or(Self::Unknown, |path| Self::Text(Some(path)))
            }
            Some(Known::Primitive) => {
                let primitive = Primitive::of(&text);
                match name.path(runtime) {
                    _ if !primitive.has_format(&text, format) => Self::Unknown,
                    Some(path) => Self::Value(path, Order::Number),
                    None if name.is_bare() => Self::Primitive(primitive),
                    None => Self::Unknown,
                }
            }
            Some(Known::TextValue | Known::Value) if has_format(&text, format) => {
                let order = Order::of(&text);
                name.path(runtime).map_or(Self::Unknown, |path| Self::Value(path, order))
            }
            _ => Self::Unknown,
        }
    }

    /// Whether the key struct needs a lifetime for it.
    pub fn borrows(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Unknown)
    }

    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether it is an integer.
    pub fn is_number(&self) -> bool {
        match self {
            Self::Primitive(primitive) => primitive.is_number(),
            Self::Value(_, order) => *order == Order::Number,
            Self::Text(_) | Self::Unknown => false,
        }
    }

    /// Whether serde is known to write the text of the key, or its number, for every value.
    pub fn is_serde_text(&self) -> bool {
        matches!(self, Self::Text(None) | Self::Primitive(Primitive::Integer | Primitive::Char))
    }

    /// Whether the texts sort as values do, in the middle of a key or at its end.
    pub fn is_ordered(&self, format: Format, is_last: bool) -> bool {
        match self {
            Self::Text(_) => is_last,
            Self::Primitive(Primitive::Bool | Primitive::Char) => true,
            Self::Value(_, Order::Always) => !matches!(format, Format::EpochNumber(_)),
            Self::Primitive(_) | Self::Value(_, Order::Number) => {
                matches!(format, Format::Padded(_) | Format::Descending(_))
            }
            Self::Value(_, order) => is_last && *order == Order::Last,
            Self::Unknown => false,
        }
    }
}

impl Primitive {
    fn of(name: &str) -> Self {
        match name {
            "bool" => Self::Bool,
            "char" => Self::Char,
            _ if name.ends_with("128") => Self::Wide,
            _ => Self::Integer,
        }
    }

    fn is_number(self) -> bool {
        matches!(self, Self::Integer | Self::Wide)
    }

    fn has_format(self, name: &str, format: Format) -> bool {
        match format {
            Format::Plain => true,
            Format::Padded(_) | Format::Unordered => self.is_number(),
            // Of `NonZero<u8>` the compiler finds out whether it has a sign.
            Format::Descending(_) => name.starts_with('u') || name.starts_with("NonZeroU"),
            _ => false,
        }
    }
}

impl Order {
    fn of(name: &str) -> Self {
        match name {
            "ArrayString" => Self::Last,
            "IpAddr" | "Ipv4Addr" | "Ipv6Addr" => Self::Never,
            _ => Self::Always,
        }
    }
}

/// Whether a type that keys hold by value, and that is not an integer, has this format.
fn has_format(name: &str, format: Format) -> bool {
    let is_timestamp = matches!(name, "Timestamp" | "DateTime" | "OffsetDateTime");
    let is_date = matches!(name, "Date" | "NaiveDate");
    match format {
        Format::Plain => true,
        Format::Unit(Unit::Year | Unit::Month | Unit::Day)
        | Format::Strftime { units: ..=3, .. } => is_timestamp || is_date,
        Format::Fraction(_)
        | Format::Unit(_)
        | Format::Strftime { .. }
        | Format::Epoch(_)
        | Format::EpochNumber(_)
        | Format::Rfc3339 => is_timestamp,
        Format::Lower | Format::Upper => name == "ArrayString",
        Format::Padded(_) | Format::Descending(_) | Format::Unordered => false,
    }
}

fn is_of_text(format: Format) -> bool {
    format == Format::Plain || format.is_case()
}

/// `&str`, with or without a lifetime.
fn is_str(ty: &Type) -> bool {
    let Type::Reference(reference) = bare(ty) else { return false };
    let Type::Path(path) = bare(&reference.elem) else { return false };
    reference.mutability.is_none() && path.path.is_ident("str")
}
