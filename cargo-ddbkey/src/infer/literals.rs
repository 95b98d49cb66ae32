//! Decides what is a literal, for segments of keys, whole attributes and the beginnings of segments: the only place that does.
//!
//! A segment is looked at together with the other rows that have the same literals before it in the same attribute. It is a
//! literal
//!
//! - if rows of another kind have another word there;
//! - if it is the only one there, has no digit, and is followed by a value that varies;
//! - if it is in capitals and ends a sort key.
//!
//! Letters before digits, as in `P1`, are a literal only if the type attribute tells the rows with other letters apart.
//!
//! It is a value if an attribute of the same row equals it in all rows, or if it is the whole id of another row. Any other
//! word that all rows share, such as the only tenant of a sample, is undecided, and so is one that is the whole partition key
//! of an index.

use std::collections::{BTreeMap, BTreeSet, HashMap, HashSet};
use std::hash::Hash;

use ddbkey_tools::Schema;

use super::layout::{is_key, is_key_name};
use super::segments::{segments as segments_between, split};
use super::usual::are_usual;
use super::value::{StoredRow, StoredValue};
use super::words;

/// A segment of a key, reduced to what distinguishes groups.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(super) enum ShapeSegment {
    Literal(String),
    /// A literal, with its last punctuation, and a value: `HALL-` in `HALL-h1`.
    Head(String),
    /// A word that all rows share. The rows do not tell whether it is a literal.
    Undecided,
    Value,
}

/// What the keys of a group have in common: the segments of each key.
pub(super) type KeyShape = Vec<Vec<ShapeSegment>>;

/// Names of attributes that hold the name of an entity, without punctuation.
const TYPE_NAMES: &str = "type entity entitytype et kind itemtype recordtype objecttype model typename edbe \
    rowtype doctype class resourcetype entityname modelname discriminator ct";

/// The maximum number of words at one place. More are values.
const MAX_WORDS: usize = 64;

/// The maximum number of words with which a key may begin although nothing else tells their rows apart.
const MAX_FIRST_WORDS: usize = 4;

/// Returns whether an attribute with this name can hold the name of an entity.
pub(super) fn is_type_name(name: &str) -> bool {
    let plain: String = name.chars().filter(char::is_ascii_alphanumeric).collect();
    words::is_in(TYPE_NAMES, &plain.to_ascii_lowercase())
}

/// The literals of all keys.
#[derive(Default)]
pub(super) struct Literals {
    /// By attribute, and the path to a segment: the literals before it, with `*` for each value.
    decided: HashMap<String, HashMap<String, ShapeSegment>>,
}

/// A row with the number of its kind, and one of its keys.
struct Placed<'r> {
    row: &'r StoredRow,
    kind: usize,
    segments: Vec<&'r str>,
}

/// The rows that have the same text at one place.
struct Word<'p, 'r> {
    text: &'r str,
    /// Whether the text is only the beginning of their segments.
    is_head: bool,
    rows: Vec<&'p Placed<'r>>,
    kinds: BTreeSet<usize>,
}

/// What distinguishes the rows of one entity from the rows of others, besides the words in question.
#[derive(PartialEq, Eq, Hash)]
struct Kind<'r> {
    type_name: Option<&'r str>,
    /// The number of segments of each key of the table.
    widths: Vec<usize>,
    /// The first segment of each key, if it is a word.
    heads: Vec<Option<&'r str>>,
    names: BTreeSet<&'r str>,
}

/// An attribute whose literals are decided.
#[derive(Clone, Copy)]
struct Place<'p> {
    attribute: &'p str,
    /// The number of the table's key, if it is one.
    key: Option<usize>,
    is_sort_key: bool,
}

/// The rows of a table while the literals of their keys are decided.
struct Decision<'r> {
    kinds: Vec<Kind<'r>>,
    /// The last two segments of each key of the table, with the kinds of the rows.
    ids: HashMap<(&'r str, &'r str), BTreeSet<usize>>,
    literals: Literals,
}

