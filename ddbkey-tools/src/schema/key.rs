//! A key of an entity, in the table or in an index, and its attributes piece by piece.

use ddbkey::__private::engine::ValueOrder;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

use super::field::Field;
use super::json;
use super::language::Language;

/// A key of an entity: the current key, an alternative, a legacy key, or an index key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Key {
    #[serde(default)]
    pub(super) index: Option<String>,
    #[serde(default)]
    pub(super) alternative: Option<String>,
    #[serde(default)]
    pub(super) legacy: Option<String>,
    #[serde(default)]
    pub(crate) rust_name: Option<String>,
    #[serde(default)]
    pub(crate) sparse: bool,
    #[serde(default)]
    pub(crate) optional: Option<Vec<String>>,
    pub(crate) attributes: Vec<Attribute>,
}

/// A key attribute, and the pieces of its string.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Attribute {
    pub(crate) name: String,
    #[serde(rename = "type", with = "json::named")]
    pub(crate) attribute_type: AttributeType,
    #[serde(rename = "sort_key")]
    pub(super) is_sort_key: bool,
    #[serde(rename = "entry")]
    pub(crate) is_entry: bool,
    pub(crate) separator: char,
    pub(crate) pieces: Vec<Piece>,
}

/// A piece of a key attribute.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Piece {
    /// A literal, including separators.
    Literal(String),
    /// A value.
    Value(Value),
}

/// A value in a key.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Value {
    /// The field, or the method with its `()`.
    pub(crate) source: String,
    #[serde(default, rename = "rest")]
    pub(super) is_rest: bool,
    #[serde(default)]
    pub(super) format: Option<String>,
    pub(crate) language: Language,
    #[serde(default, with = "json::named_option")]
    pub(super) order: Option<ValueOrder>,
    #[serde(default)]
    pub(crate) aliases: Vec<String>,
}

impl Key {
    /// Returns the name of the index, or `None` for a key of the table.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the name of the alternative, which items with all of its optional parts have, or `None` for any other key.
    #[must_use]
    pub fn alternative(&self) -> Option<&str> {
        self.alternative.as_deref()
    }

    /// Returns the name of the legacy key, or `None` for any other key.
    #[must_use]
    pub fn legacy(&self) -> Option<&str> {
        self.legacy.as_deref()
    }

    /// Returns the name that its methods have in Rust, such as `by_status` in `query_by_status`. The current key has none.
    #[must_use]
    pub fn rust_name(&self) -> Option<&str> {
        self.rust_name.as_deref()
    }

    /// Returns the name in Rust, if one was declared and it differs from the name of the key.
    pub(crate) fn given_name(&self) -> Option<&str> {
        self.rust_name().filter(|name| *name != self.name())
    }

    /// Returns whether an item can be absent from the index, or have a later one of several keys there.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.sparse
    }

    /// Returns the fields, and the methods with their `()`, that take an item out of the index, or give it another key, if
    /// one of them has no value.
    #[must_use]
    pub fn optional(&self) -> Option<&[String]> {
        self.optional.as_deref()
    }

    /// Returns the attributes, partition key first.
    #[must_use]
    pub fn attributes(&self) -> &[Attribute] {
        &self.attributes
    }

    /// Returns the attributes of the partition key.
    pub(crate) fn partition(&self) -> impl Iterator<Item = &Attribute> + Clone {
        self.attributes.iter().filter(|own| !own.is_sort_key)
    }

    /// Returns the attributes of the sort key.
    pub(crate) fn sort(&self) -> impl Iterator<Item = &Attribute> + Clone {
        self.attributes.iter().filter(|own| own.is_sort_key)
    }

    pub(crate) fn partition_values(&self) -> impl Iterator<Item = &Value> + Clone {
        self.partition().flat_map(Attribute::values)
    }

    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> + Clone {
        self.attributes.iter().flat_map(Attribute::values)
    }

    /// Returns the kind and the name of the key, unless it is the current key.
    pub(crate) fn noun(&self) -> Option<(&'static str, &str)> {
        let alternative = self.alternative().map(|name| ("alternative", name));
        alternative.or(self.legacy().map(|name| ("legacy key", name)))
    }

    /// Returns the name of the index, alternative or legacy key.
    pub(crate) fn name(&self) -> &str {
        self.index().or(self.alternative()).or(self.legacy()).unwrap_or_default()
    }

    /// Returns the templates of its attributes, such as `ORDER#{id:05} / PROFILE`.
    pub(crate) fn template(&self) -> String {
        joined(&self.attributes, Attribute::template)
    }
}

/// Joins a string for each attribute of a key, with ` / ` before the sort key.
pub(crate) fn joined(attributes: &[Attribute], of: impl Fn(&Attribute) -> String) -> String {
    let is_last_of_pk = |at: usize| attributes.get(at + 1).is_some_and(|next| next.is_sort_key);
    attributes.iter().enumerate().fold(String::new(), |text, (at, own)| {
        let joint = match at {
            _ if at + 1 == attributes.len() => "",
            _ if !own.is_sort_key && is_last_of_pk(at) => " / ",
            _ => ", ",
        };
        text + &of(own) + joint
    })
}

