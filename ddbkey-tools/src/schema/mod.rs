//! A table's schema as a document: what it stores, in which keys, and under which names.
//!
//! A schema is built [from a declaration](Schema::of), parsed [from a committed snapshot](Schema::parse), or read from JSON.
//! It prints as a snapshot.

mod also;
mod entity;
mod field;
mod json;
mod key;
mod language;
mod of;
mod parse;
mod print;
mod table_key;
#[cfg(test)]
mod tests;

use ddbkey::__private::IndexKind;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

pub use also::AlsoReturned;
pub use entity::Entity;
pub use field::{Field, Fields};
pub use key::{Attribute, Key, Piece, Value};
pub(crate) use key::{is_method, joined};
pub use language::{Language, LanguageClass};
pub(crate) use language::{Payload, Strings, Variants};
pub(crate) use table_key::TypedName;
pub use table_key::{Projection, TableKey};

/// The schema of a table: its keys and indexes, its entities, and the pieces of each of their keys.
///
/// It contains everything that the declaration tells about stored items, so that documents, comparisons and code in other
/// languages need nothing else. It prints as a snapshot, which is the string that `SCHEMA` prints, and serde converts it to
/// JSON. Both only lose the order of the declaration: a snapshot sorts entities, indexes and fields. Two schemas are equal
/// if their snapshots are.
///
/// What the snapshot of an older version of `ddbkey` does not contain is `None`.
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
/// assert_eq!(schema.to_string(), Shop::SCHEMA.to_string());
/// assert_eq!(Schema::parse(&schema.to_string())?, schema);
///
/// let order = schema.entity("Order").expect("an entity of the table");
/// let sk = &order.keys()[0].attributes()[1];
/// assert_eq!((sk.name(), sk.template()), ("sk", "ORDER#{number:08}".into()));
/// let [Piece::Literal(literal), Piece::Value(number)] = sk.pieces() else { panic!("two pieces") };
/// assert_eq!(literal, "ORDER#");
/// assert_eq!((number.name(), number.widths()), ("number", (8, Some(8))));
/// # Ok::<(), ddbkey_tools::SchemaError>(())
/// ```
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(remote = "Self")]
pub struct Schema {
    /// The version of the JSON.
    version: u32,
    pub(crate) name: String,
    pub(crate) key: TableKey,
    #[serde(default)]
    pub(crate) indexes: Vec<TableKey>,
    #[serde(default)]
    pub(crate) type_attribute: Option<String>,
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    pub(crate) entities: Vec<Entity>,
}

impl Schema {
    /// Creates the schema of a table that has no entities yet.
    pub(crate) fn without_entities(name: String, key: TableKey, indexes: Vec<TableKey>) -> Self {
        let (type_attribute, ttl, entities) = (None, None, Vec::new());
        Self { version: json::VERSION, name, key, indexes, type_attribute, ttl, entities }
    }

    /// Returns the name of the table, which is the name of the enum.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the keys of the table.
    #[must_use]
    pub const fn key(&self) -> &TableKey {
        &self.key
    }

    /// Returns the indexes.
    #[must_use]
    pub fn indexes(&self) -> &[TableKey] {
        &self.indexes
    }

    /// Returns the attribute that holds the name of an item's entity, if there is one.
    #[must_use]
    pub fn type_attribute(&self) -> Option<&str> {
        self.type_attribute.as_deref()
    }

    /// Returns the time to live attribute, if an entity declares one.
    #[must_use]
    pub fn ttl(&self) -> Option<&str> {
        self.ttl.as_deref()
    }

    /// Returns the entities.
    #[must_use]
    pub fn entities(&self) -> &[Entity] {
        &self.entities
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
    /// let also: Vec<_> = schema.also_in("inverted").map(|entity| entity.name()).collect();
    /// assert_eq!(also, ["User"]);
    /// ```
    pub fn also_in(&self, index: &str) -> impl Iterator<Item = &Entity> {
        let key = self.indexes.iter().find(|key| key.index() == Some(index));
        let undeclared = move |entity: &&Entity| key.is_some() && entity.index_key(index).is_none();
        self.entities.iter().filter(undeclared).filter(move |entity| {
            let mut attributes = key.into_iter().flat_map(TableKey::attributes);
            attributes.all(|(name, attribute_type)| self.can_have(entity, name, attribute_type))
        })
    }

    /// Returns whether an item of an entity can have an attribute of this type.
    fn can_have(&self, entity: &Entity, name: &str, attribute_type: AttributeType) -> bool {
        let fields = entity.fields().into_iter().flat_map(Fields::iter);
        let mut written = fields.filter(|field| field.written() == Some(name));
        entity.attribute(name).is_some()
            || self.type_attribute() == Some(name)
            || written.any(|field| field.can_be(attribute_type))
    }

    /// Returns every key attribute once with its type, attributes of the table first.
    pub fn key_attributes(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        let all = || self.keys().flat_map(TableKey::attributes);
        all().enumerate().filter_map(move |(at, (name, attribute_type))| {
            let mut before = all().take(at);
            before.all(|(other, _)| other != name).then_some((name, attribute_type))
        })
    }

    /// Returns the same schema in the order of a snapshot.
    pub(crate) fn sorted(mut self) -> Self {
        self.indexes.sort_by(|one, other| one.index().cmp(&other.index()));
        self.entities.sort_by(|one, other| one.name.cmp(&other.name));
        for index in self.indexes.iter_mut().filter_map(|key| key.index.as_mut()) {
            if let Projection::Include(names) = &mut index.projection {
                names.sort();
            }
        }
        for entity in &mut self.entities {
            entity.keys.sort_by(|one, other| one.legacy().cmp(&other.legacy()));
            entity.index_keys.sort_by(|one, other| one.index().cmp(&other.index()));
        }
        self
    }

    /// Returns the keys of the table, then the keys of its indexes.
    pub(crate) fn keys(&self) -> impl Iterator<Item = &TableKey> + Clone {
        std::iter::once(&self.key).chain(&self.indexes)
    }

    /// Returns whether a key belongs to an LSI.
    pub(crate) fn is_local(&self, key: &Key) -> bool {
        self.key_of(key.index()).and_then(TableKey::kind) == Some(IndexKind::Lsi)
    }

    /// Returns the keys of an index, or of the table.
    pub(crate) fn key_of(&self, index: Option<&str>) -> Option<&TableKey> {
        self.keys().find(|key| key.index() == index)
    }
}

impl PartialEq for Schema {
    fn eq(&self, other: &Self) -> bool {
        self.to_string() == other.to_string()
    }
}

impl Eq for Schema {}
