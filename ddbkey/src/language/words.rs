//! A list of words as a deterministic automaton: the tree of their common prefixes.
//!
//! The derive writes the words of an enum in sorted order. Words with a common prefix are then
//! adjacent, and a state is their range. Hand-written lists may be unsorted; they take longer.

use core::cmp::Ordering;

use super::{ByteSet, START};
use crate::text::{compare, has_text};

/// The words of an enum, or of a hand-written type.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Words {
    words: &'static [&'static str],
    is_sorted: bool,
}

/// The maximum number of words, and of bytes in one word, so that a state has room for their numbers.
const MAX: usize = u16::MAX as usize;

/// The maximum number of steps from a state: one for each byte.
pub(crate) const MAX_STEPS: usize = 256;

/// A state: the words from `first` to `last`, where `first` starts with the `read` bytes of the string.
/// In sorted lists all words of the range do; in others, all words that do are in the range.
#[derive(Clone, Copy)]
struct Node {
    first: usize,
    last: usize,
    read: usize,
}

impl Words {
    /// # Panics
    ///
    /// Panics without words, with more than 65535, or if one is empty, too long or a duplicate.
    pub(crate) const fn new(words: &'static [&'static str]) -> Self {
        assert!(!words.is_empty(), "there are no words");
        assert!(words.len() <= MAX, "there are more than 65535 words");
        let mut is_sorted = true;
        let mut at = 0;
        while at < words.len() {
            assert!(!words[at].is_empty(), "a word is empty");
            assert!(words[at].len() <= MAX, "a word is longer than 65535 bytes");
            if at > 0 {
                let order = compare(words[at - 1], words[at]);
                assert!(!matches!(order, Ordering::Equal), "a word is there twice");
                is_sorted &= matches!(order, Ordering::Less);
            }
            at += 1;
        }
        let words = Self { words, is_sorted };
        assert!(is_sorted || !words.has_duplicate(), "a word is there twice");
        words
    }

    const fn has_duplicate(self) -> bool {
        let mut words = self.words;
        while let [word, later @ ..] = words {
            if has_text(later, word) {
                return true;
            }
            words = later;
        }
        false
    }

    /// Returns the words in the order of the list.
    #[must_use]
    pub const fn list(self) -> &'static [&'static str] {
        self.words
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::EMPTY;
        each!(word in self.words => { alphabet = alphabet.or(ByteSet::of(word)) });
        alphabet
    }

    /// Returns the minimum and maximum length in bytes.
    pub(super) const fn lengths(self) -> (usize, usize) {
        let (mut min, mut max) = (usize::MAX, 0);
        each!(word in self.words => {
            let length = word.len();
            if length < min {
                min = length;
            }
            if length > max {
                max = length;
            }
        });
        (min, max)
    }

    /// Returns whether some word is in both lists.
    pub(crate) const fn has_word_of(self, others: Self) -> bool {
        let are_sorted = self.is_sorted && others.is_sorted;
        let mut other = 0;
        each!(word in self.words => {
            if !are_sorted {
                other = 0;
            }
            while other < others.words.len() {
                match compare(others.words[other], word) {
                    Ordering::Equal => return true,
                    Ordering::Greater if are_sorted => break,
                    _ => other += 1,
                }
            }
        });
        false
    }

    pub(super) const fn is_prefix_free(self) -> bool {
        let mut at = 0;
        while at < self.words.len() {
            // In a sorted list, the words that start with a word come directly after it.
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

    const fn node(self, state: u64) -> Node {
        if state == START {
            return Node { first: 0, last: self.words.len() - 1, read: 0 };
        }
        Node {
            first: (state >> 32) as usize,
            last: (state >> 16 & 0xFFFF) as usize,
            read: (state & 0xFFFF) as usize,
        }
    }

    /// Lists the steps from a state, each over one byte and to a state with these additional bits. Returns the
    /// number of steps.
    pub(crate) const fn steps(
        self,
        state: u64,
        bits: u64,
        bytes: &mut [ByteSet; MAX_STEPS],
        to: &mut [u64; MAX_STEPS],
    ) -> usize {
        let Node { first, last, read } = self.node(state);
        let (mut at, mut length) = (first, 0);
        while at <= last {
            let (word, start) = (self.words[at].as_bytes(), at);
            at += 1;
            if word.len() == read
                || !self.is_sorted && !self.is_first_of_its_kind(first, start, read)
            {
                continue;
            }
            let mut end = last;
            if self.is_sorted {
                while at <= last && self.words[at].as_bytes()[read] == word[read] {
                    at += 1;
                }
                end = at - 1;
            }
            bytes[length] = ByteSet::byte(word[read]);
            to[length] = bits | (start as u64) << 32 | (end as u64) << 16 | (read as u64 + 1);
            length += 1;
        }
        length
    }

    /// Returns whether the word starts with the bytes read and no earlier word of the range has the same next
    /// byte.
    const fn is_first_of_its_kind(self, first: usize, at: usize, read: usize) -> bool {
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

/// Returns whether a string starts with this many bytes of another.
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
