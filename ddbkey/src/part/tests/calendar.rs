//! Dates and timestamps of `chrono`, `jiff` and `time`, compared with our own calendar.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;
use core::ops::RangeInclusive;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, Strategy, prop_oneof, proptest};

use super::hostile::{Edits, edits, neighbours, spoil, strays, texts};
use super::{check_order, check_text, check_value, text};
use crate::part::{CivilDate, Day, Fraction, KeyPart, OutOfRange, Plain, midnight, order};

/// Calls a function for the date type of each crate whose feature is on.
macro_rules! each_date {
    ($check:ident $arguments:tt) => {
        #[cfg(feature = "chrono")]
        $check::<chrono::NaiveDate> $arguments;
        #[cfg(feature = "jiff")]
        $check::<jiff::civil::Date> $arguments;
        #[cfg(feature = "time")]
        $check::<time::Date> $arguments;
    };
}

/// Calls a function for the timestamp type of each crate whose feature is on, in every form.
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
        $check::<$type, Plain> $arguments;
        $check::<$type, Fraction<0>> $arguments;
        $check::<$type, Fraction<3>> $arguments;
        $check::<$type, Fraction<6>> $arguments;
        $check::<$type, Fraction<9>> $arguments;
    };
}

pub(super) trait AnyDate: KeyPart<Order = order::Always> + Copy + Ord + Debug {
    fn of(year: i16, month: u8, day: u8) -> Option<Self>;
}

pub(super) trait AnyTimestamp: Copy + Ord + Debug {
    /// The last value of a type, if it ends before the calendar.
    const ENDS: Option<(i64, u32)> = None;

    /// Returns the value this many seconds since 1970, and this many nanoseconds later.
    fn of(second: i64, nanosecond: u32) -> Option<Self>;
}

#[cfg(feature = "chrono")]
impl AnyDate for chrono::NaiveDate {
    fn of(year: i16, month: u8, day: u8) -> Option<Self> {
        Self::from_ymd_opt(year.into(), month.into(), day.into())
    }
}

#[cfg(feature = "chrono")]
impl AnyTimestamp for chrono::DateTime<chrono::Utc> {
    fn of(second: i64, nanosecond: u32) -> Option<Self> {
        Self::from_timestamp(second, nanosecond)
    }
}

#[cfg(feature = "jiff")]
impl AnyDate for jiff::civil::Date {
    fn of(year: i16, month: u8, day: u8) -> Option<Self> {
        Self::new(year, month.try_into().ok()?, day.try_into().ok()?).ok()
    }
}

#[cfg(feature = "jiff")]
impl AnyTimestamp for jiff::Timestamp {
    const ENDS: Option<(i64, u32)> = Some((253_402_207_200, 999_999_999));

    fn of(second: i64, nanosecond: u32) -> Option<Self> {
        Self::new(second, nanosecond.try_into().ok()?).ok()
    }
}

#[cfg(feature = "time")]
impl AnyDate for time::Date {
    fn of(year: i16, month: u8, day: u8) -> Option<Self> {
        Self::from_calendar_date(year.into(), month.try_into().ok()?, day).ok()
    }
}

#[cfg(feature = "time")]
impl AnyTimestamp for time::OffsetDateTime {
    fn of(second: i64, nanosecond: u32) -> Option<Self> {
        let second = Self::from_unix_timestamp(second).ok()?;
        second.replace_nanosecond(nanosecond).ok()
    }
}

/// The number of fractional digits that a form shows.
pub(super) trait CalendarForm: crate::part::Format {
    const DIGITS: usize;
    const UNIT: u32 = [1_000_000_000, 0, 0, 1_000_000, 0, 0, 1_000, 0, 0, 1][Self::DIGITS];
}

impl CalendarForm for Plain {
    const DIGITS: usize = 9;
}

impl<const N: usize> CalendarForm for Fraction<N> {
    const DIGITS: usize = N;
}

/// 0000-01-01T00:00:00Z to 9999-12-31T23:59:59Z.
pub(super) const CALENDAR: RangeInclusive<i64> = -62_167_219_200..=253_402_300_799;
pub(super) const DAY: i64 = 24 * 60 * 60;
/// The days of 10,000 years.
pub(super) const DAYS: u128 = 3_652_425;

const fn is_leap(year: i64) -> bool {
    year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
}

