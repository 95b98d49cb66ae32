//! A table's entities as a constant.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use crate::entity::EntitySchema;
use crate::key::schema::{KeyAttribute, KeySchema};
use crate::layout::{IndexKind, IndexLayout, Layout, NameList, NamedKeys, Projection};
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

/// The keys of a table or of one of its indexes, with the names and types of their attributes.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct TableKey {
    /// The name of the index, or `None` for the keys of the table.
    pub index: Option<&'static str>,
    /// Global or local.
    pub kind: IndexKind,
    /// What the index projects.
    pub projection: Projection,
    /// The attributes of the partition key, with their types.
    pub partition_key: Vec<(&'static str, AttributeType)>,
    /// The attributes of the sort key, with their types; empty without one.
    pub sort_key: Vec<(&'static str, AttributeType)>,
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

    /// Returns the keys of the table.
    #[doc(hidden)]
    #[must_use]
    pub fn key(&self) -> TableKey {
        match self.entities {
            [first, ..] => Self::table_key(first.key()),
            [] => self.layout_key(None, &self.layout.keys),
        }
    }

    /// Returns the attributes of the table's own keys, with their types.
    #[doc(hidden)]
    #[must_use]
    pub fn key_names(
        &self,
    ) -> ((&'static str, AttributeType), Option<(&'static str, AttributeType)>) {
        let typed = |attribute: KeyAttribute| (attribute.name(), attribute.attribute_type());
        let named = |names: NameList| Some((*names.list().first()?, AttributeType::S));
        let (pk, sk) = match self.entities {
            [first, ..] => {
                let key = first.key();
                (key.attribute_at(0).map(typed), key.sk_attributes().next().map(typed))
            }
            [] => (named(self.layout.keys.pk), named(self.layout.keys.sk)),
        };
        match pk {
            Some(pk) => (pk, sk),
            None => unreachable!("a table has a partition key"),
        }
    }

    /// Returns the names of the indexes that some entity is in or that the table declares, each once.
    pub fn index_names(&self) -> impl Iterator<Item = &'static str> + use<> {
        self.indexes().filter_map(|key| key.index)
    }

    /// Returns the indexes that some entity is in or that the table declares, each once.
    #[doc(hidden)]
    pub fn indexes(&self) -> impl Iterator<Item = TableKey> + use<> {
        let layouts = self.layout.indexes.iter();
        let mut indexes: Vec<TableKey> =
            layouts.map(|layout| self.layout_key(Some(layout), &layout.keys)).collect();
        for index in self.entities.iter().flat_map(|entity| entity.indexes()) {
            if indexes.iter().all(|other| other.index != index.index) {
                indexes.push(Self::table_key(index));
            }
        }
        indexes.into_iter()
    }

    fn table_key(key: &'static KeySchema) -> TableKey {
        let typed = |attribute: KeyAttribute| (attribute.name(), attribute.attribute_type());
        TableKey {
            index: key.index,
            kind: key.kind,
            projection: Projection::All,
            partition_key: key.pk_attributes().map(typed).collect(),
            sort_key: key.sk_attributes().map(typed).collect(),
        }
    }

    /// Returns a key that the layout declares.
    fn layout_key(&self, index: Option<&IndexLayout>, keys: &NamedKeys) -> TableKey {
        let typed = |names: &NameList| {
            names.list().iter().map(|name| (*name, self.type_of(name))).collect()
        };
        TableKey {
            index: index.map(|index| index.name),
            kind: index.map_or(IndexKind::Gsi, |index| index.kind),
            projection: index.map_or(Projection::All, |index| index.projection),
            partition_key: typed(&keys.pk),
            sort_key: typed(&keys.sk),
        }
    }

    /// Returns the type of a key attribute, which is the same for all entities.
    fn type_of(&self, name: &str) -> AttributeType {
        let mut attributes = self.entities.iter().flat_map(|entity| entity.attributes());
        attributes
            .find(|attribute| attribute.name() == name)
            .map_or(AttributeType::S, |attribute| attribute.attribute_type())
    }

    /// Returns every key attribute once with its type, attributes of the table first.
    #[must_use]
    pub fn key_attributes(&self) -> Vec<(&'static str, AttributeType)> {
        let mut all: Vec<(&'static str, AttributeType)> = Vec::new();
        for key in core::iter::once(self.key()).chain(self.indexes()) {
            for attribute in key.partition_key.into_iter().chain(key.sort_key) {
                if all.iter().all(|(name, _)| *name != attribute.0) {
                    all.push(attribute);
                }
            }
        }
        all
    }
}

/// The crate `ddbkey-tools` has the grammar, and parses it. Entities and indexes are sorted, so that their order in the
/// declaration does not matter.
impl fmt::Display for TableSchema {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "ddbkey schema {VERSION}")?;
        writeln!(f, "table {}", Name(self.name))?;
        writeln!(f, "  key: {}", self.key())?;
        let mut indexes: Vec<_> = self.indexes().collect();
        indexes.sort_unstable_by_key(|index| index.index);
        for index in indexes {
            let (kind, name) = (index.kind, Name(index.index.unwrap_or_default()));
            write!(f, "  {kind} {name}: {index}")?;
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

/// Prints the attributes of both keys: `tournament, region / round (N)`.
impl fmt::Display for TableKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_typed(f, &self.partition_key)?;
        if self.sort_key.is_empty() {
            return Ok(());
        }
        f.write_str(" / ")?;
        write_typed(f, &self.sort_key)
    }
}

fn write_typed(f: &mut fmt::Formatter<'_>, names: &[(&'static str, AttributeType)]) -> fmt::Result {
    names.iter().enumerate().try_for_each(|(at, (name, kind))| {
        let comma = if at == 0 { "" } else { ", " };
        let kind = match kind {
            AttributeType::S => "",
            AttributeType::N => " (N)",
        };
        write!(f, "{comma}{}{kind}", Name(name))
    })
}
