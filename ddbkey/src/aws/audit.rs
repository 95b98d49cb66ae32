//! Everything that is wrong with a stored item.
//!
//! The fields are read whatever the keys are, and then each key attribute is compared with the one that they
//! produce.

use alloc::vec::Vec;
use core::fmt;

use serde::de::DeserializeOwned;

use super::SdkItem;
use super::items::read_fields;
use super::tables::TableItems;
use crate::entity::DdbKeys;
use crate::error::{KeyError, ParseError};
use crate::item::ItemError;
use crate::key::schema::KeySchema;
use crate::key::{KeyAttributes, KeyValue, Keys};
use crate::pattern::AttributeType;

/// Something that is wrong with a stored item. It prints without the text of any key.
///
/// Found by [`DdbTable::audit`](crate::DdbTable::audit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Fault {
    /// A key attribute of the table is missing or has another type, so the item does not belong to this
    /// table.
    NoKey {
        /// The table.
        table: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// The keys belong to no entity.
    Unknown(ParseError),
    /// The fields cannot be read as those of the entity.
    Unreadable {
        /// The entity.
        entity: &'static str,
    },
    /// The fields build no key at all.
    Unbuildable(KeyError),
    /// The fields build another key of the table.
    Key {
        /// The entity.
        entity: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// A key attribute of an index, or the type attribute, has the wrong type.
    WrongType {
        /// The entity.
        entity: &'static str,
        /// The attribute.
        attribute: &'static str,
        /// The type that it should have.
        expected: AttributeType,
    },
    /// A key attribute of an index, or the type attribute, is not the one that the fields produce.
    Stale {
        /// The entity.
        entity: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// The item has some attributes of an index but lacks this one, so it is not in the index.
    Half {
        /// The entity.
        entity: &'static str,
        /// The index.
        index: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
    /// All attributes of an index are missing, or the type attribute is missing.
    Missing {
        /// The entity.
        entity: &'static str,
        /// The attribute, the first of the index.
        attribute: &'static str,
    },
    /// The item has an attribute of an index that it should not be in.
    LeftOver {
        /// The entity.
        entity: &'static str,
        /// The attribute.
        attribute: &'static str,
    },
}

impl Fault {
    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        match self {
            Self::NoKey { table, .. } => table,
            Self::Unknown(ParseError::UnknownEntity { table, .. }) => table,
            Self::Unknown(error) => match error.entity() {
                Some(entity) => entity,
                None => "",
            },
            Self::Unbuildable(error) => error.entity(),
            Self::Unreadable { entity }
            | Self::Key { entity, .. }
            | Self::WrongType { entity, .. }
            | Self::Stale { entity, .. }
            | Self::Half { entity, .. }
            | Self::Missing { entity, .. }
            | Self::LeftOver { entity, .. } => entity,
        }
    }

    /// Returns the key attribute at fault, if the fault is about one.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        match self {
            Self::Unknown(_) | Self::Unreadable { .. } | Self::Unbuildable(_) => None,
            Self::NoKey { attribute, .. }
            | Self::Key { attribute, .. }
            | Self::WrongType { attribute, .. }
            | Self::Stale { attribute, .. }
            | Self::Half { attribute, .. }
            | Self::Missing { attribute, .. }
            | Self::LeftOver { attribute, .. } => Some(attribute),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NoKey { table, attribute } => {
                write!(f, "no key attribute `{attribute}` of table `{table}`")
            }
            Self::Unknown(error) => error.fmt(f),
            Self::Unreadable { entity } => write!(f, "the fields of `{entity}` cannot be read"),
            Self::Unbuildable(error) => error.fmt(f),
            Self::Key { entity, attribute } => {
                write!(f, "`{attribute}` is not the key that the fields of `{entity}` produce")
            }
            Self::WrongType { entity, attribute, expected } => {
                let expected = match expected {
                    AttributeType::S => "a string",
                    AttributeType::N => "a number",
                };
                write!(f, "`{attribute}` of `{entity}` is not {expected}")
            }
            Self::Stale { entity, attribute } => {
                write!(f, "`{attribute}` is not what the fields of `{entity}` produce")
            }
            Self::Half { entity, index, attribute } => {
                write!(
                    f,
                    "index `{index}` of `{entity}` has other attributes, but lacks `{attribute}`"
                )
            }
            Self::Missing { entity, attribute } => {
                write!(f, "`{attribute}` of `{entity}` is missing")
            }
            Self::LeftOver { entity, attribute } => {
                write!(f, "`{attribute}` is left over: the fields of `{entity}` do not produce it")
            }
        }
    }
}

