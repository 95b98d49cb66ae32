//! Page tokens for web APIs: the position at which a query continues, as a string that a client can hold.
//!
//! DynamoDB ends a page with `LastEvaluatedKey` and continues from `ExclusiveStartKey`. Handing that key to a
//! client shows it the keys of rows, and taking it back lets the client choose where to read. A token
//! **only holds the key values of its row that the condition does not fix by `=`**: names, types, partition
//! and direction come from the condition, so no token reaches another partition, forged or not.
//!
//! ```
//! use ddbkey::token::{HmacSha256, TokenError};
//! use ddbkey::{DdbKeys, KeyCondition};
//!
//! #[derive(DdbKeys)]
//! #[pk("USER", user_id)]
//! #[sk("ORDER", id)]
//! struct Order { user_id: String, id: String }
//!
//! fn orders_of(user_id: &str) -> Result<KeyCondition, ddbkey::KeyError> {
//!     Order::query(OrderPk { user_id }).build()
//! }
//!
//! let seal = HmacSha256::new("32 random bytes from your secrets");
//! let last = Order { user_id: "u1".into(), id: "17".into() };
//!
//! let orders = orders_of("u1")?;
//! let token = orders.token(&last.start_key()?, &seal)?;
//! let start = orders.start_at(Some(&token), &seal)?;
//! assert_eq!(start, Some(last.start_key()?));
//!
//! assert_eq!(orders_of("u2")?.start_at(Some(&token), &seal), Err(TokenError::OtherQuery));
//! assert_eq!(orders.start_at(Some("AQID"), &seal), Err(TokenError::Seal));
//! assert_eq!(orders.start_at(None, &seal), Ok(None));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! With [`ddbkey-aws`](https://docs.rs/ddbkey-aws), `start_at` sets the start key on the SDK's query builder, and `token`
//! takes a `LastEvaluatedKey`.
//!
//! # The life of a token
//!
//! - A token belongs to one query: the same table or index, partition, direction, and the same values of the
//!   sort attributes that the query fixes. Another query refuses it with [`TokenError::OtherQuery`].
//! - The range of the query may move between pages, like `from..now`. If the token's row is in the
//!   new range, the query continues. Otherwise the token is [`TokenError::Outside`], and the client starts over.
//! - A page that you trim continues after the last row that you *return*: make the token from that entity's
//!   `start_key()`, from `by_status_start_key()` for an index, or from `keys()`.
//! - Tokens stay valid if you rename a field, or rename or add a variant of an enum. A token for a sort key that was
//!   in another format, `{number:05}` instead of `{number:08}`, is [`TokenError::OtherQuery`]: a row of one key
//!   has no position among rows of the other. The query of a
//!   [legacy key](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/live_tables/index.html) accepts the tokens that were
//!   made when that key was the current key.
//! - The table key in the token of an index is only a position among rows with equal index keys. It may
//!   belong to another entity.
//! - A token does not hold the name of the table: two tables with equal keys need two seals.
//!
//! # Seals
//!
//! A [`Seal`] protects the content of a token. [`HmacSha256`] detects every change, but a client can read the key
//! values; with a cipher, as in the example of [`Seal`], it cannot. [`Unsealed`] protects against neither.

mod content;
mod error;
mod hmac;
mod seal;
#[cfg(test)]
mod tests;
mod text;

use alloc::string::String;

pub use error::TokenError;
pub use hmac::HmacSha256;
pub use seal::{Seal, SealError, Unsealed};

use crate::key::{KeyValue, Keys};
use crate::query::KeyCondition;

impl KeyCondition {
    /// Returns a token with which the query continues after this row.
    ///
    /// `key` is the key of the last row that you return: `order.start_key()?`, or `order.by_status_start_key()?` for an
    /// index. The token is a URL-safe string of at most 24 KiB; for a table
    /// with keys of 40 bytes it is about 90 characters long.
    ///
    /// ```
    /// use ddbkey::DdbKeys;
    /// use ddbkey::token::Unsealed;
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("USER", user_id)]
    /// #[sk("ORDER", id)]
    /// struct Order { user_id: String, id: String }
    ///
    /// let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
    /// let last = Order { user_id: "u1".into(), id: "17".into() };
    /// let token = orders.token(&last.start_key()?, &Unsealed)?;
    /// assert!(token.bytes().all(|byte| byte.is_ascii_alphanumeric() || b"-_".contains(&byte)));
    /// # Ok::<(), Box<dyn core::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TokenError::Attribute`] if `key` lacks an attribute of the table's or the index's keys,
    /// [`TokenError::OtherRow`] if it is not among the rows of the query, and [`TokenError::Failed`] if `seal`
    /// fails. None of these is the client's mistake.
    #[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
    pub fn token(&self, key: &Keys, seal: &(impl Seal + ?Sized)) -> Result<String, TokenError> {
        self.token_of(|name| key.value(name), seal)
    }

    /// Returns the token of a row, given the values of its key attributes.
    #[doc(hidden)]
    pub fn token_of<'k>(
        &self,
        value: impl Fn(&str) -> Option<KeyValue<'k>>,
        seal: &(impl Seal + ?Sized),
    ) -> Result<String, TokenError> {
        let content = content::write(self, value)?;
        let sealed = seal.seal(&content, text::ASSOCIATED)?;
        Ok(text::print(&sealed).ok_or_else(|| SealError::from("what it sealed is too long"))?)
    }

    /// Returns the key for `ExclusiveStartKey` from a token, or `None` without a token.
    ///
    /// # Errors
    ///
    /// Returns [`TokenError`] if the string is not a token of this query, if it was not sealed with this secret, or
    /// if its row is outside the range of the query. Each of these is a bad request
    /// ([`is_client_error`](TokenError::is_client_error)). [`TokenError::Failed`] is not: the seal itself failed.
    #[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
    pub fn start_at(
        &self,
        token: Option<&str>,
        seal: &(impl Seal + ?Sized),
    ) -> Result<Option<Keys>, TokenError> {
        let Some(token) = token else { return Ok(None) };
        let sealed = text::parse(token)?;
        let content = seal.open(&sealed, text::ASSOCIATED)?.ok_or(TokenError::Seal)?;
        content::read(self, &content).map(Some)
    }
}
