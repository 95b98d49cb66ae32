//! Everything that is wrong with a stored item.
//!
//! The fields are read whatever the keys are, and then each key attribute is compared with the one that they
//! produce.

use alloc::vec::Vec;
use core::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use serde::de::DeserializeOwned;

use super::SdkItem;
use super::items::read_fields;
use super::tables::TableItems;
use crate::entity::{DdbKeys, EntitySchema};
use crate::error::{KeyError, ParseError};
use crate::item::ItemError;
use crate::key::schema::KeySchema;
use crate::key::{KeyAttributes, KeyValue, Keys};
use crate::pattern::AttributeType;
use crate::table::TableSchema;

/// Something that is wrong with a stored item. It prints without the text of any key.
///
/// Found by [`DdbTable::audit`](crate::DdbTable::audit).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The name of the entity, or of the table.
    entity: &'static str,
    finding: Finding,
}

/// What is wrong with a stored item: the kind of a [`Fault`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum FaultKind {
    /// A key attribute of the table is missing or has another type, so the item does not belong to this
    /// table.
    NoKey,
    /// The keys belong to no entity.
    Unknown,
    /// The fields cannot be read as those of the entity.
    Unreadable,
    /// The fields build no key at all.
    Unbuildable,
    /// The fields build another key of the table.
    Key,
    /// The item is under a former key of its entity.
    OtherKey,
    /// A key attribute of an index, or the type attribute, has the wrong type.
    WrongType,
    /// A key attribute of an index, or the type attribute, is not the one that the fields produce.
    Stale,
    /// The item has some attributes of an index but lacks this one, so it is not in the index.
    Half,
    /// All attributes of an index are missing, or the type attribute is missing.
    Missing,
    /// The item has an attribute of an index that it should not be in.
    LeftOver,
}

/// A kind with what it is about. Without an index, the attribute is the type attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Finding {
    NoKey { attribute: &'static str },
    Unknown(ParseError),
    Unreadable,
    Unbuildable(KeyError),
    Key { attribute: &'static str },
    WrongType { attribute: &'static str, index: Option<&'static str>, expected: AttributeType },
    Stale { attribute: &'static str, index: Option<&'static str> },
    Half { attribute: &'static str, index: &'static str },
    Missing { attribute: &'static str, index: Option<&'static str> },
    LeftOver { attribute: &'static str, index: &'static str, is_declared: bool },
}

impl Fault {
    /// Returns the kind of the fault.
    #[must_use]
    pub const fn kind(&self) -> FaultKind {
        match self.finding {
            Finding::NoKey { .. } => FaultKind::NoKey,
            Finding::Unknown(_) => FaultKind::Unknown,
            Finding::Unreadable => FaultKind::Unreadable,
            Finding::Unbuildable(_) => FaultKind::Unbuildable,
            Finding::Key { .. } => FaultKind::Key,
            Finding::WrongType { .. } => FaultKind::WrongType,
            Finding::Stale { .. } => FaultKind::Stale,
            Finding::Half { .. } => FaultKind::Half,
            Finding::Missing { .. } => FaultKind::Missing,
            Finding::LeftOver { .. } => FaultKind::LeftOver,
        }
    }

    /// Returns the name of the entity, or of the table if the item belongs to no entity.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the name of the index that the attribute at fault belongs to, if it is one of an index. Of
    /// several indexes this is the first.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        match self.finding {
            Finding::WrongType { index, .. }
            | Finding::Stale { index, .. }
            | Finding::Missing { index, .. } => index,
            Finding::Half { index, .. } | Finding::LeftOver { index, .. } => Some(index),
            _ => None,
        }
    }

    /// Returns the name of the attribute at fault, if the fault is about one. If all attributes of an index
    /// are missing, this is the first.
    #[must_use]
    pub const fn attribute(&self) -> Option<&'static str> {
        match self.finding {
            Finding::Unknown(_) | Finding::Unreadable | Finding::Unbuildable(_) => None,
            Finding::NoKey { attribute }
            | Finding::Key { attribute }
            | Finding::WrongType { attribute, .. }
            | Finding::Stale { attribute, .. }
            | Finding::Half { attribute, .. }
            | Finding::Missing { attribute, .. }
            | Finding::LeftOver { attribute, .. } => Some(attribute),
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let entity = self.entity;
        match &self.finding {
            Finding::NoKey { attribute } => {
                write!(f, "no key attribute `{attribute}` of table `{entity}`")
            }
            Finding::Unknown(error) => error.fmt(f),
            Finding::Unreadable => write!(f, "the fields of `{entity}` cannot be read"),
            Finding::Unbuildable(error) => error.fmt(f),
            Finding::Key { attribute } => {
                write!(f, "`{attribute}` is not the key that the fields of `{entity}` produce")
            }
            Finding::WrongType { attribute, expected, .. } => {
                let expected = match expected {
                    AttributeType::S => "a string",
                    AttributeType::N => "a number",
                };
                write!(f, "`{attribute}` of `{entity}` is not {expected}")
            }
            Finding::Stale { attribute, .. } => {
                write!(f, "`{attribute}` is not what the fields of `{entity}` produce")
            }
            Finding::Half { attribute, index } => write!(
                f,
                "index `{index}` of `{entity}` has other attributes, but lacks `{attribute}`"
            ),
            Finding::Missing { attribute, .. } => {
                write!(f, "`{attribute}` of `{entity}` is missing")
            }
            Finding::LeftOver { attribute, is_declared: true, .. } => {
                write!(f, "`{attribute}` is left over: the fields of `{entity}` do not produce it")
            }
            Finding::LeftOver { attribute, index, is_declared: false } => {
                write!(f, "`{attribute}` is left over: `{entity}` is not in index `{index}`")
            }
        }
    }
}

