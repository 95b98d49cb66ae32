//! What a changed schema means for stored items.
//!
//! The comparison sees what a snapshot says of both sides. What the text of an older version does not say is not
//! compared.

mod change;
mod check;
mod compare;
mod keys;
mod shared;
mod texts;
mod versions;

#[cfg(test)]
mod tests;

pub use change::SchemaChange;
pub use check::check_snapshot;
pub(crate) use shared::{Location, START, places_from, steps};
pub(crate) use texts::PlacedTexts;

use crate::schema::Schema;

/// Compares two schemas of a table, and returns what has changed and what that costs.
///
/// The list also has changes that concern no stored item, with [`Cost::Nothing`]. A legacy key is judged as the
/// current key is: it can be announced in any order of deploys, and dropped once an audit of every item counts
/// no `FaultKind::OtherKey`.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Cost, Schema, diff};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// let new = Schema::of(Shop::SCHEMA);
/// let old = Schema::parse(&new.to_string().replace("integer 08", "integer 05"))?;
/// let changes = diff(&old, &new);
/// assert_eq!(changes[0].cost(), Cost::EachItemMoved);
/// assert_eq!(
///     changes[0].to_string(),
///     "`sk` of `Order` is `ORDER#{number: integer 08}` instead of `ORDER#{number: integer 05}`: \
///      every item moves to another key; whatever you deploy first, one version misses what the \
///      other writes",
/// );
/// assert!(diff(&new, &new).is_empty());
/// # Ok::<(), ddbkey_tools::SchemaError>(())
/// ```
#[must_use]
pub fn diff(old: &Schema, new: &Schema) -> Vec<SchemaChange> {
    compare::schemas(old.clone().sorted(), &new.clone().sorted())
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
