//! Both keys of an entity beside both keys of another.
//!
//! Where neither the partition keys nor the sort keys tell two entities apart, a field that stands in both keys
//! of one of them still can, since it has the same text in both: `U#{state}` / `{state}` is never `U#A` / `B`.
//! A text that the other entity fixes is put in the place of such a field, the words of an enum are tried one
//! by one, and of any other field the texts are compared that the other entity has in its place in both keys.
//!
//! An example of a key that both entities have is a key of both by the automata. Code that is not ours can still
//! refuse it, and so can a language that has more texts than its type; then it is no more than possible.

use super::automaton::{Automaton, Location};
use super::search::{Found, Search};
use super::stretch::Stretch;
use super::walk::{Next, Walk};
use super::{Intersection, Witness, intersect, trivially_disjoint, witness};
use crate::entity::EntitySchema;
use crate::language::{Language, START};
use crate::pattern::{Segment, Value};
use crate::text::same_text;

/// The keys that two entities share, or may share.
pub(crate) struct Overlap {
    /// One of them, if one was found.
    pub(crate) example: Option<Example>,
    /// Whether both entities read it.
    pub(crate) is_certain: bool,
}

/// A key, as an example.
#[derive(Clone, Copy)]
pub(crate) struct Example {
    pub(crate) pk: Witness,
    pub(crate) sk: Option<Witness>,
}

/// Returns `None` if no key is one of both entities.
pub(crate) const fn overlap(one: &EntitySchema, other: &EntitySchema) -> Option<Overlap> {
    // What needs no search first, of both keys: most entities differ in the first literal of the sort key.
    let sk = match (one.sk(), other.sk()) {
        (Some(one), Some(other)) => Some((Automaton::whole(one), Automaton::whole(other))),
        _ => None,
    };
    if matches!(sk, Some((one, other)) if trivially_disjoint(one, other)) {
        return None;
    }
    let (pk, other_pk) = (Automaton::whole(one.pk()), Automaton::whole(other.pk()));
    if trivially_disjoint(pk, other_pk) || is_empty(pk, other_pk) {
        return None;
    }
    if matches!(sk, Some((one, other)) if is_empty(one, other)) {
        return None;
    }
    let (Some(one), Some(other)) = (NarrowedKeys::of(one), NarrowedKeys::of(other)) else {
        return Some(Overlap { example: example(pk, other_pk, sk), is_certain: false });
    };
    let Some((one, other)) = narrowed(one, other) else { return None };
    let sk = match sk {
        Some(_) => Some((one.sk.automaton(), other.sk.automaton())),
        None => None,
    };
    match example(one.pk.automaton(), other.pk.automaton(), sk) {
        Some(example) if one.agree(&example, LEFT) && other.agree(&example, RIGHT) => {
            let is_certain = one.are_sure_of(&example, LEFT) && other.are_sure_of(&example, RIGHT);
            Some(Overlap { example: Some(example), is_certain })
        }
        _ => Some(Overlap { example: None, is_certain: false }),
    }
}

/// Whether two entities declare the same keys, but for the names of their fields.
pub(crate) const fn have_same_keys(one: &EntitySchema, other: &EntitySchema) -> bool {
    let is_same_sk = match (one.sk(), other.sk()) {
        (Some(one), Some(other)) => is_same(Automaton::whole(one), Automaton::whole(other)),
        (None, None) => true,
        _ => false,
    };
    is_same_sk && is_same(Automaton::whole(one.pk()), Automaton::whole(other.pk()))
}

const fn is_same(left: Automaton<'_>, right: Automaton<'_>) -> bool {
    let mut walk = Walk::new(&left, &right);
    loop {
        match walk.next() {
            Next::Differs => return false,
            Next::End => return true,
            Next::Stretch(stretch) if stretch.is_same(&left, &right) => {}
            Next::Stretch(_) => return false,
        }
    }
}

const fn is_empty(left: Automaton<'_>, right: Automaton<'_>) -> bool {
    matches!(intersect(left, right), Intersection::Empty)
}

