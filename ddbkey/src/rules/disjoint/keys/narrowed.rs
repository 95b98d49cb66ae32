//! Both keys of an entity, in which strings replace fields as the proof learns them.

use super::super::automaton::{Automaton, Location, Section};
use super::super::stretch::Stretch;
use super::super::walk::{NextStretch, Walk};
use super::{Both, PK, SK, meet};
use crate::language::START;
use crate::pattern::{Segment, Value};
use crate::text::same_text;

/// The maximum number of segments of a key in which fields are examined.
const MAX_SEGMENTS: usize = 32;

/// The segments of both keys. Some values may have been replaced by literals.
#[derive(Clone, Copy)]
pub(super) struct Narrowed {
    pub(super) segments: Both<[Segment; MAX_SEGMENTS]>,
    pub(super) lengths: Both<usize>,
    pub(super) separators: Both<char>,
    /// Whether the entity certainly reads the inserted strings.
    pub(super) are_read: bool,
}

/// A field that is in both keys of an entity in the same format.
#[derive(Clone, Copy)]
pub(super) struct Repeated {
    /// The field as the partition key has it.
    pub(super) field: Value,
    /// Its segment in each key.
    pub(super) at: Both<usize>,
}

impl Narrowed {
    /// Returns `None` if there are too many segments.
    pub(super) const fn of([pk, sk]: Both<Automaton<'_>>) -> Option<Self> {
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

    pub(super) const fn automata(&self) -> Both<Automaton<'_>> {
        [self.automaton(PK), self.automaton(SK)]
    }

    /// Returns whether both keys may still be keys of the other entity.
    pub(super) const fn meets(&self, other: &Self) -> bool {
        meet(self.automata(), other.automata())
    }

    /// Returns the first repeated field at or after this segment of the partition key.
    pub(super) const fn repeated_from(&self, mut at: usize) -> Option<Repeated> {
        while at < self.lengths[PK] {
            if let Segment::Value(field) = &self.segments[PK][at]
                && let Some(in_sk) = self.find(SK, field)
            {
                return Some(Repeated { field: *field, at: [at, in_sk] });
            }
            at += 1;
        }
        None
    }

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

    /// Returns the same keys with a string in place of a field.
    pub(super) const fn with(mut self, field: &Value, text: &'static str) -> Self {
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

    /// Returns what the key of another entity has opposite the value at this segment, if that is known.
    pub(super) const fn opposite<'s>(
        &'s self,
        key: usize,
        at: usize,
        other: &'s Self,
    ) -> Option<Section<'s>> {
        let value = Location::new(at, START);
        let mut walk = Walk::new(self.automaton(key), other.automaton(key));
        while let NextStretch::Stretch(Stretch { left, right }) = walk.next() {
            if left.start.0 == value.0 && left.end.0 == value.next_segment().0 {
                return Some(right);
            }
        }
        None
    }
}
