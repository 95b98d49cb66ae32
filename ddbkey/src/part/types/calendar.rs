//! The strings of dates and timestamps, the same for each crate that has such types.

use core::fmt::Write;
use core::ops::Range;

use super::{Language, OutOfRange, Shape};
use crate::language::{Spelling, Trimmed};

pub(super) struct Day {
    /// Any year. Strings have the years 0000 to 9999.
    pub(super) year: i32,
    pub(super) month: u8,
    pub(super) day: u8,
}

/// A point in time, in UTC.
pub(super) struct Moment {
    pub(super) date: Day,
    pub(super) hour: u8,
    pub(super) minute: u8,
    pub(super) second: u8,
    /// One billion or more in a leap second.
    pub(super) nanosecond: u32,
}

impl Moment {
    pub(super) fn midnight(date: Day) -> Self {
        Self { date, hour: 0, minute: 0, second: 0, nanosecond: 0 }
    }

    /// Returns the year of a moment that has a string. A leap second has none: it would be read as the second before it, or
    /// not at all.
    #[inline]
    fn checked_year(&self) -> Result<u16, OutOfRange> {
        match u16::try_from(self.date.year) {
            Ok(year @ 0..=9999) if self.nanosecond < UNITS[0] => Ok(year),
            _ => Err(OutOfRange),
        }
    }
}

/// A date or timestamp type of a crate.
pub(super) trait Calendar: Copy {
    /// Returns the moment of the value, in UTC. For a date, this is midnight.
    fn to_moment(self) -> Moment;

    /// Returns the value of a moment, if that day and time exist.
    fn from_moment(moment: &Moment) -> Option<Self>;
}

/// The length of `2024-12-01T10:30:00` in bytes.
const WHOLE: usize = 19;

/// Returns the string of a moment, with this many fractional digits.
#[inline]
pub(super) fn moment_text(moment: &Moment, fraction: usize) -> Result<TimeText, OutOfRange> {
    let length = width(fraction);
    let mut text = TimeText { bytes: *b"0000-00-00T00:00:00.000000000Z  ", length };
    let year = moment.checked_year()?;
    text.put_two((year / 100) as u8, 0);
    text.put_two((year % 100) as u8, 2);
    text.put_two(moment.date.month, 5);
    text.put_two(moment.date.day, 8);
    text.put_two(moment.hour, 11);
    text.put_two(moment.minute, 14);
    text.put_two(moment.second, 17);
    let nanosecond = moment.nanosecond;
    text.put_two((nanosecond / 10_000_000 % 100) as u8, 20);
    text.put_two((nanosecond / 100_000 % 100) as u8, 22);
    text.put_two((nanosecond / 1_000 % 100) as u8, 24);
    text.put_two((nanosecond / 10 % 100) as u8, 26);
    text.bytes[28] = b'0' + (nanosecond % 10) as u8;
    // The digits after it are cut off.
    text.bytes[length - 1] = b'Z';
    Ok(text)
}

/// Writes a moment up to one of its units, with these characters between them.
pub(super) fn write_spelled(
    value: impl Calendar,
    spelling: Spelling,
    out: &mut impl Write,
) -> Result<(), OutOfRange> {
    let moment = value.to_moment();
    let Moment { date, hour, minute, second, .. } = &moment;
    let year = moment.checked_year()?;
    let mut text = TimeText { bytes: [0; 32], length: 2 };
    text.put_two((year / 100) as u8, 0);
    let numbers = [(year % 100) as u8, date.month, date.day, *hour, *minute, *second];
    for (unit, number) in numbers.into_iter().take(spelling.units).enumerate() {
        text.put_two(number, text.length);
        text.length += 2;
        text.put_gap(spelling.gap(unit));
    }
    if spelling.fraction() != 0 {
        for unit in &UNITS[1..=spelling.fraction()] {
            text.bytes[text.length] = b'0' + (moment.nanosecond / unit % 10) as u8;
            text.length += 1;
        }
        text.put_gap(spelling.gap(6));
    }
    text.write(out)
}

