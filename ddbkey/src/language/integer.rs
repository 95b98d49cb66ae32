//! Decimal numbers between limits: plain, zero-padded and descending.
//!
//! The automata compare the digits with those of the limit from the left.

use super::{ByteSet, Transition};

pub(crate) const fn count_digits(number: u128) -> usize {
    if number < 10 { 1 } else { number.ilog10() as usize + 1 }
}

/// The digit of `number`, written in `digits` digits, at a position counted from the left.
const fn digit_at(number: u128, digits: usize, at: usize) -> u8 {
    match 10u128.checked_pow((digits - 1 - at) as u32) {
        Some(unit) => (number / unit % 10) as u8,
        None => 0,
    }
}

/// The digits less than this one.
const fn digits_below(digit: u8) -> ByteSet {
    match digit {
        0 => ByteSet::EMPTY,
        digit => ByteSet::range(b'0', b'0' + digit - 1),
    }
}

/// How the digits read so far compare with those of the limit: fewer in all, less, equal.
const SHORT: u64 = 0;
const LESS: u64 = 1;
const EQUAL: u64 = 2;
/// The number 0, complete.
const ZERO: u64 = 3;
/// Set below zero.
const NEGATIVE: u64 = 4;

pub(super) const fn plain_out_degree(state: u64) -> usize {
    match (state >> 3, state & 3) {
        (0, _) => 5,
        (_, EQUAL) => 3,
        _ => 1,
    }
}

/// A state is `digits read << 3 | sign | comparison`.
pub(super) const fn plain(
    max: u128,
    below: u128,
    zero: bool,
    state: u64,
    n: usize,
) -> Option<Transition> {
    let sign = state & NEGATIVE;
    let limit = if sign == 0 { max } else { below };
    let (read, digits) = ((state >> 3) as usize, count_digits(limit));
    let to = ((read as u64 + 1) << 3) | sign;
    match (read, state & 3, n) {
        (0, _, 0) if digits > 1 => Transition::over(ByteSet::range(b'1', b'9'), to | SHORT),
        (0, _, 1) => {
            let lesser = digits_below(digit_at(limit, digits, 0));
            Transition::over(lesser.without(ByteSet::byte(b'0')), to | LESS)
        }
        (0, _, 2) => Transition::on(b'0' + digit_at(limit, digits, 0), to | EQUAL),
        (0, _, 3) if sign == 0 && zero => Transition::on(b'0', to | ZERO),
        (0, _, 4) if sign == 0 && below != 0 => Transition::on(b'-', NEGATIVE),
        (1.., SHORT, 0) if read + 1 < digits => Transition::over(ByteSet::DIGITS, to | SHORT),
        (1.., LESS, 0) if read < digits => Transition::over(ByteSet::DIGITS, to | LESS),
        (1.., EQUAL, 1) if read < digits => {
            Transition::over(digits_below(digit_at(limit, digits, read)), to | LESS)
        }
        (1.., EQUAL, 2) if read < digits => {
            Transition::on(b'0' + digit_at(limit, digits, read), to | EQUAL)
        }
        _ => None,
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

/// The digits read are less than those of the limit.
const PADDED_LESS: u64 = 1;
const PADDED_NEGATIVE: u64 = 2;
/// One of them is not 0, or 0 is a number like any other.
const PADDED_NOT_ZERO: u64 = 4;

pub(super) const fn padded_out_degree(state: u64) -> usize {
    match state {
        super::START => 4,
        _ if state & PADDED_NOT_ZERO == 0 => 3,
        _ if state & PADDED_LESS == 0 => 2,
        _ => 1,
    }
}

/// A state is `digits read << 3 | not zero | negative | less`. Below zero the digits are the nines'
/// complement of `-n - 1`, whose limit is `below - 1`.
pub(super) const fn padded(
    digits: usize,
    max: u128,
    below: u128,
    zero: bool,
    state: u64,
    n: usize,
) -> Option<Transition> {
    let (read, negative) = ((state >> 3) as usize, state & PADDED_NEGATIVE != 0);
    if state == super::START && n == 3 && below != 0 {
        return Transition::on(b'-', PADDED_NEGATIVE | PADDED_NOT_ZERO);
    }
    if read == digits {
        return None;
    }
    let limit = if negative { below - 1 } else { max };
    let digit = b'0' + digit_at(limit, digits, read);
    let is_less = state & PADDED_LESS != 0;
    let lesser = if is_less { ByteSet::DIGITS } else { digits_below(digit - b'0') };
    // As the last digit it would make the number 0.
    let naught = if read + 1 == digits { ByteSet::EMPTY } else { ByteSet::byte(b'0') };
    let (to, less) = (state + 8, (state + 8) | PADDED_LESS);
    let is_zero = !zero && state & PADDED_NOT_ZERO == 0;
    let (bytes, to) = match n {
        0 if is_zero => (lesser.without(ByteSet::byte(b'0')), less | PADDED_NOT_ZERO),
        0 => (lesser, less | PADDED_NOT_ZERO),
        1 if !is_less && is_zero && digit == b'0' => (naught, to),
        1 if !is_less => (ByteSet::byte(digit), to | PADDED_NOT_ZERO),
        2 if is_zero => (lesser.and(naught), less),
        _ => (ByteSet::EMPTY, to),
    };
    Transition::over(if negative { bytes.nines_complement() } else { bytes }, to)
}

/// The states of [`padded`] without negative numbers.
pub(super) const fn descending(
    digits: usize,
    max: u128,
    zero: bool,
    state: u64,
    n: usize,
) -> Option<Transition> {
    match padded(digits, max, 0, zero, state, n) {
        Some(Transition { bytes, to }) => Transition::over(bytes.nines_complement(), to),
        None => None,
    }
}

/// The states of [`padded`] in which a number is complete.
pub(super) const fn padded_is_accepting(digits: usize, state: u64) -> bool {
    state >> 3 == digits as u64
}
