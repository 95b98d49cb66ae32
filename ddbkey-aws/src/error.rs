//! What can go wrong between an entity and an item. No error holds the text of a key.

use std::error::Error;
use std::fmt;

use ddbkey::schema::AttributeType;
use ddbkey::{KeyError, KeyValue, ParseError};

use crate::value::ItemAttributes;

/// The error when an entity cannot be written as an item, or an item is not one of the entity.
///
/// It names the entity and the attribute, and prints no value of the item, not by `Debug` either. The
/// [`source`](Error::source) of [`Format`](Self::Format) is the error of another crate, and may print the value of an
/// attribute. Where that may be a key attribute, there is no source.
#[non_exhaustive]
pub enum ItemError {
    /// A key cannot be built from the fields.
    Key(KeyError),
    /// The stored keys belong to no entity of the table, or not to this entity.
    Unknown(ParseError),
    /// A key attribute of the table is missing or of the wrong type, or one should not be written.
    #[non_exhaustive]
    Attribute {
        #[doc(hidden)]
        entity: &'static str,
        /// The name of the attribute.
        name: &'static str,
        /// What is wrong with it.
        kind: AttributeErrorKind,
    },
    /// A key attribute is not the one that the fields produce: one of the table's own when an item is read,
    /// that of a field with its name when one is written.
    #[non_exhaustive]
    Mismatch {
        #[doc(hidden)]
        entity: &'static str,
        /// The name of the attribute.
        name: &'static str,
    },
    /// The item comes from an index that does not hold all of it. An entity of what it holds, put back, would
    /// erase the rest.
    #[non_exhaustive]
    Projection {
        #[doc(hidden)]
        entity: &'static str,
        #[doc(hidden)]
        index: &'static str,
    },
    /// A repair or a move would have to compare so many attributes that DynamoDB refuses its condition, which
    /// may have 4 KB and 300 operators.
    #[non_exhaustive]
    TooLarge {
        #[doc(hidden)]
        entity: &'static str,
    },
    /// A repair was asked to leave alone an index that the table does not have.
    #[non_exhaustive]
    UnknownIndex {
        #[doc(hidden)]
        table: &'static str,
        #[doc(hidden)]
        index: String,
    },
    /// A move was asked to carry an attribute that is a field or a key attribute, or one of an entity that allows no
    /// attribute but its fields.
    #[non_exhaustive]
    Taken {
        #[doc(hidden)]
        entity: &'static str,
        #[doc(hidden)]
        attribute: String,
    },
    /// A move was asked for on a condition on no attribute, which protects nothing.
    #[non_exhaustive]
    NoCondition {
        #[doc(hidden)]
        entity: &'static str,
    },
    /// The fields cannot be written or read; the format's own error is the source.
    #[non_exhaustive]
    Format {
        #[doc(hidden)]
        entity: &'static str,
        /// The attribute that cannot be read, if the error is about one.
        #[doc(hidden)]
        path: String,
        #[doc(hidden)]
        source: Option<Box<dyn Error + Send + Sync>>,
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
        #[doc(hidden)]
        expected: AttributeType,
    },
    /// A field would write the attribute although the item is not in the index: half of an index key.
    Unexpected,
    /// A flattened field would write the attribute, which belongs to a key.
    Duplicate,
    /// The attribute is also a field, and its text cannot be read as that field.
    Unreadable,
    /// The attribute is the version, which a closure changed, or which is as high as its type allows.
    Version,
}

impl ItemError {
    /// The error of a format that is not about one attribute.
    pub(crate) fn format(
        entity: &'static str,
        source: impl Into<Box<dyn Error + Send + Sync>>,
    ) -> Self {
        Self::Format { entity, path: String::new(), source: Some(source.into()) }
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        match self {
            Self::Key(error) => error.entity(),
            Self::Unknown(error) => match (error.entity(), error.table()) {
                (Some(name), _) | (None, Some(name)) => name,
                (None, None) => "",
            },
            Self::Attribute { entity, .. }
            | Self::Mismatch { entity, .. }
            | Self::Projection { entity, .. }
            | Self::TooLarge { entity }
            | Self::UnknownIndex { table: entity, .. }
            | Self::Taken { entity, .. }
            | Self::NoCondition { entity }
            | Self::Format { entity, .. } => entity,
        }
    }

    /// Returns the name of the key attribute at fault, if the error is about one.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        match self {
            Self::Attribute { name, .. } | Self::Mismatch { name, .. } => Some(name),
            _ => None,
        }
    }
}

/// Without the source of [`Format`](ItemError::Format), which may print a value.
impl fmt::Debug for ItemError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ItemError({self})")
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
                    write!(f, "key attribute `{name}` of `{entity}` is not {}", expected.noun())
                }
                AttributeErrorKind::Unexpected => write!(
                    f,
                    "unexpected key attribute `{name}`: the fields of `{entity}` do not produce it"
                ),
                AttributeErrorKind::Duplicate => {
                    write!(f, "duplicate key attribute `{name}` of `{entity}`")
                }
                AttributeErrorKind::Version => {
                    write!(
                        f,
                        "version `{name}` of `{entity}` cannot be counted on: it was changed, or is at its end"
                    )
                }
                AttributeErrorKind::Unreadable => {
                    write!(f, "key attribute `{name}` of `{entity}` cannot be read as its field")
                }
            },
            Self::Mismatch { entity, name } => {
                write!(f, "attribute `{name}` differs from the one that `{entity}` produces")
            }
            Self::Projection { entity, index } => {
                write!(f, "index `{index}` does not hold the whole item of `{entity}`")
            }
            Self::TooLarge { entity } => write!(
                f,
                "an item of `{entity}` has too many attributes for a condition, which may have 4 KB and 300 operators"
            ),
            Self::UnknownIndex { table, index } => {
                write!(f, "no index `{index}` on table `{table}`")
            }
            Self::Taken { entity, attribute } => write!(
                f,
                "a move of `{entity}` cannot carry `{attribute}`: it is a field or a key attribute, or `{entity}` denies unknown fields"
            ),
            Self::NoCondition { entity } => {
                write!(
                    f,
                    "a move of `{entity}` on a condition without attributes protects no write"
                )
            }
            Self::Format { entity, path, .. } if path.is_empty() => {
                write!(f, "cannot convert `{entity}` from or to an item")
            }
            Self::Format { entity, path, .. } => {
                write!(f, "attribute `{path}` of `{entity}` cannot be read as its field")
            }
        }
    }
}

impl Error for ItemError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Format { source: Some(source), .. } => Some(&**source),
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

/// The value of a key attribute of this type, or what is wrong with it.
pub(crate) fn stored<'i>(
    item: &'i impl ItemAttributes,
    name: &str,
    expected: AttributeType,
) -> Result<KeyValue<'i>, AttributeErrorKind> {
    match item.value(name) {
        Some(value) if value.attribute_type() == expected => Ok(value),
        None if !item.has(name) => Err(AttributeErrorKind::Missing),
        _ => Err(AttributeErrorKind::WrongType { expected }),
    }
}
