//! Queries rows: all pages one after another, or one page with a token.

mod keys;
mod pages;

use std::fmt;
use std::marker::PhantomData;

use crate::private::IndexKind;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use ddbkey::key::{Keyed, MemberOf, RowsOf};
use ddbkey::token::Seal;
use ddbkey::{DdbTable, KeyCondition, KeyError, KeyErrorKind};

use super::error::TableError;
use super::handle::Table;
use super::rows::{ReadRow, only_entity};
use super::sender::{live, request};
use crate::condition::{Condition, Node};
use crate::page::{self, SkipReason, Skipped, projected};
use crate::query::{AsKeyCondition, QueryExt as _, token};
use crate::request::is_of_no_row;
use crate::value::Item;
use pages::Pages;

pub use keys::QueryKeys;

impl<T: DdbTable> Table<T> {
    /// Queries rows. A query of an entity returns rows of that entity. [`nested`](ddbkey::key::RowQuery::nested) and a
    /// [`KeyCondition`] return rows of the table.
    ///
    /// The request reads a page when the rows of the previous page are used up:
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
    /// async fn print_all(shop: &Table<Shop>, user_id: &str) -> Result<(), TableError> {
    ///     let mut orders = shop.query(Order::query(OrderPk { user_id })).page_size(50);
    ///     while let Some(order) = orders.next().await? {
    ///         println!("{}", order.id);
    ///     }
    ///     eprintln!("{} items were skipped", orders.skipped().len());
    ///     Ok(())
    /// }
    /// ```
    ///
    /// If no key can hold a part of the query, or if the range is empty, the query has no rows. The reads are eventually
    /// consistent unless you ask for [`consistent`](Query::consistent).
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) if the condition cannot be built, and of
    /// kind [`Refused`](crate::TableErrorKind::Refused) if the index does not project whole items: use
    /// [`keys`](Query::keys). Also for a page size of 0, and for consistent reads of a global index. A query that is refused
    /// returns the error each time, and sends nothing.
    pub fn query<Q: RowsOf<T>>(&self, query: Q) -> Query<'_, T, Q::Row>
    where
        Q::Row: ReadRow + MemberOf<T>,
    {
        self.rows(query.into_condition())
    }

    /// Queries rows of one entity by a condition, as [`query`](Self::query) does by a query of that entity.
    #[expect(
        clippy::needless_pass_by_value,
        reason = "it takes a condition, or a reference to one"
    )]
    pub fn query_as<R: ReadRow + MemberOf<T>>(
        &self,
        condition: impl AsKeyCondition,
    ) -> Query<'_, T, R> {
        self.rows(Ok(condition.as_key_condition().clone()))
    }

    fn rows<R: Keyed>(&self, condition: Result<KeyCondition, KeyError>) -> Query<'_, T, R> {
        let condition = match condition {
            Ok(condition) => Ok(Some(condition)),
            Err(error) if is_of_no_row(error) || error.kind() == KeyErrorKind::EmptyRange => {
                Ok(None)
            }
            Err(error) => Err(error),
        };
        let mut pages = Pages::of(self.sender("query", only_entity::<R>()), condition);
        let condition = pages.condition.as_ref().ok().and_then(Option::as_ref);
        let index = condition.and_then(KeyCondition::index_name);
        let index = index.and_then(|index| T::SCHEMA.layout.index(index));
        pages.is_global = index.is_some_and(|index| index.kind == IndexKind::Gsi);
        Query { pages, of: PhantomData }
    }
}

/// A request that queries rows. [`Table::query`] returns it. [`next`](Self::next) returns the rows one by one, and awaiting
/// the query returns all of them.
#[must_use = "a request does nothing until its rows are asked for"]
pub struct Query<'t, T, R> {
    pages: Pages<'t>,
    of: PhantomData<fn() -> (T, R)>,
}

