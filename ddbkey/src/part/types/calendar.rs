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

use super::{Language, OutOfRange, Shape, Spelling, Unit};

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

/// Where the units `%Y %m %d %H %M %S` are in `2024-12-01T10:30:00`, and their lengths.
const PLACES: [(usize, usize); 6] = [(0, 4), (5, 2), (8, 2), (11, 2), (14, 2), (17, 2)];

/// The text of a moment, with other characters between the units.
pub(super) fn spelled_text(moment: &Moment, spelling: Spelling) -> Result<Text, OutOfRange> {
    let whole = moment_text(moment, 0)?;
    let mut text = Text { bytes: [0; 32], length: 0 };
    for (unit, (at, length)) in PLACES.into_iter().take(spelling.units).enumerate() {
        text.push(&whole.bytes[at..at + length]);
        if spelling.gap(unit) != 0 {
            text.push(&[spelling.gap(unit)]);
        }
    }
    Ok(text)
}

/// Reads a [`spelled_text`] as the start of its last unit; whether there is such a day and time, the crate of
/// the type says.
pub(super) fn read_spelled(text: &str, spelling: Spelling) -> Option<Moment> {
    let (mut whole, mut rest) = (*b"0000-01-01T00:00:00", text.as_bytes());
    for (unit, (at, length)) in PLACES.into_iter().take(spelling.units).enumerate() {
        let (digits, after) = rest.split_at_checked(length)?;
        whole[at..at + length].copy_from_slice(digits);
        rest = match spelling.gap(unit) {
            0 => after,
            gap => after.strip_prefix(&[gap])?,
        };
    }
    if rest.is_empty() { take_moment(&whole, 0) } else { None }
}

/// The fractional digits that chrono writes: as few groups of three as hold the value.
const fn shortest_fraction(nanosecond: u32) -> usize {
    match nanosecond {
        0 => 0,
        _ if nanosecond.is_multiple_of(1_000_000) => 3,
        _ if nanosecond.is_multiple_of(1_000) => 6,
        _ => 9,
    }
}

/// What chrono writes after the fraction, in UTC.
const OFFSET: &str = "+00:00";

/// Writes what chrono's `to_rfc3339` does.
pub(super) fn write_rfc3339(moment: &Moment, out: &mut impl Write) -> Result<(), OutOfRange> {
    let mut text = moment_text(moment, shortest_fraction(moment.nanosecond))?;
    text.length -= 1;
    text.write(out)?;
    Ok(out.write_str(OFFSET)?)
}

/// The length of what [`write_rfc3339`] writes.
pub(super) const fn rfc3339_len(moment: &Moment) -> usize {
    width(shortest_fraction(moment.nanosecond)) - 1 + OFFSET.len()
}

/// Reads what [`write_rfc3339`] writes.
pub(super) fn read_rfc3339(text: &str) -> Option<Moment> {
    let (whole, fraction) = text.strip_suffix(OFFSET)?.as_bytes().split_first_chunk::<WHOLE>()?;
    let digits = match fraction {
        [] => fraction,
        [b'.', digits @ ..] if !digits.is_empty() => digits,
        _ => return None,
    };
    let unit = UNITS.get(digits.len())?;
    let nanosecond = read_number(digits)? * unit;
    if shortest_fraction(nanosecond) == digits.len() {
        take_moment(whole, nanosecond)
    } else {
        None
    }
}

/// The seconds from the year 0000 to 1970.
const EPOCH: i64 = 62_167_219_200;

/// The time since 1970 in seconds with so many further digits, rounded down.
pub(super) fn since_epoch(moment: &Moment, digits: usize) -> Result<i64, OutOfRange> {
    if !(0..=9999).contains(&moment.date.year) {
        return Err(OutOfRange);
    }
    let minutes = i64::try_from(number(moment, Unit::Minute)).map_err(|_| OutOfRange)?;
    let seconds = minutes * 60 + i64::from(moment.second) - EPOCH;
    let unit = i64::from(UNITS[digits]);
    Ok(seconds * (i64::from(UNITS[0]) / unit) + i64::from(moment.nanosecond) / unit)
}

/// The moment of a time since 1970.
pub(super) fn at_epoch(time: i64, digits: usize) -> Option<Moment> {
    let (second, unit) = (i64::from(UNITS[0]) / i64::from(UNITS[digits]), i64::from(UNITS[digits]));
    let seconds = u64::try_from(time.div_euclid(second).checked_add(EPOCH)?).ok()?;
    let minute = start(seconds / 60, Unit::Minute)?;
    let nanosecond = u32::try_from(time.rem_euclid(second) * unit).ok()?;
    Some(Moment { second: (seconds % 60) as u8, nanosecond, ..minute })
}

