//! The buckets of ranges, compared with steps through the calendar.

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::Debug;

use proptest::prelude::{ProptestConfig, proptest};

use super::calendar::{AnyDate, AnyTimestamp, CALENDAR, DAY, days_in, points};
use super::text;
use super::units::{UnitForm, each_date, each_timestamp, spell_unit};
use crate::part::KeyPart;
use crate::part::buckets::{BucketRange, Bucketed, buckets};
use crate::part::{Day, Hour, Minute, Month, Year};

/// Returns the strings of the buckets of a range. Each is the start of its unit.
fn texts<T, F: UnitForm>(range: impl BucketRange<T>) -> Vec<String>
where
    for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + Copy + PartialOrd + Debug,
{
    let buckets = buckets::<T, F>(range);
    let backwards: Vec<T> = buckets.clone().rev().collect();
    let starts: Vec<T> = buckets.clone().collect();
    assert_eq!(buckets.size_hint(), (starts.len(), Some(starts.len())));
    assert!(starts.windows(2).all(|pair| pair[0] < pair[1]));
    assert!(backwards.iter().rev().eq(&starts));
    assert_eq!(buckets.clone().nth(1).as_ref(), starts.get(1));
    let text = |start: &T| {
        let text = text::<T, F>(start).unwrap();
        assert_eq!(<T as KeyPart<F>>::read(&text).as_ref(), Some(start));
        text
    };
    starts.iter().map(text).collect()
}

/// Returns the strings of the units between two seconds, both included, by checking a second in each.
fn walk<F: UnitForm>(from: i64, to: i64) -> Vec<String> {
    let step = match F::WIDTH {
        16 => 60,
        13 => 3600,
        _ => DAY,
    };
    let seconds = (from..=to).step_by(usize::try_from(step).unwrap()).chain([to]);
    let mut texts: Vec<String> =
        seconds.filter(|second| from <= *second).filter_map(spell_unit::<F>).collect();
    texts.dedup();
    texts
}

fn check<T, F: UnitForm>(from: (i64, u32), to: (i64, u32))
where
    for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + AnyTimestamp,
{
    let (Some(start), Some(end)) = (T::of(from.0, from.1), T::of(to.0, to.1)) else { return };
    let last = if to.1 == 0 { to.0 - 1 } else { to.0 };
    let included = if from <= to { walk::<F>(from.0, to.0) } else { Vec::new() };
    let excluded = if from < to { walk::<F>(from.0, last) } else { Vec::new() };
    assert_eq!(texts::<T, F>(start..=end), included, "{start:?}..={end:?}");
    assert_eq!(texts::<T, F>(start..end), excluded, "{start:?}..{end:?}");
}

/// Checks all buckets of the calendar that a type has, from before it to after it.
fn check_all<T, F: UnitForm>(first: T, last: T)
where
    for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + Copy + PartialOrd + Debug,
{
    let mut all = buckets::<T, F>(first..=last);
    let expected = |second| spell_unit::<F>(second).unwrap();
    let written = |start: Option<T>| text::<T, F>(&start.unwrap()).unwrap();
    assert_eq!(written(all.clone().next()), expected(*CALENDAR.start()));
    let count = u128::try_from(all.size_hint().0).unwrap();
    let end = written(all.next_back());
    if core::any::type_name::<T>().contains("jiff") && F::WIDTH > 7 {
        assert_eq!(end, "9999-12-30T22:00"[..F::WIDTH], "the last `jiff::Timestamp`");
    } else {
        assert_eq!((end, count), (expected(*CALENDAR.end()), F::COUNT));
    }
    assert_eq!(buckets::<T, F>(first..=first).next(), None);
    assert_eq!(buckets::<T, F>(last..first).next(), None);
}

