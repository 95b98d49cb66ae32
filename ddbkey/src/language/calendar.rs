//! Dates and timestamps, truncated to a unit or a number of fractional digits. Leap years are exact.

use super::{ByteSet, Transition};

/// The last unit of a truncated timestamp or date.
#[allow(dead_code, reason = "most are only constructed by types behind features")]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Unit {
    /// `2024`.
    Year,
    /// `2024-12`.
    Month,
    /// `2024-12-01`.
    Day,
    /// `2024-12-01T10`.
    Hour,
    /// `2024-12-01T10:30`.
    Minute,
}

impl Unit {
    pub(crate) const ALL: [Self; 5] =
        [Self::Year, Self::Month, Self::Day, Self::Hour, Self::Minute];

    /// The length in bytes of a text that ends with this unit.
    pub(crate) const fn width(self) -> usize {
        match self {
            Self::Year => 4,
            Self::Month => 7,
            Self::Day => 10,
            Self::Hour => 13,
            Self::Minute => 16,
        }
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        ByteSet::DIGITS.or(ByteSet::of(match self {
            Self::Year => "",
            Self::Month | Self::Day => "-",
            Self::Hour => "-T",
            Self::Minute => "-T:",
        }))
    }
}

/// A transition over any of these characters.
macro_rules! over {
    ($characters:literal, $to:expr) => {
        Transition::over(const { ByteSet::of($characters) }, $to)
    };
}

/// Of the second digit of a day: from 1 to 9.
const FROM_ONE: u64 = 10;

/// A state is `bytes read << 4 | what is still needed`: of the year whether it is a leap year, of the month its
/// number of days, of the first digit of the day the limit of the second.
const fn day(state: u64, n: usize) -> Option<Transition> {
    let (read, known) = (state >> 4, state & 15);
    match (read, known, n) {
        // The century: its number modulo 4, from the parity of its first digit.
        (0, _, 0) => over!("02468", 1 << 4),
        (0, _, 1) => over!("13579", (1 << 4) | 1),
        (1, 0, 0) => over!("048", (2 << 4) | 1),
        (1, 0, 1) => over!("1235679", 2 << 4),
        (1, 1, 0) => over!("26", (2 << 4) | 1),
        (1, 1, 1) => over!("01345789", 2 << 4),
        // The year of the century: first digit 0, even or odd.
        (2, century, 0) => over!("0", (3 << 4) | century),
        (2, _, 1) => over!("2468", (3 << 4) | 2),
        (2, _, 2) => over!("13579", (3 << 4) | 3),
        (3, century @ (0 | 1), 0) => over!("0", (4 << 4) | century),
        (3, 0 | 1, 1) => over!("48", (4 << 4) | 1),
        (3, 0 | 1, 2) => over!("1235679", 4 << 4),
        (3, 2, 0) => over!("048", (4 << 4) | 1),
        (3, 2, 1) => over!("1235679", 4 << 4),
        (3, 3, 0) => over!("26", (4 << 4) | 1),
        (3, 3, 1) => over!("01345789", 4 << 4),
        (4, leaps, 0) => over!("-", (5 << 4) | leaps),
        // The month: days 28 + known.
        (5, leaps, 0) => over!("0", (6 << 4) | leaps),
        (5, _, 1) => over!("1", (6 << 4) | 2),
        (6, 0 | 1, 0) => over!("13578", (7 << 4) | 3),
        (6, 0 | 1, 1) => over!("469", (7 << 4) | 2),
        (6, leaps @ (0 | 1), 2) => over!("2", (7 << 4) | leaps),
        (6, 2, 0) => over!("02", (7 << 4) | 3),
        (6, 2, 1) => over!("1", (7 << 4) | 2),
        (7, days, 0) => over!("-", (8 << 4) | days),
        // The day: known is the greatest second digit, or that it starts at 1.
        (8, _, 0) => over!("0", (9 << 4) | FROM_ONE),
        (8, 0, 1) => over!("1", (9 << 4) | 9),
        (8, 0, 2) => over!("2", (9 << 4) | 8),
        (8, _, 1) => over!("12", (9 << 4) | 9),
        (8, days @ (2 | 3), 2) => over!("3", (9 << 4) | (days - 2)),
        (9, FROM_ONE, 0) => Transition::over(ByteSet::range(b'1', b'9'), 10 << 4),
        (9, last, 0) => Transition::over(ByteSet::range(b'0', b'0' + last as u8), 10 << 4),
        _ => None,
    }
}

/// The state after a whole timestamp.
pub(super) const END: u64 = 63 << 4;

/// The transitions of a text that ends with this unit.
pub(super) const fn unit(unit: Unit, state: u64, n: usize) -> Option<Transition> {
    if is_end_of(unit, state) { None } else { timestamp(0, state, n) }
}

/// Whether the unit is complete in this state.
pub(super) const fn is_end_of(unit: Unit, state: u64) -> bool {
    state >> 4 == unit.width() as u64
}

pub(super) const fn out_degree(state: u64) -> usize {
    match state >> 4 {
        0..=9 | 20..=29 => 3,
        11 | 19 => 2,
        _ => 1,
    }
}

/// The places of the first characters of the units `%Y %m %d %H %M %S` in a timestamp, and of its end.
const UNITS: [usize; 7] = [0, 5, 8, 11, 14, 17, 20];

