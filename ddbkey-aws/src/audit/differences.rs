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
    pub(super) origin: Origin,
}

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Origin {
    /// A key attribute of an index of the entity, or the type attribute.
    Declared,
    /// A key attribute of an index that the entity is not in.
    OtherIndex,
    /// A second name of a field that is also stored under another name.
    SecondName,
}

impl Difference {
    const fn declared(attribute: &'static str, built: Option<KeyValue<'static>>) -> Self {
        Self { attribute, built, origin: Origin::Declared }
    }

    const fn left_over(attribute: &'static str, origin: Origin) -> Self {
        Self { attribute, built: None, origin }
    }

    /// Returns whether the attribute cannot be a member of a flattened map.
    pub(crate) fn is_ours(&self, entity: &EntitySchema) -> bool {
        self.origin != Origin::OtherIndex || !entity.may_read_any()
    }

    /// Returns whether the item really differs. An attribute that a field of the entity writes stays, unless it is `NULL`.
    fn is_in(&self, item: &Item, entity: &EntitySchema) -> bool {
        match (&self.built, item.get(self.attribute)) {
            (Some(built), Some(_)) => item.value(self.attribute).as_ref() != Some(built),
            (None, Some(AttributeValue::Null(_))) | (Some(_), None) => true,
            (None, Some(_)) => self.origin == Origin::OtherIndex || !entity.writes(self.attribute),
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
    let foreign = foreign.map(|name| Difference::left_over(name, Origin::OtherIndex));
    let all = declared.chain(type_name).chain(foreign);
    all.filter(|difference| difference.is_in(item, entity)).collect()
}

/// Returns the second names of fields that an item still stores once these differences are fixed. The name that the fix
/// sets is kept, or else the first.
pub(crate) fn second_names(
    entity: &EntitySchema,
    item: &Item,
    differences: &[Difference],
) -> Vec<Difference> {
    let second_names = entity.fields().flat_map(|field| {
        let mut set = differences.iter().filter(|difference| difference.built.is_some());
        let is_set = set.any(|difference| Some(difference.attribute) == field.written());
        let stored = field.stored_names(|name| item.contains_key(name));
        let kept = if is_set { field.written() } else { stored.first().copied() };
        stored.into_iter().filter(move |name| Some(*name) != kept)
    });
    second_names.map(|name| Difference::left_over(name, Origin::SecondName)).collect()
}