impl Literals {
    /// Decides the literals of the table's keys and of these attributes of indexes.
    pub(super) fn of<'r>(
        rows: &[&'r StoredRow],
        layout: &Schema,
        joined: &BTreeSet<String>,
        type_attribute: Option<&str>,
    ) -> Self {
        let mut numbers: HashMap<Kind<'r>, usize> = HashMap::new();
        let mut ids: HashMap<_, BTreeSet<usize>> = HashMap::new();
        let kind_of = rows.iter().map(|row| {
            let keys = layout.key.names().filter_map(|name| row.string(name)).map(split);
            let keys: Vec<_> = keys.map(|(_, segments)| segments).collect();
            let kind = Kind {
                type_name: type_attribute.and_then(|name| row.string(name)),
                widths: keys.iter().map(Vec::len).collect(),
                heads: keys.iter().map(|own| Some(own[0]).filter(|own| is_word(own))).collect(),
                names: row.names().filter(|name| !is_key(layout, name)).collect(),
            };
            let next = numbers.len();
            let number = *numbers.entry(kind).or_insert(next);
            for own in &keys {
                if let [.., before, last] = own[..] {
                    ids.entry((before, last)).or_default().insert(number);
                }
            }
            number
        });
        let kind_of: Vec<_> = kind_of.collect();
        let mut kinds: Vec<_> = numbers.into_iter().collect();
        kinds.sort_unstable_by_key(|(_, number)| *number);
        let kinds = kinds.into_iter().map(|(kind, _)| kind).collect();
        let mut decision = Decision { kinds, ids, literals: Self::default() };
        // `Status#Date` names its segments, so that they are fields.
        for attribute in joined.iter().filter(|name| !name.contains(['#', '|', '/', '+'])) {
            let place = Place {
                attribute,
                key: layout.key.names().position(|own| own == attribute),
                is_sort_key: layout.keys().any(|key| key.sort_key.contains(attribute)),
            };
            let placed = rows.iter().zip(&kind_of).filter_map(|(row, kind)| {
                let segments = segments_of(row, layout, row.string(attribute)?).0;
                Some(Placed { row, kind: *kind, segments })
            });
            let placed: Vec<_> = placed.collect();
            decision.decide(place, "", &placed.iter().collect::<Vec<_>>(), 0);
        }
        decision.literals
    }

    /// Returns the shape of a row's keys, in the attributes with these names. If a key ends with an attribute that contains
    /// separators, the attribute counts as one segment.
    pub(super) fn shape<'n>(
        &self,
        row: &StoredRow,
        layout: &Schema,
        names: impl Iterator<Item = &'n str>,
    ) -> KeyShape {
        let keys = names.map(|name| {
            let Some(text) = row.string(name) else { return Vec::new() };
            let (segments, has_rest) = segments_of(row, layout, text);
            let (decided, mut path) = (self.decided.get(name), String::new());
            let own = segments.into_iter().map(|segment| {
                let texts = [Some(segment), head_of(segment)];
                let found =
                    texts.into_iter().flatten().find_map(|text| decided?.get(&join(&path, text)));
                let found = found.cloned().unwrap_or(ShapeSegment::Value);
                path = found.path(&path);
                found
            });
            own.chain(has_rest.then_some(ShapeSegment::Value)).collect()
        });
        keys.collect()
    }
}

impl ShapeSegment {
    pub(super) fn word(&self) -> Option<&str> {
        match self {
            Self::Literal(word) | Self::Head(word) => Some(word),
            Self::Undecided | Self::Value => None,
        }
    }

    /// Returns the path to the segments after this one.
    fn path(&self, before: &str) -> String {
        match self {
            Self::Literal(word) => join(before, word),
            Self::Head(word) => join(before, word) + "*",
            Self::Undecided | Self::Value => join(before, "*"),
        }
    }
}

