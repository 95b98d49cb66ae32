//! The cost of indexes, and indexes whose queries another index can answer.

use std::collections::BTreeSet;

use super::{Note, all_keys};
use crate::schema::{Attribute, Entity, Key, Schema, TableKey, Value};

/// Names of fields that change while a row lives.
const CHANGING: [&str; 14] = [
    "status", "state", "stage", "phase", "priority", "score", "rank", "rating", "price", "balance",
    "total", "amount", "count", "assignee",
];

/// Prefixes of further names.
const CHANGING_STARTS: [&str; 4] = ["updated", "modified", "last_", "due"];

/// `moving-key`
pub(super) fn moving(_: &Schema, entity: &Entity) -> Vec<Note> {
    let fixed: BTreeSet<_> =
        entity.written_keys().flat_map(Key::values).map(|value| &value.source).collect();
    let mut seen = BTreeSet::new();
    let values = entity.index_keys.iter().flat_map(Key::values);
    let moving = values.filter(|value| {
        !fixed.contains(&value.source) && changes(value) && seen.insert(&value.source)
    });
    let notes = moving.filter_map(|value| {
        let with = entity.index_keys.iter();
        let with = with.filter(|key| key.values().any(|own| own.source == value.source));
        let mut names: Vec<_> = with.map(|key| format!("`{}`", key.name())).collect();
        names.dedup();
        let (name, field, count) = (&entity.name, value.name(), names.len());
        let fact = format!(
            "an update of `{field}` of `{name}` writes {} index entries: it deletes one and puts \
             another in {}",
            2 * count,
            names.join(", "),
        );
        let advice = "keep a field that changes in the key of one index, or make the others sparse";
        (count > 1).then(|| Note::new("moving-key", fact, advice).of_field(field))
    });
    notes.collect()
}

/// Returns whether a field changes: an enum or a `bool`, or a field with one of those names.
fn changes(value: &Value) -> bool {
    let has_words = value.language.words().is_some_and(|words| words.len() > 1);
    is_named_so(value) || has_words && !value.is_method()
}

/// Returns whether it is a field whose name says that it changes.
fn is_named_so(value: &Value) -> bool {
    let name = value.name();
    let is_named =
        CHANGING.contains(&name) || CHANGING_STARTS.iter().any(|start| name.starts_with(start));
    is_named && !value.is_method()
}

/// `moving-primary-key`
pub(super) fn moving_rows(_: &Schema, entity: &Entity) -> Vec<Note> {
    let mut seen = BTreeSet::new();
    let values = entity.written_keys().flat_map(Key::values);
    let moving = values.filter(|value| is_named_so(value) && seen.insert(&value.source));
    let notes = moving.map(|value| {
        let (name, field) = (&entity.name, value.name());
        let fact = format!(
            "`{field}` is in the primary key of `{name}`, and its name says that it changes: a change \
             deletes the row and puts another"
        );
        let advice = "keep the primary key to what never changes, and query the rest by an index";
        Note::new("moving-primary-key", fact, advice).of_field(field)
    });
    notes.collect()
}

/// `method-index`. A version makes all updates conflict anyway, and an optional word is a state, which one field decides.
pub(super) fn methods(schema: &Schema, entity: &Entity) -> Vec<Note> {
    let mut noted = BTreeSet::new();
    let keys = entity.index_keys.iter().filter(|_| entity.version.is_none());
    let notes = keys.filter_map(|key| {
        let own = key.attributes.iter().filter(|own| !schema.key.has(&own.name));
        let is_state = |value: &Value| key.is_sparse() && value.language.words().is_some();
        let mut methods =
            own.flat_map(Attribute::values).filter(|value| value.is_method() && !is_state(value));
        let method = methods.next().filter(|_| noted.insert(key.name()))?;
        let (name, index, source) = (&entity.name, key.name(), &method.source);
        let fact = format!(
            "index `{index}` calls `{source}`, which can read each field of `{name}`: concurrent \
             updates of different fields conflict"
        );
        let advice = "store what the method returns in a field, and build the index from it";
        Some(Note::new("method-index", fact, advice).of_index(key.index()))
    });
    notes.collect()
}

/// `unordered-number`
pub(super) fn unordered(schema: &Schema, entity: &Entity) -> Vec<Note> {
    let notes = all_keys(entity).flat_map(|key| {
        let own = key.sort().filter(|own| key.index().is_none() || !schema.key.has(&own.name));
        let unordered = own
            .flat_map(Attribute::values)
            .filter(|value| value.language.class() == "integer" && value.format == "unordered");
        unordered.map(|value| {
            let (name, field, place) = (&entity.name, value.name(), key.place());
            let fact = format!(
                "the sort key{place} of `{name}` has `{field}` in plain digits, and `10` sorts \
                 before `9`"
            );
            let advice = format!(
                "pad it, `{{{field}:05}}`, and keep the stored keys readable with `#[was]`"
            );
            Note::new("unordered-number", fact, advice).of_field(field).of_index(key.index())
        })
    });
    notes.collect()
}

