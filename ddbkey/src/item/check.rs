//! Comparing the stored keys of an item with those that its entity produces.

use alloc::vec::Vec;

use super::same::has_keys;
use super::{AttributeErrorKind, ItemError};
use crate::entity::DdbKeys;
use crate::key::schema::KeyAttributes;
use crate::key::{KeyPair, KeyValue};

/// The key attributes that were found in an item; `None` for one that is `NULL`, which cannot be a key.
#[derive(Debug, Default)]
pub(crate) struct Stored<'de>(Vec<(&'static str, Option<KeyValue<'de>>)>);

impl<'de> Stored<'de> {
    pub(crate) fn get(&self, name: &str) -> Option<&KeyValue<'de>> {
        let entry = self.0.iter().find(|(other, _)| *other == name);
        entry.and_then(|(_, key)| key.as_ref())
    }

    /// Whether there is one of this name, be it `NULL`.
    pub(crate) fn has(&self, name: &str) -> bool {
        self.0.iter().any(|(other, _)| *other == name)
    }

    #[cfg(feature = "aws-sdk")]
    pub(crate) fn with_capacity(capacity: usize) -> Self {
        Self(Vec::with_capacity(capacity))
    }

    /// The key of this name, and its place among those that were found.
    pub(crate) fn position(&self, name: &str) -> Option<(u32, &KeyValue<'de>)> {
        let mut entries = (0..).zip(&self.0);
        let (at, (_, key)) = entries.find(|(_, (other, _))| *other == name)?;
        Some((at, key.as_ref()?))
    }

    /// A bit for the place of each key.
    pub(crate) fn bits(&self) -> u64 {
        let places = (0..).zip(&self.0).filter(|(_, (_, key))| key.is_some());
        places.fold(0, |bits, (at, _)| bits | 1_u64.checked_shl(at).unwrap_or(0))
    }

    pub(crate) fn push(&mut self, name: &'static str, key: Option<KeyValue<'de>>) {
        self.0.push((name, key));
    }

    fn names(&self) -> impl Iterator<Item = &'static str> {
        self.0.iter().filter_map(|(name, key)| key.is_some().then_some(*name))
    }
}

pub(crate) fn fault<T: DdbKeys>(name: &'static str, kind: AttributeErrorKind) -> ItemError {
    ItemError::Attribute { entity: T::SCHEMA.name(), name, kind }
}

/// Makes sure that the stored keys are those that the fields produce, no more and no fewer.
pub(crate) fn check<T: DdbKeys>(entity: &T, stored: &Stored<'_>) -> Result<(), ItemError> {
    if has_keys(entity, stored) {
        return Ok(());
    }
    let keys = entity.keys()?;
    for (name, key) in &keys {
        compare::<T>(name, &key, stored)?;
    }
    let type_attribute = T::SCHEMA.type_attribute();
    if let Some(name) = type_attribute {
        compare::<T>(name, &KeyValue::S(T::SCHEMA.name().into()), stored)?;
    }
    let is_produced = |name: &str| keys.get(name).is_some() || Some(name) == type_attribute;
    match stored.names().find(|name| !is_produced(name)) {
        Some(name) => Err(fault::<T>(name, AttributeErrorKind::Unexpected)),
        None => Ok(()),
    }
}

fn compare<T: DdbKeys>(
    name: &'static str,
    key: &KeyValue<'_>,
    stored: &Stored<'_>,
) -> Result<(), ItemError> {
    match stored.get(name) {
        Some(stored) if stored == key => Ok(()),
        Some(_) => Err(ItemError::Mismatch { entity: T::SCHEMA.name(), name }),
        None => Err(fault::<T>(name, AttributeErrorKind::Missing)),
    }
}

/// Sets the fields that an entity takes from its key, unless the item has an attribute for them.
pub(crate) fn set_from_key<T: DdbKeys>(
    entity: &mut T,
    stored: &Stored<'_>,
    is_stored: impl Fn(&str) -> bool,
) -> Result<(), ItemError> {
    if T::FROM_KEY.is_none() {
        return Ok(());
    }
    let texts = |attributes: KeyAttributes| {
        let text = |name| stored.get(name).map(KeyValue::as_str);
        let missing = |name| fault::<T>(name, AttributeErrorKind::Missing);
        let names = attributes.iter().map(|attribute| attribute.name());
        names.map(|name| text(name).ok_or_else(|| missing(name))).collect::<Result<Vec<_>, _>>()
    };
    let (pk, sk) = (texts(T::SCHEMA.key().partition_key())?, texts(T::SCHEMA.key().sort_key())?);
    entity.set_from_key(T::Key::parse_texts(&*pk, &*sk)?, is_stored);
    Ok(())
}