request!(Query<'t, T, R> sends QueryFluentBuilder, by pages.sender);
request!(Query<'t, T, R: ReadRow> returns Vec<R>, by pages.sender);

impl<T, R> Query<'_, T, R> {
    /// Limits how many items a request reads. A page with a filter, or of an outdated index, has fewer rows.
    pub fn page_size(mut self, items: u16) -> Self {
        self.pages.page_size = Some(i32::from(items));
        if items == 0 {
            self.pages.sender.refuse("a page has at least one item");
        }
        self
    }

    /// Reads consistently, for twice the read units. A query of a global index is refused.
    pub fn consistent(mut self) -> Self {
        self.pages.is_consistent = true;
        if self.pages.is_global {
            self.pages.sender.refuse("a global index has no consistent reads");
        }
        self
    }

    live!(pages.sender);

    /// Leaves out each row that does not meet a condition. Several conditions are joined by `&`.
    ///
    /// DynamoDB filters the items that it has read, so a filter saves no read units, and an item that does not read as the
    /// entity may be left out as well. A query with a condition that no row meets has no rows, and sends nothing. A filter on a
    /// key attribute of the table or the index that is queried is [`Refused`](crate::TableErrorKind::Refused): restrict the
    /// query. So is a filter on an index that does not hold whole items.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Table, TableError, field};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String, cents: u64 }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// async fn expensive(shop: &Table<Shop>, user_id: &str) -> Result<Vec<Order>, TableError> {
    ///     let orders = Order::query(OrderPk { user_id });
    ///     shop.query(orders).filter(field!(Order.cents).ge(50_000)).await
    /// }
    /// ```
    pub fn filter(mut self, condition: Condition<R>) -> Self
    where
        T: DdbTable,
        R: ReadRow,
    {
        let condition = condition.into_node();
        if let Some(why) = self.refusal_of(&condition) {
            self.pages.sender.refuse(why);
        }
        let filter = match self.pages.filter.take() {
            Some(filter) => filter.and(condition),
            None => condition,
        };
        if filter.is_never() {
            self.pages.condition = self.pages.condition.map(|_| None);
        }
        self.pages.filter = Some(filter);
        self
    }

    /// Returns why a filter is not sent.
    fn refusal_of(&self, filter: &Node) -> Option<String>
    where
        T: DdbTable,
        R: ReadRow,
    {
        let condition = self.pages.condition.as_ref().ok()?.as_ref();
        if let Some(index) = condition.and_then(projected::<R>) {
            return Some(format!(
                "a filter needs whole items, which index `{index}` does not hold"
            ));
        }
        let index = condition.and_then(KeyCondition::index_name);
        let index = index.and_then(|index| T::SCHEMA.layout.index(index));
        let handle = self.pages.sender.handle;
        let is_key = |name: &str| match index {
            Some(index) => index.keys.has(name),
            None => handle.is_key(name),
        };
        let leaves = filter.leaves();
        match leaves.iter().find(|leaf| is_key(leaf.attribute)) {
            Some(leaf) => Some(format!(
                "`{}` is a key attribute of what is queried: restrict the query",
                leaf.attribute
            )),
            None => filter.refusal(),
        }
    }

    /// Returns the items read so far that are not rows of the query, without their entities: rows of other entities, rows
    /// that an outdated index found, and rows under another key.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped<()>] {
        &self.pages.skipped
    }
}

