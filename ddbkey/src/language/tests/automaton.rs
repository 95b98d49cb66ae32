//! Runs the automaton of a [`Language`], and counts what it accepts.

use alloc::collections::BTreeMap;
use alloc::vec;
use alloc::vec::Vec;

use crate::language::{ByteSet, Language, START, Step};

/// The states in which the automaton can be after a string: sorted, without duplicates.
type States = Vec<u64>;

/// Returns whether the automaton accepts the string.
pub(crate) fn accepts(language: Language, text: &str) -> bool {
    let mut states = vec![START];
    for byte in text.bytes() {
        states = step(&edges(language, &states), byte);
        if states.is_empty() {
            return false;
        }
    }
    is_end(language, &states)
}

/// 2^127 - 1, a prime. Strings are counted modulo this, since there are 2^128 UUIDs, and even more strings that
/// are nearly one.
pub(crate) const MODULUS: u128 = (1 << 127) - 1;

/// Everything that an automaton accepts.
pub(crate) struct Census {
    /// The number of strings, modulo [`MODULUS`].
    pub(crate) texts: u128,
    pub(crate) shortest: usize,
    pub(crate) longest: usize,
}

/// Counts the strings of a finite language, and checks that its edges are within its alphabet.
pub(crate) fn census(language: Language) -> Census {
    let mut census = Census { texts: 0, shortest: usize::MAX, longest: 0 };
    let mut level = BTreeMap::from([(vec![START], 1)]);
    for length in 0.. {
        for texts in level.iter().filter_map(|(at, texts)| is_end(language, at).then_some(*texts)) {
            census.texts = (census.texts + texts) % MODULUS;
            census.shortest = census.shortest.min(length);
            census.longest = length;
        }
        level = next_level(language, &level);
        if level.is_empty() {
            break;
        }
    }
    census
}

/// Returns, for all strings one byte longer, where they lead, and how many lead there.
fn next_level(language: Language, level: &BTreeMap<States, u128>) -> BTreeMap<States, u128> {
    let alphabet = language.alphabet();
    let mut next = BTreeMap::new();
    for (states, texts) in level {
        let edges = edges(language, states);
        assert!(edges.iter().all(|edge| edge.bytes.without(alphabet).is_empty()), "{language:?}");
        for to in
            (0..=u8::MAX).filter(|byte| alphabet.contains(*byte)).map(|byte| step(&edges, byte))
        {
            if !to.is_empty() {
                let total = next.entry(to).or_insert(0);
                *total = (*total + texts) % MODULUS;
            }
        }
    }
    next
}

fn edges(language: Language, states: &[u64]) -> Vec<Step> {
    let edges = |state: &u64| language.all_steps(*state, ByteSet::EMPTY);
    states.iter().flat_map(edges).collect()
}

fn step(edges: &[Step], byte: u8) -> States {
    let mut to: States =
        edges.iter().filter(|edge| edge.bytes.contains(byte)).map(|edge| edge.to).collect();
    to.sort_unstable();
    to.dedup();
    to
}

fn is_end(language: Language, states: &[u64]) -> bool {
    states.iter().any(|state| language.is_accepting(*state))
}
