//! Seeing requests: what was sent, and what came of it.

use std::fmt;
use std::marker::PhantomData;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::config::interceptors::{
    BeforeTransmitInterceptorContextRef, FinalizerInterceptorContextRef,
};
use aws_sdk_dynamodb::config::{ConfigBag, Intercept, RuntimeComponents};
use aws_sdk_dynamodb::error::ProvideErrorMetadata;
use aws_sdk_dynamodb::types::ConsumedCapacity;
use aws_smithy_runtime_api::box_error::BoxError;
use aws_smithy_runtime_api::client::interceptors::context;
use aws_smithy_runtime_api::client::orchestrator::OrchestratorError;

use super::attempts::is_lost;
use super::error::{TableErrorKind, kind_of};
use super::sender::{Operation, Sender};

/// A request of a [`Table`](crate::Table) that was answered, lost, or refused by the service. It holds no value of a key or an
/// item.
#[derive(Clone, Debug)]
pub struct Sent {
    operation: &'static str,
    entity: Option<&'static str>,
    index: Option<&'static str>,
    attempt: u32,
    elapsed: Duration,
    capacity: Option<Capacity>,
    outcome: Option<TableErrorKind>,
}

impl Sent {
    /// Returns the operation as the service names it, such as `UpdateItem`.
    #[must_use]
    pub const fn operation(&self) -> &'static str {
        self.operation
    }

    /// Returns the name of the entity, if the call knows it.
    #[must_use]
    pub const fn entity(&self) -> Option<&'static str> {
        self.entity
    }

    /// Returns the name of the queried index.
    #[must_use]
    pub const fn index(&self) -> Option<&'static str> {
        self.index
    }

    /// Returns how often the request was sent so far, counted from 1.
    #[must_use]
    pub const fn attempt(&self) -> u32 {
        self.attempt
    }

    /// Returns how long this attempt took.
    #[must_use]
    pub const fn elapsed(&self) -> Duration {
        self.elapsed
    }

    /// Returns what the request consumed, if the service has answered with it.
    #[must_use]
    pub const fn capacity(&self) -> Option<Capacity> {
        self.capacity
    }

    /// Returns what went wrong, or `None` if the request was applied. A condition that is not met is a
    /// [`Conflict`](TableErrorKind::Conflict), whatever the call makes of it.
    #[must_use]
    pub const fn outcome(&self) -> Option<TableErrorKind> {
        self.outcome
    }

    #[cfg(feature = "tracing")]
    fn trace(&self) {
        tracing::debug!(
            target: "ddbkey_aws",
            operation = self.operation,
            entity = self.entity,
            index = self.index,
            attempt = self.attempt,
            elapsed = ?self.elapsed,
            read = self.capacity.map(|capacity| capacity.read),
            write = self.capacity.map(|capacity| capacity.write),
            outcome = self.outcome.map(tracing::field::debug),
        );
    }
}

/// The capacity units that a request consumed.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Capacity {
    read: f64,
    write: f64,
}

impl Capacity {
    /// Returns the read units.
    #[must_use]
    pub const fn read(self) -> f64 {
        self.read
    }

    /// Returns the write units.
    #[must_use]
    pub const fn write(self) -> f64 {
        self.write
    }

    pub(super) const fn reads(read: f64) -> Self {
        Self { read, write: 0.0 }
    }

    pub(super) const fn writes(write: f64) -> Self {
        Self { read: 0.0, write }
    }
}

/// Returns the units of an answer, if it has any.
pub(super) fn units<'c>(consumed: impl IntoIterator<Item = &'c ConsumedCapacity>) -> Option<f64> {
    consumed
        .into_iter()
        .filter_map(ConsumedCapacity::capacity_units)
        .reduce(|sum, units| sum + units)
}

/// The function that is called with each request.
pub(super) type Observer = Arc<dyn Fn(&Sent) + Send + Sync>;

/// Sees the attempts of a request.
pub(super) struct Observation<O> {
    observer: Option<Observer>,
    is_write: bool,
    /// The last attempt, and when it began.
    last: Mutex<(Sent, Instant)>,
    of: PhantomData<fn() -> O>,
}

impl<O: Operation> Observation<O> {
    /// Returns the observation of a request, if somebody wants to see it.
    pub(super) fn of(sender: &Sender<'_, O>, is_write: bool) -> Option<Self> {
        let observer = sender.handle.observer.clone();
        if observer.is_none() && !is_traced() {
            return None;
        }
        let sent = Sent {
            operation: O::NAME,
            entity: sender.call.entity,
            index: sender.index,
            attempt: 0,
            elapsed: Duration::ZERO,
            capacity: None,
            outcome: None,
        };
        let last = Mutex::new((sent, Instant::now()));
        Some(Self { observer, is_write, last, of: PhantomData })
    }

    fn last(&self) -> MutexGuard<'_, (Sent, Instant)> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Returns what an attempt that failed means by itself.
    fn kind_of(
        &self,
        error: &OrchestratorError<context::Error>,
        status: Option<u16>,
    ) -> TableErrorKind {
        if self.is_write && is_lost(error, status) {
            return TableErrorKind::InDoubt;
        }
        let error = error.as_operation_error().and_then(|error| error.downcast_ref());
        kind_of(error.and_then(O::Error::code))
    }
}

impl<O: Operation> Intercept for Observation<O> {
    fn name(&self) -> &'static str {
        "ddbkey"
    }

    fn read_before_attempt(
        &self,
        _: &BeforeTransmitInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let mut last = self.last();
        last.0.attempt += 1;
        last.1 = Instant::now();
        Ok(())
    }

    fn read_after_attempt(
        &self,
        context: &FinalizerInterceptorContextRef<'_>,
        _: &RuntimeComponents,
        _: &mut ConfigBag,
    ) -> Result<(), BoxError> {
        let Some(answer) = context.output_or_error() else { return Ok(()) };
        let status = context.response().map(|answer| answer.status().as_u16());
        let (mut sent, began) = self.last().clone();
        sent.elapsed = began.elapsed();
        match answer {
            Ok(output) => sent.capacity = output.downcast_ref().and_then(O::capacity),
            Err(error) => sent.outcome = Some(self.kind_of(error, status)),
        }
        #[cfg(feature = "tracing")]
        sent.trace();
        if let Some(observer) = &self.observer {
            observer(&sent);
        }
        Ok(())
    }
}

impl<O> fmt::Debug for Observation<O> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Observation").finish_non_exhaustive()
    }
}

#[cfg(feature = "tracing")]
fn is_traced() -> bool {
    tracing::enabled!(target: "ddbkey_aws", tracing::Level::DEBUG)
}

#[cfg(not(feature = "tracing"))]
const fn is_traced() -> bool {
    false
}
