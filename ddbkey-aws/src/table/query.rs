//! Queries rows: all pages one after another, or one page with a token.

use std::collections::{BTreeMap, VecDeque};
use std::fmt;
use std::marker::PhantomData;
use std::ops::Deref;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use ddbkey::key::{Keyed, MemberOf, RowsOf};
use ddbkey::token::Seal;
use ddbkey::{DdbTable, KeyCondition, KeyError, KeyErrorKind, OwnedKey, ParseError};

use super::error::TableError;
use super::handle::{Customize, Handle, Sending, Table, customized};
use super::live::{Clock, is_live};
use super::rows::{ReadKind as _, ReadRow};
use crate::page::{SkipKind, SkipReason, Skipped, count_kinds};
use crate::query::{AsKeyCondition, QueryExt as _, token};
use crate::request::is_of_no_row;
use crate::value::Item;

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
    /// [`keys`](Query::keys).
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

    fn rows<R>(&self, condition: Result<KeyCondition, KeyError>) -> Query<'_, T, R> {
        let condition = match condition {
            Ok(condition) => Ok(Some(condition)),
            Err(error) if is_of_no_row(error) || error.kind() == KeyErrorKind::EmptyRange => {
                Ok(None)
            }
            Err(error) => Err(TableError::from(error)),
        };
        let pages = Pages {
            handle: &self.handle,
            condition,
            page_size: None,
            is_consistent: false,
            clock: Ok(None),
            projection: Vec::new(),
            customize: None,
            items: VecDeque::new(),
            start: None,
            is_done: false,
        };
        Query { pages, skipped: SkippedRows::default(), read: 0, of: PhantomData }
    }
}

/// A request that queries rows. [`Table::query`] returns it. [`next`](Self::next) returns the rows one by one, and awaiting
/// the query returns all of them.
#[must_use = "a request does nothing until its rows are asked for"]
pub struct Query<'t, T, R> {
    pages: Pages<'t>,
    skipped: SkippedRows,
    /// The number of items that were read.
    read: usize,
    of: PhantomData<fn() -> (T, R)>,
}

/// The items of a condition, page by page.
struct Pages<'t> {
    handle: &'t Handle,
    /// `None` if no item can satisfy it.
    condition: Result<Option<KeyCondition>, TableError>,
    page_size: Option<i32>,
    is_consistent: bool,
    clock: Result<Option<Clock>, TableError>,
    /// The attributes to read. Empty means all attributes.
    projection: Vec<&'static str>,
    customize: Option<Customize<'t, QueryFluentBuilder>>,
    items: VecDeque<Item>,
    start: Option<Item>,
    is_done: bool,
}

impl Pages<'_> {
    /// Returns the request of a page.
    fn request(&mut self, condition: &KeyCondition) -> QueryFluentBuilder {
        let query = self.handle.client.query().table_name(&self.handle.name);
        let mut query = query.key_condition(condition).set_limit(self.page_size);
        if self.is_consistent {
            query = query.consistent_read(true);
        }
        if !self.projection.is_empty() {
            let names = (0..self.projection.len()).map(|at| format!("#dk{at}"));
            let names: Vec<_> = names.collect();
            query = query.projection_expression(names.join(", "));
            for (placeholder, name) in names.into_iter().zip(&self.projection) {
                query = query.expression_attribute_names(placeholder, *name);
            }
        }
        customized(&mut self.customize, query)
    }

    /// Returns the next item, or `None` after the last one. If a page fails, the next call reads it again.
    async fn next(&mut self) -> Result<Option<Item>, TableError> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Ok(Some(item));
            }
            if self.is_done {
                return Ok(None);
            }
            let Some(condition) = self.condition()? else { return Ok(None) };
            let request = self.request(&condition).set_exclusive_start_key(self.start.clone());
            let page = request.send().await.map_err(|error| TableError::of(error.into()))?;
            self.items = self.live(page.items).into();
            self.is_done = page.last_evaluated_key.is_none();
            self.start = page.last_evaluated_key;
        }
    }

    /// Returns the items of a page. If a clock is set, expired items are left out.
    fn live(&self, items: Option<Vec<Item>>) -> Vec<Item> {
        let (mut items, clock) = (items.unwrap_or_default(), self.clock.as_ref());
        let clock = clock.ok().copied().flatten();
        items.retain(|item| is_live(clock, item));
        items
    }

    /// Returns the condition. Its error is returned only once.
    fn condition(&mut self) -> Result<Option<KeyCondition>, TableError> {
        match &self.condition {
            Ok(condition) => Ok(condition.clone()),
            Err(_) => {
                self.is_done = true;
                std::mem::replace(&mut self.condition, Ok(None))
            }
        }
    }
}

