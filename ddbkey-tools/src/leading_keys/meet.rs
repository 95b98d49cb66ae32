//! Whether a string of a policy matches a partition: runs two automata side by side.

use std::collections::BTreeMap;

use ddbkey::__private::engine::ByteSet;

use crate::schema::{PieceState, PlacedTexts, starts_at, steps};

/// The number of locations after which a search gives up.
const MAX_PLACES: usize = 100_000;

/// A location in each, and whether two values that should be the same string have ended at different places.
type Meeting = (PieceState, PieceState, bool);

/// Returns the shortest string that both have. If there may be one that is too far away to find, returns an empty string.
///
/// `(1, 1)` names the second piece of each: if two values start at the same place and hold the same string, the match
/// does not count.
pub(super) fn meet(
    one: &[PlacedTexts],
    other: &[PlacedTexts],
    same: Option<(usize, usize)>,
) -> Option<String> {
    let starts = starts_at(0, one).flat_map(|at| {
        starts_at(0, other).map(move |other_at| (at, other_at, ends_apart(same, at, other_at)))
    });
    let mut open: Vec<_> = starts.collect();
    let mut before: BTreeMap<_, _> = open.iter().map(|start| (*start, None)).collect();
    while !open.is_empty() {
        let mut next = Vec::new();
        for place @ (at, other_at, apart) in open {
            if at.0 == one.len() && other_at.0 == other.len() && (same.is_none() || apart) {
                return Some(string_to(place, &before));
            }
            let other_steps = steps(other_at, other);
            for (bytes, at) in steps(at, one) {
                for (other_bytes, other_at) in &other_steps {
                    let Some(byte) = example(bytes.and(*other_bytes)) else { continue };
                    let reached = (at, *other_at, apart || ends_apart(same, at, *other_at));
                    before.entry(reached).or_insert_with(|| {
                        next.push(reached);
                        Some((place, byte))
                    });
                }
            }
        }
        if before.len() > MAX_PLACES {
            return Some(String::new());
        }
        open = next;
    }
    None
}

/// Returns whether, of two values that should be the same string, one has ended and the other has not.
fn ends_apart(same: Option<(usize, usize)>, at: PieceState, other_at: PieceState) -> bool {
    same.is_some_and(|(own, other)| (at.0 > own) != (other_at.0 > other))
}

/// Returns the bytes that lead to a place.
fn string_to(place: Meeting, before: &BTreeMap<Meeting, Option<(Meeting, u8)>>) -> String {
    let back = |at: &(Meeting, u8)| before.get(&at.0).copied().flatten();
    let way = std::iter::successors(before.get(&place).copied().flatten(), back);
    let mut bytes: Vec<_> = way.map(|(_, byte)| byte).collect();
    bytes.reverse();
    String::from_utf8_lossy(&bytes).into_owned()
}

/// Returns a byte of the set to show in a message, readable if possible.
fn example(bytes: ByteSet) -> Option<u8> {
    let readable = b"1a0A".iter().copied().chain(b'!'..=b'~');
    readable.chain(u8::MIN..=u8::MAX).find(|byte| bytes.contains(*byte))
}
