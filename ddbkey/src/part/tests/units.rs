//! Calendar units of dates and timestamps: `{at:year}` to `{at:minute}`.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, proptest};

use super::calendar::{AnyDate, AnyTimestamp, CALENDAR, DAY, DAYS, days_in, points, spell};
use super::hostile::{Edits, edits, neighbours, spoil, strays, texts};
use super::{check_order, check_text, check_value, text};
use crate::part::{Day, Hour, Minute, Month, Year};
use crate::part::{Format, Fraction, KeyPart, OutOfRange, order};

/// Calls a function for the date type of each crate whose feature is on, in both units.
macro_rules! each_date {
    ($check:ident $arguments:tt) => {
        #[cfg(feature = "chrono")]
        each_date!($check $arguments: chrono::NaiveDate);
        #[cfg(feature = "jiff")]
        each_date!($check $arguments: jiff::civil::Date);
        #[cfg(feature = "time")]
        each_date!($check $arguments: time::Date);
    };
    ($check:ident $arguments:tt: $type:ty) => {
        $check::<$type, Year> $arguments;
        $check::<$type, Month> $arguments;
    };
}

/// Calls a function for the timestamp type of each crate whose feature is on, in every unit.
macro_rules! each_timestamp {
    ($check:ident $arguments:tt) => {
        #[cfg(feature = "chrono")]
        each_timestamp!($check $arguments: chrono::DateTime<chrono::Utc>);
        #[cfg(feature = "jiff")]
        each_timestamp!($check $arguments: jiff::Timestamp);
        #[cfg(feature = "time")]
        each_timestamp!($check $arguments: time::OffsetDateTime);
    };
    ($check:ident $arguments:tt: $type:ty) => {
        $check::<$type, Year> $arguments;
        $check::<$type, Month> $arguments;
        $check::<$type, Day> $arguments;
        $check::<$type, Hour> $arguments;
        $check::<$type, Minute> $arguments;
    };
}

pub(super) use {each_date, each_timestamp};

/// The number of bytes of a timestamp's string that a unit shows, and the number of these units in the calendar.
pub(super) trait UnitForm: Format + Clone {
    const WIDTH: usize;
    const COUNT: u128;
}

macro_rules! unit_form {
    ($($unit:ident: $example:literal, $count:expr;)+) => {$(
        impl UnitForm for $unit {
            const WIDTH: usize = $example.len();
            const COUNT: u128 = $count;
        }
    )+};
}

unit_form! {
    Year: "2024", 10_000;
    Month: "2024-12", 120_000;
    Day: "2024-12-01", DAYS;
    Hour: "2024-12-01T10", DAYS * 24;
    Minute: "2024-12-01T10:30", DAYS * 24 * 60;
}

/// Returns the string of a unit: a prefix of the timestamp's string.
pub(super) fn spell_unit<F: UnitForm>(second: i64) -> Option<String> {
    let mut text = spell::<Fraction<0>>(second, 0)?;
    text.truncate(F::WIDTH);
    Some(text)
}

/// Checks that a point in time has the expected string, or none. The string reads as the start of its unit.
fn check_point<T, F: UnitForm>(second: i64, nanosecond: u32)
where
    for<'k> T: AnyTimestamp + KeyPart<F, Ref<'k> = T>,
{
    let Some(value) = T::of(second, nanosecond) else { return };
    let expected = spell_unit::<F>(second);
    assert_eq!(text::<T, F>(&value).ok(), expected, "{value:?}");
    let Some(expected) = expected else { return };
    let start = T::read(&expected).unwrap();
    assert!(start <= value, "{start:?} {value:?}");
    assert_eq!(T::rest(value) != 0, start != value, "{start:?} {value:?}");
    assert_eq!(check_value::<T, F>(&start), expected);
    let Some(before) = before_start::<T>(&expected) else { return };
    assert!(before < start);
    assert_ne!(text::<T, F>(&before).ok(), Some(expected), "not the start: {before:?}");
}

/// Returns the last nanosecond before the unit with this string.
fn before_start<T: AnyTimestamp>(text: &str) -> Option<T> {
    let number = |range| text.get(range).map_or(Some(0), |digits: &str| digits.parse::<i64>().ok());
    let year = number(0..4)?;
    let month = number(5..7).filter(|month| *month > 0).unwrap_or(1);
    let day = number(8..10).filter(|day| *day > 0).unwrap_or(1);
    let cycle = year / 400 * 146_097;
    let years: i64 = (year / 400 * 400..year).map(days_in_year).sum();
    let months: i64 = (1..usize::try_from(month).ok()?).map(|month| days_in(year, month)).sum();
    let days = cycle + years + months + day - 1;
    let second = days * DAY + number(11..13)? * 3600 + number(14..16)? * 60;
    T::of(CALENDAR.start() + second - 1, 999_999_999)
}

