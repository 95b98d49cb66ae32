//! The errors of building and parsing a key. No error holds or prints a value: keys hold personal data, and
//! errors end up in logs.

use alloc::string::{String, ToString};
use core::fmt;

use crate::pattern::{Pattern, Printed, Role, Segment, Value};

/// The error when a key cannot be built.
///
/// It names the entity, the key and the part, never the value.
///
/// ```
/// use ddbkey::{DdbKeys, KeyError};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// struct User { user_id: String }
///
/// let error = UserPk { user_id: "u1#ORDER" }.build().unwrap_err();
/// assert!(matches!(error, KeyError::Separator { .. }));
/// assert_eq!(error.part(), Some("user_id"));
/// assert_eq!(
///     error.to_string(),
///     "partition key of `User` (`USER#{user_id}`): `user_id` contains `#`, the separator",
/// );
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyError {
    /// The value is empty text, which would let different parts build the same key.
    #[non_exhaustive]
    Empty {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
    },
    /// The value contains the separator, or the first character of the literal glued after it:
    /// `u1#ORDER` as a user id would reach another entity's rows.
    #[non_exhaustive]
    Separator {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
        #[doc(hidden)]
        character: char,
    },
    /// The value does not fit the format of the key: `100000` in `{version:05}`, the year 10000, a number
    /// of more than 38 digits, or text outside its shape that a `KeyPart` of your own writes.
    #[non_exhaustive]
    OutOfRange {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
    },
    /// The key is longer than DynamoDB allows: 2048 bytes for a partition key, 1024 for a sort key.
    #[non_exhaustive]
    TooLong {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        length: usize,
    },
    /// The range is empty, as `b..a` is. DynamoDB refuses `BETWEEN` with its ends crossed.
    #[non_exhaustive]
    EmptyRange {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
    },
    /// Two versions of an item are expected, and these are two items: their table keys differ.
    #[non_exhaustive]
    OtherItem {
        #[doc(hidden)]
        key: FaultyKey,
    },
}

/// The key that an error is about, which its methods describe.
#[doc(hidden)]
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct FaultyKey(pub(crate) &'static Pattern);

impl fmt::Debug for FaultyKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", Printed(self.0))
    }
}

/// The error when a text is not a key of the entity, or of any entity of the table.
///
/// It names the entity, the key and the part, never the text.
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
/// assert!(matches!(User::parse_pk("USER#"), Err(ParseError::Part { .. })));
/// assert!(matches!(User::parse_pk("USER#u1#x"), Err(ParseError::Trailing { .. })));
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ParseError {
    /// The text has something else where a literal is expected.
    #[non_exhaustive]
    Literal {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        literal: &'static str,
    },
    /// A part does not read as its type.
    #[non_exhaustive]
    Part {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
    },
    /// The text has too few parts.
    #[non_exhaustive]
    Missing {
        #[doc(hidden)]
        key: FaultyKey,
    },
    /// The text has too many parts.
    #[non_exhaustive]
    Trailing {
        #[doc(hidden)]
        key: FaultyKey,
    },
    /// The text is longer than DynamoDB allows: 2048 bytes for a partition key, 1024 for a sort key.
    #[non_exhaustive]
    TooLong {
        #[doc(hidden)]
        key: FaultyKey,
    },
    /// A field that is in both keys has a different value in each.
    #[non_exhaustive]
    Mismatch {
        #[doc(hidden)]
        key: FaultyKey,
        #[doc(hidden)]
        part: &'static str,
    },
    /// The keys are not those of any entity of the table.
    #[non_exhaustive]
    UnknownEntity {
        #[doc(hidden)]
        table: &'static str,
        #[doc(hidden)]
        nearest: Option<NearMiss>,
    },
}

/// What is wrong with a text as a key of the entity that it comes nearest to.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NearMiss {
    key: FaultyKey,
    fault: NearFault,
}

