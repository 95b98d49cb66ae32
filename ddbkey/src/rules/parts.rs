//! The rules for the parts of a key, so that it can be parsed and sorts like its values.

use super::messages;
use crate::language::{ByteSet, Language, Variants};
use crate::pattern::{Extent, Owner, Pattern, Role, Segment, Value, first_char, lengths};

/// All rules for a key at once, where it is built or parsed: a type may shadow a well-known one.
#[track_caller]
pub(crate) const fn check_patterns(patterns: &'static [Pattern]) {
    each!(pattern in patterns => {
        let mut at = 0;
        while at < pattern.segments.len() {
            pattern.check_value(at);
            at += 1;
        }
        pattern.check_length();
    });
}

/// An attribute that is a field has the string that serde writes.
#[track_caller]
pub const fn check_serde_text(is_serde_text: bool, field: &str, attribute: &str) {
    if !is_serde_text {
        messages::serde_writes_otherwise(field, attribute).fail();
    }
}

/// The payload of this word is a value between separators, unless it takes the rest of the key.
#[track_caller]
pub const fn check_payload(word: &str, payload: &Value, separator: char, is_rest: bool) {
    let shape = &payload.shape;
    if let Language::Variants(_) = shape.language {
        messages::payload_with_payloads(word).fail();
    }
    if !is_rest && !shape.is_unrestricted() && shape.alphabet.contains_char(separator) {
        let other = if separator == '|' { '#' } else { '|' };
        messages::separator_in_payload(word, separator, other).fail();
    }
}

