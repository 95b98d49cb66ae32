//! The error of an update whose closure can refuse.

use std::error::Error;
use std::fmt;

use super::error::TableError;

/// The error of an update whose closure returns a `Result`: the error of the closure, or the error of the update.
///
/// It prints as the error that it holds, and implements [`Error`] if both types do. The closure's error needs no bound.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::TryError;
/// use ddbkey_aws::prelude::*;
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("ORDER", id)]
/// #[sk("META")]
/// struct Order { id: String, is_shipped: bool, is_cancelled: bool }
///
/// #[derive(Debug, PartialEq)]
/// struct AlreadyShipped;
///
/// impl Order {
///     fn cancel(&mut self) -> Result<(), AlreadyShipped> {
///         if self.is_shipped {
///             return Err(AlreadyShipped);
///         }
///         self.is_cancelled = true;
///         Ok(())
///     }
/// }
///
/// let item = Order { id: "7".into(), is_shipped: true, is_cancelled: false }.to_item()?;
/// match Order::try_update_item(&item, Order::cancel) {
///     Err(TryError::Refused(AlreadyShipped)) => {}
///     Err(TryError::Failed(error)) => return Err(error),
///     Ok(_) => unreachable!(),
/// }
/// # Ok::<(), ddbkey_aws::ItemError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TryError<E, X = TableError> {
    /// The closure returned this error, so there is nothing to send.
    Refused(E),
    /// The update failed.
    Failed(X),
}

impl<E, X> From<X> for TryError<E, X> {
    fn from(error: X) -> Self {
        Self::Failed(error)
    }
}

impl<E: fmt::Display, X: fmt::Display> fmt::Display for TryError<E, X> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Refused(error) => error.fmt(f),
            Self::Failed(error) => error.fmt(f),
        }
    }
}

impl<E: Error, X: Error> Error for TryError<E, X> {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Refused(error) => error.source(),
            Self::Failed(error) => error.source(),
        }
    }
}
