//! A list of words as a deterministic automaton: the tree of their common beginnings.
//!
//! The derive writes the words of an enum in sorted order. Then the words with a common beginning are
//! neighbours, and a state is their range. Lists written by hand may be unsorted; they take longer.

use core::cmp::Ordering;

use super::{ByteSet, START, Transition};
use crate::text::{compare, same_text};

/// The words of an enum, or of a type written by hand.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Words {
    words: &'static [&'static str],
    is_sorted: bool,
}

/// The most words and the most bytes of one, so that a state has room for their numbers.
const MAX: usize = u16::MAX as usize;

/// A state: the words from `first` to `last` of which `first` begins with `read` bytes that the text has.
/// In sorted lists all of the range do; in others, those that do lie in the range.
#[derive(Clone, Copy)]
pub(crate) struct Node {
    pub(crate) first: usize,
    pub(crate) last: usize,
    pub(crate) read: usize,
}

impl Node {
    pub(crate) const fn state(first: usize, last: usize, read: usize) -> u64 {
        (first as u64) << 32 | (last as u64) << 16 | read as u64
    }
}

impl Words {
    /// # Panics
    ///
    /// Panics if there are no words, or more than 65535, or if one is empty, too long or a duplicate.
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        assert!(!words.is_empty(), "there are no words");
        assert!(words.len() <= MAX, "there are more than 65535 words");
        let mut is_sorted = true;
        let mut at = 0;
        while at < words.len() {
            assert!(!words[at].is_empty(), "a word is empty");
            assert!(words[at].len() <= MAX, "a word is longer than 65535 bytes");
            if at > 0 {
                is_sorted &= !matches!(compare(words[at - 1], words[at]), Ordering::Greater);
            }
            at += 1;
        }
        let words = Self { words, is_sorted };
        assert!(!words.has_duplicate(), "a word is there twice");
        words
    }

    const fn has_duplicate(self) -> bool {
        let mut at = 1;
        while at < self.words.len() {
            // In a sorted list a duplicate is a neighbour.
            let mut before = if self.is_sorted { at - 1 } else { 0 };
            while before < at {
                if same_text(self.words[before], self.words[at]) {
                    return true;
                }
                before += 1;
            }
            at += 1;
        }
        false
    }

    /// In the order of the list.
    pub(crate) const fn list(self) -> &'static [&'static str] {
        self.words
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::EMPTY;
        let mut at = 0;
        while at < self.words.len() {
            alphabet = alphabet.or(ByteSet::of(self.words[at]));
            at += 1;
        }
        alphabet
    }

    /// The least and the greatest length in bytes.
    pub(super) const fn lengths(self) -> (usize, usize) {
        let (mut min, mut max) = (usize::MAX, 0);
        let mut at = 0;
        while at < self.words.len() {
            let length = self.words[at].len();
            if length < min {
                min = length;
            }
            if length > max {
                max = length;
            }
            at += 1;
        }
        (min, max)
    }

    pub(super) const fn same_as(self, other: Self) -> bool {
        let mut at = 0;
        while at < self.words.len()
            && at < other.words.len()
            && same_text(self.words[at], other.words[at])
        {
            at += 1;
        }
        at == self.words.len() && at == other.words.len()
    }

    pub(super) const fn contains(self, text: &str) -> bool {
        let mut at = 0;
        while at < self.words.len() && !same_text(self.words[at], text) {
            at += 1;
        }
        at < self.words.len()
    }

    /// Whether some word is in both lists.
    pub(crate) const fn has_word_of(self, others: Self) -> bool {
        let are_sorted = self.is_sorted && others.is_sorted;
        let (mut at, mut other) = (0, 0);
        while at < self.words.len() {
            if !are_sorted {
                other = 0;
            }
            while other < others.words.len() {
                match compare(others.words[other], self.words[at]) {
                    Ordering::Equal => return true,
                    Ordering::Greater if are_sorted => break,
                    _ => other += 1,
                }
            }
            at += 1;
        }
        false
    }

    /// Whether no word is the beginning of another.
    pub(super) const fn is_prefix_free(self) -> bool {
        let mut at = 0;
        while at < self.words.len() {
            // In a sorted list the words that begin with a word come right after it.
            let (mut other, end) = match self.is_sorted {
                true if at + 1 < self.words.len() => (at + 1, at + 2),
                true => (0, 0),
                false => (0, self.words.len()),
            };
            while other < end {
                if other != at
                    && begins_with(self.words[other], self.words[at], self.words[at].len())
                {
                    return false;
                }
                other += 1;
            }
            at += 1;
        }
        true
    }

    pub(crate) const fn is_sorted(self) -> bool {
        self.is_sorted
    }

    pub(crate) const fn node(self, state: u64) -> Node {
        if state == START {
            return Node { first: 0, last: self.words.len() - 1, read: 0 };
        }
        Node {
            first: (state >> 32) as usize,
            last: (state >> 16 & 0xFFFF) as usize,
            read: (state & 0xFFFF) as usize,
        }
    }

    pub(super) const fn out_degree(self, state: u64) -> usize {
        let Node { first, last, .. } = self.node(state);
        last - first + 1
    }

    /// The transition over the next byte of the `n`th word of the range, unless an earlier word has it.
    pub(super) const fn transition(self, state: u64, n: usize) -> Option<Transition> {
        let Node { first, last, read } = self.node(state);
        let at = first + n;
        let word = self.words[at].as_bytes();
        if read >= word.len() || !self.is_first_of_its_kind(first, at, read) {
            return None;
        }
        let mut end = at + 1;
        if self.is_sorted {
            while end <= last && self.words[end].as_bytes()[read] == word[read] {
                end += 1;
            }
        } else {
            end = last + 1;
        }
        let to = (at as u64) << 32 | (end as u64 - 1) << 16 | (read as u64 + 1);
        Transition::on(word[read], to)
    }

    /// Whether the word begins with the bytes read and no earlier word of the range has the same next
    /// byte.
    const fn is_first_of_its_kind(self, first: usize, at: usize, read: usize) -> bool {
        if at == first {
            return true;
        }
        if self.is_sorted {
            let before = self.words[at - 1].as_bytes();
            return before.len() == read || before[read] != self.words[at].as_bytes()[read];
        }
        if !begins_with(self.words[at], self.words[first], read) {
            return false;
        }
        let mut before = first;
        while before < at {
            if self.words[before].len() > read
                && begins_with(self.words[before], self.words[at], read + 1)
            {
                return false;
            }
            before += 1;
        }
        true
    }

    pub(super) const fn is_accepting(self, state: u64) -> bool {
        let Node { first, last, read } = self.node(state);
        if self.is_sorted {
            return self.words[first].len() == read;
        }
        let mut at = first;
        while at <= last {
            if self.words[at].len() == read && begins_with(self.words[at], self.words[first], read)
            {
                return true;
            }
            at += 1;
        }
        false
    }
}

/// Whether a text begins with so many bytes of another.
const fn begins_with(text: &str, other: &str, length: usize) -> bool {
    let (text, other) = (text.as_bytes(), other.as_bytes());
    if text.len() < length {
        return false;
    }
    let mut at = 0;
    while at < length && text[at] == other[at] {
        at += 1;
    }
    at == length
}