impl<T, R: ReadRow> Query<'_, T, R> {
    /// Returns the next row, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Item`](crate::TableErrorKind::Item) for an item of the entity that cannot be read.
    /// The next call continues with the item after it. After any other error, the next call asks for the same page
    /// again.
    pub async fn next(&mut self) -> Result<Option<R>, TableError> {
        self.check()?;
        while let Some(item) = self.pages.next().await? {
            if let Some(row) = self.read(item)? {
                return Ok(Some(row));
            }
        }
        Ok(None)
    }

    async fn run(mut self) -> Result<Vec<R>, TableError> {
        self.check()?;
        // This collects items, which are `Send` even if the rows are not.
        let mut items = Vec::new();
        while let Some(item) = self.pages.next().await? {
            items.push(item);
        }
        items.into_iter().filter_map(|item| self.read(item).transpose()).collect()
    }

    /// Refuses a query of an index that does not hold whole items, and whatever else cannot be sent.
    fn check(&self) -> Result<Option<KeyCondition>, TableError> {
        let condition = self.pages.condition()?;
        match condition.as_ref().and_then(projected::<R>) {
            Some(index) => Err(TableError::refused(format!(
                "index `{index}` does not hold whole items: ask for the keys"
            ))),
            None => Ok(condition),
        }
    }

    /// Returns the row of an item, if the item belongs to the query.
    fn read(&mut self, (place, item): (usize, Item)) -> Result<Option<R>, TableError> {
        let Ok(Some(condition)) = &self.pages.condition else { return Ok(None) };
        let mut page = page::read::<R>(condition, vec![item]);
        if let Some(row) = page.rows.pop() {
            return Ok(Some(row));
        }
        let Some(skipped) = page.skipped.pop() else { return Ok(None) };
        let reason = match skipped.reason {
            SkipReason::Failed(error) => {
                return Err(TableError::from(error).in_call(self.pages.sender.call));
            }
            reason => reason.without_row(),
        };
        self.pages.skip(place, reason);
        Ok(None)
    }

    /// Reads one page, starting after the row of a token, and creates the token of the next page.
    ///
    /// A page can be empty although a next page exists. An item that cannot be read is listed in `skipped`.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey::token::HmacSha256;
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// async fn orders(
    ///     shop: &Table<Shop>,
    ///     user_id: &str,
    ///     token: Option<&str>,
    ///     seal: &HmacSha256,
    /// ) -> Result<(Vec<Order>, Option<String>), TableError> {
    ///     let orders = shop.query(Order::query(OrderPk { user_id })).page_size(20);
    ///     let page = orders.page(token, seal).await?;
    ///     Ok((page.rows, page.next))
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Token`](crate::TableErrorKind::Token) if the token does not belong to this query. Its
    /// [`token_error`](TableError::token_error) distinguishes a bad request of the client.
    pub async fn page<S: Seal + ?Sized>(
        mut self,
        token: Option<&str>,
        seal: &S,
    ) -> Result<TablePage<R>, TableError> {
        let Some(condition) = self.check()? else {
            return Ok(TablePage { rows: Vec::new(), skipped: Vec::new(), next: None });
        };
        let request = self.pages.request(&condition).start_at(&condition, token, seal)?;
        let output = self.pages.send(request).await?;
        let next = output.last_evaluated_key.as_ref();
        let next = next.map(|key| self::token(&condition, key, seal)).transpose()?;
        let (places, items): (Vec<_>, Vec<_>) = self.pages.live(output.items).unzip();
        let mut page = page::read::<R>(&condition, items);
        for skipped in &mut page.skipped {
            skipped.place = places[skipped.place];
        }
        Ok(TablePage { rows: page.rows, skipped: page.skipped, next })
    }
}

/// A page of a query. [`Query::page`] returns it.
#[must_use]
#[non_exhaustive]
pub struct TablePage<R> {
    /// The rows that match the query, in order. This can be empty although a next page exists.
    pub rows: Vec<R>,
    /// The items that were set apart, in order.
    pub skipped: Vec<Skipped<R>>,
    /// The token of the next page, or `None` after the last page.
    pub next: Option<String>,
}

/// Prints neither rows nor the token.
impl<R> fmt::Debug for TablePage<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("TablePage")
            .field("rows", &self.rows.len())
            .field("skipped", &self.skipped)
            .field("has_next", &self.next.is_some())
            .finish_non_exhaustive()
    }
}
