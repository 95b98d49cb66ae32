//! A table's schema as a document: what it stores, in which keys, and under which names.
//!
//! A schema is built [from a declaration](Schema::of), parsed [from a committed snapshot](Schema::parse), or read from JSON.
//! It prints as a snapshot.

mod companions;
mod document;
mod entity;
mod field;
mod key;
mod language;
mod of;
mod shared;
mod table_key;
mod template;
#[cfg(test)]
pub(crate) mod tests;
mod texts;

use std::collections::BTreeSet;
use std::fmt;

use ddbkey::__private::IndexKind;
use ddbkey::schema::AttributeType;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize, Serializer};

use self::document::{Document, Format};
pub use self::entity::Entity;
pub use self::field::Field;
pub use self::key::{Attribute, Key, Piece, Value};
pub(crate) use self::key::{CURRENT, is_method, joined, number_mark, templates};
pub use self::language::Language;
pub(crate) use self::language::{Payload, Strings, Variants};
pub use self::shared::Shared;
pub(crate) use self::shared::{PieceState, starts_at, steps};
pub use self::table_key::TableKey;
pub(crate) use self::template::print as print_pieces;
pub use self::texts::PlacedTexts;
use crate::error::SchemaError;

/// The schema of a table: its keys and indexes, its entities, and the pieces of each of their keys.
///
/// It contains everything that the declaration tells about stored items, so that documents, comparisons and code in other
/// languages need nothing else. It prints as a snapshot, which is TOML, and serde converts it to the same document in any
/// other format. The document does not keep the order of entities, indexes and fields in the declaration. Two schemas are
/// equal if their snapshots are.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Piece, Schema};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let schema = Schema::of(Shop::SCHEMA);
/// assert_eq!(
///     schema.to_string(),
///     r##"format = 1
/// table = "Shop"
///
/// [key]
/// pk = ["pk"]
/// sk = ["sk"]
///
/// [entity.Order.key]
/// pk = "USER#{user_id: text}"
/// sk = "ORDER#{number: integer 08}"
///
/// [entity.Order.field.number]
/// type = "N"
/// range = "u32"
///
/// [entity.Order.field.user_id]
/// type = "S"
/// "##,
/// );
/// assert_eq!(Schema::parse(&schema.to_string())?, schema);
///
/// let order = schema.entity("Order").expect("an entity of the table");
/// let sk = &order.keys[0].attributes[1];
/// assert_eq!((&*sk.name, sk.template()), ("sk", "ORDER#{number:08}".into()));
/// let [Piece::Literal(literal), Piece::Value(number)] = &sk.pieces[..] else { panic!("two pieces") };
/// assert_eq!(literal, "ORDER#");
/// assert_eq!((number.name(), number.language.widths()), ("number", (8, Some(8))));
/// # Ok::<(), ddbkey_tools::SchemaError>(())
/// ```
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Schema {
    /// The name of the table, which is the name of the enum.
    pub name: String,
    /// The keys of the table.
    pub key: TableKey,
    /// The indexes.
    pub indexes: Vec<TableKey>,
    /// The key attributes of type N. All others have type S.
    pub numbers: BTreeSet<String>,
    /// The attribute that holds the name of an item's entity, if there is one.
    pub type_attribute: Option<String>,
    /// The time to live attribute, if an entity declares one.
    pub ttl: Option<String>,
    /// The entities.
    pub entities: Vec<Entity>,
}

impl Schema {
    /// Parses a committed snapshot, which is a printed schema.
    ///
    /// # Errors
    ///
    /// Returns [`SchemaError`] with the number of the line if the string is not a snapshot, or if it has another format.
    pub fn parse(text: &str) -> Result<Self, SchemaError> {
        let failed = |error: toml::de::Error| {
            let line = error.span().map_or(1, |span| line_of(text, span.start));
            SchemaError::at(line, error.message())
        };
        let _: Format = toml::from_str(text).map_err(failed)?;
        let document: Document = toml::from_str(text).map_err(failed)?;
        document.into_schema().map_err(|mistake| {
            let start = |line: &str| line.trim_start_matches('[').starts_with(&mistake.header);
            let line = text.lines().position(|line| line.starts_with('[') && start(line));
            SchemaError::at(line.map_or(1, |line| line + 1), &mistake.fault)
        })
    }

