//! Errors between an entity and an item. No error holds the string of a key.

use std::error::Error;
use std::fmt;

use ddbkey::schema::AttributeType;
use ddbkey::{KeyError, ParseError};

use crate::private::{KeyInMessage, Pattern};
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
    fault: ItemFault,
}

/// What is wrong with an item, or with an entity that cannot be written as an item: the [`kind`](ItemError::kind) of an
/// [`ItemError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ItemErrorKind {
    /// The fields produce no key, and [`key_error`](ItemError::key_error) tells why. Or the closure of an update changed the
    /// primary key: an item under another key is another item. Or the item lacks a field, and a stored index key has
    /// another value than the field's default: a key that is built from the default would erase the value.
    Key,
    /// The stored keys belong to no entity of the table, or not to this entity. Or an update, a repair or a move met an item
    /// whose type attribute names something other than its entity.
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
pub(crate) enum ItemFault {
    Key(KeyError),
    /// The closure changed the primary key.
    OtherItem,
    LostPart(LostPart),
    Unknown(ParseError),
    /// The type attribute names something other than the entity.
    OtherType(&'static str),
    Attribute(&'static str, AttributeFault),
    /// A move is told to carry a field, a key attribute, or any attribute of an entity that denies unknown fields.
    NotCarried(String),
    /// The condition of a move has no attributes, and so protects no write.
    NoCondition,
    /// The key attribute differs from what the fields produce.
    Mismatch(&'static str),
    /// The item comes from an index that does not hold the whole item.
    Projection(&'static str),
    TimeToLive(&'static str, NotSeconds),
    /// The update would lose what this map or list holds and serde does not write.
    NotRepresented(String),
    /// DynamoDB would refuse the condition.
    TooLarge {
        /// Whether a narrow condition would fit.
        is_wide: bool,
    },
    Version(&'static str, VersionFault),
    /// The update would have to compare attributes that no condition can name, and the entity has no version.
    Unversioned,
    ByHand,
    /// What serde failed to do, with the format's own error if that prints no value of a key attribute.
    Format(FormatFault, Option<Box<dyn Error + Send + Sync>>),
}

/// A part of an index key whose field the item lacks, and whose stored key has another value than serde's default. A key that
/// is built from the default would erase that value.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LostPart {
    pub(crate) key: &'static Pattern,
    pub(crate) field: &'static str,
}

impl fmt::Display for LostPart {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { key, field } = self;
        write!(
            f,
            "{}: `{field}` is missing in the item, and the stored key has another value than its default",
            KeyInMessage(key),
        )
    }
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
    /// An edit or a sequence would add a number, and the type of the field does not hold the sum.
    OutOfRange(&'static str),
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
            Self::Missing(name) | Self::OutOfRange(name) => Some(name),
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
            Self::OutOfRange(name) => {
                write!(f, "the sum of field `{name}` of `{entity}` is out of the range of its type")
            }
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
    pub(crate) const fn new(entity: &'static str, fault: ItemFault) -> Self {
        Self { entity, fault }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(&self) -> ItemErrorKind {
        match self.fault {
            ItemFault::Key(_) | ItemFault::OtherItem | ItemFault::LostPart(_) => ItemErrorKind::Key,
            ItemFault::Unknown(_) | ItemFault::OtherType(_) => ItemErrorKind::Unknown,
            ItemFault::Attribute(..) | ItemFault::NotCarried(_) | ItemFault::NoCondition => {
                ItemErrorKind::Attribute
            }
            ItemFault::Mismatch(_) => ItemErrorKind::Mismatch,
            ItemFault::Projection(_) => ItemErrorKind::Projection,
            ItemFault::NotRepresented(_) => ItemErrorKind::NotRepresented,
            ItemFault::TooLarge { .. } => ItemErrorKind::TooLarge,
            ItemFault::TimeToLive(..) => ItemErrorKind::TimeToLive,
            ItemFault::Version(..) | ItemFault::Unversioned => ItemErrorKind::Version,
            ItemFault::ByHand => ItemErrorKind::ByHand,
            ItemFault::Format(..) => ItemErrorKind::Format,
        }
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the faulty attribute, or of the field that the item lacks, if the error concerns one.
    #[must_use]
    pub fn attribute(&self) -> Option<&str> {
        match &self.fault {
            ItemFault::Attribute(name, _)
            | ItemFault::OtherType(name)
            | ItemFault::Mismatch(name)
            | ItemFault::TimeToLive(name, _)
            | ItemFault::Version(name, _)
            | ItemFault::LostPart(LostPart { field: name, .. }) => Some(name),
            ItemFault::NotCarried(name) | ItemFault::NotRepresented(name) => Some(name),
            ItemFault::Format(fault, _) => fault.attribute(),
            _ => None,
        }
    }

    /// Returns the error of the key, if the fields produce none.
    #[must_use]
    pub const fn key_error(&self) -> Option<&KeyError> {
        match &self.fault {
            ItemFault::Key(error) => Some(error),
            _ => None,
        }
    }

    pub(crate) const fn fault(&self) -> &ItemFault {
        &self.fault
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
            ItemFault::Key(error) => error.fmt(f),
            ItemFault::OtherItem => {
                write!(f, "primary key of `{entity}`: the closure changed the key")
            }
            ItemFault::LostPart(part) => part.fmt(f),
            ItemFault::Unknown(error) => error.fmt(f),
            ItemFault::OtherType(name) => write!(
                f,
                "type attribute `{name}` does not name `{entity}`, so the item may belong to something else"
            ),
            ItemFault::Attribute(name, fault) => match fault {
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
            ItemFault::NotCarried(name) => write!(
                f,
                "a move of `{entity}` cannot carry `{name}`: it is a field or a key attribute, or `{entity}` denies unknown fields"
            ),
            ItemFault::NoCondition => {
                write!(f, "a move of `{entity}` needs a condition with at least one attribute")
            }
            ItemFault::Mismatch(name) => {
                write!(f, "attribute `{name}` differs from what `{entity}` produces")
            }
            ItemFault::Projection(index) => {
                write!(f, "index `{index}` does not hold the whole item of `{entity}`")
            }
            ItemFault::NotRepresented(name) => write!(
                f,
                "attribute `{name}` holds more than serde writes for `{entity}`, and the update would lose it"
            ),
            ItemFault::TimeToLive(name, fault) => {
                write!(f, "time to live `{name}` of `{entity}` {fault}")
            }
            ItemFault::TooLarge { is_wide } => {
                write!(
                    f,
                    "an item of `{entity}` has too many attributes for a condition, which may have 4 KB and 300 operators"
                )?;
                if *is_wide {
                    f.write_str("; the condition of `update_item_narrow` fits")?;
                }
                Ok(())
            }
            ItemFault::Version(name, fault) => match fault {
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
            ItemFault::Unversioned => write!(
                f,
                "an update of `{entity}` cannot compare everything that the closure sees: declare a version, or use `update_item_narrow`"
            ),
            ItemFault::ByHand => {
                write!(f, "the updates of `{entity}` are made by hand (`updates = by_hand`)")
            }
            ItemFault::Format(fault, _) => fault.print(entity, f),
        }
    }
}

impl Error for ItemError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match &self.fault {
            ItemFault::Format(_, Some(source)) => Some(&**source),
            // `Display` prints every other fault in full.
            _ => None,
        }
    }
}

impl From<KeyError> for ItemError {
    fn from(error: KeyError) -> Self {
        Self { entity: error.entity(), fault: ItemFault::Key(error) }
    }
}

impl From<ParseError> for ItemError {
    fn from(error: ParseError) -> Self {
        let entity = error.entity().or(error.table()).unwrap_or_default();
        Self { entity, fault: ItemFault::Unknown(error) }
    }
}

/// Returns the string of a key attribute of this type, or what is wrong with the attribute.
pub(crate) fn stored<'i>(
    item: &'i impl ItemAttributes,
    name: &str,
    expected: AttributeType,
) -> Result<&'i str, AttributeFault> {
    match item.text(name) {
        Some((found, text)) if found == expected => Ok(text),
        None if !item.has(name) => Err(AttributeFault::Missing),
        _ => Err(AttributeFault::WrongType { expected }),
    }
}
