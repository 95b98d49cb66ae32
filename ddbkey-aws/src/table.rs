//! The handle of a table, with a file for each request.

mod attempts;
mod batch;
pub(crate) mod create;
pub(crate) mod delete;
pub(crate) mod edit;
mod error;
pub(crate) mod get;
pub(crate) mod get_all;
mod handle;
mod live;
pub(crate) mod next;
pub(crate) mod put;
pub(crate) mod query;
pub(crate) mod scan;
mod sender;
mod sent;
mod size;
mod transact;
pub(crate) mod transaction;
mod tries;
mod try_error;
pub(crate) mod update;
pub(crate) mod write_all;

use crate::rows;

pub use error::{TableError, TableErrorKind, is_throttle};
pub use handle::Table;
pub use query::TablePage;
pub use sent::{Capacity, Sent};
pub use size::of_item as size;
pub use try_error::TryError;
