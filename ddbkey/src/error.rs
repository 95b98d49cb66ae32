//! The errors of building and parsing a key. No error holds or prints a value: keys hold personal data, and
//! errors end up in logs.

use alloc::string::{String, ToString};
use core::fmt;

use crate::pattern::{KeyInMessage, Owner, Pattern};

/// The error when a key cannot be built.
///
/// It names the entity, the key and the part, never the value. [`kind`](Self::kind) tells what is wrong.
///
/// ```
/// use ddbkey::{DdbKeys, KeyErrorKind};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// struct User { user_id: String }
///
/// let error = UserPk { user_id: "u1#ORDER" }.build().unwrap_err();
/// assert_eq!(error.kind(), KeyErrorKind::Separator);
/// assert_eq!(error.part(), Some("user_id"));
/// assert_eq!(
///     error.to_string(),
///     "partition key of `User` (`USER#{user_id}`): `user_id` contains `#`, the separator",
/// );
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct KeyError {
    key: &'static Pattern,
    kind: KeyErrorKind,
    /// The position of the part in the key, if the error concerns one.
    at: Option<u16>,
    detail: Detail,
}

/// What a reason names in addition to the part.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Detail {
    None,
    /// The character that the part must not contain.
    Character(char),
    /// A character of the part is outside its alphabet.
    Alphabet,
    /// The length of a key that is too long.
    Length(u32),
}

/// What is wrong with a key that cannot be built: the [`kind`](KeyError::kind) of a [`KeyError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyErrorKind {
    /// The value is an empty string, which would let different parts build the same key.
    Empty,
    /// The value contains the separator, or the first character of the literal directly after it:
    /// `u1#ORDER` as a user id would reach another entity's rows.
    Separator,
    /// The value does not fit the format of the key: `100000` in `{version:05}`, the year 10000, a number
    /// of more than 38 digits, a character outside its alphabet, or a string that your own `KeyPart` writes although its shape
    /// excludes it.
    OutOfRange,
    /// The key is longer than DynamoDB allows: 2048 bytes for a partition key, 1024 for a sort key.
    TooLong,
    /// The range is empty, like `b..a`. DynamoDB refuses `BETWEEN` with crossed ends.
    EmptyRange,
}

/// The error when a string is not a key of the entity, or of any entity of the table.
///
/// It names the entity, the key and the part, never the string. [`kind`](Self::kind) tells what is wrong.
///
/// ```
/// use ddbkey::{DdbKeys, ParseErrorKind};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// let kind = |text| User::parse_pk(text).unwrap_err().kind();
/// assert_eq!(kind("ORDER#1"), ParseErrorKind::Literal);
/// assert_eq!(kind("USER"), ParseErrorKind::Missing);
/// assert_eq!(kind("USER#"), ParseErrorKind::Part);
/// assert_eq!(kind("USER#u1#x"), ParseErrorKind::Trailing);
/// ```
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct ParseError {
    /// The table, if none of its entities has the keys.
    table: Option<&'static str>,
    /// What is wrong with a key. If no entity has the keys, this concerns the nearest entity.
    fault: Option<KeyFault>,
}

/// What is wrong with the string of one key.
#[derive(Clone, Copy, PartialEq, Eq)]
struct KeyFault {
    key: &'static Pattern,
    kind: ParseErrorKind,
    /// The position of the literal or of the part.
    at: usize,
}

/// What is wrong with a string that is not a key: the [`kind`](ParseError::kind) of a [`ParseError`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum ParseErrorKind {
    /// The string has something else where a literal is expected.
    Literal,
    /// A part cannot be read as its type.
    Part,
    /// The string has too few parts.
    Missing,
    /// The string has too many parts.
    Trailing,
    /// The string is longer than DynamoDB allows: 2048 bytes for a partition key, 1024 for a sort key.
    TooLong,
    /// A field that is in both keys has different values in the two.
    Mismatch,
    /// The keys belong to no entity of the table.
    UnknownEntity,
}

impl KeyError {
    pub(crate) const fn of_part(kind: KeyErrorKind, key: &'static Pattern, at: usize) -> Self {
        // A key of 2048 bytes has fewer segments.
        Self { key, kind, at: Some(at as u16), detail: Detail::None }
    }

