//! A key of an entity, in the table or in an index, and its attributes piece by piece.

use std::collections::{BTreeMap, BTreeSet};

use ddbkey::__private::engine::ValueOrder;
use ddbkey::schema::AttributeType;

use super::field::Field;
use super::language::Language;
use super::template;

/// A key of an entity: the current key, an alternative, a legacy key, or an index key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Key {
    /// The name of the index, or `None` for a key of the table.
    pub index: Option<String>,
    /// The name of the alternative, which items with all of its optional parts have, or `None` for any other key.
    pub alternative: Option<String>,
    /// The name of the legacy key, or `None` for any other key.
    pub legacy: Option<String>,
    /// The name that its methods have in Rust, such as `by_status` in `query_by_status`. The current key has none.
    pub rust_name: Option<String>,
    /// The fields, and the methods with their `()`, that take an item out of the index, or give it another key, if one of
    /// them has no value.
    pub optional: Vec<String>,
    /// The attributes, partition key first.
    pub attributes: Vec<Attribute>,
    /// The other entities whose rows its queries also return, each with the greatest number of parts of the sort key that
    /// such a query may give.
    pub also_returned: BTreeMap<String, usize>,
    /// The same for rows of the entity itself under its other keys, by the name of an alternative or of a legacy key, or in
    /// an index by the name in Rust of one of several keys. `current` is the key of `#[pk]` and `#[sk]`.
    pub also_returned_under: BTreeMap<String, usize>,
}

/// The name of the current key among the keys of its entity. No other key can have it.
pub(crate) const CURRENT: &str = "current";

/// A key attribute, and the pieces of its string.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Attribute {
    /// The name of the attribute.
    pub name: String,
    /// The type of the attribute.
    pub attribute_type: AttributeType,
    /// Whether the attribute belongs to the sort key rather than to the partition key.
    pub is_sort_key: bool,
    /// Whether it was declared in square brackets: it holds one value, in which the separator has no meaning, and can also
    /// be a field.
    pub is_entry: bool,
    /// The character between parts. No free text contains it, except an entry and the rest of a key.
    pub separator: char,
    /// The literals and values, in order.
    pub pieces: Vec<Piece>,
}

/// A piece of a key attribute.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Piece {
    /// A literal, including separators.
    Literal(String),
    /// A value.
    Value(Value),
}

/// A value in a key.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Value {
    /// The field, or the method with its `()`.
    pub(crate) source: String,
    /// Whether the value takes the rest of the key, including separators.
    pub is_rest: bool,
    /// The format as declared, such as `08` or `.3`, or `""` without a format.
    pub format: String,
    /// The set of its strings.
    pub language: Language,
    /// Where its strings sort like its values.
    pub order: ValueOrder,
    /// Other strings that serde reads as the value, but that no key contains.
    pub aliases: Vec<String>,
}

impl Key {
    pub(crate) fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the name that its methods have in Rust, or `""` for the current key.
    pub(crate) fn method_name(&self) -> &str {
        self.rust_name.as_deref().unwrap_or_else(|| self.name())
    }

    /// Returns the name in Rust, if one was declared and it differs from the name of the key.
    pub(crate) fn given_name(&self) -> Option<&str> {
        self.rust_name.as_deref().filter(|name| *name != self.name())
    }

    /// Returns whether an item can be absent from the index, or have a later one of several keys there.
    #[must_use]
    pub const fn is_sparse(&self) -> bool {
        self.index.is_some() && !self.optional.is_empty()
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
        let alternative = self.alternative.as_deref().map(|name| ("alternative", name));
        alternative.or(self.legacy.as_deref().map(|name| ("legacy key", name)))
    }

    /// Returns the keyword that declares it, unless it is the plain key.
    pub(crate) const fn keyword(&self) -> &'static str {
        if self.alternative.is_some() { "or" } else { "was" }
    }

    /// Returns the name of the index, alternative or legacy key.
    pub(crate) fn name(&self) -> &str {
        let names = [&self.index, &self.alternative, &self.legacy];
        names.into_iter().flatten().next().map_or("", String::as_str)
    }

    /// Returns the templates of its attributes, such as `ORDER#{id:05} / PROFILE`.
    pub(crate) fn template(&self) -> String {
        joined(&self.attributes, Attribute::template)
    }
}

/// Returns the templates of several attributes, with commas between them.
pub(crate) fn templates<'a>(attributes: impl IntoIterator<Item = &'a Attribute>) -> String {
    attributes.into_iter().map(Attribute::template).collect::<Vec<_>>().join(", ")
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
    /// Returns the template of its string, as declared: `ORDER#{created_at:.3}#{id}`, or `{version} (N)` for a number.
    #[must_use]
    pub fn template(&self) -> String {
        self.shown(Value::declared)
    }

    /// Returns its template, followed by `(N)` for a number.
    pub(crate) fn shown(&self, value: impl Fn(&Value) -> String) -> String {
        template::print(&self.pieces, value) + number_mark(self.attribute_type)
    }

    /// Returns its string with the language of each value: everything that decides what is stored.
    pub(crate) fn stored(&self) -> String {
        template::print(&self.pieces, Value::stored)
    }

    /// Creates the type attribute of an item, which is not a key of its entity.
    pub(crate) fn of_names(name: &str, names: &BTreeSet<&str>) -> Self {
        let words = names.iter().map(ToString::to_string).collect();
        Self::of_value(name, name, Language::of_words(words))
    }

    /// Creates the same for the string that serde writes for a field.
    pub(crate) fn of_field(name: &str, field: &Field) -> Self {
        Self::of_value(name, &field.name, Language::TEXT)
    }

    fn of_value(name: &str, source: &str, language: Language) -> Self {
        let (source, order) = (source.into(), language.usual_order(""));
        let (format, aliases) = (String::new(), Vec::new());
        let value = Value { source, is_rest: false, format, language, order, aliases };
        Self {
            name: name.into(),
            attribute_type: AttributeType::S,
            is_sort_key: false,
            is_entry: true,
            separator: '#',
            pieces: vec![Piece::Value(value)],
        }
    }

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
}

/// ` (N)` after the name of a number.
pub(crate) const fn number_mark(attribute_type: AttributeType) -> &'static str {
    match attribute_type {
        AttributeType::N => " (N)",
        _ => "",
    }
}

/// Returns whether the source of a value is a method.
pub(crate) fn is_method(source: &str) -> bool {
    source.ends_with("()")
}
