//! The rows of a query or a scan as a stream.

use std::pin::Pin;
use std::task::{Context, Poll};

use futures_core::Stream;

use super::{Paged, Rows};
use crate::rows::ReadRow;
use crate::table::error::TableError;
use crate::table::sender::{Sending, request};

/// The rows of a query or a scan as a [`Stream`]. [`Rows::into_stream`] returns it.
///
/// A row that cannot be read is an `Err`, and the stream continues with the row after it. After any other error, it ends.
#[must_use = "a stream does nothing until it is polled"]
pub struct RowStream<'t, T, R, O>(State<'t, Rows<'t, T, R, O>>);

enum State<'t, Q> {
    Idle(Q),
    Fetching(Sending<'t, (Q, Result<bool, TableError>)>),
    Ended,
}

request!(debug RowStream<'t, T, R, O>);

impl<'t, T, R, O> Rows<'t, T, R, O> {
    /// Returns the rows as a stream, which reads a page when the rows of the previous page are used up.
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
    /// use futures_util::{StreamExt, TryStreamExt};
    ///
    /// async fn ids(shop: &Table<Shop>, user_id: &str) -> Result<Vec<String>, TableError> {
    ///     let orders = shop.query(Order::query(OrderPk { user_id })).into_stream();
    ///     orders.map(|order| Ok(order?.id)).try_collect().await
    /// }
    /// ```
    pub fn into_stream(self) -> RowStream<'t, T, R, O> {
        RowStream(State::Idle(self))
    }
}

impl<'t, T: 't, R: ReadRow + 't, O: Paged + 't> Stream for RowStream<'t, T, R, O> {
    type Item = Result<R, TableError>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        loop {
            self.0 = match std::mem::replace(&mut self.0, State::Ended) {
                State::Idle(mut rows) => {
                    if let Some(row) = rows.take() {
                        self.0 = State::Idle(rows);
                        return Poll::Ready(Some(row));
                    }
                    State::Fetching(Box::pin(async move {
                        let fetched = rows.fetch().await;
                        (rows, fetched)
                    }))
                }
                State::Fetching(mut fetching) => {
                    let Poll::Ready((rows, fetched)) = fetching.as_mut().poll(context) else {
                        self.0 = State::Fetching(fetching);
                        return Poll::Pending;
                    };
                    match fetched {
                        Ok(true) => State::Idle(rows),
                        Ok(false) => return Poll::Ready(None),
                        Err(error) => return Poll::Ready(Some(Err(error))),
                    }
                }
                State::Ended => return Poll::Ready(None),
            };
        }
    }
}
