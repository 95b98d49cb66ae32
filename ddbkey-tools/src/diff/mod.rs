//! What a changed schema means for stored items: a committed snapshot of the schema, compared with the
//! present schema.
//!
//! Both sides are plain text, so that the comparison sees what a reader of the snapshot sees. Of the present
//! schema it also knows the fields that are in no key.

mod change;
mod check;
mod compare;
mod keys;
mod shared;
mod snapshot;
mod texts;
mod versions;

#[cfg(test)]
mod tests;

use alloc::string::ToString;
use alloc::vec::Vec;

pub use change::SchemaChange;
pub use snapshot::SnapshotError;

use self::snapshot::Snapshot;
use crate::table::TableSchema;

impl TableSchema {
    /// Compares an earlier snapshot of the schema, which is the text that it printed, with the present
    /// schema, and returns what has changed and what that costs.
    ///
    /// The list also has changes that concern no stored item, with [`Cost::Nothing`]. A former key is judged as the
    /// key of today is: it can be announced in any order of deploys, and dropped once an audit of every item counts
    /// no `FaultKind::OtherKey`.
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
    ///     "`sk` of `Order` is `ORDER#{number: integer 08}` instead of `ORDER#{number: integer 05}`: \
    ///      every item moves to another key; in no order of deploys does each version find \
    ///      every item",
    /// );
    /// assert!(Shop::SCHEMA.diff(&Shop::SCHEMA.to_string())?.is_empty());
    /// # Ok::<(), ddbkey::tools::SnapshotError>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub fn diff(&self, snapshot: &str) -> Result<Vec<SchemaChange>, SnapshotError> {
        let (old, mut new) = (Snapshot::read(snapshot)?, Snapshot::read(&self.to_string())?);
        for entity in &mut new.entities {
            let named = self.entities().iter().find(|schema| schema.name() == entity.name);
            entity.schema = named.copied();
        }
        Ok(compare::tables(old, &new))
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

/// How to deploy a change, from the easiest to the hardest.
///
/// This is what the old version of a program and the new one make of each other's items, judged by their keys
/// alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Deploy {
    /// Each version reads and finds what the other writes.
    AnyOrder,
    /// Only the new version reads and finds all that the other writes: deploy everything that reads before
    /// anything that writes.
    ReadersFirst,
    /// Both versions read everything. Queries of an index by the new one lack items until the index is
    /// filled.
    AfterBackfill,
    /// In every order, one version does not read or find some items.
    Breaking,
}
