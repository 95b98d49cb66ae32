//! Compares two schemas, and determines what the changes mean for stored items.

mod change;
mod check;
mod compare;
mod fields;
mod indexes;
mod keys;
mod shapes;
mod versions;

#[cfg(test)]
mod tests;

pub use change::SchemaChange;
pub use check::check_snapshot;

use crate::schema::Schema;

/// Compares two schemas of a table, and returns what has changed and what that costs.
///
/// The list includes changes that affect no stored item, with [`Cost::Nothing`]. An alternative that is added counts as a
/// changed key whose old form is still read. An alternative that is removed or moved to another place is
/// [`Breaking`](Deploy::Breaking). A legacy key counts like the
/// current key: it can be added in any order of deploys, and removed once an audit of every item counts
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

/// What a change costs, from the lowest to the highest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Cost {
    /// Stored items stay as they are.
    Nothing,
    /// An index is created or deleted; items stay as they are.
    Index,
    /// The affected stored items must be written again or deleted.
    SomeItems,
    /// Every stored item of the entity, or of the index, must be updated.
    EachItemUpdated,
    /// Every stored item of the entity, or of the table, must be written under a new key and deleted
    /// under the old key.
    EachItemMoved,
}

/// How to deploy a change, from the easiest to the hardest.
///
/// It tells how the old and the new version of a program read each other's items. Keys and fields are compared, and code is not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[non_exhaustive]
pub enum Deploy {
    /// Each version reads and finds what the other writes.
    AnyOrder,
    /// Only the new version reads and finds everything that the other writes: deploy every reader before
    /// any writer.
    ReadersFirst,
    /// Both versions read everything. The new version's queries of an index miss items until the index is
    /// filled.
    AfterBackfill,
    /// In every order, one version does not read or find some items.
    Breaking,
}
