//! Groups rows by the literals of their keys.
//!
//! A segment is a literal if it is a word in capitals, or if attribute names or other keys contain the word. A segment
//! that is merely equal in all rows, such as the only tenant of a sample, is a value.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::layout::is_key_name;
use super::value::{StoredRow, StoredValue};
use super::words;
use crate::schema::Schema;

/// The characters that join segments, the most common first.
pub(super) const SEPARATORS: [char; 6] = ['#', '|', '~', ':', ';', ','];

/// A segment of a key, reduced to what distinguishes groups.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ShapeSegment {
    Literal(String),
    Value,
}

/// What the keys of a group have in common: the segments of each key.
pub(super) type KeyShape = Vec<Vec<ShapeSegment>>;

/// Rows whose keys have the same shape.
#[derive(Debug)]
pub(super) struct Group<'r> {
    pub(super) shape: KeyShape,
    pub(super) rows: Vec<&'r StoredRow>,
    /// The total number of rows, including rows that are not in the sample.
    pub(super) count: u64,
    /// Whether the last key continues after its shape, with any number of segments.
    pub(super) has_rest: bool,
}

/// Words that are often a whole sort key.
const STATIC: [&str; 20] = [
    "profile", "metadata", "meta", "info", "detail", "details", "setting", "settings", "config",
    "state", "current", "latest", "summary", "root", "main", "data", "default", "all", "count",
    "counter",
];

/// Names of attributes that hold the name of an entity, without punctuation.
const TYPE_NAMES: [&str; 19] = [
    "type",
    "entity",
    "entitytype",
    "et",
    "kind",
    "itemtype",
    "recordtype",
    "objecttype",
    "model",
    "typename",
    "edbe",
    "rowtype",
    "doctype",
    "class",
    "resourcetype",
    "entityname",
    "modelname",
    "discriminator",
    "ct",
];

/// Returns whether an attribute with this name can hold the name of an entity.
pub(super) fn is_type_name(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    TYPE_NAMES.contains(&&*plain.to_ascii_lowercase())
}

/// Returns the character that joins the segments of a key. If the key starts with a time, the characters in the time do
/// not count.
pub(super) fn separator_of(text: &str) -> char {
    let text = &text[atom(text)..];
    SEPARATORS.into_iter().find(|own| text.contains(*own)).unwrap_or('#')
}

/// Splits a key into segments. A time or a UUID is one segment, whatever joins its parts.
pub(super) fn segments(text: &str, separator: char) -> Vec<&str> {
    let mut segments = Vec::new();
    let (mut start, mut at) = (0, atom(text));
    loop {
        match text[at..].find(separator) {
            Some(found) => {
                segments.push(&text[start..at + found]);
                start = at + found + separator.len_utf8();
                at = start + atom(&text[start..]);
            }
            None => {
                segments.push(&text[start..]);
                return segments;
            }
        }
    }
}

/// Returns the width of the time or UUID that a string starts with, or 0.
fn atom(text: &str) -> usize {
    let bytes = text.as_bytes();
    let fits = |pattern: &[u8]| {
        bytes.len() >= pattern.len()
            && pattern.iter().zip(bytes).all(|(own, byte)| match own {
                b'0' => byte.is_ascii_digit(),
                b'x' => byte.is_ascii_hexdigit(),
                own => own == byte,
            })
    };
    if fits(b"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
        return 36;
    }
    if !fits(b"0000-00-00") {
        return 0;
    }
    if !fits(b"0000-00-00T00:00:00") {
        return 10;
    }
    let fraction = bytes[19..].iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let end = if bytes.get(19) == Some(&b'.') { 20 + fraction } else { 19 };
    let rest = &bytes[end..];
    let is_offset = rest.len() >= 6 && matches!(rest[0], b'+' | b'-') && rest[3] == b':';
    match rest.first() {
        Some(b'Z') => end + 1,
        Some(_) if is_offset => end + 6,
        _ => end,
    }
}

/// What is known about all rows before they are grouped.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The words in attribute names and in the values of type attributes.
    names: BTreeSet<String>,
    /// The positions at which each word is a segment.
    places: HashMap<String, BTreeSet<(usize, usize)>>,
}

