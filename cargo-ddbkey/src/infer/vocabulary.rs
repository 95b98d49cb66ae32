//! Tells which segments of a key are literals.
//!
//! A segment is a literal if it is a word in capitals, or if attribute names or other keys contain the word. A segment
//! that is merely equal in all rows, such as the only tenant of a sample, is a value.

use std::collections::{BTreeSet, HashMap};

use super::layout::{Layout, is_key_name};
use super::segments::{segments, separator_of};
use super::value::{StoredRow, StoredValue};
use super::words;

/// A segment of a key, reduced to what distinguishes groups.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ShapeSegment {
    Literal(String),
    Value,
}

/// What the keys of a group have in common: the segments of each key.
pub(super) type KeyShape = Vec<Vec<ShapeSegment>>;

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

/// What is known about all rows before they are grouped.
#[derive(Debug, Default)]
pub(super) struct Vocabulary {
    /// The words in attribute names and in the values of type attributes.
    names: BTreeSet<String>,
    /// The positions at which each word is a segment.
    places: HashMap<String, BTreeSet<(usize, usize)>>,
}

impl Vocabulary {
    pub(super) fn of<'r>(rows: impl Iterator<Item = &'r StoredRow>, layout: &Layout) -> Self {
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
            for (key, name) in layout.key.names().enumerate() {
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
        layout: &Layout,
        names: impl Iterator<Item = &'n str>,
    ) -> KeyShape {
        let keys = names.map(|name| {
            let Some(text) = row.string(name) else { return Vec::new() };
            let separator = separator_of(text);
            let rest = rest_of(row, layout, text, separator);
            let head = &text[..text.len() - rest];
            let mut segments = segments(head, separator);
            if rest > 0 {
                segments.pop();
            }
            let own = segments.iter().enumerate().map(|(at, segment)| {
                let before = at.checked_sub(1).map(|before| segments[before]);
                if self.is_literal(segment) && !is_value(row, layout, segment, before) {
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
fn is_value(row: &StoredRow, layout: &Layout, segment: &str, before: Option<&str>) -> bool {
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
        is_it && (is_named || !is_type_name(name)) && !layout.key.has(name) && !is_key_name(name)
    })
}

/// Returns the length of the value with separators at the end of a key.
fn rest_of(row: &StoredRow, layout: &Layout, text: &str, separator: char) -> usize {
    let ends = |value: &str| {
        value.contains(separator)
            && value.len() < text.len()
            && text.is_char_boundary(text.len() - value.len())
            && text[..text.len() - value.len()].ends_with(separator)
            && (text.ends_with(value) || text.to_lowercase().ends_with(&value.to_lowercase()))
    };
    let values = row.attributes.iter().filter_map(|(name, value)| match value {
        StoredValue::S(value) if !layout.key.has(name) && !is_key_name(name) => Some(value),
        _ => None,
    });
    values.filter(|value| ends(value)).map(String::len).max().unwrap_or_default()
}