/// Reads what [`write_spelled`] writes, as the start of its last unit or digit. The crate of the type decides
/// whether that day and time exist.
pub(super) fn read_spelled<T: Calendar>(text: &str, spelling: Spelling) -> Option<T> {
    let (century, mut rest) = take_two(text.as_bytes())?;
    let mut numbers = [0, 1, 1, 0, 0, 0];
    for (unit, number) in numbers.iter_mut().take(spelling.units).enumerate() {
        (*number, rest) = take_two(rest)?;
        if spelling.gap(unit) != 0 {
            rest = rest.strip_prefix(&[spelling.gap(unit)])?;
        }
    }
    let (digits, after) = rest.split_at_checked(spelling.fraction())?;
    let nanosecond = read_number(digits)? * UNITS[spelling.fraction()];
    rest = after;
    if spelling.fraction() != 0 && spelling.gap(6) != 0 {
        rest = rest.strip_prefix(&[spelling.gap(6)])?;
    }
    let [year, month, day, hour, minute, second] = numbers;
    let date = Day { year: i32::from(century) * 100 + i32::from(year), month, day };
    let moment = Moment { date, hour, minute, second, nanosecond };
    if rest.is_empty() { T::from_moment(&moment) } else { None }
}

fn take_two(text: &[u8]) -> Option<(u8, &[u8])> {
    let (&[tens, ones], rest) = text.split_first_chunk()?;
    Some((two(tens, ones)?, rest))
}

/// Returns the number of fraction digits: no more groups than necessary.
const fn trimmed_digits(nanosecond: u32, time: Trimmed) -> usize {
    let mut digits = 0;
    while digits < time.max_digits() && !nanosecond.is_multiple_of(UNITS[digits]) {
        digits += time.group;
    }
    digits
}

/// Returns the fraction without what the format cuts off.
const fn cut(nanosecond: u32, time: Trimmed) -> u32 {
    nanosecond - nanosecond % UNITS[time.max_digits()]
}

/// Writes a moment with no more groups of fraction digits than necessary.
#[inline]
pub(super) fn write_trimmed(
    moment: &Moment,
    time: Trimmed,
    out: &mut impl Write,
) -> Result<(), OutOfRange> {
    let digits = trimmed_digits(cut(moment.nanosecond, time), time);
    let mut text = moment_text(moment, digits)?;
    text.length -= 1;
    text.write(out)?;
    Ok(out.write_str(time.tail)?)
}

/// Returns the length of what [`write_trimmed`] writes.
#[inline]
pub(super) const fn trimmed_len(moment: &Moment, time: Trimmed) -> usize {
    width(trimmed_digits(cut(moment.nanosecond, time), time)) - 1 + time.tail.len()
}

/// Reads what [`write_trimmed`] writes.
#[inline]
pub(super) fn read_trimmed(text: &str, time: Trimmed) -> Option<Moment> {
    let (whole, fraction) =
        text.strip_suffix(time.tail)?.as_bytes().split_first_chunk::<WHOLE>()?;
    let digits = match fraction {
        [] => fraction,
        [b'.', digits @ ..] if !digits.is_empty() => digits,
        _ => return None,
    };
    let unit = UNITS.get(digits.len())?;
    let nanosecond = read_number(digits)? * unit;
    let is_shortest = trimmed_digits(nanosecond, time) == digits.len();
    is_shortest.then(|| take_moment(whole, nanosecond))?
}

/// The seconds from the year 0000 to 1970.
const EPOCH: i64 = 62_167_219_200;

/// Returns the time since 1970 in seconds with this many further digits, rounded down.
pub(super) fn since_epoch(moment: &Moment, digits: usize) -> Result<i64, OutOfRange> {
    moment.checked_year()?;
    let minutes = i64::try_from(number(moment, MINUTES)).map_err(|_| OutOfRange)?;
    let seconds = minutes * 60 + i64::from(moment.second) - EPOCH;
    let unit = i64::from(UNITS[digits]);
    Ok(seconds * (i64::from(UNITS[0]) / unit) + i64::from(moment.nanosecond) / unit)
}

