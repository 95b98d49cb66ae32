//! The texts that a value had and has, without the characters that its place excludes.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use super::snapshot::{Attribute, Entity, Segment, Value};
use crate::language::ByteSet;

/// A value at its place in a key.
pub(super) struct Placed<'s> {
    pub(super) value: &'s Value,
    /// The characters that its type allows and its place does not: the separator, and the first character
    /// of a literal after it.
    excluded: Vec<char>,
}

impl Attribute {
    /// The values, each with what delimits it.
    pub(super) fn values<'s>(&'s self, entity: &Entity) -> Vec<Placed<'s>> {
        let (mut placed, mut delimiter) = (Vec::new(), None);
        for segment in self.segments.iter().rev() {
            match segment {
                Segment::Literal(text) => delimiter = text.chars().next(),
                Segment::Value(value) => {
                    let is_free = value.texts.is_free() && !value.is_rest && !self.is_entry;
                    let mut excluded = Vec::new();
                    if is_free {
                        excluded.push(entity.separator);
                        excluded.extend(delimiter.filter(|own| *own != entity.separator));
                    }
                    placed.push(Placed { value, excluded });
                }
            }
        }
        placed.reverse();
        placed
    }
}

impl Placed<'_> {
    /// Whether every text of this value is one of the other; `false` also where that is not known.
    pub(super) fn is_within(&self, other: &Self) -> bool {
        let is_kept_out = |character: &char| {
            self.excluded.contains(character) || !self.value.texts.can_contain(*character)
        };
        self.value.texts.is_within(&other.value.texts) && other.excluded.iter().all(is_kept_out)
    }

    /// Whether the other can take its place, with texts that have the same meaning.
    pub(super) fn is_like(&self, other: &Self) -> bool {
        let (own, other) = (&self.value.texts, &other.value.texts);
        own.is_within(other) || other.is_within(own) || own.is_like(other)
    }

    /// The bytes that no text of the value has although its type does. Where a character beyond ASCII is
    /// excluded, no byte is, if the texts may be `too_many`, and otherwise its first byte.
    pub(super) fn excluded_bytes(&self, too_many: bool) -> ByteSet {
        let excluded = self.excluded.iter().filter(|character| character.is_ascii() || !too_many);
        let first = |character: &char| character.encode_utf8(&mut [0; 4]).as_bytes()[0];
        excluded.fold(ByteSet::EMPTY, |all, character| all.or(ByteSet::byte(first(character))))
    }

    /// The texts, for people: `` `text` without `#` ``.
    pub(super) fn printed(&self) -> String {
        let mut printed = format!("`{}`", self.value.printed);
        for (at, character) in self.excluded.iter().enumerate() {
            let comma = if at == 0 { " without" } else { " and" };
            printed.extend([comma, " `"]);
            printed.extend([*character, '`']);
        }
        printed
    }
}
