//! Decides what a request must compare so that a correct index stays correct, whatever other writers do meanwhile.
//!
//! An exhaustive search over the schedules of several writers found these rules, and the tests repeat that search. With
//! any simpler rule, some schedule leaves a ghost in an index, loses a field or locks a row.

use std::borrow::Cow;
use std::mem;

use ddbkey::schema::{EntitySchema, KeyAttribute};

use crate::error::{ItemError, ItemFault};
use crate::expressions::{Action, Expressions, NamedActions};
use crate::private::{Alternative, KeySchema, Record, Segment, Value};
use crate::schema::ItemSchema;
use crate::value::Item;

/// How much of an item a request compares with what was read.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Width {
    /// Compares what the request sets or removes, and what the affected indexes and the affected key are built from.
    Narrow,
    /// Also compares every field, since the closure could see each one.
    Wide,
}

/// What a request needs to know of a declaration, collected once.
pub(super) struct Guard {
    schema: &'static EntitySchema,
    /// The key that the item is stored under.
    key: &'static KeySchema,
    fields: Vec<Record>,
    groups: Vec<IndexGroup>,
}

/// Indexes that share a computed attribute. They are updated together, since one may need the attribute that another
/// drops.
#[derive(Default)]
pub(super) struct IndexGroup {
    /// The indexes, with their positions among the indexes of the entity.
    indexes: Vec<(usize, &'static KeySchema)>,
    /// The key attributes of the indexes, without key attributes of the table. A shared attribute is listed several times.
    pub(super) attributes: Vec<&'static str>,
}

impl IndexGroup {
    pub(super) fn places(&self) -> impl Iterator<Item = usize> {
        self.indexes.iter().map(|(place, _)| *place)
    }
}

impl Guard {
    /// Creates the guard for an item of the entity, under this one of its keys.
    pub(super) fn of(schema: &'static EntitySchema, alternative: Option<Alternative>) -> Self {
        let (key, fields) = (schema.key_of(alternative), schema.fields().collect());
        let mut guard = Self { schema, key, fields, groups: Vec::new() };
        for index in schema.indexes().enumerate() {
            guard.add(index);
        }
        guard
    }

    /// Adds an index, and merges the groups that share an attribute with it.
    fn add(&mut self, index: (usize, &'static KeySchema)) {
        let attributes = index.1.attributes().map(|attribute| attribute.name());
        let is_own = |name: &&str| !self.schema.key().has_attribute(name);
        let names: Vec<_> = attributes.filter(is_own).collect();
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

    /// Returns the field that serde writes or reads under a name.
    pub(super) fn field(&self, name: &str) -> Option<Record> {
        let mut fields = self.fields.iter();
        fields.find(|field| field.names().any(|other| other == name)).copied()
    }

    /// Returns the attributes of a group that no field writes.
    fn own_attributes(&self, group: &IndexGroup) -> impl Iterator<Item = &'static str> {
        group.attributes.iter().copied().filter(|name| !self.schema.writes(name))
    }

    /// Returns the names of the fields that the attributes of a group are built from.
    fn inputs(&self, group: &IndexGroup) -> impl Iterator<Item = &'static str> {
        let is_input =
            |field: &&Record| group.indexes.iter().any(|(_, index)| is_input(index, **field));
        self.fields.iter().filter(is_input).copied().flat_map(Record::names)
    }

    /// Returns these actions with their condition. The condition compares what the actions touch, and what the affected
    /// indexes and the affected key are built from. A wide condition also compares every field.
    pub(super) fn expressions(
        &self,
        item: &Item,
        width: Width,
        actions: NamedActions,
    ) -> Result<Expressions, ItemError> {
        let narrow = self.narrow(item, &actions);
        let touched = |name: &str| actions.iter().any(|(other, _)| other == name);
        let wide = match width {
            Width::Narrow => Vec::new(),
            Width::Wide => self.wide(item, touched),
        };
        let compared = narrow.iter().cloned().chain(wide).map(|name| (name, Action::Keep));
        let expressions = Expressions::on(self.schema, item, actions.into_iter().chain(compared));
        if expressions.is_too_large() {
            let is_wide = width == Width::Wide && !expressions.comparing(&narrow).is_too_large();
            return Err(ItemError::new(self.schema.name(), ItemFault::TooLarge { is_wide }));
        }
        Ok(expressions)
    }

