//! Finds the pieces of a key: literals, attributes of the same item in some form, and values that only the key holds.

use std::collections::BTreeSet;

use super::field::{
    Absence, FieldDraft, KeyForm, TypeOptions, ValueKind, is_ulid, is_uuid, time_format,
};
use super::group::{Vocabulary, segments, separator_of};
use super::model::{AttributeDraft, PieceDraft};
use super::time::{self, TimeFormat};
use super::value::{StoredRow, StoredValue};
use super::words;

/// The rows of a group, and the fields that its keys can contain.
pub(super) struct Learner<'r> {
    pub(super) rows: Vec<&'r StoredRow>,
    pub(super) fields: Vec<FieldDraft>,
    /// The values of each field that only the key holds, row by row.
    from_keys: Vec<Vec<Option<StoredValue>>>,
    vocabulary: &'r Vocabulary,
    /// Attributes that cannot be parts: keys, and names of the entity.
    excluded: BTreeSet<String>,
    types: TypeOptions,
    with_newtypes: bool,
    /// The rows that keys are learned from, if not all of them.
    selected: Option<BTreeSet<usize>>,
    /// Decisions about key attributes: the field that each contains.
    assumed: Vec<(String, String)>,
    pub(super) doubts: Vec<Doubt>,
}

/// An ambiguity: more than one declaration explains the rows.
#[derive(Clone, Debug)]
pub(super) struct Doubt {
    pub(super) attribute: String,
    pub(super) text: String,
    /// Whether the key is left out until somebody decides.
    pub(super) is_blocking: bool,
}

