//! Limits the write rate of all segments together, and waits between the attempts at a row.

use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::config::{AsyncSleep, SharedAsyncSleep};
use aws_smithy_async::rt::sleep::default_async_sleep;

use super::error::RunError;

pub(super) struct Pace {
    rate: Option<Rate>,
    /// The client's own sleep, which works in the client's runtime.
    sleep: Option<SharedAsyncSleep>,
}

/// The first pause between two attempts. Each later one is twice as long.
const PAUSE: Duration = Duration::from_millis(25);

struct Rate {
    /// The time between two writes.
    interval: Duration,
    next: Mutex<Instant>,
}

impl Pace {
    /// Creates the limit from a rate in writes a second.
    pub(super) fn new(client: &Client, rate: Option<u32>) -> Result<Self, RunError> {
        let sleep = client.config().sleep_impl().or_else(default_async_sleep);
        if rate.is_some() && sleep.is_none() {
            return Err("a rate needs a client that can sleep".into());
        }
        let rate = rate.map(|rate| {
            let interval = Duration::from_secs(1) / rate;
            Rate { interval, next: Mutex::new(Instant::now()) }
        });
        Ok(Self { rate, sleep })
    }

    async fn sleep(&self, duration: Duration) {
        if let Some(sleep) = &self.sleep {
            sleep.sleep(duration).await;
        }
    }

    /// Waits after this many attempts at a row.
    pub(super) async fn pause(&self, attempts: u32) {
        self.sleep(PAUSE * 2_u32.pow(attempts)).await;
    }

    /// Waits until this many writes may be sent.
    pub(super) async fn wait(&self, writes: u32) {
        let Some(Rate { interval, next }) = &self.rate else { return };
        let now = Instant::now();
        let at = {
            let mut next = next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(now);
            *next = at + *interval * writes;
            at
        };
        if at > now {
            self.sleep(at - now).await;
        }
    }
}
