//! Compares both keys of an entity with both keys of another.
//!
//! If neither the partition keys nor the sort keys distinguish two entities, a field that is in both keys
//! of one of them still can, since it has the same string in both: `U#{state}` / `{state}` is never `U#A` / `B`.
//! If the other entity fixes a string, that string replaces the field. The words of an enum are tried one
//! by one. For any other field, the strings that the other entity has in its place in both keys are compared.
//!
//! An example of a shared key is a key of both entities according to the automata. User code can still
//! refuse it, and so can a language with more strings than its type. The example is then only possible.

use super::automaton::{Automaton, Location, Section};
use super::search::{Found, Search};
use super::stretch::Stretch;
use super::walk::{Next, Walk};
use super::{Witness, are_disjoint, are_trivially_disjoint, witness};
use crate::key::schema::KeySchema;
use crate::language::{Language, START};
use crate::pattern::{Pattern, Segment, Value};
use crate::text::same_text;

/// The keys that two entities share, or may share.
pub(crate) struct Overlap {
    /// The partition key and the sort key of one shared key, if one was found.
    pub(crate) example: Option<[Witness; 2]>,
    /// Whether both entities certainly read it.
    pub(crate) is_certain: bool,
}

/// Both keys of an entity. A missing sort key is the empty string.
type Both<T> = [T; 2];
const PK: usize = 0;
const SK: usize = 1;

/// Returns the keys that two entities may share. `None` if no key belongs to both entities.
pub(crate) const fn overlap(one: &KeySchema, other: &KeySchema) -> Option<Overlap> {
    let (left, right) = (automata(one), automata(other));
    // Checks what needs no search, for both keys: most entities differ in the first literal of the sort key.
    if are_trivially_disjoint(left[SK], right[SK])
        || are_trivially_disjoint(left[PK], right[PK])
        || !meet(left, right)
    {
        return None;
    }
    let (Some(one), Some(other)) = (Narrowed::of(left), Narrowed::of(right)) else {
        return Some(Overlap { example: example(left, right), is_certain: false });
    };
    let Some((one, other)) = narrowed(one, other) else { return None };
    match example(one.automata(), other.automata()) {
        Some(example) if one.agrees(&example, LEFT) && other.agrees(&example, RIGHT) => {
            let is_certain = one.is_sure_of(&example, LEFT) && other.is_sure_of(&example, RIGHT);
            Some(Overlap { example: Some(example), is_certain })
        }
        _ => Some(Overlap { example: None, is_certain: false }),
    }
}

/// Returns `None` if no strings are keys of both declarations of an index, which have the same attributes. If there are
/// several attributes, each is compared separately.
pub(crate) const fn index_overlap(one: &KeySchema, other: &KeySchema) -> Option<Overlap> {
    if one.pk.len() == 1 && one.sk.len() <= 1 {
        return overlap(one, other);
    }
    let mut at = 0;
    while let (Some(left), Some(right)) = (one.attribute_at(at), other.attribute_at(at)) {
        if are_disjoint(Automaton::whole(left.pattern()), Automaton::whole(right.pattern())) {
            return None;
        }
        at += 1;
    }
    Some(Overlap { example: None, is_certain: false })
}

/// Returns a string that both attributes can have, unless none was found.
pub(crate) const fn common_string(one: &Pattern, other: &Pattern) -> Option<Witness> {
    witness(Automaton::whole(one), Automaton::whole(other))
}

/// Returns whether the first literals distinguish two keys, as they do for most entities.
pub(crate) const fn have_distinct_prefixes(one: &KeySchema, other: &KeySchema) -> bool {
    matches!((one.table_sk(), other.table_sk()), (Some(one), Some(other)) if differ_in_front(one, other))
        || differ_in_front(one.table_pk(), other.table_pk())
}

pub(super) const fn differ_in_front(one: &Pattern, other: &Pattern) -> bool {
    let (one, other) = (one.prefix().as_bytes(), other.prefix().as_bytes());
    let (left, right) = (one.len(), other.len());
    let (length, mut at) = (if left < right { left } else { right }, 0);
    while at < length && one[at] == other[at] {
        at += 1;
    }
    at < length
}

/// Returns whether two keys look alike: the same literals, and between them values of the same alphabet and length.
pub(crate) const fn look_alike(one: &KeySchema, other: &KeySchema) -> bool {
    let (left, right) = (automata(one), automata(other));
    are_alike(left[PK].segments, right[PK].segments)
        && are_alike(left[SK].segments, right[SK].segments)
}

