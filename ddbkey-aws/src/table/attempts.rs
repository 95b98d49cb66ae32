//! Watches the attempts of a request, and tells whether it may have been applied although no answer says so.
//!
//! This file has the one rule for doubt. An attempt is *lost* if the service may have applied it: there was no answer, an
//! answer of a 5xx status, or an answer of a 2xx status that cannot be read. An attempt is not lost if the service refused it
//! with another status, or if nothing listened at the other end of the connection. A request is in doubt if one of its
//! attempts was lost.
//!
//! The SDK runs the attempts, with its own pauses, quotas and timeouts, but our classifier sees each failed attempt first.
//! After a lost attempt, it decides by itself whether the request is sent again.

use std::error::Error;
use std::io;
use std::marker::PhantomData;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::interceptors::InterceptorContext;
use aws_sdk_dynamodb::config::retry::{ClassifyRetry, RetryAction, RetryConfig};
use aws_sdk_dynamodb::config::{AsyncSleep as _, Builder, Config, SharedAsyncSleep};
use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::delete_item::DeleteItemError;
use aws_sdk_dynamodb::operation::put_item::PutItemError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_smithy_async::rt::sleep::default_async_sleep;
use aws_smithy_runtime_api::client::interceptors::context;
use aws_smithy_runtime_api::client::orchestrator::OrchestratorError;
use aws_smithy_runtime_api::client::result::ConnectorError;
use aws_smithy_runtime_api::client::retries::classifiers::RetryClassifierPriority;

use super::error::{TableError, TableErrorKind};
use super::transact::is_throttled;
use crate::value::Item;

/// A request that failed.
pub(super) struct Failed<E> {
    pub(super) error: SdkError<E>,
    /// Whether an attempt may have been applied although its answer was lost.
    pub(super) is_in_doubt: bool,
}

/// The error of a write whose condition can fail.
pub(super) trait ConditionalError: Sized {
    fn is_unmet(&self) -> bool;

    /// Returns the current item, which does not meet the condition.
    fn into_item(self) -> Option<Item>;
}

/// Implements the trait for errors, which have the same variant, but no common trait.
macro_rules! conditional_error {
    ($($error:ident)*) => {$(
        impl ConditionalError for $error {
            fn is_unmet(&self) -> bool {
                self.is_conditional_check_failed_exception()
            }

            fn into_item(self) -> Option<Item> {
                match self {
                    Self::ConditionalCheckFailedException(failed) => failed.item,
                    _ => None,
                }
            }
        }
    )*};
}

conditional_error! { PutItemError UpdateItemError DeleteItemError }

impl<E: ConditionalError + ProvideErrorMetadata> Failed<E> {
    /// Returns the current item if the request failed by its condition, and the error of the request otherwise.
    pub(super) fn unmet(self) -> Result<Option<Item>, TableError>
    where
        aws_sdk_dynamodb::Error: From<SdkError<E>>,
    {
        match self.error {
            SdkError::ServiceError(error) if error.err().is_unmet() => {
                Ok(error.into_err().into_item())
            }
            error => Err(TableError::of(Self { error, ..self })),
        }
    }

    /// Returns the error of the request. Its kind is `unmet` if the condition failed, unless an earlier attempt may have been
    /// applied: the request may then have failed by its own work.
    pub(super) fn into_error(self, unmet: TableErrorKind) -> TableError
    where
        aws_sdk_dynamodb::Error: From<SdkError<E>>,
    {
        let kind = if self.is_in_doubt { TableErrorKind::InDoubt } else { unmet };
        self.unmet().map_or_else(|error| error, |item| TableError::of_kind(kind).with_item(item))
    }
}

/// What to do with a request after an attempt was lost.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(super) enum AfterLoss {
    /// Sends it again. A second application does no harm: the condition compares what was read, a put replaces whatever is
    /// there, or a token tells the service that it is the same request.
    SendAgain,
    /// Ends it. A second application could undo what others have done in between.
    Stop,
}

/// Watches the attempts of a request. `E` is the error type of the operation.
#[derive(Debug)]
pub(super) struct Watch<E> {
    is_in_doubt: Arc<AtomicBool>,
    after_loss: AfterLoss,
    of: PhantomData<fn() -> E>,
}

