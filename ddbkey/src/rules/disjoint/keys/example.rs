//! Step 4: a key of both entities, to show in the message, or how their keys look alike.

use super::super::automaton::Automaton;
use super::super::{Witness, witness};
use super::narrowed::{Narrowed, Repeated};
use super::{Both, PK, SK, automata};
use crate::declaration::KeySchema;
use crate::pattern::Segment;
use crate::text::same_text;

/// The side of an example that an entity is on.
pub(super) const LEFT: usize = 0;
pub(super) const RIGHT: usize = 1;

/// Returns a partition key and a sort key that both entities have, each by itself, unless none was found.
pub(super) const fn example(
    left: Both<Automaton<'_>>,
    right: Both<Automaton<'_>>,
) -> Option<Both<Witness>> {
    match (witness(left[PK], right[PK]), witness(left[SK], right[SK])) {
        (Some(pk), Some(sk)) => Some([pk, sk]),
        _ => None,
    }
}

impl Narrowed {
    /// Returns whether each repeated field has the same string in both keys of an example.
    pub(super) const fn agrees(&self, example: &Both<Witness>, side: usize) -> bool {
        let mut from = 0;
        while let Some(Repeated { at, .. }) = self.repeated_from(from) {
            match (example[PK].value(side, at[PK]), example[SK].value(side, at[SK])) {
                (Some(in_pk), Some(in_sk)) if same_text(in_pk, in_sk) => {}
                _ => return false,
            }
            from = at[PK] + 1;
        }
        true
    }

    /// Returns whether the types of all values certainly read their strings in an example.
    pub(super) const fn is_sure_of(&self, example: &Both<Witness>, side: usize) -> bool {
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

/// Returns whether two keys look alike: the same literals, and between them values of the same alphabet and length.
pub(crate) const fn look_alike(one: &KeySchema, other: &KeySchema) -> bool {
    let (left, right) = (automata(one), automata(other));
    are_alike(left[PK].segments, right[PK].segments)
        && are_alike(left[SK].segments, right[SK].segments)
}

const fn are_alike(left: &[Segment], right: &[Segment]) -> bool {
    same!(one, other in left, right => match (one, other) {
        (Segment::Literal(one), Segment::Literal(other)) => same_text(one, other),
        (Segment::Value(one), Segment::Value(other)) => one.shape.looks_like(&other.shape),
        _ => false,
    })
}
