//! The stream of a table: which records a function gets, and what each of them means.

#[cfg(feature = "lambda")]
mod change;
mod filter;

#[cfg(feature = "lambda")]
pub(crate) use change::of_record;
#[cfg(feature = "lambda")]
pub use change::{Change, ChangeKind};
pub(crate) use filter::filter;
pub use filter::{EventFilter, FilterError};