/// The least and the greatest time of the calendar, the former without its sign.
pub(super) const fn epoch_limits(digits: usize) -> (u128, u128) {
    let second = (UNITS[0] / UNITS[digits]) as u128;
    (EPOCH as u128 * second, 253_402_300_800 * second - 1)
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
    take_moment(whole, read_number(digits)? * UNITS[fraction])
}

/// Reads up to nine digits.
#[inline]
fn read_number(digits: &[u8]) -> Option<u32> {
    digits.iter().try_fold(0, |number, byte| Some(number * 10 + u32::from(digit(*byte)?)))
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

    fn push(&mut self, bytes: &[u8]) {
        self.bytes[self.length..self.length + bytes.len()].copy_from_slice(bytes);
        self.length += bytes.len();
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

/// An example of a spelling, for what its texts are.
struct Example<const UNITS: usize, const GAPS: u64>;

impl<const UNITS: usize, const GAPS: u64> Example<UNITS, GAPS> {
    const SPELLING: Spelling = Spelling { units: UNITS, gaps: GAPS };
    const BYTES: ([u8; 64], usize) = {
        let (mut bytes, mut length) = ([0; 64], 0);
        let before = match UNITS {
            1 => "a year such as `",
            2 => "a month such as `",
            3 => "a day such as `",
            4 => "an hour such as `",
            5 => "a minute such as `",
            _ => "a time such as `",
        };
        let (before, whole) = (before.as_bytes(), b"2024-12-01T10:30:00");
        while length < before.len() {
            bytes[length] = before[length];
            length += 1;
        }
        let mut unit = 0;
        while unit < UNITS {
            let (mut at, end) = (PLACES[unit].0, PLACES[unit].0 + PLACES[unit].1);
            while at < end {
                bytes[length] = whole[at];
                (at, length) = (at + 1, length + 1);
            }
            if Self::SPELLING.gap(unit) != 0 {
                bytes[length] = Self::SPELLING.gap(unit);
                length += 1;
            }
            unit += 1;
        }
        bytes[length] = b'`';
        (bytes, length + 1)
    };
    const WHAT: &str = match str::from_utf8(Self::BYTES.0.split_at(Self::BYTES.1).0) {
        Ok(what) => what,
        Err(_) => "a time",
    };
}

/// The shape of the texts of a spelling.
pub(super) const fn spelled_shape<const UNITS: usize, const GAPS: u64>() -> Shape {
    assert!(0 < UNITS && UNITS <= 6, "a time has 1 to 6 units");
    Shape::exact(Example::<UNITS, GAPS>::WHAT, Language::Strftime(Example::<UNITS, GAPS>::SPELLING))
}

/// Whether a text that ends with the last of so many units loses something.
pub(super) fn is_spelled_truncated(moment: &Moment, units: usize) -> bool {
    match Unit::ALL.get(units - 1) {
        Some(unit) => is_behind_start(moment, *unit),
        None => is_truncated(moment, 0),
    }
}

/// Implements `KeyPart` for a type in the spellings of these numbers of units, given functions from and to a
/// [`Moment`], and for those that are calendar units `Bucketed`, given one to a [`Place`].
macro_rules! spelled_part {
    ($type:ty, $to_moment:path, $from_moment:path, $locate:path; $($units:literal $($unit:ident)?),+) => {$(
        #[diagnostic::do_not_recommend]
        impl<const GAPS: u64> KeyPart<Strftime<$units, GAPS>> for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = calendar::spelled_shape::<$units, GAPS>();
            const IS_TRUSTED: bool = true;
            const CAN_TRUNCATE: bool = true;

            #[inline]
            fn as_part(&self) -> Self {
                *self
            }

            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                let spelling = Spelling { units: $units, gaps: GAPS };
                calendar::spelled_text(&$to_moment(value)?, spelling)?.write(out)
            }

            fn read(text: &str) -> Option<Self> {
                let spelling = Spelling { units: $units, gaps: GAPS };
                $from_moment(&calendar::read_spelled(text, spelling)?)
            }

            fn is_truncated(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_spelled_truncated(&moment, $units))
            }
        }

        $(bucketed!([const GAPS: u64] Strftime<$units, GAPS>, $unit, $type, $from_moment, $locate);)?
    )+};
}

