//! Lists every partition key that rows can have, in the table and in each index.

use std::fmt;

use ddbkey::__private::engine::Language as Automaton;
use ddbkey::schema::AttributeType;

use crate::error::SchemaError;
use crate::schema::{
    Attribute, Entity, Key, Piece, PlacedTexts, Schema, TableKey, Value, templates,
};

/// The partition key of rows of an entity, in the table or in an index.
pub(super) struct Partition<'s> {
    pub(super) entity: &'s Entity,
    pub(super) index: Option<&'s str>,
    /// The key of the table that the rows are under, if they are in the table or in an index that has its attributes.
    key: Option<&'s Key>,
    pub(super) attributes: Vec<Attribute>,
}

/// The strings of a partition key that starts with the field.
pub(super) struct Confined {
    /// The literal before the field.
    pub(super) before: String,
    /// What follows the field: the separator, or a literal directly after it.
    pub(super) after: Option<String>,
    /// The characters that the field never contains there: the separator, and the first character of what follows it.
    pub(super) delimiters: Vec<char>,
    /// The number of the field's piece.
    pub(super) at: usize,
}

/// Returns the partitions of the table and of each index. An entity is in an index if it declares the index, or if it has
/// the attributes for another reason.
pub(super) fn partitions(schema: &Schema) -> Vec<Partition<'_>> {
    let mut all = Vec::new();
    for entity in &schema.entities {
        for key in &entity.keys {
            let attributes = key.partition().cloned().collect();
            all.push(Partition { entity, index: None, key: Some(key), attributes });
        }
        for index in &schema.indexes {
            in_index(schema, entity, index, &mut all);
        }
    }
    all
}

/// Returns the partitions of an index: as the entity declares it, and for table keys that share its attributes.
fn in_index<'s>(
    schema: &Schema,
    entity: &'s Entity,
    index: &'s TableKey,
    all: &mut Vec<Partition<'s>>,
) {
    let mut seen: Vec<String> = Vec::new();
    let mut add = |key, attributes: Vec<Attribute>| {
        let stored = attributes.iter().map(Attribute::stored).collect::<Vec<_>>().join("\n");
        if !seen.contains(&stored) {
            seen.push(stored);
            all.push(Partition { entity, index: index.index(), key, attributes });
        }
    };
    for key in entity.keys_in(index.index()) {
        add(None, key.partition().cloned().collect());
    }
    for key in &entity.keys {
        // In an index that the entity declares several times, an item can have the attributes of any of its keys.
        for shape in std::iter::once(key).chain(&entity.index_keys) {
            let of = |name: &str| schema.stored(entity, [key, shape], name).into_iter().next();
            let is_in = index.names().all(|name| of(name).is_some());
            let partition = index.partition_key.iter().map(|name| of(name));
            if let Some(attributes) = partition.collect::<Option<_>>()
                && is_in
            {
                add(Some(key), attributes);
            }
        }
    }
}

