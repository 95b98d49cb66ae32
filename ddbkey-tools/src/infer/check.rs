//! The second pass: checks whether a row matches the declaration, string by string.

use std::collections::{BTreeMap, BTreeSet};

use super::field::ValueKind;
use super::model::{AttributeDraft, EntityDraft, IndexKeys, Only, PieceDraft, TableDraft};
use super::value::{StoredRow, StoredValue};

/// Why a row is not explained.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Problem {
    /// The keys belong to no entity.
    Keys,
    /// A key attribute of the table is missing or is not a string.
    NoKey(String),
    /// The fields produce another key.
    Key(String),
    /// A field is missing, is NULL or has another type.
    Field(String),
    /// The row has an attribute that most rows do not have.
    Attribute(String),
    /// The fields produce other keys of an index.
    Index(String),
    /// The row is in an index although its fields say otherwise, or the reverse.
    Membership(String),
    /// The type attribute has another value.
    Type(String),
}

/// The entity that a row belongs to.
pub(super) enum Verdict {
    Explained(usize),
    /// The entity that the keys look like, if there is one.
    Unexplained(Option<usize>, Problem),
}

/// The values of the fields that only the primary key holds.
type FromKeys = Vec<Option<StoredValue>>;

impl TableDraft {
    /// Finds the entity of a row, and compares everything in the row with it.
    pub(super) fn verdict(&self, row: &StoredRow) -> Verdict {
        for name in self.layout.table_keys() {
            if row.get(name).and_then(StoredValue::text).is_none() {
                return Verdict::Unexplained(None, Problem::NoKey(name.to_owned()));
            }
        }
        let mut nearest = None;
        for (at, entity) in self.entities.iter().enumerate().filter(|(_, own)| !own.is_blocked) {
            match entity.values_in_keys(row) {
                Ok(values) => {
                    return match self.problem(entity, row, &values) {
                        None => Verdict::Explained(at),
                        Some(problem) => Verdict::Unexplained(Some(at), problem),
                    };
                }
                Err(Some(problem)) if nearest.is_none() => nearest = Some((at, problem)),
                Err(_) => {}
            }
        }
        match nearest {
            Some((at, problem)) => Verdict::Unexplained(Some(at), problem),
            None => Verdict::Unexplained(None, Problem::Keys),
        }
    }

    fn problem(&self, entity: &EntityDraft, row: &StoredRow, values: &FromKeys) -> Option<Problem> {
        let is_in_index = |name: &str| {
            entity.indexes.iter().flat_map(IndexKeys::own).any(|own| own.attribute == name)
        };
        for (name, value) in &row.attributes {
            if self.layout.is_table_key(name) {
                continue;
            }
            if Some(name) == self.type_attribute.as_ref() {
                if !matches!(value, StoredValue::S(text) if Some(text) == entity.type_name.as_ref())
                {
                    return Some(Problem::Type(name.clone()));
                }
                continue;
            }
            let field = entity.fields.iter().find(|field| field.attribute.as_ref() == Some(name));
            match field {
                Some(field) if !field.reads(Some(value)) => {
                    return Some(Problem::Field(name.clone()));
                }
                None if !is_in_index(name) => return Some(Problem::Attribute(name.clone())),
                _ => {}
            }
        }
        if let Some(name) = &self.type_attribute
            && row.get(name).is_none()
        {
            return Some(Problem::Type(name.clone()));
        }
        for field in &entity.fields {
            if let Some(name) = &field.attribute
                && !self.layout.is_table_key(name)
                && row.get(name).is_none()
                && !field.reads(None)
            {
                return Some(Problem::Field(name.clone()));
            }
        }
        entity.indexes.chunk_by(|one, other| one.index == other.index).find_map(|shapes| {
            let name = || self.layout.indexes[shapes[0].index].name.clone();
            entity.problem_in(shapes, row, values, name)
        })
    }
}

impl EntityDraft {
    /// Reads the keys of the table. `None` if they do not look like keys of the entity.
    fn values_in_keys(&self, row: &StoredRow) -> Result<FromKeys, Option<Problem>> {
        let mut nearest = None;
        for (at, keys) in self.primary_keys().enumerate() {
            match self.values_in(keys.clone(), row) {
                Ok(values) if self.is_before(at, row, &values) => {
                    let name = keys.last().map(|key| key.attribute.clone());
                    return Err(name.map(Problem::Key));
                }
                Ok(values) => return Ok(values),
                Err(problem) => nearest = nearest.or(problem),
            }
        }
        Err(nearest)
    }

