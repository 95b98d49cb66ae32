//! Items: the fields of an entity with its key attributes beside them.
//!
//! The schema tells which attributes those are, and not the keys that were built: an attribute of an index
//! remains one when the item is not in that index.

#[cfg(feature = "serde")]
mod buffer;
#[cfg(feature = "serde")]
mod check;
#[cfg(feature = "serde")]
mod contents;
#[cfg(feature = "serde")]
mod deserialize;
mod error;
#[cfg(feature = "serde")]
mod fields;
#[cfg(feature = "serde")]
mod same;
#[cfg(feature = "serde")]
mod scalar;
#[cfg(feature = "serde")]
mod serialize;
#[cfg(feature = "serde")]
mod stored;

#[cfg(feature = "aws-sdk")]
pub(crate) use check::{Stored, check, fault, set_from_key};
pub use error::{AttributeErrorKind, ItemError};
#[cfg(feature = "aws-sdk")]
pub(crate) use fields::{Fields, Stop, absent};
#[cfg(feature = "aws-sdk")]
pub(crate) use same::has_keys;

/// An entity as it is stored: its fields, and its key attributes beside them.
///
/// Serializing writes the fields, then every attribute of [`keys`](crate::DdbKeys::keys), then the type
/// attribute if the table has one. A number key is written as an integer. Deserializing checks that the
/// stored keys are those that the fields produce.
///
/// Any self-describing format will do. To serde, the entity has to be a struct or a map. With the AWS SDK,
/// [`to_item`](crate::DdbKeys::to_item) and [`from_item`](crate::DdbKeys::from_item) do the same with typed
/// errors.
///
/// # Fields with the name of a key attribute
///
/// A key attribute is written once, with the text of the key. A field of that name, whether of the struct
/// or of a flattened map, must have the same text. While an item is not in an index, no field may write an
/// attribute of that index; a field that serializes as `None` is left out, since DynamoDB refuses `NULL`
/// there, and is `None` again when the item is read.
///
/// When an item is read, a flattened map does not get key attributes that are not fields.
///
/// # Errors
///
/// Serializing fails if a key cannot be built, or if a field would overwrite a key attribute, write half of
/// an index key, or be one of two with its name. Deserializing fails if a key attribute is missing, has the
/// wrong type, is there twice, should not be there, or is not the one that the fields produce. The messages
/// are those of [`ItemError`].
///
/// A number key of more than 64 bits needs a format that has such integers: JSON has them, `serde_dynamo`
/// does not (`to_item` does).
///
/// ```
/// use ddbkey::{DdbKeys, Keyed};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String, name: String }
///
/// let user = User { user_id: "u1".into(), name: "Ada".into() };
/// let json = serde_json::to_string(&Keyed(&user))?;
/// assert_eq!(json, r#"{"user_id":"u1","name":"Ada","pk":"USER#u1","sk":"PROFILE"}"#);
///
/// let Keyed(read) = serde_json::from_str::<Keyed<User>>(&json)?;
/// assert_eq!(read, user);
///
/// let moved = json.replace("USER#u1", "USER#u2");
/// let error = serde_json::from_str::<Keyed<User>>(&moved).unwrap_err();
/// assert!(error.to_string().starts_with("attribute `pk` differs from the one that `User` produces"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[cfg(feature = "serde")]
#[cfg_attr(docsrs, doc(cfg(feature = "serde")))]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Keyed<T>(pub T);

#[cfg(feature = "serde")]
impl<T> From<T> for Keyed<T> {
    fn from(entity: T) -> Self {
        Self(entity)
    }
}
