//! The errors of page tokens. No error holds or prints the string of a key or of a token.

use alloc::sync::Arc;
use core::error::Error;
use core::{fmt, mem};

use super::SealError;

/// The error when a token cannot be made, or cannot be used with a query.
///
/// It never holds the string of a key.
///
/// [`KeyCondition::start_at`](crate::KeyCondition::start_at) returns it for a token from a client, and
/// [`KeyCondition::token`](crate::KeyCondition::token) for a mistake in the program.
/// [`is_client_error`](Self::is_client_error) distinguishes the two.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey::token::{TokenError, Unsealed};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", id)]
/// struct Order { user_id: String, id: String }
///
/// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
/// let error = orders.start_at(Some("%22"), &Unsealed).unwrap_err();
/// assert_eq!(error, TokenError::Malformed);
/// assert_eq!(error.to_string(), "not a page token");
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum TokenError {
    /// The string is not a token of this version: it is not base64, too long or too short, or DynamoDB would refuse
    /// a value in it.
    Malformed,
    /// The token belongs to another query: another index, partition, direction or `=` on a sort attribute, or
    /// a query whose sort key has other literals, parts or formats.
    OtherQuery,
    /// The row lies outside the range of the query. Start over, or ask for a range that includes it.
    Outside,
    /// The token was changed, or sealed with another secret.
    Seal,
    /// The seal failed, and the [`source`](Error::source) tells why. This is not the client's mistake.
    #[non_exhaustive]
    Failed {
        #[doc(hidden)]
        source: Arc<dyn Error + Send + Sync>,
    },
    /// The row for the token is not among the rows of the query.
    OtherRow,
    /// The row for the token lacks a key attribute of the table or the index, or has a
    /// value there that no key can have.
    #[non_exhaustive]
    Attribute {
        /// The name of the attribute.
        name: &'static str,
    },
}

impl TokenError {
    /// Returns whether a client sent a token that does not belong to this query: a bad request (400). The other errors are the
    /// program's own (500).
    ///
    /// ```
    /// use ddbkey::token::TokenError;
    ///
    /// fn status(error: &TokenError) -> u16 {
    ///     if error.is_client_error() { 400 } else { 500 }
    /// }
    ///
    /// assert_eq!(status(&TokenError::OtherQuery), 400);
    /// assert_eq!(status(&TokenError::OtherRow), 500);
    /// ```
    #[must_use]
    pub const fn is_client_error(&self) -> bool {
        matches!(self, Self::Malformed | Self::OtherQuery | Self::Outside | Self::Seal)
    }
}

impl fmt::Display for TokenError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed => f.write_str("not a page token"),
            Self::OtherQuery => f.write_str("the page token belongs to another query"),
            Self::Outside => f.write_str("the page token lies outside the range of the query"),
            Self::Seal => f.write_str("the page token was changed, or sealed with another secret"),
            Self::Failed { .. } => f.write_str("the seal of the page token failed"),
            Self::OtherRow => f.write_str("the row is not among the rows of the query"),
            Self::Attribute { name } => {
                write!(f, "key attribute `{name}` of the row is missing or cannot be a key")
            }
        }
    }
}

impl Error for TokenError {
    fn source(&self) -> Option<&(dyn Error + 'static)> {
        match self {
            Self::Failed { source } => Some(&**source),
            _ => None,
        }
    }
}

/// Compares what is wrong, but not the reason of a seal.
impl PartialEq for TokenError {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Attribute { name }, Self::Attribute { name: other }) => name == other,
            _ => mem::discriminant(self) == mem::discriminant(other),
        }
    }
}

impl Eq for TokenError {}

impl From<SealError> for TokenError {
    fn from(error: SealError) -> Self {
        Self::Failed { source: error.into() }
    }
}