#[test]
fn examples() {
    fn check<T, F: UnitForm>(from: i64, to: i64, expected: &[&str])
    where
        for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + AnyTimestamp,
    {
        let (from, to) = (T::of(from, 0).unwrap(), T::of(to, 0).unwrap());
        assert_eq!(texts::<T, F>(from..to), expected);
    }
    macro_rules! each {
        ($type:ty) => {
            // From 2024-11-30T10:30:00Z.
            check::<$type, Day>(1_732_962_600, 1_733_097_600, &["2024-11-30", "2024-12-01"]);
            check::<$type, Day>(
                1_732_962_600,
                1_733_097_601,
                &["2024-11-30", "2024-12-01", "2024-12-02"],
            );
            check::<$type, Month>(1_732_962_600, 1_733_011_200, &["2024-11"]);
            check::<$type, Month>(1_732_962_600, 1_733_011_201, &["2024-11", "2024-12"]);
            check::<$type, Year>(1_732_962_600, 1_733_011_201, &["2024"]);
            check::<$type, Hour>(1_732_962_600, 1_732_964_400, &["2024-11-30T10"]);
            check::<$type, Minute>(1_732_962_600, 1_732_962_660, &["2024-11-30T10:30"]);
            check::<$type, Minute>(1_732_962_600, 1_732_962_600, &[]);
            check::<$type, Minute>(1_732_962_601, 1_732_962_600, &[]);
        };
    }
    #[cfg(feature = "chrono")]
    {
        each!(chrono::DateTime<chrono::Utc>);
    }
    #[cfg(feature = "jiff")]
    {
        each!(jiff::Timestamp);
    }
    #[cfg(feature = "time")]
    {
        each!(time::OffsetDateTime);
    }
}

#[test]
fn the_ends_of_the_calendar() {
    let (first, last) = (*CALENDAR.start(), *CALENDAR.end());
    // These dates are only minutes from each other, so that the test can walk through all units.
    let near = |end: i64| [end - 120, end - 61, end - 1, end, end + 1, end + 120];
    // The last `jiff::Timestamp` is 26 hours before the end.
    for ends in [near(first), near(last), near(253_402_207_200), near(0)] {
        for from in ends {
            for to in ends {
                for nanosecond in [0, 1, 999_999_999] {
                    each_timestamp!(check((from, nanosecond), (to, 0)));
                    each_timestamp!(check((from, 0), (to, nanosecond)));
                }
            }
        }
    }
}

#[cfg(feature = "chrono")]
#[test]
fn all_buckets_of_chrono() {
    use chrono::{DateTime, NaiveDate, Utc};
    each_timestamp!(check_all(DateTime::<Utc>::MIN_UTC, DateTime::<Utc>::MAX_UTC): DateTime<Utc>);
    each_date!(check_all(NaiveDate::MIN, NaiveDate::MAX): NaiveDate);
}

#[cfg(feature = "jiff")]
#[test]
fn all_buckets_of_jiff() {
    use jiff::Timestamp;
    use jiff::civil::Date;
    fn check<T, F: UnitForm>(first: T, last: T)
    where
        for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + Copy + PartialOrd + Debug,
    {
        // Its dates end with the calendar.
        let mut texts = buckets::<T, F>(first..=last).map(|start| text::<T, F>(&start).unwrap());
        assert_eq!(u128::try_from(texts.clone().count()).unwrap(), F::COUNT);
        assert!(texts.next_back().unwrap().starts_with("9999"));
    }
    each_timestamp!(check_all(Timestamp::MIN, Timestamp::MAX): Timestamp);
    each_date!(check(Date::MIN, Date::MAX): Date);
}

#[cfg(feature = "time")]
#[test]
fn all_buckets_of_time() {
    use time::{Date, OffsetDateTime, Time, UtcOffset};
    fn check<T, F: UnitForm>(first: T, last: T)
    where
        for<'k> T: Bucketed<F> + KeyPart<F, Ref<'k> = T> + Copy + PartialOrd + Debug,
    {
        let all = buckets::<T, F>(first..=last);
        assert_eq!(u128::try_from(all.size_hint().0).unwrap(), F::COUNT);
        assert!(text::<T, F>(&all.clone().next().unwrap()).unwrap().starts_with("0000"));
        assert!(text::<T, F>(&all.clone().next_back().unwrap()).unwrap().starts_with("9999"));
    }
    let end = Time::from_hms_nano(23, 59, 59, 999_999_999).unwrap();
    // In UTC, both are past the dates that the crate supports.
    let at = |date, time, hours| {
        OffsetDateTime::new_in_offset(date, time, UtcOffset::from_hms(hours, 0, 0).unwrap())
    };
    let (first, last) = (at(Date::MIN, Time::MIDNIGHT, 25), at(Date::MAX, end, -25));
    each_timestamp!(check(first, last): OffsetDateTime);
    each_timestamp!(check_all(first, last): OffsetDateTime);
    each_date!(check(Date::MIN, Date::MAX): Date);
}

