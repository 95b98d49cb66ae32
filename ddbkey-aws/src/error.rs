//! What can go wrong between an entity and an item. No error holds the string of a key.

use std::error::Error;
use std::fmt;

use ddbkey::schema::AttributeType;
use ddbkey::{KeyError, KeyValue, ParseError};

use crate::ttl::NotSeconds;
use crate::value::ItemAttributes;

/// The error when an entity cannot be written as an item, or an item is not one of the entity.
///
/// It names the entity and the attribute, and prints no value of the item, not by `Debug` either. [`kind`](Self::kind)
/// says what is wrong.
///
/// The [`source`](Error::source) of an error of kind [`Format`](ItemErrorKind::Format) is the error of another crate, and
/// may print the value of an attribute. If that attribute may be a key attribute, the error has no source.
pub struct ItemError {
    /// The name of the entity, or of the table if the item belongs to no entity.
    entity: &'static str,
    fault: Fault,
}

/// What is wrong with an item, or with an entity that cannot be written as one: the [`kind`](ItemError::kind) of an
/// [`ItemError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemErrorKind {
    /// A key cannot be built from the fields, or a closure changed the key of the item:
    /// [`key_error`](ItemError::key_error) says why.
    Key,
    /// The stored keys belong to no entity of the table, or not to this entity; or the table has no index of a name that
    /// was given.
    Unknown,
    /// A key attribute of the table is missing or of the wrong type, a field writes a key attribute that should not be
    /// there, or a move cannot have the attributes that it was given.
    Attribute,
    /// A key attribute is not the one that the fields produce: one of the table's own when an item is read,
    /// one that is also a field when an entity is written.
    Mismatch,
    /// The item comes from an index that does not hold all of it. An entity of what it holds, put back, would
    /// erase the rest.
    Projection,
    /// A map or a list that an update changes holds more than serde writes of it, so that the update would lose it.
    NotRepresented,
    /// An update, a repair or a move would have to compare so many attributes that DynamoDB refuses its condition, which
    /// may have 4 KB and 300 operators.
    TooLarge,
    /// The attribute by which DynamoDB deletes expired items would be set to something other than whole seconds.
    TimeToLive,
    /// The version cannot count an update: a closure changed it, it is at its maximum, or the stored value is not a
    /// whole number.
    Version,
    /// The updates of the entity are made by hand (`updates = by_hand`).
    ByHand,
    /// The fields cannot be written or read; the format's own error is the source.
    Format,
}

