//! A table's schema as a document: what it stores, in which keys, and under which names.
//!
//! A schema is built [from a declaration](Schema::of), parsed [from a committed snapshot](Schema::parse), or read from JSON.
//! It prints as a snapshot.

mod also;
mod field;
mod json;
mod key;
mod language;
mod of;
mod parse;
mod print;
#[cfg(test)]
mod tests;

use ddbkey::__private_0_1::IndexKind;
use ddbkey::schema::AttributeType;
use serde::{Deserialize, Serialize};

pub use also::AlsoReturned;
pub use field::{Field, Fields};
pub use key::{Attribute, Key, Piece, Value};
pub(crate) use key::{is_method, joined};
pub use language::{Language, LanguageClass};
pub(crate) use language::{Payload, Strings, Variants};

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

/// The attributes of the keys of the table, or of one of its indexes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TableKey {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    index: Option<IndexProperties>,
    pub(crate) partition_key: Vec<TypedName>,
    #[serde(default)]
    pub(crate) sort_key: Vec<TypedName>,
}

/// An attribute with its type.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub(crate) struct TypedName {
    pub(crate) name: String,
    #[serde(rename = "type", with = "json::named")]
    pub(crate) attribute_type: AttributeType,
}

/// The properties of an index other than its attributes.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
struct IndexProperties {
    name: String,
    #[serde(with = "json::named")]
    kind: IndexKind,
    #[serde(default)]
    projection: Projection,
}

/// The attributes that an index holds.
#[derive(Clone, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[non_exhaustive]
pub enum Projection {
    /// All of an item's attributes.
    #[default]
    All,
    /// Only the key attributes of the table and the index.
    Keys,
    /// The key attributes and these other attributes, sorted by name.
    Include(Vec<String>),
}

/// An entity of a table.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub struct Entity {
    pub(crate) name: String,
    pub(crate) type_name: String,
    #[serde(default)]
    pub(crate) prefix: Option<String>,
    #[serde(default)]
    pub(crate) version: Option<String>,
    #[serde(default)]
    pub(crate) ttl: Option<String>,
    #[serde(default)]
    pub(crate) tenant: Option<String>,
    pub(crate) separator: char,
    #[serde(default)]
    pub(crate) fields: Option<Fields>,
    /// The current key, then the alternatives, then the legacy keys.
    pub(crate) keys: Vec<Key>,
    #[serde(default)]
    pub(crate) index_keys: Vec<Key>,
    #[serde(default)]
    pub(crate) also_returned: Vec<AlsoReturned>,
    #[serde(default)]
    pub(crate) notes: Vec<String>,
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

impl TableKey {
    /// Creates the keys of a table.
    pub(crate) const fn new(partition_key: Vec<TypedName>, sort_key: Vec<TypedName>) -> Self {
        Self { index: None, partition_key, sort_key }
    }

    /// Returns the same keys as the keys of an index.
    pub(crate) fn of_index(self, name: String, kind: IndexKind, projection: Projection) -> Self {
        Self { index: Some(IndexProperties { name, kind, projection }), ..self }
    }

    /// Returns the name of the index, or `None` for the keys of the table.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_ref().map(|index| index.name.as_str())
    }

    /// Returns the kind of the index, or `None` for the keys of the table.
    #[must_use]
    pub fn kind(&self) -> Option<IndexKind> {
        self.index.as_ref().map(|index| index.kind)
    }

    /// Returns what the index projects. The table has all attributes.
    #[must_use]
    pub fn projection(&self) -> &Projection {
        self.index.as_ref().map_or(&Projection::All, |index| &index.projection)
    }

    /// Returns the attributes of the partition key with their types, in order.
    pub fn partition_key(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        typed(&self.partition_key)
    }

    /// Returns the attributes of the sort key with their types, in order. Without a sort key, there are none.
    pub fn sort_key(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        typed(&self.sort_key)
    }

    /// Returns the attributes of both keys.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        self.partition_key().chain(self.sort_key())
    }

    pub(crate) fn names(&self) -> impl Iterator<Item = &str> {
        self.attributes().map(|(name, _)| name)
    }

    pub(crate) fn has(&self, attribute: &str) -> bool {
        self.names().any(|name| name == attribute)
    }
}

