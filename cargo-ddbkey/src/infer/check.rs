//! The second pass: checks whether a row matches the declaration, string by string.

use std::collections::{BTreeMap, BTreeSet};

use super::field::{FieldFault, ValueKind};
use super::masked::MaskedKeys;
use super::model::{AttributeDraft, EntityDraft, KeyDraft, Only, PieceDraft, TableDraft};
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
    /// A field cannot be read, or cannot be written back.
    Field(String, FieldFault),
    /// The row has an attribute that most rows do not have.
    Attribute(String),
    /// The fields produce other keys of an index.
    Index(String),
    /// The row is in an index although its fields say otherwise, or the reverse.
    Membership(String),
    /// The type attribute has another value.
    Type(String),
    /// One of too many problems to distinguish.
    Other,
}

/// The maximum number of different problems to distinguish: rows can have attributes of any names.
const MAX_PROBLEMS: usize = 200;

/// Why a row is not explained, and the entity that its keys look like, if there is one.
type Misfit = (Option<usize>, Problem);

/// The values of the fields that only the primary key holds.
type FromKeys = Vec<Option<StoredValue>>;

impl TableDraft {
    /// Finds the entity of a row, and compares everything in the row with it.
    fn entity_of(&self, row: &StoredRow) -> Result<usize, Misfit> {
        for name in self.layout.key.names() {
            if row.text(name).is_none() {
                return Err((None, Problem::NoKey(name.to_owned())));
            }
        }
        let mut nearest = None;
        for (at, entity) in self.entities.iter().enumerate().filter(|(_, own)| !own.is_blocked) {
            match entity.values_in_keys(row) {
                Ok(values) => {
                    return match self.problem(entity, row, values) {
                        None => Ok(at),
                        Some(problem) => Err((Some(at), problem)),
                    };
                }
                Err(Some(problem)) if nearest.is_none() => nearest = Some((Some(at), problem)),
                Err(_) => {}
            }
        }
        Err(nearest.unwrap_or((None, Problem::Keys)))
    }

    fn problem(&self, entity: &EntityDraft, row: &StoredRow, values: FromKeys) -> Option<Problem> {
        let type_attribute = self.layout.type_attribute.as_deref();
        if let Some(name) = type_attribute
            && row.string(name).is_none_or(|text| Some(text) != entity.type_name.as_deref())
        {
            return Some(Problem::Type(name.into()));
        }
        let is_key = |name: &&String| self.layout.key.has(name);
        for field in &entity.fields {
            let Some(name) = field.attribute.as_ref().filter(|name| !is_key(name)) else {
                continue;
            };
            let value = row.get(name);
            if !field.reads(value) {
                return Some(Problem::Field(name.clone(), field.fault(value)));
            }
        }
        let is_known = |name: &String| {
            is_key(&name)
                || type_attribute == Some(name)
                || entity.fields.iter().any(|field| field.attribute.as_ref() == Some(name))
                || entity.index_keys.iter().any(|key| key.attribute(name).is_some())
        };
        if let Some((name, value)) = row.attributes.iter().find(|(name, _)| !is_known(name)) {
            return Some(match FieldFault::of(value) {
                Some(fault) => Problem::Field(name.clone(), fault),
                None => Problem::Attribute(name.clone()),
            });
        }
        entity.problem_in_indexes(row, values)
    }
}

