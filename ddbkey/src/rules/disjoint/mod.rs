//! The proof that no string is a key of two patterns, or a string that both accept.
//!
//! Each pattern is an automaton: its literals byte by byte, its values by their
//! [`Language`](crate::language::Language), from which the parts' widths and alphabets are also derived. Two patterns
//! share a key if their automata, run side by side, can both reach their ends. The search visits every pair
//! of locations that can be reached, so it misses nothing. What it finds is a path, and the bytes along the path are
//! the key to show.
//!
//! All of this runs at compile time, for every two entities of a table, so most pairs must not need a search.
//! An outline of each key distinguishes most entities before any of this begins.
//! Separators cut both patterns into [stretches](walk) that lie at the same bytes of every string that both
//! accept. Literals, the number of stretches and their lengths distinguish most patterns. The search examines
//! the others, one stretch at a time, with little room first.
//!
//! # The files
//!
//! From bottom to top, each file uses those before it:
//!
//! | file | what it knows |
//! |---|---|
//! | `automaton.rs` | a pattern as an automaton, a location in it, and the section between two locations |
//! | `stretch.rs` | two sections side by side, and what is known about them without a search |
//! | `walk.rs` | how to cut two patterns into stretches |
//! | `search.rs` | the search through one stretch |
//! | `witness.rs` | the string that a search found, with the segment of each byte |
//! | this file | whether two automata accept a common string, and which |
//! | [`keys`] | whether two entities share a key: both strings together, and the fields that are in both |
//!
//! For example, let two patterns be `ORDER#{id}#{kind}` and `ORDER#{number:05}#X`, in which `id` is a string and `kind` is an
//! enum of `Y` and `XY`. The walk compares the literals `ORDER#`. Then both sides have a value, and the next literal of both
//! begins with `#`, which neither value can contain. So the first stretch is `{id}` beside `{number:05}`. It is open without a
//! search, since `id` can be any number. The second stretch is `{kind}` beside `X`. Its lengths do not tell them apart, so the
//! search steps through both: `X` leads to the end of the literal, where `kind` still needs `Y`. No pair of locations ends
//! both sides, so no string is a key of both. Were `kind` a string, the second stretch would be open as well, and the witness
//! would be `ORDER#11111#X`.
//!
//! # Exceptions
//!
//! The search takes a few strings for keys that no value has, and so calls two patterns overlapping if they share
//! nothing else: strings that a language has [in addition to its type](crate::language), an
//! [`ascii`](crate::part::Shape::ascii) shape of more than 255 characters, a string before a literal that directly follows
//! it and starts with a non-ASCII character, a string longer than a key can be, and values of several fields that each
//! differ between partition key and sort key ([one](keys) is examined). In these cases, the message does not claim that the
//! key belongs to both.

mod automaton;
mod keys;
mod search;
mod stretch;
mod walk;
mod witness;

#[cfg(test)]
mod tests;

pub(crate) use automaton::Automaton;
pub(crate) use keys::{Outline, Overlap, common_string, index_overlap, look_alike, overlap};
use witness::Witness;

use automaton::Section;
use search::{Search, SearchResult};
use stretch::Stretch;
use walk::{NextStretch, Walk};

/// Returns whether it takes no search to prove that two automata accept no common string.
const fn are_trivially_disjoint(left: Automaton<'_>, right: Automaton<'_>) -> bool {
    let mut walk = Walk::new(left, right);
    loop {
        match walk.next() {
            NextStretch::Differs => return true,
            NextStretch::End => return false,
            NextStretch::Stretch(stretch) if stretch.has_no_common_length() => return true,
            NextStretch::Stretch(_) => {}
        }
    }
}

/// Returns whether no string is accepted by both automata. Also returns `false` if they are too large to search.
const fn are_disjoint(left: Automaton<'_>, right: Automaton<'_>) -> bool {
    let mut open = 0;
    search_small(left, right, &mut open)
        || open != ALL && search_all::<4096>(left, right, &mut open)
        || open != ALL && search_all::<16384>(left, right, &mut open)
}

/// The stretches that some string is known to lead through, one bit each.
type OpenStates = u64;

/// Some string leads through all stretches.
const ALL: OpenStates = OpenStates::MAX;

/// The part of the search that fits on a small stack.
const fn search_small(left: Automaton<'_>, right: Automaton<'_>, open: &mut OpenStates) -> bool {
    search_all::<64>(left, right, open) || *open != ALL && search_all::<256>(left, right, open)
}

/// Searches the stretches about which nothing is known, through `N` pairs each. Returns whether one of them lets
/// no string through. Once all are known to let one through, `open` is full.
///
/// It takes 32 bytes of stack for each pair, even if it searches nothing.
#[inline(never)]
const fn search_all<const N: usize>(
    left: Automaton<'_>,
    right: Automaton<'_>,
    open: &mut OpenStates,
) -> bool {
    let mut is_known = true;
    let mut walk = Walk::new(left, right);
    loop {
        let stretch = match walk.next() {
            NextStretch::Differs => return true,
            NextStretch::End => break,
            NextStretch::Stretch(stretch) => stretch,
        };
        let bit = 1 << (walk.count - 1);
        if *open & bit != 0 {
            continue;
        }
        let found = if stretch.is_open() {
            SearchResult::Path(0)
        } else if let Some((words, other)) = stretch.words() {
            if words.has_word_of(other) { SearchResult::Path(0) } else { SearchResult::Nothing }
        } else {
            Search::<N>::new(stretch).run()
        };
        match found {
            SearchResult::Nothing => return true,
            SearchResult::Path(_) => *open |= bit,
            SearchResult::TooMany => is_known = false,
        }
    }
    if is_known {
        *open = ALL;
    }
    false
}

/// Returns a string that both automata accept, unless none was found.
const fn witness(left: Automaton<'_>, right: Automaton<'_>) -> Option<Witness> {
    let mut witness = Witness::EMPTY;
    let mut walk = Walk::new(left, right);
    let mut rest = left.section();
    loop {
        match walk.next() {
            NextStretch::Differs => return None,
            NextStretch::End => {
                witness.push_literal(rest);
                return Some(witness.cut());
            }
            NextStretch::Stretch(stretch) => {
                witness.push_literal(Section { end: stretch.left.start, ..rest });
                if !search_text::<256>(stretch, &mut witness)
                    && !search_text::<16384>(stretch, &mut witness)
                {
                    return None;
                }
                rest.start = stretch.left.end;
            }
        }
    }
}

/// Appends a string that leads through a stretch, and returns whether one was found.
const fn search_text<const N: usize>(stretch: Stretch<'_>, out: &mut Witness) -> bool {
    let mut search = Search::<N>::new(stretch);
    let SearchResult::Path(end) = search.run() else { return false };
    search.write_path(end, out);
    true
}
