//! What a changed schema means for stored items: a committed snapshot of the schema, compared with the
//! present schema.
//!
//! Both sides are plain text, so that the comparison sees what a reader of the snapshot sees.

mod compare;
mod placed;
mod print;
mod snapshot;
mod texts;

#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;

pub use snapshot::SnapshotError;

use self::snapshot::Snapshot;
use crate::table::TableSchema;

impl TableSchema {
    /// Compares an earlier snapshot of the schema, which is the text that it printed, with the present
    /// schema, and returns what has changed and what that costs.
    ///
    /// The list also has changes that concern no stored item, with [`Cost::Nothing`].
    ///
    /// # Errors
    ///
    /// Returns [`SnapshotError`] if the text is not a snapshot, or if a newer version of `ddbkey` printed
    /// it. Older versions are read.
    ///
    /// ```
    /// use ddbkey::tools::Cost;
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
    /// let committed = Shop::SCHEMA.to_string().replace("integer 08", "integer 05");
    /// let changes = Shop::SCHEMA.diff(&committed)?;
    /// assert_eq!(changes[0].cost(), Cost::EachItemMoved);
    /// assert_eq!(
    ///     changes[0].to_string(),
    ///     "`sk` of `Order` is `ORDER#{number: integer 08}` instead of `ORDER#{number: integer 05}`: every \
    ///      item moves to another key",
    /// );
    /// assert!(Shop::SCHEMA.diff(&Shop::SCHEMA.to_string())?.is_empty());
    /// # Ok::<(), ddbkey::tools::SnapshotError>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn diff(&self, snapshot: &str) -> Result<Vec<SchemaChange>, SnapshotError> {
        let (old, new) = (Snapshot::read(snapshot)?, Snapshot::read(&self.to_string())?);
        Ok(compare::tables(&old, &new))
    }
}

/// What a change costs, from the least to the most.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Stored items stay as they are.
    Nothing,
    /// An index is created or deleted; items stay as they are.
    Index,
    /// Some stored items have to be written again or deleted: those that the change concerns.
    SomeItems,
    /// Every stored item of the entity, or of the index, has to be updated.
    EachItemUpdated,
    /// Every stored item of the entity, or of the table, has to be written under a new key and deleted
    /// under the old one.
    EachItemMoved,
}

/// A change between two schemas. It prints as a line that says what it means for stored items.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum SchemaChange {
    /// The enum has another name.
    TableRenamed {
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
    },
    /// The key of the table has other attributes, or the same in another order or of other types.
    TableKey {
        /// The earlier attributes, as they print.
        old: String,
        /// The present attributes.
        new: String,
    },
    /// A key attribute has another name in the same place.
    AttributeRenamed {
        /// The index, `None` for the table's own key.
        index: Option<String>,
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
    },
    /// The attribute that holds the name of the entity was added, renamed or removed.
    TypeAttribute {
        /// The earlier attribute.
        old: Option<String>,
        /// The present attribute.
        new: Option<String>,
    },
    /// The table has a new index.
    IndexAdded {
        /// The index.
        index: String,
        /// Whether it is a local one.
        is_local: bool,
    },
    /// The table no longer has an index.
    IndexRemoved {
        /// The index.
        index: String,
    },
    /// An index has another kind or other attributes, or the same in another order or of other types.
    IndexChanged {
        /// The index.
        index: String,
        /// The earlier kind and attributes, as they print.
        old: String,
        /// The present ones.
        new: String,
        /// Whether it was or is a local one.
        is_local: bool,
    },
    /// An index projects more or less.
    ProjectionChanged {
        /// The index.
        index: String,
        /// Whether it now projects the key attributes alone.
        projects_keys: bool,
    },
    /// There is a new entity.
    EntityAdded {
        /// The entity.
        entity: String,
    },
    /// An entity is gone.
    EntityRemoved {
        /// The entity.
        entity: String,
    },
    /// An entity has another name and the same keys.
    EntityRenamed {
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
        /// The attribute that holds the name, if there is one.
        type_attribute: Option<String>,
    },
    /// A key attribute holds another text than before.
    KeyChanged {
        /// The entity.
        entity: String,
        /// The attribute.
        attribute: String,
        /// Whether it is a key of the table, rather than of indexes alone.
        is_primary: bool,
        /// The earlier template.
        old: String,
        /// The present template.
        new: String,
    },
    /// A part of a key accepts texts that it did not accept before.
    AlsoRead {
        /// The entity.
        entity: String,
        /// The attribute.
        attribute: String,
        /// The field.
        field: String,
        /// The earlier texts.
        old: String,
        /// The present texts.
        new: String,
    },
    /// A part of a key no longer accepts some texts that it accepted before.
    NoLongerRead {
        /// The entity.
        entity: String,
        /// The attribute.
        attribute: String,
        /// The field.
        field: String,
        /// The earlier texts.
        old: String,
        /// The present texts.
        new: String,
    },
    /// A field that is part of a key has another name.
    FieldRenamed {
        /// The entity.
        entity: String,
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
    },
    /// An entity entered an index, or has one more of its attributes.
    IndexEntered {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// The attributes that are new to it; none if it already has them for another index.
        attributes: Vec<String>,
    },
    /// An entity left an index, or has one fewer of its attributes.
    IndexLeft {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// The attributes that it no longer has.
        attributes: Vec<String>,
    },
    /// Items of an entity can now be absent from an index, or no longer can.
    SparseChanged {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// Whether they can now be absent.
        is_sparse: bool,
    },
}

impl SchemaChange {
    /// Returns what the change costs.
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub const fn cost(&self) -> Cost {
        match self {
            Self::TableRenamed { .. }
            | Self::EntityAdded { .. }
            | Self::EntityRenamed { type_attribute: None, .. }
            | Self::AlsoRead { .. }
            | Self::FieldRenamed { .. }
            | Self::SparseChanged { is_sparse: true, .. }
            | Self::TypeAttribute { new: None, .. } => Cost::Nothing,
            Self::IndexEntered { attributes, .. } | Self::IndexLeft { attributes, .. }
                if attributes.is_empty() =>
            {
                Cost::Nothing
            }
            Self::IndexAdded { is_local: false, .. }
            | Self::IndexRemoved { .. }
            | Self::IndexChanged { is_local: false, .. }
            | Self::ProjectionChanged { .. } => Cost::Index,
            Self::EntityRemoved { .. }
            | Self::NoLongerRead { .. }
            | Self::SparseChanged { is_sparse: false, .. } => Cost::SomeItems,
            Self::TypeAttribute { .. }
            | Self::EntityRenamed { .. }
            | Self::AttributeRenamed { index: Some(_), .. }
            | Self::KeyChanged { is_primary: false, .. }
            | Self::IndexEntered { .. }
            | Self::IndexLeft { .. } => Cost::EachItemUpdated,
            Self::TableKey { .. }
            | Self::AttributeRenamed { index: None, .. }
            | Self::IndexAdded { is_local: true, .. }
            | Self::IndexChanged { is_local: true, .. }
            | Self::KeyChanged { is_primary: true, .. } => Cost::EachItemMoved,
        }
    }
}
