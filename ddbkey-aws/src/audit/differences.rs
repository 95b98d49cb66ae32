//! The attributes of a stored item that differ from what its fields produce. An audit reports them, and a repair and a move
//! write them.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::KeyValue;
use ddbkey::schema::{EntitySchema, TableSchema};

use crate::index_keys::IndexStates;
use crate::schema::ItemSchema as _;
use crate::value::{Item, ItemAttributes as _};

/// An attribute that differs from what its entity writes.
pub(crate) struct Difference {
    pub(crate) attribute: &'static str,
    /// What the entity writes.
    pub(crate) built: Option<KeyValue<'static>>,
    /// Whether it is a key attribute of an index that the entity is not in.
    pub(super) is_foreign: bool,
}

impl Difference {
    const fn declared(attribute: &'static str, built: Option<KeyValue<'static>>) -> Self {
        Self { attribute, built, is_foreign: false }
    }

    const fn foreign(attribute: &'static str) -> Self {
        Self { attribute, built: None, is_foreign: true }
    }

    /// Returns whether the attribute cannot be a member of a flattened map.
    pub(crate) fn is_ours(&self, entity: &EntitySchema) -> bool {
        !self.is_foreign || !entity.may_read_any()
    }

    /// Returns whether the item really differs. An attribute that a field of the entity writes stays, unless it is `NULL`.
    fn is_in(&self, item: &Item, entity: &EntitySchema) -> bool {
        match (&self.built, item.get(self.attribute)) {
            (Some(built), Some(_)) => item.value(self.attribute).as_ref() != Some(built),
            (None, Some(AttributeValue::Null(_))) | (Some(_), None) => true,
            (None, Some(_)) => self.is_foreign || !entity.writes(self.attribute),
            (None, None) => false,
        }
    }
}

/// Returns each attribute that differs from these index keys or from the type name, except for second names of fields.
pub(crate) fn differences(
    table: &TableSchema,
    entity: &EntitySchema,
    item: &Item,
    keys: &IndexStates,
) -> Vec<Difference> {
    let is_type = |name: &str| entity.type_attribute() == Some(name);
    let of_entity = entity.attributes().map(|attribute| attribute.name());
    let of_indexes = of_entity.filter(|name| !entity.key().has_attribute(name) && !is_type(name));
    let declared = of_indexes.map(|name| Difference::declared(name, keys.value(name)));
    // If serde writes the name, only a name that it does not write is a fault.
    let names = entity.entity.type_names;
    let is_one = |name: &str| match item.get(name) {
        Some(AttributeValue::S(text)) => names.contains(&text.as_str()),
        stored => stored.is_none() && !names.is_empty(),
    };
    let type_name = entity
        .type_attribute()
        .filter(|name| !is_one(name))
        .map(|name| Difference::declared(name, Some(KeyValue::S(entity.type_name().into()))));
    let is_foreign = |name: &&str| {
        entity.attribute(name).is_none()
            && !is_type(name)
            && !table.entities().iter().any(|other| other.has_field(name))
    };
    let of_table = table.key_attributes().into_iter().map(|(name, _)| name);
    let foreign = of_table.filter(is_foreign);
    let foreign = foreign.map(Difference::foreign);
    let all = declared.chain(type_name).chain(foreign);
    all.filter(|difference| difference.is_in(item, entity)).collect()
}

/// The name that is kept of a field that an item has under a name other than its own, an alias.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeptName {
    /// The first name that the item has.
    Stored,
    /// The name that serde writes. The stored value moves to it.
    Written,
}

/// A name of a field that an item stores and that is not kept.
pub(crate) struct SecondName {
    pub(crate) name: &'static str,
    /// The name that gets the value, if the item does not have it.
    pub(crate) moves_to: Option<&'static str>,
}

/// Returns the names of fields that an item still stores and that are not kept once these differences are fixed. A name
/// that the fix sets is kept.
pub(crate) fn second_names(
    entity: &EntitySchema,
    item: &Item,
    differences: &[Difference],
    kept: KeptName,
) -> Vec<SecondName> {
    let second_names = entity.fields().flat_map(|field| {
        let mut set = differences.iter().filter(|difference| difference.built.is_some());
        let is_set = set.any(|difference| Some(difference.attribute) == field.written());
        let is_read = |name: &str| field.read_names().any(|other| other == name);
        let own = field.written();
        let own = own.filter(|name| is_set || kept == KeptName::Written && is_read(name));
        let stored = field.stored_names(|name| item.contains_key(name));
        let first = stored.first().copied();
        let (kept, moves_to) = (own.or(first), own.filter(|own| !is_set && first != Some(*own)));
        let others = stored.into_iter().filter(move |name| Some(*name) != kept);
        others.map(move |name| SecondName {
            name,
            moves_to: moves_to.filter(|_| first == Some(name)),
        })
    });
    second_names.collect()
}
