//! Limits the write rate of all segments together.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{AsyncSleep, SharedAsyncSleep};
use aws_smithy_async::rt::sleep::default_async_sleep;

use super::error::RunError;

pub(super) struct Pace {
    rate: Option<Rate>,
}

struct Rate {
    /// The time between two writes.
    interval: Duration,
    next: Mutex<Instant>,
    /// The client's own sleep, which works in the client's runtime.
    sleep: SharedAsyncSleep,
}

impl Pace {
    /// Creates the limit from a rate in writes a second.
    pub(super) fn new(client: &Client, rate: Option<u32>) -> Result<Self, RunError> {
        let Some(rate) = rate else { return Ok(Self { rate: None }) };
        let sleep = client.config().sleep_impl().or_else(default_async_sleep);
        let sleep = sleep.ok_or("a rate needs a client that can sleep")?;
        let interval = Duration::from_secs(1) / rate;
        Ok(Self { rate: Some(Rate { interval, next: Mutex::new(Instant::now()), sleep }) })
    }

    /// Waits until this many writes may be sent.
    pub(super) async fn wait(&self, writes: u32) {
        let Some(Rate { interval, next, sleep }) = &self.rate else { return };
        let now = Instant::now();
        let at = {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(now);
            *next = at + *interval * writes;
            at
        };
        if at > now {
            sleep.sleep(at - now).await;
        }
    }
}