/// Returns the moment of a time since 1970.
pub(super) fn at_epoch(time: i64, digits: usize) -> Option<Moment> {
    let (second, unit) = (i64::from(UNITS[0]) / i64::from(UNITS[digits]), i64::from(UNITS[digits]));
    let seconds = u64::try_from(time.div_euclid(second).checked_add(EPOCH)?).ok()?;
    let minute = start(seconds / 60, MINUTES)?;
    let nanosecond = u32::try_from(time.rem_euclid(second) * unit).ok()?;
    Some(Moment { second: (seconds % 60) as u8, nanosecond, ..minute })
}

/// Reads a [`moment_text`]. The crate of the type decides whether that day and time
/// exist.
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
    take_moment(whole, read_number(digits)? * UNITS[fraction])
}

#[inline]
fn read_number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, byte| Some(number * 10 + u32::from(digit(*byte)?)))
}

/// Returns the length of a timestamp with this many fractional digits in bytes.
const fn width(fraction: usize) -> usize {
    if fraction == 0 { WHOLE + 1 } else { WHOLE + 2 + fraction }
}

/// The nanoseconds of one unit in the last of this many fractional digits.
const UNITS: [u32; 10] =
    [1_000_000_000, 100_000_000, 10_000_000, 1_000_000, 100_000, 10_000, 1_000, 100, 10, 1];

/// Returns the nanoseconds that this many fractional digits lose.
#[inline]
pub(super) const fn rest_of_fraction(moment: &Moment, fraction: usize) -> u64 {
    (moment.nanosecond % UNITS[fraction]) as u64
}

/// Returns what a string of this many units loses: 0 at the start of the last unit, and more the later it is. Months
/// count as equally long.
#[inline]
pub(super) fn rest_of_unit(moment: &Moment, units: usize) -> u64 {
    let Moment { date, hour, minute, second, nanosecond } = moment;
    let finer =
        [(date.month - 1, 12), (date.day - 1, 31), (*hour, 24), (*minute, 60), (*second, 60)];
    let seconds = finer[units - 1..]
        .iter()
        .fold(0, |rest, (number, count)| rest * count + u64::from(*number));
    seconds * u64::from(UNITS[0]) + u64::from(*nanosecond)
}

/// The number of units in a string with minutes.
const MINUTES: usize = 5;

/// Returns the number of units of the last kind from the year 0000 to 9999.
fn count(units: usize) -> u64 {
    // The calendar repeats itself after 400 years.
    let days = 146_097 * 25;
    [10_000, 10_000 * 12, days, days * 24, days * 24 * 60][units - 1]
}

/// Returns the last unit of a moment as a number, counted from the year 0000.
fn number(moment: &Moment, units: usize) -> u64 {
    let Moment { date, hour, minute, .. } = moment;
    let (year, month) = (u64::try_from(date.year).unwrap_or_default(), u64::from(date.month));
    let days = days_before(year, month) + u64::from(date.day) - 1;
    let hours = days * 24 + u64::from(*hour);
    [year, year * 12 + month - 1, days, hours, hours * 60 + u64::from(*minute)][units - 1]
}

/// Returns the units that a range touches, counted from the year 0000.
pub(super) fn touched<T: Calendar + PartialOrd>(
    start: T,
    end: T,
    is_included: bool,
    units: usize,
) -> Range<u64> {
    if start > end || (start == end && !is_included) {
        return 0..0;
    }
    // A value outside the calendar counts as its start or its end.
    let at = |value: T, is_past: &dyn Fn(&Moment) -> bool| {
        let moment = value.to_moment();
        match moment.date.year {
            ..0 => 0,
            0..=9999 => number(&moment, units) + u64::from(is_past(&moment)),
            _ => count(units),
        }
    };
    at(start, &|_| false)..at(end, &|moment| is_included || rest_of_unit(moment, units) != 0)
}