fn join(path: &str, text: &str) -> String {
    format!("{path}\u{1f}{text}")
}

impl<'r> Decision<'r> {
    /// Decides the segments at one position of rows that have the same literals before it.
    fn decide(&mut self, place: Place<'_>, path: &str, rows: &[&Placed<'r>], at: usize) {
        let rows: Vec<_> = rows.iter().copied().filter(|row| at < row.segments.len()).collect();
        let is_free = path.is_empty() || path.ends_with('*');
        let whole: HashSet<&str> = rows.iter().map(|row| row.segments[at]).collect();
        let mut words: BTreeMap<&str, Word<'_, 'r>> = BTreeMap::new();
        let mut values = Vec::new();
        for row in &rows {
            let segment = row.segments[at];
            // Letters before digits are a literal only if the type attribute tells them apart.
            let is_told = self.kinds[row.kind].type_name.is_some();
            let is_head =
                |own: &&str| !own.ends_with(char::is_alphabetic) || is_told && !whole.contains(own);
            let head = head_of(segment).filter(|_| is_free).filter(is_head);
            let text = Some(segment).filter(|own| own.is_empty() || is_word(own)).or(head);
            match text {
                Some(text) => {
                    let word = words.entry(text).or_insert_with(|| Word::new(text));
                    word.add(row, segment != text);
                }
                None => values.push(*row),
            }
        }
        // More words than these are values.
        let is_few = words.len() <= MAX_WORDS;
        let (words, rare): (Vec<_>, Vec<_>) = words
            .into_values()
            .partition(|word| is_few || word.rows.len() * MAX_WORDS >= rows.len());
        values.extend(rare.into_iter().flat_map(|word| word.rows));
        let mut others = Word::new("");
        for row in &values {
            others.add(row, false);
        }
        for word in &words {
            let found = self.verdict(place, at, is_free, word, &words, &others);
            if found == ShapeSegment::Value || found == ShapeSegment::Undecided {
                values.extend(&word.rows);
            } else {
                self.decide(place, &found.path(path), &word.rows, at + 1);
            }
            let decided = self.literals.decided.entry(place.attribute.into()).or_default();
            decided.insert(join(path, word.text), found);
        }
        if !values.is_empty() {
            self.decide(place, &join(path, "*"), &values, at + 1);
        }
    }

    /// Decides one word. `others` are the rows that have no word there.
    fn verdict(
        &self,
        place: Place<'_>,
        at: usize,
        is_free: bool,
        word: &Word<'_, 'r>,
        words: &[Word<'_, 'r>],
        others: &Word<'_, 'r>,
    ) -> ShapeSegment {
        let Word { text, is_head, rows, .. } = word;
        let literal = || match is_head {
            true => ShapeSegment::Head((*text).into()),
            false => ShapeSegment::Literal((*text).into()),
        };
        if text.is_empty() {
            return literal();
        }
        let before = at.checked_sub(1).map(|before| rows[0].segments[before]);
        let equal = rows.iter().filter(|row| is_value(row.row, row.segments[at], before)).count();
        let is_id = || {
            let others = before.and_then(|before| self.ids.get(&(before, text)));
            let mut others = others.into_iter().flatten().filter(|own| !word.kinds.contains(own));
            others.any(|other| self.differ(place, &word.kinds, &[*other].into()))
        };
        if are_usual(equal, rows.len()) || is_id() {
            return ShapeSegment::Value;
        }
        let ends = word.ends(at);
        if ends && at == 0 && place.key.is_none() && !place.is_sort_key {
            return ShapeSegment::Undecided;
        }
        let total: usize =
            words.iter().map(|own| own.rows.len()).sum::<usize>() + others.rows.len();
        let is_alone = are_usual(rows.len(), total);
        let (is_upper, has_digit) = (word.is_upper(), word.has_digit());
        let are_few = words.len() * 2 <= total.max(4);
        let beside = words.iter().chain([others]);
        let beside = beside.filter(|own| own.text != *text && !own.rows.is_empty());
        let differing = beside.map(|own| self.differ(place, &word.kinds, &own.kinds));
        let differing: Vec<bool> = differing.collect();
        let count = differing.iter().filter(|own| **own).count();
        let is_before_values = !has_digit && count == differing.len() && word.varies(at + 1);
        let is_other_kind = count > 0
            && (is_upper || are_few || is_before_values)
            && if is_free {
                count * 2 >= differing.len() && (is_upper || rows.len() >= 2)
            } else {
                count == differing.len() && (is_upper || rows.len() >= 3)
            };
        let is_first_in_capitals = at == 0 && is_upper && !is_head;
        let is_followed = !ends
            && !has_digit
            && if is_alone {
                *is_head && !text.ends_with(char::is_alphabetic)
                    || is_first_in_capitals
                    || !is_head && word.varies(at + 1)
            } else {
                is_first_in_capitals
            };
        let are_first = is_free
            && !is_head
            && words.len() <= MAX_FIRST_WORDS
            && others.rows.is_empty()
            && words.iter().any(|own| own.varies(at + 1))
            && words.iter().all(|own| {
                own.rows.len() > 1 && !own.has_digit() && (own.varies(at + 1) || own.ends(at))
            });
        let is_end = place.is_sort_key && ends && is_upper && {
            let upper = words.iter().filter(|own| own.is_upper()).count();
            is_alone || upper == 1 || at == 0 && upper <= 8
        };
        if is_other_kind || is_followed || are_first || is_end {
            literal()
        } else if is_alone && !is_head && !has_digit {
            ShapeSegment::Undecided
        } else {
            ShapeSegment::Value
        }
    }

    /// Returns whether rows of these kinds are of other entities than rows of the others.
    fn differ(&self, place: Place<'_>, one: &BTreeSet<usize>, other: &BTreeSet<usize>) -> bool {
        fn are_disjoint<'k, T: Eq + Hash>(
            one: &[&'k Kind<'k>],
            other: &[&'k Kind<'k>],
            of: impl Fn(&'k Kind<'k>) -> Option<T>,
        ) -> bool {
            let one: Option<HashSet<T>> = one.iter().map(|kind| of(kind)).collect();
            let is_other = |one: &HashSet<T>| {
                other.iter().all(|kind| of(kind).is_some_and(|own| !one.contains(&own)))
            };
            one.as_ref().is_some_and(is_other)
        }
        let [one, other] = [one, other]
            .map(|kinds| kinds.iter().map(|kind| &self.kinds[*kind]).collect::<Vec<_>>());
        if one.iter().chain(&other).all(|kind| kind.type_name.is_some()) {
            return are_disjoint(&one, &other, |kind| kind.type_name);
        }
        let lacks = |kinds: &[&Kind<'_>], others: &[&Kind<'_>]| {
            let mut names = kinds.iter().flat_map(|kind| &kind.names);
            names.any(|name| {
                kinds.iter().all(|kind| kind.names.contains(name))
                    && !others.iter().any(|kind| kind.names.contains(name))
            })
        };
        let keys = (0..one[0].heads.len()).filter(|key| Some(*key) != place.key);
        are_disjoint(&one, &other, |kind| Some(&kind.widths))
            || lacks(&one, &other) && lacks(&other, &one)
            || keys
                .into_iter()
                .any(|key| are_disjoint(&one, &other, |kind| *kind.heads.get(key)?))
    }
}

