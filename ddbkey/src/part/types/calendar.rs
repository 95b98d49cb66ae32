//! The text of dates and timestamps, the same for each crate that has such types.

#![cfg_attr(
    not(any(feature = "chrono", feature = "jiff", feature = "time")),
    expect(
        dead_code,
        unused_macros,
        unused_imports,
        reason = "only crates behind features use it"
    )
)]

use core::fmt::Write;

use super::OutOfRange;

/// A day of the Gregorian calendar.
pub(super) struct Day {
    pub(super) year: i16,
    pub(super) month: u8,
    pub(super) day: u8,
}

/// A point in time, in UTC.
pub(super) struct Moment {
    pub(super) date: Day,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) nanosecond: u32,
}

/// The bytes of `2024-12-01T10:30:00`.
const WHOLE: usize = 19;

/// The text of a day.
#[inline]
pub(super) fn day_text(day: &Day) -> Result<Text, OutOfRange> {
    let mut text = Text { bytes: *b"0000-00-00                      ", length: 10 };
    text.put_day(day)?;
    Ok(text)
}

/// The text of a moment, with so many fractional digits.
#[inline]
pub(super) fn moment_text(moment: &Moment, fraction: usize) -> Result<Text, OutOfRange> {
    let length = width(fraction);
    let mut text = Text { bytes: *b"0000-00-00T00:00:00.000000000Z  ", length };
    text.put_day(&moment.date)?;
    text.put_two(moment.hour, 11);
    text.put_two(moment.minute, 14);
    text.put_two(moment.second, 17);
    let nanosecond = moment.nanosecond;
    text.put_two((nanosecond / 10_000_000 % 100) as u8, 20);
    text.put_two((nanosecond / 100_000 % 100) as u8, 22);
    text.put_two((nanosecond / 1_000 % 100) as u8, 24);
    text.put_two((nanosecond / 10 % 100) as u8, 26);
    text.bytes[28] = b'0' + (nanosecond % 10) as u8;
    // The digits behind are cut off.
    text.bytes[length - 1] = b'Z';
    Ok(text)
}

/// Reads a [`day_text`]; whether there is such a day, the crate of the type says.
#[inline]
pub(super) fn read_day(text: &str) -> Option<Day> {
    take_day(text.as_bytes().try_into().ok()?)
}

/// Reads a [`moment_text`]; whether there is such a day and time, the crate of the type
/// says.
#[inline]
pub(super) fn read_moment(text: &str, fraction: usize) -> Option<Moment> {
    let bytes = text.as_bytes();
    if bytes.len() != width(fraction) {
        return None;
    }
    let (whole, rest) = bytes.split_first_chunk::<WHOLE>()?;
    let (day, time) = whole.split_first_chunk::<10>()?;
    let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2] = time else { return None };
    let digits = match (fraction, rest) {
        (0, [b'Z']) => &[][..],
        (1.., [b'.', digits @ .., b'Z']) => digits,
        _ => return None,
    };
    let mut nanosecond = 0;
    for byte in digits {
        nanosecond = nanosecond * 10 + u32::from(digit(*byte)?);
    }
    Some(Moment {
        date: take_day(day)?,
        hour: two(h1, h2)?,
        minute: two(m1, m2)?,
        second: two(s1, s2)?,
        nanosecond: nanosecond * UNITS[fraction],
    })
}

/// The bytes of a timestamp with so many fractional digits.
const fn width(fraction: usize) -> usize {
    if fraction == 0 { WHOLE + 1 } else { WHOLE + 2 + fraction }
}