/// Returns the start of a unit of the last kind, counted from the year 0000.
pub(super) fn start(number: u64, units: usize) -> Option<Moment> {
    if number >= count(units) {
        return None;
    }
    let minutes = match units {
        1 => days_before(number, 1) * 24 * 60,
        2 => days_before(number / 12, number % 12 + 1) * 24 * 60,
        3 => number * 24 * 60,
        4 => number * 60,
        _ => number,
    };
    let (hour, minute) = ((minutes / 60 % 24) as u8, (minutes % 60) as u8);
    Some(Moment { hour, minute, ..Moment::midnight(day_of(minutes / 60 / 24)) })
}

/// The days from March 1 of the year -400 to the year 0000. Counted from there, a leap day ends its year.
const MARCH: u64 = 146_037;

/// Returns the days from the year 0000 to the start of a month.
fn days_before(year: u64, month: u64) -> u64 {
    let (year, months) = if month > 2 { (year + 400, month - 3) } else { (year + 399, month + 9) };
    year * 365 + year / 4 - year / 100 + year / 400 + (months * 153 + 2) / 5 - MARCH
}

/// Returns the day this many days after the start of the year 0000.
fn day_of(days: u64) -> Day {
    let days = days + MARCH;
    let (cycle, days) = (days / 146_097, days % 146_097);
    let year = (days - days / 1460 + days / 36_524 - days / 146_096) / 365;
    let days = days - (year * 365 + year / 4 - year / 100);
    let months = (days * 5 + 2) / 153;
    let (next, month) = if months < 10 { (0, months + 3) } else { (1, months - 9) };
    let year = (cycle * 400 + year + next) as i32 - 400;
    Day { year, month: month as u8, day: (days - (months * 153 + 2) / 5 + 1) as u8 }
}

/// An ASCII string, aligned and two blocks long, since `from_utf8` goes byte by byte up to the first
/// block and after the last.
#[repr(align(16))]
pub(super) struct TimeText {
    bytes: [u8; 32],
    length: usize,
}

/// The numbers below 100 in two digits. Every byte is a valid index, so that no bound is checked.
const TWO_DIGITS: [[u8; 2]; 256] = {
    let mut digits = [*b"00"; 256];
    let mut number = 0u8;
    while number < 100 {
        digits[number as usize] = [b'0' + number / 10, b'0' + number % 10];
        number += 1;
    }
    digits
};

impl TimeText {
    #[inline]
    fn put_two(&mut self, number: u8, at: usize) {
        self.bytes[at..at + 2].copy_from_slice(&TWO_DIGITS[usize::from(number)]);
    }

    /// Writes the character after a unit, if there is one.
    fn put_gap(&mut self, gap: u8) {
        if gap != 0 {
            self.bytes[self.length] = gap;
            self.length += 1;
        }
    }

    #[inline]
    pub(super) fn write(&self, out: &mut impl Write) -> Result<(), OutOfRange> {
        let text = str::from_utf8(&self.bytes).map_err(|_| OutOfRange)?;
        Ok(out.write_str(text.get(..self.length).ok_or(OutOfRange)?)?)
    }
}

#[inline]
fn take_moment(text: &[u8; WHOLE], nanosecond: u32) -> Option<Moment> {
    let (day, time) = text.split_first_chunk::<10>()?;
    let &[y1, y2, y3, y4, b'-', m1, m2, b'-', d1, d2] = day else { return None };
    let year = i32::from(two(y1, y2)?) * 100 + i32::from(two(y3, y4)?);
    let date = Day { year, month: two(m1, m2)?, day: two(d1, d2)? };
    let &[b'T', h1, h2, b':', m1, m2, b':', s1, s2] = time else { return None };
    let (hour, minute, second) = (two(h1, h2)?, two(m1, m2)?, two(s1, s2)?);
    Some(Moment { date, hour, minute, second, nanosecond })
}

#[inline]
fn two(tens: u8, ones: u8) -> Option<u8> {
    Some(digit(tens)? * 10 + digit(ones)?)
}

