//! Finds the field and the form that explain the strings at one place of a key, and chooses if several do.

use std::collections::BTreeSet;

use super::pieces::stripped;
use super::{Candidate, Column, Learner, SegmentPlace};
use crate::infer::field::{KeyForm, ValueKind};
use crate::infer::model::PieceDraft;
use crate::infer::time::TimeFormat;
use crate::infer::usual::{FEW, are_usual};
use crate::infer::words;

impl<'r> Learner<'r> {
    /// Returns the fields that explain the strings of most rows.
    pub(super) fn sources(&self, column: &Column<'r>) -> Vec<Candidate> {
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
                if hits > 0 && are_usual(hits, column.len()) {
                    found.push(Candidate { field, form, hits });
                }
            }
        }
        let most = found.iter().map(|source| source.hits).max().unwrap_or_default();
        found.retain(|source| source.hits == most);
        found
    }

    /// Chooses one of several sources, and notes the others.
    pub(super) fn choose(
        &mut self,
        sources: &[Candidate],
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<PieceDraft> {
        let fields: BTreeSet<_> = sources.iter().map(|source| source.field).collect();
        let field = match fields.len() {
            0 | 1 => *fields.first()?,
            _ => self.choose_field(&fields, place)?,
        };
        let forms: Vec<_> =
            sources.iter().filter(|own| own.field == field).map(|own| own.form).collect();
        let form = self.form(&forms, column, place);
        Some(PieceDraft::value(field, form))
    }

    /// Chooses one of several fields with the same values: the assumed one, or the one that the literal before them names.
    fn choose_field(&mut self, fields: &BTreeSet<usize>, place: SegmentPlace<'_>) -> Option<usize> {
        let quoted = |field: &usize| format!("`{}`", self.fields[*field].name);
        let is_assumed = |field: &&usize| {
            let own = &self.fields[**field];
            let mut assumed = self.overview.options.assumed_of(&self.entity);
            assumed.any(|(attribute, name)| {
                let is_own = name == own.name || Some(name) == own.attribute.as_deref();
                attribute == place.attribute && is_own
            })
        };
        if let Some(field) = fields.iter().find(is_assumed) {
            return Some(*field);
        }
        let named = |field: &usize| self.is_named(*field, place.before);
        let best = fields.iter().map(named).max().filter(|best| *best > 0);
        let best: Vec<_> = fields.iter().filter(|field| Some(named(field)) == best).collect();
        let all = fields.iter().map(quoted).collect::<Vec<_>>().join(" and ");
        let (chosen, text) = match best[..] {
            [field] => {
                let text = format!("the key contains {}, which the literal names", quoted(field));
                (Some(*field), format!("{all} are equal in all rows; {text}"))
            }
            _ => {
                let text = "so it is unknown which of them the key contains";
                (None, format!("{all} are equal in all rows, {text}"))
            }
        };
        self.doubt(place.attribute, text, chosen.is_none());
        chosen.or(fields.first().copied())
    }

    /// Chooses among several forms of a field: the plain one; for times, fixed width; for ten digits, padded.
    fn form(&mut self, forms: &[KeyForm], column: &Column<'r>, place: SegmentPlace<'_>) -> KeyForm {
        let width = column.first().map_or(0, |(_, text)| text.len());
        let rank = |form: &KeyForm| match form {
            KeyForm::Padded(_) if width >= 10 => 0,
            KeyForm::Time(own) if own.has_fixed_width() => 1,
            KeyForm::Plain => 2,
            _ => 3,
        };
        let form = forms.iter().copied().min_by_key(rank).unwrap_or(KeyForm::Plain);
        let is_text = |own: &KeyForm| KeyForm::OF_TEXT.contains(own);
        let differs = |own: &KeyForm| *own != form && !(is_text(&form) && is_text(own));
        if forms.iter().any(differs) && !matches!(form, KeyForm::Time(_)) {
            let text = format!(
                "a number of `{}` has {width} digits in all rows, padded or not",
                place.attribute
            );
            self.doubt(place.attribute, text, false);
        }
        form
    }

    /// Learns a literal, a value of an attribute, and a literal.
    pub(super) fn glued(
        &mut self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<Vec<PieceDraft>> {
        let (row, first) = *column.first()?;
        let mut found: Option<(Vec<Candidate>, Column<'r>, String, String)> = None;
        for field in (0..self.fields.len()).filter(|field| !self.is_excluded(*field)) {
            let kind = self.fields[field].kind.clone();
            let Some(value) = self.value(field, row).filter(|_| kind.is_part()) else { continue };
            for form in KeyForm::OF_TEXT.into_iter().chain(inner_forms(&kind, first)) {
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
                let inner = stripped(column, prefix, suffix);
                if !are_usual(inner.len(), column.len()) {
                    continue;
                }
                let sources: Vec<_> =
                    self.sources(&inner).into_iter().filter(|own| own.field == field).collect();
                let is_certain = |own: &Candidate| self.is_certain(own.field, column.len());
                if sources.iter().any(is_certain) {
                    let best = found.as_ref().map_or(0, |(_, _, prefix, _)| prefix.len() + 1);
                    let is_named = self.is_named(field, Some(prefix)) > 0;
                    if best == 0 || is_named {
                        found = Some((sources, inner, prefix.into(), suffix.into()));
                    }
                }
            }
        }
        let (sources, inner, prefix, suffix) = found?;
        let place = SegmentPlace { before: Some(&prefix), ..place };
        let value = self.choose(&sources, &inner, place)?;
        Some(vec![PieceDraft::Literal(prefix), value, PieceDraft::Literal(suffix)])
    }

    /// Returns whether rows tell that a part of a string is the value of a field. A number of few rows is there by chance.
    pub(super) fn is_certain(&self, field: usize, rows: usize) -> bool {
        match self.fields[field].kind {
            ValueKind::U64 | ValueKind::I64 => self.has_values(field) && rows as u64 >= FEW,
            _ => self.has_values(field) || rows < 3,
        }
    }

    /// Returns whether the rows have more than one value of the field.
    pub(super) fn has_values(&self, field: usize) -> bool {
        let mut values = (0..self.rows.len()).filter_map(|row| self.value(field, row));
        let first = values.next();
        values.any(|value| Some(value) != first)
    }

    /// Returns how well the literal before a value names a field: 2 if it is the name, 1 if the name starts with it.
    pub(super) fn is_named(&self, field: usize, before: Option<&str>) -> u8 {
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
}

/// Returns the forms of a value that is part of a string.
fn inner_forms(kind: &ValueKind, text: &str) -> Vec<KeyForm> {
    match kind {
        ValueKind::U64 | ValueKind::I64 => {
            let runs = text.split(|own: char| !own.is_ascii_digit()).map(str::len);
            let runs = runs.filter(|run| (1..=20).contains(run));
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