    /// Creates the error for a part that contains the separator, or the character that ends the part.
    pub(crate) const fn separator(key: &'static Pattern, at: usize, character: char) -> Self {
        let error = Self::of_part(KeyErrorKind::Separator, key, at);
        Self { detail: Detail::Character(character), ..error }
    }

    /// Creates the error for a part with a character outside its alphabet.
    pub(crate) const fn alphabet(key: &'static Pattern, at: usize) -> Self {
        let error = Self::of_part(KeyErrorKind::OutOfRange, key, at);
        Self { detail: Detail::Alphabet, ..error }
    }

    /// Creates the error for a key of this length. It concerns the only part without a maximum length.
    pub(crate) const fn too_long(key: &'static Pattern, length: usize) -> Self {
        let error = Self::too_long_together(key, length);
        match key.only_unlimited() {
            Some(at) => Self { at: Some(at as u16), ..error },
            None => error,
        }
    }

    /// Creates the error for attributes of this total length. `key` is one of them.
    pub(crate) const fn too_long_together(key: &'static Pattern, length: usize) -> Self {
        let length = if length > u32::MAX as usize { u32::MAX } else { length as u32 };
        Self { key, kind: KeyErrorKind::TooLong, at: None, detail: Detail::Length(length) }
    }

    pub(crate) const fn key(&self) -> &'static Pattern {
        self.key
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(&self) -> KeyErrorKind {
        self.kind
    }

    /// Returns the entity that the key belongs to.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.key.entity()
    }

    /// Returns the index that the key belongs to, or `None` for the table.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.key.role.index()
    }

    /// Returns the faulty part, if the error concerns one: the name of its field, its method or, in square
    /// brackets, its attribute.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match self.at {
            Some(at) => Some(self.key.part_name(at as usize)),
            None => None,
        }
    }

    /// Returns the template of the key, as declared.
    #[must_use]
    pub fn pattern(&self) -> String {
        self.key.to_string()
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
    /// Creates an error about a key, and the literal or the part at a position.
    pub(crate) const fn of(kind: ParseErrorKind, key: &'static Pattern, at: usize) -> Self {
        Self { table: None, fault: Some(KeyFault { key, kind, at }) }
    }

    /// Creates the error for keys that no entity of a table has, with what is wrong for the nearest entity.
    pub(crate) fn unknown(table: &'static str, nearest: Option<Self>) -> Self {
        Self { table: Some(table), fault: nearest.and_then(|nearest| nearest.fault) }
    }

    /// Returns the table, if none of its entities has the keys.
    #[doc(hidden)]
    #[must_use]
    pub const fn table(&self) -> Option<&'static str> {
        self.table
    }

    const fn key(&self) -> Option<&'static Pattern> {
        match *self {
            Self { table: None, fault: Some(fault) } => Some(fault.key),
            _ => None,
        }
    }

    /// Returns what is wrong.
    #[must_use]
    pub const fn kind(&self) -> ParseErrorKind {
        match *self {
            Self { table: None, fault: Some(fault) } => fault.kind,
            _ => ParseErrorKind::UnknownEntity,
        }
    }

    /// Returns the entity as whose key the string was read. `None` if no entity of a table was found, or if
    /// no entity has this key.
    #[must_use]
    pub const fn entity(&self) -> Option<&'static str> {
        match self.key() {
            Some(key) if !key.entity().is_empty() => Some(key.entity()),
            _ => None,
        }
    }

    /// Returns the index as whose key the string was read, or `None` for the table.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        match self.key() {
            Some(key) => key.role.index(),
            None => None,
        }
    }

    /// Returns the faulty part, if the error concerns one, as [`KeyError::part`] does.
    #[must_use]
    pub const fn part(&self) -> Option<&'static str> {
        match (self.kind(), self.fault) {
            (ParseErrorKind::Part | ParseErrorKind::Mismatch, Some(fault)) => {
                Some(fault.key.part_name(fault.at))
            }
            _ => None,
        }
    }

    /// Returns the template of the key as which the string was read, unless no entity of a table was found.
    #[must_use]
    pub fn pattern(&self) -> Option<String> {
        self.key().map(ToString::to_string)
    }

    /// Returns what is wrong without the entity and the template of the key, for a response to a client.
    #[must_use]
    pub fn reason(&self) -> impl fmt::Display + use<> {
        ParseReason(*self)
    }

    /// Returns what is wrong with the keys for the nearest entity, if no entity of a table
    /// has them.
    #[must_use]
    pub const fn nearest(&self) -> Option<Self> {
        match *self {
            Self { table: Some(_), fault: fault @ Some(_) } => Some(Self { table: None, fault }),
            _ => None,
        }
    }
}