    /// Returns the entity with this name.
    #[must_use]
    pub fn entity(&self, name: &str) -> Option<&Entity> {
        self.entities.iter().find(|entity| entity.name == name)
    }

    /// Returns the entities that do not declare an index, but whose items DynamoDB puts into it: entities
    /// that have all of its attributes as keys of the table or of other indexes, as fields, or as the type attribute.
    ///
    /// An index over the table's own attributes, such as an inverted index, holds every item.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    /// use ddbkey_tools::Schema;
    ///
    /// #[derive(DdbKeys)]
    /// #[ddb(table = Club)]
    /// #[pk("USER", user)]
    /// #[sk("GROUP", group)]
    /// #[gsi("inverted", pk = sk, sk = pk)]
    /// struct Member { user: String, group: String }
    ///
    /// #[derive(DdbKeys)]
    /// #[ddb(table = Club)]
    /// #[pk("USER", user)]
    /// #[sk("PROFILE")]
    /// struct User { user: String }
    ///
    /// #[derive(DdbTable)]
    /// #[ddb(pk = "pk", sk = "sk")]
    /// #[gsi("inverted", pk = "sk", sk = "pk")]
    /// enum Club { Member(Member), User(User) }
    ///
    /// let schema = Schema::of(Club::SCHEMA);
    /// let also: Vec<_> = schema.also_in("inverted").map(|entity| &entity.name).collect();
    /// assert_eq!(also, ["User"]);
    /// ```
    pub fn also_in(&self, index: &str) -> impl Iterator<Item = &Entity> {
        let key = self.indexes.iter().find(|key| key.index() == Some(index));
        let undeclared = move |entity: &&Entity| key.is_some() && entity.index_key(index).is_none();
        self.entities.iter().filter(undeclared).filter(move |entity| {
            let mut names = key.into_iter().flat_map(TableKey::names);
            names.all(|name| !self.stored(entity, [], name).is_empty())
        })
    }

