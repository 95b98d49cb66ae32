//! How a key struct holds a value. For most types, this follows from the type's name.

use syn::Type;

use super::format::Format;
use crate::known::{Kind, RuntimeType, known, text_reference};

/// How a key struct holds a value.
#[derive(Clone)]
pub enum HeldAs {
    /// As `&'k str`. If a crate provides the type, the runtime has a name for it: `smol_str::SmolStr`.
    Text(Option<RuntimeType>),
    /// By value, under the user's name for the type: `u32`.
    Primitive(Kind),
    /// By value, under the runtime's name for the type: `ulid::Ulid`.
    Value(RuntimeType, Kind),
    /// As `Cow<'k, str>`: a method returns a `String`, `Cow<str>` or `Box<str>`.
    Owned,
    /// As `<Status as KeyPart>::Ref<'k>`: the type is not known here.
    Unknown,
}

impl HeldAs {
    /// How a key holds a value of this type in this format.
    pub fn of(ty: &Type, format: Format) -> Self {
        let Some(known) = known(ty) else {
            let is_text = text_reference(ty).is_some() && is_of_text(format);
            return if is_text { Self::Text(None) } else { Self::Unknown };
        };
        let (kind, in_runtime) = (known.kind, known.in_runtime());
        match in_runtime {
            _ if !has_format(kind, &known.ident.to_string(), format) => Self::Unknown,
            _ if kind == Kind::Text && known.is_std() => Self::Text(None),
            Some(ty) if kind == Kind::Text => Self::Text(Some(ty)),
            Some(ty) => Self::Value(ty, kind),
            None if kind.is_primitive() && known.is_bare() => Self::Primitive(kind),
            None => Self::Unknown,
        }
    }

    /// How a key holds what a method returns by value.
    pub fn of_method(self) -> Self {
        match self {
            Self::Text(None) => Self::Owned,
            held => held,
        }
    }

    /// Whether the key struct needs a lifetime for it.
    pub fn borrows(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Owned | Self::Unknown)
    }

    /// Whether a key struct owns the value after building, and so is not `Copy`.
    pub fn is_owned(&self) -> bool {
        matches!(self, Self::Owned)
    }

    /// Whether the value is a string of any length.
    pub fn is_text(&self) -> bool {
        matches!(self, Self::Text(_) | Self::Owned)
    }

    pub fn is_known(&self) -> bool {
        !matches!(self, Self::Unknown)
    }

    /// Whether the value is an integer.
    pub fn is_number(&self) -> bool {
        matches!(self, Self::Primitive(kind) | Self::Value(_, kind) if kind.is_integer())
    }

    /// Whether the value is a string whose maximum length is in its type.
    pub fn is_array_string(&self) -> bool {
        matches!(self, Self::Value(_, Kind::TextValue))
    }

    /// Whether serde is known to write every value as the key does: the same string, or the number.
    pub fn is_serde_text(&self) -> bool {
        matches!(self, Self::Text(None) | Self::Primitive(Kind::Integer | Kind::Char))
    }

    /// Whether the strings sort as values do, in the middle of a key or at its end.
    pub fn is_ordered(&self, format: Format, is_last: bool) -> bool {
        let kind = match self {
            Self::Text(_) | Self::Owned => Kind::Text,
            Self::Primitive(kind) | Self::Value(_, kind) => *kind,
            Self::Unknown => return false,
        };
        match kind {
            Kind::Text | Kind::TextValue => is_last,
            Kind::Integer | Kind::Wide => {
                matches!(format, Format::Padded(_) | Format::Descending(_))
            }
            Kind::Address => false,
            _ => !matches!(format, Format::EpochNumber(_) | Format::Instant | Format::Rfc3339Nano),
        }
    }
}

/// Whether a primitive type or a string type of the standard library lacks a format. For a well-known name that may be
/// a type of the user's, the compiler decides.
pub fn lacks_format(ty: &Type, format: Format) -> bool {
    if text_reference(ty).is_some() {
        return !is_of_text(format);
    }
    known(ty).filter(|known| known.is_bare()).is_some_and(|known| {
        (known.is_std() || known.kind.is_primitive() && known.in_runtime().is_none())
            && !has_format(known.kind, &known.ident.to_string(), format)
    })
}

/// Whether a type has a format, as far as its name shows.
pub fn may_have_format(ty: &Type, format: Format) -> bool {
    match known(ty) {
        Some(known) => has_format(known.kind, &known.ident.to_string(), format),
        None => text_reference(ty).is_none() || is_of_text(format),
    }
}

/// Whether a type of this kind and name has this format.
fn has_format(kind: Kind, name: &str, format: Format) -> bool {
    match format {
        Format::Plain => true,
        Format::Padded(_) | Format::Unordered => kind.is_integer(),
        // The compiler checks whether the `u8` of `NonZero<u8>` has a sign.
        Format::Descending(_) => name.starts_with('u') || name.starts_with("NonZeroU"),
        Format::Strftime { units: ..=3, .. } => kind.is_calendar(),
        Format::Fraction(_)
        | Format::Strftime { .. }
        | Format::Epoch(_)
        | Format::EpochNumber(_)
        | Format::Rfc3339
        | Format::Isoformat
        | Format::Instant
        | Format::Rfc3339Nano => kind == Kind::Timestamp,
        Format::Lower | Format::Upper | Format::AsciiLower | Format::AsciiUpper | Format::Empty => {
            kind.is_text()
        }
    }
}

fn is_of_text(format: Format) -> bool {
    matches!(format, Format::Plain | Format::Empty) || format.is_case()
}
