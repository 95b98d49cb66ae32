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
    pub(super) day: Day,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    pub(super) nanosecond: u32,
}

/// The bytes of `2024-12-01T10:30:00`.
const WHOLE: usize = 19;

#[inline]
pub(super) fn write_day(day: &Day, out: &mut impl Write) -> Result<(), OutOfRange> {
    let mut text = Text(*b"0000-00-00                      ");
    put_day(day, &mut text)?;
    text.write(10, out)
}

#[inline]
pub(super) fn write_moment<const FRACTION: usize>(
    moment: &Moment,
    out: &mut impl Write,
) -> Result<(), OutOfRange> {
    let mut text = Text(*b"0000-00-00T00:00:00.000000000Z  ");
    put_day(&moment.day, &mut text)?;
    text.put_two(moment.hour, 11);
    text.put_two(moment.minute, 14);
    text.put_two(moment.second, 17);
    let mut rest = cut::<FRACTION>(moment.nanosecond);
    for place in text.0[WHOLE + 1..=WHOLE + FRACTION].iter_mut().rev() {
        *place = b'0' + (rest % 10) as u8;
        rest /= 10;
    }
    text.0[width::<FRACTION>() - 1] = b'Z';
    text.write(width::<FRACTION>(), out)
}

/// Reads what [`write_day`] writes; whether there is such a day, the crate of the type says.
#[inline]
pub(super) fn read_day(text: &str) -> Option<Day> {
    take_day(text.as_bytes().try_into().ok()?)
}

/// Reads what [`write_moment`] writes; whether there is such a day and time, the crate of the type
/// says.
#[inline]
pub(super) fn read_moment<const FRACTION: usize>(text: &str) -> Option<Moment> {
    let bytes = text.as_bytes();
    if bytes.len() != width::<FRACTION>() {
        return None;
    }
    let (whole, fraction) = bytes.split_first_chunk::<WHOLE>()?;
    let (day, time) = whole.split_first_chunk::<10>()?;
    let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2] = time else { return None };
    let digits = match (FRACTION, fraction) {
        (0, [b'Z']) => &[][..],
        (1.., [b'.', digits @ .., b'Z']) => digits,
        _ => return None,
    };
    let mut nanosecond = 0;
    for byte in digits {
        nanosecond = nanosecond * 10 + u32::from(digit(*byte)?);
    }
    Some(Moment {
        day: take_day(day)?,
        hour: two(h1, h2)?,
        minute: two(m1, m2)?,
        second: two(s1, s2)?,
        nanosecond: nanosecond * unit::<FRACTION>(),
    })
}

/// The bytes of a timestamp with so many fractional digits.
const fn width<const FRACTION: usize>() -> usize {
    if FRACTION == 0 { WHOLE + 1 } else { WHOLE + 2 + FRACTION }
}

/// The nanoseconds of one unit in the last fractional digit.
const fn unit<const FRACTION: usize>() -> u32 {
    10u32.pow(9 - FRACTION as u32)
}

/// Whether so many fractional digits lose something.
#[inline]
pub(super) const fn is_cut<const FRACTION: usize>(moment: &Moment) -> bool {
    !moment.nanosecond.is_multiple_of(unit::<FRACTION>())
}

const fn cut<const FRACTION: usize>(nanosecond: u32) -> u32 {
    nanosecond / unit::<FRACTION>()
}

#[inline]
fn put_day(day: &Day, text: &mut Text) -> Result<(), OutOfRange> {
    let year = u16::try_from(day.year).ok().filter(|year| *year <= 9999).ok_or(OutOfRange)?;
    text.put_two((year / 100) as u8, 0);
    text.put_two((year % 100) as u8, 2);
    text.put_two(day.month, 5);
    text.put_two(day.day, 8);
    Ok(())
}

/// ASCII. Aligned and of two blocks in length, since `from_utf8` goes byte by byte up to the first
/// block and from the last.
#[repr(align(16))]
struct Text([u8; 32]);

/// The numbers below 100 in two digits. There is room for any byte, so that no bound is checked.
const TWO_DIGITS: [[u8; 2]; 256] = {
    let mut digits = [*b"00"; 256];
    let mut number = 0;
    while number < 100 {
        digits[number] = [b'0' + (number / 10) as u8, b'0' + (number % 10) as u8];
        number += 1;
    }
    digits
};

impl Text {
    /// Writes a number below 100 in two digits.
    #[inline]
    fn put_two(&mut self, number: u8, at: usize) {
        self.0[at..at + 2].copy_from_slice(&TWO_DIGITS[usize::from(number)]);
    }

    /// Writes the first bytes.
    #[inline]
    fn write(&self, length: usize, out: &mut impl Write) -> Result<(), OutOfRange> {
        let text = str::from_utf8(&self.0).map_err(|_| OutOfRange)?;
        Ok(out.write_str(text.get(..length).ok_or(OutOfRange)?)?)
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
    ($type:ty, $to_day:path, $from_day:path) => {
        #[diagnostic::do_not_recommend]
        impl KeyPart for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact("a date such as `2024-12-01`", Language::Date);

            #[inline]
            fn part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::write_day(&$to_day(value)?, out)
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

            #[inline]
            fn part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::write_moment::<{ $fraction }>(&$to_moment(value)?, out)
            }

            #[inline]
            fn read(text: &str) -> Option<Self> {
                $from_moment(&calendar::read_moment::<{ $fraction }>(text)?)
            }

            #[inline]
            fn is_cut(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_cut::<{ $fraction }>(&moment))
            }
        }
    };
    ($type:ty, $to_moment:path, $from_moment:path) => {
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
