//! Finds the pieces of a key: literals, attributes of the same item in some form, and values that only the key holds.

mod candidates;
mod values;

use std::collections::BTreeSet;

use super::field::{FieldDraft, KeyForm, ValueKind};
use super::group::{segments, separator_of};
use super::layout::is_key_name;
use super::model::{AttributeDraft, Doubt, PieceDraft};
use super::overview::Overview;
use super::time::TimeFormat;
use super::value::{StoredRow, StoredValue};
use crate::schema::TableKey;

/// The rows of an entity, and the fields that its keys can contain.
pub(super) struct Learner<'r> {
    pub(super) overview: &'r Overview<'r>,
    /// The name of the entity.
    entity: String,
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
#[derive(Clone, Copy)]
struct SegmentPlace<'p> {
    attribute: &'p str,
    /// The literal before it.
    before: Option<&'p str>,
    /// Whether a value without an attribute becomes a field.
    is_primary: bool,
    is_sort_key: bool,
    separator: char,
    /// The number of parts that follow in the same segment.
    depth: usize,
}

/// A field in a form that explains the strings.
#[derive(Clone, Copy)]
struct Candidate {
    field: usize,
    form: KeyForm,
    hits: usize,
}

/// Characters that can separate values in one segment.
const DELIMITERS: [char; 13] = ['/', ':', '|', '@', '.', '-', '_', '~', '+', ',', ';', '=', ' '];

impl<'r> Learner<'r> {
    pub(super) fn new(
        overview: &'r Overview<'r>,
        entity: String,
        rows: Vec<&'r StoredRow>,
        fields: Vec<FieldDraft>,
    ) -> Self {
        let (schema, from_keys) = (overview.schema, vec![Vec::new(); fields.len()]);
        let index_keys = schema.indexes().iter().flat_map(TableKey::names);
        let keys = schema.key().names().chain(index_keys.filter(|name| is_key_name(name)));
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
        let place =
            SegmentPlace { attribute, before: None, is_primary, is_sort_key, separator, depth: 0 };
        self.excluded.insert(attribute.to_owned());
        // A value with separators that is a whole attribute is still one value.
        let pieces = self.whole_with_separators(&column, place).or_else(|| {
            let split = column.iter().map(|(row, text)| (*row, segments(text, separator)));
            self.joined(&split.collect::<Vec<_>>(), &column, place, has_rest)
        })?;
        let pieces = merged(pieces);
        self.is_legal(&pieces, separator, is_sort_key).then(|| AttributeDraft {
            name: attribute.into(),
            is_entry: false,
            pieces,
        })
    }