    /// Returns what an item of an entity, under these of its keys, can store in a key attribute: its string in one of these
    /// keys or else in any other, the names of its type, or a field with this name.
    pub(crate) fn stored<'e>(
        &self,
        entity: &'e Entity,
        keys: impl IntoIterator<Item = &'e Key>,
        name: &str,
    ) -> Vec<Attribute> {
        let is_it = |own: &&Attribute| own.name == name;
        if let Some(own) = keys.into_iter().flat_map(|key| &key.attributes).find(is_it) {
            return vec![own.clone()];
        }
        let others: Vec<_> = entity.attributes().filter(is_it).cloned().collect();
        if !others.is_empty() {
            return others;
        }
        if self.type_attribute.as_deref() == Some(name) {
            return vec![Attribute::of_names(name, &entity.stored_names())];
        }
        let field = entity.field_written_as(name).filter(|own| own.can_be(self.type_of(name)));
        field.map(|own| Attribute::of_field(name, own)).into_iter().collect()
    }

    /// Returns the type of a key attribute.
    pub(crate) fn type_of(&self, attribute: &str) -> AttributeType {
        if self.numbers.contains(attribute) { AttributeType::N } else { AttributeType::S }
    }

    /// Returns names of key attributes with their types: `tournament, round (N)`.
    pub(crate) fn typed(&self, names: &[String]) -> String {
        let names = names.iter().map(|name| name.clone() + number_mark(self.type_of(name)));
        names.collect::<Vec<_>>().join(", ")
    }

    /// Returns every key attribute once, attributes of the table first.
    pub(crate) fn key_attributes(&self) -> impl Iterator<Item = &str> {
        let mut seen = BTreeSet::new();
        self.keys().flat_map(TableKey::names).filter(move |name| seen.insert(*name))
    }

    /// Returns what the keys do not tell about stored items: fields with the name of a key attribute, and the time to live of
    /// the table if an entity without one may write it.
    #[must_use]
    pub fn notes(&self) -> Vec<String> {
        let mut notes: Vec<(String, String, Vec<&str>)> = Vec::new();
        let mut add = |attribute: &str, fact: String, entity| match notes
            .iter_mut()
            .find(|(own, other, _)| own == attribute && *other == fact)
        {
            Some((.., entities)) => entities.push(entity),
            None => notes.push((attribute.into(), fact, vec![entity])),
        };
        for entity in &self.entities {
            for name in self.key_attributes() {
                let field = entity.field_written_as(name);
                if let (None, Some(field)) = (entity.attribute(name), field) {
                    let expected = self.type_of(name).letter();
                    let is = match (&field.attribute_type, field.is_nullable()) {
                        (Some(own), true) => format!(" (it is {own} or NULL)"),
                        (Some(own), false) => format!(" (it is {own})"),
                        (None, true) => " (it can be NULL)".into(),
                        (None, false) => String::new(),
                    };
                    let fact = format!("must be {expected}, or the write is refused{is}");
                    add(name, fact, &entity.name);
                }
            }
            if let (Some(ttl), None) = (&self.ttl, &entity.ttl)
                && entity.has_open_fields()
            {
                let fact = "DynamoDB deletes an item by it, if serde writes one".into();
                add(ttl, fact, &entity.name);
            }
        }
        let notes = notes.into_iter();
        notes.map(|(own, fact, of)| format!("{own} of {}: {fact}", of.join(", "))).collect()
    }

    /// Returns the same schema in the order of a snapshot.
    pub(crate) fn sorted(mut self) -> Self {
        self.indexes.sort_by(|one, other| one.index().cmp(&other.index()));
        self.entities.sort_by(|one, other| one.name.cmp(&other.name));
        for entity in &mut self.entities {
            entity.keys.sort_by(|one, other| one.legacy.cmp(&other.legacy));
            entity.index_keys.sort_by(|one, other| one.index().cmp(&other.index()));
        }
        self
    }

    /// Returns the keys of the table, then the keys of its indexes.
    #[doc(hidden)]
    pub fn keys(&self) -> impl Iterator<Item = &TableKey> + Clone {
        std::iter::once(&self.key).chain(&self.indexes)
    }

    pub(crate) fn indexes_of(&self, kind: IndexKind) -> impl Iterator<Item = &TableKey> {
        self.indexes.iter().filter(move |key| key.kind == Some(kind))
    }

    /// Returns whether a key belongs to an LSI.
    pub(crate) fn is_local(&self, key: &Key) -> bool {
        self.key_of(key.index()).is_some_and(TableKey::is_local)
    }

    /// Returns the keys of an index, or of the table.
    #[doc(hidden)]
    #[must_use]
    pub fn key_of(&self, index: Option<&str>) -> Option<&TableKey> {
        self.keys().find(|key| key.index() == index)
    }
}

/// Returns the number of the line at this position, counted from 1.
fn line_of(text: &str, at: usize) -> usize {
    text.bytes().take(at).filter(|byte| *byte == b'\n').count() + 1
}

impl fmt::Display for Schema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&toml::to_string(&Document::of(self)).map_err(|_| fmt::Error)?)
    }
}

impl Serialize for Schema {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        Document::of(self).serialize(serializer)
    }
}

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let document = Document::deserialize(deserializer)?;
        document.into_schema().map_err(|mistake| {
            D::Error::custom(format!("{} in `{}`", mistake.fault, mistake.header))
        })
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Schema {}