    /// Returns whether a row has the optional parts of an alternative that is tried before a key.
    fn is_before(&self, key: usize, row: &StoredRow, values: &FromKeys) -> bool {
        self.alternatives[..key].iter().any(|own| {
            let parts = own.keys.iter().flat_map(AttributeDraft::values);
            parts.clone().all(|(field, ..)| self.value(field, row, values).is_some())
        })
    }

    /// Returns the value of a field, which the row or its key has.
    fn value<'v>(
        &self,
        field: usize,
        row: &'v StoredRow,
        values: &'v FromKeys,
    ) -> Option<&'v StoredValue> {
        match &self.fields[field].attribute {
            Some(name) => row.get(name).filter(|value| **value != StoredValue::Null),
            None => values[field].as_ref(),
        }
    }

    fn values_in<'k>(
        &self,
        keys: impl Iterator<Item = &'k AttributeDraft>,
        row: &StoredRow,
    ) -> Result<FromKeys, Option<Problem>> {
        let mut values: FromKeys = vec![None; self.fields.len()];
        let mut problem = None;
        for key in keys {
            let text = row.get(&key.attribute).and_then(StoredValue::text).unwrap_or_default();
            let parts = self.parts(key, text).ok_or(None)?;
            for ((field, form, _), part) in key.values().zip(parts) {
                let own = &self.fields[field];
                let Some(value) = own.kind.read_part(part, form) else {
                    return Err(None);
                };
                let is_it = match (&own.attribute, &values[field]) {
                    (Some(name), _) => row
                        .get(name)
                        .filter(|value| own.kind.reads(value))
                        .and_then(|value| own.kind.write(value, form))
                        .is_some_and(|text| text == part),
                    (None, Some(known)) => {
                        own.kind.write(known, form).is_some_and(|text| text == part)
                    }
                    (None, None) => true,
                };
                if !is_it {
                    problem.get_or_insert(Problem::Key(key.attribute.clone()));
                }
                if own.attribute.is_none() && values[field].is_none() {
                    values[field] = Some(value);
                }
            }
        }
        problem.map_or(Ok(values), |problem| Err(Some(problem)))
    }

    /// Splits a string into the values of a key, as the parser does.
    fn parts<'t>(&self, key: &AttributeDraft, text: &'t str) -> Option<Vec<&'t str>> {
        let mut parts = Vec::with_capacity(4);
        let mut rest = text;
        for (at, piece) in key.pieces.iter().enumerate() {
            let (field, form, is_rest) = match piece {
                PieceDraft::Literal(literal) => {
                    rest = rest.strip_prefix(literal.as_str())?;
                    continue;
                }
                PieceDraft::Value { field, form, is_rest } => {
                    (*field, *form, *is_rest || key.is_entry)
                }
            };
            let kind = &self.fields[field].kind;
            let next = match key.pieces.get(at + 1) {
                Some(PieceDraft::Literal(literal)) => literal.chars().next(),
                _ => None,
            };
            let end = if is_rest {
                rest.len()
            } else if kind.has_fixed_width(form) {
                kind.language(form).lengths().0
            } else {
                let is_end =
                    |own: char| Some(own) == next || kind.is_free() && own == self.separator;
                rest.find(is_end).unwrap_or(rest.len())
            };
            let (part, after) = (rest.get(..end)?, rest.get(end..)?);
            if part.is_empty() {
                return None;
            }
            parts.push(part);
            rest = after;
        }
        rest.is_empty().then_some(parts)
    }

    /// Compares a row with the first of an index's keys whose parts all have a value.
    fn problem_in(
        &self,
        shapes: &[IndexKeys],
        row: &StoredRow,
        values: &FromKeys,
        name: impl Fn() -> String,
    ) -> Option<Problem> {
        let value = |field: usize| self.value(field, row, values);
        // An index key that is a field cannot be empty.
        let mut entries =
            shapes.iter().flat_map(IndexKeys::own).filter_map(|own| own.own_field(&self.fields));
        let is_empty =
            |field: usize| value(field).and_then(StoredValue::text).is_some_and(str::is_empty);
        if entries.any(is_empty) {
            return Some(Problem::Index(name()));
        }
        let is_one_of = |only: &Only| {
            value(only.field)
                .and_then(StoredValue::text)
                .is_some_and(|word| only.words.contains(word))
        };
        let is_in = |keys: &&IndexKeys| {
            keys.only.as_ref().is_none_or(is_one_of)
                && keys.own().flat_map(AttributeDraft::values).all(|(own, ..)| value(own).is_some())
        };
        let Some(index) = shapes.iter().find(is_in) else {
            let mut keys = shapes.iter().flat_map(IndexKeys::own);
            let is_there = |own: &AttributeDraft| {
                own.own_field(&self.fields).is_none() && row.get(&own.attribute).is_some()
            };
            return keys.any(is_there).then(|| Problem::Membership(name()));
        };
        for own in index.own().filter(|own| own.own_field(&self.fields).is_none()) {
            let Some(stored) = row.get(&own.attribute) else {
                return Some(Problem::Membership(name()));
            };
            let Some(text) = stored.text() else {
                return Some(Problem::Index(name()));
            };
            let Some(parts) = self.parts(own, text) else { return Some(Problem::Index(name())) };
            let fits = own.values().zip(parts).all(|((field, form, _), part)| {
                let kind = &self.fields[field].kind;
                value(field)
                    .and_then(|value| kind.write(value, form))
                    .is_some_and(|text| text == part)
            });
            if !fits {
                return Some(Problem::Index(name()));
            }
        }
        None
    }
}