/// Implements `KeyPart` for a timestamp type as the time since 1970, in seconds with further digits, given
/// functions from and to a [`Moment`].
macro_rules! epoch_part {
    ($type:ty, $to_moment:path, $from_moment:path; $($digits:literal $width:literal $what:literal),+) => {$(
        #[diagnostic::do_not_recommend]
        impl KeyPart<Epoch<$digits>> for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact(
                concat!("a time in ", $what, " since 1970"),
                Language::Padded { digits: $width, max: 10u128.pow($width) - 1, below: 0, zero: true },
            );
            const IS_TRUSTED: bool = true;
            const CAN_TRUNCATE: bool = true;

            #[inline]
            fn as_part(&self) -> Self {
                *self
            }

            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                let time = calendar::since_epoch(&$to_moment(value)?, $digits)?;
                let time = u64::try_from(time).map_err(|_| OutOfRange)?;
                <u64 as KeyPart<Padded<$width>>>::write(time, out)
            }

            fn read(text: &str) -> Option<Self> {
                let time = <u64 as KeyPart<Padded<$width>>>::read(text)?;
                $from_moment(&calendar::at_epoch(i64::try_from(time).ok()?, $digits)?)
            }

            #[inline]
            fn is_truncated(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_truncated(&moment, $digits))
            }
        }

        #[diagnostic::do_not_recommend]
        impl KeyPart<EpochNumber<$digits>> for $type {
            type Ref<'k> = Self;
            type Order = order::Number<order::BuiltIn>;

            const SHAPE: Shape = {
                let (below, max) = calendar::epoch_limits($digits);
                Shape::exact(
                    concat!("a time in ", $what, " since 1970"),
                    Language::Integer { max, below, zero: true },
                )
            };
            const IS_TRUSTED: bool = true;
            const CAN_TRUNCATE: bool = true;
            const IS_NUMBER: bool = true;

            #[inline]
            fn as_part(&self) -> Self {
                *self
            }

            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                let time = calendar::since_epoch(&$to_moment(value)?, $digits)?;
                <i64 as KeyPart>::write(time, out)
            }

            fn read(text: &str) -> Option<Self> {
                $from_moment(&calendar::at_epoch(<i64 as KeyPart>::read(text)?, $digits)?)
            }

            #[inline]
            fn is_truncated(value: Self) -> bool {
                $to_moment(value).is_ok_and(|moment| calendar::is_truncated(&moment, $digits))
            }
        }
    )+};
}

/// Implements `KeyPart` for a timestamp type as chrono writes it, given functions from and to a [`Moment`].
macro_rules! rfc3339_part {
    ($type:ty, $to_moment:path, $from_moment:path) => {
        #[diagnostic::do_not_recommend]
        impl KeyPart<Rfc3339> for $type {
            type Ref<'k> = Self;
            type Order = order::Always;

            const SHAPE: Shape = Shape::exact(
                "a timestamp such as `2024-12-01T10:30:00.123+00:00`",
                Language::Rfc3339,
            );
            const IS_TRUSTED: bool = true;

            #[inline]
            fn as_part(&self) -> Self {
                *self
            }

            fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
                calendar::write_rfc3339(&$to_moment(value)?, out)
            }

            fn read(text: &str) -> Option<Self> {
                $from_moment(&calendar::read_rfc3339(text)?)
            }

            fn text_len(value: Self) -> usize {
                $to_moment(value).map_or(0, |moment| calendar::rfc3339_len(&moment))
            }
        }
    };
}

/// Implements `Bucketed` for a type in a format of a calendar unit, given functions from a [`Moment`] and to a
/// [`Place`].
macro_rules! bucketed {
    ([$($generic:tt)*] $form:ty, $unit:ident, $type:ty, $from_moment:path, $locate:path) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> Bucketed<$form> for $type {
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
            unit_part!(Day, $type, to_moment, from_moment, locate);
    spelled_part!($type, to_moment, from_moment, locate; 1 Year, 2 Month, 3 Day);
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
            fn as_part(&self) -> Self {
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
            fn as_part(&self) -> Self {
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

        spelled_part!($type, $to_moment, $from_moment, $locate; 1 Year, 2 Month, 3 Day, 4 Hour, 5 Minute, 6);
        epoch_part!($type, $to_moment, $from_moment; 0 10 "seconds", 3 13 "milliseconds");
        rfc3339_part!($type, $to_moment, $from_moment);

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
            fn as_part(&self) -> Self {
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

        bucketed!([] format::$unit, $unit, $type, $from_moment, $locate);
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

pub(super) use {
    bucketed, date_part, epoch_part, rfc3339_part, spelled_part, timestamp_part, unit_part,
};