impl Attribute {
    /// Creates an attribute of the partition key.
    pub(crate) const fn new(
        name: String,
        attribute_type: AttributeType,
        is_entry: bool,
        separator: char,
        pieces: Vec<Piece>,
    ) -> Self {
        Self { name, attribute_type, is_sort_key: false, is_entry, separator, pieces }
    }

    /// Returns the name of the attribute.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the type of the attribute.
    #[must_use]
    pub const fn attribute_type(&self) -> AttributeType {
        self.attribute_type
    }

    /// Returns whether the attribute belongs to the sort key rather than to the partition key.
    #[must_use]
    pub const fn is_sort_key(&self) -> bool {
        self.is_sort_key
    }

    /// Returns whether it was declared in square brackets: it holds one value, in which the separator has no meaning,
    /// and can also be a field.
    #[must_use]
    pub const fn is_entry(&self) -> bool {
        self.is_entry
    }

    /// Returns the character between parts. No free text contains it, except an entry and the rest of a key.
    #[must_use]
    pub const fn separator(&self) -> char {
        self.separator
    }

    /// Returns the literals and values, in order.
    #[must_use]
    pub fn pieces(&self) -> &[Piece] {
        &self.pieces
    }

    /// Returns the template of its string, as declared: `ORDER#{created_at:.3}#{id}`, or `{version} (N)` for a number.
    /// Unknown formats are left out.
    #[must_use]
    pub fn template(&self) -> String {
        self.shown(Value::template)
    }

    /// Creates the attribute for a literal string in an attribute that is not a key of the item's entity.
    pub(crate) fn of_literal(name: &str, text: &str) -> Self {
        Self::of_piece(name, Piece::Literal(text.into()))
    }

    /// Creates the same for the string that serde writes for a field.
    pub(crate) fn of_field(name: &str, field: &Field) -> Self {
        let value = Value::new(field.name().into(), false, Language::TEXT);
        Self::of_piece(name, Piece::Value(Value { format: Some(String::new()), ..value }))
    }

    fn of_piece(name: &str, piece: Piece) -> Self {
        Self::new(name.into(), AttributeType::S, true, '#', vec![piece])
    }

    /// Returns the values, in order.
    pub(crate) fn values(&self) -> impl Iterator<Item = &Value> + Clone {
        self.pieces.iter().filter_map(|piece| match piece {
            Piece::Literal(_) => None,
            Piece::Value(value) => Some(value),
        })
    }

    /// Returns the characters that the value at this position never contains although its type allows them: the separator, and
    /// the first character of the literal after it.
    pub(crate) fn excluded(&self, at: usize) -> Vec<char> {
        let Some(Piece::Value(value)) = self.pieces.get(at) else { return Vec::new() };
        // A value with its own attribute may contain the separator.
        if self.is_entry || value.is_rest || !value.language.is_free() {
            return Vec::new();
        }
        let mut literals = self.pieces[at..].iter().filter_map(|piece| match piece {
            Piece::Literal(text) => text.chars().next(),
            Piece::Value(_) => None,
        });
        let delimiter = literals.next().filter(|delimiter| *delimiter != self.separator);
        std::iter::once(self.separator).chain(delimiter).collect()
    }
}

impl Piece {
    pub(crate) const fn value_mut(&mut self) -> Option<&mut Value> {
        match self {
            Self::Literal(_) => None,
            Self::Value(value) => Some(value),
        }
    }
}

impl Value {
    /// Creates a value of which the format and the order are unknown.
    pub(crate) const fn new(source: String, is_rest: bool, language: Language) -> Self {
        Self { source, is_rest, format: None, language, order: None, aliases: Vec::new() }
    }

    /// Returns the name of the field or method.
    #[must_use]
    pub fn name(&self) -> &str {
        self.source.strip_suffix("()").unwrap_or(&self.source)
    }

    /// Returns whether a method computes the value.
    #[must_use]
    pub fn is_method(&self) -> bool {
        is_method(&self.source)
    }

    /// Returns whether the value takes the rest of the key, including separators.
    #[must_use]
    pub const fn is_rest(&self) -> bool {
        self.is_rest
    }

    /// Returns the format as declared, such as `08` or `.3`, or `""` without a format.
    #[must_use]
    pub fn format(&self) -> Option<&str> {
        self.format.as_deref()
    }

    /// Returns the set of its strings.
    #[must_use]
    pub const fn language(&self) -> &Language {
        &self.language
    }

    /// Returns the minimum and maximum width of its strings in bytes. The maximum is `None` if there is no limit.
    #[must_use]
    pub fn widths(&self) -> (usize, Option<usize>) {
        self.language.widths()
    }

    /// Returns where its strings sort like its values.
    #[must_use]
    pub const fn order(&self) -> Option<ValueOrder> {
        self.order
    }

    /// Returns other strings that serde reads as the value, but that no key contains.
    #[must_use]
    pub fn aliases(&self) -> &[String] {
        &self.aliases
    }
}

/// Returns whether the source of a value is a method.
pub(crate) fn is_method(source: &str) -> bool {
    source.ends_with("()")
}
