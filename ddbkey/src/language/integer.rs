//! Decimal numbers between limits: plain, zero-padded and descending.
//!
//! The automata compare the digits with the digits of the limit from the left.

use super::{ByteSet, Steps};

pub(crate) const fn count_digits(number: u128) -> usize {
    if number < 10 { 1 } else { number.ilog10() as usize + 1 }
}

/// Returns the least and the greatest time since 1970 in the years 0000 to 9999, the former without its sign, in fractions
/// of a second.
#[must_use]
pub const fn epoch_limits(second: u128) -> (u128, u128) {
    (62_167_219_200 * second, 253_402_300_800 * second - 1)
}

/// Returns the digit of `number`, written in `digits` digits, at a position counted from the left.
const fn digit_at(number: u128, digits: usize, at: usize) -> u8 {
    match 10u128.checked_pow((digits - 1 - at) as u32) {
        Some(unit) => (number / unit % 10) as u8,
        None => 0,
    }
}

const fn digits_below(digit: u8) -> ByteSet {
    match digit {
        0 => ByteSet::EMPTY,
        digit => ByteSet::range(b'0', b'0' + digit - 1),
    }
}

/// How the digits read so far compare with the limit: fewer digits, less, equal.
const SHORT: u64 = 0;
const LESS: u64 = 1;
const EQUAL: u64 = 2;
/// The number 0, complete.
const ZERO: u64 = 3;
/// Set for numbers below zero.
const NEGATIVE: u64 = 4;

/// A state is `digits read << 3 | sign | comparison`.
pub(super) const fn plain(max: u128, below: u128, zero: bool, state: u64, out: &mut Steps) {
    let sign = state & NEGATIVE;
    let limit = if sign == 0 { max } else { below };
    let (read, digits) = ((state >> 3) as usize, count_digits(limit));
    let to = ((read as u64 + 1) << 3) | sign;
    let any = if read == 0 { ByteSet::range(b'1', b'9') } else { ByteSet::DIGITS };
    match state & 3 {
        SHORT if read + 1 < digits => out.over(any, to | SHORT),
        LESS if read < digits => out.over(any, to | LESS),
        _ => {}
    }
    if (read == 0 || state & 3 == EQUAL) && read < digits {
        let digit = digit_at(limit, digits, read);
        out.over(digits_below(digit).and(any), to | LESS);
        out.on(b'0' + digit, to | EQUAL);
    }
    if read == 0 && sign == 0 {
        if zero {
            out.on(b'0', to | ZERO);
        }
        if below != 0 {
            out.on(b'-', NEGATIVE);
        }
    }
}

pub(super) const fn plain_is_accepting(max: u128, below: u128, state: u64) -> bool {
    let limit = if state & NEGATIVE == 0 { max } else { below };
    let read = (state >> 3) as usize;
    match state & 3 {
        SHORT => read > 0,
        ZERO => true,
        _ => read == count_digits(limit),
    }
}

/// The digits read so far are less than the digits of the limit.
const PADDED_LESS: u64 = 1;
const PADDED_NEGATIVE: u64 = 2;
/// Set once a digit is not 0, or if 0 is a number like any other.
const PADDED_NOT_ZERO: u64 = 4;

/// A state is `digits read << 3 | not zero | negative | less`. Below zero the digits are the nines'
/// complement of `-n - 1`, whose limit is `below - 1`.
pub(super) const fn padded(
    digits: usize,
    max: u128,
    below: u128,
    zero: bool,
    state: u64,
    out: &mut Steps,
) {
    let (read, negative) = ((state >> 3) as usize, state & PADDED_NEGATIVE != 0);
    if state == super::START && below != 0 {
        out.on(b'-', PADDED_NEGATIVE | PADDED_NOT_ZERO);
    }
    if read == digits {
        return;
    }
    let limit = if negative { below - 1 } else { max };
    let digit = b'0' + digit_at(limit, digits, read);
    let is_less = state & PADDED_LESS != 0;
    let lesser = if is_less { ByteSet::DIGITS } else { digits_below(digit - b'0') };
    // As the last digit, it would make the number 0.
    let naught = if read + 1 == digits { ByteSet::EMPTY } else { ByteSet::byte(b'0') };
    let (to, less) = (state + 8, (state + 8) | PADDED_LESS);
    let is_zero = !zero && state & PADDED_NOT_ZERO == 0;
    if is_zero {
        out.over(lesser.without(ByteSet::byte(b'0')), less | PADDED_NOT_ZERO);
        out.over(lesser.and(naught), less);
    } else {
        out.over(lesser, less | PADDED_NOT_ZERO);
    }
    match digit {
        _ if is_less => {}
        b'0' if is_zero => out.over(naught, to),
        _ => out.on(digit, to | PADDED_NOT_ZERO),
    }
    if negative {
        out.complement();
    }
}

/// The states of [`padded`] without negative numbers.
pub(super) const fn descending(digits: usize, max: u128, zero: bool, state: u64, out: &mut Steps) {
    padded(digits, max, 0, zero, state, out);
    out.complement();
}

pub(super) const fn padded_is_accepting(digits: usize, state: u64) -> bool {
    state >> 3 == digits as u64
}
