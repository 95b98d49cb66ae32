//! What a changed schema means for the items that are stored: a committed snapshot of the schema, compared
//! with the schema as it is.
//!
//! Both sides are plain text, so that the comparison sees what a reader of the snapshot sees.

mod compare;
mod snapshot;
mod texts;

#[cfg(test)]
mod tests;

use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

pub use snapshot::SnapshotError;
pub(super) use snapshot::VERSION;

use self::snapshot::Snapshot;
use super::schema::TableSchema;

impl TableSchema {
    /// Compares an earlier snapshot of the schema, the text that it printed, with the schema as it is:
    /// what has changed, and what that costs.
    ///
    /// Changes that concern no stored item are in the list as well, with [`Cost::Nothing`].
    ///
    /// # Errors
    ///
    /// Returns [`SnapshotError`] if the text is not a snapshot, or one of a newer version of `ddbkey`.
    /// Older versions are read.
    ///
    /// ```
    /// use ddbkey::schema::Cost;
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
    /// # Ok::<(), ddbkey::schema::SnapshotError>(())
    /// ```
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
    /// The table's key has other attributes, another number or order of them, or other types.
    TableKey {
        /// The earlier attributes, as they print.
        old: String,
        /// The present attributes.
        new: String,
    },
    /// A key attribute has another name, and the same place.
    AttributeRenamed {
        /// The index, `None` for the table's own key.
        index: Option<String>,
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
    },
    /// The table has another attribute for the name of the entity, or has or lacks one now.
    TypeAttribute {
        /// The earlier attribute.
        old: Option<String>,
        /// The present attribute.
        new: Option<String>,
    },
    /// The table has an index that it had not.
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
    /// An index has another kind, other attributes, or another order or other types of them.
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
        /// Whether it projects the key attributes alone now.
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
        /// Whether it is a key of the table, and not of indexes alone.
        is_primary: bool,
        /// The earlier template.
        old: String,
        /// The present template.
        new: String,
    },
    /// A value of a key has texts now that were not read before.
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
    /// A value of a key had texts that are no longer read.
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
    /// A field of keys has another name.
    FieldRenamed {
        /// The entity.
        entity: String,
        /// The earlier name.
        old: String,
        /// The present name.
        new: String,
    },
    /// An entity is in an index in which it was not, or has one more of its attributes.
    IndexEntered {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// The attributes that it has now and had not; none if it has them for another index.
        attributes: Vec<String>,
    },
    /// An entity is no longer in an index, or has one less of its attributes.
    IndexLeft {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// The attributes that it had and has no longer.
        attributes: Vec<String>,
    },
    /// Items of an entity can be absent from an index now, or no longer.
    SparseChanged {
        /// The entity.
        entity: String,
        /// The index.
        index: String,
        /// Whether they can be absent now.
        is_sparse: bool,
    },
}