impl<'p, 'r> Word<'p, 'r> {
    const fn new(text: &'r str) -> Self {
        Self { text, is_head: false, rows: Vec::new(), kinds: BTreeSet::new() }
    }

    fn add(&mut self, row: &'p Placed<'r>, is_head: bool) {
        self.is_head |= is_head;
        self.rows.push(row);
        self.kinds.insert(row.kind);
    }

    fn is_upper(&self) -> bool {
        self.text.starts_with('$') || !self.text.bytes().any(|byte| byte.is_ascii_lowercase())
    }

    fn has_digit(&self) -> bool {
        !self.text.starts_with('$') && self.text.bytes().any(|byte| byte.is_ascii_digit())
    }

    /// Returns whether it ends the keys of its rows.
    fn ends(&self, at: usize) -> bool {
        !self.is_head && self.rows.iter().all(|row| row.segments.len() == at + 1)
    }

    /// Returns whether its rows have a value at a position: a segment that is not a word, or more words than literals would be.
    fn varies(&self, at: usize) -> bool {
        let segments = self.rows.iter().filter_map(|row| row.segments.get(at));
        let segments: Vec<&str> = segments.copied().collect();
        let texts: HashSet<&str> = segments.iter().copied().collect();
        segments.iter().any(|own| !own.is_empty() && !is_word(own))
            || texts.len() > 1 && texts.len() * 2 > segments.len()
    }
}

