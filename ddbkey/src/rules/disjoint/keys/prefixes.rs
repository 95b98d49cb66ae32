//! Step 1: compares the literals of two keys, segment by segment, without automata.

use super::{PK, SK, automata};
use crate::declaration::KeySchema;
use crate::pattern::{Pattern, Segment};
use crate::text::same_text;

/// Returns whether the first literals distinguish two keys, as they do for most entities.
pub(crate) const fn have_distinct_prefixes(one: &KeySchema, other: &KeySchema) -> bool {
    let differ = match (one.sk, other.sk) {
        ([one, ..], [other, ..]) => differ_in_front(one, other),
        _ => false,
    };
    differ || differ_in_front(one.table_pk(), other.table_pk())
}

pub(in super::super) const fn differ_in_front(one: &Pattern, other: &Pattern) -> bool {
    let (mut one, mut other) = (one.prefix().as_bytes(), other.prefix().as_bytes());
    while let ([left, lefts @ ..], [right, rights @ ..]) = (one, other) {
        if *left != *right {
            return true;
        }
        (one, other) = (lefts, rights);
    }
    false
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
