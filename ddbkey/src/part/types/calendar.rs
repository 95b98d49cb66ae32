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
use crate::language::Unit;

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

impl Moment {
    /// The start of a day.
    pub(super) fn midnight(date: Day) -> Self {
        Self { date, hour: 0, minute: 0, second: 0, nanosecond: 0 }
    }
}

/// Where a value lies: in the calendar, or on which side of it.
pub(super) enum Place {
    /// Before the year 0000.
    Before,
    In(Moment),
    /// After the year 9999.
    Behind,
}

impl Place {
    /// The place of a value of this year, which in the calendar is a moment.
    pub(super) fn of(year: i32, moment: impl FnOnce() -> Option<Moment>) -> Self {
        match (year, moment()) {
            (..0, _) => Self::Before,
            (0..=9999, Some(moment)) => Self::In(moment),
            _ => Self::Behind,
        }
    }
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

/// The text of a moment, up to and including a unit.
#[inline]
pub(super) fn unit_text(moment: &Moment, unit: Unit) -> Result<Text, OutOfRange> {
    let mut text = moment_text(moment, 0)?;
    text.length = unit.width();
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
    let digits = match (fraction, rest) {
        (0, [b'Z']) => &[][..],
        (1.., [b'.', digits @ .., b'Z']) => digits,
        _ => return None,
    };
    let mut nanosecond = 0;
    for byte in digits {
        nanosecond = nanosecond * 10 + u32::from(digit(*byte)?);
    }
    take_moment(whole, nanosecond * UNITS[fraction])
}

/// Reads a [`unit_text`] as the start of the unit; whether there is such a day and time, the crate
/// of the type says.
#[inline]
pub(super) fn read_unit(text: &str, unit: Unit) -> Option<Moment> {
    if text.len() != unit.width() {
        return None;
    }
    let mut whole = *b"0000-01-01T00:00:00";
    whole.get_mut(..text.len())?.copy_from_slice(text.as_bytes());
    take_moment(&whole, 0)
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
pub(super) const fn is_truncated(moment: &Moment, fraction: usize) -> bool {
    !moment.nanosecond.is_multiple_of(UNITS[fraction])
}

/// Whether a text that ends with this unit loses something.
#[inline]
pub(super) fn is_behind_start(moment: &Moment, unit: Unit) -> bool {
    let Moment { date, hour, minute, second, nanosecond } = moment;
    let is_behind = |of: Unit, is_behind: bool| (unit as u8) < (of as u8) && is_behind;
    *nanosecond != 0
        || *second != 0
        || is_behind(Unit::Minute, *minute != 0)
        || is_behind(Unit::Hour, *hour != 0)
        || is_behind(Unit::Day, date.day != 1)
        || is_behind(Unit::Month, date.month != 1)
}

/// The days of 400 years, after which the calendar repeats itself.
const CYCLE: u64 = 146_097;

/// How many units there are from the year 0000 to 9999.
const fn count(unit: Unit) -> u64 {
    let days = CYCLE * 25;
    match unit {
        Unit::Year => 10_000,
        Unit::Month => 10_000 * 12,
        Unit::Day => days,
        Unit::Hour => days * 24,
        Unit::Minute => days * 24 * 60,
    }
}

/// The unit of a moment, counted from the year 0000 on.
fn number(moment: &Moment, unit: Unit) -> u64 {
    let Moment { date, hour, minute, .. } = moment;
    let year = u64::try_from(date.year).unwrap_or_default();
    let days = || {
        days_before_year(year) + days_before_month(year, date.month.into()) + u64::from(date.day)
            - 1
    };
    match unit {
        Unit::Year => year,
        Unit::Month => year * 12 + u64::from(date.month) - 1,
        Unit::Day => days(),
        Unit::Hour => days() * 24 + u64::from(*hour),
        Unit::Minute => (days() * 24 + u64::from(*hour)) * 60 + u64::from(*minute),
    }
}

/// The unit in which a range that starts here starts.
pub(super) fn first(place: &Place, unit: Unit) -> u64 {
    match place {
        Place::Before => 0,
        Place::In(moment) => number(moment, unit),
        Place::Behind => count(unit),
    }
}

/// The unit behind the last of a range that ends here.
pub(super) fn end(place: &Place, unit: Unit, is_included: bool) -> u64 {
    match place {
        Place::Before => 0,
        Place::In(moment) => {
            number(moment, unit) + u64::from(is_included || is_behind_start(moment, unit))
        }
        Place::Behind => count(unit),
    }
}

/// The start of a unit, counted from the year 0000 on.
pub(super) fn start(number: u64, unit: Unit) -> Option<Moment> {
    if number >= count(unit) {
        return None;
    }
    let day = |days| day_of(days).map(Moment::midnight);
    let hour = |hours| Some(Moment { hour: (hours % 24) as u8, ..day(hours / 24)? });
    match unit {
        Unit::Year => day(days_before_year(number)),
        Unit::Month => {
            let (year, month) = (number / 12, number % 12 + 1);
            day(days_before_year(year) + days_before_month(year, month))
        }
        Unit::Day => day(number),
        Unit::Hour => hour(number),
        Unit::Minute => Some(Moment { minute: (number % 60) as u8, ..hour(number / 60)? }),
    }
}

/// How many days lie between the year 0000 and a year.
const fn days_before_year(year: u64) -> u64 {
    // The year 0 is a leap year.
    year * 365 + year.div_ceil(4) - year.div_ceil(100) + year.div_ceil(400)
}

/// How many days of a year lie before a month, counted from 1.
fn days_before_month(year: u64, month: u64) -> u64 {
    let leap = days_before_year(year + 1) - days_before_year(year) - 365;
    let february = 28 + leap;
    let days = [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
    days.iter().zip(1..month).map(|(days, _)| days).sum()
}

/// The day with so many days between the start of the year 0000 and it.
fn day_of(days: u64) -> Option<Day> {
    // Leap days bring it back by at most seven years.
    let year = (0..=days / 365).rev().find(|year| days_before_year(*year) <= days)?;
    let day = days - days_before_year(year);
    let month = (1..=12).rev().find(|month| days_before_month(year, *month) <= day)?;
    let day = day - days_before_month(year, month) + 1;
    Some(Day { year: i16::try_from(year).ok()?, month: month as u8, day: day as u8 })
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
fn take_moment(text: &[u8; WHOLE], nanosecond: u32) -> Option<Moment> {
    let (day, time) = text.split_first_chunk::<10>()?;
    let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2] = time else { return None };
    Some(Moment {
        date: take_day(day)?,
        hour: two(h1, h2)?,
        minute: two(m1, m2)?,
        second: two(s1, s2)?,
        nanosecond,
    })
}

#[inline]
fn two(tens: u8, ones: u8) -> Option<u8> {
    Some(digit(tens)? * 10 + digit(ones)?)
}

#[inline]
fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

/// Implements `KeyPart` for a date type in its forms, given functions from and to a [`Day`].
macro_rules! date_part {
    ($type:ty, $is_serde_text:literal, $to_day:path, $from_day:path) => {
        const _: () = {
            fn to_moment(date: $type) -> Result<Moment, OutOfRange> {
                Ok(Moment::midnight($to_day(date)?))
            }

            fn from_moment(moment: &Moment) -> Option<$type> {
                $from_day(&moment.date)
            }

            fn locate(date: $type) -> Place {
                Place::of(date.year().into(), || to_moment(date).ok())
            }

            unit_part!(Year, $type, to_moment, from_moment, locate);
            unit_part!(Month, $type, to_moment, from_moment, locate);
        };

        #[diagnostic::do_not_recommend]
        impl KeyPart for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape =
                Shape::exact("a date such as `2024-12-01`", Language::Calendar { unit: Unit::Day });
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
            const CAN_TRUNCATE: bool = $fraction < 9;

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
            fn is_truncated(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_truncated(&moment, $fraction))
            }
        }
    };
    ($type:ty, $to_moment:path, $from_moment:path, $locate:path) => {
        unit_part!(Year, $type, $to_moment, $from_moment, $locate);
        unit_part!(Month, $type, $to_moment, $from_moment, $locate);
        unit_part!(Day, $type, $to_moment, $from_moment, $locate);
        unit_part!(Hour, $type, $to_moment, $from_moment, $locate);
        unit_part!(Minute, $type, $to_moment, $from_moment, $locate);

        // Not inlined: compiled once, and what reads a key stays short.
        fn read(text: &str, fraction: usize) -> Option<$type> {
            $from_moment(&calendar::read_moment(text, fraction)?)
        }

        timestamp_part!([] Plain, 9, $type, $to_moment, $from_moment);
        timestamp_part!([const N: usize] Fraction<N>, N, $type, $to_moment, $from_moment);
    };
}

/// Implements `KeyPart` and `Bucketed` for a type in the form of a calendar unit, given functions from
/// and to a [`Moment`], and to a [`Place`].
macro_rules! unit_part {
    ($unit:ident, $type:ty, $to_moment:path, $from_moment:path, $locate:path) => {
        #[diagnostic::do_not_recommend]
        impl KeyPart<format::$unit> for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact(
                calendar::what_unit(Unit::$unit),
                Language::Calendar { unit: Unit::$unit },
            );
            const IS_TRUSTED: bool = true;
            const CAN_TRUNCATE: bool = true;

            #[inline]
            fn part(&self) -> Self {
                *self
            }

            #[inline]
            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::unit_text(&$to_moment(value)?, Unit::$unit)?.write(out)
            }

            fn read(text: &str) -> Option<Self> {
                $from_moment(&calendar::read_unit(text, Unit::$unit)?)
            }

            #[inline]
            fn is_truncated(value: Self) -> bool {
                $to_moment(value)
                    .is_ok_and(|moment| calendar::is_behind_start(&moment, Unit::$unit))
            }
        }

        #[diagnostic::do_not_recommend]
        impl Bucketed<format::$unit> for $type {
            fn units(start: Self, end: Self, is_included: bool) -> core::ops::Range<u64> {
                if start > end || (start == end && !is_included) {
                    return 0..0;
                }
                let end = calendar::end(&$locate(end), Unit::$unit, is_included);
                calendar::first(&$locate(start), Unit::$unit)..end
            }

            fn start(unit: u64) -> Option<Self> {
                $from_moment(&calendar::start(unit, Unit::$unit)?)
            }
        }
    };
}

/// What the text of a calendar unit is.
pub(super) const fn what_unit(unit: Unit) -> &'static str {
    match unit {
        Unit::Year => "a year such as `2024`",
        Unit::Month => "a month such as `2024-12`",
        Unit::Day => "a day such as `2024-12-01`",
        Unit::Hour => "an hour such as `2024-12-01T10`",
        Unit::Minute => "a minute such as `2024-12-01T10:30`",
    }
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

pub(super) use {date_part, timestamp_part, unit_part};