/// The faults of an item of any entity.
pub(crate) fn audit<T: TableItems>(item: SdkItem) -> Vec<Fault> {
    if let Err(error) = T::key_of(&item) {
        return [match error {
            ItemError::Unknown(error) => Fault::Unknown(error),
            error => {
                let attribute = error.attribute().unwrap_or_default();
                Fault::NoKey { table: T::SCHEMA.name(), attribute }
            }
        }]
        .into();
    }
    T::audit_entity(item)
}

/// The faults of an item whose keys are those of this entity.
#[must_use]
pub fn audit_entity<T: DdbKeys + DeserializeOwned>(item: SdkItem) -> Vec<Fault> {
    let read = read_fields::<T>(item.clone());
    let mut audit = Audit { entity: T::SCHEMA.name(), item, faults: Vec::new() };
    match read {
        Err(_) => {
            audit.types::<T>(|_| true);
            audit.faults.push(Fault::Unreadable { entity: audit.entity });
        }
        Ok(entity) => match entity.keys() {
            Err(error) => {
                audit.types::<T>(|_| true);
                audit.faults.push(Fault::Unbuildable(error));
            }
            Ok(keys) => {
                audit.types::<T>(|name| keys.get(name).is_some());
                audit.primary(T::SCHEMA.key(), &keys);
                T::SCHEMA.indexes().for_each(|index| audit.index(index, T::SCHEMA.key(), &keys));
                audit.type_attribute(T::SCHEMA.type_attribute());
            }
        },
    }
    audit.faults
}

struct Audit {
    entity: &'static str,
    item: SdkItem,
    faults: Vec<Fault>,
}

impl Audit {
    fn push(&mut self, fault: Fault) {
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Attributes whose type is not that of their key. An attribute that should not be there is left over,
    /// whatever its type.
    fn types<T: DdbKeys>(&mut self, is_expected: impl Fn(&str) -> bool) {
        for attribute in T::SCHEMA.attributes().filter(|own| is_expected(own.name())) {
            let (name, expected) = (attribute.name(), attribute.attribute_type());
            let is_typed = match self.item.value(name) {
                Some(KeyValue::S(_)) => expected == AttributeType::S,
                Some(KeyValue::N(_)) => expected == AttributeType::N,
                None => !self.item.contains_key(name),
            };
            if !is_typed {
                let entity = self.entity;
                self.push(Fault::WrongType { entity, attribute: name, expected });
            }
        }
    }

    fn has_wrong_type(&self, name: &str) -> bool {
        let is_of = |fault: &Fault| matches!(fault, Fault::WrongType { attribute, .. } if *attribute == name);
        self.faults.iter().any(is_of)
    }

    /// The keys of the table are there, since they told which entity this is.
    fn primary(&mut self, key: &KeySchema, keys: &Keys) {
        for attribute in key.attributes() {
            let name = attribute.name();
            if self.item.value(name) != keys.value(name) {
                let entity = self.entity;
                self.push(Fault::Key { entity, attribute: name });
            }
        }
    }

    fn index(&mut self, index: &KeySchema, table: &KeySchema, keys: &Keys) {
        let entity = self.entity;
        let is_own = |name: &str| !table.has_attribute(name);
        let own = || index.attributes().map(|own| own.name()).filter(|name| is_own(name));
        let missing: Vec<_> = own()
            .filter(|name| keys.get(name).is_some() && !self.item.contains_key(*name))
            .collect();
        let is_absent = missing.len() == own().filter(|name| keys.get(name).is_some()).count();
        match missing[..] {
            [] => {}
            [first, ..] if is_absent => self.push(Fault::Missing { entity, attribute: first }),
            _ => {
                let name = index.index_name().unwrap_or_default();
                for attribute in missing {
                    self.push(Fault::Half { entity, index: name, attribute });
                }
            }
        }
        for attribute in own().collect::<Vec<_>>() {
            let is_there = self.item.contains_key(attribute);
            let (stored, built) = (self.item.value(attribute), keys.value(attribute));
            match built {
                None if is_there => self.push(Fault::LeftOver { entity, attribute }),
                Some(built)
                    if is_there
                        && !self.has_wrong_type(attribute)
                        && stored.as_ref() != Some(&built) =>
                {
                    self.push(Fault::Stale { entity, attribute });
                }
                _ => {}
            }
        }
    }

    fn type_attribute(&mut self, name: Option<&'static str>) {
        let Some(attribute) = name else { return };
        let entity = self.entity;
        match self.item.value(attribute) {
            Some(KeyValue::S(text)) if text == entity => {}
            Some(KeyValue::S(_)) => self.push(Fault::Stale { entity, attribute }),
            None if !self.item.contains_key(attribute) => {
                self.push(Fault::Missing { entity, attribute });
            }
            _ if self.has_wrong_type(attribute) => {}
            _ => self.push(Fault::WrongType { entity, attribute, expected: AttributeType::S }),
        }
    }
}
