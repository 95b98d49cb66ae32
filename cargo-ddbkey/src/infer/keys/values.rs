//! Makes a field of the values that only a key holds: its type, its form and its name.

use std::collections::BTreeSet;

use super::pieces::stripped;
use super::{Column, Learner, SegmentPlace};
use crate::infer::field::{Absence, Alphabet, FieldDraft, KeyForm, ValueKind, time_format};
use crate::infer::time::TimeFormat;
use crate::infer::usual::FEW;
use crate::infer::words;

impl<'r> Learner<'r> {
    /// Returns the kind of values without an attribute, if their form after the common prefix tells it. Also returns the
    /// prefix.
    pub(super) fn typed(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<(String, ValueKind, KeyForm)> {
        if let Some((kind, form)) = self.kind_of(column, place) {
            return Some((String::new(), kind, form));
        }
        let (_, first) = *column.first()?;
        let end =
            first.find(|own: char| own.is_ascii_digit()).filter(|end| (1..=20).contains(end))?;
        let prefix = &first[..end];
        let is_word =
            prefix.bytes().all(|byte| byte.is_ascii_alphabetic() || b"-_.$".contains(&byte));
        let inner = stripped(column, prefix, "");
        if !is_word || inner.len() < column.len() || column.len() < 2 {
            return None;
        }
        let (kind, form) = self.kind_of(&inner, SegmentPlace { before: Some(prefix), ..place })?;
        let is_certain = !matches!(kind, ValueKind::U64) || is_numbered(Some(prefix));
        is_certain.then(|| (prefix.into(), kind, form))
    }

    pub(super) fn kind_of(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<(ValueKind, KeyForm)> {
        let texts = column.iter().map(|(_, text)| *text);
        if column.is_empty() {
            return None;
        }
        if let Some(kind) = ValueKind::of_ids(&texts) {
            return Some((kind, KeyForm::Plain));
        }
        // Ids of few rows may have digits by chance.
        let are_numbers = |is_number: bool| {
            is_number && column.len() as u64 >= FEW || self.assumed(place) == Some("u64")
        };
        let is_digits = texts.clone().all(|text| text.bytes().all(|byte| byte.is_ascii_digit()));
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
            if (is_padded || width >= 10) && width <= 19 && are_numbers(true) {
                return Some((ValueKind::U64, KeyForm::Padded(width)));
            }
        }
        let number = ValueKind::U64;
        if texts.clone().all(|text| number.read_part(text, KeyForm::Plain).is_some()) {
            return are_numbers(is_numbered(place.before)).then_some((number, KeyForm::Plain));
        }
        let first = texts.clone().next()?;
        let format = TimeFormat::of(first)
            .find(|format| texts.clone().all(|text| format.read(text).is_some()))?;
        let is_alone =
            time_format(&texts, self.overview.options.types()).is_some() || !format.is_digits();
        // After a time of variable width, only some separators keep the key readable.
        let fits = format.has_fixed_width() || !"-:+.".contains(place.separator);
        (is_alone && fits).then_some((ValueKind::Time(format), KeyForm::Time(format)))
    }

    /// Returns a new field for the values, or the field with the same name that only other rows have.
    pub(super) fn new_field(
        &mut self,
        column: &Column<'r>,
        kind: ValueKind,
        form: KeyForm,
        place: SegmentPlace<'_>,
    ) -> usize {
        let mut stored = vec![None; self.rows.len()];
        for (row, text) in column {
            stored[*row] = kind.read_part(text, form);
        }
        let before = place.before.map(words::snake).filter(|own| own != "field");
        let is_letter = before.as_ref().is_some_and(|before| before.len() == 1);
        let is_digits = |(_, text): &(usize, &str)| text.bytes().all(|byte| byte.is_ascii_digit());
        let ending = match kind {
            ValueKind::Time(_) => "at",
            ValueKind::Date => "date",
            ValueKind::U64 => "number",
            _ if is_letter && column.iter().all(is_digits) => "number",
            _ => "id",
        };
        let name = match before {
            _ if place.name.is_some() => words::snake(place.name.unwrap_or_default()),
            Some(before) if before == "v" && ending == "number" => "version".into(),
            Some(before) if before.len() > 1 && before.ends_with(ending) => before,
            Some(before) => format!("{before}_{ending}"),
            None => ending.into(),
        };
        if let Some(field) = self.same_field(&name, &kind, column) {
            for (own, value) in self.from_keys[field].iter_mut().zip(stored) {
                *own = own.take().or(value);
            }
            return field;
        }
        let name = words::unique(name, |name| self.fields.iter().any(|own| own.name == name));
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
}

/// Returns whether a literal before digits says that they are a number: `u1`, `u2` are ids, and the next could be `ann`; `v1`,
/// `rev-2` are numbers.
fn is_numbered(before: Option<&str>) -> bool {
    let plain = before.unwrap_or_default().trim_matches(['-', '_', '.']).to_ascii_lowercase();
    matches!(&*plain, "v" | "rev" | "r" | "n" | "version" | "revision" | "no" | "nr" | "seq")
}

/// Returns the newtype for values of one alphabet.
pub(super) fn alphabet(column: &Column<'_>) -> Option<ValueKind> {
    let width = column.first()?.1.len();
    let fixed = [(8, Alphabet::HEX), (10, Alphabet::URL)].into_iter();
    let fixed = fixed.filter(|(least, _)| width >= *least).map(|(_, own)| (own, Some(width)));
    let kinds = fixed.chain([(Alphabet::SLUG, None), (Alphabet::URL, None)]);
    let mut kinds = kinds.map(|(alphabet, width)| ValueKind::Alphabet(alphabet, width));
    kinds.find(|kind| column.iter().all(|(_, text)| kind.reads_text(text)))
}