impl Partition<'_> {
    /// Returns the strings that start with the field, or why a policy cannot name them.
    pub(super) fn confined(&self, field: &str) -> Result<Confined, String> {
        let [own] = &self.attributes[..] else {
            let names: Vec<_> =
                self.attributes.iter().map(|own| format!("`{}`", &own.name)).collect();
            return Err(format!(
                "its partition key has several attributes, {}, and AWS does not say what \
                 `dynamodb:LeadingKeys` holds for them",
                names.join(", ")
            ));
        };
        let template = own.template();
        let does_not_begin = || Err(format!("`{template}` does not begin with `{field}`"));
        let (before, at) = match &own.pieces[..] {
            [Piece::Value(_), ..] => (String::new(), 0),
            [Piece::Literal(text), Piece::Value(_), ..] => (text.clone(), 1),
            _ => return does_not_begin(),
        };
        let [Piece::Value(value), rest @ ..] = &own.pieces[at..] else { return does_not_begin() };
        if value.name() != field {
            return does_not_begin();
        }
        if own.attribute_type != AttributeType::S {
            return Err(format!(
                "`{template}` is a number, and AWS does not say how `dynamodb:LeadingKeys` \
                writes it"
            ));
        }
        if value.is_method() {
            return Err(format!("a method computes `{field}` in `{template}`"));
        }
        if value.is_rest {
            return Err(format!("`{field}` is the rest of `{template}`, separators included"));
        }
        if !is_stored_as_is(value) {
            return Err(format!(
                "`{field}` in `{template}` is not stored as the string itself, but as `{}`",
                value.language
            ));
        }
        let separator = own.separator;
        let after = match rest {
            [] => None,
            [Piece::Literal(text), ..] if text.starts_with(separator) => {
                Some(separator.to_string())
            }
            [Piece::Literal(text), ..] => Some(text.clone()),
            [Piece::Value(_), ..] => {
                return Err(format!("nothing marks the end of `{field}` in `{template}`"));
            }
        };
        // A value with its own attribute may contain the separator.
        let separator = (!own.is_entry).then_some(separator);
        let glued = after.as_ref().and_then(|text| text.chars().next());
        let delimiters = separator.into_iter().chain(glued).collect();
        Ok(Confined { before, after, delimiters, at })
    }

    /// Returns the strings of its one attribute, piece by piece.
    ///
    /// If every primary key of the entity also contains the field, characters that are excluded there are excluded here.
    pub(super) fn texts(&self, attribute: &Attribute) -> Vec<PlacedTexts> {
        let mut texts = attribute.texts();
        for (own, piece) in texts.iter_mut().zip(&attribute.pieces) {
            if let Piece::Value(value) = piece
                && value.language.is_free()
                && is_stored_as_is(value)
            {
                let excluded = ('!'..='~').filter(|own| self.is_excluded(*own, &value.source));
                own.excluded.extend(excluded);
            }
        }
        texts
    }

    /// Returns whether no primary key of the entity can have this character in a field.
    fn is_excluded(&self, character: char, source: &str) -> bool {
        self.entity.keys.iter().all(|key| {
            key.attributes.iter().any(|own| {
                let mut values = own.pieces.iter().enumerate();
                values.any(|(at, piece)| {
                    matches!(piece, Piece::Value(value) if value.source == source && is_stored_as_is(value))
                        && own.excluded(at).contains(&character)
                })
            })
        })
    }

    /// Returns the template of its one attribute, or the templates of several.
    pub(super) fn template(&self) -> String {
        templates(&self.attributes)
    }
}

/// `` `Order` under its legacy key `v1` in index `gsi1` ``
impl fmt::Display for Partition<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}`", &self.entity.name)?;
        if let Some((noun, name)) = self.key.and_then(Key::noun) {
            write!(f, " under its {noun} `{name}`")?;
        }
        match self.index {
            Some(index) => write!(f, " in index `{index}`"),
            None => f.write_str(" in the table"),
        }
    }
}

/// Returns whether a key holds the string of the field unchanged: it is text without a format.
fn is_stored_as_is(value: &Value) -> bool {
    match value.language.automaton() {
        Some(Automaton::Text { alphabet, .. }) if alphabet.is_ascii() => value.format.is_empty(),
        Some(Automaton::Text { alphabet, .. }) => alphabet.is_all(),
        _ => false,
    }
}

/// Returns the error for a table in which no partition key starts with the field.
pub(super) fn nothing_begins_with(
    schema: &Schema,
    field: &str,
    partitions: &[Partition<'_>],
) -> SchemaError {
    let mut fault = format!("no partition key of table `{}` begins with `{field}`", &schema.name);
    for partition in partitions {
        if let Err(reason) = partition.confined(field) {
            fault += &format!("\n{partition}: {reason}");
        }
    }
    SchemaError::new(fault)
}