/// The variants of [`ParseError`] that are about one key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum NearFault {
    Literal(&'static str),
    Part(&'static str),
    Missing,
    Trailing,
    TooLong,
    Mismatch(&'static str),
}

impl KeyError {
    pub(crate) const fn key(&self) -> &'static Pattern {
        match *self {
            Self::Empty { key, .. }
            | Self::Separator { key, .. }
            | Self::OutOfRange { key, .. }
            | Self::TooLong { key, .. }
            | Self::EmptyRange { key, .. }
            | Self::OtherItem { key } => key.0,
        }
    }

    /// Returns the entity whose key it is.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.key().entity()
    }

    /// Returns the index whose key it is, `None` for the table's.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.key().role.index()
    }

    /// Returns the part at fault, if the error is about one: the name of its field, its method or, in square
    /// brackets, its attribute.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match *self {
            Self::Empty { part, .. }
            | Self::Separator { part, .. }
            | Self::OutOfRange { part, .. }
            | Self::EmptyRange { part, .. } => Some(part),
            Self::TooLong { .. } | Self::OtherItem { .. } => None,
        }
    }

    /// Returns the template of the key, as declared.
    #[must_use]
    pub fn pattern(&self) -> String {
        self.key().to_string()
    }

    /// Returns what is wrong without the entity and the template of the key, for a response to a client.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// struct User { user_id: String }
    ///
    /// let error = UserPk { user_id: "" }.build().unwrap_err();
    /// assert_eq!(error.reason().to_string(), "`user_id` is empty");
    /// assert_eq!((error.entity(), error.index()), ("User", None));
    /// assert_eq!((error.part(), &*error.pattern()), (Some("user_id"), "USER#{user_id}"));
    /// ```
    #[must_use]
    pub fn reason(&self) -> impl fmt::Display + use<> {
        KeyReason(*self)
    }
}

impl ParseError {
    pub(crate) const fn key(&self) -> Option<&'static Pattern> {
        match *self {
            Self::Literal { key, .. }
            | Self::Part { key, .. }
            | Self::Missing { key }
            | Self::Trailing { key }
            | Self::TooLong { key }
            | Self::Mismatch { key, .. } => Some(key.0),
            Self::UnknownEntity { .. } => None,
        }
    }

    /// Returns the entity whose key the text was read as, unless no entity of a table was found, or the key is
    /// one that no entity has.
    #[must_use]
    pub const fn entity(&self) -> Option<&'static str> {
        match self.key() {
            Some(key) if !key.entity().is_empty() => Some(key.entity()),
            _ => None,
        }
    }

    /// Returns the index whose key the text was read as, `None` for the table's.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        match self.key() {
            Some(key) => key.role.index(),
            None => None,
        }
    }

    /// Returns the part at fault, if the error is about one, as [`KeyError::part`] does.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match *self {
            Self::Part { part, .. } | Self::Mismatch { part, .. } => Some(part),
            _ => None,
        }
    }

    /// Returns the template of the key that the text was read as, unless no entity of a table was found.
    #[must_use]
    pub fn pattern(&self) -> Option<String> {
        self.key().map(ToString::to_string)
    }

    /// Returns what is wrong without the entity and the template of the key, for a response to a client.
    #[must_use]
    pub fn reason(&self) -> impl fmt::Display + use<> {
        ParseReason(*self)
    }

    /// Returns what is wrong with the keys as those of the entity that they come nearest to, if no entity
    /// of a table has them.
    #[must_use]
    pub const fn nearest(&self) -> Option<Self> {
        let Self::UnknownEntity { nearest: Some(NearMiss { key, fault }), .. } = *self else {
            return None;
        };
        Some(match fault {
            NearFault::Literal(literal) => Self::Literal { key, literal },
            NearFault::Part(part) => Self::Part { key, part },
            NearFault::Missing => Self::Missing { key },
            NearFault::Trailing => Self::Trailing { key },
            NearFault::TooLong => Self::TooLong { key },
            NearFault::Mismatch(part) => Self::Mismatch { key, part },
        })
    }

    /// The error for keys that no entity of a table has; this is what is wrong with them for the nearest
    /// one.
    pub(crate) fn unknown(table: &'static str, nearest: Option<Self>) -> Self {
        let near_miss = |error: Self| {
            let fault = match error {
                Self::Literal { literal, .. } => NearFault::Literal(literal),
                Self::Part { part, .. } => NearFault::Part(part),
                Self::Missing { .. } => NearFault::Missing,
                Self::Trailing { .. } => NearFault::Trailing,
                Self::TooLong { .. } => NearFault::TooLong,
                Self::Mismatch { part, .. } => NearFault::Mismatch(part),
                Self::UnknownEntity { .. } => return None,
            };
            Some(NearMiss { key: FaultyKey(error.key()?), fault })
        };
        Self::UnknownEntity { table, nearest: nearest.and_then(near_miss) }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", Printed(self.key()), self.reason())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = self.key() {
            write!(f, "{}: ", Printed(key))?;
        }
        write!(f, "{}", self.reason())?;
        match self.nearest() {
            Some(nearest) => write!(f, "; the nearest is the {nearest}"),
            None => Ok(()),
        }
    }
}

