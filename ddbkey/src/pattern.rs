//! A key as a constant: its literals, its values, and what one may know of it before there is any
//! value.
//!
//! The declaration becomes a [`Pattern`]; building, parsing, querying, the proof of disjointness
//! and the pictures all start from it.

use core::fmt;

use crate::language::{ByteSet, Language};
use crate::message::Message;
use crate::part::Shape;
use crate::text::same_text;

/// The greatest length of a partition key, in bytes.
pub(crate) const MOST_PARTITION_KEY: usize = 2048;
/// The greatest length of a sort key, in bytes.
pub(crate) const MOST_SORT_KEY: usize = 1024;

/// The parts of one key, in order. It prints as declared, `ORDER#{created_at}#{id}`.
#[derive(Clone, Copy, PartialEq, Eq)]
pub struct Pattern {
    entity: &'static str,
    role: Role,
    separator: char,
    limit: usize,
    segments: &'static [Segment],
}

/// Which key of an entity a pattern is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Role {
    /// The partition key of the table.
    PartitionKey,
    /// The sort key of the table.
    SortKey,
    /// The partition key of the index of this name.
    IndexPartitionKey(&'static str),
    /// The sort key of the index of this name.
    IndexSortKey(&'static str),
}

/// One stretch of a key. Separators stand inside the literals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Segment {
    /// Literal text.
    Literal(&'static str),
    /// A value.
    Value(Value),
}

/// A value in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Value {
    field: &'static str,
    spec: &'static str,
    shape: Shape,
    /// That of the shape, which takes long to find out.
    width: Option<usize>,
    is_rest: bool,
    until: Option<char>,
    tail: usize,
}

/// Why a part cannot be read.
pub(crate) enum Fault {
    Not(&'static str),
    Empty,
    EmptyOrHolds(char),
}

impl fmt::Display for Fault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Not(what) => write!(f, "is not {what}"),
            Self::Empty => f.write_str("is empty"),
            Self::EmptyOrHolds(character) => write!(f, "is empty or contains `{character}`"),
        }
    }
}

/// What all keys of a pattern have in common, to tell quickly that a text is none.
pub(crate) struct Outline {
    prefix: &'static str,
    least: usize,
    most: usize,
    has_more: bool,
}

impl Outline {
    /// Of a key, or of the lack of one.
    pub(crate) const fn of(pattern: Option<&Pattern>) -> Self {
        let Some(pattern) = pattern else {
            return Self { prefix: "", least: 0, most: usize::MAX, has_more: false };
        };
        let most = match pattern.max_len() {
            Some(most) if most < pattern.limit => most,
            _ => pattern.limit,
        };
        let (prefix, least) = (pattern.prefix(), pattern.min_len());
        let mut outline = Self { prefix, least, most, has_more: false };
        let mut is_fixed = true;
        let mut at = 0;
        while at < pattern.segments.len() {
            match &pattern.segments[at] {
                Segment::Literal(_) => outline.has_more |= at > 0 && is_fixed,
                Segment::Value(value) => is_fixed &= value.width.is_some(),
            }
            at += 1;
        }
        outline
    }

    /// Whether literals behind the first one stand at places that are known:
    /// [`Pattern::has_literals`] looks for them.
    pub(crate) const fn has_more(&self) -> bool {
        self.has_more
    }

    #[inline]
    pub(crate) fn may_be(&self, text: &str) -> bool {
        self.least <= text.len() && text.len() <= self.most && text.starts_with(self.prefix)
    }
}

impl Role {
    pub(crate) const fn is_sort_key(self) -> bool {
        matches!(self, Self::SortKey | Self::IndexSortKey(_))
    }
}

impl Value {
    /// The field or method that the value comes from.
    #[must_use]
    #[inline]
    pub const fn field(&self) -> &'static str {
        self.field
    }

    /// The SPEC of the declaration, `05` or `.3`, empty where there is none.
    #[must_use]
    pub const fn spec(&self) -> &'static str {
        self.spec
    }

    /// What its texts look like.
    #[must_use]
    #[inline]
    pub const fn shape(&self) -> &Shape {
        &self.shape
    }

    /// Whether it takes the rest of the key, separators included.
    #[must_use]
    #[inline]
    pub const fn is_rest(&self) -> bool {
        self.is_rest
    }

    /// Whether it is the same field in the same form.
    const fn is_written_as(&self, other: &Self) -> bool {
        same_text(self.field, other.field)
            && same_text(self.spec, other.spec)
            && self.is_rest == other.is_rest
    }

    /// The first character of the literal behind it, or behind the values that follow at once.
    #[inline]
    pub(crate) const fn until(&self) -> Option<char> {
        self.until
    }

    /// The bytes of the values that follow at once.
    #[inline]
    pub(crate) const fn tail(&self) -> usize {
        self.tail
    }
}