const fn example(
    pk: Automaton<'_>,
    other_pk: Automaton<'_>,
    sk: Option<(Automaton<'_>, Automaton<'_>)>,
) -> Option<Example> {
    let Some(pk) = witness(pk, other_pk) else { return None };
    match sk {
        None => Some(Example { pk, sk: None }),
        Some((one, other)) => match witness(one, other) {
            Some(sk) => Some(Example { pk, sk: Some(sk) }),
            None => None,
        },
    }
}

/// The most segments of a key in which fields are looked at.
const MAX_SEGMENTS: usize = 32;

/// The segments of a key, some values of which may have become literals.
#[derive(Clone, Copy)]
struct Narrowed {
    segments: [Segment; MAX_SEGMENTS],
    length: usize,
    separator: char,
}

impl Narrowed {
    /// `None` if there are too many.
    const fn of(all: &[Segment], separator: char) -> Option<Self> {
        if all.len() > MAX_SEGMENTS {
            return None;
        }
        let mut segments = [Segment::Literal(""); MAX_SEGMENTS];
        segments.split_at_mut(all.len()).0.copy_from_slice(all);
        Some(Self { segments, length: all.len(), separator })
    }

    const fn automaton(&self) -> Automaton<'_> {
        Automaton::of(self.segments.split_at(self.length).0, self.separator)
    }

    /// Where the field stands, in the same format.
    const fn find(&self, field: &Value) -> Option<usize> {
        let mut at = 0;
        while at < self.length {
            if let Segment::Value(value) = &self.segments[at]
                && same_text(value.field(), field.field())
                && same_text(value.format(), field.format())
            {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// The same key with a text in the place of a field.
    const fn with(mut self, field: &Value, text: &'static str) -> Self {
        if let Some(at) = self.find(field) {
            self.segments[at] = Segment::Literal(text);
        }
        self
    }

    /// What the key of another entity has in the place of the value here, where that is known.
    const fn beside(&self, at: usize, other: &Self) -> Option<(Location, Location)> {
        let (own, other) = (self.automaton(), other.automaton());
        let value = Location::new(at, START);
        let mut walk = Walk::new(&own, &other);
        while let Next::Stretch(stretch) = walk.next() {
            if stretch.left_start.0 == value.0 && stretch.left_end.0 == value.next_segment().0 {
                return Some((stretch.right_start, stretch.right_end));
            }
        }
        None
    }

    /// The same, if it is one text.
    const fn text_beside(&self, at: usize, other: &Self) -> Option<&'static str> {
        match self.beside(at, other) {
            Some((start, end)) if start.0 < end.0 => match other.segments[start.segment()] {
                Segment::Literal(text) if end.0 == start.next_segment().0 => {
                    Some(text.split_at(start.read()).1)
                }
                Segment::Literal(text) if end.segment() == start.segment() => {
                    Some(text.split_at(end.read()).0.split_at(start.read()).1)
                }
                _ => None,
            },
            _ => None,
        }
    }

    /// Whether the types of all values read their texts in an example.
    const fn are_sure_of(&self, example: &Witness, side: usize) -> bool {
        let mut at = 0;
        while at < self.length {
            if let Segment::Value(value) = &self.segments[at] {
                match example.value(side, at) {
                    Some(text) if value.is_sure_of(text) => {}
                    _ => return false,
                }
            }
            at += 1;
        }
        true
    }
}

/// Both keys of an entity.
#[derive(Clone, Copy)]
struct NarrowedKeys {
    pk: Narrowed,
    /// Without segments if there is no sort key.
    sk: Narrowed,
    /// Whether the entity reads the texts that were put in.
    are_read: bool,
}

/// On which side of an example an entity is.
const LEFT: usize = 0;
const RIGHT: usize = 1;

impl NarrowedKeys {
    const fn of(entity: &EntitySchema) -> Option<Self> {
        let sk = match entity.sk() {
            Some(sk) => Narrowed::of(sk.segments(), sk.separator()),
            None => Narrowed::of(&[], '#'),
        };
        match (Narrowed::of(entity.pk().segments(), entity.pk().separator()), sk) {
            (Some(pk), Some(sk)) => Some(Self { pk, sk, are_read: true }),
            _ => None,
        }
    }

    /// The value here in the partition key and its place in the sort key, if it is in both.
    const fn in_both(&self, at: usize) -> Option<(Value, usize)> {
        match &self.pk.segments[at] {
            Segment::Value(value) => match self.sk.find(value) {
                Some(place) => Some((*value, place)),
                None => None,
            },
            Segment::Literal(_) => None,
        }
    }

    const fn with(self, field: &Value, text: &'static str) -> Self {
        let are_read = self.are_read && field.is_sure_of(text);
        Self { pk: self.pk.with(field, text), sk: self.sk.with(field, text), are_read }
    }

    /// Whether the partition keys and the sort keys, each by itself, may have a text in common.
    const fn meet(&self, other: &Self) -> bool {
        !is_empty(self.pk.automaton(), other.pk.automaton())
            && !is_empty(self.sk.automaton(), other.sk.automaton())
    }

    /// A field in both keys of which the other entity fixes the text.
    const fn fixed_by(&self, other: &Self) -> Option<(Value, &'static str)> {
        let mut at = 0;
        while at < self.pk.length {
            if let Some((value, place)) = self.in_both(at) {
                if let Some(text) = self.pk.text_beside(at, &other.pk) {
                    return Some((value, text));
                }
                if let Some(text) = self.sk.text_beside(place, &other.sk) {
                    return Some((value, text));
                }
            }
            at += 1;
        }
        None
    }

    /// The same keys with words for enums that stand in both. `None` if a field in both keys tells that no key is
    /// one of both entities.
    const fn narrowed_by(&self, other: &Self) -> Option<Self> {
        let mut narrowed = *self;
        let mut at = 0;
        while at < self.pk.length {
            if let Some((value, place)) = self.in_both(at) {
                if let Language::Words(words) = value.shape().language() {
                    let (words, mut next, mut fits) = (words.list(), 0, false);
                    while next < words.len() {
                        let with_word = narrowed.with(&value, words[next]);
                        if with_word.meet(other) {
                            narrowed = with_word;
                            fits = true;
                            break;
                        }
                        // The words of other fields may stand in the way.
                        fits = fits || self.with(&value, words[next]).meet(other);
                        next += 1;
                    }
                    if !fits {
                        return None;
                    }
                } else if self.differ_beside(at, place, other) {
                    return None;
                }
            }
            at += 1;
        }
        Some(narrowed)
    }

    /// Whether the other entity never has the same text in the places that a field has here.
    const fn differ_beside(&self, at: usize, place: usize, other: &Self) -> bool {
        match (self.pk.beside(at, &other.pk), self.sk.beside(place, &other.sk)) {
            (Some((left_start, left_end)), Some((right_start, right_end))) => {
                let stretch = Stretch { left_start, left_end, right_start, right_end };
                let (pk, sk) = (other.pk.automaton(), other.sk.automaton());
                matches!(Search::<4096>::new(&pk, &sk, &stretch).run(), Found::Nothing)
            }
            _ => false,
        }
    }

    /// Whether the entity reads an example.
    const fn are_sure_of(&self, example: &Example, side: usize) -> bool {
        self.are_read
            && self.pk.are_sure_of(&example.pk, side)
            && match &example.sk {
                Some(sk) => self.sk.are_sure_of(sk, side),
                None => true,
            }
    }

    /// Whether each field in both keys has the same text in both keys of an example.
    const fn agree(&self, example: &Example, side: usize) -> bool {
        let Some(sk) = &example.sk else { return true };
        let mut at = 0;
        while at < self.pk.length {
            if let Some((_, place)) = self.in_both(at) {
                match (example.pk.value(side, at), sk.value(side, place)) {
                    (Some(one), Some(other)) if same_text(one, other) => {}
                    _ => return false,
                }
            }
            at += 1;
        }
        true
    }
}

/// The keys of two entities with what is known of fields in both keys. `None` if no key is one of both.
const fn narrowed(
    mut one: NarrowedKeys,
    mut other: NarrowedKeys,
) -> Option<(NarrowedKeys, NarrowedKeys)> {
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
        if is_empty(Automaton::of(&value, one.pk.separator), Automaton::of(&text, one.pk.separator))
        {
            return None;
        }
    }
    if !one.meet(&other) {
        return None;
    }
    match (one.narrowed_by(&other), other.narrowed_by(&one)) {
        (Some(left), Some(right)) if left.meet(&right) => Some((left, right)),
        (Some(_), Some(_)) => Some((one, other)),
        _ => None,
    }
}