#[inline]
fn digit(byte: u8) -> Option<u8> {
    byte.is_ascii_digit().then(|| byte - b'0')
}

pub(super) const fn spelled_shape(units: usize, gaps: u64) -> Shape {
    let expecting = match units {
        1 => "a year",
        2 => "a month",
        3 => "a day",
        4 => "an hour",
        5 => "a minute",
        _ => "a time",
    };
    Shape::exact(expecting, Language::Strftime(Spelling { units, gaps }))
}

/// Implements `KeyPart` for a type up to these units, `{at:day}` and `{at:%Y%m%d}`, and `Bucketed` if they have a
/// name.
macro_rules! spelled_parts {
    (@ $generic:tt $type:ty as $format:ty, $units:literal, $gaps:expr) => {
        known_part! {
            $generic $type as $format, order::Always, CAN_TRUNCATE = $units < 9;
            shape: calendar::spelled_shape($units, $gaps);
            write: |value, out| {
                calendar::write_spelled(value, Spelling { units: $units, gaps: $gaps }, out)
            };
            read: |text| calendar::read_spelled(text, Spelling { units: $units, gaps: $gaps });
            rest: |value| -> u64 {
                let spelling = Spelling { units: $units, gaps: $gaps };
                match spelling.fraction() {
                    0 => calendar::rest_of_unit(&value.to_moment(), $units),
                    digits => calendar::rest_of_fraction(&value.to_moment(), digits),
                }
            }
        }
    };
    (buckets [$($generic:tt)*] $type:ty as $format:ty, $units:literal) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> $crate::part::Bucketed<$format> for $type {
            fn units(start: Self, end: Self, is_included: bool) -> core::ops::Range<u64> {
                calendar::touched(start, end, is_included, $units)
            }

            fn start(unit: u64) -> Option<Self> {
                Self::from_moment(&calendar::start(unit, $units)?)
            }
        }
    };
    ($type:ty: $($units:literal $($name:ident)?),+) => {$(
        $(
            spelled_parts!(@ [] $type as $crate::part::$name, $units, Spelling::iso($units).gaps);
            spelled_parts!(buckets [] $type as $crate::part::$name, $units);
            spelled_parts!(buckets [const GAPS: u64] $type as $crate::part::Strftime<$units, GAPS>, $units);
        )?
        spelled_parts!(@ [const GAPS: u64] $type as $crate::part::Strftime<$units, GAPS>, $units, GAPS);
    )+};
}

/// Implements `KeyPart` for a timestamp type as the time since 1970, in seconds with further digits.
macro_rules! epoch_parts {
    ($type:ty: $($digits:literal $width:literal $what:literal),+) => {$(
        known_part! {
            [] $type as $crate::part::Epoch<$digits>, order::Always, CAN_TRUNCATE = true;
            shape: Shape::exact(
                concat!("a time in ", $what, " since 1970"),
                <u64 as KeyPart<$crate::part::Padded<$width>>>::SHAPE.language,
            );
            write: |value, out| {
                let time = calendar::since_epoch(&value.to_moment(), $digits)?;
                let time = u64::try_from(time).map_err(|_| OutOfRange)?;
                <u64 as KeyPart<$crate::part::Padded<$width>>>::write(time, out)
            };
            read: |text| {
                let time = <u64 as KeyPart<$crate::part::Padded<$width>>>::read(text)?;
                Self::from_moment(&calendar::at_epoch(i64::try_from(time).ok()?, $digits)?)
            };
            rest: |value| -> u64 { calendar::rest_of_fraction(&value.to_moment(), $digits) }
        }

        known_part! {
            [] $type as $crate::part::EpochNumber<$digits>, order::Number<order::BuiltIn>,
                CAN_TRUNCATE = true;
            shape: {
                let what = concat!("a time in ", $what, " since 1970");
                Shape::exact(what, Language::Integers(Integers::epoch(10u128.pow($digits))))
            };
            write: |value, out| {
                let time = calendar::since_epoch(&value.to_moment(), $digits)?;
                <i64 as KeyPart>::write(time, out)
            };
            read: |text| {
                Self::from_moment(&calendar::at_epoch(<i64 as KeyPart>::read(text)?, $digits)?)
            };
            rest: |value| -> u64 { calendar::rest_of_fraction(&value.to_moment(), $digits) }
        }
    )+};
}