impl<'t, T, R> Query<'t, T, R> {
    /// Limits how many items a request reads. A page with a filter, or of an outdated index, has fewer rows.
    pub fn page_size(mut self, items: u16) -> Self {
        self.pages.page_size = Some(i32::from(items));
        self
    }

    /// Reads consistently, for twice the read units. A global index refuses consistent reads.
    pub fn consistent(mut self) -> Self {
        self.pages.is_consistent = true;
        self
    }

    /// Leaves out each row that has expired at this time, in seconds since 1970. DynamoDB deletes an expired row within a few
    /// days, and returns it until then. A row without a time to live, or with 0, never expires.
    ///
    /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
    /// time to live, or if `now` is a duration or in milliseconds.
    pub fn live(mut self, now: u64) -> Self {
        self.pages.clock = self.pages.handle.clock(now);
        self
    }

    /// Changes the SDK's builder of each page before it is sent.
    pub fn customize(
        mut self,
        change: impl FnMut(QueryFluentBuilder) -> QueryFluentBuilder + Send + 't,
    ) -> Self {
        self.pages.customize = Some(Box::new(change));
        self
    }

    /// Returns the items read so far that are not rows of the query, without their entities: rows of other entities, rows
    /// that an outdated index found, and rows under another key.
    #[must_use]
    pub fn skipped(&self) -> &SkippedRows {
        &self.skipped
    }
}

impl<'t, T, R: ReadRow + 't> Query<'t, T, R> {
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

    /// Refuses a query of an index that does not hold whole items, and a wrong time.
    fn check(&mut self) -> Result<(), TableError> {
        if self.pages.clock.is_err() {
            return std::mem::replace(&mut self.pages.clock, Ok(None)).map(drop);
        }
        match &self.pages.condition {
            Ok(Some(condition)) => match R::Kind::projected(condition) {
                Some(index) => Err(not_whole(index)),
                None => Ok(()),
            },
            _ => Ok(()),
        }
    }

    /// Returns the row of an item, if the item belongs to the query.
    fn read(&mut self, item: Item) -> Result<Option<R>, TableError> {
        let place = self.read;
        self.read += 1;
        let Ok(Some(condition)) = &self.pages.condition else { return Ok(None) };
        let mut page = R::Kind::decode_page(condition, vec![item]);
        if let Some(row) = page.rows.pop() {
            return Ok(Some(row));
        }
        let Some(skipped) = page.skipped.pop() else { return Ok(None) };
        let reason = match skipped.reason {
            SkipReason::Failed(error) => return Err(error.into()),
            reason => reason.without_row(),
        };
        self.skipped.0.push(Skipped { place, reason });
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
        self.check()?;
        let Some(condition) = self.pages.condition()? else {
            return Ok(TablePage { rows: Vec::new(), skipped: Vec::new(), next: None });
        };
        let request = self.pages.request(&condition).start_at(&condition, token, seal)?;
        let output = request.send().await.map_err(|error| TableError::of(error.into()))?;
        let next = output.last_evaluated_key.as_ref();
        let next = next.map(|key| self::token(&condition, key, seal)).transpose()?;
        let page = R::Kind::decode_page(&condition, self.pages.live(output.items));
        Ok(TablePage { rows: page.rows, skipped: page.skipped, next })
    }

    /// Returns the SDK's builder of the first page unsent.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] as [`next`](Self::next) does before it sends anything.
    pub fn request(mut self) -> Result<QueryFluentBuilder, TableError> {
        self.check()?;
        match self.pages.condition()? {
            Some(condition) => Ok(self.pages.request(&condition)),
            None => Err(TableError::refused("no row can satisfy the query")),
        }
    }
}

fn not_whole(index: &str) -> TableError {
    TableError::refused(format!("index `{index}` does not hold whole items: ask for the keys"))
}

/// Returns all rows, in the order of the query.
impl<'t, T: 't, R: ReadRow + 't> IntoFuture for Query<'t, T, R> {
    type Output = Result<Vec<R>, TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(mut self) -> Self::IntoFuture {
        Box::pin(async move {
            self.check()?;
            // This collects items, which are `Send` even if the rows are not.
            let mut items = Vec::new();
            while let Some(item) = self.pages.next().await? {
                items.push(item);
            }
            let rows = items.into_iter().filter_map(|item| self.read(item).transpose());
            rows.collect()
        })
    }
}

impl<T, R> fmt::Debug for Query<'_, T, R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut query = f.debug_struct("Query");
        if let Ok(Some(condition)) = &self.pages.condition {
            query.field("condition", condition);
        }
        query.field("skipped", &self.skipped).finish_non_exhaustive()
    }
}

