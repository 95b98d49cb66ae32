//! The string of one key attribute as a constant: its literals, its values, and everything that is known of it
//! before there is any value.
//!
//! A declaration becomes one [`Pattern`] for each attribute. Building, parsing, querying, the proof of
//! disjointness and the pictures all start from it.

mod length;
mod prefilter;
mod print;
mod segments;
#[cfg(test)]
mod tests;

pub(crate) use length::lengths;
pub(crate) use prefilter::Prefilter;
pub(crate) use print::Beginning;
pub use print::EscapedLiteral;
pub use print::KeyInMessage;
pub(crate) use segments::first_char;
#[cfg(test)]
pub(crate) use segments::link;
pub use segments::{computed, computed_rest, linked, literal, of_attribute, rest, value};

use alloc::string::String;

use crate::language::{ByteSet, Case, Language};
use crate::part::order::{Order, ValueOrder};
use crate::part::{Format, KeyPart, Shape};
use crate::text::same_text;

/// The maximum length of a partition key, in bytes.
pub(crate) const MAX_PARTITION_KEY_LEN: usize = 2048;
/// The maximum length of a sort key, in bytes.
pub(crate) const MAX_SORT_KEY_LEN: usize = 1024;

/// The template of one key attribute. It prints as declared, `ORDER#{created_at:.3}#{id}`, or as
/// `{version} (N)` for a number.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Pattern {
    /// The name of the entity.
    pub entity: &'static str,
    /// The role of the key in the entity.
    pub role: Role,
    /// The character between parts.
    pub separator: char,
    /// What has the attribute in its sort key, although it is in a partition key here.
    pub limited_by: Option<Owner>,
    /// The attribute, if the key is a separate attribute and not a joined string.
    pub entry: Option<OwnAttribute>,
    /// The literals and values, in order.
    pub segments: &'static [Segment],
}

/// The declaration of a key that is a separate attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct OwnAttribute {
    /// The name of the attribute.
    pub name: &'static str,
    /// Whether it is also a field of the entity, which serde writes.
    pub is_field: bool,
}

/// The key of an entity that a pattern belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Role {
    /// What has the key.
    pub owner: Owner,
    /// Whether it is the sort key, and not the partition key.
    pub is_sort_key: bool,
}

/// What has a partition key, and perhaps a sort key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// The table.
    Table,
    /// The index of this name.
    Index(&'static str),
    /// The alternative of this name.
    Alternative(&'static str),
    /// The legacy key of this name.
    LegacyKey(&'static str),
}

/// The type of a key attribute.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum AttributeType {
    /// A string.
    S,
    /// A number.
    N,
}

impl AttributeType {
    /// Returns DynamoDB's name for the type.
    #[doc(hidden)]
    #[must_use]
    pub const fn letter(self) -> &'static str {
        match self {
            Self::S => "S",
            Self::N => "N",
        }
    }

    /// Returns the name with its article, for messages.
    #[doc(hidden)]
    #[must_use]
    pub const fn noun(self) -> &'static str {
        match self {
            Self::S => "a string",
            Self::N => "a number",
        }
    }
}

/// A literal or a value of a key. Literals include the separators.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Segment {
    /// A literal.
    Literal(&'static str),
    /// A value.
    Value(Value),
}

/// A value in a key.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Value {
    /// The name of the field or method that it comes from.
    pub field: &'static str,
    /// What follows the name when a value is printed: `()` if a method computes it.
    pub call: &'static str,
    /// What follows the colon in the declaration.
    pub format: &'static str,
    pub(crate) shape: Shape,
    /// Where its strings sort like its values.
    pub order: ValueOrder,
    /// Whether its type claims an order that its shape rules out.
    pub(crate) has_impossible_order: bool,
    is_trusted: bool,
    pub(crate) extent: Extent,
    /// The first character of the literal after it, or after the values that follow directly.
    pub(crate) delimiter: Option<char>,
    /// The minimum length of the values that follow directly, in bytes.
    pub(crate) trailing_len: usize,
}

/// How far a value reaches.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Extent {
    /// Up to what follows: `{field}`.
    Part,
    /// To the end of the key, including separators: `{*field}`.
    Rest,
    /// All of an attribute except the literals around it.
    Attribute,
}

impl Owner {
    /// Returns the role of its partition key.
    #[must_use]
    pub const fn pk(self) -> Role {
        Role { owner: self, is_sort_key: false }
    }

