//! What each record of a table's stream means.

mod change;

pub(crate) use change::of_record;
pub use change::{Change, ChangeKind, Image};
