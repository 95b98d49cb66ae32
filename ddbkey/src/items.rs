//! What reading and writing items returns: updates, moves, pages, faults; and the bounds of items for generic code.

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use crate::aws::{
    AsKeyCondition, Fault, FaultKind, ItemAttributes, ItemUpdate, Page, Rekey, SkipKind,
    SkipReason, Skipped, TableItems,
};
