//! Splits a string into the pieces of a key attribute.

use std::collections::BTreeMap;
use std::iter::repeat_n;

use crate::schema::Attribute;
use crate::schema::{starts_at, steps};

/// Where a string stops matching an attribute.
pub(super) struct Miss {
    /// The number of bytes that match.
    pub(super) at: usize,
    /// The piece that does not match, and where it starts.
    pub(super) piece: usize,
    pub(super) piece_start: usize,
}

/// Splits a string at the ends of the pieces.
pub(super) fn split<'t>(own: &Attribute, string: &'t str) -> Result<Vec<&'t str>, Miss> {
    let pieces = own.texts();
    // The locations that the bytes so far lead to, each with the ends of the pieces before it.
    let starts = starts_at(0, &pieces).map(|start| (start, vec![0; start.0]));
    let mut places: BTreeMap<_, Vec<_>> = starts.collect();
    for (at, byte) in string.bytes().enumerate() {
        let mut next = BTreeMap::new();
        for (place, ends) in &places {
            for (bytes, reached) in steps(*place, &pieces) {
                if bytes.contains(byte) {
                    next.entry(reached).or_insert_with(|| {
                        let ended = reached.0 - place.0;
                        ends.iter().copied().chain(repeat_n(at + 1, ended)).collect()
                    });
                }
            }
        }
        if next.is_empty() {
            return Err(miss(&places, at));
        }
        places = next;
    }
    let end = starts_at(pieces.len(), &pieces).next();
    let ends = end.and_then(|end| places.get(&end)).ok_or_else(|| miss(&places, string.len()))?;
    let starts = std::iter::once(0).chain(ends.iter().copied());
    Ok(starts.zip(ends).filter_map(|(start, end)| string.get(start..*end)).collect())
}

/// Returns the miss at the piece that got furthest.
fn miss(places: &BTreeMap<(usize, u64), Vec<usize>>, at: usize) -> Miss {
    let ends = places.values().max_by_key(|ends| ends.len());
    let ends = ends.map(Vec::as_slice).unwrap_or_default();
    Miss { at, piece: ends.len(), piece_start: ends.last().copied().unwrap_or_default() }
}