/// Implements `KeyPart` for a timestamp type with no more fraction digits than necessary. Strings of `isoformat` sort
/// wherever the rules of keys allow them.
macro_rules! trimmed_parts {
    ($type:ty: $($format:ident $time:ident $order:ident $example:literal),+) => {$(
        known_part! {
            [] $type as $crate::part::$format, order::$order,
                CAN_TRUNCATE = Trimmed::$time.max_digits() < 9;
            shape: Shape::exact(
                concat!("a timestamp such as `2024-12-01T10:30:00", $example, "`"),
                Language::Trimmed(Trimmed::$time),
            );
            write: |value, out| calendar::write_trimmed(&value.to_moment(), Trimmed::$time, out);
            read: |text| Self::from_moment(&calendar::read_trimmed(text, Trimmed::$time)?);
            text_len: |value| -> usize { calendar::trimmed_len(&value.to_moment(), Trimmed::$time) }
            rest: |value| -> u64 {
                calendar::rest_of_fraction(&value.to_moment(), Trimmed::$time.max_digits())
            }
        }
    )+};
}

/// Implements `KeyPart` for a date type in its formats, and `CivilDate` with the timestamp type of its crate.
macro_rules! date_parts {
    ($type:ty, $timestamp:ty, $is_serde_text:literal) => {
        spelled_parts!($type: 1 Year, 2 Month, 3 Day);

        #[diagnostic::do_not_recommend]
        impl $crate::part::CivilDate for $type {
            type Timestamp = $timestamp;

            fn midnight(self) -> Option<$timestamp> {
                Calendar::from_moment(&self.to_moment())
            }
        }

        known_part! {
            [] $type, order::Always, IS_SERDE_TEXT = $is_serde_text;
            shape: Shape::exact("a date", Language::Strftime(Spelling::iso(3)));
            write: |value, out| calendar::write_spelled(value, Spelling::iso(3), out);
            read: |text| calendar::read_spelled(text, Spelling::iso(3));
        }
    };
}

/// Implements `KeyPart` for a timestamp type in its formats.
macro_rules! timestamp_parts {
    (@ $generic:tt $type:ty as $format:ty, $fraction:expr) => {
        known_part! {
            $generic $type as $format, order::Always, CAN_TRUNCATE = $fraction < 9;
            shape: Shape::exact("a timestamp", Language::Strftime(Spelling::timestamp($fraction)));
            write: |value, out| calendar::moment_text(&value.to_moment(), $fraction)?.write(out);
            read: |text| read(text, $fraction);
            rest: |value| -> u64 { calendar::rest_of_fraction(&value.to_moment(), $fraction) }
        }
    };
    ($type:ty) => {
        spelled_parts!($type: 1 Year, 2 Month, 3 Day, 4 Hour, 5 Minute, 6, 7, 8, 9);
        epoch_parts!($type: 0 10 "seconds", 3 13 "milliseconds");

        trimmed_parts!(
            $type:
            Rfc3339 RFC3339 Always ".123+00:00",
            Isoformat ISOFORMAT Always ".123456",
            Instant INSTANT Never ".120Z",
            Rfc3339Nano RFC3339_NANO Never ".12Z"
        );

        // This is not inlined: it is compiled once, and the code that reads a key stays short.
        fn read(text: &str, fraction: usize) -> Option<$type> {
            Calendar::from_moment(&calendar::read_moment(text, fraction)?)
        }

        timestamp_parts!(@ [] $type as $crate::part::Plain, 9);
        timestamp_parts!(@ [const N: usize] $type as $crate::part::Fraction<N>, N);
    };
}