    /// Returns the role of its sort key.
    #[must_use]
    pub const fn sk(self) -> Role {
        Role { owner: self, is_sort_key: true }
    }
}

impl Role {
    /// Returns the name of the index, or `None` for the keys of the table.
    #[must_use]
    pub const fn index(self) -> Option<&'static str> {
        match self.owner {
            Owner::Index(name) => Some(name),
            Owner::Table | Owner::Alternative(_) | Owner::LegacyKey(_) => None,
        }
    }

    /// Returns the name of the key, and the words before the name of its index, alternative or legacy key.
    pub(crate) const fn words(self) -> (&'static str, Option<(&'static str, &'static str)>) {
        let key = if self.is_sort_key { "sort key" } else { "partition key" };
        let owner = match self.owner {
            Owner::Table => None,
            Owner::Index(name) => Some((" of index ", name)),
            Owner::Alternative(name) => Some((" of alternative ", name)),
            Owner::LegacyKey(name) => Some((" of legacy key ", name)),
        };
        (key, owner)
    }
}

impl Value {
    /// Returns a value of this type in this format, without a name and without the text of the format.
    pub(crate) const fn of<T: KeyPart<F>, F: Format>() -> Self {
        Self {
            field: "",
            call: "",
            format: "",
            shape: T::SHAPE,
            order: <T::Order as Order>::VALUE,
            has_impossible_order: !T::IS_TRUSTED
                && <T::Order as Order>::VALUE.needs_prefix_free()
                && !T::SHAPE.is_prefix_free(),
            is_trusted: T::IS_TRUSTED,
            extent: Extent::Part,
            delimiter: None,
            trailing_len: 0,
        }
    }

    /// Returns the field, or the method with its `()`.
    #[must_use]
    pub fn source(&self) -> String {
        [self.field, self.call].concat()
    }

    /// Returns the strings of its type.
    #[must_use]
    pub const fn language(&self) -> Language {
        self.shape.language
    }

    /// Returns other strings that serde reads, but that no key contains.
    #[must_use]
    pub const fn aliases(&self) -> &'static [&'static str] {
        self.shape.aliases
    }

    /// Returns the same value for this field, in the format of this text: `.3`.
    #[must_use]
    pub const fn named(self, field: &'static str, format: &'static str) -> Self {
        Self { field, format, ..self }
    }

    /// Returns the same value from a method instead of a field.
    #[must_use]
    pub const fn computed(self) -> Self {
        Self { call: "()", ..self }
    }

    /// Returns the same value, but it takes the rest of the key.
    #[must_use]
    pub const fn rest(self) -> Self {
        Self { extent: Extent::Rest, ..self }
    }

    /// Returns whether it comes from a method.
    #[must_use]
    pub const fn is_computed(&self) -> bool {
        !self.call.is_empty()
    }

    /// Returns whether a key holds the exact value of the field: it is not computed, cut or folded. Also returns `false` if
    /// that is unknown, and for times, which may have an offset that no key holds.
    #[must_use]
    pub fn is_whole(&self) -> bool {
        let digits = self.format.strip_prefix("desc").unwrap_or(self.format);
        let is_padded = digits.bytes().all(|digit| digit.is_ascii_digit());
        !self.is_computed()
            && self.is_trusted
            && (is_padded || matches!(self.format, "unordered" | "empty"))
            && !self.shape.language.has_time()
    }

    pub(crate) const fn case(&self) -> Option<Case> {
        match self.format.as_bytes() {
            b"lower" => Some(Case::Lower),
            b"upper" => Some(Case::Upper),
            b"ascii_lower" => Some(Case::AsciiLower),
            b"ascii_upper" => Some(Case::AsciiUpper),
            _ => None,
        }
    }

    /// Returns whether it is a plain integer: a number if it has its own attribute.
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.order, ValueOrder::Number)
    }

    /// Returns whether its type reads this string, which the automaton accepts. Also returns `false` if that is unknown.
    pub(crate) const fn is_sure_of(&self, text: &str) -> bool {
        self.is_trusted
            && matches!(self.delimiter, None | Some('\0'..='\x7F'))
            && self.shape.language.is_sure_of(text)
    }

    /// Returns whether it takes the rest of the key, including separators: `{*field}`.
    #[must_use]
    #[inline]
    pub const fn is_rest(&self) -> bool {
        matches!(self.extent, Extent::Rest)
    }

    /// Returns whether it may contain any character, since only the ends of the key delimit it.
    #[inline]
    pub(crate) const fn is_unrestricted(&self) -> bool {
        !matches!(self.extent, Extent::Part)
    }

    /// Returns the bytes that the value never contains although its type does. For a string, these are the separator
    /// and the first byte of a literal directly after it. Other types with these bytes do not compile. Variants have a
    /// separator before their payload.
    pub(crate) const fn excluded_bytes(&self, separator: char) -> ByteSet {
        let ends = self.excluded_in_text(separator);
        match self.shape.language {
            Language::Variants(_) => ends.without(ByteSet::ascii(separator)),
            _ => ends,
        }
    }

    /// Returns the same for a string, which a payload can be.
    pub(crate) const fn excluded_in_text(&self, separator: char) -> ByteSet {
        if self.is_unrestricted() || !self.shape.is_unrestricted() {
            return ByteSet::EMPTY;
        }
        match self.delimiter {
            Some(delimiter) => ByteSet::ascii(separator).or(ByteSet::ascii(delimiter)),
            None => ByteSet::ascii(separator),
        }
    }

    /// Returns whether it is the same field in the same format.
    const fn is_written_as(&self, other: &Self) -> bool {
        same_text(self.field, other.field)
            && same_text(self.format, other.format)
            && self.is_rest() == other.is_rest()
    }
}

