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
    groups: Vec<IndexGroup>,
}

/// Indexes that share a computed attribute. They are updated together, since one may need the attribute that another
/// drops.
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

    /// Returns whether the attributes are built from a field.
    fn has_input(&self, field: &Record) -> bool {
        self.indexes.iter().any(|(_, index)| is_input(index, field))
    }
}

impl Guard {
    /// Creates the guard for an item of the entity, under this one of its keys.
    pub(super) fn of(schema: &'static EntitySchema, alternative: Option<Alternative>) -> Self {
        let mut guard = Self { schema, key: schema.key_of(alternative), groups: Vec::new() };
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
        let group = IndexGroup { indexes: vec![index], attributes: names };
        let merged = shared.into_iter().rev().fold(group, |later, mut group| {
            group.indexes.extend(later.indexes);
            group.attributes.extend(later.attributes);
            group
        });
        self.groups = others;
        self.groups.push(merged);
    }

    pub(super) fn groups(&self) -> &[IndexGroup] {
        &self.groups
    }

    pub(super) fn fields(&self) -> &'static [Record] {
        self.schema.entity.fields.records
    }

    /// Returns the field that serde writes or reads under a name.
    pub(super) fn field(&self, name: &str) -> Option<&'static Record> {
        self.fields().iter().find(|field| field.names().any(|other| other == name))
    }

    /// Returns the attributes of a group that no field writes.
    fn own_attributes(&self, group: &IndexGroup) -> impl Iterator<Item = &'static str> {
        group.attributes.iter().copied().filter(|name| !self.schema.writes(name))
    }

    /// Returns these actions with their condition.
    pub(super) fn expressions(
        &self,
        item: &Item,
        width: Width,
        actions: NamedActions,
    ) -> Result<Expressions, ItemError> {
        let is_touched = |name: &str| actions.iter().any(|(other, _)| other == name);
        let compared = self.compared(item, width, is_touched);
        let compared = compared.into_iter().map(|name| (name, Action::Keep));
        let expressions = Expressions::on(self.schema, item, actions.into_iter().chain(compared));
        if expressions.is_too_large() {
            let narrow = self.compared(item, Width::Narrow, |name| expressions.touches(name));
            let is_wide = width == Width::Wide && !expressions.comparing(&narrow).is_too_large();
            return Err(ItemError::new(self.schema.name(), ItemFault::TooLarge { is_wide }));
        }
        Ok(expressions)
    }

    /// Returns the attributes that a request compares: what it touches, and what the affected indexes and the affected key
    /// are built from. A wide condition also compares everything that a closure could see, except for
    /// [unguarded](EntitySchema::is_unguarded) fields and for fields whose exact values are in the key.
    fn compared(
        &self,
        item: &Item,
        width: Width,
        is_touched: impl Fn(&str) -> bool,
    ) -> Vec<Cow<'static, str>> {
        let is_touched_field = |field: &Record| field.names().any(&is_touched);
        let touched: Vec<_> =
            self.fields().iter().filter(|field| is_touched_field(field)).collect();
        let is_affected = |group: &&IndexGroup| {
            touched.iter().any(|field| group.has_input(field))
                || group.attributes.iter().any(|name| is_touched(name))
        };
        let affected: Vec<_> = self.groups.iter().filter(is_affected).collect();
        let is_key_affected = touched.iter().any(|field| self.is_key_input(field));
        let is_wide = width == Width::Wide;
        let is_compared = |field: &&Record| {
            is_touched_field(field)
                || affected.iter().any(|group| group.has_input(field))
                || is_key_affected && self.is_key_input(field)
                || is_wide && !self.schema.is_unguarded(field.field) && !self.is_in_key(field)
        };
        let fields = self.fields().iter().filter(is_compared).flat_map(|field| field.names());
        let own = affected.iter().flat_map(|group| self.own_attributes(group));
        let reads_others = is_wide && self.schema.may_read_any() || self.may_key_read_any();
        let others = if reads_others { self.others(item) } else { Vec::new() };
        let names = fields.chain(own).chain(self.version_names());
        names.map(Cow::from).chain(others).collect()
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

    /// Returns whether the key may be built from a field without holding its exact value. Such a field can change while the
    /// key stays the same.
    fn is_key_input(&self, field: &Record) -> bool {
        self.inexact_parts().any(|value| value.is_computed() || value.field == field.field)
    }

    /// Returns whether the exact value of a field is in the key, and the field has one name.
    fn is_in_key(&self, field: &Record) -> bool {
        let mut parts = values(self.key).filter(|value| value.field == field.field);
        field.names().count() == 1 && parts.any(|value| !value.is_computed() && value.is_whole())
    }

    /// Returns the names of the version, if there is one.
    pub(super) fn version_names(&self) -> impl Iterator<Item = &'static str> {
        let version = self.schema.version().map(|version| version.attribute);
        let field = version.and_then(|name| self.field(name));
        let others = field.into_iter().flat_map(|field| field.names());
        version.into_iter().chain(others)
    }
}

/// Returns the parts of a key.
fn values(key: &'static KeySchema) -> impl Iterator<Item = &'static Value> {
    key.attributes().flat_map(|attribute| attribute.pattern().values())
}

/// Returns whether a key of the table, a legacy key or an index key is built from a field. A method can read any field.
pub(crate) fn makes_key(schema: &'static EntitySchema, field: &Record) -> bool {
    let mut keys = schema.primary_keys().chain(schema.indexes());
    let has = |key: &'static KeySchema| {
        key.attributes().any(|attribute| attribute.pattern().has_field(field.field))
    };
    keys.any(|key| has(key) || is_input(key, field))
}

/// Returns whether a computed attribute of an index is built from a field, or whether the field decides if the item is in
/// the index. A method can read any field.
fn is_input(index: &'static KeySchema, field: &Record) -> bool {
    let is_computed =
        |segment: &Segment| matches!(segment, Segment::Value(value) if value.is_computed());
    let is_made = |attribute: KeyAttribute| {
        let pattern = attribute.pattern();
        pattern.segments.iter().any(is_computed)
            || !attribute.is_field() && pattern.has_field(field.field)
    };
    index.attributes().any(is_made) || index.optional.contains(&field.field)
}
