//! Finds the pieces of a key: literals, attributes of the same item in some form, and values that only the key holds.

mod candidates;
mod pieces;
mod values;

use std::collections::{BTreeMap, BTreeSet};

use ddbkey_tools::TableKey;

use self::pieces::merged;
use super::field::{FieldDraft, KeyForm};
use super::literals::{KeyShape, ShapeSegment};
use super::model::{AttributeDraft, Doubt, PieceDraft};
use super::overview::Overview;
use super::segments::{segments, separator_of};
use super::time::TimeFormat;
use super::usual::most;
use super::value::{StoredRow, StoredValue};

/// The rows of an entity, and the fields that its keys can contain.
pub(super) struct Learner<'r> {
    pub(super) overview: &'r Overview<'r>,
    /// The name of the entity.
    pub(super) entity: String,
    pub(super) rows: Vec<&'r StoredRow>,
    pub(super) fields: Vec<FieldDraft>,
    /// The values of each field that only the key holds, row by row.
    from_keys: Vec<Vec<Option<StoredValue>>>,
    /// Attributes that cannot be parts: keys, and names of the entity.
    excluded: BTreeSet<String>,
    /// The rows that keys are learned from, if not all of them.
    selected: Option<BTreeSet<usize>>,
    pub(super) doubts: Vec<Doubt>,
}

/// Strings of some rows, with the number of the row.
type Column<'r> = Vec<(usize, &'r str)>;

/// The same strings, split into segments.
type Split<'r> = (usize, Vec<&'r str>);

/// The position of a string in a key.
#[derive(Clone, Copy, Default)]
struct SegmentPlace<'p> {
    attribute: &'p str,
    /// The literal before it.
    before: Option<&'p str>,
    /// Whether a value without an attribute becomes a field.
    is_primary: bool,
    is_sort_key: bool,
    separator: char,
    /// The number of the segment in its key.
    at: usize,
    /// The name that the key attribute gives to the segment: `date` of `Status#Date`.
    name: Option<&'p str>,
    /// The number of values around it in the same segment.
    depth: usize,
}

/// A field in a form that explains the strings.
#[derive(Clone, Copy)]
struct Candidate {
    field: usize,
    form: KeyForm,
    hits: usize,
}

impl<'r> Learner<'r> {
    pub(super) fn new(
        overview: &'r Overview<'r>,
        entity: String,
        rows: Vec<&'r StoredRow>,
        fields: Vec<FieldDraft>,
    ) -> Self {
        let (layout, from_keys) = (overview.layout, vec![Vec::new(); fields.len()]);
        let index_keys = layout.indexes.iter().flat_map(TableKey::names);
        let is_joined = |name: &&str| overview.joined.contains(*name);
        let keys = layout.key.names().chain(index_keys.filter(is_joined));
        let excluded = overview.type_like.iter().map(String::as_str).chain(keys);
        let excluded = excluded.map(ToOwned::to_owned).collect();
        let (selected, doubts) = (None, Vec::new());
        Self { overview, entity, rows, fields, from_keys, excluded, selected, doubts }
    }

    pub(super) fn value(&self, field: usize, row: usize) -> Option<&StoredValue> {
        match &self.fields[field].attribute {
            Some(name) => self.rows[row].get(name),
            None => self.from_keys[field].get(row)?.as_ref(),
        }
    }

    /// Learns from some of the rows.
    pub(super) fn within<T>(
        &mut self,
        rows: &BTreeSet<usize>,
        learn: impl FnOnce(&mut Self) -> T,
    ) -> T {
        let before = self.selected.replace(rows.clone());
        let learned = learn(self);
        self.selected = before;
        learned
    }

    /// Learns something, and forgets its fields and doubts if that fails.
    pub(super) fn attempt<T>(&mut self, learn: impl FnOnce(&mut Self) -> Option<T>) -> Option<T> {
        let (fields, doubts) = (self.fields.len(), self.doubts.len());
        let learned = learn(self);
        if learned.is_none() {
            self.fields.truncate(fields);
            self.from_keys.truncate(fields);
            self.doubts.truncate(doubts);
        }
        learned
    }

