//! The value of a key attribute.

use alloc::borrow::Cow;
use alloc::string::String;
#[cfg(feature = "serde")]
use alloc::string::ToString;
use core::fmt;

use crate::pattern::AttributeType;

/// The value of a key attribute: a string, or a number with its digits.
///
/// ```
/// use ddbkey::{DdbKeys, KeyValue};
///
/// #[derive(DdbKeys)]
/// #[pk("DOC", id)]
/// #[sk[version]]
/// struct Document { id: String, version: u32 }
///
/// let keys = Document { id: "d1".into(), version: 9 }.keys()?;
/// let values: Vec<_> = keys.iter().collect();
/// assert_eq!(values, [
///     ("pk", KeyValue::S("DOC#d1".into())),
///     ("version", KeyValue::N("9".into())),
/// ]);
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum KeyValue<'a> {
    /// A string (S).
    S(Cow<'a, str>),
    /// A number (N), as decimal digits.
    N(Cow<'a, str>),
}

impl<'a> KeyValue<'a> {
    #[doc(hidden)]
    pub fn of(kind: AttributeType, text: impl Into<Cow<'a, str>>) -> Self {
        match kind {
            AttributeType::S => Self::S(text.into()),
            AttributeType::N => Self::N(text.into()),
        }
    }

    /// Returns the string, or the digits of a number.
    #[must_use]
    pub fn as_str(&self) -> &str {
        match self {
            Self::S(text) | Self::N(text) => text,
        }
    }

    /// Returns the string, or the digits of a number.
    #[must_use]
    pub fn into_string(self) -> String {
        match self {
            Self::S(text) | Self::N(text) => text.into_owned(),
        }
    }

    /// Borrows the value.
    #[doc(hidden)]
    #[must_use]
    pub fn as_borrowed(&self) -> KeyValue<'_> {
        match self {
            Self::S(text) => KeyValue::S(Cow::Borrowed(text)),
            Self::N(text) => KeyValue::N(Cow::Borrowed(text)),
        }
    }

    /// Copies the string if it is borrowed.
    #[doc(hidden)]
    #[must_use]
    pub fn into_owned(self) -> KeyValue<'static> {
        match self {
            Self::S(text) => KeyValue::S(Cow::Owned(text.into_owned())),
            Self::N(text) => KeyValue::N(Cow::Owned(text.into_owned())),
        }
    }

    #[doc(hidden)]
    #[must_use]
    pub const fn attribute_type(&self) -> AttributeType {
        match self {
            Self::S(_) => AttributeType::S,
            Self::N(_) => AttributeType::N,
        }
    }
}

impl AsRef<str> for KeyValue<'_> {
    fn as_ref(&self) -> &str {
        self.as_str()
    }
}

impl fmt::Display for KeyValue<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.as_str())
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for KeyValue<'_> {
    /// Serialises a string as a string, and a number as an integer, or as an `f64` if it has a fraction. A fraction
    /// that no `f64` holds exactly as written is an error.
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self {
            Self::S(text) => serializer.serialize_str(text),
            Self::N(digits) => serialize_number(digits, serializer),
        }
    }
}

/// The narrower of 64 and 128 bits that holds the number: not all formats have integers of 128 bits. In a shared index,
/// another entity's row can have a fraction.
#[cfg(feature = "serde")]
#[allow(clippy::same_functions_in_if_condition, reason = "each parses another type")]
fn serialize_number<S: serde::Serializer>(digits: &str, serializer: S) -> Result<S::Ok, S::Error> {
    if let Ok(number) = digits.parse() {
        serializer.serialize_i64(number)
    } else if let Ok(number) = digits.parse() {
        serializer.serialize_u64(number)
    } else {
        match (digits.parse(), digits.parse::<f64>()) {
            (Ok(number), _) => serializer.serialize_i128(number),
            (_, Ok(number)) if number.to_string() == digits => serializer.serialize_f64(number),
            _ => Err(serde::ser::Error::custom(
                "a number key is neither an integer of 128 bits nor exact as an `f64`",
            )),
        }
    }
}
