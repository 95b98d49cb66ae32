//! The entries of a batch, sent in several requests, and again if the service has not processed them.

use std::collections::VecDeque;

use super::attempts::{Pauses, TRIES};
use super::error::{TableError, TableErrorKind};
use super::handle::Handle;

/// The entries of a batch that may not be processed yet.
pub(super) struct Batch<E> {
    /// The maximum number of entries in a request.
    max: usize,
    /// The entries of the last request.
    sent: Vec<E>,
    left: VecDeque<E>,
    pauses: Pauses,
    /// How many requests processed none of their entries since the last one that did.
    tried: u32,
}

impl<E: Clone> Batch<E> {
    pub(super) fn of(handle: &Handle, max: usize, left: impl IntoIterator<Item = E>) -> Self {
        let (left, pauses) = (left.into_iter().collect(), Pauses::of(&handle.client));
        Self { max, sent: Vec::new(), left, pauses, tried: 0 }
    }

    /// Returns the entries of the next request, or `None` after the last one.
    pub(super) fn next(&mut self) -> Option<Vec<E>> {
        self.sent = self.left.drain(..self.left.len().min(self.max)).collect();
        (!self.sent.is_empty()).then(|| self.sent.clone())
    }

    /// Takes back the unprocessed entries of a request, and waits if there are any.
    pub(super) async fn take_back(&mut self, unprocessed: Vec<E>) -> Result<(), TableError> {
        let sent = std::mem::take(&mut self.sent).len();
        if unprocessed.len() == sent {
            self.tried += 1;
        } else {
            self.tried = 0;
            self.pauses.reset();
        }
        if unprocessed.is_empty() {
            return Ok(());
        }
        self.left.extend(unprocessed);
        if self.tried == TRIES {
            return Err(TableError::of_kind(TableErrorKind::Throttled));
        }
        self.pauses.wait().await;
        Ok(())
    }

    /// Returns the entries that may not be processed.
    pub(super) fn left(&self) -> impl Iterator<Item = &E> {
        self.left.iter().chain(&self.sent)
    }
}
