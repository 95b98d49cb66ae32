//! A page that shows items as they lie in a table and its indexes: rows by partition, a colour for each
//! entity, a tab for each index.
//!
//! It has no script and no outside resource. Tabs are radio buttons, which a keyboard moves through and a
//! screen reader names; the tables are tables, also where a narrow screen shows them as a list.

mod collect;
mod html;

use alloc::string::String;

use crate::error::KeyError;
use crate::table::DdbTable;

/// The page of these rows.
pub(crate) fn page<T: DdbTable>(rows: &[T]) -> Result<String, KeyError> {
    let items = collect::items(rows)?;
    Ok(html::page(T::SCHEMA, &items))
}
