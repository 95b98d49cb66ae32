//! The items of a query, page by page, and which of them were skipped.

use std::collections::VecDeque;

use aws_sdk_dynamodb::operation::query::QueryOutput;
use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use ddbkey::{KeyCondition, KeyError};

use crate::condition::{Node, Taken};
use crate::expressions::both;
use crate::page::{SkipReason, Skipped};
use crate::query::{QueryExt as _, filtered};
use crate::table::error::TableError;
use crate::table::handle::Handle;
use crate::table::live::is_live;
use crate::table::sender::Sender;
use crate::value::Item;

/// The items of a condition, page by page.
pub(super) struct Pages<'t> {
    pub(super) sender: Sender<'t, QueryFluentBuilder>,
    /// `None` if no item can satisfy it.
    pub(super) condition: Result<Option<KeyCondition>, KeyError>,
    pub(super) page_size: Option<i32>,
    pub(super) is_consistent: bool,
    /// Whether the index is a global one, which has no consistent reads.
    pub(super) is_global: bool,
    /// The condition that DynamoDB filters items by.
    pub(super) filter: Option<Node>,
    /// The attributes to read. Empty means all attributes.
    pub(super) projection: Vec<&'static str>,
    /// The items that are still to be read, with their positions in the query.
    items: VecDeque<(usize, Item)>,
    start: Option<Item>,
    is_done: bool,
    pub(super) skipped: Vec<Skipped<()>>,
    /// The number of items that were read.
    read: usize,
}

impl<'t> Pages<'t> {
    pub(super) fn of(
        sender: Sender<'t, QueryFluentBuilder>,
        condition: Result<Option<KeyCondition>, KeyError>,
    ) -> Self {
        Self {
            sender,
            condition,
            page_size: None,
            is_consistent: false,
            is_global: false,
            filter: None,
            projection: Vec::new(),
            items: VecDeque::new(),
            start: None,
            is_done: false,
            skipped: Vec::new(),
            read: 0,
        }
    }

    /// Returns the request of a page.
    pub(super) fn request(&self, condition: &KeyCondition) -> QueryFluentBuilder {
        let Handle { client, name, .. } = self.sender.handle;
        let query = client.query().table_name(name);
        let query = query.key_condition(condition).set_limit(self.page_size);
        let mut query = query.set_consistent_read(self.is_consistent.then_some(true));
        if let Some(filter) = &self.filter {
            query = filtered!(query, filter);
        }
        if !self.projection.is_empty() {
            let placeholders: Vec<_> =
                (0..self.projection.len()).map(|at| format!("#dk{at}")).collect();
            query = query.projection_expression(placeholders.join(", "));
            for (placeholder, name) in placeholders.into_iter().zip(&self.projection) {
                query = query.expression_attribute_names(placeholder, *name);
            }
        }
        query
    }

    /// Returns the next item and its position, or `None` after the last one. If a page fails, the next call reads it again.
    pub(super) async fn next(&mut self) -> Result<Option<(usize, Item)>, TableError> {
        loop {
            if let Some(item) = self.items.pop_front() {
                return Ok(Some(item));
            }
            if self.is_done {
                return Ok(None);
            }
            let Some(condition) = self.condition()? else { return Ok(None) };
            let request = self.request(&condition).set_exclusive_start_key(self.start.clone());
            let page = self.send(request).await?;
            self.items = self.live(page.items).collect();
            self.is_done = page.last_evaluated_key.is_none();
            self.start = page.last_evaluated_key;
        }
    }

    /// Sends the request of a page.
    pub(super) async fn send(
        &mut self,
        request: QueryFluentBuilder,
    ) -> Result<QueryOutput, TableError> {
        self.sender.read(request).await.map_err(|error| error.in_call(self.sender.call))
    }

    /// Returns the items of a page with their positions in the query. If a clock is set, expired items are left out.
    pub(super) fn live(
        &mut self,
        items: Option<Vec<Item>>,
    ) -> impl Iterator<Item = (usize, Item)> + use<> {
        let (items, first, clock) = (items.unwrap_or_default(), self.read, self.sender.clock);
        self.read += items.len();
        (first..).zip(items).filter(move |(_, item)| is_live(clock, item))
    }

    /// Returns the condition, or why the query is not sent.
    pub(super) fn condition(&self) -> Result<Option<KeyCondition>, TableError> {
        self.sender.check().map_err(|error| error.in_call(self.sender.call))?;
        Ok(self.condition.clone()?)
    }

    pub(super) fn skip(&mut self, place: usize, reason: SkipReason<()>) {
        self.skipped.push(Skipped { place, reason });
    }
}