    /// Returns what a request with these actions compares at any width.
    fn narrow(
        &self,
        item: &Item,
        actions: &[(Cow<'static, str>, Action)],
    ) -> Vec<Cow<'static, str>> {
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
        let inputs: Vec<_> = self.key_inputs().collect();
        if actions.iter().any(|(name, _)| inputs.contains(&&**name)) {
            compared.extend(inputs);
        }
        compared.extend(self.version_names());
        let others = if self.may_key_read_any() && !actions.is_empty() {
            self.others(item)
        } else {
            Vec::new()
        };
        compared.into_iter().map(Cow::from).chain(others).collect()
    }

    /// Returns whether the key may be built from attributes without known names: from a flattened field, or from a struct
    /// that serde converts.
    fn may_key_read_any(&self) -> bool {
        let is_unknown = self.schema.entity.fields.is_converted;
        self.schema.may_read_any()
            && self.inexact_parts().any(|value| value.is_computed() || is_unknown)
    }

    /// Returns the parts of the key that do not hold the exact value of their field, and the parts that decide which
    /// key is written.
    fn inexact_parts(&self) -> impl Iterator<Item = &'static Value> {
        let inexact = values(self.key).filter(|value| value.is_computed() || !value.is_whole());
        let options = |key| values(key).filter(move |value| key.may_lack(value));
        inexact.chain(self.schema.alternatives().flat_map(options))
    }

    /// Returns the attributes of the item that are neither known fields nor written by this crate.
    fn others(&self, item: &Item) -> Vec<Cow<'static, str>> {
        let is_other = |name: &&String| {
            self.field(name).is_none() && self.schema.added_names().all(|added| added != *name)
        };
        let mut others: Vec<_> = item.keys().filter(is_other).cloned().map(Cow::from).collect();
        others.sort_unstable();
        others
    }

    /// Returns the names of the fields that the key may be built from without holding their exact values. Such a field can
    /// change while the key stays the same.
    fn key_inputs(&self) -> impl Iterator<Item = &'static str> {
        let is_computed = self.inexact_parts().any(Value::is_computed);
        let is_input = move |field: &&Record| {
            is_computed || self.inexact_parts().any(|value| value.field == field.field)
        };
        self.fields.iter().filter(is_input).copied().flat_map(Record::names)
    }

    /// Returns everything that a closure could see, except for [unguarded](EntitySchema::is_unguarded) fields and for fields
    /// whose exact values are in the key. With a flattened field or a conversion, this is every attribute of the item.
    fn wide(&self, item: &Item, touched: impl Fn(&str) -> bool) -> Vec<Cow<'static, str>> {
        let is_left_out = |name: &str| {
            self.field(name).is_some_and(|field| self.schema.is_unguarded(field.field))
        };
        let is_in_key = |field: &Record| {
            let mut parts = values(self.key).filter(|value| value.field == field.field);
            field.names().count() == 1
                && parts.any(|value| !value.is_computed() && value.is_whole())
                && !field.names().any(&touched)
        };
        let fields = self.fields.iter().filter(|field| !is_in_key(field));
        let fields = fields.copied().flat_map(Record::names).map(Cow::from);
        let others = if self.schema.may_read_any() { self.others(item) } else { Vec::new() };
        fields.chain(others).filter(|name| !is_left_out(name)).collect()
    }

    /// Returns the names of the version, if there is one.
    pub(super) fn version_names(&self) -> impl Iterator<Item = &'static str> {
        let version = self.schema.version().map(|version| version.attribute);
        let others = version.and_then(|name| self.field(name)).into_iter().flat_map(Record::names);
        version.into_iter().chain(others)
    }
}

/// Returns the parts of a key.
fn values(key: &'static KeySchema) -> impl Iterator<Item = &'static Value> {
    key.attributes().flat_map(|attribute| attribute.pattern().values())
}

/// Returns whether a key of the table, a legacy key or an index key is built from a field. A method can read any field.
pub(crate) fn makes_key(schema: &'static EntitySchema, field: Record) -> bool {
    let mut keys = schema.primary_keys().chain(schema.indexes());
    let has = |key: &'static KeySchema| {
        key.attributes().any(|attribute| attribute.pattern().has_field(field.field))
    };
    keys.any(|key| has(key) || is_input(key, field))
}

/// Returns whether a computed attribute of an index is built from a field, or whether the field decides if the item is in
/// the index. A method can read any field.
fn is_input(index: &'static KeySchema, field: Record) -> bool {
    let is_computed =
        |segment: &Segment| matches!(segment, Segment::Value(value) if value.is_computed());
    let is_made = |attribute: KeyAttribute| {
        let pattern = attribute.pattern();
        pattern.segments.iter().any(is_computed)
            || !attribute.is_field() && pattern.has_field(field.field)
    };
    index.attributes().any(is_made) || index.optional.contains(&field.field)
}
