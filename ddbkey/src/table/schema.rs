//! A table's entities as a constant.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::entity::EntitySchema;
use crate::layout::{IndexLayout, Layout, NamedKeys, Projection};
use crate::pattern::{AttributeType, Name};

/// The version of a printed schema.
pub const VERSION: u32 = 1;

/// The entities of a table: its `SCHEMA`.
///
/// It prints as plain text that changes whenever stored keys would, and also when a field of a key is
/// renamed. The crate `ddbkey-tools` compares it with an earlier snapshot and converts it to other forms.
///
/// ```
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
/// assert_eq!(
///     Shop::SCHEMA.to_string(),
///     "\
/// ddbkey schema 1
/// table Shop
///   key: pk / sk
///
/// Order
///     pk: USER#{user_id: text}
///     sk: ORDER#{number: integer 08}
///   in Rust
///     formats of sk: {number:08}
///   fields
///     number: N
///     user_id: S
/// ",
/// );
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
        let mut at = 0;
        while at < self.entities.len() {
            let entity = self.entities[at];
            if let Some(attribute) = entity.ttl_attribute() {
                return Some((attribute, entity.name()));
            }
            at += 1;
        }
        None
    }

    /// Returns notes about stored items of an entity, in addition to its keys: fields that are index attributes,
    /// and a time to live that a field may write without a declaration.
    #[doc(hidden)]
    #[must_use]
    pub fn notes_of(&self, entity: &'static EntitySchema) -> Vec<String> {
        let fields = self.index_fields_of(entity).map(|field| field.to_string());
        let is_open = entity.ttl_attribute().is_none() && entity.stored_fields().may_have_others();
        let ttl = self.ttl_attribute().filter(|_| is_open).map(|attribute| {
            let (attribute, entity) = (Name(attribute), entity.name());
            format!("{attribute} of {entity}: DynamoDB deletes an item by it, if serde writes one")
        });
        fields.chain(ttl).collect()
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

    /// Prints the attributes of both keys: `tournament, region / round (N)`.
    fn print_keys(&self, keys: &NamedKeys) -> String {
        let typed = |name: &&str| match self.type_of(name) {
            AttributeType::S => Name(name).to_string(),
            AttributeType::N => format!("{} (N)", Name(name)),
        };
        let print = |names: &[&str]| names.iter().map(typed).collect::<Vec<_>>().join(", ");
        match keys.sk.list() {
            [] => print(keys.pk.list()),
            sk => format!("{} / {}", print(keys.pk.list()), print(sk)),
        }
    }
}

/// The crate `ddbkey-tools` has the grammar, and parses it. Entities and indexes are sorted, so that their order in the
/// declaration does not matter.
impl fmt::Display for TableSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "ddbkey schema {VERSION}")?;
        writeln!(f, "table {}", Name(self.name))?;
        writeln!(f, "  key: {}", self.print_keys(&self.keys()))?;
        let mut indexes: Vec<_> = self.indexes().collect();
        indexes.sort_unstable_by_key(|index| index.name);
        for index in indexes {
            let (kind, name) = (index.kind, Name(index.name));
            write!(f, "  {kind} {name}: {}", self.print_keys(&index.keys))?;
            match index.projection {
                Projection::All => writeln!(f)?,
                Projection::Keys => writeln!(f, ", keys only")?,
                Projection::Include(_) => {
                    let names = index.projection.included();
                    let names: Vec<_> = names.iter().map(|own| Name(own).to_string()).collect();
                    writeln!(f, ", include({})", names.join(", "))?;
                }
            }
        }
        if let Some(name) = self.type_attribute() {
            writeln!(f, "  type attribute: {}", Name(name))?;
        }
        if let Some(name) = self.ttl_attribute() {
            writeln!(f, "  ttl: {}", Name(name))?;
        }
        let mut entities = Vec::from(self.entities);
        entities.sort_by_key(|entity| entity.name());
        for entity in entities {
            writeln!(f)?;
            entity.fmt(f)?;
            for other in self.also_returned(entity) {
                writeln!(f, "  queries also return: {other}")?;
            }
            for note in self.notes_of(entity) {
                writeln!(f, "  note: {note}")?;
            }
            entity.write_in_rust(f)?;
        }
        Ok(())
    }
}
