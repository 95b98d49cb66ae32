//! Tracks the attempts of a request, and the pauses between tries.
//!
//! The SDK sends a request again as the client's retry configuration says. Our classifier sees each attempt that
//! fails, so that a condition which fails after a lost answer is not mistaken for the work of another writer.

use std::error::Error;
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
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_smithy_async::rt::sleep::default_async_sleep;

use super::error::TableError;
use crate::value::Item;

/// Sends a request of the SDK and watches its attempts. The builders have the same methods, but no common trait.
macro_rules! send_watched {
    ($builder:expr, $watch:expr) => {{
        let watch = $watch;
        let request = $builder.customize().config_override(watch.config());
        request.send().await.map_err(|error| watch.failed(error))
    }};
}
pub(super) use send_watched;

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
}

/// A failed read has applied nothing.
impl<E> From<SdkError<E>> for Failed<E> {
    fn from(error: SdkError<E>) -> Self {
        Self { error, is_in_doubt: false }
    }
}

/// Watches the attempts of a request. `E` is the error type of the operation.
#[derive(Debug)]
pub(super) struct Watch<E> {
    is_in_doubt: Arc<AtomicBool>,
    /// Whether the request is not sent again once an attempt may have been applied.
    is_final_in_doubt: bool,
    of: PhantomData<fn() -> E>,
}

impl<E: Error + ProvideErrorMetadata + Send + Sync + 'static> Watch<E> {
    /// Watches a request that can be sent again.
    pub(super) fn new() -> Self {
        Self { is_in_doubt: Arc::default(), is_final_in_doubt: false, of: PhantomData }
    }

    /// Watches a request that must not be sent again once it has been applied.
    pub(super) fn once() -> Self {
        Self { is_final_in_doubt: true, ..Self::new() }
    }

    /// Returns the configuration to add to the client's for this request.
    pub(super) fn config(&self) -> Builder {
        let is_in_doubt = Arc::clone(&self.is_in_doubt);
        Config::builder().retry_classifier(Self { is_in_doubt, ..*self })
    }

    pub(super) fn failed(&self, error: SdkError<E>) -> Failed<E> {
        // The timeout of the whole operation ends it without a call of the classifier.
        let is_cut = matches!(error, SdkError::TimeoutError(_));
        Failed { error, is_in_doubt: is_cut || self.is_in_doubt.load(Ordering::Relaxed) }
    }
}

impl<E: Error + ProvideErrorMetadata + Send + Sync + 'static> ClassifyRetry for Watch<E> {
    fn classify_retry(&self, context: &InterceptorContext) -> RetryAction {
        let Some(Err(error)) = context.output_or_error() else { return RetryAction::default() };
        let is_of_server =
            || context.response().is_some_and(|answer| answer.status().as_u16() >= 500);
        let is_lost = error.is_timeout_error()
            || error.is_response_error()
            || error.as_connector_error().is_some_and(|error| !error.is_user())
            || error.is_operation_error() && is_of_server();
        if is_lost {
            self.is_in_doubt.store(true, Ordering::Relaxed);
            return if self.is_final_in_doubt {
                RetryAction::RetryForbidden
            } else {
                RetryAction::default()
            };
        }
        let error = error.as_operation_error().and_then(|error| error.downcast_ref::<E>());
        match error.and_then(ProvideErrorMetadata::code) {
            // The SDK does not retry this by itself.
            Some("TransactionConflictException") => RetryAction::throttling_error(),
            _ => RetryAction::default(),
        }
    }

    fn name(&self) -> &'static str {
        "ddbkey"
    }
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
