//! Reads rows page by page: the rows of a query, and what queries and scans share.

mod count;
mod keys;
mod pages;
mod stream;

use std::fmt;
use std::marker::PhantomData;

use crate::private::IndexKind;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use ddbkey::key::{Keyed, MemberOf, RowsOf};
use ddbkey::token::Seal;
use ddbkey::{DdbTable, KeyCondition, KeyError, KeyErrorKind};

use super::error::TableError;
use super::handle::{Handle, Table};
use super::rows::{ReadRow, only_entity};
use super::sender::{live, request};
use crate::condition::{Condition, Node};
use crate::page::{Page, SkipReason, Skipped, projected};
use crate::query::{AsKeyCondition, QueryExt as _};
use crate::request::is_of_no_row;
use crate::value::{Item, KeysExt};

pub use count::Count;
pub use keys::QueryKeys;

pub(super) use pages::{Paged, Pages};
pub use stream::RowStream;

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
    /// consistent unless you ask for [`consistent`](Query::consistent). A query costs the read units of each item that it reads,
    /// also of those that are skipped or filtered out.
    ///
    /// # Errors
    ///
    /// The request returns [`TableError`] of kind [`Key`](crate::TableErrorKind::Key) if the condition cannot be built, and of
    /// kind [`Refused`](crate::TableErrorKind::Refused) if the index does not project whole items: use
    /// [`keys`](Query::keys). Also for a page size or a limit of 0, and for consistent reads of a global index. A query that is refused
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
        let Handle { client, name, .. } = &self.handle;
        let mut request = client.query().table_name(name);
        let mut sender = self.sender("query", only_entity::<R>());
        let (mut keys, mut is_global) = (T::SCHEMA.keys(), false);
        if let Ok(Some(condition)) = &condition {
            request = request.key_condition(condition);
            let named = |name| T::SCHEMA.indexes().find(|index| index.name == name);
            if let Some(index) = condition.index_name().and_then(named) {
                (keys, is_global) = (index.keys, index.kind == IndexKind::Gsi);
                sender.index = Some(index.name);
            }
        }
        let mut pages = Pages::of(sender, request, condition);
        pages.is_done = matches!(pages.condition, Ok(None));
        pages.is_global = is_global;
        pages.queried = keys.pk.list().iter().chain(keys.sk.list()).copied().collect();
        Rows::of(pages)
    }
}

/// A request that queries rows. [`Table::query`] and [`Table::query_as`] return it.
pub type Query<'t, T, R> = Rows<'t, T, R, QueryFluentBuilder>;

/// A request that reads rows page by page: a query, or a scan.
///
/// [`next`](Self::next) returns the rows one by one, [`into_stream`](Self::into_stream) returns them as a stream, and awaiting
/// the request returns all of them.
///
/// # Rows that cannot be read
///
/// No row is lost in silence, except for what a filter leaves out. An item of the entity that cannot be read is an error of
/// kind [`Item`](crate::TableErrorKind::Item): of `next` and of a stream, which then continue after it, and of
/// [`first`](Self::first) and the awaited request, which return the first such error.
/// [`with_skipped`](Self::with_skipped) and a [`page`](Query::page) list it in `skipped` instead.
///
/// Items that do not belong to the request are skipped in each of them: items of other entities in the range of the query, rows
/// that an outdated index found, and rows under another key. `skipped` has them too.
#[must_use = "a request does nothing until its rows are asked for"]
pub struct Rows<'t, T, R, O> {
    /// It is large, and each future of these rows holds it.
    pub(super) pages: Box<Pages<'t, O>>,
    of: PhantomData<fn() -> (T, R)>,
}