impl Segment {
    /// A value with its shape, for [`Pattern::link`].
    #[doc(hidden)]
    #[must_use]
    pub const fn value(field: &'static str, spec: &'static str, shape: Shape) -> Self {
        let width = shape.width();
        Self::Value(Value { field, spec, shape, width, is_rest: false, until: None, tail: 0 })
    }

    /// A value that takes the rest of the key.
    #[doc(hidden)]
    #[must_use]
    pub const fn rest(field: &'static str, shape: Shape) -> Self {
        Self::Value(Value {
            field,
            spec: "",
            shape,
            width: None,
            is_rest: true,
            until: None,
            tail: 0,
        })
    }
}

impl Pattern {
    /// A pattern over segments that were [linked](Self::link). Generated code makes it.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        entity: &'static str,
        role: Role,
        separator: char,
        segments: &'static [Segment],
    ) -> Self {
        let limit = if role.is_sort_key() { MOST_SORT_KEY } else { MOST_PARTITION_KEY };
        Self { entity, role, separator, limit, segments }
    }

    /// The same key where it also serves as the sort key of an index, and has its limit.
    #[doc(hidden)]
    #[must_use]
    pub const fn also_sort_key(self) -> Self {
        Self { limit: MOST_SORT_KEY, ..self }
    }

    /// Tells each value what stands behind it.
    #[doc(hidden)]
    #[must_use]
    pub const fn link<const N: usize>(mut segments: [Segment; N]) -> [Segment; N] {
        let (mut until, mut tail) = (None, 0);
        let mut at = N;
        while at > 0 {
            at -= 1;
            match segments[at] {
                Segment::Literal(text) => (until, tail) = (first_char(text), 0),
                Segment::Value(mut value) => {
                    (value.until, value.tail) = (until, tail);
                    tail += value.shape.min_len();
                    segments[at] = Segment::Value(value);
                }
            }
        }
        segments
    }

    /// The entity that declares it.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Which key of the entity it is.
    #[must_use]
    pub const fn role(&self) -> Role {
        self.role
    }

    /// What stands between parts.
    #[must_use]
    #[inline]
    pub const fn separator(&self) -> char {
        self.separator
    }

    /// The greatest length of a key, in bytes: 2048 for a partition key, 1024 for a sort key.
    #[must_use]
    #[inline]
    pub const fn limit(&self) -> usize {
        self.limit
    }

    /// Literals and values, in order.
    #[must_use]
    #[inline]
    pub const fn segments(&self) -> &'static [Segment] {
        self.segments
    }

    /// The literal right before this place, empty where there is none.
    #[inline]
    pub(crate) const fn literal_before(&self, at: usize) -> &'static str {
        match at {
            0 => "",
            _ => self.literal(at - 1),
        }
    }

    /// The literal right behind this place, empty where there is none.
    #[inline]
    pub(crate) const fn literal_after(&self, at: usize) -> &'static str {
        if self.is_last(at) { "" } else { self.literal(at + 1) }
    }

    /// Whether nothing stands behind this place.
    pub(crate) const fn is_last(&self, at: usize) -> bool {
        at + 1 == self.segments.len()
    }

    /// Whether no other value stands behind the one at this place.
    pub(crate) const fn is_last_value(&self, at: usize) -> bool {
        self.is_last(at) || (self.is_last(at + 1) && !self.literal(at + 1).is_empty())
    }

    /// The literal that every key ends with, empty where it ends with a value.
    #[inline]
    pub(crate) const fn literal_at_end(&self) -> &'static str {
        self.literal_before(self.segments.len())
    }

    #[inline]
    const fn literal(&self, at: usize) -> &'static str {
        match self.segments[at] {
            Segment::Literal(text) => text,
            Segment::Value(_) => "",
        }
    }

    /// The value at this place, of which generated code knows that it is one.
    #[inline]
    pub(crate) const fn value(&self, at: usize) -> &'static Value {
        match &self.segments[at] {
            Segment::Value(value) => value,
            Segment::Literal(_) => panic!("not a value"),
        }
    }

    /// The literal that every key starts with, empty where it starts with a value.
    #[must_use]
    #[inline]
    pub const fn prefix(&self) -> &'static str {
        match self.segments {
            [Segment::Literal(text), ..] => text,
            _ => "",
        }
    }

    /// What a part that cannot be read is, "is not a ULID". Text is anything, unless it is empty, or
    /// holds the separator where another character should end it.
    pub(crate) fn fault(&self, field: &str) -> Fault {
        let value = self.segments.iter().find_map(|segment| match segment {
            Segment::Value(value) if value.field == field => Some(value),
            _ => None,
        });
        match value {
            Some(value) if !value.shape.is_plain_text() => Fault::Not(value.shape.what()),
            Some(Value { until: Some(until), .. }) if *until != self.separator => {
                Fault::EmptyOrHolds(self.separator)
            }
            _ => Fault::Empty,
        }
    }

    /// Whether it is literal text alone.
    #[must_use]
    pub const fn is_static(&self) -> bool {
        matches!(self.segments, [] | [Segment::Literal(_)])
    }

    /// The bytes that every key has: those of literals and of values of fixed width.
    #[doc(hidden)]
    #[must_use]
    pub const fn fixed_len(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => match value.shape.width() {
                    Some(width) => width,
                    None => 0,
                },
            };
            at += 1;
        }
        sum
    }

    /// Whether the literals stand in the text where they must, as far as only values of fixed width
    /// stand before them.
    pub(crate) fn has_literals(&self, text: &str) -> bool {
        let mut rest = text.as_bytes();
        for segment in self.segments {
            let after = match segment {
                Segment::Literal(literal) => rest.strip_prefix(literal.as_bytes()),
                Segment::Value(value) => match value.width {
                    Some(width) => rest.get(width..),
                    None => return true,
                },
            };
            match after {
                Some(after) => rest = after,
                None => return false,
            }
        }
        true
    }

    /// The length in bytes of the longest key, if there is one.
    #[must_use]
    pub const fn max_len(&self) -> Option<usize> {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => match value.shape.max_len() {
                    Some(length) => length,
                    None => return None,
                },
            };
            at += 1;
        }
        Some(sum)
    }
}

