//! The requests of a query or a scan, page by page, and which items were skipped.

use std::collections::VecDeque;

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::Select;
use ddbkey::{KeyCondition, KeyError};

use crate::condition::{Node, Taken};
use crate::expressions::both;
use crate::page::{self, SkipReason, Skipped};
use crate::query::filtered;
use crate::rows::ReadRow;
use crate::table::error::TableError;
use crate::table::live::is_live;
use crate::table::sender::{Operation, Sender};
use crate::value::Item;

/// An operation whose answers are pages of items: `Query` or `Scan`.
pub trait Paged: Operation + Clone + Send + Unpin {
    /// Sends the request of a page.
    fn fetch(
        self,
        asked: &Asked,
        start: Option<Item>,
        sender: &mut Sender<'_, Self>,
    ) -> impl Future<Output = Result<Fetched, TableError>> + Send;
}

/// What the request of each page asks for.
#[derive(Default)]
pub struct Asked {
    pub(super) page_size: Option<i32>,
    /// The number of items in the next page that may be enough for the rows that are missing.
    enough: Option<i32>,
    pub(super) is_consistent: bool,
    pub(super) is_count: bool,
    /// The condition that DynamoDB filters items by.
    pub(super) filter: Option<Node>,
    /// The attributes to read. Empty means all attributes.
    pub(super) projection: Vec<&'static str>,
}

impl Asked {
    /// Returns how many items a page may have. A filter leaves nobody to say how many items are enough.
    fn limit(&self) -> Option<i32> {
        let enough = self.enough.filter(|_| self.filter.is_none());
        self.page_size.into_iter().chain(enough).min()
    }
}

/// The answer to the request of a page.
pub struct Fetched {
    items: Vec<Item>,
    count: i32,
    last_evaluated_key: Option<Item>,
}

/// Implements the trait for builders. They have the same methods, but no common trait.
macro_rules! paged {
    ($($Builder:ident)*) => {$(
        impl Paged for $Builder {
            async fn fetch(
                self,
                asked: &Asked,
                start: Option<Item>,
                sender: &mut Sender<'_, Self>,
            ) -> Result<Fetched, TableError> {
                let request = self
                    .set_limit(asked.limit())
                    .set_consistent_read(asked.is_consistent.then_some(true))
                    .set_select(asked.is_count.then_some(Select::Count));
                let mut request = match &asked.filter {
                    Some(filter) => filtered!(request, filter),
                    None => request,
                };
                let placeholders: Vec<_> =
                    (0..asked.projection.len()).map(|at| format!("#dk{at}")).collect();
                if !placeholders.is_empty() {
                    request = request.projection_expression(placeholders.join(", "));
                }
                for (placeholder, name) in placeholders.into_iter().zip(&asked.projection) {
                    request = request.expression_attribute_names(placeholder, *name);
                }
                let mut request = sender.customized(request);
                // A start key that the caller has set is that of the first page.
                if start.is_some() {
                    request = request.set_exclusive_start_key(start);
                }
                let output = sender.send_customized(request, None).await;
                let output = output.map_err(TableError::of)?;
                Ok(Fetched {
                    items: output.items.unwrap_or_default(),
                    count: output.count,
                    last_evaluated_key: output.last_evaluated_key,
                })
            }
        }
    )*};
}

paged! { QueryFluentBuilder ScanFluentBuilder }

/// The items of a query or a scan, page by page.
pub(in crate::table) struct Pages<'t, O> {
    pub(in crate::table) sender: Sender<'t, O>,
    /// The request, without what is in `asked`.
    pub(in crate::table) request: O,
    /// The condition of a query that an item can satisfy.
    pub(super) condition: Result<Option<KeyCondition>, KeyError>,
    /// The key attributes of what is queried, which no filter can name. A scan has none.
    pub(super) queried: Vec<&'static str>,
    /// Whether the index is a global one, which has no consistent reads.
    pub(super) is_global: bool,
    pub(super) asked: Asked,
    /// How many rows are still to be returned.
    pub(super) left: usize,
    /// The items that are still to be read, with their positions.
    pub(super) items: VecDeque<(usize, Item)>,
    /// The start of the next page.
    pub(super) start: Option<Item>,
    pub(super) is_done: bool,
    pub(super) skipped: Vec<Skipped<()>>,
    /// The number of items that were read.
    read: usize,
    /// The number of items in the answers.
    pub(super) count: u64,
}

impl<'t, O: Paged> Pages<'t, O> {
    pub(in crate::table) fn of(
        sender: Sender<'t, O>,
        request: O,
        condition: Result<Option<KeyCondition>, KeyError>,
    ) -> Self {
        Self {
            sender,
            request,
            condition,
            queried: Vec::new(),
            is_global: false,
            asked: Asked::default(),
            left: usize::MAX,
            items: VecDeque::new(),
            start: None,
            is_done: false,
            skipped: Vec::new(),
            read: 0,
            count: 0,
        }
    }

    /// Limits how many rows are returned.
    pub(super) fn limit(&mut self, rows: usize) {
        self.left = rows;
        self.asked.enough = Some(i32::try_from(rows).unwrap_or(i32::MAX));
    }

    /// Reads the next page, and returns whether there was one. If this fails, the next call reads the same page.
    pub(super) async fn fetch(&mut self) -> Result<bool, TableError> {
        if self.is_done || self.left == 0 {
            return Ok(false);
        }
        let request = self.request.clone();
        let page = request.fetch(&self.asked, self.start.clone(), &mut self.sender).await;
        let page = page.map_err(|error| self.sender.error(error))?;
        let (first, clock) = (self.read, self.sender.clock);
        self.read += page.items.len();
        self.count += u64::try_from(page.count).unwrap_or_default();
        let places = (first..).zip(page.items);
        self.items.extend(places.filter(|(_, item)| is_live(clock, item)));
        self.asked.enough = self.asked.enough.map(|enough| enough.saturating_mul(2));
        self.is_done = page.last_evaluated_key.is_none();
        self.start = page.last_evaluated_key;
        Ok(true)
    }

    /// Returns the condition, or why nothing is sent.
    pub(super) fn check(&self) -> Result<Option<&KeyCondition>, TableError> {
        self.sender.check().map_err(|error| self.sender.error(error))?;
        let condition = self.condition.as_ref().map_err(|error| self.sender.error(*error))?;
        Ok(condition.as_ref())
    }

    /// Returns the key of an item at which the page after it starts.
    pub(super) fn start_after(&self, item: &Item) -> Item {
        let handle = self.sender.handle;
        let keys = [handle.pk].into_iter().chain(handle.sk).chain(self.queried.iter().copied());
        let value = |name: &str| Some((name.to_owned(), item.get(name)?.clone()));
        keys.filter_map(value).collect()
    }

    /// Reads an item as a row of the condition.
    pub(super) fn select<R: ReadRow>(&self, item: Item) -> Result<R, SkipReason<R>> {
        page::row(self.condition.as_ref().ok().and_then(Option::as_ref), item)
    }

    /// Returns the next row of the page.
    pub(super) fn take<R>(
        &mut self,
        select: impl Fn(&Self, Item) -> Result<R, SkipReason<()>>,
    ) -> Option<Result<R, TableError>> {
        while self.left > 0 {
            let (place, item) = self.items.pop_front()?;
            match select(self, item) {
                Ok(row) => {
                    self.left -= 1;
                    return Some(Ok(row));
                }
                Err(SkipReason::Failed(error)) => return Some(Err(self.sender.error(error))),
                Err(reason) => self.skipped.push(Skipped { place, reason }),
            }
        }
        None
    }
}
