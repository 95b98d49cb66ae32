//! What every request has, and the one place through which each request is sent.
//!
//! A request is a struct with a [`Sender`], a function `run`, and the macro [`request`], which sends it when it is awaited.

use std::error::Error;
use std::fmt::Debug;

use aws_sdk_dynamodb::config::Builder;
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation;
use aws_sdk_dynamodb::types::ReturnConsumedCapacity;

use super::attempts::{AfterLoss, Failed, Watch};
use super::error::{Call, TableError};
use super::handle::Handle;
use super::live::Clock;
use super::sent::{Capacity, Observation, units};
use super::transact::TransactActions;

/// An operation of the service: the SDK's builder of its requests. The builders have the same methods, but no common trait.
pub trait Operation: Sized + 'static {
    type Output: Debug + Send + Sync + 'static;
    type Error: Error + ProvideErrorMetadata + Send + Sync + 'static;

    /// The operation as the service names it.
    const NAME: &'static str;

    /// Asks for the consumed capacity, unless the caller does.
    #[must_use]
    fn counted(self) -> Self;

    fn capacity(output: &Self::Output) -> Option<Capacity>;

    /// Sends the request with this configuration beside the client's.
    fn send(
        self,
        config: Option<Builder>,
    ) -> impl Future<Output = Result<Self::Output, SdkError<Self::Error>>> + Send;
}

macro_rules! operations {
    ($($units:ident $operation:ident: $Name:ident, $Builder:ident, $Output:ident, $Error:ident;)*) => {$(
        impl Operation for operation::$operation::builders::$Builder {
            type Output = operation::$operation::$Output;
            type Error = operation::$operation::$Error;

            const NAME: &'static str = stringify!($Name);

            fn counted(self) -> Self {
                let asked = self.get_return_consumed_capacity().clone();
                self.return_consumed_capacity(asked.unwrap_or(ReturnConsumedCapacity::Total))
            }

            fn capacity(output: &Self::Output) -> Option<Capacity> {
                units(output.consumed_capacity()).map(Capacity::$units)
            }

            async fn send(
                self,
                config: Option<Builder>,
            ) -> Result<Self::Output, SdkError<Self::Error>> {
                match config {
                    Some(config) => self.customize().config_override(config).send().await,
                    None => self.send().await,
                }
            }
        }
    )*};
}

operations! {
    reads batch_get_item: BatchGetItem, BatchGetItemFluentBuilder, BatchGetItemOutput, BatchGetItemError;
    writes batch_write_item: BatchWriteItem, BatchWriteItemFluentBuilder, BatchWriteItemOutput, BatchWriteItemError;
    writes delete_item: DeleteItem, DeleteItemFluentBuilder, DeleteItemOutput, DeleteItemError;
    reads get_item: GetItem, GetItemFluentBuilder, GetItemOutput, GetItemError;
    writes put_item: PutItem, PutItemFluentBuilder, PutItemOutput, PutItemError;
    reads query: Query, QueryFluentBuilder, QueryOutput, QueryError;
    reads scan: Scan, ScanFluentBuilder, ScanOutput, ScanError;
    reads transact_get_items: TransactGetItems, TransactGetItemsFluentBuilder, TransactGetItemsOutput, TransactGetItemsError;
    writes transact_write_items: TransactWriteItems, TransactWriteItemsFluentBuilder, TransactWriteItemsOutput, TransactWriteItemsError;
    writes update_item: UpdateItem, UpdateItemFluentBuilder, UpdateItemOutput, UpdateItemError;
}

/// What every request has: the handle of its table, the call that made it, and what the caller asks for besides.
pub struct Sender<'t, O> {
    pub(super) handle: &'t Handle,
    pub(super) call: Call,
    /// The index that is queried.
    pub(super) index: Option<&'static str>,
    /// Whether a transaction with a token takes the place of the request.
    pub(super) is_exactly_once: bool,
    /// Tells which rows have expired.
    pub(super) clock: Option<Clock>,
    /// Why the request is not sent.
    refused: Option<String>,
    customize: Option<Box<dyn FnMut(O) -> O + Send + 't>>,
}

impl<'t, O> Sender<'t, O> {
    pub(super) fn of(handle: &'t Handle, call: Call) -> Self {
        Self {
            handle,
            call,
            index: None,
            is_exactly_once: false,
            clock: None,
            refused: None,
            customize: None,
        }
    }

    /// Creates the sender of another operation for the same call.
    pub(super) fn beside<P>(&self) -> Sender<'t, P> {
        Sender::of(self.handle, self.call)
    }

    pub(super) fn customize(&mut self, change: impl FnMut(O) -> O + Send + 't) {
        self.customize = Some(Box::new(change));
    }

    /// Returns the request as the caller changes it.
    pub(super) fn customized(&mut self, request: O) -> O {
        match &mut self.customize {
            Some(change) => change(request),
            None => request,
        }
    }

    /// Returns an error with the call of the request.
    pub(super) fn error(&self, error: impl Into<TableError>) -> TableError {
        error.into().in_call(self.call)
    }

    /// Refuses to send the request. The first reason is the one that is reported.
    pub(super) fn refuse(&mut self, why: impl Into<String>) {
        self.refused.get_or_insert_with(|| why.into());
    }

    /// Leaves out rows that have expired at this time.
    pub(super) fn live(&mut self, now: u64) {
        match self.handle.clock(now) {
            Ok(clock) => self.clock = Some(clock),
            Err(why) => self.refuse(why),
        }
    }

    /// Checks that the request can be sent as the caller asks for it.
    pub(super) fn check(&self) -> Result<(), TableError> {
        match &self.refused {
            Some(why) => Err(TableError::refused(&**why)),
            None if self.is_exactly_once => self.refuse_customized(),
            None => Ok(()),
        }
    }

    /// Refuses what the caller has asked for with `customize` if a transaction takes the place of the request.
    pub(super) fn refuse_customized(&self) -> Result<(), TableError> {
        if self.customize.is_none() {
            return Ok(());
        }
        Err(TableError::refused(
            "`customize` changes a single request, and a transaction takes its place: the entity has legacy keys, or the request is `exactly_once` or `together`",
        ))
    }

    /// Returns the actions of a transaction that takes the place of the request.
    pub(super) fn transaction(&self) -> Result<TransactActions<'t>, TableError> {
        self.refuse_customized()?;
        Ok(TransactActions::of(self.beside()))
    }
}

