//! What can go wrong between an entity and an item. No error holds the text of a key.

use alloc::boxed::Box;
use core::error::Error;
use core::fmt;

use crate::error::{KeyError, ParseError};
use crate::pattern::AttributeType;

/// The error when an entity cannot be written as an item, or an item is not one of the entity.
///
/// It names the entity and the attribute, never a key's text. Only the [`source`](Error::source) of
/// [`Format`](Self::Format), which is the error of another crate, may print a value of the item.
#[derive(Debug)]
#[non_exhaustive]
pub enum ItemError {
    /// A key cannot be built from the fields.
    Key(KeyError),
    /// The stored keys belong to no entity of the table, or not to this entity.
    Unknown(ParseError),
    /// A key attribute is missing, of the wrong type, or should not be there.
    #[non_exhaustive]
    Attribute {
        /// The name of the entity, or of the table if no entity is known yet.
        entity: &'static str,
        /// The name of the attribute.
        name: &'static str,
        /// What is wrong with it.
        kind: AttributeErrorKind,
    },
    /// A key attribute is not the one that the fields produce: the stored one when an item is read, that of
    /// a field with its name when one is written.
    #[non_exhaustive]
    Mismatch {
        /// The name of the entity.
        entity: &'static str,
        /// The name of the attribute.
        name: &'static str,
    },
    /// The serialization of the fields failed; the format's own error is the source.
    #[non_exhaustive]
    Format {
        /// The name of the entity.
        entity: &'static str,
        /// The format's error.
        source: Box<dyn Error + Send + Sync>,
    },
}

/// What is wrong with a key attribute of an item: the `kind` of [`ItemError::Attribute`](crate::ItemError).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum AttributeErrorKind {
    /// The attribute is missing.
    Missing,
    /// The attribute has another type.
    #[non_exhaustive]
    WrongType {
        /// The type that it should have.
        expected: AttributeType,
    },
    /// The attribute is there, but the fields do not produce it: an update has left it behind, or it is
    /// half of an index key.
    Unexpected,
    /// The attribute occurs twice.
    Duplicate,
    /// The attribute is also a field, and its text cannot be read as that field.
    Unreadable,
}

impl ItemError {
    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        match self {
            Self::Key(error) => error.entity(),
            Self::Unknown(ParseError::UnknownEntity { table, .. }) => table,
            Self::Unknown(error) => match error.entity() {
                Some(entity) => entity,
                None => "",
            },
            Self::Attribute { entity, .. }
            | Self::Mismatch { entity, .. }
            | Self::Format { entity, .. } => entity,
        }
    }

    /// Returns the name of the key attribute at fault, if the error is about one.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        match self {
            Self::Attribute { name, .. } | Self::Mismatch { name, .. } => Some(name),
            Self::Key(_) | Self::Unknown(_) | Self::Format { .. } => None,
        }
    }
}

impl fmt::Display for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Key(error) => error.fmt(f),
            Self::Unknown(error) => error.fmt(f),
            Self::Attribute { entity, name, kind } => match kind {
                AttributeErrorKind::Missing => {
                    write!(f, "missing key attribute `{name}` of `{entity}`")
                }
                AttributeErrorKind::WrongType { expected } => {
                    let expected = match expected {
                        AttributeType::S => "a string",
                        AttributeType::N => "a number",
                    };
                    write!(f, "key attribute `{name}` of `{entity}` is not {expected}")
                }
                AttributeErrorKind::Unexpected => write!(
                    f,
                    "unexpected key attribute `{name}`: the fields of `{entity}` do not produce it"
                ),
                AttributeErrorKind::Duplicate => {
                    write!(f, "duplicate key attribute `{name}` of `{entity}`")
                }
                AttributeErrorKind::Unreadable => {
                    write!(f, "key attribute `{name}` of `{entity}` cannot be read as its field")
                }
            },
            Self::Mismatch { entity, name } => {
                write!(f, "attribute `{name}` differs from the one that `{entity}` produces")
            }
            Self::Format { entity, .. } => {
                write!(f, "cannot convert `{entity}` from or to an item")
            }
        }
    }
}

impl Error for ItemError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Format { source, .. } => Some(&**source),
            // These are printed as the text of this error itself.
            _ => None,
        }
    }
}

impl From<KeyError> for ItemError {
    fn from(error: KeyError) -> Self {
        Self::Key(error)
    }
}

impl From<ParseError> for ItemError {
    fn from(error: ParseError) -> Self {
        Self::Unknown(error)
    }
}