impl Vocabulary {
    pub(super) fn of<'r>(rows: impl Iterator<Item = &'r StoredRow>, schema: &Schema) -> Self {
        let mut vocabulary = Self::default();
        for row in rows {
            for (name, value) in &row.attributes {
                if !is_key_name(name) {
                    vocabulary.add(name);
                }
                if let (true, StoredValue::S(text)) = (is_type_name(name), value) {
                    vocabulary.add(text);
                }
            }
            for (key, name) in schema.key().names().enumerate() {
                let Some(text) = row.string(name) else { continue };
                for (at, segment) in segments(text, separator_of(text)).into_iter().enumerate() {
                    if is_word(segment) && segment.len() <= 40 {
                        let places = vocabulary.places.entry(segment.into()).or_default();
                        places.insert((key, at));
                    }
                }
            }
        }
        vocabulary
    }

    fn add(&mut self, name: &str) {
        for word in words::words(name) {
            if word.len() > 2 {
                let singular = word.strip_suffix('s').unwrap_or(&word).to_owned();
                self.names.insert(singular);
            }
        }
    }

    /// Returns whether a segment looks like a literal.
    pub(super) fn is_literal(&self, segment: &str) -> bool {
        if segment.is_empty() {
            return true;
        }
        if !is_word(segment) || segment.len() > 40 {
            return false;
        }
        let letters: Vec<_> = segment.bytes().filter(u8::is_ascii_alphabetic).collect();
        let digits = segment.bytes().filter(u8::is_ascii_digit).count();
        if letters.iter().all(u8::is_ascii_uppercase) {
            // `ORDER2` is one, `A1B2` is not.
            let is_numbered = segment.trim_end_matches(|own: char| own.is_ascii_digit()).len()
                + digits
                == segment.len();
            return digits == 0 || digits <= 2 && letters.len() >= 3 && is_numbered;
        }
        let words = words::words(segment);
        let is_known = |word: &String| self.names.contains(word.strip_suffix('s').unwrap_or(word));
        let is_elsewhere =
            || digits == 0 && self.places.get(segment).is_some_and(|own| own.len() > 1);
        let is_number = |word: &String| word.bytes().all(|byte| byte.is_ascii_digit());
        let are_known = words.iter().any(is_known)
            && words.iter().all(|word| is_known(word) || is_number(word));
        digits <= 2 && are_known
            || STATIC.contains(&&*segment.to_ascii_lowercase())
            || segment.starts_with('$')
            || is_elsewhere()
    }

    /// Returns the shape of a row's keys, in the attributes with these names. If a key ends with an attribute that contains
    /// separators, the attribute counts as one segment.
    pub(super) fn shape<'n>(
        &self,
        row: &StoredRow,
        schema: &Schema,
        names: impl Iterator<Item = &'n str>,
    ) -> KeyShape {
        let keys = names.map(|name| {
            let Some(text) = row.string(name) else { return Vec::new() };
            let separator = separator_of(text);
            let rest = rest_of(row, schema, text, separator);
            let head = &text[..text.len() - rest];
            let mut segments = segments(head, separator);
            if rest > 0 {
                segments.pop();
            }
            let own = segments.iter().enumerate().map(|(at, segment)| {
                let before = at.checked_sub(1).map(|before| segments[before]);
                if self.is_literal(segment) && !is_value(row, schema, segment, before) {
                    ShapeSegment::Literal((*segment).into())
                } else {
                    ShapeSegment::Value
                }
            });
            own.chain((rest > 0).then_some(ShapeSegment::Value)).collect()
        });
        keys.collect()
    }
}

/// Returns whether a string is a word, with the punctuation that words in keys have.
fn is_word(text: &str) -> bool {
    text.bytes().any(|byte| byte.is_ascii_alphabetic())
        && text.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"_-$.&@".contains(&byte))
        && !text.contains('@')
}

/// Returns whether an attribute that does not hold the name of an entity has this value.
fn is_value(row: &StoredRow, schema: &Schema, segment: &str, before: Option<&str>) -> bool {
    if segment.is_empty() {
        return false;
    }
    row.attributes.iter().any(|(name, value)| {
        let is_it = matches!(value, StoredValue::S(text) if text == segment
            || text.len() == segment.len() && (text.to_lowercase() == segment || text.to_uppercase() == segment));
        let is_named = before.is_some_and(|before| {
            let before = words::words(before);
            !before.is_empty() && words::words(name).starts_with(&before)
        });
        is_it && (is_named || !is_type_name(name)) && !schema.key().has(name) && !is_key_name(name)
    })
}