fn days_in_year(year: i64) -> i64 {
    (1..=12).map(|month| days_in(year, month)).sum()
}

fn check_units<T: KeyPart<F> + AnyTimestamp, F: UnitForm>(texts: &[String]) {
    for text in texts {
        check_text::<T, F>(text);
    }
}

fn check_edits<T: KeyPart<F> + AnyTimestamp, F: UnitForm>(second: i64, edits: &Edits) {
    for text in spell_unit::<F>(second).iter().flat_map(|text| spoil(text, edits)) {
        check_text::<T, F>(&text);
    }
}

fn check_neighbours<T: KeyPart<F> + AnyTimestamp, F: UnitForm>(second: i64) {
    let text = spell_unit::<F>(second).unwrap();
    neighbours(&text).for_each(|text| check_text::<T, F>(&text));
}

fn check_sorting<T: KeyPart<F, Order = order::Always> + AnyTimestamp, F: UnitForm>(
    points: &[(i64, u32)],
) {
    check_order::<T, F>(points.iter().filter_map(|(second, n)| T::of(*second, *n)).collect());
}

/// Checks that a date has the expected string, which reads as the first day of the unit.
fn check_day<T, F: UnitForm>(year: i16, month: u8, day: u8)
where
    for<'k> T: AnyDate + KeyPart<F, Ref<'k> = T>,
{
    let Some(date) = T::of(year, month, day) else { return };
    let mut expected = format!("{year:04}-{month:02}");
    expected.truncate(F::WIDTH);
    let written = text::<T, F>(&date);
    if !(0..=9999).contains(&year) {
        assert_eq!(written, Err(OutOfRange), "{date:?}");
        return;
    }
    assert_eq!(written.unwrap(), expected, "{date:?}");
    let start = T::of(year, if F::WIDTH == 4 { 1 } else { month }, 1).unwrap();
    assert_eq!(<T as KeyPart<F>>::read(&expected), Some(start));
    assert_eq!(<T as KeyPart<F>>::rest(date) != 0, start != date);
    assert_eq!(check_value::<T, F>(&start), expected);
}

fn check_date_texts<T: KeyPart<F>, F: UnitForm>(texts: &[String]) {
    for text in texts {
        check_text::<T, F>(text);
    }
}

#[test]
fn the_ends_of_the_calendar() {
    let (first, last) = (*CALENDAR.start(), *CALENDAR.end());
    for second in [first, first + 1, -1, 0, 1, 60, 3600, last - DAY * 2, last - 60, last] {
        each_timestamp!(check_point(second, 0));
        each_timestamp!(check_point(second, 1));
        each_timestamp!(check_point(second, 999_999_999));
    }
    for second in [first - 1, last + 1] {
        each_timestamp!(check_point(second, 0));
    }
    for (year, month, day) in [(0, 1, 1), (0, 12, 31), (9999, 1, 1), (9999, 12, 31)] {
        each_date!(check_day(year, month, day));
    }
    for (year, month, day) in [(-1, 12, 31), (-9999, 1, 1), (10_000, 1, 1), (i16::MAX, 1, 1)] {
        each_date!(check_day(year, month, day));
    }
}

/// From half an hour before the end of each February to half an hour after it.
#[test]
fn februaries_end() {
    for year in [0, 4, 100, 400, 1900, 1999, 2000, 2024, 9996] {
        let march: i64 = (0..year).map(days_in_year).sum::<i64>() + 31 + days_in(year, 2);
        for second in [-1800, -1, 0, 1, 59, 60, 1800] {
            each_timestamp!(check_point(CALENDAR.start() + march * DAY + second, 5));
        }
    }
}

#[test]
fn neighbours_are_read_or_refused() {
    for second in [1_709_251_199, *CALENDAR.start(), *CALENDAR.end()] {
        each_timestamp!(check_neighbours(second));
    }
    let texts: Vec<String> =
        ["2024", "2024-12", "0000-01", "9999"].iter().flat_map(|text| neighbours(text)).collect();
    each_date!(check_date_texts(&texts));
}

#[test]
fn strays_are_no_units() {
    let strays: Vec<String> = strays().collect();
    each_timestamp!(check_units(&strays));
    each_date!(check_date_texts(&strays));
}