impl fmt::Display for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}", KeyInMessage(self.key), self.reason())
    }
}

impl fmt::Display for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(key) = self.key() {
            write!(f, "{}: ", KeyInMessage(key))?;
        }
        write!(f, "{}", self.reason())?;
        match self.nearest() {
            Some(nearest) => write!(f, "; the nearest is the {nearest}"),
            None => Ok(()),
        }
    }
}

impl fmt::Debug for KeyError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "KeyError({self})")
    }
}

impl fmt::Debug for ParseError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "ParseError({self})")
    }
}

struct KeyReason(KeyError);

impl fmt::Display for KeyReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(error @ KeyError { key, kind, at, detail }) = self;
        let part = error.part().unwrap_or_default();
        let value = at.map(|at| key.value(at.into()));
        match (kind, detail) {
            (KeyErrorKind::Empty, _) => write!(f, "`{part}` is empty"),
            (_, Detail::Character(character)) if *character == key.separator => {
                write!(f, "`{part}` contains `{character}`, the separator")
            }
            (_, Detail::Character(character)) => {
                write!(f, "`{part}` contains `{character}`, which ends the part")
            }
            (_, Detail::Alphabet) => {
                write!(f, "`{part}` has a character outside `")?;
                value.map_or(Ok(()), |value| value.shape.print_alphabet(f))?;
                f.write_str("`")
            }
            (_, Detail::Length(length)) => {
                if at.is_some() {
                    write!(f, "`{part}` is too long: ")?;
                }
                write!(f, "the key is {length} bytes; DynamoDB allows {}", key.limit())?;
                match key.limited_by {
                    Some(Owner::Index(index)) => {
                        write!(f, " here, because index `{index}` uses it as its sort key")
                    }
                    Some(_) => f.write_str(" here, because the table uses it as its sort key"),
                    None => Ok(()),
                }
            }
            (KeyErrorKind::EmptyRange, _) => write!(f, "the range for `{part}` is empty"),
            _ => match value {
                Some(value) if !value.format.is_empty() => {
                    write!(f, "`{part}` does not fit `{value}`")
                }
                _ => write!(f, "`{part}` is out of range"),
            },
        }
    }
}

struct ParseReason(ParseError);

impl fmt::Display for ParseReason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let KeyFault { key, kind, at } = match self.0 {
            ParseError { table: None, fault: Some(fault) } => fault,
            ParseError { table, .. } => {
                let table = table.unwrap_or_default();
                return write!(f, "no entity of table `{table}` has these keys");
            }
        };
        match kind {
            ParseErrorKind::Literal => write!(f, "expected `{}`", key.literal(at)),
            ParseErrorKind::Part => {
                write!(f, "part `{}` ", key.part_name(at))?;
                let (value, separator) = (key.value(at), key.separator);
                if !value.shape.is_plain_text {
                    f.write_str("is not ")?;
                    value.shape.print_expecting(f)
                } else if value.delimiter.is_some_and(|delimiter| delimiter != separator) {
                    write!(f, "is empty or contains `{separator}`")
                } else {
                    f.write_str("is empty")
                }
            }
            ParseErrorKind::Missing => f.write_str("too few parts"),
            ParseErrorKind::Trailing => f.write_str("too many parts"),
            ParseErrorKind::TooLong => {
                write!(f, "is longer than the {} bytes that DynamoDB allows", key.limit())
            }
            ParseErrorKind::Mismatch => {
                let part = key.part_name(at);
                write!(f, "`{part}` differs between partition key and sort key")
            }
            ParseErrorKind::UnknownEntity => Ok(()),
        }
    }
}

impl core::error::Error for KeyError {}
impl core::error::Error for ParseError {}