/// The findings of the second pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) rows: u64,
    pub(super) explained: Vec<u64>,
    pub(super) problems: BTreeMap<(Option<usize>, Problem), u64>,
    /// The shapes of keys that belong to no entity.
    pub(super) shapes: BTreeMap<String, u64>,
    /// For each enum, by entity and field, the number of rows with each word.
    words: BTreeMap<(usize, usize), BTreeMap<String, u64>>,
}

/// The maximum number of different shapes to distinguish.
const SHAPES: usize = 200;

impl Counts {
    pub(super) fn of(table: &TableDraft) -> Self {
        Self { explained: vec![0; table.entities.len()], ..Self::default() }
    }

    /// Counts a row. Returns the row if it is not explained.
    pub(super) fn add<'r>(
        &mut self,
        table: &TableDraft,
        row: &'r StoredRow,
    ) -> Option<&'r StoredRow> {
        self.rows += 1;
        match table.verdict(row) {
            Verdict::Explained(at) => {
                self.explained[at] += 1;
                for (field, own) in table.entities[at].fields.iter().enumerate() {
                    if let (ValueKind::Words(_), Some(name)) = (&own.kind, &own.attribute)
                        && let Some(StoredValue::S(word)) = row.get(name)
                    {
                        *self
                            .words
                            .entry((at, field))
                            .or_default()
                            .entry(word.clone())
                            .or_default() += 1;
                    }
                }
                None
            }
            Verdict::Unexplained(at, problem) => {
                if problem == Problem::Keys {
                    let shape = shape(table, row);
                    if self.shapes.contains_key(&shape) || self.shapes.len() < SHAPES {
                        *self.shapes.entry(shape).or_default() += 1;
                    }
                }
                *self.problems.entry((at, problem)).or_default() += 1;
                Some(row)
            }
        }
    }

    pub(super) fn total(&self) -> u64 {
        self.explained.iter().sum()
    }

    /// Returns the fields that would print a word of only few rows.
    pub(super) fn rare_words(&self, few: u64) -> BTreeSet<(usize, usize)> {
        let rare = self.words.iter().filter(|(_, words)| words.values().any(|count| *count < few));
        rare.map(|(place, _)| *place).collect()
    }
}

/// Returns the keys of a row without anything that could be a value.
fn shape(table: &TableDraft, row: &StoredRow) -> String {
    let mut literals: BTreeSet<&str> = BTreeSet::new();
    for key in table.entities.iter().flat_map(EntityDraft::primary_keys).flatten() {
        for piece in &key.pieces {
            if let PieceDraft::Literal(text) = piece {
                literals.extend(
                    text.split(|own: char| own.is_ascii_punctuation() && own != '_' && own != '-'),
                );
            }
        }
    }
    let keys = table.layout.table_keys().map(|name| {
        let text = row.get(name).and_then(StoredValue::text).unwrap_or_default();
        let separator = super::group::separator_of(text);
        let segments = super::group::segments(text, separator);
        let shown = segments.into_iter().map(|own| if literals.contains(own) { own } else { "*" });
        shown.collect::<Vec<_>>().join(&separator.to_string())
    });
    keys.collect::<Vec<_>>().join(" / ")
}
