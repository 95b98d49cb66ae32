//! Ranges whose ends the key stores as one string, and ranges that end before the least value.

use std::fmt::Debug;
use std::num::NonZero;
use std::ops::Bound;

use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyErrorKind};
use jiff::civil::Date;
use jiff::tz::Offset;
use jiff::{SignedDuration, Timestamp};
use proptest::prelude::*;
use proptest::sample::select;

use super::cases;
use super::queries::{bounds, is_crossed};

/// A type that keys truncate.
trait Moment: Copy + Ord + Debug {
    fn of(at: Timestamp) -> Self;
}

impl Moment for Timestamp {
    fn of(at: Timestamp) -> Self {
        at
    }
}

impl Moment for Date {
    fn of(at: Timestamp) -> Self {
        Offset::UTC.to_datetime(at).date()
    }
}

/// Returns moments with two in one unit, whatever the unit is.
fn moment() -> impl Strategy<Value = Timestamp> {
    const SECOND: i64 = 1_000_000_000;
    let nanosecond = Timestamp::from_nanosecond(1_714_558_830_123_456_789).unwrap();
    let starts = ["2024-05-01T10:20:30Z", "2024-05-01T10:00:00Z", "2024-05-01T00:00:00Z"];
    let starts = starts.map(|text| text.parse().unwrap());
    let starts = [nanosecond, starts[0], starts[1], starts[2]];
    let steps = [1, 1_000, 1_000_000, SECOND, 60 * SECOND, 3600 * SECOND];
    let days = [1, 2, 31, 200, 366].map(|days| days * 86_400 * SECOND);
    let steps: Vec<i64> = steps.into_iter().chain(days).collect();
    (select(starts.to_vec()), select(steps), -1..3_i64)
        .prop_map(|(start, step, times)| start + SignedDuration::from_nanos(step * times))
}

/// Checks that a query returns the row if its stored value is in the range, and that a backwards range is empty. A bound
/// inside a unit includes the whole unit.
fn check<T: Moment>(
    built: Result<Option<KeyCondition>, KeyError>,
    range: (Bound<T>, Bound<T>),
    sk: &str,
    (stored, cut): (T, impl Fn(T) -> T),
) {
    let is_empty = is_crossed(&range);
    let condition = built.expect("only values that have strings");
    assert_eq!(condition.is_none(), is_empty, "{range:?}: {condition:?}");
    let Some(condition) = condition else { return };
    let is_after = match range.0 {
        Bound::Included(from) | Bound::Excluded(from) => stored >= cut(from),
        Bound::Unbounded => true,
    };
    let is_before = match range.1 {
        Bound::Excluded(to) if cut(to) == to => stored < to,
        Bound::Included(to) | Bound::Excluded(to) => stored <= cut(to),
        Bound::Unbounded => true,
    };
    let matches = condition.matches("P#p", sk);
    assert_eq!(matches, is_after && is_before, "{range:?} {stored:?}: {condition:?}");
}