/// The units of a text such as `20241201`: how many of `%Y %m %d %H %M %S` it has, and the character after
/// each of them, as one byte each, 0 for none. The first is the lowest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spelling {
    pub(crate) units: usize,
    pub(crate) gaps: u64,
}

impl Spelling {
    /// The letters of the units, as strftime has them.
    pub(crate) const LETTERS: &str = "YmdHMS";

    /// The character after a unit, counted from 0, or 0 if there is none.
    pub(crate) const fn gap(self, unit: usize) -> u8 {
        (self.gaps >> (8 * unit)) as u8
    }

    /// The length in bytes of its texts.
    pub(crate) const fn width(self) -> usize {
        let mut width = 2 + 2 * self.units;
        let mut unit = 0;
        while unit < self.units {
            width += (self.gap(unit) != 0) as usize;
            unit += 1;
        }
        width
    }

    pub(super) const fn alphabet(self) -> ByteSet {
        let mut alphabet = ByteSet::DIGITS;
        let mut unit = 0;
        while unit < self.units {
            if self.gap(unit) != 0 {
                alphabet = alphabet.or(ByteSet::byte(self.gap(unit)));
            }
            unit += 1;
        }
        alphabet
    }

    /// The unit that a place of a timestamp is right behind.
    const fn unit_before(self, read: usize) -> Option<usize> {
        let mut unit = 0;
        while unit < self.units {
            if read + 1 == UNITS[unit + 1] {
                return Some(unit);
            }
            unit += 1;
        }
        None
    }

    /// The states of [`timestamp`], without those before a character that is not there.
    pub(super) const fn transition(self, state: u64, n: usize) -> Option<Transition> {
        let read = (state >> 4) as usize;
        let step = match self.unit_before(read) {
            Some(unit) if n > 0 || self.gap(unit) == 0 => return None,
            Some(unit) => {
                let after = ((read as u64 + 1) << 4) | (state & 15);
                let to = if unit + 1 == self.units { END } else { after };
                Transition { bytes: ByteSet::byte(self.gap(unit)), to }
            }
            None => match timestamp(0, state, n) {
                Some(step) => step,
                None => return None,
            },
        };
        // Nothing is between two units.
        let next = (step.to >> 4) as usize;
        let to = match self.unit_before(next) {
            Some(unit) if self.gap(unit) == 0 && unit + 1 < self.units => {
                ((next as u64 + 1) << 4) | (step.to & 15)
            }
            _ => step.to,
        };
        Some(Transition { bytes: step.bytes, to })
    }

    pub(super) const fn is_accepting(self, state: u64) -> bool {
        if self.gap(self.units - 1) == 0 {
            (state >> 4) as usize + 1 == UNITS[self.units]
        } else {
            state == END
        }
    }
}

/// The place after the seconds of a timestamp, and the first of `+00:00`.
const SECONDS: u64 = 19;
const OFFSET: u64 = 40;

/// What chrono's `to_rfc3339` writes: `2024-12-01T10:30:00.123+00:00`, with 0, 3, 6 or 9 digits of a
/// fraction, as few as hold the value. Within the fraction, a state knows whether one of three digits is
/// not zero.
pub(super) const fn rfc3339(state: u64, n: usize) -> Option<Transition> {
    let (read, is_needed) = (state >> 4, state & 1 == 1);
    let next = (read + 1) << 4;
    // The number of fractional digits read.
    let digits = read.saturating_sub(SECONDS + 1);
    match (read, n) {
        (..SECONDS, _) => timestamp(0, state, n),
        (SECONDS, 0) => over!("+", (OFFSET + 1) << 4),
        (SECONDS, 1) => over!(".", next),
        (20..30, 0) if digits > 0 && digits % 3 == 0 && is_needed => {
            over!("+", (OFFSET + 1) << 4)
        }
        (20..29, 1) => {
            over!("0", next | if digits % 3 == 0 { 0 } else { state & 1 })
        }
        (20..29, 2) => Transition::over(ByteSet::range(b'1', b'9'), next | 1),
        (41 | 42 | 44, 0) => over!("0", next),
        (43, 0) => over!(":", next),
        (45, 0) => over!("0", END),
        _ => None,
    }
}

/// The states of [`day`], and then one for each byte read.
pub(super) const fn timestamp(fraction: usize, state: u64, n: usize) -> Option<Transition> {
    let read = state >> 4;
    let next = (read + 1) << 4;
    let last = 20 + fraction as u64;
    match (read, state & 15, n) {
        (0..10, _, _) => day(state, n),
        (10, _, 0) => over!("T", next),
        (11, _, 0) => over!("01", next),
        (11, _, 1) => over!("2", next | 1),
        (12, 0, 0) | (15 | 18, _, 0) => Transition::over(ByteSet::DIGITS, next),
        (12, 1, 0) => over!("0123", next),
        (13 | 16, _, 0) => over!(":", next),
        (14 | 17, _, 0) => over!("012345", next),
        (19, _, 0) if fraction == 0 => over!("Z", END),
        (19, _, 0) => over!(".", next),
        (20..30, _, 0) if read == last => over!("Z", END),
        (20..30, _, 0) => Transition::over(ByteSet::DIGITS, next),
        _ => None,
    }
}
