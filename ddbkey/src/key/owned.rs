//! Primary keys that own their strings.

use alloc::string::String;
use core::cmp::Ordering;
use core::fmt;
use core::hash::{Hash, Hasher};
use core::marker::PhantomData;

use super::primary::{ItemKey, KeyOf, Keyed, Visit as _};
use super::{KeyValue, Keys};
use crate::declaration::{EntitySchema, KeyAttribute};
use crate::error::{KeyError, ParseError};

#[cfg(feature = "serde")]
mod serde;

/// The primary key of an entity or of a table's entities, which owns its strings.
///
/// A key struct such as `OrderKey` borrows from an entity or from strings. Use an `OwnedKey` for anything that outlives
/// them: a message, a cache, a map, a job.
///
/// ```
/// use ddbkey::{DdbKeys, OwnedKey};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:05}")]
/// struct Order { user_id: String, number: u32 }
///
/// fn newest(orders: Vec<Order>) -> Option<OwnedKey<Order>> {
///     orders.iter().max_by_key(|order| order.number)?.key().into_owned().ok()
/// }
///
/// let order = |number| Order { user_id: "u1".into(), number };
/// let newest = newest(vec![order(7), order(12)]).expect("a key");
/// assert_eq!(newest.key(), OrderKey { user_id: "u1", number: 12 });
/// assert_eq!(newest.keys().sk(), Some("ORDER#00012"));
///
/// // Strings are parsed without a copy.
/// let parsed = OwnedKey::<Order>::parse("USER#u1".into(), "ORDER#00012".into())?;
/// assert_eq!(parsed, newest);
/// # Ok::<(), ddbkey::ParseError>(())
/// ```
///
/// It keeps what the key keeps: `Ann@x.org` under `{email:lower}` is `ann@x.org`. So two owned keys are equal if they
/// are the key of one row. They are ordered by partition key and then as DynamoDB orders the rows of a partition:
/// strings by their bytes, numbers by value.
///
/// # Serde
///
/// With the feature `serde`, it is serialized as a map of the key attributes by name, with strings as values: the digits of
/// a number.
/// Deserializing uses the parser, so that no message can carry a key that the entity or the table does not have. Other
/// names in the map are ignored, and no error contains a value.
///
/// # Legacy keys
///
/// The key of an entity is the current one. A legacy key (`#[was]`) is a key of the table, `OwnedKey<Shop>`.
pub struct OwnedKey<T> {
    keys: Keys,
    of: PhantomData<fn() -> T>,
}

impl<T: Keyed> OwnedKey<T> {
    /// Copies the strings of a key.
    ///
    /// # Errors
    ///
    /// Returns [`KeyError`] if a value is empty, contains the separator or is out of range, or if a key is
    /// longer than DynamoDB allows.
    pub fn new(key: T::Key<'_>) -> Result<Self, KeyError> {
        key.primary_keys().map(Self::of)
    }

    /// Parses both keys, without a copy.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the strings are not a primary key of `T`, and for every string if `T` has no sort key.
    pub fn parse(pk: String, sk: String) -> Result<Self, ParseError> {
        Self::parse_texts(pk, Some(sk))
    }

    /// Parses the partition key of an entity or a table without a sort key, without a copy.
    ///
    /// # Errors
    ///
    /// Returns [`ParseError`] if the string is not a primary key of `T`, and for every string if `T` has a sort key.
    pub fn parse_pk(pk: String) -> Result<Self, ParseError> {
        Self::parse_texts(pk, None)
    }

    fn parse_texts(pk: String, sk: Option<String>) -> Result<Self, ParseError> {
        T::Key::parse_any(&[&pk], sk.as_deref().as_slice())?;
        Ok(Self::of(Keys::of_primary(attributes(T::ENTITIES), pk, sk)))
    }

    /// Returns the key, borrowed from this one.
    ///
    /// # Panics
    ///
    /// Panics if the [`KeyPart`](crate::KeyPart) of a hand-written part, or a `check`, refuses a string that it
    /// accepted before.
    #[must_use]
    pub fn key(&self) -> T::Key<'_> {
        let sk = self.keys.sk();
        match T::Key::parse_any(&[self.keys.pk()], sk.as_slice()) {
            Ok(key) => key,
            Err(error) => panic!("a part accepted a string once and not again: {error}"),
        }
    }
}

/// `into_owned` for a key of the entity or of a table that the entity is in.
///
/// # Errors
///
/// Returns [`KeyError`] if the key cannot be built.
#[inline]
pub fn into_owned<K: ItemKey, T>(key: K) -> Result<OwnedKey<T>, KeyError> {
    key.primary_keys().map(OwnedKey::of)
}

/// The attributes of the primary key. The entities of a table agree on their names and types.
pub(super) fn attributes(entities: &[&'static EntitySchema]) -> impl Iterator<Item = KeyAttribute> {
    entities.first().into_iter().flat_map(|entity| entity.key().attributes())
}

impl<T> OwnedKey<T> {
    pub(crate) fn of(keys: Keys) -> Self {
        Self { keys, of: PhantomData }
    }

    /// Returns the keys by attribute name.
    pub fn keys(&self) -> Keys {
        self.keys.clone()
    }

    fn values(&self) -> impl Iterator<Item = KeyValue<'_>> {
        self.keys.iter().map(|(_, value)| value)
    }
}

impl<T> Clone for OwnedKey<T> {
    fn clone(&self) -> Self {
        Self::of(self.keys.clone())
    }
}

/// The names of the attributes, without their values.
impl<T> fmt::Debug for OwnedKey<T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut fields = f.debug_tuple("OwnedKey");
        self.keys.iter().for_each(|(name, _)| {
            fields.field(&format_args!("{name}"));
        });
        fields.finish()
    }
}

impl<T> PartialEq for OwnedKey<T> {
    fn eq(&self, other: &Self) -> bool {
        self.values().eq(other.values())
    }
}

impl<T> Eq for OwnedKey<T> {}

impl<T> Hash for OwnedKey<T> {
    fn hash<H: Hasher>(&self, state: &mut H) {
        self.values().for_each(|value| value.hash(state));
    }
}

impl<T> PartialOrd for OwnedKey<T> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T> Ord for OwnedKey<T> {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut orders =
            self.values().zip(other.values()).map(|(one, other)| compare(&one, &other));
        orders.find(|order| order.is_ne()).unwrap_or(Ordering::Equal)
    }
}

/// Both belong to one attribute, and so have one type. A number has at most 38 digits.
fn compare(one: &KeyValue<'_>, other: &KeyValue<'_>) -> Ordering {
    let numbers = match (one, other) {
        (KeyValue::N(one), KeyValue::N(other)) => one.parse::<i128>().ok().zip(other.parse().ok()),
        _ => None,
    };
    match numbers {
        Some((one, other)) => one.cmp(&other),
        None => one.as_str().cmp(other.as_str()),
    }
}

#[diagnostic::do_not_recommend]
impl<T> ItemKey for OwnedKey<T> {
    fn primary_keys(self) -> Result<Keys, KeyError> {
        Ok(self.keys)
    }
}

#[diagnostic::do_not_recommend]
impl<T> ItemKey for &OwnedKey<T> {
    fn primary_keys(self) -> Result<Keys, KeyError> {
        Ok(self.keys())
    }
}

#[diagnostic::do_not_recommend]
impl<T> KeyOf<T> for OwnedKey<T> {}

#[diagnostic::do_not_recommend]
impl<T> KeyOf<T> for &OwnedKey<T> {}