/// Returns the length of the value with separators at the end of a key.
fn rest_of(row: &StoredRow, schema: &Schema, text: &str, separator: char) -> usize {
    let ends = |value: &str| {
        value.contains(separator)
            && value.len() < text.len()
            && text.is_char_boundary(text.len() - value.len())
            && text[..text.len() - value.len()].ends_with(separator)
            && (text.ends_with(value) || text.to_lowercase().ends_with(&value.to_lowercase()))
    };
    let values = row.attributes.iter().filter_map(|(name, value)| match value {
        StoredValue::S(value) if !schema.key().has(name) && !is_key_name(name) => Some(value),
        _ => None,
    });
    values.filter(|value| ends(value)).map(String::len).max().unwrap_or_default()
}

/// Groups rows by the shape of their keys.
pub(super) fn groups<'r>(
    rows: &[(&'r StoredRow, f64)],
    schema: &Schema,
    vocabulary: &Vocabulary,
) -> Vec<Group<'r>> {
    let mut groups: BTreeMap<KeyShape, (Vec<&'r StoredRow>, f64)> = BTreeMap::new();
    for (row, weight) in rows {
        if schema.key().names().any(|name| row.get(name).and_then(StoredValue::text).is_none()) {
            continue;
        }
        let group = groups.entry(vocabulary.shape(row, schema, schema.key().names())).or_default();
        group.0.push(row);
        group.1 += weight;
    }
    let groups = groups.into_iter().map(|(shape, (rows, count))| {
        #[allow(clippy::cast_sign_loss, reason = "a sum of weights")]
        let count = count.round() as u64;
        Group { shape, rows, count, has_rest: false }
    });
    let mut groups: Vec<_> = groups.collect();
    merge_words(&mut groups);
    merge_rests(&mut groups);
    groups.sort_by(|one, other| one.shape.cmp(&other.shape));
    groups
}

/// Merges groups that differ in one word and have the same fields: the word is a value.
fn merge_words(groups: &mut Vec<Group<'_>>) {
    let places: BTreeSet<(usize, usize)> = groups
        .iter()
        .flat_map(|group| group.shape.iter().enumerate())
        .flat_map(|(key, segments)| (0..segments.len()).map(move |at| (key, at)))
        .collect();
    for (key, at) in places {
        let mut alike: BTreeMap<KeyShape, Vec<usize>> = BTreeMap::new();
        for (number, group) in groups.iter().enumerate() {
            let Some(ShapeSegment::Literal(word)) = group.shape[key].get(at) else { continue };
            if !word.is_empty() {
                let mut shape = group.shape.clone();
                shape[key][at] = ShapeSegment::Value;
                alike.entry(shape).or_default().push(number);
            }
        }
        let mut merged = BTreeSet::new();
        for (shape, numbers) in alike {
            let is_after_literal = at > 0
                && matches!(&shape[key][at - 1], ShapeSegment::Literal(word) if !word.is_empty());
            let names = fields_of(&groups[numbers[0]]);
            let agree =
                numbers.iter().all(|number| are_alike(&names, &fields_of(&groups[*number])));
            let enough = match (is_after_literal, names.is_empty()) {
                (true, false) => 2,
                (true, true) => 8,
                (false, _) => 25,
            };
            let have_values = shape.iter().flatten().any(|segment| *segment == ShapeSegment::Value);
            if numbers.len() < enough || !agree || !have_values {
                continue;
            }
            merge(groups, &numbers, shape, &mut merged);
        }
        remove(groups, &merged);
    }
    join_equal(groups);
}

/// Merges groups whose last key continues with one, two or three values: the rest of that key is a value.
fn merge_rests(groups: &mut Vec<Group<'_>>) {
    let head = |shape: &KeyShape| {
        let mut shape = shape.clone();
        let last = shape.last_mut()?;
        let values = last.iter().rev().take_while(|own| **own == ShapeSegment::Value).count();
        last.truncate(last.len() - values);
        (values > 0 && !last.is_empty()).then_some((shape, values))
    };
    let mut alike: BTreeMap<KeyShape, Vec<(usize, usize)>> = BTreeMap::new();
    for (number, group) in groups.iter().enumerate() {
        if let Some((shape, values)) = head(&group.shape) {
            alike.entry(shape).or_default().push((number, values));
        }
    }
    let mut merged = BTreeSet::new();
    for (mut shape, numbers) in alike {
        let counts: BTreeSet<_> = numbers.iter().map(|(_, values)| values).collect();
        let names = fields_of(&groups[numbers[0].0]);
        let agree =
            numbers.iter().all(|(number, _)| are_alike(&names, &fields_of(&groups[*number])));
        if counts.len() < 3 || !agree {
            continue;
        }
        if let Some(last) = shape.last_mut() {
            last.push(ShapeSegment::Value);
        }
        let numbers: Vec<_> = numbers.into_iter().map(|(number, _)| number).collect();
        merge(groups, &numbers, shape, &mut merged);
        groups[numbers[0]].has_rest = true;
    }
    remove(groups, &merged);
}

/// Moves the rows of groups to the first of them, which has this shape from now on. The others are merged.
fn merge(
    groups: &mut [Group<'_>],
    numbers: &[usize],
    shape: KeyShape,
    merged: &mut BTreeSet<usize>,
) {
    let first = numbers[0];
    for other in &numbers[1..] {
        let rows = std::mem::take(&mut groups[*other].rows);
        groups[first].rows.extend(rows);
        groups[first].count += groups[*other].count;
        merged.insert(*other);
    }
    groups[first].shape = shape;
}

fn remove(groups: &mut Vec<Group<'_>>, merged: &BTreeSet<usize>) {
    let mut number = 0..;
    groups.retain(|_| number.next().is_none_or(|number| !merged.contains(&number)));
}

fn join_equal(groups: &mut Vec<Group<'_>>) {
    groups.sort_by(|one, other| one.shape.cmp(&other.shape));
    groups.dedup_by(|other, one| {
        let are_equal = one.shape == other.shape;
        if are_equal {
            one.rows.append(&mut other.rows);
            one.count += other.count;
        }
        are_equal
    });
}

/// Returns the names of the attributes that most rows of a group have, without keys.
fn fields_of(group: &Group<'_>) -> BTreeSet<String> {
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for row in &group.rows {
        for name in row.names().filter(|name| !is_key_name(name)) {
            *counts.entry(name).or_default() += 1;
        }
    }
    let common = counts.into_iter().filter(|(_, count)| count * 2 >= group.rows.len());
    common.map(|(name, _)| name.to_owned()).collect()
}

impl Group<'_> {
    /// Returns a group of the rows of several groups.
    pub(super) fn of(groups: &[&Self]) -> Self {
        Self {
            shape: groups.first().map(|first| first.shape.clone()).unwrap_or_default(),
            rows: groups.iter().flat_map(|own| own.rows.iter().copied()).collect(),
            count: groups.iter().map(|own| own.count).sum(),
            has_rest: groups.iter().any(|own| own.has_rest),
        }
    }

    /// Returns whether the keys of a group have all segments of another's in the same order, and more, and its rows have
    /// similar fields.
    pub(super) fn continues(&self, other: &Self) -> bool {
        let more = self.segments().saturating_sub(other.segments());
        let has_segments = more > 0
            && self.shape.iter().zip(&other.shape).all(|(own, other)| {
                let mut own = own.iter();
                other.iter().all(|segment| own.any(|own| own == segment))
            });
        if !has_segments || self.has_rest || other.has_rest {
            return false;
        }
        let (own, other) = (fields_of(self), fields_of(other));
        let shared = own.intersection(&other).count();
        let differing = own.symmetric_difference(&other).count().saturating_sub(more);
        shared >= differing * 2
    }

    pub(super) fn has_literal(&self) -> bool {
        self.shape.iter().any(|own| has_literal(own))
    }

    /// Returns whether the shapes only differ in a key that has none of the other's literals.
    pub(super) fn lacks_literals_of(&self, other: &Self) -> bool {
        let mut keys = self.shape.iter().zip(&other.shape);
        self.shape != other.shape
            && keys.all(|(own, other)| own == other || !has_literal(own) && has_literal(other))
    }

    /// Returns the number of segments in all keys.
    pub(super) fn segments(&self) -> usize {
        self.shape.iter().map(Vec::len).sum()
    }
}

fn has_literal(key: &[ShapeSegment]) -> bool {
    key.iter().any(|own| matches!(own, ShapeSegment::Literal(word) if !word.is_empty()))
}

fn are_alike(one: &BTreeSet<String>, other: &BTreeSet<String>) -> bool {
    let (shared, all) = (one.intersection(other).count(), one.union(other).count());
    shared * 5 >= all * 4
}