/// What must hold of every declaration. A panic here is a compile error in the user's crate.
impl Pattern {
    /// Everything at once, for keys of generic entities.
    #[track_caller]
    pub(crate) const fn check(&self) {
        let mut at = 0;
        while at < self.segments.len() {
            self.check_value(at);
            at += 1;
        }
        self.check_length();
    }

    /// The rules for one value.
    ///
    /// # Panics
    ///
    /// If the value makes keys that cannot be read back or that do not sort.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_value(&self, at: usize) {
        let Segment::Value(value) = &self.segments[at] else { return };
        if value.spec.is_empty()
            && value.shape.is_integer()
            && (self.role.is_sort_key() || self.limit == MOST_SORT_KEY)
        {
            self.name()
                .code(value.field)
                .text(" is a plain number, and `10` sorts before `9`\nhelp: pad it, `{")
                .text(value.field)
                .text(":05}`, or write `{")
                .text(value.field)
                .text(":unordered}` for a table that already holds such keys")
                .fail();
        }
        if at > 0
            && let Segment::Value(before) = &self.segments[at - 1]
            && before.shape.width().is_none()
            && self.run_has_free_width(at)
        {
            self.name()
                .code(before.field)
                .text(" and ")
                .code(value.field)
                .text(" stand next to each other, and neither has a fixed width\nhelp: put a separator or a literal between them")
                .fail();
        }
        if value.is_rest || value.shape.is_unrestricted() {
            return;
        }
        if let Some(until) = value.until
            && until != self.separator
            && value.shape.alphabet().contains_char(until)
        {
            self.name()
                .code(value.field)
                .text(" can contain `")
                .char(until)
                .text("`, with which the literal behind it starts\nhelp: start that literal with a character that ")
                .code(value.field)
                .text(" never contains, or put the separator between them")
                .fail();
        }
        if let Language::Words(words) = value.shape.language()
            && let Some(word) = word_with(words.list(), self.separator)
        {
            self.name()
                .code(value.field)
                .text(" can be ")
                .code(word)
                .text(", which contains `")
                .char(self.separator)
                .text("`, the separator\nhelp: give that variant another text, `#[key_part(rename = \"\u{2026}\")]`")
                .fail();
        }
        if value.shape.alphabet().contains_char(self.separator) {
            self.name()
                .code(value.field)
                .text(" can contain `")
                .char(self.separator)
                .text("`, the separator\nhelp: choose another one, `#[ddb(separator = \"")
                .char(if self.separator == '|' { '#' } else { '|' })
                .text("\")]`")
                .fail();
        }
    }

    /// The rule for the whole key.
    ///
    /// # Panics
    ///
    /// If every key, or the longest one, is longer than DynamoDB takes.
    #[doc(hidden)]
    #[track_caller]
    pub const fn check_length(&self) {
        if let Some(length) = self.max_len()
            && length > self.limit
        {
            self.name()
                .text("can be ")
                .number(length)
                .text(" bytes long, and DynamoDB takes ")
                .number(self.limit)
                .text("\nhelp: shorten the literals, or leave out a part")
                .fail();
        }
        if self.min_len() > self.limit {
            self.name()
                .text("is ")
                .number(self.min_len())
                .text(" bytes long or more, and DynamoDB takes ")
                .number(self.limit)
                .text("\nhelp: shorten the literals, or leave out a part")
                .fail();
        }
    }

    /// The length in bytes of the shortest key.
    const fn min_len(&self) -> usize {
        let mut sum = 0;
        let mut at = 0;
        while at < self.segments.len() {
            sum += match &self.segments[at] {
                Segment::Literal(text) => text.len(),
                Segment::Value(value) => value.shape.min_len(),
            };
            at += 1;
        }
        sum
    }

    /// Whether the value here, or one that follows at once, has no fixed width.
    const fn run_has_free_width(&self, mut at: usize) -> bool {
        while at < self.segments.len() {
            match &self.segments[at] {
                Segment::Literal(_) => return false,
                Segment::Value(value) if value.shape.width().is_none() => return true,
                Segment::Value(_) => at += 1,
            }
        }
        false
    }

    /// "sort key of `Order` (`ORDER#{id}`): "
    const fn name(&self) -> Message {
        let message = Message::new().role(self.role).text(" of ").code(self.entity);
        let message = message.text(" (`").pattern(self);
        if self.limit == MOST_SORT_KEY && !self.role.is_sort_key() {
            message.text("`), which an index has as its sort key: ")
        } else {
            message.text("`): ")
        }
    }

    /// Whether it builds the texts of the other: the same literals around the same values.
    pub(crate) const fn builds_as(&self, other: &Self) -> bool {
        if self.segments.len() != other.segments.len() {
            return false;
        }
        let mut at = 0;
        while at < self.segments.len() {
            let is_same = match (&self.segments[at], &other.segments[at]) {
                (Segment::Literal(one), Segment::Literal(other)) => same_text(one, other),
                (Segment::Value(one), Segment::Value(other)) => one.is_written_as(other),
                _ => false,
            };
            if !is_same {
                return false;
            }
            at += 1;
        }
        true
    }
}