/// The faults of an item of any entity.
pub(crate) fn audit<T: TableItems>(item: &SdkItem) -> Vec<Fault> {
    let known = T::key_of(item).map(drop);
    let finding = match known {
        Ok(()) => return T::audit_entity(item),
        Err(ItemError::Unknown(error)) => Finding::Unknown(error),
        Err(error) => {
            let ((pk, _), _) = T::SCHEMA.key_names();
            Finding::NoKey { attribute: error.attribute().unwrap_or(pk) }
        }
    };
    [Fault { entity: T::SCHEMA.name(), finding }].into()
}

/// The faults of an item whose keys are those of this entity.
#[must_use]
pub fn audit_entity<T: DdbKeys + DeserializeOwned>(
    table: &TableSchema,
    item: &SdkItem,
) -> Vec<Fault> {
    let read = read_fields::<T>(item.clone());
    let mut audit = Audit { schema: T::SCHEMA, item, faults: Vec::new() };
    match read.map(|entity| entity.keys()) {
        Err(_) => {
            audit.types();
            audit.push(Finding::Unreadable);
        }
        Ok(Err(error)) => {
            audit.types();
            audit.push(Finding::Unbuildable(error));
        }
        Ok(Ok(keys)) => {
            audit.primary(&keys);
            T::SCHEMA.indexes().for_each(|index| audit.lacking(index, &keys));
            for difference in differences(table, T::SCHEMA, item, &keys) {
                audit.difference(&difference);
            }
        }
    }
    audit.faults
}

/// A key attribute of an index, or the type attribute, that is not as its entity writes it.
pub(super) struct Difference {
    pub(super) attribute: &'static str,
    /// The first index that has the attribute; none for the type attribute.
    pub(super) index: Option<&'static str>,
    /// What the entity writes.
    pub(super) built: Option<KeyValue<'static>>,
    /// Whether the entity declares the attribute.
    pub(super) is_declared: bool,
}

