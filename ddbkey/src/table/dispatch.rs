//! Finds the entity of a key by the first bytes of its strings, without trying every entity.

#[cfg(test)]
mod tests;

use crate::key::nearest::Prefixes;

/// The number of bytes to examine: the first of the partition key, and the first three of the sort key,
/// which distinguish more entities.
const PK_BYTES: usize = 1;
const SK_BYTES: usize = 3;

/// The values of a byte, and one more for a string that has ended.
const VALUES: usize = 257;
const ENDED: usize = 256;

/// For each value of a byte at one position, the remaining candidates among up to 64 entities, as a set of bits.
type CandidatesByByte = [u64; VALUES];

/// The candidates among up to 64 entities of a table for a key, by its first bytes.
#[doc(hidden)]
#[derive(Debug)]
pub struct Candidates {
    all: u64,
    pk: [CandidatesByByte; PK_BYTES],
    sk: [CandidatesByByte; SK_BYTES],
}

/// The remaining entities, by their number.
#[doc(hidden)]
#[derive(Debug)]
pub struct Remaining(u64);

impl Candidates {
    /// Creates the candidates from the prefixes of the entities, at most 64.
    #[must_use]
    pub const fn of(entities: &[&[Prefixes]]) -> Self {
        let mut candidates =
            Self { all: 0, pk: [[0; VALUES]; PK_BYTES], sk: [[0; VALUES]; SK_BYTES] };
        let mut number = 0;
        while number < entities.len() {
            candidates.all |= 1 << number;
            let mut keys = entities[number];
            while let [Prefixes { pk, sk }, others @ ..] = keys {
                add(&mut candidates.pk, pk.as_bytes(), 1 << number);
                add(&mut candidates.sk, sk.as_bytes(), 1 << number);
                keys = others;
            }
            number += 1;
        }
        candidates
    }

    /// Returns the entities that these strings may be keys of.
    #[inline]
    #[must_use]
    pub fn matching(&self, pk: &[&str], sk: &[&str]) -> Remaining {
        Remaining(self.all & left(&self.pk, pk) & left(&self.sk, sk))
    }
}

/// Adds an entity to the values that its prefix allows at each position.
const fn add<const N: usize>(places: &mut [CandidatesByByte; N], prefix: &[u8], entity: u64) {
    let mut at = 0;
    while at < N {
        if at < prefix.len() {
            places[at][prefix[at] as usize] |= entity;
        } else {
            let mut value = 0;
            while value < VALUES {
                places[at][value] |= entity;
                value += 1;
            }
        }
        at += 1;
    }
}

/// Returns the entities that remain for the string: all, if there is not exactly one string.
#[inline]
fn left<const N: usize>(places: &[CandidatesByByte; N], texts: &[&str]) -> u64 {
    let [text] = texts else { return u64::MAX };
    let mut left = u64::MAX;
    for (at, place) in places.iter().enumerate() {
        left &= place[text.as_bytes().get(at).map_or(ENDED, |byte| usize::from(*byte))];
    }
    left
}

impl Iterator for Remaining {
    type Item = u32;

    #[inline]
    fn next(&mut self) -> Option<u32> {
        let number = self.0.trailing_zeros();
        self.0 &= self.0.wrapping_sub(1);
        (number < u64::BITS).then_some(number)
    }
}
