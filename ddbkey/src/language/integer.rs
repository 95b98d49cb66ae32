//! Decimal numbers between limits: plain, zero-padded and descending.
//!
//! The automaton compares the digits with the digits of the limit from the left.

use super::{ByteSet, START, Steps};

/// Decimal numbers from `-below` to `max`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Integers {
    /// The greatest number.
    pub max: u128,
    /// The least number, without its sign.
    pub below: u128,
    /// Whether 0 is one of them.
    pub zero: bool,
    /// How many digits they have.
    pub padding: Padding,
}

/// The number of digits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Padding {
    /// No leading zeros.
    None,
    /// This many; below zero `-` and the digits of 10^N + n.
    Zeros(usize),
    /// This many, of 10^N - 1 - n: the greatest number sorts first.
    Descending(usize),
    /// The number of a shard, in as many digits as the greatest has.
    Shard,
}

impl Integers {
    /// Returns the numbers from 0 to `max`.
    #[must_use]
    pub const fn to(max: u128, padding: Padding) -> Self {
        Self { max, below: 0, zero: true, padding }
    }

    /// Returns the times since 1970 in the years 0000 to 9999, in this fraction of a second.
    #[must_use]
    pub const fn epoch(second: u128) -> Self {
        Self {
            below: 62_167_219_200 * second,
            ..Self::to(253_402_300_800 * second - 1, Padding::None)
        }
    }

    const fn digits(self) -> Option<usize> {
        match self.padding {
            Padding::None => None,
            Padding::Zeros(digits) | Padding::Descending(digits) => Some(digits),
            Padding::Shard => Some(count_digits(self.max)),
        }
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        const SIGNED: ByteSet = ByteSet::DIGITS.or(ByteSet::byte(b'-'));
        if self.below == 0 { ByteSet::DIGITS } else { SIGNED }
    }

    /// Returns the minimum and maximum length in bytes.
    pub(super) const fn lengths(self) -> (usize, usize) {
        let sign = (self.below != 0) as usize;
        if let Some(digits) = self.digits() {
            return (digits, digits + sign);
        }
        let (up, down) = (count_digits(self.max), count_digits(self.below) + sign);
        (1, if up > down { up } else { down })
    }

    /// A state is the number of digits read, and bits.
    pub(super) const fn steps(self, state: u64, out: &mut Steps) {
        let (read, is_negative) = ((state >> READ) as usize, state & NEGATIVE != 0);
        if state == START && self.below != 0 {
            out.on(b'-', NEGATIVE);
        }
        // Padded digits below zero are the nines' complement of `-n - 1`.
        let (is_plain, limit, width) = match (self.digits(), is_negative) {
            (None, false) => (true, self.max, count_digits(self.max)),
            (None, true) => (true, self.below, count_digits(self.below)),
            (Some(width), false) => (false, self.max, width),
            (Some(width), true) => (false, self.below - 1, width),
        };
        // Where 0 is a number like any other, it is not counted.
        let is_leading = state & NOT_ZERO == 0 && (is_plain || !self.zero && !is_negative);
        if read == width || is_plain && is_leading && read > 0 {
            return;
        }
        let digit = b'0' + digit_at(limit, width, read);
        let mut places = match state & ORDER {
            EQUAL => [
                ByteSet::DIGITS.and(ByteSet::up_to(digit)).without(ByteSet::byte(digit)),
                ByteSet::byte(digit),
                ByteSet::DIGITS.without(ByteSet::up_to(digit)),
            ],
            LESS => [ByteSet::DIGITS, ByteSet::EMPTY, ByteSet::EMPTY],
            _ => [ByteSet::EMPTY, ByteSet::EMPTY, ByteSet::DIGITS],
        };
        let is_last = read + 1 == width;
        if !is_plain || is_last {
            places[2] = ByteSet::EMPTY;
        }
        let leading = if is_leading { ByteSet::byte(b'0') } else { ByteSet::EMPTY };
        let has_leading = if is_plain { self.zero && !is_negative } else { !is_last };
        let (to, mut at) = ((state & !ORDER) + (1 << READ), 0);
        while at < places.len() {
            let to = to | [LESS, EQUAL, GREATER][at];
            out.over(places[at].without(leading), to | NOT_ZERO);
            if has_leading {
                out.over(places[at].and(leading), to);
            }
            at += 1;
        }
        if !is_plain && is_negative || matches!(self.padding, Padding::Descending(_)) {
            out.complement();
        }
    }

    pub(super) const fn is_accepting(self, state: u64) -> bool {
        let read = (state >> READ) as usize;
        match self.digits() {
            None => read > 0,
            Some(digits) => read == digits,
        }
    }

    /// Returns whether no string is a prefix of another: a `-` means that a padded number is longer.
    pub(super) const fn is_prefix_free(self) -> bool {
        self.digits().is_some() || self.max < 10 && self.below < 10
    }

    /// Returns the string of the least number, read as a number: -128 of an `i8`, 999 with `desc03`. Returns `None` for a
    /// signed number that is padded.
    pub(super) const fn least(self) -> Option<i128> {
        match self.padding {
            Padding::Descending(digits) => match 10i128.checked_pow(digits as u32) {
                Some(power) => Some(power - 1 - !self.zero as i128),
                None => None,
            },
            _ if self.below == 0 => Some(!self.zero as i128),
            Padding::None => 0i128.checked_sub_unsigned(self.below),
            Padding::Zeros(_) | Padding::Shard => None,
        }
    }
}

pub(crate) const fn count_digits(number: u128) -> usize {
    if number < 10 { 1 } else { number.ilog10() as usize + 1 }
}

/// Returns the digit of `number`, written in `digits` digits, at a position counted from the left.
const fn digit_at(number: u128, digits: usize, at: usize) -> u8 {
    match 10u128.checked_pow((digits - 1 - at) as u32) {
        Some(unit) => (number / unit % 10) as u8,
        None => 0,
    }
}

/// How the digits read so far compare with the first digits of the limit.
const ORDER: u64 = 3;
const EQUAL: u64 = 0;
const LESS: u64 = 1;
const GREATER: u64 = 2;
/// Set once a digit is not 0.
const NOT_ZERO: u64 = 4;
/// Set for numbers below zero.
const NEGATIVE: u64 = 8;
/// The first bit of the number of digits read.
const READ: u32 = 4;