/// Strings of some rows, with the number of the row.
type Column<'r> = Vec<(usize, &'r str)>;

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
        rows: Vec<&'r StoredRow>,
        fields: Vec<FieldDraft>,
        vocabulary: &'r Vocabulary,
        excluded: BTreeSet<String>,
        types: TypeOptions,
    ) -> Self {
        let from_keys = vec![Vec::new(); fields.len()];
        Self {
            rows,
            fields,
            from_keys,
            vocabulary,
            excluded,
            types,
            with_newtypes: false,
            selected: None,
            assumed: Vec::new(),
            doubts: Vec::new(),
        }
    }

    pub(super) fn with(mut self, with_newtypes: bool, assumed: Vec<(String, String)>) -> Self {
        (self.with_newtypes, self.assumed) = (with_newtypes, assumed);
        self
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
            let split: Vec<_> = split.collect();
            self.joined(&split, &column, place, has_rest)
        })?;
        let pieces = merged(pieces);
        self.is_legal(&pieces, separator, is_sort_key).then(|| AttributeDraft {
            attribute: attribute.into(),
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
        split: &[(usize, Vec<&'r str>)],
        column: &Column<'r>,
        place: SegmentPlace<'_>,
        has_rest: bool,
    ) -> Option<Vec<PieceDraft>> {
        let usual = most(split.iter().map(|(_, own)| own.len()))?;
        let least = split.iter().map(|(_, own)| own.len()).min()?;
        let usual_rows = split.iter().filter(|(_, own)| own.len() == usual).count();
        let mut pieces = Vec::new();
        let is_rest = has_rest || usual_rows * 20 < split.len() * 19;
        // The end of each string can be one value although it contains separators.
        let ending = self.ending(column, place);
        let count = match &ending {
            Some((_, at)) => *at,
            None if is_rest => least.checked_sub(1)?,
            None => usual,
        };
        let mut before: Option<String> = None;
        for at in 0..count {
            let own = split.iter().filter(|(_, own)| {
                own.len() >= count && (ending.is_some() || is_rest || own.len() == usual)
            });
            let own: Column<'r> =
                own.filter_map(|(row, own)| Some((*row, *own.get(at)?))).collect();
            let last = before.take();
            let found = self.segment(&own, SegmentPlace { before: last.as_deref(), ..place })?;
            if let [PieceDraft::Literal(text)] = &found[..] {
                before = Some(text.clone());
            }
            if at > 0 {
                pieces.push(PieceDraft::Literal(place.separator.into()));
            }
            pieces.extend(found);
        }
        if let Some((source, _)) = ending {
            pieces.push(PieceDraft::Literal(place.separator.into()));
            pieces.push(PieceDraft::Value {
                field: source.field,
                form: source.form,
                is_rest: true,
            });
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
        let is_literal = is_constant && self.vocabulary.is_literal(first);
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
        if let Some((prefix, kind, form, inner)) = self.typed(column, place)
            && place.is_primary
        {
            let before = if prefix.is_empty() {
                place.before.map(ToOwned::to_owned)
            } else {
                Some(prefix.clone())
            };
            let field = self.new_field(&inner, kind, form, before.as_deref());
            let literal = (!prefix.is_empty()).then_some(PieceDraft::Literal(prefix));
            let value = PieceDraft::Value { field, form, is_rest: false };
            return Some(literal.into_iter().chain([value]).collect());
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
                self.doubt(
                    place,
                    format!(
                        "`{}` has one word in all rows, which is taken for a literal",
                        place.attribute
                    ),
                    false,
                );
            }
            return is_plain_word.then(|| vec![PieceDraft::Literal(first.into())]);
        }
        if place.depth > 0 {
            return None;
        }
        if is_constant {
            let text =
                "has one value in all rows, which is taken for a value and not for a literal";
            self.doubt(place, format!("a part of `{}` {text}", place.attribute), false);
        }
        let kind =
            if self.with_newtypes { alphabet(column) } else { None }.unwrap_or(ValueKind::String);
        let field = self.new_field(column, kind, KeyForm::Plain, place.before);
        Some(vec![PieceDraft::Value { field, form: KeyForm::Plain, is_rest: false }])
    }

    /// Returns the fields that explain the strings of most rows.
    fn sources(&self, column: &Column<'r>) -> Vec<Candidate> {
        let mut found: Vec<Candidate> = Vec::new();
        for field in (0..self.fields.len()).filter(|field| !self.is_excluded(*field)) {
            let kind = &self.fields[field].kind;
            if !kind.is_part() {
                continue;
            }
            let mut forms: Vec<KeyForm> = Vec::new();
            for (row, text) in column.iter().take(5) {
                if let Some(value) = self.value(field, *row) {
                    for form in kind.forms(value, text) {
                        if !forms.contains(&form) {
                            forms.push(form);
                        }
                    }
                }
            }
            for form in forms {
                let hit = |(row, text): &&(usize, &str)| {
                    self.value(field, *row)
                        .and_then(|value| kind.write(value, form))
                        .is_some_and(|own| own == **text)
                };
                let hits = column.iter().filter(hit).count();
                if hits > 0 && hits * 20 >= column.len() * 19 {
                    found.push(Candidate { field, form, hits });
                }
            }
        }
        let most = found.iter().map(|source| source.hits).max().unwrap_or_default();
        found.retain(|source| source.hits == most);
        found
    }

    /// Chooses one of several sources, and notes the others.
    fn choose(
        &mut self,
        sources: &[Candidate],
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<PieceDraft> {
        let fields: BTreeSet<_> = sources.iter().map(|source| source.field).collect();
        let name = |field: usize| self.fields[field].name.clone();
        let assumed = self.assumed.iter().filter(|(attribute, _)| attribute == place.attribute);
        let assumed: Vec<_> = assumed.map(|(_, field)| field.clone()).collect();
        let is_assumed = |field: &usize| {
            let own = &self.fields[*field];
            assumed.iter().any(|name| *name == own.name || Some(name) == own.attribute.as_ref())
        };
        let named = |field: &usize| self.is_named(*field, place.before);
        let field = match fields.len() {
            0 => return None,
            1 => *fields.first()?,
            _ => {
                let best = fields.iter().map(named).max().unwrap_or_default();
                let best: Vec<_> =
                    fields.iter().filter(|field| best > 0 && named(field) == best).collect();
                let all = fields
                    .iter()
                    .map(|field| format!("`{}`", name(*field)))
                    .collect::<Vec<_>>()
                    .join(" and ");
                match (fields.iter().find(|field| is_assumed(field)), &best[..]) {
                    (Some(field), _) => *field,
                    (None, [field]) => {
                        let text = format!(
                            "{all} are equal in all rows; the key contains `{}`, which the literal names",
                            name(**field)
                        );
                        self.doubt(place, text, false);
                        **field
                    }
                    _ => {
                        let text = format!(
                            "{all} are equal in all rows, so it is unknown which of them the key contains"
                        );
                        self.doubt(place, text, true);
                        *fields.first()?
                    }
                }
            }
        };
        let forms: Vec<_> =
            sources.iter().filter(|own| own.field == field).map(|own| own.form).collect();
        let form = self.form(&forms, column, place);
        Some(PieceDraft::Value { field, form, is_rest: false })
    }

    /// Chooses among several forms of a field: the plain one; for times, fixed width; for ten digits, padded.
    fn form(&mut self, forms: &[KeyForm], column: &Column<'r>, place: SegmentPlace<'_>) -> KeyForm {
        let width = column.first().map_or(0, |(_, text)| text.len());
        let padded = forms.iter().find(|form| matches!(form, KeyForm::Padded(_)) && width >= 10);
        let fixed =
            forms.iter().find(|form| matches!(form, KeyForm::Time(own) if own.has_fixed_width()));
        let plain = forms.iter().find(|form| **form == KeyForm::Plain);
        let form = padded.or(fixed).or(plain).or(forms.first()).copied().unwrap_or(KeyForm::Plain);
        let differ = |other: &&KeyForm| {
            **other != form
                && !matches!(other, KeyForm::Lower | KeyForm::Upper if form == KeyForm::Plain)
        };
        if forms.iter().any(|other| differ(&other)) && !matches!(form, KeyForm::Time(_)) {
            let text = format!(
                "a number of `{}` has {width} digits in all rows, padded or not",
                place.attribute
            );
            self.doubt(place, text, false);
        }
        form
    }

    /// Learns a literal, a value of an attribute, and a literal.
    fn glued(&mut self, column: &Column<'r>, place: SegmentPlace<'_>) -> Option<Vec<PieceDraft>> {
        let (row, first) = *column.first()?;
        let mut found: Option<(Vec<Candidate>, String, String)> = None;
        for field in (0..self.fields.len()).filter(|field| !self.is_excluded(*field)) {
            let kind = self.fields[field].kind.clone();
            let Some(value) = self.value(field, row).filter(|_| kind.is_part()) else { continue };
            for form in [KeyForm::Plain, KeyForm::Lower, KeyForm::Upper]
                .into_iter()
                .chain(inner_forms(&kind, first))
            {
                let Some(own) = kind.write(value, form) else { continue };
                let Some(at) =
                    first.find(&*own).filter(|_| !own.is_empty() && own.len() < first.len())
                else {
                    continue;
                };
                let (prefix, suffix) = (&first[..at], &first[at + own.len()..]);
                if !is_boundary(prefix, &own, suffix) {
                    continue;
                }
                let inner = column.iter().filter_map(|(row, text)| {
                    Some((*row, text.strip_prefix(prefix)?.strip_suffix(suffix)?))
                });
                let inner: Column<'r> = inner.filter(|(_, text)| !text.is_empty()).collect();
                if inner.len() * 20 < column.len() * 19 {
                    continue;
                }
                let sources: Vec<_> =
                    self.sources(&inner).into_iter().filter(|own| own.field == field).collect();
                let is_certain = |own: &Candidate| self.has_values(own.field) || column.len() < 3;
                if sources.iter().any(is_certain) {
                    let best = found.as_ref().map_or(0, |(_, prefix, _)| prefix.len() + 1);
                    let is_named = self.is_named(field, Some(prefix)) > 0;
                    if best == 0 || is_named {
                        found = Some((sources, prefix.into(), suffix.into()));
                    }
                }
            }
        }
        let (sources, prefix, suffix) = found?;
        let place = SegmentPlace { before: Some(&prefix), ..place };
        let value = self.choose(&sources, column, place)?;
        let literal = |text: &str| (!text.is_empty()).then(|| PieceDraft::Literal(text.into()));
        Some(literal(&prefix).into_iter().chain([value]).chain(literal(&suffix)).collect())
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
            let (fields, doubts) = (self.fields.len(), self.doubts.len());
            let mut pieces = Vec::new();
            let mut before: Option<String> = None;
            for at in 0..usual {
                let own: Column<'r> = split
                    .iter()
                    .filter(|(_, own)| own.len() == usual)
                    .map(|(row, own)| (*row, own[at]))
                    .collect();
                let last = before.take();
                let inner = SegmentPlace {
                    before: last.as_deref().or(place.before),
                    depth: place.depth + 1,
                    ..place
                };
                let Some(found) = self.segment(&own, inner) else { break };
                if let [PieceDraft::Literal(text)] = &found[..] {
                    before = Some(text.clone());
                }
                if at > 0 {
                    pieces.push(PieceDraft::Literal(delimiter.into()));
                }
                pieces.extend(found);
                if at + 1 == usual {
                    let pieces = merged(pieces);
                    let has_values =
                        pieces.iter().any(|piece| matches!(piece, PieceDraft::Value { .. }));
                    if has_values && self.is_legal(&pieces, place.separator, place.is_sort_key) {
                        return Some(pieces);
                    }
                    break;
                }
            }
            self.fields.truncate(fields);
            self.from_keys.truncate(fields);
            self.doubts.truncate(doubts);
        }
        None
    }

    /// Returns the kind of values without an attribute, if their form after the common prefix tells it.
    #[allow(clippy::type_complexity, reason = "used in one place")]
    fn typed(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<(String, ValueKind, KeyForm, Column<'r>)> {
        if let Some((kind, form)) = self.kind_of(column, place) {
            return Some((String::new(), kind, form, column.clone()));
        }
        let (_, first) = *column.first()?;
        let end =
            first.find(|own: char| own.is_ascii_digit()).filter(|end| (1..=20).contains(end))?;
        let prefix = &first[..end];
        let is_word =
            prefix.bytes().all(|byte| byte.is_ascii_alphabetic() || b"-_.$".contains(&byte));
        let inner =
            column.iter().filter_map(|(row, text)| Some((*row, text.strip_prefix(prefix)?)));
        let inner: Column<'r> = inner.filter(|(_, text)| !text.is_empty()).collect();
        if !is_word || inner.len() < column.len() || column.len() < 2 {
            return None;
        }
        let (kind, form) = self.kind_of(&inner, place)?;
        // `u1`, `u2` are ids, and the next could be `ann`; `v1`, `rev-2` are numbers.
        let is_numbered = ["v", "rev", "r", "n", "version", "revision", "no", "nr", "seq"];
        let plain = prefix.trim_matches(['-', '_', '.']).to_ascii_lowercase();
        let is_certain = !matches!(kind, ValueKind::U64) || is_numbered.contains(&&*plain);
        is_certain.then(|| (prefix.into(), kind, form, inner))
    }

    fn kind_of(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<(ValueKind, KeyForm)> {
        let texts = column.iter().map(|(_, text)| *text);
        let all = |is_it: fn(&str) -> bool| texts.clone().all(is_it);
        if column.is_empty() {
            return None;
        }
        if all(is_ulid) {
            return Some((ValueKind::Ulid, KeyForm::Plain));
        }
        if all(is_uuid) {
            return Some((ValueKind::Uuid, KeyForm::Plain));
        }
        if all(time::is_date) {
            return Some((ValueKind::Date, KeyForm::Plain));
        }
        let is_digits = all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
        let widths: BTreeSet<_> = texts.clone().map(str::len).collect();
        if is_digits && widths.first() == widths.last() {
            let width = *widths.first()?;
            // By chance, one number in forty is a day of these centuries.
            let mut spelled = TimeFormat::of(texts.clone().next()?).filter(|own| own.is_digits());
            if let Some(format) =
                spelled.find(|own| texts.clone().all(|text| own.read(text).is_some()))
                && column.len() > 3
            {
                return Some((ValueKind::Time(format), KeyForm::Time(format)));
            }
            let is_padded = texts.clone().any(|text| text.starts_with('0') && text.len() > 1);
            if (is_padded || width >= 10) && width <= 19 {
                return Some((ValueKind::U64, KeyForm::Padded(width)));
            }
        }
        let number = ValueKind::U64;
        if texts.clone().all(|text| number.read_part(text, KeyForm::Plain).is_some()) {
            return Some((number, KeyForm::Plain));
        }
        let first = texts.clone().next()?;
        let format = TimeFormat::of(first)
            .find(|format| texts.clone().all(|text| format.read(text).is_some()))?;
        let is_alone = time_format(&texts, self.types).is_some() || !format.is_digits();
        // After a time of variable width, only some separators keep the key readable.
        let fits = format.has_fixed_width() || !"-:+.".contains(place.separator);
        (is_alone && fits).then_some((ValueKind::Time(format), KeyForm::Time(format)))
    }

    fn new_field(
        &mut self,
        column: &Column<'r>,
        kind: ValueKind,
        form: KeyForm,
        before: Option<&str>,
    ) -> usize {
        let values = self.rows.len();
        let mut stored = vec![None; values];
        for (row, text) in column {
            stored[*row] = kind.read_part(text, form);
        }
        let ending = match kind {
            ValueKind::Time(_) => "at",
            ValueKind::Date => "date",
            ValueKind::U64 => "number",
            _ => "id",
        };
        let before = before.map(words::snake).filter(|own| own != "field");
        let name = match before {
            Some(before) if before.len() == 1 => {
                if ending == "number" {
                    "version".into()
                } else {
                    format!("{before}_{ending}")
                }
            }
            Some(before) if before.ends_with(ending) => before,
            Some(before) => format!("{before}_{ending}"),
            None => ending.into(),
        };
        if let Some(field) = self.same_field(&name, &kind, column) {
            for (own, value) in self.from_keys[field].iter_mut().zip(stored) {
                *own = own.take().or(value);
            }
            return field;
        }
        let is_taken = |name: &String| self.fields.iter().any(|own| own.name == *name);
        let mut names =
            std::iter::once(name.clone()).chain((2..).map(|number| format!("{name}_{number}")));
        let name = names.find(|name| !is_taken(name)).unwrap_or(name);
        self.fields.push(FieldDraft { name, attribute: None, kind, absent: Absence::Never });
        self.from_keys.push(stored);
        self.fields.len() - 1
    }

    /// Returns the field with this name that only keys of other rows hold.
    fn same_field(&self, name: &str, kind: &ValueKind, column: &Column<'r>) -> Option<usize> {
        let is_same = |field: &usize| {
            let own = &self.fields[*field];
            own.attribute.is_none() && own.name == name && own.kind == *kind
        };
        let is_free =
            |field: &usize| column.iter().all(|(row, _)| self.value(*field, *row).is_none());
        (0..self.fields.len()).filter(is_same).find(is_free)
    }

    fn doubt(&mut self, place: SegmentPlace<'_>, text: String, is_blocking: bool) {
        self.doubts.push(Doubt { attribute: place.attribute.into(), text, is_blocking });
    }

    fn is_excluded(&self, field: usize) -> bool {
        self.fields[field].attribute.as_ref().is_some_and(|name| self.excluded.contains(name))
    }

    /// Returns whether the rows have more than one value of the field.
    fn has_values(&self, field: usize) -> bool {
        let mut values = (0..self.rows.len()).filter_map(|row| self.value(field, row));
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// Returns how well the literal before a value names a field: 2 if it is the name, 1 if the name starts with it.
    fn is_named(&self, field: usize, before: Option<&str>) -> u8 {
        let Some(before) = before else { return 0 };
        let before = words::words(before);
        let Some(word) = before.last() else { return 0 };
        let own = &self.fields[field];
        let name = words::words(own.attribute.as_deref().unwrap_or(&own.name));
        let is_same = |name: &String| {
            name == word || format!("{name}s") == *word || format!("{word}s") == *name
        };
        match &name[..] {
            [only] if is_same(only) => 2,
            [first, id] if is_same(first) && id == "id" => 2,
            all if all.concat() == *word || all == before => 2,
            [first, ..] if is_same(first) => 1,
            _ => 0,
        }
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

/// Returns the forms of a value that is part of a string.
fn inner_forms(kind: &ValueKind, text: &str) -> Vec<KeyForm> {
    let mut runs: Vec<usize> = Vec::new();
    let mut run = 0;
    for byte in text.bytes().chain([b' ']) {
        if byte.is_ascii_digit() {
            run += 1;
        } else {
            runs.extend((run > 0).then_some(run));
            run = 0;
        }
    }
    match kind {
        ValueKind::U64 | ValueKind::I64 => {
            let runs = runs.into_iter().filter(|run| *run <= 20);
            runs.flat_map(|run| [KeyForm::Padded(run), KeyForm::Descending(run)]).collect()
        }
        ValueKind::Time(_) => {
            let starts =
                text.char_indices().filter(|(_, own)| own.is_ascii_digit()).map(|(at, _)| at);
            let mut forms = Vec::new();
            for start in starts.take(8) {
                let ends =
                    text[start..].char_indices().map(|(at, own)| start + at + own.len_utf8());
                for end in ends.filter(|end| end - start >= 7) {
                    forms.extend(
                        TimeFormat::of(&text[start..end])
                            .filter(|own| own.units() >= 3)
                            .map(KeyForm::Time),
                    );
                }
            }
            forms
        }
        _ => Vec::new(),
    }
}

/// Returns whether a value starts and ends at a boundary.
fn is_boundary(prefix: &str, own: &str, suffix: &str) -> bool {
    let is_edge = |outer: Option<char>, inner: Option<char>| match (outer, inner) {
        (None, _) => true,
        (Some(outer), Some(inner)) => {
            !outer.is_alphanumeric() || outer.is_ascii_alphabetic() && inner.is_ascii_digit()
        }
        _ => false,
    };
    let is_after = is_edge(prefix.chars().next_back(), own.chars().next());
    is_after && suffix.chars().next().is_none_or(|next| !next.is_alphanumeric())
}

/// Returns the newtype for values of one alphabet.
fn alphabet(column: &Column<'_>) -> Option<ValueKind> {
    let widths: BTreeSet<_> = column.iter().map(|(_, text)| text.len()).collect();
    let width = widths.first().copied().filter(|_| widths.len() == 1);
    let all = |bytes: fn(u8) -> bool| column.iter().all(|(_, text)| text.bytes().all(bytes));
    let is_hex = all(|byte| byte.is_ascii_digit() || (b'a'..=b'f').contains(&byte));
    let is_url = all(|byte| byte.is_ascii_alphanumeric() || byte == b'_' || byte == b'-');
    match width {
        Some(width) if is_hex && width >= 8 => {
            Some(ValueKind::Alphabet("0-9a-f".into(), Some(width)))
        }
        Some(width) if is_url && width >= 10 => {
            Some(ValueKind::Alphabet("A-Za-z0-9_-".into(), Some(width)))
        }
        _ if all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-') => {
            Some(ValueKind::Alphabet("a-z0-9-".into(), None))
        }
        _ if is_url => Some(ValueKind::Alphabet("A-Za-z0-9_-".into(), None)),
        _ => None,
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