struct KeyReason(KeyError);

impl fmt::Display for KeyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            KeyError::Empty { part, .. } => write!(f, "`{part}` is empty"),
            KeyError::Separator { key, part, character } => {
                let what = if character == key.0.separator {
                    "the separator"
                } else {
                    "which ends the part"
                };
                write!(f, "`{part}` contains `{character}`, {what}")
            }
            KeyError::OutOfRange { key, part } => match value_of(key.0, part) {
                Some(value) if !value.format.is_empty() => {
                    write!(f, "`{part}` does not fit `{value}`")
                }
                _ => write!(f, "`{part}` is out of range"),
            },
            KeyError::TooLong { key: FaultyKey(key), length } => {
                write!(f, "is {length} bytes; DynamoDB allows {}", key.limit())?;
                match key.limited_by {
                    Some(Role::IndexSortKey(index)) => {
                        write!(f, " here, because index `{index}` uses it as its sort key")
                    }
                    Some(_) => f.write_str(" here, because the table uses it as its sort key"),
                    None => Ok(()),
                }
            }
            KeyError::EmptyRange { part, .. } => write!(f, "the range for `{part}` is empty"),
            KeyError::OtherItem { .. } => f.write_str("the two items have different table keys"),
        }
    }
}

struct ParseReason(ParseError);

impl fmt::Display for ParseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            ParseError::Literal { literal, .. } => write!(f, "expected `{literal}`"),
            ParseError::Part { key, part } => {
                write!(f, "part `{part}` ")?;
                let separator = key.0.separator;
                match value_of(key.0, part) {
                    Some(value) if !value.shape.is_plain_text() => {
                        write!(f, "is not {}", value.shape.expecting())
                    }
                    Some(value)
                        if value.delimiter.is_some_and(|delimiter| delimiter != separator) =>
                    {
                        write!(f, "is empty or contains `{separator}`")
                    }
                    _ => f.write_str("is empty"),
                }
            }
            ParseError::Missing { .. } => f.write_str("too few parts"),
            ParseError::Trailing { .. } => f.write_str("too many parts"),
            ParseError::TooLong { key: FaultyKey(key) } => {
                write!(f, "is longer than the {} bytes that DynamoDB allows", key.limit())
            }
            ParseError::Mismatch { part, .. } => {
                write!(f, "`{part}` differs between partition key and sort key")
            }
            ParseError::UnknownEntity { table, .. } => {
                write!(f, "no entity of table `{table}` has these keys")
            }
        }
    }
}

/// The value that errors call by this name.
fn value_of(key: &'static Pattern, part: &str) -> Option<&'static Value> {
    key.segments.iter().enumerate().find_map(|(at, segment)| match segment {
        Segment::Value(value) if key.part_name(at) == part => Some(value),
        _ => None,
    })
}

impl core::error::Error for KeyError {}
impl core::error::Error for ParseError {}