pub(super) const fn days_in(year: i64, month: usize) -> i64 {
    let february = if is_leap(year) { 29 } else { 28 };
    [31, february, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// Returns the string of a point in time: whole cycles of 400 years, then year by year, month by month.
pub(super) fn spell<F: CalendarForm>(second: i64, nanosecond: u32) -> Option<String> {
    if !CALENDAR.contains(&second) {
        return None;
    }
    let (mut day, time) = ((second - CALENDAR.start()) / DAY, (second - CALENDAR.start()) % DAY);
    let (mut year, mut month) = (day / 146_097 * 400, 1);
    day %= 146_097;
    while day >= 365 + i64::from(is_leap(year)) {
        day -= 365 + i64::from(is_leap(year));
        year += 1;
    }
    while day >= days_in(year, month) {
        day -= days_in(year, month);
        month += 1;
    }
    let date = format!("{year:04}-{month:02}-{:02}", day + 1);
    let time = format!("{:02}:{:02}:{:02}", time / 3600, time / 60 % 60, time % 60);
    let fraction = format!(".{nanosecond:09}");
    let fraction = if F::DIGITS == 0 { "" } else { &fraction[..=F::DIGITS] };
    Some(format!("{date}T{time}{fraction}Z"))
}

#[test]
fn our_own_calendar_is_right() {
    let spell = spell::<Fraction<0>>;
    assert_eq!(spell(0, 0).unwrap(), "1970-01-01T00:00:00Z");
    assert_eq!(spell(951_782_400, 0).unwrap(), "2000-02-29T00:00:00Z");
    assert_eq!(spell(1_733_049_000, 0).unwrap(), "2024-12-01T10:30:00Z");
    assert_eq!(spell(*CALENDAR.start(), 0).unwrap(), "0000-01-01T00:00:00Z");
    assert_eq!(spell(*CALENDAR.end(), 0).unwrap(), "9999-12-31T23:59:59Z");
    assert_eq!(u128::try_from(CALENDAR.end() - CALENDAR.start() + 1).unwrap(), DAYS * 86_400);
}

/// Checks that a point in time has the expected string, or none. The string reads as that point, truncated towards the
/// past.
fn check_point<T: KeyPart<F> + AnyTimestamp, F: CalendarForm>(second: i64, nanosecond: u32) {
    let Some(value) = T::of(second, nanosecond) else { return };
    let expected = spell::<F>(second, nanosecond);
    assert_eq!(text::<T, F>(&value).ok(), expected, "{value:?}");
    if expected.is_some() {
        let cut = T::of(second, nanosecond / F::UNIT * F::UNIT).unwrap();
        assert!(cut <= value);
        assert_eq!(T::rest(value.as_part()) != 0, cut < value, "{value:?}");
        assert_eq!(Some(check_value::<T, F>(&cut)), expected);
    }
}

fn check_stamps<T: KeyPart<F> + AnyTimestamp, F: CalendarForm>(texts: &[String]) {
    for text in texts {
        check_text::<T, F>(text);
    }
}

fn check_edits<T: KeyPart<F> + AnyTimestamp, F: CalendarForm>(
    second: i64,
    nanosecond: u32,
    edits: &Edits,
) {
    for text in spell::<F>(second, nanosecond).iter().flat_map(|text| spoil(text, edits)) {
        check_text::<T, F>(&text);
    }
}

fn check_neighbours<T: KeyPart<F> + AnyTimestamp, F: CalendarForm>(second: i64, nanosecond: u32) {
    let text = spell::<F>(second, nanosecond).unwrap();
    neighbours(&text).for_each(|text| check_text::<T, F>(&text));
}

fn check_sorting<T: KeyPart<F, Order = order::Always> + AnyTimestamp, F: CalendarForm>(
    points: &[(i64, u32)],
) {
    check_order::<T, F>(points.iter().filter_map(|(second, n)| T::of(*second, *n)).collect());
}

/// Checks the string of a day, or that the string of a day that does not exist is not read.
fn check_day<T: AnyDate>(year: i16, month: u8, day: u8) {
    let spelled = format!("{year:04}-{month:02}-{day:02}");
    match T::of(year, month, day) {
        Some(date) => assert_eq!(check_value::<T, Plain>(&date), spelled),
        None => assert_eq!(T::read(&spelled), None, "{spelled}"),
    }
    check_text::<T, Plain>(&spelled);
}

fn check_dates<T: AnyDate>(texts: &[String]) {
    for text in texts {
        check_text::<T, Plain>(text);
    }
}

pub(super) fn points() -> impl Strategy<Value = (i64, u32)> {
    let second = prop_oneof![
        4 => CALENDAR,
        1 => 1_000_000_000..2_000_000_000i64,
        1 => -100..100i64,
        1 => CALENDAR.start() - 5..CALENDAR.start() + 5,
        1 => CALENDAR.end() - DAY * 2..CALENDAR.end() + 5,
    ];
    let nanosecond =
        prop_oneof![4 => 0..1_000_000_000u32, 1 => 0..3u32, 1 => 999_999_990..1_000_000_000u32];
    (second, nanosecond)
}

#[test]
fn each_february_ends_on_its_day() {
    fn check<T: AnyDate>() {
        for year in 0..=9999 {
            check_day::<T>(year, 2, 28);
            check_day::<T>(year, 2, 29);
            check_day::<T>(year, 2, 30);
            assert_eq!(T::of(year, 2, 29).is_some(), is_leap(year.into()));
        }
    }
    each_date!(check());
}

/// Every month and every day of two digits, and some more.
#[test]
fn days_that_do_not_exist_are_refused() {
    fn check<T: AnyDate>() {
        for year in [0, 4, 100, 1900, 1999, 2000, 2024, 9999] {
            for (month, day) in (0..=99).flat_map(|month| (0..=40).map(move |day| (month, day))) {
                check_day::<T>(year, month, day);
            }
        }
    }
    each_date!(check());
}

#[test]
fn years_outside_the_calendar_have_no_text() {
    fn check<T: AnyDate>() {
        for (year, month, day) in [(-1, 12, 31), (-9999, 1, 1), (10_000, 1, 1), (i16::MAX, 1, 1)] {
            if let Some(date) = T::of(year, month, day) {
                assert_eq!(text::<T, Plain>(&date), Err(OutOfRange), "{date:?}");
            }
        }
        check_day::<T>(0, 1, 1);
        check_day::<T>(9999, 12, 31);
    }
    each_date!(check());
}

#[test]
fn the_midnight_of_a_date_is_in_the_part_of_its_day() {
    fn check<D: AnyDate + CivilDate<Timestamp: KeyPart<Day> + KeyPart<Fraction<9>>>>() {
        let days = [0, 1, 1969, 1970, 2024, 9998].into_iter().flat_map(|year| {
            (1..=12).flat_map(move |month| (1..=31).map(move |day| (year, month, day)))
        });
        for (year, month, day) in days.chain([(9999, 12, 30)]) {
            let Some(date) = D::of(year, month, day) else { continue };
            let (at, spelled) = (midnight(date).unwrap(), text::<D, Plain>(&date).unwrap());
            assert_eq!(text::<_, Day>(&at).as_ref(), Ok(&spelled));
            assert_eq!(text::<_, Fraction<9>>(&at), Ok(format!("{spelled}T00:00:00.000000000Z")));
        }
        if let Some(at) = D::of(-1, 12, 31).and_then(|date| midnight(date).ok()) {
            assert_eq!(text::<_, Day>(&at), Err(OutOfRange));
        }
    }
    each_date!(check());
}

/// `jiff` has the date 9999-12-31, but no timestamp for its midnight.
#[test]
fn each_date_has_a_midnight_if_timestamps_reach_it() {
    #[cfg(feature = "chrono")]
    assert!(midnight(chrono::NaiveDate::MAX).is_ok() && midnight(chrono::NaiveDate::MIN).is_ok());
    #[cfg(feature = "jiff")]
    assert_eq!(
        [jiff::civil::Date::MIN, jiff::civil::Date::MAX].map(midnight),
        [Err(OutOfRange); 2],
    );
    #[cfg(feature = "time")]
    assert!(midnight(time::Date::MAX).is_ok() && midnight(time::Date::MIN).is_ok());
}

#[test]
fn neighbours_of_dates_are_read_or_refused() {
    let days = ["2024-02-29", "1900-02-28", "0000-01-01", "9999-12-31"];
    let mut texts: Vec<String> = days.iter().flat_map(|day| neighbours(day)).collect();
    texts.extend(strays());
    each_date!(check_dates(&texts));
}

#[test]
fn the_ends_of_the_calendar() {
    for second in [*CALENDAR.start(), -1, 0, 1, *CALENDAR.end() - DAY * 2, *CALENDAR.end()] {
        each_timestamp!(check_point(second, 0));
        each_timestamp!(check_point(second, 1));
        each_timestamp!(check_point(second, 999_999_999));
    }
    for second in [CALENDAR.start() - 1, CALENDAR.end() + 1] {
        each_timestamp!(check_point(second, 0));
    }
}

#[test]
fn neighbours_of_timestamps_are_read_or_refused() {
    each_timestamp!(check_neighbours(1_709_251_199, 120_000_000));
}

#[test]
fn strays_are_no_timestamps() {
    let strays: Vec<String> = strays().collect();
    each_timestamp!(check_stamps(&strays));
}

/// Hours, minutes and seconds, up to their ends and beyond.
#[test]
fn times_that_do_not_exist_are_refused() {
    let marks = [0, 9, 19, 20, 23, 24, 29, 30, 59, 60, 99];
    let mut texts = Vec::new();
    for (hour, minute) in marks.iter().flat_map(|hour| marks.map(|minute| (hour, minute))) {
        for second in [0, 59, 60, 99] {
            for fraction in ["", ".000", ".999999", ".000000000"] {
                texts.push(format!("2016-12-31T{hour:02}:{minute:02}:{second:02}{fraction}Z"));
            }
        }
    }
    each_timestamp!(check_stamps(&texts));
}

#[test]
fn only_the_text_of_a_timestamp_reads_as_the_timestamp() {
    fn check<T: KeyPart<F> + AnyTimestamp, F: crate::part::Format>() {
        for text in [
            "2016-12-31T23:59:60Z",
            "2016-12-31T23:59:60.000Z",
            "2016-12-31T23:59:60.000000Z",
            "2016-12-31T23:59:60.000000000Z",
            "2024-12-01T24:00:00.000000000Z",
            "2024-12-01T24:00:00Z",
            "2023-02-29T00:00:00.000000000Z",
            "2024-12-01T10:30:00.123456789",
            "2024-12-01T10:30:00.123456789z",
            "2024-12-01t10:30:00.123456789Z",
            "2024-12-01 10:30:00.123456789Z",
            "2024-12-01T10:30:00,123456789Z",
            "2024-12-01T10:30:00.1234567890Z",
            "2024-12-01T10:30:00.12345678Z",
            "2024-12-01T10:30:00.Z",
            "2024-12-01T10:30:00.123456789+00:00",
            "2024-12-01T10:30Z",
            "+2024-12-01T10:30:00.12345678Z",
            "-0001-12-31T23:59:59.99999999Z",
            "10000-01-01T00:00:00.00000000Z",
            "2024-12-01T10:30:00.1234567٠Z",
            "٠024-12-01T10:30:0.123456789Z",
            "2024-12-01T10:30:00.123456789Z\n",
        ] {
            assert!(T::read(text).is_none(), "{text:?}");
        }
    }
    each_timestamp!(check());
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, NaiveDate, Utc};

    use super::*;

    /// `23:59:60` counts as the second before it with one second of additional nanoseconds.
    #[test]
    fn a_leap_second_has_no_text() {
        fn check<T: KeyPart<F> + From<DateTime<Utc>>, F: crate::part::Format>(at: DateTime<Utc>) {
            assert_eq!(text::<T, F>(&at.into()), Err(OutOfRange));
        }
        for nanosecond in [1_000_000_000, 1_500_000_000, 1_999_999_999] {
            let day = NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
            let at = day.and_hms_nano_opt(23, 59, 59, nanosecond).unwrap().and_utc();
            each_timestamp!(check(at): DateTime<Utc>);
        }
    }

    #[test]
    fn the_extremes_have_no_text() {
        assert_eq!(text::<_, Plain>(&DateTime::<Utc>::MIN_UTC), Err(OutOfRange));
        assert_eq!(text::<_, Plain>(&DateTime::<Utc>::MAX_UTC), Err(OutOfRange));
        assert_eq!(text::<_, Plain>(&NaiveDate::MIN), Err(OutOfRange));
        assert_eq!(text::<_, Plain>(&NaiveDate::MAX), Err(OutOfRange));
    }
}

#[cfg(feature = "jiff")]
mod with_jiff {
    use jiff::Timestamp;

    use super::*;

    /// The automaton accepts the last strings of the calendar, but no `Timestamp` has them.
    #[test]
    fn the_last_timestamp_is_before_the_end_of_the_calendar() {
        assert_eq!(Timestamp::of(253_402_207_200, 999_999_999), Some(Timestamp::MAX));
        let text = check_value::<_, Plain>(&Timestamp::MAX);
        assert_eq!(text, "9999-12-30T22:00:00.999999999Z");
        for text in ["9999-12-30T22:00:01.000000000Z", "9999-12-31T23:59:59.999999999Z"] {
            assert_eq!(<Timestamp as KeyPart>::read(text), None);
            check_text::<Timestamp, Plain>(text);
        }
    }

    #[test]
    fn the_first_timestamp_has_no_text() {
        assert_eq!(text::<_, Plain>(&Timestamp::MIN), Err(OutOfRange));
        assert_eq!(text::<_, Fraction<0>>(&Timestamp::MIN), Err(OutOfRange));
    }
}

#[cfg(feature = "time")]
mod with_time {
    use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

    use super::*;

    fn at(date: Date, time: Time, hours: i8) -> OffsetDateTime {
        OffsetDateTime::new_in_offset(date, time, UtcOffset::from_hms(hours, 0, 0).unwrap())
    }

    #[test]
    fn an_offset_is_taken_off() {
        let date = Date::from_calendar_date(2024, Month::December, 1).unwrap();
        let moment = at(date, Time::from_hms_milli(1, 30, 0, 123).unwrap(), 2);
        let written = check_value::<_, Fraction<3>>(&moment);
        assert_eq!(written, "2024-11-30T23:30:00.123Z");
        let read = <OffsetDateTime as KeyPart<Fraction<3>>>::read(&written).unwrap();
        assert_eq!(read.offset(), UtcOffset::UTC);
    }

    #[test]
    fn an_offset_can_lead_out_of_the_calendar() {
        let first = Date::from_calendar_date(0, Month::January, 1).unwrap();
        let last = Date::from_calendar_date(9999, Month::December, 31).unwrap();
        let end = Time::from_hms_nano(23, 59, 59, 999_999_999).unwrap();
        for (moment, expected) in [
            (at(first, Time::MIDNIGHT, 0), Ok("0000-01-01T00:00:00Z")),
            (at(first, Time::MIDNIGHT, -1), Ok("0000-01-01T01:00:00Z")),
            (at(first, Time::MIDNIGHT, 1), Err(OutOfRange)),
            (at(last, end, 0), Ok("9999-12-31T23:59:59Z")),
            (at(last, end, 25), Ok("9999-12-30T22:59:59Z")),
            (at(last, end, -1), Err(OutOfRange)),
            (at(Date::MIN, Time::MIDNIGHT, 25), Err(OutOfRange)),
            (at(Date::MAX, end, -25), Err(OutOfRange)),
        ] {
            assert_eq!(text::<_, Fraction<0>>(&moment).as_deref(), expected.as_deref());
        }
    }

    #[test]
    fn the_same_moment_has_the_same_text_in_every_offset() {
        for hours in -25..=25 {
            let offset = UtcOffset::from_hms(hours, 0, 0).unwrap();
            let moment = OffsetDateTime::UNIX_EPOCH.to_offset(offset);
            assert_eq!(check_value::<_, Fraction<0>>(&moment), "1970-01-01T00:00:00Z");
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(128))]

    #[test]
    fn any_timestamp((second, nanosecond) in points(), edits in edits()) {
        each_timestamp!(check_point(second, nanosecond));
        each_timestamp!(check_edits(second, nanosecond, &edits));
    }

    #[test]
    fn timestamps_sort(points in vec(points(), 2..20), (second, nanosecond) in points()) {
        // Some differ only in the fraction.
        let near = (0..20).map(|power| (second, nanosecond ^ (1 << power)));
        let points: Vec<_> = points.into_iter().chain(near).filter(|(_, n)| *n < 1_000_000_000).collect();
        each_timestamp!(check_sorting(&points));
    }

    #[test]
    fn any_date((second, _) in points(), edits in edits()) {
        fn check<T: AnyDate>(text: &str, edits: &Edits) {
            check_text::<T, Plain>(text);
            assert!(T::read(text).is_some());
            check_dates::<T>(&spoil(text, edits));
        }
        if let Some(text) = spell::<Plain>(second, 0) {
            each_date!(check(&text[..10], &edits));
        }
    }

    #[test]
    fn dates_sort(days in vec((-20..=9999i16, 1..=12u8, 1..=31u8), 2..40)) {
        fn check<T: AnyDate>(days: &[(i16, u8, u8)]) {
            check_order::<T, Plain>(days.iter().filter_map(|(y, m, d)| T::of(*y, *m, *d)).collect());
        }
        each_date!(check(&days));
    }

    #[test]
    fn other_texts_are_refused(texts in vec(texts(), 1..4)) {
        each_date!(check_dates(&texts));
        each_timestamp!(check_stamps(&texts));
    }
}