/// What is wrong, with what its message names.
enum Fault {
    Key(KeyError),
    Unknown(ParseError),
    UnknownIndex(String),
    Attribute(&'static str, AttributeFault),
    /// An attribute that a move cannot carry.
    Taken(String),
    /// A move on a condition on no attribute.
    NoCondition,
    Mismatch(&'static str),
    /// The index.
    Projection(&'static str),
    TooLarge,
    TimeToLive(&'static str, NotSeconds),
    Version(&'static str, VersionFault),
    ByHand,
    Format(FormatFault, Option<Box<dyn Error + Send + Sync>>),
}

/// What is wrong with a key attribute.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum AttributeFault {
    Missing,
    WrongType {
        expected: AttributeType,
    },
    /// A field would write the attribute although the item is not in the index: half of an index key.
    Unexpected,
    /// A flattened field would write the attribute, which belongs to a key.
    Duplicate,
    /// The attribute is also a field, and its value cannot be read as that field.
    Unreadable,
}

/// Why a version cannot count an update.
#[derive(Clone, Copy)]
pub(crate) enum VersionFault {
    /// The closure changed it.
    Changed,
    /// It is as high as its type allows.
    AtMaximum,
    /// What is stored is not a number.
    NotANumber,
}

/// What serde could not do, and with which attribute, if it says so. It holds no value of an item.
pub(crate) enum FormatFault {
    /// Serde demands a field that the item lacks.
    Missing(&'static str),
    /// The attribute is not a field, and serde refuses others.
    NotAField(String),
    /// The value of the attribute lacks a field.
    MissingWithin {
        attribute: String,
        field: String,
    },
    NotRead(String),
    NotWritten(String),
    /// Serde reads the field under other names than the one it writes.
    NotReadBack {
        written: String,
        read: &'static str,
    },
    NoneRead,
    NoneWritten,
    NotAMap,
    #[cfg(feature = "lambda")]
    UnknownEvent,
}

impl FormatFault {
    pub(crate) fn attribute(&self) -> Option<&str> {
        match self {
            Self::Missing(name) => Some(name),
            Self::NotAField(name) | Self::NotRead(name) | Self::NotWritten(name) => Some(name),
            Self::MissingWithin { attribute, .. } => Some(attribute),
            Self::NotReadBack { written, .. } => Some(written),
            _ => None,
        }
    }

    fn print(&self, entity: &str, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "{entity}: field `{name}`: missing"),
            Self::NotReadBack { written, read } => {
                write!(
                    f,
                    "{entity}: field `{written}`: serde writes it as `{written}`, and reads it as `{read}`"
                )
            }
            Self::NotAField(name) => {
                write!(f, "attribute `{name}` is not a field, and `{entity}` denies unknown fields")
            }
            Self::MissingWithin { attribute, field } => write!(
                f,
                "attribute `{attribute}` of `{entity}` cannot be read as its field: missing field `{field}`"
            ),
            Self::NotRead(name) => {
                write!(f, "attribute `{name}` of `{entity}` cannot be read as its field")
            }
            Self::NotWritten(name) => write!(f, "field `{name}` of `{entity}` cannot be written"),
            Self::NoneRead => {
                write!(f, "the fields of `{entity}` cannot be read, and serde does not say which")
            }
            Self::NoneWritten => {
                write!(f, "`{entity}` cannot be written, and serde does not say which field")
            }
            Self::NotAMap => write!(f, "serde writes `{entity}` as neither a struct nor a map"),
            #[cfg(feature = "lambda")]
            Self::UnknownEvent => {
                write!(f, "a record of the stream of `{entity}` has an unknown event name")
            }
        }
    }
}

impl ItemError {
    /// The error of a key attribute.
    pub(crate) const fn at(
        entity: &'static str,
        name: &'static str,
        fault: AttributeFault,
    ) -> Self {
        Self { entity, fault: Fault::Attribute(name, fault) }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(&self) -> ItemErrorKind {
        match self.fault {
            Fault::Key(_) => ItemErrorKind::Key,
            Fault::Unknown(_) | Fault::UnknownIndex(_) => ItemErrorKind::Unknown,
            Fault::Attribute(..) | Fault::Taken(_) | Fault::NoCondition => ItemErrorKind::Attribute,
            Fault::Mismatch(_) => ItemErrorKind::Mismatch,
            Fault::Projection(_) => ItemErrorKind::Projection,
            Fault::TooLarge => ItemErrorKind::TooLarge,
            Fault::TimeToLive(..) => ItemErrorKind::TimeToLive,
            Fault::Version(..) => ItemErrorKind::Version,
            Fault::ByHand => ItemErrorKind::ByHand,
            Fault::Format(..) => ItemErrorKind::Format,
        }
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the attribute at fault, if the error is about one.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        match &self.fault {
            Fault::Attribute(name, _)
            | Fault::Mismatch(name)
            | Fault::TimeToLive(name, _)
            | Fault::Version(name, _) => Some(name),
            Fault::Taken(name) => Some(name),
            Fault::Format(fault, _) => fault.attribute(),
            _ => None,
        }
    }

    /// Returns the error of the key, if the kind is [`Key`](ItemErrorKind::Key).
    #[must_use]
    pub const fn key_error(&self) -> Option<&KeyError> {
        match &self.fault {
            Fault::Key(error) => Some(error),
            _ => None,
        }
    }
}

impl ItemError {
    /// The error when the fields produce another key attribute.
    pub(crate) const fn mismatch(entity: &'static str, name: &'static str) -> Self {
        Self { entity, fault: Fault::Mismatch(name) }
    }

    /// The error of an item from an index that does not hold all of it.
    pub(crate) const fn projection(entity: &'static str, index: &'static str) -> Self {
        Self { entity, fault: Fault::Projection(index) }
    }

    /// The error of a condition that DynamoDB would refuse.
    pub(crate) const fn too_large(entity: &'static str) -> Self {
        Self { entity, fault: Fault::TooLarge }
    }

    /// The error when a repair is asked to leave alone an index that the table does not have.
    pub(crate) const fn unknown_index(table: &'static str, index: String) -> Self {
        Self { entity: table, fault: Fault::UnknownIndex(index) }
    }

    /// The error when a move is asked to carry an attribute that is a field or a key attribute, or one of an entity that
    /// allows no attribute but its fields.
    pub(crate) const fn taken(entity: &'static str, attribute: String) -> Self {
        Self { entity, fault: Fault::Taken(attribute) }
    }

    /// The error when a move is asked for on a condition on no attribute, which protects nothing.
    pub(crate) const fn no_condition(entity: &'static str) -> Self {
        Self { entity, fault: Fault::NoCondition }
    }

    /// The error of a time to live that would be set to something else than whole seconds.
    pub(crate) const fn time_to_live(
        entity: &'static str,
        name: &'static str,
        fault: NotSeconds,
    ) -> Self {
        Self { entity, fault: Fault::TimeToLive(name, fault) }
    }

    /// The error of a version that cannot count an update.
    pub(crate) const fn version(
        entity: &'static str,
        name: &'static str,
        fault: VersionFault,
    ) -> Self {
        Self { entity, fault: Fault::Version(name, fault) }
    }

    /// The error of an update of an entity whose updates are made by hand.
    pub(crate) const fn by_hand(entity: &'static str) -> Self {
        Self { entity, fault: Fault::ByHand }
    }

    /// The error of a format, with its own error if that prints no value of a key attribute.
    pub(crate) const fn format(
        entity: &'static str,
        fault: FormatFault,
        source: Option<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self { entity, fault: Fault::Format(fault, source) }
    }

    /// The key attribute at fault, if the error is about one.
    pub(crate) const fn key_attribute(&self) -> Option<&'static str> {
        match self.fault {
            Fault::Attribute(name, _) => Some(name),
            _ => None,
        }
    }

    /// The field that serde demands and the item lacks.
    pub(crate) const fn missing_field(&self) -> Option<&'static str> {
        match self.fault {
            Fault::Format(FormatFault::Missing(name), _) => Some(name),
            _ => None,
        }
    }

    /// What is wrong with the keys, if they belong to no entity.
    pub(crate) const fn parse_error(&self) -> Option<ParseError> {
        match self.fault {
            Fault::Unknown(error) => Some(error),
            _ => None,
        }
    }
}

/// Without the source, which may print a value.
impl fmt::Debug for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ItemError({self})")
    }
}

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, fault } = self;
        match fault {
            Fault::Key(error) => error.fmt(f),
            Fault::Unknown(error) => error.fmt(f),
            Fault::UnknownIndex(index) => write!(f, "no index `{index}` on table `{entity}`"),
            Fault::Attribute(name, fault) => match fault {
                AttributeFault::Missing => {
                    write!(f, "missing key attribute `{name}` of `{entity}`")
                }
                AttributeFault::WrongType { expected } => {
                    write!(f, "key attribute `{name}` of `{entity}` is not {}", expected.noun())
                }
                AttributeFault::Unexpected => write!(
                    f,
                    "unexpected key attribute `{name}`: the fields of `{entity}` do not produce it"
                ),
                AttributeFault::Duplicate => {
                    write!(f, "duplicate key attribute `{name}` of `{entity}`")
                }
                AttributeFault::Unreadable => {
                    write!(f, "key attribute `{name}` of `{entity}` cannot be read as its field")
                }
            },
            Fault::Taken(name) => write!(
                f,
                "a move of `{entity}` cannot carry `{name}`: it is a field or a key attribute, or `{entity}` denies unknown fields"
            ),
            Fault::NoCondition => {
                write!(
                    f,
                    "a move of `{entity}` on a condition without attributes protects no write"
                )
            }
            Fault::Mismatch(name) => {
                write!(f, "attribute `{name}` differs from the one that `{entity}` produces")
            }
            Fault::Projection(index) => {
                write!(f, "index `{index}` does not hold the whole item of `{entity}`")
            }
            Fault::TooLarge => write!(
                f,
                "an item of `{entity}` has too many attributes for a condition, which may have 4 KB and 300 operators"
            ),
            Fault::TimeToLive(name, fault) => {
                write!(f, "time to live `{name}` of `{entity}` {fault}")
            }
            Fault::Version(name, fault) => match fault {
                VersionFault::Changed => {
                    write!(
                        f,
                        "the closure changed version `{name}` of `{entity}`, which updates count"
                    )
                }
                VersionFault::AtMaximum => {
                    write!(f, "version `{name}` of `{entity}` is at its maximum: write a lower one")
                }
                VersionFault::NotANumber => {
                    write!(f, "version `{name}` of `{entity}` is not a whole number")
                }
            },
            Fault::ByHand => {
                write!(f, "the updates of `{entity}` are made by hand (`updates = by_hand`)")
            }
            Fault::Format(fault, _) => fault.print(entity, f),
        }
    }
}

impl Error for ItemError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            Fault::Format(_, Some(source)) => Some(&**source),
            // The others are printed in full.
            _ => None,
        }
    }
}

impl From<KeyError> for ItemError {
    fn from(error: KeyError) -> Self {
        Self { entity: error.entity(), fault: Fault::Key(error) }
    }
}

impl From<ParseError> for ItemError {
    fn from(error: ParseError) -> Self {
        let entity = error.entity().or(error.table()).unwrap_or_default();
        Self { entity, fault: Fault::Unknown(error) }
    }
}

/// The value of a key attribute of this type, or what is wrong with it.
pub(crate) fn stored<'i>(
    item: &'i impl ItemAttributes,
    name: &str,
    expected: AttributeType,
) -> Result<KeyValue<'i>, AttributeFault> {
    match item.value(name) {
        Some(value) if value.attribute_type() == expected => Ok(value),
        None if !item.has(name) => Err(AttributeFault::Missing),
        _ => Err(AttributeFault::WrongType { expected }),
    }
}
