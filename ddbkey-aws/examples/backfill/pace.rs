//! A rate that all segments share.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use tokio::time::{Instant, sleep_until};

pub(super) struct Pace {
    /// From one write to the next.
    interval: Option<Duration>,
    next: Mutex<Instant>,
}

impl Pace {
    /// A rate in writes a second.
    pub(super) fn new(rate: Option<u32>) -> Self {
        let interval = rate.map(|rate| Duration::from_secs(1) / rate);
        Self { interval, next: Mutex::new(Instant::now()) }
    }

    /// Waits until so many writes may be sent.
    pub(super) async fn wait(&self, writes: u32) {
        let Some(interval) = self.interval else { return };
        let at = {
            let mut next = self.next.lock().unwrap_or_else(PoisonError::into_inner);
            let at = (*next).max(Instant::now());
            *next = at + interval * writes;
            at
        };
        sleep_until(at).await;
    }
}