#[test]
fn only_the_text_of_a_unit_reads_as_the_unit() {
    fn check<T: KeyPart<F>, F: UnitForm>() {
        for text in [
            "24",
            "02024",
            "-001",
            "+2024",
            "2024-00",
            "2024-13",
            "2024-1",
            "2024-12-",
            "2024-12-32",
            "2024-02-30",
            "2023-02-29",
            "2024-12-1",
            "2024-12-01T",
            "2024-12-01T24",
            "2024-12-01T1",
            "2024-12-01T10:",
            "2024-12-01T10:60",
            "2024-12-01 10:30",
            "2024-12-01t10:30",
            "2024-12-01T10:30Z",
            "2024-12-01T10:3",
            "\u{665}\u{660}",
            "202٤",
        ] {
            assert!(T::read(text).is_none(), "{text}");
        }
    }
    each_timestamp!(check());
    each_date!(check());
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, NaiveDate, Utc};

    use super::*;

    #[test]
    fn the_extremes_have_no_text() {
        fn check<T: KeyPart<F>, F: UnitForm>(extremes: [T; 2]) {
            for value in extremes {
                assert_eq!(text::<T, F>(&value), Err(OutOfRange));
            }
        }
        each_timestamp!(check([DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC]): DateTime<Utc>);
        each_date!(check([NaiveDate::MIN, NaiveDate::MAX]): NaiveDate);
    }

    /// As in every other form.
    #[test]
    fn a_leap_second_has_no_text() {
        fn check<T: KeyPart<F>, F: UnitForm>(value: &T) {
            assert_eq!(text::<T, F>(value), Err(OutOfRange));
        }
        let day = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
        let leap = day.and_hms_nano_opt(23, 59, 59, 1_000_000_000).unwrap().and_utc();
        each_timestamp!(check(&leap): DateTime<Utc>);
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use jiff::Timestamp;

    use super::*;

    /// The last units of the calendar are in the automaton, and start after the last `Timestamp`.
    #[test]
    fn the_last_units_of_the_calendar_do_not_start() {
        fn check<F: UnitForm>(last: &str, next: &str)
        where
            for<'k> Timestamp: KeyPart<F, Ref<'k> = Timestamp>,
        {
            assert_eq!(text::<_, F>(&Timestamp::MAX).unwrap(), last);
            assert!(<Timestamp as KeyPart<F>>::read(last).unwrap() <= Timestamp::MAX);
            assert_eq!(<Timestamp as KeyPart<F>>::read(next), None);
            check_text::<Timestamp, F>(next);
        }
        check::<Year>("9999", "10000");
        check::<Month>("9999-12", "9999-13");
        check::<Day>("9999-12-30", "9999-12-31");
        check::<Hour>("9999-12-30T22", "9999-12-30T23");
        check::<Minute>("9999-12-30T22:00", "9999-12-30T22:01");
    }
}

#[cfg(feature = "time")]
mod with_time {
    use time::{Date, OffsetDateTime, Time, UtcOffset};

    use super::*;

    #[test]
    fn an_offset_is_taken_off() {
        fn check<F: UnitForm>(expected: &str)
        where
            for<'k> OffsetDateTime: KeyPart<F, Ref<'k> = OffsetDateTime>,
        {
            let date = Date::from_calendar_date(2025, time::Month::January, 1).unwrap();
            let offset = UtcOffset::from_hms(2, 0, 0).unwrap();
            let moment = OffsetDateTime::new_in_offset(date, Time::MIDNIGHT, offset);
            assert_eq!(text::<_, F>(&moment).unwrap(), expected);
            assert_eq!(
                <OffsetDateTime as KeyPart<F>>::read(expected).unwrap().offset(),
                UtcOffset::UTC
            );
        }
        check::<Year>("2024");
        check::<Month>("2024-12");
        check::<Day>("2024-12-31");
        check::<Hour>("2024-12-31T22");
        check::<Minute>("2024-12-31T22:00");
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_timestamp((second, nanosecond) in points(), edits in edits()) {
        each_timestamp!(check_point(second, nanosecond));
        each_timestamp!(check_edits(second, &edits));
    }

    #[test]
    fn timestamps_sort(points in vec(points(), 2..20), (second, nanosecond) in points()) {
        // Some that lie close together.
        let near = (0..27).map(|power| (second + (1 << power), nanosecond));
        let points: Vec<_> = points.into_iter().chain(near).collect();
        each_timestamp!(check_sorting(&points));
    }

    #[test]
    fn any_date(year in -20..=9999i16, month in 1..=12u8, day in 1..=31u8, edits in edits()) {
        fn check<T: KeyPart<F>, F: UnitForm>(year: i16, month: u8, edits: &Edits) {
            let text = format!("{year:04}-{month:02}");
            check_date_texts::<T, F>(&spoil(&text[..F::WIDTH], edits));
        }
        each_date!(check_day(year, month, day));
        each_date!(check(year.max(0), month, &edits));
    }

    #[test]
    fn dates_sort(days in vec((-20..=9999i16, 1..=12u8, 1..=31u8), 2..40)) {
        fn check<T, F: UnitForm>(days: &[(i16, u8, u8)])
        where
            T: AnyDate + KeyPart<F, Order = order::Always>,
        {
            check_order::<T, F>(days.iter().filter_map(|(y, m, d)| T::of(*y, *m, *d)).collect());
        }
        each_date!(check(&days));
    }

    #[test]
    fn other_texts_are_refused(texts in vec(texts(), 1..4)) {
        each_date!(check_date_texts(&texts));
        each_timestamp!(check_units(&texts));
    }
}