/// The nanoseconds of one unit in the last of so many fractional digits.
const UNITS: [u32; 10] =
    [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/// Whether so many fractional digits lose something.
#[inline]
pub(super) const fn is_cut(moment: &Moment, fraction: usize) -> bool {
    !moment.nanosecond.is_multiple_of(UNITS[fraction])
}

/// ASCII. Aligned and of two blocks in length, since `from_utf8` goes byte by byte up to the first
/// block and from the last.
#[repr(align(16))]
pub(super) struct Text {
    bytes: [u8; 32],
    length: usize,
}

/// The numbers below 100 in two digits. There is room for any byte, so that no bound is checked.
const TWO_DIGITS: [[u8; 2]; 256] = {
    let mut digits = [*b"00"; 256];
    let mut number = 0u8;
    while number < 100 {
        digits[number as usize] = [b'0' + number / 10, b'0' + number % 10];
        number += 1;
    }
    digits
};

impl Text {
    #[inline]
    fn put_day(&mut self, day: &Day) -> Result<(), OutOfRange> {
        let year = u16::try_from(day.year).ok().filter(|year| *year <= 9999).ok_or(OutOfRange)?;
        self.put_two((year / 100 % 100) as u8, 0);
        self.put_two((year % 100) as u8, 2);
        self.put_two(day.month, 5);
        self.put_two(day.day, 8);
        Ok(())
    }

    /// Writes a number below 100 in two digits.
    #[inline]
    fn put_two(&mut self, number: u8, at: usize) {
        self.bytes[at..at + 2].copy_from_slice(&TWO_DIGITS[usize::from(number)]);
    }

    #[inline]
    pub(super) fn write(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
        let text = str::from_utf8(&self.bytes).map_err(|_| OutOfRange)?;
        Ok(out.write_str(text.get(..self.length).ok_or(OutOfRange)?)?)
    }
}

#[inline]
fn take_day(text: &[u8; 10]) -> Option<Day> {
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = text else { return None };
    let year = i16::from(two(y1, y2)?) * 100 + i16::from(two(y3, y4)?);
    Some(Day { year, month: two(m1, m2)?, day: two(d1, d2)? })
}

#[inline]
fn two(tens: u8, ones: u8) -> Option<u8> {
    Some(digit(tens)? * 10 + digit(ones)?)
}

#[inline]
fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// Implements `KeyPart` for a date type, given functions from and to a [`Day`].
macro_rules! date_part {
    ($type:ty, $is_serde_text:literal, $to_day:path, $from_day:path) => {
        #[diagnostic::do_not_recommend]
        impl KeyPart for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact(
                "a date such as `2024-12-01`",
                Language::Calendar { unit: crate::language::Unit::Day },
            );
            const IS_TRUSTED: bool = true;
            const IS_SERDE_TEXT: bool = $is_serde_text;

            #[inline]
            fn part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::day_text(&$to_day(value)?)?.write(out)
            }

            #[inline]
            fn read(text: &str) -> Option<Self> {
                $from_day(&calendar::read_day(text)?)
            }
        }
    };
}

/// Implements `KeyPart` for a timestamp type in its forms, given functions from and to a [`Moment`].
macro_rules! timestamp_part {
    ([$($generic:tt)*] $form:ty, $fraction:expr, $type:ty, $to_moment:path, $from_moment:path) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> KeyPart<$form> for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact(
                calendar::WHAT[$fraction],
                Language::Timestamp { fraction: $fraction },
            );
            const IS_TRUSTED: bool = true;

            #[inline]
            fn part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::moment_text(&$to_moment(value)?, $fraction)?.write(out)
            }

            #[inline]
            fn read(text: &str) -> Option<Self> {
                read(text, $fraction)
            }

            #[inline]
            fn is_cut(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_cut(&moment, $fraction))
            }
        }
    };
    ($type:ty, $to_moment:path, $from_moment:path) => {
        // Not inlined: compiled once, and what reads a key stays short.
        fn read(text: &str, fraction: usize) -> Option<$type> {
            $from_moment(&calendar::read_moment(text, fraction)?)
        }

        timestamp_part!([] Plain, 9, $type, $to_moment, $from_moment);
        timestamp_part!([const N: usize] Fraction<N>, N, $type, $to_moment, $from_moment);
    };
}

/// What a timestamp with so many fractional digits is.
pub(super) const WHAT: [&str; 10] = {
    let mut what = ["a timestamp"; 10];
    what[0] = "a timestamp such as `2024-12-01T10:30:00Z`";
    what[3] = "a timestamp such as `2024-12-01T10:30:00.123Z`";
    what[6] = "a timestamp such as `2024-12-01T10:30:00.123456Z`";
    what[9] = "a timestamp such as `2024-12-01T10:30:00.123456789Z`";
    what
};

pub(super) use {date_part, timestamp_part};
