//! Errors between an entity and an item. No error holds the string of a key.

use std::error::Error;
use std::fmt;

use ddbkey::schema::AttributeType;
use ddbkey::{KeyError, KeyValue, ParseError};

use crate::ttl::NotSeconds;
use crate::value::ItemAttributes;

/// The error when an entity cannot be written as an item, or an item cannot be read as an entity.
///
/// It names the entity and the attribute. Neither `Display` nor `Debug` prints a value of the item. [`kind`](Self::kind)
/// tells what is wrong.
///
/// The [`source`](Error::source) of an error of kind [`Format`](ItemErrorKind::Format) is the error of another crate, which
/// may print the value of an attribute. An error that may concern a key attribute has no source.
pub struct ItemError {
    /// The name of the entity, or of the table if the item belongs to no entity.
    entity: &'static str,
    fault: Fault,
}

/// What is wrong with an item, or with an entity that cannot be written as an item: the [`kind`](ItemError::kind) of an
/// [`ItemError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemErrorKind {
    /// The fields produce no key, or a closure changed the key of the item:
    /// [`key_error`](ItemError::key_error) tells why.
    Key,
    /// The stored keys belong to no entity of the table, or not to this entity. Or a call named an index that the table
    /// does not have.
    Unknown,
    /// A key attribute of the table is missing or has the wrong type, a field writes a key attribute that the item
    /// must not have, or a move cannot carry an attribute that it was given.
    Attribute,
    /// A key attribute differs from what the fields produce. When an item is read, this is a key attribute of the table;
    /// when an entity is written, it is a key attribute that is also a field.
    Mismatch,
    /// The item comes from an index that does not hold the whole item. Putting such an entity back would erase
    /// the rest.
    Projection,
    /// The update changes a map or a list that holds more than serde writes, and the update would lose the rest: members of
    /// a list that is set as a whole, or of a map in which serde reads a member under another name.
    NotRepresented,
    /// An update, a repair or a move would have to compare so many attributes that DynamoDB refuses the condition.
    /// DynamoDB allows 4 KB and 300 operators.
    TooLarge,
    /// The time to live attribute would be set to something other than whole seconds.
    TimeToLive,
    /// The version cannot count an update: a closure changed it, it is at its maximum, or the stored value is not a
    /// whole number. Or the entity needs a version and has none: it has a flattened field, or serde converts it, and the
    /// condition of an update cannot name everything that the closure sees.
    Version,
    /// The updates of the entity are made by hand (`updates = by_hand`).
    ByHand,
    /// The fields cannot be written or read. The source is the error of the format.
    Format,
}