/// The items that a query has skipped so far, without their entities. [`Query::skipped`] returns them.
#[derive(Debug, Default)]
pub struct SkippedRows(Vec<Skipped<()>>);

impl SkippedRows {
    /// Returns how many items were skipped for each kind of reason, 0 included.
    #[must_use]
    pub fn counts(&self) -> BTreeMap<SkipKind, usize> {
        count_kinds(self)
    }
}

impl Deref for SkippedRows {
    type Target = [Skipped<()>];

    fn deref(&self) -> &Self::Target {
        &self.0
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

impl<'t, T: DdbTable, R> Query<'t, T, R> {
    /// Queries only keys: the key of each item as it is stored, including legacy keys, whether or not the item can be read.
    ///
    /// Each key belongs to a row of any entity of the table. [`delete_all`](Table::delete_all) accepts such keys:
    ///
    /// ```
    /// # use ddbkey::{DdbKeys, DdbTable};
    /// # use ddbkey::key::KeyText;
    /// # use ddbkey_aws::{Table, TableError};
    /// # use serde::{Deserialize, Serialize};
    /// # #[derive(DdbKeys, Serialize, Deserialize)]
    /// # #[pk("USER", user_id)]
    /// # #[sk("ORDER", id)]
    /// # struct Order { user_id: String, id: String }
    /// # #[derive(DdbTable)]
    /// # enum Shop { Order(Order) }
    /// /// Deletes a partition and everything in it.
    /// async fn delete_user(shop: &Table<Shop>, user_id: &str) -> Result<(), TableError> {
    ///     let keys = shop.query(OrderPk { user_id }.condition()?).keys().await?;
    ///     shop.delete_all(keys).await
    /// }
    /// ```
    pub fn keys(mut self) -> Keys<'t, T> {
        let ((pk, _), sk) = T::SCHEMA.key_names();
        self.pages.projection = std::iter::once(pk).chain(sk.map(|(name, _)| name)).collect();
        match std::mem::replace(&mut self.pages.clock, Ok(None)) {
            Ok(None) => {}
            Ok(Some(_)) => {
                let why = "a key does not tell whether its row has expired: query the rows";
                self.pages.condition = Err(TableError::refused(why));
            }
            Err(error) => self.pages.condition = Err(error),
        }
        Keys { pages: self.pages, skipped: SkippedRows::default(), read: 0, of: PhantomData }
    }
}

/// A request that queries keys. [`Query::keys`] returns it. [`next`](Self::next) returns the keys one by one, and awaiting
/// the query returns all of them.
#[must_use = "a request does nothing until its keys are asked for"]
pub struct Keys<'t, T> {
    pages: Pages<'t>,
    skipped: SkippedRows,
    read: usize,
    of: PhantomData<fn() -> T>,
}

impl<T: DdbTable> Keys<'_, T> {
    /// Returns the next key, or `None` after the last one.
    ///
    /// # Errors
    ///
    /// Returns [`TableError`] if a request fails. The next call asks for the same page again.
    pub async fn next(&mut self) -> Result<Option<OwnedKey<T>>, TableError> {
        while let Some(item) = self.pages.next().await? {
            let place = self.read;
            self.read += 1;
            match self.pages.handle.key_of(&item) {
                Ok(key) => return Ok(Some(key)),
                Err(error) => {
                    self.skipped.0.push(Skipped { place, reason: SkipReason::Other(error) });
                }
            }
        }
        Ok(None)
    }

    /// Returns the items read so far whose keys belong to no entity.
    #[must_use]
    pub fn skipped(&self) -> &SkippedRows {
        &self.skipped
    }
}

impl Handle {
    /// Returns the key of an item of the table, as it is stored.
    fn key_of<T: Keyed>(&self, item: &Item) -> Result<OwnedKey<T>, ParseError> {
        let (pk, sk) = self.strings_in(item);
        match sk {
            Some(sk) => OwnedKey::parse(pk, sk),
            None => OwnedKey::parse_pk(pk),
        }
    }
}

/// Returns all keys, in the order of the query.
impl<'t, T: DdbTable + 't> IntoFuture for Keys<'t, T> {
    type Output = Result<Vec<OwnedKey<T>>, TableError>;
    type IntoFuture = Sending<'t, Self::Output>;

    fn into_future(mut self) -> Self::IntoFuture {
        Box::pin(async move {
            let mut keys = Vec::new();
            while let Some(key) = self.next().await? {
                keys.push(key);
            }
            Ok(keys)
        })
    }
}

impl<T> fmt::Debug for Keys<'_, T> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Keys").field("skipped", &self.skipped).finish_non_exhaustive()
    }
}
