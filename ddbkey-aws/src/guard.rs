//! What a request has to compare so that an index which was right stays right, whoever else writes meanwhile.
//!
//! The rules are those of an exhaustive search over the schedules of several writers, which the tests repeat. Each
//! simpler one has schedules that leave a ghost in an index, lose a field or lock a row.

use std::borrow::Cow;
use std::mem;

use ddbkey::schema::{EntitySchema, KeyAttribute};

use crate::error::ItemError;
use crate::expressions::{Action, Expressions};
use crate::private::{KeySchema, Record, Segment};
use crate::schema::ItemSchema;
use crate::value::Item;

/// What a request asks of a declaration, read from it once.
pub(super) struct Guard {
    schema: &'static EntitySchema,
    fields: Vec<Record>,
    groups: Vec<IndexGroup>,
}

/// Indexes that share an attribute which is no field, and which are one index to a request: what one of them leaves,
/// another may need.
#[derive(Default)]
pub(super) struct IndexGroup {
    /// The indexes, with their places among those of the entity.
    indexes: Vec<(usize, &'static KeySchema)>,
    /// Their key attributes, but for those of the table. One that they share is there several times.
    pub(super) attributes: Vec<&'static str>,
}

impl IndexGroup {
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.indexes.iter().map(|(place, _)| *place)
    }
}

impl Guard {
    pub(super) fn of(schema: &'static EntitySchema) -> Self {
        let mut guard = Self { schema, fields: schema.fields().collect(), groups: Vec::new() };
        for index in schema.indexes().enumerate() {
            guard.add(index);
        }
        guard
    }

    /// Adds an index to the groups with which it shares an attribute, and makes them one.
    fn add(&mut self, index: (usize, &'static KeySchema)) {
        let names = index.1.attributes().map(|own| own.name());
        let names: Vec<_> = names.filter(|name| !self.schema.key().has_attribute(name)).collect();
        let groups = mem::take(&mut self.groups);
        let is_shared =
            |group: &IndexGroup| self.own_attributes(group).any(|name| names.contains(&name));
        let (shared, others): (Vec<_>, _) = groups.into_iter().partition(is_shared);
        let mut group = IndexGroup::default();
        for other in shared {
            group.indexes.extend(other.indexes);
            group.attributes.extend(other.attributes);
        }
        group.indexes.push(index);
        group.attributes.extend(names);
        self.groups = others;
        self.groups.push(group);
    }

    pub(super) fn groups(&self) -> &[IndexGroup] {
        &self.groups
    }

    pub(super) fn fields(&self) -> &[Record] {
        &self.fields
    }

    /// The field that serde writes or reads under a name.
    pub(super) fn field(&self, name: &str) -> Option<Record> {
        let mut fields = self.fields.iter();
        fields.find(|own| own.names().any(|own| own == name)).copied()
    }

    /// The attributes of a group that no field writes.
    fn own_attributes(&self, group: &IndexGroup) -> impl Iterator<Item = &'static str> {
        group.attributes.iter().copied().filter(|name| !self.schema.writes(name))
    }

    /// The names of the fields that the attributes of a group are made from.
    fn inputs(&self, group: &IndexGroup) -> impl Iterator<Item = &'static str> {
        let is_input =
            |field: &&Record| group.indexes.iter().any(|(_, index)| is_input(index, **field));
        self.fields.iter().filter(is_input).copied().flat_map(Record::names)
    }

    /// These actions, on the condition that what they touch is as it was read, and so is what an index that they
    /// concern is made from.
    pub(super) fn expressions(
        &self,
        item: &Item,
        actions: Vec<(Cow<'static, str>, Action)>,
    ) -> Result<Expressions, ItemError> {
        let fields = actions.iter().filter_map(|(name, _)| self.field(name));
        let mut compared: Vec<_> = fields.flat_map(Record::names).collect();
        for group in &self.groups {
            let inputs: Vec<_> = self.inputs(group).collect();
            let is_concerned =
                |name: &&str| inputs.contains(name) || group.attributes.contains(name);
            if actions.iter().any(|(name, _)| is_concerned(&&**name)) {
                compared.extend(inputs);
                compared.extend(self.own_attributes(group));
            }
        }
        compared.extend(self.version_names());
        let compared = compared.into_iter().map(|name| (Cow::from(name), Action::Keep));
        Expressions::on(self.schema, item, actions.into_iter().chain(compared))
    }

    /// The names of the version, if there is one.
    pub(super) fn version_names(&self) -> impl Iterator<Item = &'static str> {
        let version = self.schema.version().map(|version| version.attribute);
        let others = version.and_then(|name| self.field(name)).into_iter().flat_map(Record::names);
        version.into_iter().chain(others)
    }
}

/// Whether another attribute of an index than the field itself is made from it, or whether it decides if the item is in
/// the index. A method can read any field.
fn is_input(index: &'static KeySchema, field: Record) -> bool {
    let is_computed =
        |segment: &Segment| matches!(segment, Segment::Value(value) if value.is_computed());
    let is_made = |own: KeyAttribute| {
        let pattern = own.pattern();
        pattern.segments.iter().any(is_computed)
            || !own.is_field() && pattern.has_field(field.field)
    };
    index.attributes().any(is_made) || index.optional.contains(&field.field)
}