/// Returns whether a segment is a word, with the punctuation that words in keys have. `ORDER2` is one, `A1B2` is not.
fn is_word(text: &str) -> bool {
    let is_plain = |text: &str| {
        text.bytes().any(|byte| byte.is_ascii_alphabetic())
            && text.bytes().all(|byte| byte.is_ascii_alphabetic() || b"_-$.&".contains(&byte))
    };
    let stem = text.trim_end_matches(|own: char| own.is_ascii_digit());
    let (letters, digits) =
        (stem.bytes().filter(u8::is_ascii_uppercase).count(), text.len() - stem.len());
    text.len() <= 40
        && is_plain(stem)
        && (digits == 0
            || text.starts_with('$')
            || digits <= 2 && letters >= 3 && letters == stem.len())
}

/// Returns the word at the beginning of a segment: with its punctuation, if something else follows, or before digits.
fn head_of(segment: &str) -> Option<&str> {
    let end = segment.find(|own: char| !own.is_ascii_alphabetic()).filter(|end| *end > 0)?;
    let rest = &segment[end..];
    let is_number = rest.bytes().all(|byte| byte.is_ascii_digit());
    let is_punctuated = rest.starts_with(['-', '_', '/', '.', ':', '=']) && rest.len() > 1;
    (is_number || is_punctuated).then(|| &segment[..end + usize::from(is_punctuated)])
}

/// Returns whether an attribute that does not hold the name of an entity has this value.
fn is_value(row: &StoredRow, segment: &str, before: Option<&str>) -> bool {
    row.attributes.iter().any(|(name, value)| {
        let is_named = || {
            let before = before.map(words::words).filter(|before| !before.is_empty());
            before.is_some_and(|before| words::words(name).starts_with(&before))
        };
        matches!(value, StoredValue::S(text) if text == segment)
            && !is_key_name(name)
            && (!is_type_name(name) || is_named())
    })
}

/// Splits a key into segments. If it ends with an attribute that contains separators, that attribute is left out, and the
/// result is `true`.
fn segments_of<'t>(row: &StoredRow, layout: &Schema, text: &'t str) -> (Vec<&'t str>, bool) {
    let (separator, mut segments) = split(text);
    let ends = |value: &&String| {
        let head = text.len().checked_sub(value.len()).and_then(|at| text.get(..at));
        value.contains(separator)
            && head.is_some_and(|head| {
                (head.is_empty() || head.ends_with(separator))
                    && (text.ends_with(value.as_str())
                        || text[head.len()..].to_lowercase() == value.to_lowercase())
            })
    };
    let values = row.attributes.iter().filter_map(|(name, value)| match value {
        StoredValue::S(value) if !is_key(layout, name) && !is_key_name(name) => Some(value),
        _ => None,
    });
    let rest = values.filter(ends).map(String::len).max();
    if let Some(rest) = rest {
        let head = &text[..text.len() - rest];
        segments.truncate(segments_between(head, separator).len() - 1);
    }
    (segments, rest.is_some())
}
