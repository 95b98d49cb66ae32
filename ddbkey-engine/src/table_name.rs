//! Names for tables on a server that other tests use at the same time.

use std::process;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::{SystemTime, UNIX_EPOCH};

static TABLES: AtomicU32 = AtomicU32::new(0);

/// Returns a table name that starts with `subject` and that no other call returns, in this process or in another.
///
/// ```
/// use ddbkey_engine::table_name;
///
/// assert_ne!(table_name("orders"), table_name("orders"));
/// ```
#[must_use]
pub fn table_name(subject: &str) -> String {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    let nanos = now.map_or(0, |since| since.as_nanos());
    let table = TABLES.fetch_add(1, Ordering::Relaxed);
    format!("{subject}-{nanos:x}-{}-{table}", process::id())
}