/// What is wrong, and the names that the message prints.
enum Fault {
    Key(KeyError),
    Unknown(ParseError),
    UnknownIndex(String),
    Attribute(&'static str, AttributeFault),
    /// An attribute that a move cannot carry.
    Taken(String),
    /// A move whose condition has no attributes.
    NoCondition,
    Mismatch(&'static str),
    /// The index.
    Projection(&'static str),
    TimeToLive(&'static str, NotSeconds),
    /// The attribute.
    NotRepresented(String),
    TooLarge {
        /// Whether a narrow condition would fit.
        is_wide: bool,
    },
    Version(&'static str, VersionFault),
    /// The entity has no version, and attributes that no condition can name.
    Unversioned,
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
    /// A field would write the attribute although the item is not in the index. The item would have half of an index key.
    Unexpected,
    /// A flattened field would write the attribute, which is a key attribute.
    Duplicate,
    /// The attribute is also a field, and its value cannot be read as that field.
    Unreadable,
}

/// Why a version cannot count an update.
#[derive(Clone, Copy)]
pub(crate) enum VersionFault {
    /// The closure changed it.
    Changed,
    /// It is at the maximum of its type.
    AtMaximum,
    /// The stored value is not a whole number.
    NotANumber,
}

/// What serde failed to do, and the attribute if serde names it. It holds no value of an item.
pub(crate) enum FormatFault {
    /// Serde requires a field that the item lacks.
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
    /// Serde writes the field under one name and reads it only under others.
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
                    "{entity}: field `{written}`: serde writes it as `{written}` but reads it as `{read}`"
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
    /// Creates the error for a key attribute.
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
            Fault::NotRepresented(_) => ItemErrorKind::NotRepresented,
            Fault::TooLarge { .. } => ItemErrorKind::TooLarge,
            Fault::TimeToLive(..) => ItemErrorKind::TimeToLive,
            Fault::Version(..) | Fault::Unversioned => ItemErrorKind::Version,
            Fault::ByHand => ItemErrorKind::ByHand,
            Fault::Format(..) => ItemErrorKind::Format,
        }
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the faulty attribute, if the error concerns one.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        match &self.fault {
            Fault::Attribute(name, _)
            | Fault::Mismatch(name)
            | Fault::TimeToLive(name, _)
            | Fault::Version(name, _) => Some(name),
            Fault::Taken(name) | Fault::NotRepresented(name) => Some(name),
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
    /// Creates the error for a key attribute that differs from what the fields produce.
    pub(crate) const fn mismatch(entity: &'static str, name: &'static str) -> Self {
        Self { entity, fault: Fault::Mismatch(name) }
    }

    /// Creates the error for an item from an index that does not hold the whole item.
    pub(crate) const fn projection(entity: &'static str, index: &'static str) -> Self {
        Self { entity, fault: Fault::Projection(index) }
    }

    /// Creates the error for an update that would lose what a map or a list holds and serde does not write.
    pub(crate) const fn not_represented(entity: &'static str, attribute: String) -> Self {
        Self { entity, fault: Fault::NotRepresented(attribute) }
    }

    /// Creates the error for a condition that DynamoDB would refuse. `is_wide` means that a narrow condition would fit.
    pub(crate) const fn too_large(entity: &'static str, is_wide: bool) -> Self {
        Self { entity, fault: Fault::TooLarge { is_wide } }
    }

    /// Creates the error for an update that would have to compare attributes which no condition can name.
    pub(crate) const fn unversioned(entity: &'static str) -> Self {
        Self { entity, fault: Fault::Unversioned }
    }

    /// Creates the error for a repair that is told to skip an index that the table does not have.
    pub(crate) const fn unknown_index(table: &'static str, index: String) -> Self {
        Self { entity: table, fault: Fault::UnknownIndex(index) }
    }

    /// Creates the error for a move that is told to carry a field, a key attribute, or any attribute of an entity that
    /// denies unknown fields.
    pub(crate) const fn taken(entity: &'static str, attribute: String) -> Self {
        Self { entity, fault: Fault::Taken(attribute) }
    }

    /// Creates the error for a move whose condition has no attributes and so protects no write.
    pub(crate) const fn no_condition(entity: &'static str) -> Self {
        Self { entity, fault: Fault::NoCondition }
    }

    /// Creates the error for a time to live that would be set to something other than whole seconds.
    pub(crate) const fn time_to_live(
        entity: &'static str,
        name: &'static str,
        fault: NotSeconds,
    ) -> Self {
        Self { entity, fault: Fault::TimeToLive(name, fault) }
    }

    /// Creates the error for a version that cannot count an update.
    pub(crate) const fn version(
        entity: &'static str,
        name: &'static str,
        fault: VersionFault,
    ) -> Self {
        Self { entity, fault: Fault::Version(name, fault) }
    }

    /// Creates the error for an update of an entity whose updates are made by hand.
    pub(crate) const fn by_hand(entity: &'static str) -> Self {
        Self { entity, fault: Fault::ByHand }
    }

    /// Creates the error for a format, with the format's own error if that prints no value of a key attribute.
    pub(crate) const fn format(
        entity: &'static str,
        fault: FormatFault,
        source: Option<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self { entity, fault: Fault::Format(fault, source) }
    }

    /// Returns the faulty key attribute, if the error concerns one.
    pub(crate) const fn key_attribute(&self) -> Option<&'static str> {
        match self.fault {
            Fault::Attribute(name, _) => Some(name),
            _ => None,
        }
    }

    /// Returns the field that serde requires and the item lacks.
    pub(crate) const fn missing_field(&self) -> Option<&'static str> {
        match self.fault {
            Fault::Format(FormatFault::Missing(name), _) => Some(name),
            _ => None,
        }
    }

    /// Returns what is wrong with the keys, if they belong to no entity.
    pub(crate) const fn parse_error(&self) -> Option<ParseError> {
        match self.fault {
            Fault::Unknown(error) => Some(error),
            _ => None,
        }
    }
}

/// Prints no source, which may hold a value.
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
                write!(f, "a move of `{entity}` needs a condition with at least one attribute")
            }
            Fault::Mismatch(name) => {
                write!(f, "attribute `{name}` differs from what `{entity}` produces")
            }
            Fault::Projection(index) => {
                write!(f, "index `{index}` does not hold the whole item of `{entity}`")
            }
            Fault::NotRepresented(name) => write!(
                f,
                "attribute `{name}` holds more than serde writes for `{entity}`, and the update would lose it"
            ),
            Fault::TimeToLive(name, fault) => {
                write!(f, "time to live `{name}` of `{entity}` {fault}")
            }
            Fault::TooLarge { is_wide } => {
                write!(
                    f,
                    "an item of `{entity}` has too many attributes for a condition, which may have 4 KB and 300 operators"
                )?;
                if *is_wide {
                    f.write_str("; the condition of `update_item_narrow` fits")?;
                }
                Ok(())
            }
            Fault::Version(name, fault) => match fault {
                VersionFault::Changed => {
                    write!(
                        f,
                        "the closure changed version `{name}` of `{entity}`, which counts updates"
                    )
                }
                VersionFault::AtMaximum => {
                    write!(f, "version `{name}` of `{entity}` is at its maximum: write a lower one")
                }
                VersionFault::NotANumber => {
                    write!(f, "version `{name}` of `{entity}` is not a whole number")
                }
            },
            Fault::Unversioned => write!(
                f,
                "an update of `{entity}` cannot compare everything that the closure sees: declare a version, or use `update_item_narrow`"
            ),
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
            // `Display` prints every other fault in full.
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

/// Returns the value of a key attribute of this type, or what is wrong with it.
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