/// Each attribute that differs. What a field of the entity has stays, unless it is `NULL`.
pub(super) fn differences(
    table: &TableSchema,
    entity: &EntitySchema,
    item: &SdkItem,
    keys: &Keys,
) -> Vec<Difference> {
    let mut differences: Vec<Difference> = Vec::new();
    for index in entity.indexes() {
        let own = index.attributes().filter(|own| !entity.key().has_attribute(own.name()));
        differences.extend(own.map(|own| Difference {
            attribute: own.name(),
            index: index.index_name(),
            built: keys.value(own.name()).map(KeyValue::into_owned),
            is_declared: true,
        }));
    }
    differences.extend(entity.type_attribute().map(|attribute| Difference {
        attribute,
        index: None,
        built: Some(KeyValue::S(entity.type_name().into())),
        is_declared: true,
    }));
    for index in table.indexes() {
        let names = index.partition_key.iter().chain(&index.sort_key).map(|(name, _)| *name);
        let is_field = |name: &str| table.entities().iter().any(|other| other.has_field(name));
        let foreign = names.filter(|name| !entity.key().has_attribute(name) && !is_field(name));
        differences.extend(foreign.map(|attribute| Difference {
            attribute,
            index: index.index,
            built: None,
            is_declared: false,
        }));
    }
    let mut seen: Vec<&str> = Vec::new();
    differences.retain(|difference| {
        let name = difference.attribute;
        let is_new = !seen.contains(&name);
        seen.push(name);
        is_new && difference.differs(entity, item)
    });
    differences
}

impl Difference {
    fn differs(&self, entity: &EntitySchema, item: &SdkItem) -> bool {
        match (&self.built, item.get(self.attribute)) {
            (Some(built), Some(_)) => item.value(self.attribute).as_ref() != Some(built),
            (Some(_), None) => true,
            (None, Some(AttributeValue::Null(_))) => true,
            (None, Some(_)) => !(self.is_declared && entity.has_field(self.attribute)),
            (None, None) => false,
        }
    }
}

struct Audit<'i> {
    schema: &'static EntitySchema,
    item: &'i SdkItem,
    faults: Vec<Fault>,
}

impl Audit<'_> {
    fn push(&mut self, finding: Finding) {
        let fault = Fault { entity: self.schema.name(), finding };
        if !self.faults.contains(&fault) {
            self.faults.push(fault);
        }
    }

    /// Attributes whose type is not that of their key.
    fn types(&mut self) {
        for index in self.schema.indexes() {
            for attribute in index.attributes() {
                let (name, expected) = (attribute.name(), attribute.attribute_type());
                if self.item.contains_key(name) && !self.is_of_type(name, expected) {
                    let index = index.index_name();
                    self.push(Finding::WrongType { attribute: name, index, expected });
                }
            }
        }
    }

    fn is_of_type(&self, name: &str, expected: AttributeType) -> bool {
        let stored = self.item.value(name);
        stored.is_some_and(|value| value.is_number() == (expected == AttributeType::N))
    }

    /// The keys of the table are there, since they told which entity this is.
    fn primary(&mut self, keys: &Keys) {
        for attribute in self.schema.key().attributes().map(|own| own.name()) {
            if self.item.value(attribute) != keys.value(attribute) {
                self.push(Finding::Key { attribute });
            }
        }
    }

    /// The attributes of an index that are missing.
    fn lacking(&mut self, index: &KeySchema, keys: &Keys) {
        let Some(name) = index.index_name() else { return };
        let own = index.attributes().map(|own| own.name());
        let own = own.filter(|own| !self.schema.key().has_attribute(own));
        let built: Vec<_> = own.filter(|own| keys.get(own).is_some()).collect();
        let is_missing = |own: &&&str| !self.item.contains_key(**own);
        let missing: Vec<_> = built.iter().filter(is_missing).copied().collect();
        match missing[..] {
            [first, ..] if missing.len() == built.len() => {
                self.push(Finding::Missing { attribute: first, index: Some(name) });
            }
            _ => missing
                .into_iter()
                .for_each(|attribute| self.push(Finding::Half { attribute, index: name })),
        }
    }

    /// What is there and should be something else, or nothing.
    fn difference(&mut self, difference: &Difference) {
        let Difference { attribute, index, ref built, is_declared } = *difference;
        let is_there = self.item.contains_key(attribute);
        match (built, index) {
            (Some(built), _) if is_there => {
                let expected = if built.is_number() { AttributeType::N } else { AttributeType::S };
                self.push(if self.is_of_type(attribute, expected) {
                    Finding::Stale { attribute, index }
                } else {
                    Finding::WrongType { attribute, index, expected }
                });
            }
            (Some(_), None) => self.push(Finding::Missing { attribute, index }),
            (None, Some(index)) => self.push(Finding::LeftOver { attribute, index, is_declared }),
            // Told with the others of its index, and the type attribute is always written.
            (Some(_), Some(_)) | (None, None) => {}
        }
    }
}
