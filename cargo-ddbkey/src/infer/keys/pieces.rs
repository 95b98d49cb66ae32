//! Learns the pieces of a key, segment by segment.

use super::{Column, Learner, SegmentPlace, Split, values};
use crate::infer::field::{KeyForm, ValueKind};
use crate::infer::layout::is_name_of;
use crate::infer::literals::ShapeSegment;
use crate::infer::model::PieceDraft;
use crate::infer::segments::segments;
use crate::infer::usual::{are_usual, most};

/// Characters that can separate values in one segment.
const DELIMITERS: [char; 13] = ['/', ':', '|', '@', '.', '-', '_', '~', '+', ',', ';', '=', ' '];

impl<'r> Learner<'r> {
    pub(super) fn whole_with_separators(
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
        Some(vec![PieceDraft::rest(source.field, source.form)])
    }

    pub(super) fn joined(
        &mut self,
        split: &[Split<'r>],
        column: &Column<'r>,
        place: SegmentPlace<'_>,
        shape: &[ShapeSegment],
        has_rest: bool,
    ) -> Option<Vec<PieceDraft>> {
        let usual = most(split.iter().map(|(_, own)| own.len()))?;
        let least = split.iter().map(|(_, own)| own.len()).min()?;
        let usual_rows = split.iter().filter(|(_, own)| own.len() == usual).count();
        let is_rest = has_rest || !are_usual(usual_rows, split.len());
        // The end of each string can be one value although it contains separators.
        let ending = self.ending(column, place);
        let count = match &ending {
            Some((_, _, at)) => *at,
            None if is_rest => least.checked_sub(1)?,
            None => usual,
        };
        let is_whole = |own: &&Split<'_>| {
            own.1.len() >= count && (ending.is_some() || is_rest || own.1.len() == usual)
        };
        let split: Vec<_> = split.iter().filter(is_whole).collect();
        let (mut pieces, before) = self.in_order(&split, count, place.separator, place, shape)?;
        let rest = match ending {
            Some((field, form, _)) => Some((field, form)),
            None if is_rest => {
                if !place.is_primary || count == 0 {
                    return None;
                }
                let tails = column.iter().filter_map(|(row, text)| {
                    let mut separators = text.match_indices(place.separator);
                    let (at, separator) = separators.nth(count - 1)?;
                    Some((*row, &text[at + separator.len()..]))
                });
                let place = SegmentPlace { before: before.as_deref(), ..place };
                let (kind, form) = (ValueKind::String, KeyForm::Plain);
                Some((self.new_field(&tails.collect(), kind, form, place), form))
            }
            None => None,
        };
        if let Some((field, form)) = rest {
            pieces.extend([
                PieceDraft::Literal(place.separator.into()),
                PieceDraft::rest(field, form),
            ]);
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
        shape: &[ShapeSegment],
    ) -> Option<(Vec<PieceDraft>, Option<String>)> {
        let (mut pieces, mut before) = (Vec::new(), None::<String>);
        let names: Vec<_> = place.attribute.split(['#', '|', ':', '/', '+']).collect();
        for at in 0..count {
            let column = split.iter().filter_map(|(row, own)| Some((*row, *own.get(at)?)));
            let place = SegmentPlace {
                before: before.as_deref().or(place.before),
                at: if place.depth == 0 { at } else { place.at },
                name: names.get(at).copied().filter(|_| names.len() == count && count > 1),
                ..place
            };
            let found = self.segment(&column.collect(), place, shape.get(at))?;
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
    fn ending(
        &self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
    ) -> Option<(usize, KeyForm, usize)> {
        for field in 0..self.fields.len() {
            if !matches!(self.fields[field].kind, ValueKind::String) || self.is_excluded(field) {
                continue;
            }
            for form in KeyForm::OF_TEXT {
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
                    return Some((field, form, first));
                }
            }
        }
        None
    }

    /// Learns one segment of each string.
    fn segment(
        &mut self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
        shape: Option<&ShapeSegment>,
    ) -> Option<Vec<PieceDraft>> {
        let first = column.first()?.1;
        let equal = column.iter().filter(|(_, text)| *text == first).count();
        let is_constant = are_usual(equal, column.len());
        if is_constant && first.is_empty() {
            return Some(vec![PieceDraft::Literal(String::new())]);
        }
        let literal = |text: &str| Some(vec![PieceDraft::Literal(text.into())]);
        let assumed = self.assumed(place).map(ToOwned::to_owned);
        match (shape, assumed.as_deref()) {
            (_, Some("literal")) if is_constant => return literal(first),
            (Some(ShapeSegment::Literal(text)), None) if is_constant => return literal(text),
            (Some(ShapeSegment::Head(head)), None) => return self.headed(column, place, head),
            _ => {}
        }
        let sources = self.sources(column);
        if let Some(piece) = self.choose(&sources, column, place) {
            return Some(vec![piece]);
        }
        if shape == Some(&ShapeSegment::Undecided) && assumed.is_none() {
            let (entity, attribute, at) = (&self.entity, place.attribute, place.at);
            let text = format!(
                "one word in all rows, a literal or a value: `--assume {entity}.{attribute}.{at}=literal` or \
                 `--assume {entity}.{attribute}.{at}=value`"
            );
            self.doubt(format!("{attribute}.{at}"), text, true);
            if !place.is_primary {
                return literal(first);
            }
        }
        if let Some(pieces) = self.glued(column, place) {
            return Some(pieces);
        }
        if place.is_primary
            && let Some((prefix, kind, form)) = self.typed(column, place)
        {
            let before = Some(&*prefix).filter(|own| !own.is_empty()).or(place.before);
            let inner = stripped(column, &prefix, "");
            let field = self.new_field(&inner, kind, form, SegmentPlace { before, ..place });
            return Some(vec![PieceDraft::Literal(prefix), PieceDraft::value(field, form)]);
        }
        if place.depth < 3
            && let Some(pieces) = self.split(column, place)
        {
            return Some(pieces);
        }
        if place.depth > 0 && is_constant && first.bytes().all(|byte| byte.is_ascii_uppercase()) {
            return literal(first);
        }
        if !place.is_primary || place.depth > 0 {
            return None;
        }
        if is_constant && column.len() > 1 && shape != Some(&ShapeSegment::Undecided) {
            let text = "one value in all rows, which is taken for a value and not for a literal";
            self.doubt(format!("{}.{}", place.attribute, place.at), text, false);
        }
        let alphabet = self.overview.options.newtypes.then(|| values::alphabet(column)).flatten();
        let kind = alphabet.unwrap_or(ValueKind::String);
        let field = self.new_field(column, kind, KeyForm::Plain, place);
        Some(vec![PieceDraft::value(field, KeyForm::Plain)])
    }

    /// Learns a literal and the value after it.
    fn headed(
        &mut self,
        column: &Column<'r>,
        place: SegmentPlace<'_>,
        head: &str,
    ) -> Option<Vec<PieceDraft>> {
        let inner = stripped(column, head, "");
        if !are_usual(inner.len(), column.len()) {
            return None;
        }
        let place = SegmentPlace { before: Some(head), ..place };
        let mut sources = self.sources(&inner);
        sources.retain(|own| self.is_certain(own.field, inner.len()));
        let value = match self.choose(&sources, &inner, place) {
            Some(value) => value,
            None if !place.is_primary => return None,
            None => {
                let typed = self.kind_of(&inner, place);
                let is_whole = place.is_sort_key && !self.overview.split.contains(place.attribute);
                let is_rest = typed.is_none() && is_whole;
                let (kind, form) = typed.unwrap_or((ValueKind::String, KeyForm::Plain));
                let field = self.new_field(&inner, kind, form, place);
                PieceDraft::Value { field, form, is_rest }
            }
        };
        Some(vec![PieceDraft::Literal(head.into()), value])
    }

    /// Returns what somebody has decided about a segment.
    pub(super) fn assumed(&self, place: SegmentPlace<'_>) -> Option<&str> {
        let (attribute, at) = (place.attribute, place.at);
        let mut assumed = self.overview.options.assumed_of(&self.entity);
        let is_it = |name: &str| {
            name.rsplit_once('.').is_some_and(|(own, number)| {
                is_name_of(self.overview.layout, own, attribute) && number == at.to_string()
            })
        };
        assumed.find(|(name, _)| is_it(name)).map(|(_, what)| what).filter(|_| place.depth == 0)
    }

    /// Learns several values with a character between them.
    fn split(&mut self, column: &Column<'r>, place: SegmentPlace<'_>) -> Option<Vec<PieceDraft>> {
        for delimiter in DELIMITERS.into_iter().filter(|own| *own != place.separator) {
            let split: Vec<_> =
                column.iter().map(|(row, text)| (*row, segments(text, delimiter))).collect();
            let usual = most(split.iter().map(|(_, own)| own.len()))?;
            let rows: Vec<_> = split.iter().filter(|(_, own)| own.len() == usual).collect();
            if !(2..=16).contains(&usual) || !are_usual(rows.len(), split.len()) {
                continue;
            }
            let inner = SegmentPlace { depth: place.depth + 1, ..place };
            let pieces = self.attempt(|learner| {
                let (pieces, _) = learner.in_order(&rows, usual, delimiter, inner, &[])?;
                let pieces = merged(pieces);
                let has_values = pieces.iter().any(|own| matches!(own, PieceDraft::Value { .. }));
                let is_legal = learner.is_legal(&pieces, place.separator, place.is_sort_key);
                // A time is not split into numbers.
                let is_new = |piece: &PieceDraft| matches!(piece, PieceDraft::Value { field, .. } if learner.fields[*field].attribute.is_none());
                let is_split_time = pieces.iter().any(is_new) && column.iter().any(|(_, text)| looks_like_time(text));
                (has_values && is_legal && !is_split_time).then_some(pieces)
            });
            if pieces.is_some() {
                return pieces;
            }
        }
        None
    }
}

/// Returns whether a string has three numbers with punctuation between them and nothing else, as `7/1/2024` does.
fn looks_like_time(text: &str) -> bool {
    let numbers = text.split(|own: char| !own.is_ascii_digit());
    let is_time = |own: u8| own.is_ascii_digit() || b"-/.: TZ+".contains(&own);
    text.bytes().all(is_time) && numbers.filter(|own| !own.is_empty()).count() > 2
}

/// Returns what is between the beginning and the end of each string that has both, and something between them.
pub(super) fn stripped<'r>(column: &Column<'r>, prefix: &str, suffix: &str) -> Column<'r> {
    let inner = column
        .iter()
        .filter_map(|(row, text)| Some((*row, text.strip_prefix(prefix)?.strip_suffix(suffix)?)));
    inner.filter(|(_, text)| !text.is_empty()).collect()
}

/// Merges adjacent literals.
pub(super) fn merged(pieces: Vec<PieceDraft>) -> Vec<PieceDraft> {
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
