//! Step 1: compares what all strings of a key have in common, without automata.

use super::super::automaton::Automaton;
use crate::declaration::KeySchema;
use crate::pattern::{Pattern, Segment};

/// What all strings of a key have in common, in a few bytes, so that two keys are compared in one step.
///
/// Separators cut a string into fields. Up to the first value that can contain the separator, each field is at the same
/// place in every string of a key. Two keys differ if a field without values differs, if a field starts with another
/// byte, or if they have another number of fields: if a known bit differs, and the separator does not.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Outline {
    pub(crate) separator: char,
    /// For the partition key and for the sort key, a byte for the number of fields. For each field two bytes: the first
    /// byte, and a hash of all bytes.
    pub(crate) bytes: u128,
    /// The bits that are known.
    pub(crate) known: u128,
}

/// The number of fields of each key that an outline has room for, and the byte at which they start.
const PK: (u32, u32) = (2, 0);
const SK: (u32, u32) = (5, 5);

impl Outline {
    pub(crate) const UNKNOWN: Self = Self { separator: '#', bytes: 0, known: 0 };

    pub(crate) const fn of(key: &KeySchema) -> Self {
        let pk = key.table_pk();
        let mut outline = Self { separator: pk.separator, ..Self::UNKNOWN };
        outline.add(pk, PK);
        if let Some(sk) = key.table_sk()
            && sk.separator == pk.separator
        {
            outline.add(sk, SK);
        }
        outline
    }

    const fn add(&mut self, pattern: &Pattern, (fields, start): (u32, u32)) {
        if !pattern.separator.is_ascii() {
            return;
        }
        let automaton = Automaton::of_key(pattern);
        let (mut count, mut field) = (0, Field::EMPTY);
        each!(segment in pattern.segments => {
            match segment {
                Segment::Literal(text) => each!(byte in text.as_bytes() => {
                    if *byte as char == pattern.separator {
                        self.add_field(field, count, (fields, start));
                        (count, field) = (count + 1, Field::EMPTY);
                    } else {
                        field.push(*byte);
                    }
                }),
                Segment::Value(value) => {
                    field.push_value();
                    if automaton.can_contain(value, pattern.separator as u8) {
                        return self.add_field(field, count, (fields, start));
                    }
                }
            }
        });
        self.add_field(field, count, (fields, start));
        self.set(start, count as u128 & 0xFF, 0xFF);
    }

    const fn add_field(&mut self, field: Field, at: u32, (fields, start): (u32, u32)) {
        if at < fields {
            self.set(start + 1 + 2 * at, field.bytes, field.known);
        }
    }

    const fn set(&mut self, at: u32, bytes: u128, known: u128) {
        self.bytes |= bytes << (8 * at);
        self.known |= known << (8 * at);
    }
}

/// The start of a field: its first byte and a hash.
#[derive(Clone, Copy)]
struct Field {
    bytes: u128,
    known: u128,
    is_empty: bool,
}

const FIRST: u128 = 0xFF00;
const HASH: u128 = 0x00FF;

impl Field {
    const EMPTY: Self = Self { bytes: 0, known: FIRST | HASH, is_empty: true };

    const fn push(&mut self, byte: u8) {
        let byte = byte as u128;
        let first = if self.is_empty { byte << 8 } else { self.bytes & FIRST };
        self.bytes = first | ((self.bytes & HASH) * 31 + byte) & HASH;
        self.is_empty = false;
    }

    const fn push_value(&mut self) {
        self.known &= if self.is_empty { 0 } else { FIRST };
        self.is_empty = false;
    }
}
