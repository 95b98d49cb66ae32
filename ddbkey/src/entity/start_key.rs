//! The keys after which a query continues.

use crate::error::KeyError;
use crate::key::{Collect, Keys, KeysCollector, Pair};

/// The attributes of the table's keys and of an index's, each once.
///
/// # Errors
///
/// Returns [`KeyError`] if a key cannot be built.
pub fn start_key<'k>(table: impl Pair<'k>, index: impl Pair<'k>) -> Result<Keys, KeyError> {
    let mut keys = KeysCollector::default();
    keys.index(table).index(index);
    keys.finish()
}

/// The same for an index that the item may be absent from.
///
/// # Errors
///
/// Returns [`KeyError`] if a key cannot be built.
pub fn sparse_start_key<'k>(
    table: impl Pair<'k>,
    index: Option<impl Pair<'k>>,
) -> Result<Option<Keys>, KeyError> {
    index.map(|index| start_key(table, index)).transpose()
}