macro_rules! truncated {
    ($($entity:ident $type:ident #[$sk:meta])+) => {
        $(
            #[derive(DdbKeys)]
            #[pk("P", p)]
            #[$sk]
            #[allow(dead_code, reason = "most of what is generated is not tested here")]
            struct $entity { p: char, at: $type }
        )+

        proptest! {
            #![proptest_config(cases(300))]

            #[test]
            fn a_backwards_range_inside_one_unit_is_empty(
                range in bounds(moment()),
                row in moment(),
            ) {
                $({
                    let text = |at| $entity { p: 'p', at }.sk().unwrap();
                    let cut = |at: $type| $entity::parse_sk(&text(at)).unwrap().at;
                    let range = (range.0.map($type::of), range.1.map($type::of));
                    let row = $type::of(row);
                    let query = $entity::query($entity::parse_pk("P#p").unwrap());
                    let built = query.at_in(range).build_or_none();
                    check(built, range, &text(row), (cut(row), cut));
                })+
            }
        }
    };
}

truncated! {
    Year Timestamp #[sk("AT", "{at:year}")]
    Month Timestamp #[sk("AT", "{at:month}")]
    Day Timestamp #[sk("AT", "{at:day}")]
    Hour Timestamp #[sk("AT", "{at:hour}")]
    Minute Timestamp #[sk("AT", "{at:minute}")]
    Second Timestamp #[sk("AT", "{at:.0}")]
    Milli Timestamp #[sk("AT", "{at:.3}")]
    Micro Timestamp #[sk("AT", "{at:.6}")]
    Compact Timestamp #[sk("AT", "{at:%Y%m%d}")]
    CompactHour Timestamp #[sk("AT", "{at:%Y%m%dT%H}")]
    CompactSecond Timestamp #[sk("AT", "{at:%Y%m%d%H%M%S}")]
    CompactMilli Timestamp #[sk("AT", "{at:%Y%m%d%H%M%S.%3f}")]
    CompactMicro Timestamp #[sk("AT", "{at:%Y%m%d%H%M%S.%6f}")]
    Epoch Timestamp #[sk("AT", "{at:epoch}")]
    EpochMilli Timestamp #[sk("AT", "{at:epoch_ms}")]
    Number Timestamp #[sk["{at:epoch}" as "number"]]
    NumberMilli Timestamp #[sk["{at:epoch_ms}" as "number"]]
    Isoformat Timestamp #[sk("AT", "{at:isoformat}")]
    YearOfDate Date #[sk("AT", "{at:year}")]
    MonthOfDate Date #[sk("AT", "{at:month}")]
    CompactMonth Date #[sk("AT", "{at:%Y%m}")]
    YearBefore Timestamp #[sk("AT", "{at:year}", p)]
    MonthBefore Timestamp #[sk("AT", "{at:month}", p)]
    DayBefore Timestamp #[sk("{at:day}", p)]
    MilliBefore Timestamp #[sk("AT", "{at:.3}", p)]
    EpochBefore Timestamp #[sk("AT", "{at:epoch}", p)]
    CompactBefore Timestamp #[sk("AT", "{at:%Y%m%d}!{p}")]
    MonthOfDateBefore Date #[sk("AT", "{at:month}", p)]
}

macro_rules! least {
    ($($entity:ident $type:ty: $least:expr, #[$sk:meta])+) => {$(
        #[derive(DdbKeys)]
        #[pk("P", p)]
        #[$sk]
        #[allow(dead_code, reason = "most of what is generated is not tested here")]
        struct $entity { p: char, n: $type }
    )+

        #[test]
        fn no_number_is_less_than_the_least() {
            $({
                let query = || $entity::query($entity::parse_pk("P#p").unwrap());
                let least: $type = $least;
                let kind = query().n_in(..least).build().map_err(|error| error.kind());
                assert_eq!(kind, Err(KeyErrorKind::EmptyRange), "{}", stringify!($entity));
                let sk = $entity { p: 'p', n: least }.sk().unwrap();
                assert!(query().n_in(..=least).build().unwrap().matches("P#p", &sk));
                assert!(query().n_in(least..).build().unwrap().matches("P#p", &sk));
            })+
        }
    };
}

least! {
    Padded u32: 0, #[sk("N", "{n:05}")]
    PaddedBefore u32: 0, #[sk("N", "{n:05}", p)]
    PaddedWide u128: 0, #[sk("{n:039}")]
    PaddedOne NonZero<u8>: NonZero::<u8>::MIN, #[sk("N", "{n:03}")]
    Descending u32: 0, #[sk("N", "{n:desc05}")]
    DescendingOne NonZero<u8>: NonZero::<u8>::MIN, #[sk("N", "{n:desc03}", p)]
    Unsigned u64: 0, #[sk[n]]
    Signed i8: -128, #[sk[n]]
    One NonZero<u8>: NonZero::<u8>::MIN, #[sk[n]]
}
