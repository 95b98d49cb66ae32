//! Counts the items of a query or a scan.

use super::{Paged, Pages, Rows};
use crate::table::error::TableError;
use crate::table::sender::request;

impl<'t, T, R, O> Rows<'t, T, R, O> {
    /// Counts the items instead of returning them. This is the last method in a chain: put filters before it.
    ///
    /// DynamoDB counts, and reads every item for it: a count costs the read units of all rows. It counts what is stored, so
    /// items that are skipped or cannot be read are among them. A count with a `limit` or `live` is
    /// [`Refused`](crate::TableErrorKind::Refused).
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// async fn has_many_orders(shop: &Table<Shop>, user_id: &str) -> Result<bool, TableError> {
    ///     let orders: u64 = shop.query(Order::query(OrderPk { user_id })).count().await?;
    ///     Ok(orders > 100)
    /// }
    /// ```
    pub fn count(mut self) -> Count<'t, O> {
        self.pages.asked.is_count = true;
        if self.pages.left < usize::MAX {
            self.pages.sender.refuse("a count has no limit");
        }
        if self.pages.sender.clock.is_some() {
            self.pages.sender.refuse("a count includes rows that have expired");
        }
        Count { pages: self.pages }
    }
}

/// A request that counts items. [`Rows::count`] returns it.
#[must_use = "a request does nothing until it is awaited"]
pub struct Count<'t, O> {
    pages: Box<Pages<'t, O>>,
}

request!(debug Count<'t, O>);
request!(Count<'t, O: Paged> returns u64, by pages.sender);

impl<O: Paged> Count<'_, O> {
    async fn run(mut self) -> Result<u64, TableError> {
        self.pages.check()?;
        while self.pages.fetch().await? {}
        Ok(self.pages.count)
    }
}
