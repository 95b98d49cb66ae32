//! Page tokens for web APIs: where a query goes on, as a text that a client can hold.
//!
//! DynamoDB ends a page with `LastEvaluatedKey` and goes on from `ExclusiveStartKey`. Handing that key to a
//! client shows it the keys of rows, and taking it back lets the client choose where to read. A token
//! **holds the key values of its row but those that the condition fixes by `=`**: names, types, partition
//! and direction come from the condition, so that no token reaches another partition, forged or not.
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
//! # What a token is good for
//!
//! - A token belongs to one query: the same table or index, partition, direction, and the same values of the
//!   sort attributes that the query fixes. Another query refuses it with [`TokenError::OtherQuery`].
//! - The range of the query may move between pages, as `from..now` does. A token whose row lies within the
//!   new range goes on; another one is [`TokenError::Outside`], and the client starts over.
//! - A page that you trim continues after the last row that you *return*: make the token from that entity's
//!   `start_key()`, `by_status_start_key()` of an index, or `keys()`.
//! - Renaming a field, or renaming or adding a variant of an enum, voids no token. A token of a sort key that was
//!   written in another way, `{number:05}` instead of `{number:08}`, is [`TokenError::OtherQuery`]: a row of one key
//!   has no place among rows of the other. The query of a [former key](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/live_tables/index.html) takes the tokens that were made when
//!   that key was the key of today.
//! - The table key in the token of an index is only a position among rows that have equal index keys. It may
//!   belong to another entity.
//! - A token does not hold the name of the table: two tables with equal keys need two seals.
//!
//! # Seals
//!
//! A [`Seal`] protects what a token holds. [`HmacSha256`] detects every change, but a client can read the key
//! values; with a cipher, as in the example of [`Seal`], it cannot. [`Unsealed`] does neither.

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
    /// Returns a token with which the query goes on after this row.
    ///
    /// `key` is that of the last row that you return: `order.start_key()?`, or `order.by_status_start_key()?` for an
    /// index. The token is URL-safe text of at most 24 KiB; of a table
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
    /// [`TokenError::OtherRow`] if it is not among the rows of the query, [`TokenError::Failed`] if `seal`
    /// fails, and [`TokenError::UnknownTable`] for an index of an entity with type parameters that only its
    /// table's keys have. None of these is the client's mistake.
    #[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
    pub fn token(&self, key: &Keys, seal: &(impl Seal + ?Sized)) -> Result<String, TokenError> {
        self.token_of(|name| key.value(name), seal)
    }

    /// The token of a row, by the values of its key attributes.
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

    /// Returns the key for `ExclusiveStartKey` that a token stands for, `None` without a token.
    ///
    /// # Errors
    ///
    /// Returns [`TokenError`] if the text is not a token of this query that was sealed with this secret, or
    /// if its row lies outside the range of the query. Each of these is a bad request
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