#[cfg(feature = "chrono")]
#[test]
fn a_leap_second_is_in_the_minute_before_it() {
    let day = chrono::NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
    let leap = day.and_hms_nano_opt(23, 59, 59, 1_500_000_000).unwrap().and_utc();
    assert_eq!(texts::<_, Minute>(leap..=leap), ["2016-12-31T23:59"]);
    assert_eq!(texts::<_, Year>(leap..=leap), ["2016"]);
}

/// Every month of the calendar, and every day of 400 years.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn dates_of_buckets_are_right() {
    fn check<T: Bucketed<F> + KeyPart<F> + AnyTimestamp, F: UnitForm>() {
        let first = T::of(*CALENDAR.start(), 0).unwrap();
        let last = T::of(CALENDAR.end() - 2 * DAY, 0).unwrap();
        let mut starts = buckets::<T, F>(first..=last);
        match F::WIDTH {
            7 => {
                for (year, month) in
                    (0..10_000).flat_map(|year| (1..=12).map(move |month| (year, month)))
                {
                    let text = text::<T, F>(&starts.next().unwrap()).unwrap();
                    assert_eq!(text, format!("{year:04}-{month:02}"));
                }
            }
            10 => {
                for (year, month) in
                    (0..400).flat_map(|year| (1..=12usize).map(move |month| (year, month)))
                {
                    for day in 1..=days_in(year, month) {
                        let text = text::<T, F>(&starts.next().unwrap()).unwrap();
                        assert_eq!(text, format!("{year:04}-{month:02}-{day:02}"));
                    }
                }
            }
            _ => {}
        }
    }
    each_timestamp!(check());
}

#[test]
fn dates() {
    fn check<T, F: UnitForm>()
    where
        for<'k> T: AnyDate + Bucketed<F> + KeyPart<F, Ref<'k> = T>,
    {
        let date = |year, month, day| T::of(year, month, day).unwrap();
        let expected = |texts: [&str; 3]| -> Vec<String> {
            let mut texts: Vec<_> = texts.iter().map(|text| text[..F::WIDTH].into()).collect();
            texts.dedup();
            texts
        };
        assert_eq!(
            texts::<T, F>(date(2023, 12, 31)..=date(2024, 2, 1)),
            expected(["2023-12", "2024-01", "2024-02"])
        );
        assert_eq!(
            texts::<T, F>(date(2023, 12, 31)..date(2024, 2, 1)),
            expected(["2023-12", "2024-01", "2024-01"])
        );
        assert_eq!(
            texts::<T, F>(date(2023, 12, 31)..date(2024, 1, 1)),
            expected(["2023-12", "2023-12", "2023-12"])
        );
        assert_eq!(texts::<T, F>(date(2023, 12, 31)..date(2023, 12, 31)), Vec::<String>::new());
        assert_eq!(texts::<T, F>(date(2023, 12, 31)..=date(2023, 12, 30)), Vec::<String>::new());
    }
    each_date!(check());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_range((second, nanosecond) in points(), longer in 0..300i64, other in 0..3u32, shift in 0..7u32) {
        macro_rules! each {
            ($scale:expr; $($unit:ident),+) => {$(
                let to = (second + longer * $scale, if other == 0 { 0 } else { nanosecond * (other - 1) });
                // At the start of a unit, and anywhere.
                for to in [to, (to.0 - to.0.rem_euclid(DAY), 0), (to.0 - to.0.rem_euclid(60), 0)] {
                    each!(@ $unit, (second, nanosecond), to);
                }
            )+};
            (@ $unit:ident, $from:expr, $to:expr) => {
                #[cfg(feature = "chrono")]
                check::<chrono::DateTime<chrono::Utc>, $unit>($from, $to);
                #[cfg(feature = "jiff")]
                check::<jiff::Timestamp, $unit>($from, $to);
                #[cfg(feature = "time")]
                check::<time::OffsetDateTime, $unit>($from, $to);
            };
        }
        each!(1 << shift; Minute, Hour);
        each!(2_400 << shift; Day, Month, Year);
    }
}