    fn whole_with_separators(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<Vec<PieceDraft>> {
        let has = column.iter().filter(|(_, text)| text.contains(place.separator)).count();
        if has * 20 < column.len() || self.fields.is_empty() {
            return None;
        }
        let source = self.sources(column).into_iter().find(|source| {
            matches!(self.fields[source.field].kind, ValueKind::String)
                && self.fields[source.field].attribute.is_some()
        })?;
        Some(vec![PieceDraft::Value { field: source.field, form: source.form, is_rest: true }])
    }

    fn joined(
        &mut self,
        split: &[Split<'r>],
        column: &Column<'r>,
        place: SegmentPlace<'_>,
        has_rest: bool,
    ) -> Option<Vec<PieceDraft>> {
        let usual = most(split.iter().map(|(_, own)| own.len()))?;
        let least = split.iter().map(|(_, own)| own.len()).min()?;
        let usual_rows = split.iter().filter(|(_, own)| own.len() == usual).count();
        let is_rest = has_rest || usual_rows * 20 < split.len() * 19;
        // The end of each string can be one value although it contains separators.
        let ending = self.ending(column, place);
        let count = match &ending {
            Some((_, at)) => *at,
            None if is_rest => least.checked_sub(1)?,
            None => usual,
        };
        let is_whole = |own: &&Split<'_>| {
            own.1.len() >= count && (ending.is_some() || is_rest || own.1.len() == usual)
        };
        let split: Vec<_> = split.iter().filter(is_whole).collect();
        let (mut pieces, before) = self.in_order(&split, count, place.separator, place)?;
        if let Some((source, _)) = ending {
            pieces.push(PieceDraft::Literal(place.separator.into()));
            let Candidate { field, form, .. } = source;
            pieces.push(PieceDraft::Value { field, form, is_rest: true });
        } else if is_rest {
            if !place.is_primary || count == 0 {
                return None;
            }
            let tails = column.iter().filter_map(|(row, text)| {
                let mut at = 0;
                for _ in 0..count {
                    at += text[at..].find(place.separator)? + place.separator.len_utf8();
                }
                Some((*row, &text[at..]))
            });
            let tails: Column<'r> = tails.collect();
            let field =
                self.new_field(&tails, ValueKind::String, KeyForm::Plain, before.as_deref());
            pieces.push(PieceDraft::Literal(place.separator.into()));
            pieces.push(PieceDraft::Value { field, form: KeyForm::Plain, is_rest: true });
        }
        Some(pieces)
    }

    /// Learns the first segments of each string, with the same character between them. Also returns the last one if it is a
    /// literal.
    fn in_order(
        &mut self,
        split: &[&Split<'r>],
        count: usize,
        delimiter: char,
        place: SegmentPlace<'_>,
    ) -> Option<(Vec<PieceDraft>, Option<String>)> {
        let (mut pieces, mut before) = (Vec::new(), None::<String>);
        for at in 0..count {
            let column = split.iter().filter_map(|(row, own)| Some((*row, *own.get(at)?)));
            let place = SegmentPlace { before: before.as_deref().or(place.before), ..place };
            let found = self.segment(&column.collect(), place)?;
            before = match &found[..] {
                [PieceDraft::Literal(text)] => Some(text.clone()),
                _ => None,
            };
            if at > 0 {
                pieces.push(PieceDraft::Literal(delimiter.into()));
            }
            pieces.extend(found);
        }
        Some((pieces, before))
    }

    /// Returns the field with separators that the strings end with, and how many segments precede it.
    fn ending(&self, column: &Column<'r>, place: SegmentPlace<'_>) -> Option<(Candidate, usize)> {
        for field in 0..self.fields.len() {
            if !matches!(self.fields[field].kind, ValueKind::String) || self.is_excluded(field) {
                continue;
            }
            for form in [KeyForm::Plain, KeyForm::Lower, KeyForm::Upper] {
                let heads = column.iter().map(|(row, text)| {
                    let value = self.fields[field].kind.write(self.value(field, *row)?, form)?;
                    let head = text.strip_suffix(&*value)?.strip_suffix(place.separator)?;
                    let has = value.contains(place.separator);
                    Some((segments(head, place.separator).len(), has))
                });
                let heads: Option<Vec<_>> = heads.collect();
                let Some(heads) = heads else { continue };
                let first = heads[0].0;
                if heads.iter().all(|(count, _)| *count == first)
                    && heads.iter().any(|(_, has)| *has)
                {
                    return Some((Candidate { field, form, hits: column.len() }, first));
                }
            }
        }
        None
    }

    /// Learns one segment of each string.
    fn segment(&mut self, column: &Column<'r>, place: SegmentPlace<'_>) -> Option<Vec<PieceDraft>> {
        let first = column.first()?.1;
        let equal = column.iter().filter(|(_, text)| *text == first).count();
        let is_constant = equal * 20 >= column.len() * 19;
        if is_constant && first.is_empty() {
            return Some(vec![PieceDraft::Literal(String::new())]);
        }
        let is_literal = is_constant && self.overview.vocabulary.is_literal(first);
        let mut sources = self.sources(column);
        if is_literal {
            // A name of the entity is also the word, and so is any other attribute with one value.
            sources.retain(|source| {
                self.has_values(source.field) || self.is_named(source.field, place.before) > 0
            });
        }
        if let Some(piece) = self.choose(&sources, column, place) {
            return Some(vec![piece]);
        }
        if is_literal {
            return Some(vec![PieceDraft::Literal(first.into())]);
        }
        if let Some(pieces) = self.glued(column, place) {
            return Some(pieces);
        }
        if place.is_primary
            && let Some((prefix, kind, form)) = self.typed(column, place)
        {
            let inner =
                column.iter().filter_map(|(row, text)| Some((*row, text.strip_prefix(&*prefix)?)));
            let literal = (!prefix.is_empty()).then(|| prefix.clone());
            let before = literal.as_deref().or(place.before);
            let field = self.new_field(&inner.collect(), kind, form, before);
            let value = PieceDraft::Value { field, form, is_rest: false };
            return Some(literal.map(PieceDraft::Literal).into_iter().chain([value]).collect());
        }
        if place.depth < 3
            && let Some(pieces) = self.split(column, place)
        {
            return Some(pieces);
        }
        if !place.is_primary {
            let is_plain_word =
                is_constant && first.bytes().all(|byte| byte.is_ascii_alphabetic() || byte == b'_');
            if is_plain_word {
                let text = "has one word in all rows, which is taken for a literal";
                self.doubt(place.attribute, format!("`{}` {text}", place.attribute), false);
            }
            return is_plain_word.then(|| vec![PieceDraft::Literal(first.into())]);
        }
        if place.depth > 0 {
            return None;
        }
        if is_constant {
            let text =
                "has one value in all rows, which is taken for a value and not for a literal";
            self.doubt(place.attribute, format!("a part of `{}` {text}", place.attribute), false);
        }
        let alphabet = self.overview.options.newtypes.then(|| values::alphabet(column)).flatten();
        let kind = alphabet.unwrap_or(ValueKind::String);
        let field = self.new_field(column, kind, KeyForm::Plain, place.before);
        Some(vec![PieceDraft::Value { field, form: KeyForm::Plain, is_rest: false }])
    }

    /// Learns several values with a character between them.
    fn split(&mut self, column: &Column<'r>, place: SegmentPlace<'_>) -> Option<Vec<PieceDraft>> {
        for delimiter in DELIMITERS.into_iter().filter(|own| *own != place.separator) {
            let split: Vec<_> =
                column.iter().map(|(row, text)| (*row, segments(text, delimiter))).collect();
            let usual = most(split.iter().map(|(_, own)| own.len()))?;
            let rows = split.iter().filter(|(_, own)| own.len() == usual).count();
            if !(2..=6).contains(&usual) || rows * 20 < split.len() * 19 {
                continue;
            }
            let usual_rows: Vec<_> = split.iter().filter(|(_, own)| own.len() == usual).collect();
            let inner = SegmentPlace { depth: place.depth + 1, ..place };
            let pieces = self.attempt(|learner| {
                let (pieces, _) = learner.in_order(&usual_rows, usual, delimiter, inner)?;
                let pieces = merged(pieces);
                let has_values = pieces.iter().any(|own| matches!(own, PieceDraft::Value { .. }));
                let is_legal = learner.is_legal(&pieces, place.separator, place.is_sort_key);
                (has_values && is_legal).then_some(pieces)
            });
            if pieces.is_some() {
                return pieces;
            }
        }
        None
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
            let next = pieces.get(at + 1);
            let next = match next {
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

/// Merges adjacent literals.
fn merged(pieces: Vec<PieceDraft>) -> Vec<PieceDraft> {
    let mut merged: Vec<PieceDraft> = Vec::new();
    for piece in pieces {
        match (merged.last_mut(), piece) {
            (Some(PieceDraft::Literal(text)), PieceDraft::Literal(more)) => text.push_str(&more),
            (_, PieceDraft::Literal(text)) if text.is_empty() => {}
            (_, piece) => merged.push(piece),
        }
    }
    merged
}

/// Returns the most frequent value.
pub(super) fn most<T: Ord + Copy>(values: impl Iterator<Item = T>) -> Option<T> {
    let mut counts = std::collections::BTreeMap::new();
    for value in values {
        *counts.entry(value).or_insert(0_usize) += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(value, _)| value)
}
