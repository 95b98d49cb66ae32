//! What a request has to compare so that an index which was right stays right, whoever else writes meanwhile.
//!
//! The rules are those of an exhaustive search over the schedules of several writers, which the tests repeat. Each
//! simpler one has schedules that leave a ghost in an index, lose a field or lock a row.

use alloc::borrow::Cow;
use alloc::vec::Vec;

use super::SdkItem;
use super::expressions::{Action, Expressions};
use crate::entity::{EntitySchema, Record};
use crate::item::ItemError;
use crate::key::index_keys::IndexKeys;
use crate::key::schema::{KeyAttribute, KeySchema};
use crate::pattern::{Segment, Value};

/// Indexes that share an attribute which is no field, and which are one index to a request: what one of them leaves,
/// another may need.
pub(super) struct IndexGroup {
    /// The indexes, with their places among those of the entity.
    indexes: Vec<(usize, &'static KeySchema)>,
}

impl IndexGroup {
    /// The indexes of an entity, in groups.
    pub(super) fn all_of(schema: &EntitySchema) -> Vec<Self> {
        let mut groups: Vec<Self> = Vec::new();
        for index in schema.indexes().enumerate() {
            let shares = |group: &mut Self| {
                let mut attributes = group.own_attributes(schema);
                attributes.any(|own| index.1.has_attribute(own.name()))
            };
            let joined = groups.extract_if(.., shares).flat_map(|group| group.indexes);
            let mut indexes: Vec<_> = joined.collect();
            indexes.push(index);
            groups.push(Self { indexes });
        }
        groups
    }

    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.indexes.iter().map(|(place, _)| *place)
    }

    /// The key attributes of the indexes, but for those of the table. One that they share is there several times.
    pub(super) fn attributes(&self, schema: &EntitySchema) -> impl Iterator<Item = KeyAttribute> {
        let all = self.indexes.iter().flat_map(|(_, index)| index.attributes());
        all.filter(|own| !schema.key().has_attribute(own.name()))
    }

    /// Those that no field writes.
    fn own_attributes(&self, schema: &EntitySchema) -> impl Iterator<Item = KeyAttribute> {
        self.attributes(schema).filter(|own| !schema.has_field(own.name()))
    }

    /// The fields that the attributes are made from.
    fn inputs(&self, schema: &EntitySchema) -> impl Iterator<Item = Record> {
        let is_input =
            |field: &Record| self.indexes.iter().any(|(_, index)| is_input(index, *field));
        schema.fields().filter(is_input)
    }
}

/// Whether another attribute of an index than the field itself is made from it, or whether it decides if the item is in
/// the index. A method can read any field.
fn is_input(index: &'static KeySchema, field: Record) -> bool {
    let values = |own: KeyAttribute| {
        own.pattern().segments.iter().filter_map(|segment| match segment {
            Segment::Value(value) => Some(value),
            Segment::Literal(_) => None,
        })
    };
    let is_named = |value: &Value| !value.is_computed() && value.field == field.field;
    let is_made = |own: KeyAttribute| {
        values(own).any(|value| value.is_computed() || !own.is_field() && is_named(value))
    };
    index.attributes().any(is_made) || index.optional.contains(&field.field)
}

impl IndexKeys {
    /// The attributes of indexes whose keys cannot be built, and of those that share one with them.
    pub(super) fn unbuilt(&self, schema: &EntitySchema) -> Vec<&'static str> {
        let is_unbuilt =
            |group: &IndexGroup| group.places().any(|place| self.index(place).error().is_some());
        let groups = IndexGroup::all_of(schema).into_iter().filter(is_unbuilt);
        let mut names = Vec::new();
        groups.for_each(|group| names.extend(group.attributes(schema).map(|own| own.name())));
        names
    }
}

impl Expressions {
    /// These actions, on the condition that what they touch is as it was read, and so is what an index that they
    /// concern is made from.
    pub(super) fn guarded(
        schema: &EntitySchema,
        item: &SdkItem,
        actions: Vec<(Cow<'static, str>, Action)>,
    ) -> Result<Self, ItemError> {
        let fields = actions.iter().filter_map(|(name, _)| schema.field_named(name));
        let mut compared: Vec<_> = fields.flat_map(Record::names).collect();
        for group in IndexGroup::all_of(schema) {
            let inputs: Vec<_> = group.inputs(schema).flat_map(Record::names).collect();
            let is_concerned = |name: &str| {
                inputs.contains(&name) || group.attributes(schema).any(|own| own.name() == name)
            };
            if actions.iter().any(|(name, _)| is_concerned(name)) {
                compared.extend(inputs);
                compared.extend(group.own_attributes(schema).map(|own| own.name()));
            }
        }
        compared.extend(schema.version().map(|version| version.attribute));
        let compared = compared.into_iter().map(|name| (Cow::from(name), Action::Keep));
        Self::on(schema, item, actions.into_iter().chain(compared))
    }
}
