//! A field: its attribute, its type, and the values that it reads and writes back as they are stored.

mod guess;
mod part;

use ddbkey::__private::engine::ByteSet;

pub(super) use self::guess::time_format;
use super::time::{self, TimeFormat};
use super::value::StoredValue;

/// A field of an entity, or of a map in it.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct FieldDraft {
    /// The name in Rust.
    pub(super) name: String,
    /// The attribute, or `None` for a field that only the primary key holds, in this format.
    pub(super) attribute: Option<String>,
    pub(super) kind: ValueKind,
    /// How a row stores `None`.
    pub(super) absent: Absence,
}

/// What a row stores for `None`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Absence {
    Never,
    Missing,
    Null,
}

/// What is wrong with a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum FieldFault {
    Missing,
    /// It is NULL, and absent in other rows.
    Null,
    /// It is absent, and NULL in other rows.
    Absent,
    /// No type writes it back.
    Unreadable,
    Type,
}

impl FieldFault {
    /// Returns what is wrong with a value of any field.
    pub(super) fn of(value: &StoredValue) -> Option<Self> {
        let types = TypeOptions { is_chrono: false, has_structs: false };
        ValueKind::of(std::iter::once(value), types).is_none().then_some(Self::Unreadable)
    }
}

/// The type of a field's values.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum ValueKind {
    String,
    /// An enum of these words.
    Words(Vec<String>),
    /// A newtype of these characters, with this width if all values have the same.
    Alphabet(Alphabet, Option<usize>),
    U64,
    I64,
    F64,
    Bool,
    Bytes,
    Ulid,
    Uuid,
    /// A timestamp, which is stored in this format.
    Time(TimeFormat),
    Date,
    Strings,
    /// A set of numbers of this kind.
    Numbers(Box<Self>),
    /// A set of bytes.
    Binaries,
    List(Box<Self>),
    Struct(Vec<FieldDraft>),
    Map(Box<Self>),
    /// `serde_json::Value`
    Json,
}

/// The characters of a newtype.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) struct Alphabet {
    /// As `#[key_part(ascii = "…")]` has them.
    pub(super) text: &'static str,
    pub(super) bytes: ByteSet,
}

impl Alphabet {
    pub(super) const HEX: Self =
        Self { text: "0-9a-f", bytes: ByteSet::range(b'0', b'9').or(ByteSet::range(b'a', b'f')) };
    pub(super) const SLUG: Self = Self {
        text: "a-z0-9-",
        bytes: ByteSet::range(b'a', b'z').or(ByteSet::range(b'0', b'9')).or(ByteSet::byte(b'-')),
    };
    pub(super) const URL: Self = Self {
        text: "A-Za-z0-9_-",
        bytes: Self::SLUG.bytes.or(ByteSet::range(b'A', b'Z')).or(ByteSet::byte(b'_')),
    };
}

/// How a key writes the value of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum KeyForm {
    Plain,
    Lower,
    Upper,
    AsciiLower,
    AsciiUpper,
    Padded(usize),
    Descending(usize),
    Time(TimeFormat),
}

impl KeyForm {
    /// The forms of a string, in the order in which they are tried.
    pub(super) const OF_TEXT: [Self; 5] =
        [Self::Plain, Self::Lower, Self::Upper, Self::AsciiLower, Self::AsciiUpper];
}

/// Options for the types of values.
#[derive(Clone, Copy)]
pub(super) struct TypeOptions {
    pub(super) is_chrono: bool,
    /// Whether member names of maps may be printed.
    pub(super) has_structs: bool,
}

impl TypeOptions {
    /// The format in which serde writes a timestamp.
    pub(super) const fn plain_time(self) -> TimeFormat {
        if self.is_chrono { TimeFormat::Instant } else { TimeFormat::Rfc3339Nano }
    }
}

impl FieldDraft {
    pub(super) const fn is_optional(&self) -> bool {
        !matches!(self.absent, Absence::Never)
    }
}

impl ValueKind {
    /// Returns whether this kind can read a value and write it back unchanged.
    pub(super) fn reads(&self, value: &StoredValue) -> bool {
        match (self, value) {
            (Self::Bool, StoredValue::Bool(_))
            | (Self::Bytes, StoredValue::B(_))
            | (Self::Strings, StoredValue::Strings(_))
            | (Self::Binaries, StoredValue::Binaries(_)) => true,
            (Self::U64 | Self::I64 | Self::F64, StoredValue::N(text)) => self.reads_number(text),
            (Self::Numbers(kind), StoredValue::Numbers(numbers)) => {
                numbers.iter().all(|number| kind.reads_number(number))
            }
            (Self::List(kind), StoredValue::List(values)) => {
                values.iter().all(|value| kind.reads(value))
            }
            (Self::Map(kind), StoredValue::Map(members)) => {
                members.iter().all(|(_, value)| kind.reads(value))
            }
            (Self::Struct(fields), StoredValue::Map(members)) => {
                let is_known =
                    |name: &String| fields.iter().any(|own| own.attribute.as_ref() == Some(name));
                members.iter().all(|(name, _)| is_known(name))
                    && fields.iter().all(|field| field.reads_of(members))
            }
            (Self::Json, StoredValue::Null | StoredValue::S(_) | StoredValue::Bool(_)) => true,
            (kind, StoredValue::S(text)) => kind.reads_text(text),
            (Self::Json, StoredValue::N(text)) => {
                [Self::U64, Self::I64, Self::F64].iter().any(|kind| kind.reads_number(text))
            }
            (Self::Json, StoredValue::List(values)) => values.iter().all(|value| self.reads(value)),
            (Self::Json, StoredValue::Map(members)) => {
                members.iter().all(|(_, value)| self.reads(value))
            }
            _ => false,
        }
    }

    pub(super) fn reads_text(&self, text: &str) -> bool {
        match self {
            Self::String => true,
            Self::Words(words) => words.iter().any(|word| word == text),
            Self::Alphabet(..) | Self::Ulid | Self::Uuid => {
                self.language(KeyForm::Plain).contains(text)
            }
            Self::Date => time::is_date(text),
            Self::Time(format) => format.read(text).is_some(),
            _ => false,
        }
    }

    fn reads_number(&self, text: &str) -> bool {
        match self {
            Self::U64 => text.parse::<u64>().is_ok_and(|number| number.to_string() == text),
            Self::I64 => text.parse::<i64>().is_ok_and(|number| number.to_string() == text),
            _ => text.parse::<f64>().is_ok_and(|number| number.to_string() == text),
        }
    }
}

impl FieldDraft {
    /// Returns whether the members of a map have the declared field.
    fn reads_of(&self, members: &[(String, StoredValue)]) -> bool {
        let value = members.iter().find(|(name, _)| self.attribute.as_ref() == Some(name));
        self.reads(value.map(|(_, value)| value))
    }

    /// Returns what is wrong with a value that the field does not read.
    pub(super) fn fault(&self, value: Option<&StoredValue>) -> FieldFault {
        match (value, self.absent) {
            (None, Absence::Null) => FieldFault::Absent,
            (None, _) => FieldFault::Missing,
            (Some(StoredValue::Null), Absence::Missing) => FieldFault::Null,
            (Some(value), _) => FieldFault::of(value).unwrap_or(FieldFault::Type),
        }
    }

    /// Returns whether the field can read this and write it back unchanged.
    pub(super) fn reads(&self, value: Option<&StoredValue>) -> bool {
        match value {
            None => self.absent == Absence::Missing,
            Some(StoredValue::Null) => self.absent == Absence::Null,
            Some(value) => self.kind.reads(value),
        }
    }
}