impl<E: Error + ProvideErrorMetadata + Send + Sync + 'static> Watch<E> {
    pub(super) fn new(after_loss: AfterLoss) -> Self {
        Self { is_in_doubt: Arc::default(), after_loss, of: PhantomData }
    }

    /// Returns the configuration to add to the client's for this request.
    pub(super) fn config(&self) -> Builder {
        let is_in_doubt = Arc::clone(&self.is_in_doubt);
        Config::builder().retry_classifier(Self { is_in_doubt, ..*self })
    }

    /// Returns whether the request, which ended with this error, may have been applied.
    pub(super) fn is_in_doubt(&self, error: &SdkError<E>) -> bool {
        // The timeout of the whole operation ends it without a call of the classifier.
        matches!(error, SdkError::TimeoutError(_)) || self.is_in_doubt.load(Ordering::Relaxed)
    }
}

impl<E: Error + ProvideErrorMetadata + Send + Sync + 'static> ClassifyRetry for Watch<E> {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let Some(Err(error)) = context.output_or_error() else { return RetryAction::default() };
        if is_lost(error, context.response().map(|answer| answer.status().as_u16())) {
            self.is_in_doubt.store(true, Ordering::Relaxed);
            return match self.after_loss {
                AfterLoss::SendAgain => RetryAction::transient_error(),
                AfterLoss::Stop => RetryAction::RetryForbidden,
            };
        }
        let Some(error) = error.as_operation_error() else { return RetryAction::default() };
        let code = error.downcast_ref::<E>().and_then(ProvideErrorMetadata::code);
        // The SDK does not retry these by itself.
        if code == Some("TransactionConflictException")
            || error.downcast_ref::<TransactWriteItemsError>().is_some_and(is_throttled)
        {
            return RetryAction::throttling_error();
        }
        RetryAction::default()
    }

    /// Other classifiers cannot hide an attempt from this one.
    fn priority(&self) -> RetryClassifierPriority {
        RetryClassifierPriority::run_before(
            RetryClassifierPriority::modeled_as_retryable_classifier(),
        )
    }

    fn name(&self) -> &'static str {
        "ddbkey"
    }
}

/// Returns whether the service may have applied an attempt that failed, with the status of its answer.
pub(super) fn is_lost(error: &OrchestratorError<context::Error>, status: Option<u16>) -> bool {
    let is_sent = |error: &ConnectorError| !error.is_user() && !is_connection_refused(error);
    error.is_timeout_error()
        || error.is_response_error()
        || error.as_connector_error().is_some_and(is_sent)
        || error.is_operation_error() && matches!(status, Some(200..300 | 500..))
}

/// Returns whether nothing listened at the other end. The SDK's own classes of errors do not tell: its `io` also holds a
/// connection that was reset in the middle of an answer.
fn is_connection_refused(error: &(dyn Error + 'static)) -> bool {
    let is_refused = |error: &io::Error| {
        error.kind() == io::ErrorKind::ConnectionRefused
            || error.get_ref().is_some_and(|inner| is_connection_refused(inner))
    };
    error.downcast_ref().is_some_and(is_refused)
        || error.source().is_some_and(is_connection_refused)
}

/// How often a request is tried if it conflicts with other writers.
pub(super) const TRIES: u32 = 8;

/// The pauses between tries: a random part of a duration that doubles each time, using the client's own sleep.
pub(super) struct Pauses {
    sleep: Option<SharedAsyncSleep>,
    longest: Duration,
    next: Duration,
}

/// The upper bound of the first pause.
const FIRST: Duration = Duration::from_millis(25);

impl Pauses {
    pub(super) fn of(client: &Client) -> Self {
        let config = client.config();
        let longest =
            config.retry_config().map_or(Duration::from_secs(20), RetryConfig::max_backoff);
        let sleep = config.sleep_impl().or_else(default_async_sleep);
        Self { sleep, longest, next: FIRST }
    }

    /// Waits. A client without a sleep does not wait, such as a client without retries outside of tokio.
    pub(super) async fn wait(&mut self) {
        let pause = self.next.min(self.longest).mul_f64(fastrand::f64());
        self.next = self.next.saturating_mul(2);
        if let Some(sleep) = &self.sleep {
            sleep.sleep(pause).await;
        }
    }

    /// Returns to the shortest pause.
    pub(super) fn reset(&mut self) {
        self.next = FIRST;
    }
}
