//! Items: the fields of an entity with its key attributes beside them, in any serde format.

mod deserialize;
mod serialize;
mod text;

use core::fmt;

use crate::entity::DdbKeys;
use crate::error::KeyError;

/// An entity as it is stored: its fields, and its key attributes beside them.
///
/// Serialised, it writes the fields, then every attribute of [`keys`](DdbKeys::keys), then the type
/// attribute if the table names one. An absent index key is left out: DynamoDB refuses one that is
/// `NULL`. Deserialised, it checks that the stored keys are those that the fields build.
///
/// Any format that has maps serves. The entity has to be a struct or a map to serde.
///
/// # Errors
///
/// Serialising fails if a key cannot be built, or if a field has the name of a key attribute and
/// another text: nothing is overwritten in silence. Deserialising fails if a key attribute is missing,
/// left over, or not what the fields build.
///
/// ```
/// use ddbkey::{DdbKeys, Item};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String, name: String }
///
/// let user = User { user_id: "u1".into(), name: "Ada".into() };
/// let json = serde_json::to_string(&Item(&user))?;
/// assert_eq!(json, r#"{"user_id":"u1","name":"Ada","pk":"USER#u1","sk":"PROFILE"}"#);
///
/// let Item(read) = serde_json::from_str::<Item<User>>(&json)?;
/// assert_eq!(read, user);
///
/// let moved = json.replace("USER#u1", "USER#u2");
/// let error = serde_json::from_str::<Item<User>>(&moved).unwrap_err();
/// assert!(error.to_string().starts_with("`pk` of `User` is not the key that its fields build"));
/// # Ok::<(), serde_json::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Item<T>(pub T);

impl<T> From<T> for Item<T> {
    fn from(entity: T) -> Self {
        Self(entity)
    }
}

/// What is wrong with an item. It names the attribute, never its text.
enum Fault {
    /// A key cannot be built.
    Key(KeyError),
    /// A field has the name of a key attribute, and another text.
    Collision(&'static str),
    /// A key attribute is not there.
    Missing(&'static str),
    /// A key attribute is there, and should not be.
    LeftOver(&'static str),
    /// A key attribute has another text.
    Differs(&'static str),
    /// The entity is neither a struct nor a map to serde.
    NotAMap,
}

impl Fault {
    /// What is wrong, of which entity.
    fn of<T: DdbKeys>(self) -> Described {
        Described { entity: T::SCHEMA.name, fault: self }
    }
}

struct Described {
    entity: &'static str,
    fault: Fault,
}

impl fmt::Display for Described {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.entity;
        match self.fault {
            Fault::Key(error) => error.fmt(f),
            Fault::Collision(name) => write!(
                f,
                "a field of `{entity}` is serialised as `{name}`, which is a key attribute of another text"
            ),
            Fault::Missing(name) => write!(f, "`{name}` of `{entity}` is missing"),
            Fault::LeftOver(name) => {
                write!(f, "`{name}` of `{entity}` is there, and its fields build no such key")
            }
            Fault::Differs(name) => {
                write!(f, "`{name}` of `{entity}` is not the key that its fields build")
            }
            Fault::NotAMap => write!(f, "`{entity}` is no struct and no map when serialised"),
        }
    }
}

/// The attributes beside the fields: key texts, and the type attribute with the entity's name.
fn attributes<T: DdbKeys>(
    entity: &T,
) -> Result<alloc::vec::Vec<(&'static str, alloc::string::String)>, KeyError> {
    let mut attributes: alloc::vec::Vec<_> = entity.keys()?.into_iter().collect();
    attributes.extend(T::SCHEMA.type_attribute.map(|name| (name, T::SCHEMA.name.into())));
    Ok(attributes)
}