fn typed(names: &[TypedName]) -> impl Iterator<Item = (&str, AttributeType)> {
    names.iter().map(|own| (own.name.as_str(), own.attribute_type))
}

impl Entity {
    /// Returns the name of the struct.
    #[must_use]
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the value of the type attribute in its items.
    #[must_use]
    pub fn type_name(&self) -> &str {
        &self.type_name
    }

    /// Returns the prefix of the names of its generated types, such as `Order` in `OrderKey`.
    #[must_use]
    pub fn prefix(&self) -> Option<&str> {
        self.prefix.as_deref()
    }

    /// Returns the prefix, if one was declared and it differs from the name of the struct.
    pub(crate) fn given_prefix(&self) -> Option<&str> {
        self.prefix().filter(|prefix| *prefix != self.name)
    }

    /// Returns the attribute of the version that each update adds one to, if there is one.
    #[must_use]
    pub fn version(&self) -> Option<&str> {
        self.version.as_deref()
    }

    /// Returns the time to live attribute of the entity, if there is one.
    #[must_use]
    pub fn ttl(&self) -> Option<&str> {
        self.ttl.as_deref()
    }

    /// Returns the field that holds the tenant of an item, if the declaration names one.
    #[must_use]
    pub fn tenant(&self) -> Option<&str> {
        self.tenant.as_deref()
    }

    /// Returns the fields as serde stores them.
    #[must_use]
    pub const fn fields(&self) -> Option<&Fields> {
        self.fields.as_ref()
    }

    /// Returns the keys of the table that its items are under: the current key, then its alternatives in the order in which
    /// they are tried before it, then the legacy keys.
    #[must_use]
    pub fn keys(&self) -> &[Key] {
        &self.keys
    }

    /// Returns the keys of its indexes, each with the name of the index.
    #[must_use]
    pub fn index_keys(&self) -> &[Key] {
        &self.index_keys
    }

    /// Returns which rows its queries also return.
    #[must_use]
    pub fn also_returned(&self) -> &[AlsoReturned] {
        &self.also_returned
    }

    /// Returns the notes of the schema: fields with the name of an index attribute, and the time to live of the
    /// table if a flattened field may write it.
    #[must_use]
    pub fn notes(&self) -> &[String] {
        &self.notes
    }

    /// Returns the attributes of the current key.
    pub(crate) fn key(&self) -> &[Attribute] {
        self.keys.first().map_or(&[], |key| &key.attributes)
    }

    /// Returns the alternatives: the keys that are written instead of the current one if an item has their optional
    /// parts.
    pub(crate) fn alternatives(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.alternative.is_some())
    }

    /// Returns the keys that are written.
    pub(crate) fn written_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.legacy.is_none())
    }

    /// Returns the legacy keys.
    pub(crate) fn legacy_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.keys.iter().filter(|key| key.legacy.is_some())
    }

    pub(crate) fn index_key(&self, index: &str) -> Option<&Key> {
        self.index_keys.iter().find(|key| key.index() == Some(index))
    }

    /// Returns the keys of an index: several, if the entity declares it several times.
    pub(crate) fn index_keys_in(&self, index: &str) -> impl Iterator<Item = &Key> {
        self.index_keys.iter().filter(move |key| key.index() == Some(index))
    }

    /// Returns the name in Rust of a key of an index that the entity declares several times.
    pub(crate) fn shape<'s>(&self, key: &'s Key) -> Option<&'s str> {
        self.index_keys_in(key.index()?).nth(1)?;
        key.rust_name()
    }

    /// Returns the keys of the indexes that the entity declares once.
    pub(crate) fn single_index_keys(&self) -> impl Iterator<Item = &Key> + Clone {
        self.index_keys.iter().filter(|key| self.index_keys_in(key.name()).nth(1).is_none())
    }

    /// Returns the key attributes of the table and of its indexes. A shared attribute is listed once for each key.
    pub(crate) fn attributes(&self) -> impl Iterator<Item = &Attribute> {
        self.key().iter().chain(self.index_keys.iter().flat_map(|key| &key.attributes))
    }

    pub(crate) fn attribute(&self, name: &str) -> Option<&Attribute> {
        self.attributes().find(|own| own.name == name)
    }
}
