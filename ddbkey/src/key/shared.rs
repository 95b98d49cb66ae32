//! A field of both keys has to read the same in both, compared as texts: the type of a part may call
//! two values equal whose texts differ.

use core::fmt::{self, Write};

use super::declare::{Declare, Patterns};
use crate::error::ParseError;
use crate::part::{Format, KeyPart};

/// The bytes that are compared at a time.
const WINDOW: usize = 64;

/// The part of a text that starts behind `skipped` bytes.
struct Window {
    skipped: usize,
    length: usize,
    bytes: [u8; WINDOW],
}

impl Window {
    fn at(skipped: usize) -> Self {
        Self { skipped, length: 0, bytes: [0; WINDOW] }
    }

    fn seen(&self) -> &[u8] {
        let seen = self.length.saturating_sub(self.skipped).min(WINDOW);
        self.bytes.split_at(seen).0
    }
}

impl Write for Window {
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

/// Whether two values of a field have the same text in a format.
#[must_use]
pub fn same_text<T: KeyPart<F>, F: Format>(one: T::Ref<'_>, other: T::Ref<'_>) -> bool {
    let mut skipped = 0;
    loop {
        let (mut left, mut right) = (Window::at(skipped), Window::at(skipped));
        let are_written = T::write(one, &mut left).is_ok() && T::write(other, &mut right).is_ok();
        if !are_written || left.length != right.length || left.seen() != right.seen() {
            return false;
        }
        skipped += WINDOW;
        if left.length <= skipped {
            return true;
        }
    }
}

/// The error for a field that differs between the keys of a pair; `S` is the sort key.
#[must_use]
pub fn mismatch<'k, S: Declare<'k>>(part: &'static str) -> ParseError {
    match <S::Size as Patterns<'k, S>>::PATTERNS {
        [key, ..] => ParseError::Mismatch { key, part },
        [] => unreachable!("without a sort key no field is in both"),
    }
}