request!(Rows<'t, T, R, O> sends O, by pages.sender);
request!(Rows<'t, T, R: ReadRow, O: Paged> returns Vec<R>, by pages.sender);

impl<'t, T, R, O> Rows<'t, T, R, O> {
    pub(super) fn of(pages: Pages<'t, O>) -> Self {
        Self { pages: Box::new(pages), of: PhantomData }
    }
}

impl<T, R, O: Paged> Rows<'_, T, R, O> {
    /// Limits how many items a request reads. A page with a filter, or of an outdated index, has fewer rows.
    pub fn page_size(mut self, items: u16) -> Self {
        self.pages.asked.page_size = Some(i32::from(items));
        if items == 0 {
            self.pages.sender.refuse("a page has at least one item");
        }
        self
    }

    /// Limits how many rows are returned. Skipped items and rows that cannot be read do not count.
    ///
    /// The first page has as many items as rows are asked for. If some of them are skipped, the next pages have twice as many
    /// each. With a filter, the service decides how many items a page has, unless you set a [`page_size`](Self::page_size).
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
    /// async fn newest(shop: &Table<Shop>, user_id: &str) -> Result<Vec<Order>, TableError> {
    ///     shop.query(Order::query(OrderPk { user_id }).descending()).limit(10).await
    /// }
    /// ```
    pub fn limit(mut self, rows: usize) -> Self {
        self.pages.limit(rows);
        if rows == 0 {
            self.pages.sender.refuse("a limit is at least one row");
        }
        self
    }

    /// Starts after an item: at the `last_evaluated_key` of a [`Page`], with which the work of an earlier call goes on. `None` starts
    /// at the beginning.
    ///
    /// The request must be the same otherwise. A key that a client may see belongs in a token: [`page`](Query::page), which is
    /// [`Refused`](crate::TableErrorKind::Refused) with a start of its own.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{Item, Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// /// Prints a thousand orders, and returns where the next call starts.
    /// async fn print(shop: &Table<Shop>, start: Option<Item>) -> Result<Option<Item>, TableError> {
    ///     let page = shop.scan_as::<Order>().start_after(start).limit(1000).with_skipped().await?;
    ///     page.rows.iter().for_each(|order| println!("{}", order.id));
    ///     Ok(page.last_evaluated_key)
    /// }
    /// ```
    pub fn start_after(mut self, last_evaluated_key: Option<Item>) -> Self {
        self.pages.start = last_evaluated_key;
        self
    }

    /// Reads consistently, for twice the read units. A query of a global index is refused.
    pub fn consistent(mut self) -> Self {
        self.pages.asked.is_consistent = true;
        if self.pages.is_global {
            self.pages.sender.refuse("a global index has no consistent reads");
        }
        self
    }

    live!(pages.sender);

    /// Leaves out each row that does not meet a condition. Several conditions are joined by `&`.
    ///
    /// DynamoDB filters the items that it has read, so a filter saves no read units, and an item that does not read as the
    /// entity may be left out as well. A request with a condition that no row meets has no rows, and sends nothing. In a query,
    /// a filter on a key attribute of the table or the index that is queried is [`Refused`](crate::TableErrorKind::Refused):
    /// restrict the query. So is a filter on an index that does not hold whole items.
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
        R: ReadRow,
    {
        let condition = condition.into_node();
        if let Some(why) = self.refusal_of(&condition) {
            self.pages.sender.refuse(why);
        }
        let filter = condition.after(self.pages.asked.filter.take());
        self.pages.is_done |= filter.is_never();
        self.pages.asked.filter = Some(filter);
        self
    }

    /// Returns why a filter is not sent.
    fn refusal_of(&self, filter: &Node) -> Option<String>
    where
        R: ReadRow,
    {
        let condition = self.pages.condition.as_ref().ok()?.as_ref();
        if let Some(index) = condition.and_then(projected::<R>) {
            return Some(format!(
                "a filter needs whole items, which index `{index}` does not hold"
            ));
        }
        let leaves = filter.leaves();
        match leaves.iter().find(|leaf| self.pages.queried.contains(&leaf.attribute)) {
            Some(leaf) => Some(format!(
                "`{}` is a key attribute of what is queried: restrict the query",
                leaf.attribute
            )),
            None => filter.refusal(),
        }
    }

    /// Returns the items read so far that do not belong to the request, without their entities: items of other entities, rows
    /// that an outdated index found, and rows under another key.
    #[must_use]
    pub fn skipped(&self) -> &[Skipped<()>] {
        &self.pages.skipped
    }
}

impl<T, R: ReadRow, O: Paged> Rows<'_, T, R, O> {
    /// Returns the next row, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] of kind [`Item`](crate::TableErrorKind::Item) for an item of the entity that cannot be read.
    /// The next call continues with the item after it. After any other error, the next call asks for the same page
    /// again.
    pub async fn next(&mut self) -> Result<Option<R>, TableError> {
        loop {
            if let Some(row) = self.take() {
                return row.map(Some);
            }
            if !self.fetch().await? {
                return Ok(None);
            }
        }
    }

    /// Returns the first row, or `None` if there is none. It reads one item, and more only if that item is skipped, as
    /// [`limit`](Self::limit) does.
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
    /// async fn newest(shop: &Table<Shop>, user_id: &str) -> Result<Option<Order>, TableError> {
    ///     shop.query(Order::query(OrderPk { user_id }).descending()).first().await
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] as [`next`](Self::next) does.
    pub async fn first(self) -> Result<Option<R>, TableError> {
        self.limit(1).next().await
    }

    /// Returns all rows, and which items were set apart from them. An item that cannot be read is one of these, and no error.
    ///
    /// After a [`limit`](Self::limit), `last_evaluated_key` is the key of the last item that was taken. It is `None` at the end.
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey_aws::{SkipReason, Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// async fn readable(shop: &Table<Shop>, user_id: &str) -> Result<Vec<Order>, TableError> {
    ///     let page = shop.query(Order::query(OrderPk { user_id })).with_skipped().await?;
    ///     for skipped in &page.skipped {
    ///         if let SkipReason::Failed(error) = &skipped.reason {
    ///             eprintln!("order {}: {error}", skipped.place);
    ///         }
    ///     }
    ///     Ok(page.rows)
    /// }
    /// ```
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if a request fails or is refused.
    pub async fn with_skipped(self) -> Result<Page<R>, TableError> {
        self.collect(false).await
    }

    async fn run(self) -> Result<Vec<R>, TableError> {
        let page = self.collect(false).await?;
        let failed = page.skipped.into_iter().find_map(|skipped| match skipped.reason {
            SkipReason::Failed(error) => Some(error),
            _ => None,
        });
        failed.map_or(Ok(page.rows), |error| Err(error.into()))
    }

    /// Refuses a query of an index that does not hold whole items, and whatever else cannot be sent.
    fn check(&self) -> Result<Option<&KeyCondition>, TableError> {
        let condition = self.pages.check()?;
        match condition.and_then(projected::<R>) {
            Some(index) => Err(self.pages.sender.error(TableError::refused(format!(
                "index `{index}` does not hold whole items: ask for the keys"
            )))),
            None => Ok(condition),
        }
    }

    /// Reads the next page, and returns whether there was one.
    async fn fetch(&mut self) -> Result<bool, TableError> {
        self.check()?;
        self.pages.fetch().await
    }

    /// Returns the next row of the page.
    fn take(&mut self) -> Option<Result<R, TableError>> {
        self.pages.take(|pages, item| pages.select(item).map_err(SkipReason::without_row))
    }

    /// Reads pages until there are enough rows, or only one page.
    async fn collect(mut self, is_one: bool) -> Result<Page<R>, TableError> {
        self.check()?;
        let (mut items, mut found, mut is_last) = (Vec::new(), 0, self.pages.is_done);
        loop {
            let first = items.len();
            items.extend(self.pages.items.drain(..));
            // No row is kept while a request is sent, since it may not be `Send`: a limit counts rows, and reads them again.
            if !is_last && self.pages.left < usize::MAX {
                let is_row =
                    |(_, item): &&(usize, Item)| self.pages.select::<R>(item.clone()).is_ok();
                found += items[first..].iter().filter(is_row).count();
            }
            if is_last || found >= self.pages.left {
                return Ok(self.page_of(items));
            }
            self.pages.fetch().await?;
            is_last = is_one || self.pages.is_done;
        }
    }

    /// Returns the rows of these items, as many as are asked for.
    fn page_of(&self, items: Vec<(usize, Item)>) -> Page<R> {
        let (mut left, mut items) = (self.pages.left, items.into_iter().peekable());
        let mut last_evaluated_key = self.pages.start.clone();
        let rows = std::iter::from_fn(|| {
            let (place, item) = items.next_if(|_| left > 0)?;
            let key = (left == 1).then(|| self.pages.start_after(&item));
            let row = self.pages.select(item);
            left -= usize::from(row.is_ok());
            if left == 0 && items.peek().is_some() {
                last_evaluated_key = key;
            }
            Some((place, row))
        });
        let page = Page::of(rows);
        Page { last_evaluated_key, ..page }
    }
}

impl<T, R: ReadRow> Query<'_, T, R> {
    /// Reads one page, starting after the row of a token, and creates the token of the next page.
    ///
    /// A page is one request, and can be empty although a next page exists. After a [`limit`](Rows::limit), it is as many
    /// requests as the rows take, and only the last page has fewer rows. An item that cannot be read is listed in `skipped`.
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
        if self.pages.start.is_some() {
            self.pages.sender.refuse("a page starts where its token says");
        }
        let Some(condition) = self.check()?.cloned() else {
            return Ok(TablePage { rows: Vec::new(), skipped: Vec::new(), next: None });
        };
        let call = self.pages.sender.call;
        let fault = |error| TableError::from(error).in_call(call);
        let start = condition.start_at(token, seal).map_err(fault)?;
        self.pages.start = start.map(KeysExt::into_item);
        let is_one = self.pages.left == usize::MAX;
        let page = self.collect(is_one).await?;
        let next = page.token(&condition, seal).map_err(fault)?;
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