impl Pattern {
    /// The rules for the value at this place, if there is one.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_value(&self, at: usize) {
        self.check(at, None);
    }

    /// The same for a value that a method returns, of this type.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_computed(&self, at: usize, ty: &str, can_be_held: bool) {
        if !can_be_held && let Segment::Value(value) = &self.segments[at] {
            messages::owned_text(self, value.field, ty).fail();
        }
        self.check(at, Some(ty));
    }

    #[track_caller]
    const fn check(&self, at: usize, returned: Option<&str>) {
        let Segment::Value(value) = &self.segments[at] else { return };
        if let Some(variants) = value.shape.as_variants() {
            return self.check_variants(at, value, variants);
        }
        // A plain integer in a string would sort `10` before `9`.
        if self.sorts() && !self.is_number() && value.is_number() {
            messages::plain_number(self, value.field, returned).fail();
        }
        // A part that claims to sort everywhere has no string that is a prefix of another.
        if value.has_impossible_order {
            messages::impossible_order(self, value.field).fail();
        }
        // An alphabet has characters of the case in which its strings are written.
        if value.shape.alphabet.is_empty() {
            messages::alphabet_without_case(self, value.field, value.format).fail();
        }
        self.neighbours_can_be_told_apart(at, value);
        self.query_finds_no_other_value(at, value);
        self.what_follows_keeps_the_order(at, value);
        if !value.is_unrestricted() && !value.shape.is_unrestricted() {
            self.separator_is_in_no_word(value);
            if !self.is_read_by_width(at, value) {
                self.literal_after_is_foreign(value);
                self.separator_is_foreign(value);
            }
        }
    }

    /// The rules for an enum with payloads. In a separate attribute, the separator has no meaning.
    #[track_caller]
    const fn check_variants(&self, at: usize, value: &Value, variants: Variants) {
        if let Extent::Attribute = value.extent {
            return;
        }
        if variants.separator != self.separator {
            let own = variants.separator;
            messages::separator_of_variants(self, value.field, own, self.separator).fail();
        }
        if !self.is_last(at)
            && let Some(word) = variants.with_rest()
        {
            messages::rest_before_another(self, value.field, word).fail();
        }
        self.neighbours_can_be_told_apart(at, value);
        if !self.is_last(at)
            && let Segment::Value(next) = &self.segments[at + 1]
        {
            messages::value_after_payload(self, value.field, next.field).fail();
        }
        if let Some(delimiter) = value.delimiter
            && delimiter != self.separator
            && variants.fixed_alphabet().contains_char(delimiter)
        {
            messages::literal_in_value(self, value.field, delimiter).fail();
        }
    }

    /// Checks that no string of an enum contains the separator.
    #[track_caller]
    const fn separator_is_in_no_word(&self, value: &Value) {
        if let Language::Words(words) = value.shape.language
            && let Some(word) = word_with(words.list(), self.separator)
        {
            messages::separator_in_word(self, value.field, value.call, word, self.separator).fail();
        }
    }

    /// Checks that no string of a type contains the separator.
    #[track_caller]
    const fn separator_is_foreign(&self, value: &Value) {
        if value.shape.alphabet.contains_char(self.separator) {
            let (own, other) = (self.separator, if self.separator == '|' { '#' } else { '|' });
            messages::separator_in_type(self, value.field, value.call, own, other).fail();
        }
    }

    /// Whether the value is read by its width, wherever it starts.
    const fn is_read_by_width(&self, mut at: usize, value: &Value) -> bool {
        if value.shape.width().is_none() {
            return false;
        }
        while at > 0
            && let Segment::Value(before) = &self.segments[at - 1]
        {
            // The end of a value of free width depends on the next segment.
            if before.shape.width().is_none() {
                return false;
            }
            at -= 1;
        }
        true
    }

    /// If two values are adjacent, one has a fixed width.
    #[track_caller]
    const fn neighbours_can_be_told_apart(&self, at: usize, value: &Value) {
        if at > 0
            && let Segment::Value(before) = &self.segments[at - 1]
            && self.runs_into(before, at)
        {
            let (before, field) = (before.field, value.field);
            messages::free_width_neighbours(self, before, field).fail();
        }
    }

    /// Whether a value has no clear end before the values at this position.
    const fn runs_into(&self, value: &Value, next: usize) -> bool {
        // Nothing may follow variants directly. Another rule reports this.
        value.shape.width().is_none()
            && value.shape.as_variants().is_none()
            && self.has_free_width_from(next)
    }

    /// A query by a value, which asks for strings that start with it, finds no other value.
    #[track_caller]
    const fn query_finds_no_other_value(&self, at: usize, value: &Value) {
        if self.sorts()
            && !self.is_last(at)
            && let Segment::Value(next) = &self.segments[at + 1]
            && !value.shape.is_prefix_free()
            // That would be the same mistake, reported at the next value.
            && !self.runs_into(value, at + 1)
        {
            messages::value_right_after(self, value.field, next.field).fail();
        }
    }

    /// In a sort key, the character after a value must not break the value's order. A legacy key has what is stored,
    /// and has no ranges for that value.
    #[track_caller]
    const fn what_follows_keeps_the_order(&self, at: usize, value: &Value) {
        if self.sorts()
            && !matches!(self.role, Role { owner: Owner::LegacyKey(_), is_sort_key: true })
            && let Some(limit) = value.shape.language.sorts_before()
            && let Some(next) = first_char(self.literal_after(at))
            && next >= limit
        {
            messages::order_lost(self, value.field, next).fail();
        }
    }

    /// A literal directly after a value starts with a character that the value never contains.
    #[track_caller]
    const fn literal_after_is_foreign(&self, value: &Value) {
        if let Some(delimiter) = value.delimiter
            && delimiter != self.separator
            && value.shape.alphabet.contains_char(delimiter)
        {
            messages::literal_in_value(self, value.field, delimiter).fail();
        }
    }

    /// The longest key, or every key, fits into DynamoDB's limit.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_length(&self) {
        let ((least, greatest), limit) = (lengths(self.segments), self.limit());
        if let Some(length) = greatest
            && length > limit
        {
            messages::key_too_long(self, "can be", length, limit).fail();
        }
        if least > limit {
            messages::key_too_long(self, "is at least", least, limit).fail();
        }
    }
}

/// The first word that contains an ASCII character.
const fn word_with(words: &'static [&'static str], character: char) -> Option<&'static str> {
    find!(own in words => if ByteSet::of(own).contains_char(character) { Some(*own) } else { None })
}
