//! What can go wrong when a key is built or parsed. No error holds or prints a value: keys hold
//! personal data, and errors end up in logs.

use core::fmt;

use crate::pattern::Pattern;

/// A key cannot be built. It names the entity, the key and the part, never the value.
///
/// ```
/// use ddbkey::{DdbKeys, KeyError};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// struct User { user_id: String }
///
/// let error = UserPk { user_id: "u1#ORDER" }.build().unwrap_err();
/// assert!(matches!(error, KeyError::Separator { part: "user_id", .. }));
/// assert_eq!(
///     error.to_string(),
///     "partition key of `User` (`USER#{user_id}`): `user_id` contains `#`, the separator",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The value is empty text. An empty part would make two keys one.
    #[non_exhaustive]
    Empty {
        /// The key.
        key: &'static Pattern,
        /// The part: the field's name.
        part: &'static str,
    },
    /// The value contains the separator, or the first character of the literal glued behind it:
    /// `u1#ORDER` as a user id would reach another entity's rows.
    #[non_exhaustive]
    Separator {
        /// The key.
        key: &'static Pattern,
        /// The part: the field's name.
        part: &'static str,
        /// The character that it may not contain.
        character: char,
    },
    /// The value has no text in the form that the key asks for: `100000` in `{version:05}`, the year
    /// 10000, or what a `KeyPart` of your own writes outside its shape.
    #[non_exhaustive]
    OutOfRange {
        /// The key.
        key: &'static Pattern,
        /// The part: the field's name.
        part: &'static str,
    },
    /// The key is longer than DynamoDB takes: 2048 bytes for a partition key, 1024 for a sort key.
    #[non_exhaustive]
    TooLong {
        /// The key.
        key: &'static Pattern,
        /// The length that it would have, in bytes.
        length: usize,
    },
    /// A range that holds nothing, as `b..a` does. DynamoDB refuses `BETWEEN` with its ends crossed.
    #[non_exhaustive]
    EmptyRange {
        /// The key.
        key: &'static Pattern,
        /// The part: the field's name.
        part: &'static str,
    },
}

/// A text is not a key of this entity, or of any entity of the table. It names the entity, the key
/// and the part, never the text.
///
/// ```
/// use ddbkey::{DdbKeys, ParseError};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// assert!(matches!(User::parse_pk("ORDER#1"), Err(ParseError::Literal { .. })));
/// assert!(matches!(User::parse_pk("USER"), Err(ParseError::Missing { .. })));
/// assert!(matches!(User::parse_pk("USER#"), Err(ParseError::Part { part: "user_id", .. })));
/// assert!(matches!(User::parse_pk("USER#u1#x"), Err(ParseError::Trailing { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has something else where a literal stands.
    #[non_exhaustive]
    Literal {
        /// The key.
        key: &'static Pattern,
        /// The literal, separators included.
        literal: &'static str,
    },
    /// A part does not read as its type.
    #[non_exhaustive]
    Part {
        /// The key.
        key: &'static Pattern,
        /// The part: the field's name.
        part: &'static str,
    },
    /// The text has too few parts.
    #[non_exhaustive]
    Missing {
        /// The key.
        key: &'static Pattern,
    },
    /// The text has too many parts.
    #[non_exhaustive]
    Trailing {
        /// The key.
        key: &'static Pattern,
    },
    /// The text is longer than DynamoDB takes: 2048 bytes for a partition key, 1024 for a sort key.
    #[non_exhaustive]
    TooLong {
        /// The key.
        key: &'static Pattern,
    },
    /// A field that stands in both keys reads differently in the two.
    #[non_exhaustive]
    Mismatch {
        /// The sort key.
        key: &'static Pattern,
        /// The field's name.
        part: &'static str,
    },
    /// The keys are not those of any entity of the table.
    #[non_exhaustive]
    UnknownEntity {
        /// The table's name.
        table: &'static str,
    },
}

impl KeyError {
    /// The key that could not be built.
    #[must_use]
    pub const fn key(&self) -> &'static Pattern {
        match *self {
            Self::Empty { key, .. }
            | Self::Separator { key, .. }
            | Self::OutOfRange { key, .. }
            | Self::TooLong { key, .. }
            | Self::EmptyRange { key, .. } => key,
        }
    }

    /// The entity whose key it is.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.key().entity()
    }

    /// The part at fault, where it is one.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match *self {
            Self::Empty { part, .. }
            | Self::Separator { part, .. }
            | Self::OutOfRange { part, .. }
            | Self::EmptyRange { part, .. } => Some(part),
            Self::TooLong { .. } => None,
        }
    }
}

impl ParseError {
    /// The key that the text is not, unless no entity of a table was found.
    #[must_use]
    pub const fn key(&self) -> Option<&'static Pattern> {
        match *self {
            Self::Literal { key, .. }
            | Self::Part { key, .. }
            | Self::Missing { key }
            | Self::Trailing { key }
            | Self::TooLong { key }
            | Self::Mismatch { key, .. } => Some(key),
            Self::UnknownEntity { .. } => None,
        }
    }

    /// The entity whose key the text is not, unless no entity of a table was found.
    #[must_use]
    pub const fn entity(&self) -> Option<&'static str> {
        match self.key() {
            Some(key) => Some(key.entity()),
            None => None,
        }
    }

    /// The part at fault, where it is one.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match *self {
            Self::Part { part, .. } | Self::Mismatch { part, .. } => Some(part),
            _ => None,
        }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}: ", self.key())?;
        match *self {
            Self::Empty { part, .. } => write!(f, "`{part}` is empty"),
            Self::Separator { key, part, character } => {
                let what = if character == key.separator() {
                    "the separator"
                } else {
                    "which ends the part"
                };
                write!(f, "`{part}` contains `{character}`, {what}")
            }
            Self::OutOfRange { part, .. } => write!(f, "`{part}` has no text in this form"),
            Self::TooLong { key, length } => {
                write!(f, "{length} bytes, more than the {} that DynamoDB takes", key.limit())
            }
            Self::EmptyRange { part, .. } => write!(f, "the range of `{part}` holds nothing"),
        }
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = self.key() {
            write!(f, "{key:?}: ")?;
        }
        match *self {
            Self::Literal { literal, .. } => {
                write!(f, "`{literal}` does not stand where it should")
            }
            Self::Part { key, part } => write!(f, "part `{part}` {}", key.fault(part)),
            Self::Missing { .. } => f.write_str("too few parts"),
            Self::Trailing { .. } => f.write_str("too many parts"),
            Self::TooLong { key } => {
                write!(f, "more than the {} bytes that DynamoDB takes", key.limit())
            }
            Self::Mismatch { part, .. } => {
                write!(f, "`{part}` differs between partition key and sort key")
            }
            Self::UnknownEntity { table } => {
                write!(f, "no entity of table `{table}` has these keys")
            }
        }
    }
}

impl core::error::Error for KeyError {}
impl core::error::Error for ParseError {}
