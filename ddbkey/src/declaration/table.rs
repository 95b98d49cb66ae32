//! A table's entities as a constant.

use alloc::vec::Vec;

use super::layout::{IndexLayout, Layout, NamedKeys};
use super::schema::EntitySchema;
use crate::pattern::AttributeType;

/// The entities of a table: its `SCHEMA`.
///
/// The crate `ddbkey-tools` prints it as a snapshot, compares it with an earlier one, and converts it to other forms.
///
/// ```
/// use ddbkey::schema::AttributeType;
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let attributes = Shop::SCHEMA.key_attributes();
/// assert_eq!(attributes, [("pk", AttributeType::S), ("sk", AttributeType::S)]);
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TableSchema {
    name: &'static str,
    #[doc(hidden)]
    pub layout: Layout,
    /// Whether the table names its attributes; otherwise its first entity does.
    pub(crate) is_named: bool,
    entities: &'static [&'static EntitySchema],
}

impl TableSchema {
    /// Called by generated code.
    #[doc(hidden)]
    #[must_use]
    pub const fn new(
        name: &'static str,
        layout: Layout,
        is_named: bool,
        entities: &'static [&'static EntitySchema],
    ) -> Self {
        Self { name, layout, is_named, entities }
    }

    /// Returns the name of the enum.
    #[must_use]
    pub const fn name(&self) -> &'static str {
        self.name
    }

    /// Returns the entities, in the order of the variants.
    #[must_use]
    pub const fn entities(&self) -> &'static [&'static EntitySchema] {
        self.entities
    }

    /// Returns the attribute that holds the name of an item's entity, if there is one.
    #[must_use]
    pub const fn type_attribute(&self) -> Option<&'static str> {
        self.layout.type_attribute
    }

    /// Returns the time to live attribute of the table, by which DynamoDB deletes expired items, if an entity declares
    /// one.
    #[must_use]
    pub const fn ttl_attribute(&self) -> Option<&'static str> {
        match self.time_to_live() {
            Some((attribute, _)) => Some(attribute),
            None => None,
        }
    }

    /// Returns the same with the name of the first entity that declares it.
    pub(crate) const fn time_to_live(&self) -> Option<(&'static str, &'static str)> {
        find!(entity in self.entities => match entity.ttl_attribute() {
            Some(attribute) => Some((attribute, entity.name())),
            None => None,
        })
    }

    /// Returns the names of the table's own key attributes.
    #[doc(hidden)]
    #[must_use]
    pub const fn keys(&self) -> NamedKeys {
        match self.entities {
            [first, ..] => first.key().attribute_names(),
            [] => self.layout.keys,
        }
    }

    /// Returns the attributes of the table's own keys, with their types.
    #[doc(hidden)]
    #[must_use]
    pub fn key_names(
        &self,
    ) -> ((&'static str, AttributeType), Option<(&'static str, AttributeType)>) {
        let keys = self.keys();
        let typed = |name: &&'static str| (*name, self.type_of(name));
        match keys.pk.list() {
            [pk, ..] => (typed(pk), keys.sk.list().first().map(typed)),
            [] => unreachable!("a table has a partition key"),
        }
    }

    /// Returns the names of the indexes that some entity is in or that the table declares, each once.
    pub fn index_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.indexes().map(|index| index.name)
    }

    /// Returns the indexes that some entity is in or that the table declares, each once.
    #[doc(hidden)]
    pub fn indexes(&self) -> impl Iterator<Item = IndexLayout> + use<> {
        let mut indexes = self.layout.indexes.to_vec();
        for index in self.entities.iter().flat_map(|entity| entity.indexes()) {
            if indexes.iter().all(|other| Some(other.name) != index.index) {
                indexes.extend(index.layout());
            }
        }
        indexes.into_iter()
    }

    /// Returns the type of a key attribute, which is the same for all entities.
    #[doc(hidden)]
    #[must_use]
    pub fn type_of(&self, name: &str) -> AttributeType {
        let mut attributes = self.entities.iter().flat_map(|entity| entity.attributes());
        attributes
            .find(|attribute| attribute.name() == name)
            .map_or(AttributeType::S, |attribute| attribute.attribute_type())
    }

    /// Returns every key attribute once with its type, attributes of the table first.
    #[must_use]
    pub fn key_attributes(&self) -> Vec<(&'static str, AttributeType)> {
        let mut all: Vec<(&'static str, AttributeType)> = Vec::new();
        for keys in core::iter::once(self.keys()).chain(self.indexes().map(|index| index.keys)) {
            for name in keys.pk.list().iter().chain(keys.sk.list()) {
                if all.iter().all(|(other, _)| other != name) {
                    all.push((name, self.type_of(name)));
                }
            }
        }
        all
    }
}

/// The names of a table's attributes and indexes, declared on a type.
///
/// `#[derive(DdbTable)]` on an enum of entities implements it, and only its variants may point at it. Without an enum,
/// implement it by hand, for any entity:
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey::schema::{IndexLayout, Layout, TableLayout};
///
/// struct Events;
///
/// impl TableLayout for Events {
///     const LAYOUT: Layout = Layout::new("PK", Some("SK"), &[
///         IndexLayout::gsi("GSI1", "GSI1PK", Some("GSI1SK")),
///     ]);
/// }
///
/// #[derive(DdbKeys)]
/// #[ddb(table = Events)]
/// #[pk("EVENT", id)]
/// #[sk("META")]
/// #[gsi("GSI1", pk = ("KIND", kind), sk = ("EVENT", id))]
/// struct Event { id: String, kind: String }
///
/// let keys = Event { id: "e1".into(), kind: "click".into() }.keys()?;
/// assert_eq!(keys.get("PK"), Some("EVENT#e1"));
/// assert_eq!(keys.get("GSI1PK"), Some("KIND#click"));
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a table",
    label = "not a table",
    note = "write `#[derive(DdbTable)]` on an enum of entities, or implement `TableLayout` by hand"
)]
pub trait TableLayout {
    /// The names.
    const LAYOUT: Layout;

    /// The entities, which a hand-written layout does not know.
    #[doc(hidden)]
    const TABLE: Option<&'static TableSchema> = None;
}