impl EntityDraft {
    /// Reads the keys of the table. `None` if they do not look like keys of the entity.
    fn values_in_keys(&self, row: &StoredRow) -> Result<FromKeys, Option<Problem>> {
        let mut nearest = None;
        for (at, key) in self.tried_keys().enumerate() {
            match self.values_in(key, row) {
                Ok(values) if self.is_before(at, row, &values) => {
                    let name = key.attributes.last().map(|own| own.name.clone());
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
        self.tried_keys()
            .take(key)
            .any(|own| own.fields().all(|field| self.value(field, row, values).is_some()))
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

    fn values_in(&self, key: &KeyDraft, row: &StoredRow) -> Result<FromKeys, Option<Problem>> {
        let mut values: FromKeys = vec![None; self.fields.len()];
        let mut problem = None;
        for own in &key.attributes {
            let text = row.text(&own.name).unwrap_or_default();
            if !self.builds(own, text, row, &mut values).ok_or(None)? {
                problem.get_or_insert_with(|| Problem::Key(own.name.clone()));
            }
        }
        problem.map_or(Ok(values), |problem| Err(Some(problem)))
    }

    /// Returns whether the fields of a row build this string, or `None` if it does not look like the key. A field that only
    /// keys hold has the value of the first.
    fn builds(
        &self,
        own: &AttributeDraft,
        text: &str,
        row: &StoredRow,
        values: &mut FromKeys,
    ) -> Option<bool> {
        let mut is_built = true;
        for ((field, form), part) in own.values().zip(self.parts(own, text)?) {
            let kind = &self.fields[field].kind;
            let known = self.value(field, row, values).filter(|own| kind.reads(own));
            if known.and_then(|own| kind.write(own, form)).is_some_and(|own| own == part) {
                continue;
            }
            let read = kind.read_part(part, form)?;
            if self.fields[field].attribute.is_none() && known.is_none() {
                values[field] = Some(read);
            } else {
                is_built = false;
            }
        }
        Some(is_built)
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
            let next = key.pieces.get(at + 1).and_then(PieceDraft::literal);
            let next = next.and_then(|literal| literal.chars().next());
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

    /// Compares the index keys of a row with those that its fields build: of each index, the first key whose parts all have a
    /// value. Indexes can share an attribute.
    fn problem_in_indexes(&self, row: &StoredRow, mut values: FromKeys) -> Option<Problem> {
        let mut built: BTreeSet<&str> = BTreeSet::new();
        for keys in self.index_keys.chunk_by(|one, other| one.index == other.index) {
            let index = || keys[0].index.clone().unwrap_or_default();
            let field_of = |own: &AttributeDraft| own.own_field(&self.fields);
            // An index key that is a field cannot be empty.
            let mut fields = keys.iter().flat_map(|key| &key.attributes).filter_map(field_of);
            if fields.any(|own| self.text(own, row, &values) == Some("")) {
                return Some(Problem::Index(index()));
            }
            let Some(key) = keys.iter().find(|key| self.is_in(key, row, &values)) else { continue };
            for own in key.attributes.iter().filter(|own| field_of(own).is_none()) {
                match row.get(&own.name) {
                    None => return Some(Problem::Membership(index())),
                    Some(StoredValue::S(text))
                        if self.builds(own, text, row, &mut values) == Some(true) =>
                    {
                        built.insert(&own.name);
                    }
                    Some(_) => return Some(Problem::Index(index())),
                }
            }
        }
        let mut keys =
            self.index_keys.iter().flat_map(|key| key.attributes.iter().map(move |own| (key, own)));
        let stray = keys.find(|(_, own)| {
            let is_own = own.own_field(&self.fields).is_none();
            is_own && !built.contains(&*own.name) && row.get(&own.name).is_some()
        });
        stray.map(|(key, _)| Problem::Membership(key.index.clone().unwrap_or_default()))
    }
}

impl EntityDraft {
    /// Returns whether a row has each part of a key of an index, and the words that decide whether it is in the index.
    fn is_in(&self, key: &KeyDraft, row: &StoredRow, values: &FromKeys) -> bool {
        let has_word = |only: &Only| {
            self.text(only.field, row, values).is_some_and(|word| only.words.contains(word))
        };
        key.only.as_ref().is_none_or(has_word)
            && key.fields().all(|own| self.value(own, row, values).is_some())
    }

    fn text<'v>(&self, field: usize, row: &'v StoredRow, values: &'v FromKeys) -> Option<&'v str> {
        self.value(field, row, values).and_then(StoredValue::text)
    }
}

/// The findings of the second pass.
#[derive(Clone, Debug, Default)]
pub(super) struct Counts {
    pub(super) rows: u64,
    pub(super) explained: Vec<u64>,
    pub(super) problems: BTreeMap<Misfit, u64>,
    /// The shapes of keys that belong to no entity.
    pub(super) shapes: MaskedKeys,
    /// For each enum, by entity and field, the number of rows with each word.
    words: BTreeMap<(usize, usize), BTreeMap<String, u64>>,
}

impl Counts {
    pub(super) fn of(table: &TableDraft) -> Self {
        let keys = table.entities.iter().flat_map(|entity| &entity.keys);
        let pieces = keys.flat_map(|key| &key.attributes).flat_map(|own| &own.pieces);
        let shapes = MaskedKeys::new(pieces.filter_map(PieceDraft::literal));
        Self { explained: vec![0; table.entities.len()], shapes, ..Self::default() }
    }

    /// Counts a row, and returns whether it is explained.
    pub(super) fn add(&mut self, table: &TableDraft, row: &StoredRow) -> bool {
        self.rows += 1;
        match table.entity_of(row) {
            Ok(at) => {
                self.explained[at] += 1;
                for (field, own) in table.entities[at].fields.iter().enumerate() {
                    if let (ValueKind::Words(_), Some(name)) = (&own.kind, &own.attribute)
                        && let Some(word) = row.string(name)
                    {
                        let words = self.words.entry((at, field)).or_default();
                        *words.entry(word.to_owned()).or_default() += 1;
                    }
                }
                true
            }
            Err((at, problem)) => {
                if problem == Problem::Keys {
                    self.shapes.add(row, table.layout.key.names());
                }
                let mut misfit = (at, problem);
                if self.problems.len() >= MAX_PROBLEMS && !self.problems.contains_key(&misfit) {
                    misfit = (None, Problem::Other);
                }
                *self.problems.entry(misfit).or_default() += 1;
                false
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