impl SchemaChange {
    /// Returns what the change costs.
    #[must_use]
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

impl fmt::Display for SchemaChange {
    #[expect(clippy::too_many_lines, reason = "a sentence for each kind of change")]
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TableRenamed { old, new } => write!(
                f,
                "table `{old}` is called `{new}`: stored items stay as they are; a template of \
                 `cloud_formation` names another resource"
            ),
            Self::TableKey { old, new } => write!(
                f,
                "the key of the table is `{new}` instead of `{old}`: every item moves to a new table"
            ),
            Self::AttributeRenamed { index: None, old, new } => write!(
                f,
                "key attribute `{old}` of the table is called `{new}`: every item moves to a new table"
            ),
            Self::AttributeRenamed { index: Some(index), old, new } => write!(
                f,
                "key attribute `{old}` of index `{index}` is called `{new}`: one update per item, and the \
                 index is created anew"
            ),
            Self::TypeAttribute { old: Some(old), new: Some(new) } => {
                write!(f, "type attribute `{old}` is called `{new}`: one update per item")
            }
            Self::TypeAttribute { old: None, new: Some(new) } => {
                write!(f, "type attribute `{new}` is new: one update per item")
            }
            Self::TypeAttribute { old: Some(old), new: None } => {
                write!(f, "type attribute `{old}` is gone: stored items keep it")
            }
            Self::TypeAttribute { old: None, new: None } => Ok(()),
            Self::IndexAdded { index, is_local: false } => {
                write!(f, "index `{index}` is new: create it with `UpdateTable`")
            }
            Self::IndexAdded { index, is_local: true } => write!(
                f,
                "local index `{index}` is new, and can only be created with a table: every item moves to \
                 a new table"
            ),
            Self::IndexRemoved { index } => {
                write!(f, "index `{index}` is gone: delete it once nothing queries it")
            }
            Self::IndexChanged { index, old, new, is_local } => {
                write!(f, "index `{index}` is `{new}` instead of `{old}`: ")?;
                f.write_str(if *is_local {
                    "every item moves to a new table, since it is local"
                } else {
                    "it is created anew"
                })
            }
            Self::ProjectionChanged { index, projects_keys } => {
                let (new, old) = projections(*projects_keys);
                write!(f, "index `{index}` projects {new} instead of {old}: it is created anew")
            }
            Self::EntityAdded { entity } => {
                write!(f, "`{entity}` is new: stored items stay as they are")
            }
            Self::EntityRemoved { entity } => {
                write!(f, "`{entity}` is gone: its stored items are no longer read; delete them")
            }
            Self::EntityRenamed { old, new, type_attribute: None } => {
                write!(f, "`{old}` is called `{new}`: stored items stay as they are")
            }
            Self::EntityRenamed { old, new, type_attribute: Some(name) } => {
                write!(f, "`{old}` is called `{new}`: one update of `{name}` per item")
            }
            Self::KeyChanged { entity, attribute, is_primary, old, new } => {
                write!(f, "`{attribute}` of `{entity}` is `{new}` instead of `{old}`: ")?;
                f.write_str(if *is_primary {
                    "every item moves to another key"
                } else {
                    "one update per item"
                })
            }
            Self::AlsoRead { entity, attribute, field, old, new } => write!(
                f,
                "`{field}` in `{attribute}` of `{entity}` is {new}, with texts that {old} has not: stored \
                 items stay as they are; deploy every reader before a writer"
            ),
            Self::NoLongerRead { entity, attribute, field, old, new } => write!(
                f,
                "`{field}` in `{attribute}` of `{entity}` is {new}, without texts that {old} has: items \
                 stored with them are no longer read; write them again or delete them first"
            ),
            Self::FieldRenamed { entity, old, new } => write!(
                f,
                "field `{old}` of `{entity}` is called `{new}`: stored items stay as they are, if it holds \
                 the same values"
            ),
            Self::IndexEntered { entity, index, attributes } => {
                let what = Change { entity, index, attributes, is_in: true };
                write!(f, "{what}")
            }
            Self::IndexLeft { entity, index, attributes } => {
                let what = Change { entity, index, attributes, is_in: false };
                write!(f, "{what}")
            }
            Self::SparseChanged { entity, index, is_sparse: true } => write!(
                f,
                "items of `{entity}` can be absent from index `{index}`: stored items stay as they are"
            ),
            Self::SparseChanged { entity, index, is_sparse: false } => write!(
                f,
                "every item of `{entity}` is in index `{index}`: one update per item that is not"
            ),
        }
    }
}

/// What an index projects now, and what it did.
const fn projections(projects_keys: bool) -> (&'static str, &'static str) {
    const KEYS: &str = "the key attributes alone";
    const ALL: &str = "all attributes";
    if projects_keys { (KEYS, ALL) } else { (ALL, KEYS) }
}

/// An entity that is in an index, or no longer.
struct Change<'c> {
    entity: &'c str,
    index: &'c str,
    attributes: &'c [String],
    is_in: bool,
}

impl fmt::Display for Change<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { entity, index, attributes, is_in } = self;
        let verb = if *is_in { "is in" } else { "is no longer in" };
        write!(f, "`{entity}` {verb} index `{index}`")?;
        for (at, name) in attributes.iter().enumerate() {
            write!(f, "{} `{name}`", if at == 0 { " with" } else { "," })?;
        }
        f.write_str(match (attributes.is_empty(), is_in) {
            (true, _) => ": stored items stay as they are",
            (false, true) => ": one update per item, which is not in it before",
            (false, false) => ": stored items stay in it until one update per item takes that away",
        })
    }
}