/// The bytes that a value of a key does not have although its type has: in text the separator and the
/// start of a literal glued behind. Other types that have them are refused.
pub(crate) const fn kept_out(value: &Value, separator: char) -> ByteSet {
    if value.is_rest || !value.shape.is_unrestricted() {
        return ByteSet::EMPTY;
    }
    match value.until {
        Some(until) => ByteSet::ascii(separator).or(ByteSet::ascii(until)),
        None => ByteSet::ascii(separator),
    }
}

/// The first word that contains an ASCII character.
const fn word_with(words: &'static [&'static str], character: char) -> Option<&'static str> {
    let mut at = 0;
    while at < words.len() {
        if ByteSet::of(words[at]).contains_char(character) {
            return Some(words[at]);
        }
        at += 1;
    }
    None
}

/// The first character of a text.
const fn first_char(text: &str) -> Option<char> {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return None;
    }
    let (mut code, length) = match bytes[0] {
        lead @ 0..0xC0 => (lead as u32, 1),
        lead @ 0xC0..0xE0 => (lead as u32 & 0x1F, 2),
        lead @ 0xE0..0xF0 => (lead as u32 & 0x0F, 3),
        lead => (lead as u32 & 0x07, 4),
    };
    let mut at = 1;
    while at < length {
        code = (code << 6) | (bytes[at] as u32 & 0x3F);
        at += 1;
    }
    char::from_u32(code)
}

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::PartitionKey => f.write_str("partition key"),
            Self::SortKey => f.write_str("sort key"),
            Self::IndexPartitionKey(index) => write!(f, "partition key of index `{index}`"),
            Self::IndexSortKey(index) => write!(f, "sort key of index `{index}`"),
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for segment in self.segments {
            match segment {
                Segment::Literal(text) => {
                    for piece in text.split_inclusive(['{', '}']) {
                        f.write_str(piece)?;
                        if piece.ends_with('{') {
                            f.write_str("{")?;
                        } else if piece.ends_with('}') {
                            f.write_str("}")?;
                        }
                    }
                }
                Segment::Value(value) => {
                    write!(f, "{{{}{}}}", if value.is_rest { "*" } else { "" }, value.field)?;
                }
            }
        }
        Ok(())
    }
}

/// The name of a key, as messages start: ``sort key of `Order` (`ORDER#{id}`)``.
impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} of `{}` (`{self}`)", self.role, self.entity)
    }
}