const fn are_alike(left: &[Segment], right: &[Segment]) -> bool {
    let mut at = 0;
    while at < left.len() && at < right.len() {
        let is_alike = match (&left[at], &right[at]) {
            (Segment::Literal(one), Segment::Literal(other)) => same_text(one, other),
            (Segment::Value(one), Segment::Value(other)) => one.shape.looks_like(&other.shape),
            _ => false,
        };
        if !is_alike {
            return false;
        }
        at += 1;
    }
    left.len() == right.len()
}

const fn automata(key: &KeySchema) -> Both<Automaton<'static>> {
    let sk = match key.table_sk() {
        Some(sk) => Automaton::whole(sk),
        None => Automaton::of(&[], key.table_pk().separator),
    };
    [Automaton::whole(key.table_pk()), sk]
}

/// Returns whether the partition keys and the sort keys, each by itself, may have a string in common.
const fn meet(left: Both<Automaton<'_>>, right: Both<Automaton<'_>>) -> bool {
    !are_disjoint(left[PK], right[PK]) && !are_disjoint(left[SK], right[SK])
}

const fn example(left: Both<Automaton<'_>>, right: Both<Automaton<'_>>) -> Option<Both<Witness>> {
    match (witness(left[PK], right[PK]), witness(left[SK], right[SK])) {
        (Some(pk), Some(sk)) => Some([pk, sk]),
        _ => None,
    }
}

/// The maximum number of segments of a key in which fields are examined.
const MAX_SEGMENTS: usize = 32;

/// The segments of both keys. Some values may have been replaced by literals.
#[derive(Clone, Copy)]
struct Narrowed {
    segments: Both<[Segment; MAX_SEGMENTS]>,
    lengths: Both<usize>,
    separators: Both<char>,
    /// Whether the entity certainly reads the inserted strings.
    are_read: bool,
}

/// The side of an example that an entity is on.
const LEFT: usize = 0;
const RIGHT: usize = 1;

impl Narrowed {
    /// Returns `None` if there are too many.
    const fn of([pk, sk]: Both<Automaton<'_>>) -> Option<Self> {
        let lengths = [pk.segments.len(), sk.segments.len()];
        if lengths[PK] > MAX_SEGMENTS || lengths[SK] > MAX_SEGMENTS {
            return None;
        }
        let mut segments = [[Segment::Literal(""); MAX_SEGMENTS]; 2];
        segments[PK].split_at_mut(lengths[PK]).0.copy_from_slice(pk.segments);
        segments[SK].split_at_mut(lengths[SK]).0.copy_from_slice(sk.segments);
        Some(Self { segments, lengths, separators: [pk.separator, sk.separator], are_read: true })
    }

