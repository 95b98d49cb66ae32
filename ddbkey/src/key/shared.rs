//! A field of both keys must have the same value in both, compared as strings: the type of a part may consider two
//! values equal whose strings differ.

use core::fmt::{self, Write};

use super::declare::Declare;
use crate::error::{ParseError, ParseErrorKind};
use crate::part::{Format, KeyPart};

/// The number of bytes that are compared first: most strings are shorter.
const SHORT: usize = 64;
/// The number of bytes that are compared at a time after the first ones. No key is longer, so that a string is written
/// at most twice, and comparing takes linear time.
const LONG: usize = 2048;

/// The part of a string that starts after `skipped` bytes.
struct Window<const N: usize> {
    skipped: usize,
    length: usize,
    bytes: [u8; N],
}

impl<const N: usize> Window<N> {
    fn at(skipped: usize) -> Self {
        Self { skipped, length: 0, bytes: [0; N] }
    }

    fn seen(&self) -> &[u8] {
        let seen = self.length.saturating_sub(self.skipped).min(N);
        self.bytes.split_at(seen).0
    }
}

impl<const N: usize> Write for Window<N> {
    fn write_str(&mut self, text: &str) -> fmt::Result {
        for byte in text.bytes() {
            let place = self.length.checked_sub(self.skipped);
            if let Some(place) = place.and_then(|at| self.bytes.get_mut(at)) {
                *place = byte;
            }
            self.length += 1;
        }
        Ok(())
    }
}

/// Whether two values of a field have the same string in a format.
#[must_use]
pub fn same_text<T: KeyPart<F>, F: Format>(one: T::Ref<'_>, other: T::Ref<'_>) -> bool {
    are_same_after::<T, F, SHORT>(one, other, 0)
        .unwrap_or_else(|| are_same_to_the_end::<T, F>(one, other))
}

#[cold]
#[inline(never)]
fn are_same_to_the_end<T: KeyPart<F>, F: Format>(one: T::Ref<'_>, other: T::Ref<'_>) -> bool {
    let mut windows = (SHORT..).step_by(LONG);
    let are_same = windows.find_map(|skipped| are_same_after::<T, F, LONG>(one, other, skipped));
    are_same.unwrap_or_default()
}

/// Whether two strings are the same in one window after these bytes. `None` if they continue after it.
fn are_same_after<T: KeyPart<F>, F: Format, const N: usize>(
    one: T::Ref<'_>,
    other: T::Ref<'_>,
    skipped: usize,
) -> Option<bool> {
    let (mut left, mut right) = (Window::<N>::at(skipped), Window::<N>::at(skipped));
    let are_written = T::write(one, &mut left).is_ok() && T::write(other, &mut right).is_ok();
    if !are_written || left.length != right.length || left.seen() != right.seen() {
        return Some(false);
    }
    (left.length <= skipped + N).then_some(true)
}

/// The error for a field that differs between the keys of a pair; `S` is the sort key.
#[must_use]
pub fn mismatch<'k, S: Declare<'k>>(field: &str) -> ParseError {
    let mut found = S::PATTERNS.iter().filter_map(|key| Some((key, key.place_of(field)?)));
    match found.next() {
        Some((key, at)) => ParseError::of(ParseErrorKind::Mismatch, key, at),
        None => unreachable!("the field is in both keys"),
    }
}
