//! A page that shows items as they lie in a table and its indexes: rows by partition, a colour for each
//! entity, a tab for each index.
//!
//! The page has no script and no external resource. Tabs are radio buttons, which work with a keyboard and a
//! screen reader. The tables remain tables even where a narrow screen shows them as a list.

mod collect;
mod html;

use ddbkey::{DdbTable, KeyError};

use crate::schema::Schema;

/// Returns a page of HTML that shows these rows as they lie in the table and in its indexes.
///
/// Rows are shown by partition, in the order of their sort keys, with a colour for each entity. The page needs nothing
/// else, and every value in it is escaped. A row does not know the key that it was read under, so it is shown under the
/// current key.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// #[derive(DdbTable)]
/// enum Shop { User(User) }
///
/// let rows: [Shop; 1] = [User { user_id: "<u1>".into() }.into()];
/// let page = ddbkey_tools::picture(&rows)?;
/// assert!(page.contains("USER#&lt;u1&gt;"));
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
///
/// # Errors
///
/// Returns [`KeyError`] if a key cannot be built.
pub fn picture<T: DdbTable>(rows: &[T]) -> Result<String, KeyError> {
    let rows = collect::rows(rows)?;
    Ok(html::page(&Schema::of(T::SCHEMA), &rows))
}