    const fn automaton(&self, key: usize) -> Automaton<'_> {
        Automaton::of(self.segments[key].split_at(self.lengths[key]).0, self.separators[key])
    }

    const fn automata(&self) -> Both<Automaton<'_>> {
        [self.automaton(PK), self.automaton(SK)]
    }

    /// Returns the position of a field in a key, in the same format.
    const fn find(&self, key: usize, field: &Value) -> Option<usize> {
        let mut at = 0;
        while at < self.lengths[key] {
            if let Segment::Value(value) = &self.segments[key][at]
                && same_text(value.field, field.field)
                && same_text(value.format, field.format)
            {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Returns the value here in the partition key and its positions in both keys, if it is in both.
    const fn in_both(&self, at: usize) -> Option<(Value, Both<usize>)> {
        if let Segment::Value(value) = &self.segments[PK][at]
            && let Some(place) = self.find(SK, value)
        {
            return Some((*value, [at, place]));
        }
        None
    }

    /// Returns the same keys with a string in the place of a field.
    const fn with(mut self, field: &Value, text: &'static str) -> Self {
        self.are_read = self.are_read && field.is_sure_of(text);
        let mut key = PK;
        while key <= SK {
            if let Some(at) = self.find(key, field) {
                self.segments[key][at] = Segment::Literal(text);
            }
            key += 1;
        }
        self
    }

    const fn meets(&self, other: &Self) -> bool {
        meet(self.automata(), other.automata())
    }

    /// Returns what the key of another entity has in the place of the value here, if that is known.
    const fn beside<'s>(&'s self, key: usize, at: usize, other: &'s Self) -> Option<Section<'s>> {
        let value = Location::new(at, START);
        let mut walk = Walk::new(self.automaton(key), other.automaton(key));
        while let Next::Stretch(Stretch { left, right }) = walk.next() {
            if left.start.0 == value.0 && left.end.0 == value.next_segment().0 {
                return Some(right);
            }
        }
        None
    }

    /// Returns a field in both keys whose string the other entity fixes.
    const fn fixed_by(&self, other: &Self) -> Option<(Value, &'static str)> {
        let mut at = 0;
        while at < self.lengths[PK] {
            if let Some((value, places)) = self.in_both(at) {
                let mut key = PK;
                while key <= SK {
                    if let Some(section) = self.beside(key, places[key], other)
                        && let Some(text) = section.text()
                    {
                        return Some((value, text));
                    }
                    key += 1;
                }
            }
            at += 1;
        }
        None
    }

    /// Returns the same keys with words in place of enums that are in both keys. `None` if a field in both keys proves that no
    /// key belongs to both entities.
    const fn narrowed_by(&self, other: &Self) -> Option<Self> {
        let mut narrowed = *self;
        let mut at = 0;
        while at < self.lengths[PK] {
            if let Some((value, places)) = self.in_both(at) {
                if let Language::Words(words) = value.shape.language {
                    let (words, mut next, mut fits) = (words.list(), 0, false);
                    while next < words.len() {
                        let with_word = narrowed.with(&value, words[next]);
                        if with_word.meets(other) {
                            narrowed = with_word;
                            fits = true;
                            break;
                        }
                        // The words of other fields may prevent a match.
                        fits = fits || self.with(&value, words[next]).meets(other);
                        next += 1;
                    }
                    if !fits {
                        return None;
                    }
                } else if self.differs_beside(places, other) {
                    return None;
                }
            }
            at += 1;
        }
        Some(narrowed)
    }

    /// Returns whether the other entity never has the same string in the places that a field has here.
    const fn differs_beside(&self, places: Both<usize>, other: &Self) -> bool {
        if let Some(left) = self.beside(PK, places[PK], other)
            && let Some(right) = self.beside(SK, places[SK], other)
        {
            return matches!(Search::<4096>::new(Stretch { left, right }).run(), Found::Nothing);
        }
        false
    }

    /// Returns whether each field in both keys has the same string in both keys of an example.
    const fn agrees(&self, example: &Both<Witness>, side: usize) -> bool {
        let mut at = 0;
        while at < self.lengths[PK] {
            if let Some((_, places)) = self.in_both(at) {
                match (example[PK].value(side, places[PK]), example[SK].value(side, places[SK])) {
                    (Some(one), Some(other)) if same_text(one, other) => {}
                    _ => return false,
                }
            }
            at += 1;
        }
        true
    }

    /// Returns whether the types of all values certainly read their strings in an example.
    const fn is_sure_of(&self, example: &Both<Witness>, side: usize) -> bool {
        let (mut key, mut at) = (PK, 0);
        while key <= SK {
            if at == self.lengths[key] {
                (key, at) = (key + 1, 0);
                continue;
            }
            if let Segment::Value(value) = &self.segments[key][at] {
                match example[key].value(side, at) {
                    Some(text) if value.is_sure_of(text) => {}
                    _ => return false,
                }
            }
            at += 1;
        }
        self.are_read
    }
}

/// Returns the keys of two entities, narrowed by fields in both keys. `None` if no key belongs to both.
const fn narrowed(mut one: Narrowed, mut other: Narrowed) -> Option<(Narrowed, Narrowed)> {
    loop {
        let (value, text) = if let Some((value, text)) = one.fixed_by(&other) {
            one = one.with(&value, text);
            (value, text)
        } else if let Some((value, text)) = other.fixed_by(&one) {
            other = other.with(&value, text);
            (value, text)
        } else {
            break;
        };
        let (value, text) = ([Segment::Value(value)], [Segment::Literal(text)]);
        let separator = one.separators[PK];
        if are_disjoint(Automaton::of(&value, separator), Automaton::of(&text, separator)) {
            return None;
        }
    }
    if !one.meets(&other) {
        return None;
    }
    match (one.narrowed_by(&other), other.narrowed_by(&one)) {
        (Some(left), Some(right)) if left.meets(&right) => Some((left, right)),
        (Some(_), Some(_)) => Some((one, other)),
        _ => None,
    }
}