    /// Returns whether a row has a value of each field.
    pub(super) fn has_all(&self, fields: &BTreeSet<usize>, row: usize) -> bool {
        let has =
            |field: &usize| self.value(*field, row).is_some_and(|own| *own != StoredValue::Null);
        fields.iter().all(has)
    }

    /// Learns a joined key from the rows that have it.
    pub(super) fn learn(
        &mut self,
        attribute: &str,
        is_primary: bool,
        is_sort_key: bool,
        has_rest: bool,
    ) -> Option<AttributeDraft> {
        let rows = self.rows.clone();
        let selected = |row: &usize| self.selected.as_ref().is_none_or(|own| own.contains(row));
        let column = rows.iter().enumerate().filter(|(at, _)| selected(at));
        let column: Column<'r> =
            column.filter_map(|(at, row)| Some((at, row.string(attribute)?))).collect();
        let separator = most(column.iter().map(|(_, text)| separator_of(text)))?;
        let place = SegmentPlace {
            attribute,
            is_primary,
            is_sort_key,
            separator,
            ..SegmentPlace::default()
        };
        self.excluded.insert(attribute.to_owned());
        let shape = self.shape(&column, attribute);
        // A value with separators that is a whole attribute is still one value.
        let is_free = shape.iter().all(|segment| segment.word().is_none());
        let whole = is_free.then(|| self.whole_with_separators(&column, place)).flatten();
        let pieces = whole.or_else(|| {
            let split = column.iter().map(|(row, text)| (*row, segments(text, separator)));
            self.joined(&split.collect::<Vec<_>>(), &column, place, &shape, has_rest)
        })?;
        let pieces = merged(pieces);
        self.is_legal(&pieces, separator, is_sort_key).then(|| AttributeDraft {
            name: attribute.into(),
            is_entry: false,
            pieces,
        })
    }

    /// Returns the shape of an attribute that most rows have.
    fn shape(&self, column: &Column<'r>, attribute: &str) -> Vec<ShapeSegment> {
        let (literals, layout) = (&self.overview.literals, self.overview.layout);
        let mut counts: BTreeMap<KeyShape, usize> = BTreeMap::new();
        for (row, _) in column {
            let shape = literals.shape(self.rows[*row], layout, [attribute].into_iter());
            *counts.entry(shape).or_default() += 1;
        }
        let most = counts.into_iter().max_by_key(|(_, count)| *count);
        most.and_then(|(shape, _)| shape.into_iter().next()).unwrap_or_default()
    }

    /// Notes an ambiguity of an attribute, or of something else.
    pub(super) fn doubt(
        &mut self,
        subject: impl Into<String>,
        text: impl Into<String>,
        is_blocking: bool,
    ) {
        let (entity, subject, text) = (self.entity.clone(), subject.into(), text.into());
        self.doubts.push(Doubt { entity, subject, text, is_blocking });
    }

    /// Returns whether one of the doubts from this one on is blocking.
    pub(super) fn is_blocked_since(&self, from: usize) -> bool {
        self.doubts[from..].iter().any(|doubt| doubt.is_blocking)
    }

    fn is_excluded(&self, field: usize) -> bool {
        self.fields[field].attribute.as_ref().is_some_and(|name| self.excluded.contains(name))
    }

    /// Returns whether a declaration of these pieces compiles.
    fn is_legal(&self, pieces: &[PieceDraft], separator: char, is_sort_key: bool) -> bool {
        let mut held = BTreeSet::new();
        pieces.iter().enumerate().all(|(at, piece)| {
            let PieceDraft::Value { field, form, is_rest } = piece else { return true };
            if !held.insert(field) {
                return false;
            }
            let kind = &self.fields[*field].kind;
            let next = match pieces.get(at + 1) {
                Some(PieceDraft::Value { .. }) => return false,
                Some(PieceDraft::Literal(text)) => text.chars().next(),
                None => None,
            };
            if *is_rest {
                return next.is_none();
            }
            let is_sorted = |next: char| !is_sort_key || next < '.';
            let trimmed = matches!(form, KeyForm::Time(TimeFormat::Isoformat));
            if trimmed && !next.is_none_or(is_sorted) {
                return false;
            }
            let is_in = |own: char| kind.may_hold(*form, own);
            kind.is_free()
                || kind.has_fixed_width(*form)
                || !is_in(separator) && !next.is_some_and(is_in)
        })
    }
}
