//! Scans a table.

use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::key::MemberOf;
use ddbkey::{DdbKeys, DdbTable};

use super::handle::{Handle, Table};
use super::query::{Pages, Rows};
use super::rows::{ReadRow, only_entity};
use crate::expressions::both;
use crate::query::{literal_filter, restricted};

/// A request that scans a table. [`Table::scan`] and [`Table::scan_as`] return it.
pub type Scan<'t, T, R> = Rows<'t, T, R, ScanFluentBuilder>;

impl<T: DdbTable> Table<T> {
    /// Scans the table: each row that is stored, in no order. It reads page by page, so the scan of a table that is written
    /// at the same time may find a row in its old state, in its new state, or, if the row moves to another key, twice or not at
    /// all.
    ///
    /// A scan reads the whole table, and costs the read units of every item in it. The reads are eventually consistent unless
    /// you ask for [`consistent`](Scan::consistent). A row that cannot be read is an error, and the next call continues
    /// after it. Items that belong to no entity are [skipped](Scan::skipped).
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
    /// /// Prints one of eight parts of the table, each of which another worker prints.
    /// async fn print(shop: &Table<Shop>, worker: u16) -> Result<(), TableError> {
    ///     let mut rows = shop.scan().segment(worker, 8);
    ///     while let Some(row) = rows.next().await? {
    ///         match row {
    ///             Shop::Order(order) => println!("{}", order.id),
    ///         }
    ///     }
    ///     Ok(())
    /// }
    /// ```
    pub fn scan(&self) -> Scan<'_, T, T>
    where
        T: ReadRow,
    {
        self.all(|request| request)
    }

    /// Scans the table for the rows of one entity.
    ///
    /// DynamoDB filters by the literals at the start of the entity's keys, legacy keys included, and never by the type
    /// attribute, which rows may lack. The scan still reads the whole table, and costs the read units of every item in it.
    /// What has the literals but belongs to another entity is [skipped](Scan::skipped).
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
    /// async fn expensive(shop: &Table<Shop>) -> Result<Vec<Order>, TableError> {
    ///     shop.scan_as::<Order>().filter(field!(Order.cents).ge(50_000)).await
    /// }
    /// ```
    pub fn scan_as<E: DdbKeys + ReadRow + MemberOf<T>>(&self) -> Scan<'_, T, E> {
        self.all(|request| restricted!(request, literal_filter(E::SCHEMA)))
    }

    fn all<R: ReadRow>(
        &self,
        restrict: impl FnOnce(ScanFluentBuilder) -> ScanFluentBuilder,
    ) -> Scan<'_, T, R> {
        let Handle { client, name, .. } = &self.handle;
        let request = restrict(client.scan().table_name(name));
        Rows::of(Pages::of(self.sender("scan", only_entity::<R>()), request, Ok(None)))
    }
}

impl<T, R> Scan<'_, T, R> {
    /// Scans only one of `total` parts of the table, counted from 0. Together, the parts are the table, and several workers can
    /// scan them at the same time. A part that does not exist is [`Refused`](crate::TableErrorKind::Refused).
    pub fn segment(mut self, segment: u16, total: u16) -> Self {
        if segment >= total {
            let why = format!("a scan of {total} segments has no segment {segment}");
            self.pages.sender.refuse(why);
        }
        let request = self.pages.request.segment(segment.into());
        self.pages.request = request.total_segments(total.into());
        self
    }
}