impl Pattern {
    /// Returns the pattern of a joined key without segments.
    #[must_use]
    pub const fn new(entity: &'static str, role: Role, separator: char) -> Self {
        Self::over(entity, role, separator, None, &[])
    }

    /// Returns the same key as a separate attribute.
    #[must_use]
    pub const fn own(self, name: &'static str) -> Self {
        Self { entry: Some(OwnAttribute { name, is_field: false }), ..self }
    }

    /// Returns the same key as an attribute that is also a field.
    #[must_use]
    pub const fn field(self, name: &'static str) -> Self {
        Self { entry: Some(OwnAttribute { name, is_field: true }), ..self }
    }

    /// Returns a pattern over the segments of an attribute, or of a joined key.
    pub(crate) const fn over(
        entity: &'static str,
        role: Role,
        separator: char,
        entry: Option<OwnAttribute>,
        segments: &'static [Segment],
    ) -> Self {
        Self { entity, role, separator, limited_by: None, entry, segments }
    }

    /// Returns the same partition key with the limit of a sort key of the entity, of the table or of an index, that
    /// also has its attribute.
    #[must_use]
    pub const fn limited_by(self, owner: Owner) -> Self {
        Self { limited_by: Some(owner), ..self }
    }

    /// Returns the name of the entity that declares it.
    #[must_use]
    pub const fn entity(&self) -> &'static str {
        self.entity
    }

    /// Returns the maximum length of the attribute, in bytes: 2048 in a partition key, 1024 in a sort key or
    /// if a sort key, of the table or of an index, also has it.
    #[must_use]
    #[inline]
    pub const fn limit(&self) -> usize {
        if self.sorts() { MAX_SORT_KEY_LEN } else { MAX_PARTITION_KEY_LEN }
    }

    /// Returns whether a query takes the key part by part: it is a sort key, or a sort key has its attribute.
    #[inline]
    pub(crate) const fn sorts(&self) -> bool {
        self.role.is_sort_key || self.limited_by.is_some()
    }

    /// Returns the name of the attribute. A joined key has no name of its own, and takes this one.
    pub(crate) const fn name_or<'n>(&self, name: &'n str) -> &'n str {
        match self.entry {
            Some(entry) => entry.name,
            None => name,
        }
    }

    /// Returns the type of the attribute: a number if it only holds a plain integer.
    pub(crate) const fn attribute_type(&self) -> AttributeType {
        match (self.entry, self.segments) {
            (Some(_), [Segment::Value(value)]) => value.order.attribute_type(),
            _ => AttributeType::S,
        }
    }

    #[inline]
    pub(crate) const fn is_number(&self) -> bool {
        matches!(self.attribute_type(), AttributeType::N)
    }

    /// Returns how errors call the value at this position: by its field, or by its own attribute.
    pub(crate) const fn part_name(&self, at: usize) -> &'static str {
        match (self.entry, &self.segments[at]) {
            (Some(entry), _) => entry.name,
            (None, Segment::Value(value)) => value.field,
            (None, Segment::Literal(_)) => "",
        }
    }

    /// Returns the values, in order.
    #[doc(hidden)]
    pub fn values(&self) -> impl Iterator<Item = &'static Value> + use<> {
        self.segments.iter().filter_map(|segment| match segment {
            Segment::Literal(_) => None,
            Segment::Value(value) => Some(value),
        })
    }

    /// Returns the literal directly before this position, or `""`.
    #[inline]
    pub(crate) const fn literal_before(&self, at: usize) -> &'static str {
        match at {
            0 => "",
            _ => self.literal(at - 1),
        }
    }

    /// Returns the literal directly after this position, or `""`.
    #[inline]
    pub(crate) const fn literal_after(&self, at: usize) -> &'static str {
        if self.is_last(at) { "" } else { self.literal(at + 1) }
    }

    /// Returns whether nothing follows this position.
    #[inline]
    pub(crate) const fn is_last(&self, at: usize) -> bool {
        at + 1 == self.segments.len()
    }

    /// Returns whether no other value follows the value at this position.
    #[inline]
    pub(crate) const fn is_last_value(&self, at: usize) -> bool {
        self.is_last(at) || (self.is_last(at + 1) && !self.literal(at + 1).is_empty())
    }

    /// Returns the literal that every key ends with, or `""` if it ends with a value.
    #[inline]
    pub(crate) const fn literal_at_end(&self) -> &'static str {
        self.literal_before(self.segments.len())
    }

    /// Returns the literal at this position, or `""` if a value is there.
    #[inline]
    pub(crate) const fn literal(&self, at: usize) -> &'static str {
        match self.segments[at] {
            Segment::Literal(text) => text,
            Segment::Value(_) => "",
        }
    }

    /// Returns the value at this position. Generated code knows that there is one.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn value(&self, at: usize) -> &'static Value {
        match &self.segments[at] {
            Segment::Value(value) => value,
            Segment::Literal(_) => panic!("not a value"),
        }
    }

    /// Returns the position of the first value, or the number of segments if there is none.
    pub(crate) const fn first_value(&self) -> usize {
        let mut at = 0;
        while at < self.segments.len() && matches!(self.segments[at], Segment::Literal(_)) {
            at += 1;
        }
        at
    }

    /// Returns the position of the only value without a maximum length.
    pub(crate) const fn only_unlimited(&self) -> Option<usize> {
        let (mut found, mut at) = (None, 0);
        while at < self.segments.len() {
            if let Segment::Value(Value { shape: Shape { max: None, .. }, .. }) = self.segments[at]
            {
                if found.is_some() {
                    return None;
                }
                found = Some(at);
            }
            at += 1;
        }
        found
    }

    /// Returns the literal that every key starts with, or `""` if it starts with a value.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn prefix(&self) -> &'static str {
        match self.segments {
            [Segment::Literal(text), ..] => text,
            _ => "",
        }
    }

    /// Returns whether it is only a literal.
    #[inline]
    #[doc(hidden)]
    #[must_use]
    pub const fn is_static(&self) -> bool {
        matches!(self.segments, [] | [Segment::Literal(_)])
    }

    /// Returns whether a part is this field.
    #[doc(hidden)]
    #[must_use]
    pub fn has_field(&self, field: &str) -> bool {
        let is_it = |value: &Value| !value.is_computed() && value.field == field;
        let mut segments = self.segments.iter();
        segments.any(|segment| matches!(segment, Segment::Value(value) if is_it(value)))
    }

    pub(crate) const fn place_of(&self, field: &str) -> Option<usize> {
        let mut at = 0;
        while at < self.segments.len() {
            if let Segment::Value(value) = &self.segments[at]
                && same_text(value.field, field)
            {
                return Some(at);
            }
            at += 1;
        }
        None
    }

    /// Returns whether it builds the same strings as the other: the same literals around the same values.
    pub(crate) const fn builds_as(&self, other: &Self) -> bool {
        same!(one, other in self.segments, other.segments => match (one, other) {
            (Segment::Literal(one), Segment::Literal(other)) => same_text(one, other),
            (Segment::Value(one), Segment::Value(other)) => one.is_written_as(other),
            _ => false,
        })
    }
}