impl<O: Operation> Sender<'_, O> {
    /// Sends a request that reads.
    pub(super) async fn read(&mut self, request: O) -> Result<O::Output, TableError>
    where
        aws_sdk_dynamodb::Error: From<SdkError<O::Error>>,
    {
        let request = self.customized(request);
        self.send_customized(request, None).await.map_err(TableError::of)
    }

    /// Sends a request that writes.
    pub(super) async fn write(
        &mut self,
        request: O,
        after_loss: AfterLoss,
    ) -> Result<O::Output, Failed<O::Error>> {
        let request = self.customized(request);
        self.send_customized(request, Some(after_loss)).await
    }

    /// Sends a request. If it writes, its attempts are watched. This is the only place that sends.
    pub(super) async fn send_customized(
        &mut self,
        request: O,
        after_loss: Option<AfterLoss>,
    ) -> Result<O::Output, Failed<O::Error>> {
        let watch = after_loss.map(Watch::new);
        let config = watch.as_ref().map(Watch::config);
        let (request, config) = match Observation::of(self, watch.is_some()) {
            Some(observation) => {
                (request.counted(), Some(config.unwrap_or_default().interceptor(observation)))
            }
            None => (request, config),
        };
        // The future of the SDK is large, and so would be each future that waits for it.
        Box::pin(request.send(config)).await.map_err(|error| {
            let is_in_doubt = watch.is_some_and(|watch| watch.is_in_doubt(&error));
            Failed { error, is_in_doubt }
        })
    }
}

/// A boxed future: every request is awaited as one.
pub(super) type Sending<'t, R> = std::pin::Pin<Box<dyn Future<Output = R> + Send + 't>>;

/// Implements what every request has, and sends it with its own `run` when it is awaited.
macro_rules! request {
    ($Request:ident<$lt:lifetime $(, $Arg:ident $(: $Bound:path)?)*> sends $Operation:ty, returns $Output:ty) => {
        request!($Request<$lt $(, $Arg)*> sends $Operation, by sender);
        request!($Request<$lt $(, $Arg $(: $Bound)?)*> returns $Output, by sender);
    };
    ($Request:ident<$lt:lifetime $(, $Arg:ident)*> sends $Operation:ty, by $($sender:ident).+) => {
        impl<$lt $(, $Arg)*> $Request<$lt $(, $Arg)*> {
            /// Changes the SDK's builder each time before it is sent. If a transaction takes the place of the request, the error
            /// is [`Refused`](crate::TableErrorKind::Refused), and nothing is sent.
            pub fn customize(
                mut self,
                change: impl FnMut($Operation) -> $Operation + Send + $lt,
            ) -> Self {
                self.$($sender).+.customize(change);
                self
            }
        }

        request!(debug $Request<$lt $(, $Arg)*>);
    };
    (debug $Request:ident<$lt:lifetime $(, $Arg:ident)*>) => {
        impl<$lt $(, $Arg)*> std::fmt::Debug for $Request<$lt $(, $Arg)*> {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.debug_struct(stringify!($Request)).finish_non_exhaustive()
            }
        }
    };
    ($Request:ident<$lt:lifetime $(, $Arg:ident $(: $Bound:path)?)*> returns $Output:ty, by $($sender:ident).+) => {
        impl<$lt $(, $Arg: $($Bound +)? $lt)*> IntoFuture for $Request<$lt $(, $Arg)*> {
            type Output = Result<$Output, TableError>;
            type IntoFuture = $crate::table::sender::Sending<$lt, Self::Output>;

            fn into_future(self) -> Self::IntoFuture {
                let call = self.$($sender).+.call;
                let run = async move {
                    self.$($sender).+.check()?;
                    self.run().await
                };
                Box::pin(async move { run.await.map_err(|error| error.in_call(call)) })
            }
        }
    };
}
pub(super) use request;

/// Writes the method `exactly_once` of a request, with what else a caller should know.
macro_rules! exactly_once {
    ($(#[$more:meta])*) => {
        /// Sends a transaction of one action with a token in place of the request. For ten minutes, the service recognizes a
        /// repeated request by the token, so it is sent again after a lost answer. It takes twice the write units.
        $(#[$more])*
        pub fn exactly_once(mut self) -> Self {
            self.sender.is_exactly_once = true;
            self
        }
    };
}
pub(super) use exactly_once;

/// Writes the method `live` of a request.
macro_rules! live {
    ($($sender:ident).+) => {
        /// Leaves out each row that has expired at this time, in seconds since 1970. DynamoDB deletes an expired row within a few
        /// days, and returns it until then. A row without a time to live, or with 0, never expires.
        ///
        /// The request returns an error of kind [`Refused`](crate::TableErrorKind::Refused) if no entity of the table declares a
        /// time to live, or if `now` is a duration or in milliseconds.
        pub fn live(mut self, now: u64) -> Self {
            self.$($sender).+.live(now);
            self
        }
    };
}
pub(super) use live;