/// `whole-table-index`
pub(super) fn whole_table(schema: &Schema, index: &TableKey) -> Option<Note> {
    let name = index.index()?;
    if index.is_local() || index.projection.is_some() || !has_every_item(schema, index) {
        return None;
    }
    let fact = format!("every item is in index `{name}`, which costs as much as the table again");
    let advice = "project `keys` alone, or give the index attributes of its own, which other \
                  entities do not have";
    Some(Note::new("whole-table-index", fact, advice))
}

/// Returns whether items are in an index because of attributes that they have for other reasons: attributes of the table's
/// own key, or fields of entities that do not all declare the index.
fn has_every_item(schema: &Schema, index: &TableKey) -> bool {
    if index.names().all(|name| schema.key.has(name)) {
        return true;
    }
    let name = index.index().unwrap_or_default();
    let has = |entity: &Entity, attribute: &str| {
        schema.key.has(attribute)
            || schema.type_attribute.as_deref() == Some(attribute)
            || entity.field_written_as(attribute).is_some()
    };
    let is_undeclared = |entity: &Entity| entity.index_key(name).is_none();
    let mut entities = schema.entities.iter();
    entities.clone().any(is_undeclared)
        && entities.all(|entity| index.names().all(|own| has(entity, own)))
        && schema
            .entities
            .iter()
            .filter(|entity| entity.index_key(name).is_some())
            .all(|entity| entity.index_keys_in(name).any(|key| !key.is_sparse()))
}

/// `prefix-index`. Of indexes that answer the same queries, the last stays.
pub(super) fn prefixes(schema: &Schema, index: &TableKey) -> Option<Note> {
    let name = index.index()?;
    let is_noted = |other: &TableKey| {
        let mut before = schema.indexes.iter().take_while(|own| own.index() != Some(name));
        index.projection.is_none()
            && before.any(|own| own.index() == other.index())
            && answers(schema, other, index)
    };
    let mut others = schema.keys().filter(|other| other.index() != Some(name));
    let other = others.find(|other| {
        other.projection.is_none() && answers(schema, index, other) && !is_noted(other)
    })?;
    let other =
        other.index().map_or_else(|| "the table".into(), |other| format!("index `{other}`"));
    let fact = format!(
        "the keys of index `{name}` are where the keys of {other} begin, which answers the same \
         queries"
    );
    Some(Note::new("prefix-index", fact, "query that, and remove this index"))
}

/// Returns whether another index, or the table, has the queries of an index, with the same rows in the same order.
fn answers(schema: &Schema, index: &TableKey, other: &TableKey) -> bool {
    let in_index = |entity: &Entity, index: &TableKey| match index.index() {
        Some(name) => entity.index_key(name).is_some(),
        None => true,
    };
    // Of an index that is declared several times, no key has all rows.
    let key = |entity: &Entity, index: &TableKey| match index.index() {
        Some(name) => entity.single_index_keys().find(|key| key.name() == name).cloned(),
        None => entity.keys.first().cloned(),
    };
    let entities = || schema.entities.iter();
    let has_others = entities().any(|entity| in_index(entity, other) && !in_index(entity, index));
    let mut own = entities().filter(|entity| in_index(entity, index)).peekable();
    own.peek().is_some()
        && own.all(|entity| {
            let (Some(own), Some(other)) = (key(entity, index), key(entity, other)) else {
                return false;
            };
            // If the sort key starts with its own literal, rows of other entities are separate.
            let is_apart = !has_others || own.sort().next().is_some();
            let has_other_rows = other.index().is_none() && entity.keys.len() > 1;
            let has_all = !other.is_sparse() || own.is_sparse() && own.optional == other.optional;
            is_apart && !has_other_rows && has_all && own.begins(&other)
        })
}

impl Key {
    /// Returns whether another key has the same partition key, and a sort key that continues where this one ends.
    fn begins(&self, other: &Self) -> bool {
        let stored = |own: &Attribute| (own.is_entry, own.attribute_type, own.stored());
        let (own_sort, other_sort): (Vec<_>, Vec<_>) =
            (self.sort().collect(), other.sort().collect());
        let Some((last, before)) = own_sort.split_last() else {
            return self.partition().map(stored).eq(other.partition().map(stored));
        };
        let same = |at: usize| {
            other_sort.get(at).is_some_and(|other| stored(other) == stored(own_sort[at]))
        };
        self.partition().map(stored).eq(other.partition().map(stored))
            && (0..before.len()).all(same)
            && other_sort.get(before.len()).is_some_and(|other| {
                let is_joined = !last.is_entry && !other.is_entry;
                stored(other) == stored(last)
                    || is_joined && other.stored().starts_with(&last.stored())
            })
    }
}

/// `lsi-collection`
pub(super) fn local(_: &Schema, index: &TableKey) -> Option<Note> {
    let name = index.index().filter(|_| index.is_local())?;
    let fact = format!(
        "index `{name}` is local, so that the rows of one partition and their index entries end at \
         10 GB"
    );
    let advice = "use a GSI, unless a partition stays small; an LSI cannot be removed later";
    Some(Note::new("lsi-collection", fact, advice))
}
