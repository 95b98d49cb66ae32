//! Times in tables that other programs filled: `{at:%Y%m%d}`, `{at:epoch}`, `{at:rfc3339}`.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;

use proptest::collection::vec;
use proptest::prelude::{ProptestConfig, proptest};

use super::calendar::{AnyDate, AnyTimestamp, CALENDAR, DAY, points, spell};
use super::hostile::{edits, neighbours, spoil, strays, texts};
use super::{accepts, check_census, check_order, check_text, check_value, text};
use crate::part::{
    Day, Epoch, EpochNumber, Format, Fraction, Instant, Isoformat, KeyPart, Plain, Rfc3339,
    Rfc3339Nano, Strftime, order,
};

/// Returns the characters after the units, a space for none and `_` for a space.
const fn gaps(characters: &str) -> u64 {
    let (bytes, mut gaps, mut at) = (characters.as_bytes(), 0, characters.len());
    while at > 0 {
        at -= 1;
        gaps = gaps << 8
            | match bytes[at] {
                b' ' => 0,
                b'_' => b' ' as u64,
                byte => byte as u64,
            };
    }
    gaps
}

type Compact = Strftime<3, 0>;
type Months = Strftime<2, 0>;
type Years = Strftime<1, { gaps("Z") }>;
type Slashes = Strftime<3, { gaps("// ") }>;
type Hours = Strftime<4, { gaps("--- ") }>;
type Minutes = Strftime<5, { gaps("  T Z") }>;
type Files = Strftime<6, { gaps("--T--Z") }>;
type Digits = Strftime<6, 0>;
type Milliseconds3 = Strftime<7, { gaps("--T---Z") }>;
type Microseconds6 = Strftime<8, { gaps("--T::. ") }>;
type Sql = Strftime<6, { gaps("--_:: ") }>;
type Sql6 = Strftime<8, { gaps("--_::. ") }>;
type Nanoseconds9 = Strftime<9, 0>;

/// The expected string of a moment, and the part of the moment that it keeps.
trait Spelled: Format {
    fn spelled(second: i64, nanosecond: u32) -> Option<String>;

    /// Returns the earliest time that the string can mean, in seconds and nanoseconds since 1970.
    fn start(second: i64, nanosecond: u32) -> (i64, u32);
}

/// The digits of the units of a moment, with other characters between.
fn respell(second: i64, between: &str) -> Option<String> {
    let whole = spell::<Fraction<0>>(second, 0)?;
    let units =
        [&whole[..4], &whole[5..7], &whole[8..10], &whole[11..13], &whole[14..16], &whole[17..19]];
    let gaps = between.chars().map(|gap| match gap {
        ' ' => String::new(),
        '_' => " ".into(),
        gap => gap.to_string(),
    });
    Some(units.iter().zip(gaps).flat_map(|(unit, gap)| [String::from(*unit), gap]).collect())
}

/// Does the same with digits of a fraction, and a character after them.
fn respell_fraction(second: i64, nanosecond: u32, between: &str, digits: usize) -> Option<String> {
    let (units, last) = between.split_at(6);
    let fraction = &format!("{nanosecond:09}")[..digits];
    Some(format!("{}{fraction}{}", respell(second, units)?, last.trim()))
}

/// Returns the second at which this prefix of a timestamp's string starts.
fn start_of(second: i64, length: usize) -> i64 {
    let is_same = |other: i64| {
        spell::<Fraction<0>>(other, 0).is_some_and(|text| {
            text[..length] == spell::<Fraction<0>>(second, 0).unwrap()[..length]
        })
    };
    // This halves the step as long as the string stays the same.
    let mut start = second;
    let mut step = 366 * DAY;
    while step > 0 {
        while is_same(start - step) {
            start -= step;
        }
        step /= 2;
    }
    start
}

macro_rules! spelled {
    ($($form:ty: $between:literal $length:literal;)+) => {$(
        impl Spelled for $form {
            fn spelled(second: i64, _: u32) -> Option<String> {
                respell(second, $between)
            }

            fn start(second: i64, _: u32) -> (i64, u32) {
                (start_of(second, $length), 0)
            }
        }
    )+};
}

spelled! {
    Compact: "   " 10;
    Months: "  " 7;
    Years: "Z" 4;
    Slashes: "// " 10;
    Hours: "--- " 13;
    Minutes: "  T Z" 16;
    Files: "--T--Z" 19;
    Digits: "      " 19;
    Sql: "--_:: " 19;
}

macro_rules! spelled_with_fraction {
    ($($form:ty: $between:literal $digits:literal;)+) => {$(
        impl Spelled for $form {
            fn spelled(second: i64, nanosecond: u32) -> Option<String> {
                respell_fraction(second, nanosecond, $between, $digits)
            }

            fn start(second: i64, nanosecond: u32) -> (i64, u32) {
                (second, nanosecond - nanosecond % 10u32.pow(9 - $digits))
            }
        }
    )+};
}

spelled_with_fraction! {
    Milliseconds3: "--T---Z" 3;
    Microseconds6: "--T::. " 6;
    Sql6: "--_::. " 6;
    Nanoseconds9: "       " 9;
}

impl<const DIGITS: usize> Spelled for Epoch<DIGITS> {
    fn spelled(second: i64, nanosecond: u32) -> Option<String> {
        let number = EpochNumber::<DIGITS>::spelled(second, nanosecond)?;
        let width = 10 + DIGITS;
        (second >= 0 && number.len() <= width).then(|| format!("{number:0>width$}"))
    }

    fn start(second: i64, nanosecond: u32) -> (i64, u32) {
        EpochNumber::<DIGITS>::start(second, nanosecond)
    }
}

impl<const DIGITS: usize> Spelled for EpochNumber<DIGITS> {
    fn spelled(second: i64, nanosecond: u32) -> Option<String> {
        let milliseconds = i64::from(nanosecond / 1_000_000);
        let number = if DIGITS == 0 { second } else { second * 1000 + milliseconds };
        CALENDAR.contains(&second).then(|| number.to_string())
    }

    fn start(second: i64, nanosecond: u32) -> (i64, u32) {
        (second, if DIGITS == 0 { 0 } else { nanosecond / 1_000_000 * 1_000_000 })
    }
}

/// Returns a moment with the smallest of these numbers of digits that only drops zeros.
fn trim(second: i64, nanosecond: u32, digits: &[usize], tail: &str) -> Option<String> {
    let whole = spell::<Plain>(second, nanosecond)?;
    let (whole, fraction) = whole.trim_end_matches('Z').split_once('.').unwrap();
    let most = *digits.last().unwrap();
    let is_rest_zero = |digits: &&usize| fraction[**digits..most].bytes().all(|b| b == b'0');
    Some(match digits.iter().find(is_rest_zero).unwrap() {
        0 => format!("{whole}{tail}"),
        digits => format!("{whole}.{}{tail}", &fraction[..*digits]),
    })
}

macro_rules! trimmed {
    ($($form:ty: [$($digits:literal)+] $tail:literal $unit:literal;)+) => {$(
        impl Spelled for $form {
            fn spelled(second: i64, nanosecond: u32) -> Option<String> {
                trim(second, nanosecond, &[$($digits),+], $tail)
            }

            fn start(second: i64, nanosecond: u32) -> (i64, u32) {
                (second, nanosecond / $unit * $unit)
            }
        }
    )+};
}

trimmed! {
    Rfc3339: [0 3 6 9] "+00:00" 1;
    Isoformat: [0 6] "" 1000;
    Instant: [0 3 6 9] "Z" 1;
    Rfc3339Nano: [0 1 2 3 4 5 6 7 8 9] "Z" 1;
}

type Seconds = Epoch<0>;
type Milliseconds = Epoch<3>;
type SecondsNumber = EpochNumber<0>;
type MillisecondsNumber = EpochNumber<3>;

/// Calls a function for the timestamp type of each crate whose feature is on, in these forms, in all string
/// forms, or in the forms that sort in every position.
macro_rules! each_timestamp {
    ($check:ident $arguments:tt) => {
        each_timestamp!([ordered] $check $arguments);
        each_timestamp!([Isoformat Instant Rfc3339Nano] $check $arguments);
    };
    ([ordered] $check:ident $arguments:tt) => {
        each_timestamp!([Compact Months Years Slashes Hours Minutes Files Digits Sql] $check $arguments);
        each_timestamp!([Milliseconds3 Microseconds6 Nanoseconds9 Sql6] $check $arguments);
        each_timestamp!([Seconds Milliseconds Rfc3339] $check $arguments);
    };
    ([$($form:ident)+] $check:ident $arguments:tt) => {$(
        #[cfg(feature = "chrono")]
        $check::<chrono::DateTime<chrono::Utc>, $form> $arguments;
        #[cfg(feature = "jiff")]
        $check::<jiff::Timestamp, $form> $arguments;
        #[cfg(feature = "time")]
        $check::<time::OffsetDateTime, $form> $arguments;
    )+};
}

/// Does the same for forms that are numbers.
macro_rules! each_number {
    ($check:ident $arguments:tt) => {
        each_timestamp!([SecondsNumber MillisecondsNumber] $check $arguments);
    };
}

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

/// Checks that a moment has the expected string, or none. The string reads as its earliest time.
fn check_point<T, F: Spelled>(second: i64, nanosecond: u32)
where
    for<'k> T: AnyTimestamp + KeyPart<F, Ref<'k> = T>,
{
    let Some(value) = T::of(second, nanosecond) else { return };
    let expected = F::spelled(second, nanosecond);
    assert_eq!(text::<T, F>(&value).ok(), expected, "{value:?}");
    let Some(expected) = expected else { return };
    let (start, nanosecond) = F::start(second, nanosecond);
    let start = T::of(start, nanosecond).unwrap();
    assert_eq!(T::rest(value) != 0, start != value, "{start:?} {value:?}");
    assert_eq!(check_value::<T, F>(&start), expected);
}

/// The automaton does not know that a type ends before the calendar.
fn check_texts<T: KeyPart<F> + AnyTimestamp, F: Spelled>(texts: &[String]) {
    let last = T::ENDS.and_then(|(second, nanosecond)| F::spelled(second, nanosecond));
    for text in texts {
        let is_late = accepts(T::SHAPE.language, text)
            && last.as_ref().is_some_and(|last| {
                match text.parse::<i64>().ok().zip(last.parse().ok()) {
                    Some((number, last)) => number > last,
                    // Without its `Z`, which would sort after a fraction.
                    None => text.trim_end_matches('Z') > last.trim_end_matches('Z'),
                }
            });
        if is_late {
            assert!(T::read(text).is_none(), "{text}");
        } else {
            check_text::<T, F>(text);
        }
    }
}

fn check_sorting<T: KeyPart<F, Order = order::Always> + AnyTimestamp, F: Spelled>(
    points: &[(i64, u32)],
) {
    check_order::<T, F>(points.iter().filter_map(|(second, n)| T::of(*second, *n)).collect());
}

/// Strings sort like values at the end of a key, and before each character that sorts below `.`.
fn check_sorting_before_a_point<T: KeyPart<F, Order = order::Always> + AnyTimestamp, F: Format>(
    points: &[(i64, u32)],
) {
    let mut values: Vec<T> = points.iter().filter_map(|(second, n)| T::of(*second, *n)).collect();
    values.sort();
    let mut texts: Vec<_> = values.iter().filter_map(|value| text::<T, F>(value).ok()).collect();
    texts.dedup();
    let limit = T::SHAPE.language.sorts_before().unwrap();
    for tail in core::iter::once(String::new()).chain(('\0'..limit).map(String::from)) {
        for pair in texts.windows(2) {
            // The string of every following key is between these.
            let (last, next) =
                (format!("{}{tail}\u{10FFFF}", pair[0]), format!("{}{tail}", pair[1]));
            let last = if tail.is_empty() { pair[0].clone() } else { last };
            assert!(last < next, "{last:?} {next:?}");
        }
    }
}

/// Only characters that sort below `.` keep the order, so keys with other characters do not compile. Forms with a `Z`
/// have no order at all.
#[test]
fn a_time_without_digits_sorts_after_one_with_digits() {
    fn check<T: AnyTimestamp + KeyPart<F>, F: Format>(tail: &str, is_ordered: bool) {
        let texts = [0, 500_000_000].map(|nanosecond| {
            text::<T, F>(&T::of(1_709_251_199, nanosecond).unwrap()).unwrap() + tail
        });
        assert_eq!(texts[0] < texts[1], is_ordered, "{texts:?}");
    }
    each_timestamp!([Isoformat] check("-", true));
    each_timestamp!([Isoformat] check("/", false));
    each_timestamp!([Isoformat] check("Z", false));
    each_timestamp!([Instant Rfc3339Nano] check("", false));
    each_timestamp!([Instant Rfc3339Nano] check("#", false));
}

/// The strings that Python, Java and Go wrote, with a line for each time: the program, the version, the form, the seconds
/// and nanoseconds since 1970, and the string. The programs are next to the file.
const TIMES: &str = include_str!("../../../../tests/vectors/times/times.tsv");

/// Each line is written and read with each crate, up to what the form cuts off.
#[test]
fn times_are_those_of_python_java_and_go() {
    fn check<T, F: Spelled>(form: &str, tail: &str)
    where
        for<'k> T: AnyTimestamp + KeyPart<F, Ref<'k> = T>,
    {
        let mut count = 0;
        for line in TIMES.lines() {
            let columns: Vec<_> = line.split('\t').collect();
            let [_, _, of, second, nanosecond, written] = *columns else { panic!("{line}") };
            if of != form {
                continue;
            }
            let (second, nanosecond) = (second.parse().unwrap(), nanosecond.parse().unwrap());
            let expected = written.strip_suffix(tail).unwrap();
            let value = T::of(second, nanosecond).unwrap();
            assert_eq!(text::<T, F>(&value).as_deref(), Ok(expected), "{line}");
            let (second, nanosecond) = F::start(second, nanosecond);
            assert_eq!(T::read(expected), T::of(second, nanosecond), "{line}");
            count += 1;
        }
        assert!(count > 150, "{form}");
    }
    each_timestamp!([Isoformat] check("isoformat", ""));
    // The zone is a literal directly after the value.
    each_timestamp!([Isoformat] check("isoformat+00:00", "+00:00"));
    each_timestamp!([Instant] check("instant", ""));
    each_timestamp!([Rfc3339Nano] check("rfc3339nano", ""));
}

const TEXTS: &[&str] = &[
    "20240229",
    "20230229",
    "202402",
    "2024Z",
    "2024",
    "2024/02/29",
    "2024-02-29-10",
    "20240229T1030Z",
    "2024-02-29T10-30-00Z",
    "20240229103000",
    "2024-02-29T10-30-00-000Z",
    "2024-02-29T10-30-00-12Z",
    "2024-02-29T10-30-00-1234Z",
    "2024-02-29T10-30-00-123",
    "2024-02-29T10:30:00.123456",
    "2024-02-29T10:30:00.",
    "20240229103000123456789",
    "0000000000",
    "9999999999",
    "0000000000000",
    "9999999999999",
    "2024-02-29T10:30:00+00:00",
    "2024-02-29T10:30:00.123+00:00",
    "2024-02-29T10:30:00.120000+00:00",
    "2024-02-29T10:30:00.000001+00:00",
    "2024-02-29T10:30:00.000+00:00",
    "2024-02-29T10:30:00.1+00:00",
    "2024-02-29T10:30:00.+00:00",
    "2024-02-29T10:30:00.123456789+00:00",
    "2024-02-29T10:30:00.1234567890+00:00",
    "2024-02-29T10:30:00.123456000+00:00",
    "2024-02-29T10:30:00Z",
    "2024-02-29T10:30:00",
    "2024-02-29T10:30:00.000000",
    "2024-02-29T10:30:00.100000",
    "2024-02-29T10:30:00.100",
    "2024-02-29T10:30:00.1234567",
    "2024-02-29T10:30:00.100Z",
    "2024-02-29T10:30:00.1Z",
    "2024-02-29T10:30:00.10Z",
    "2024-02-29T10:30:00.0Z",
    "2024-02-29T10:30:00.Z",
    "2024-02-29T10:30:00.123456789Z",
    "2024-02-29T10:30:00.1234567891Z",
    "2024-02-29T10:30:00.123456780Z",
    "2024-02-29T10:30:00ZZ",
    "2024-02-29T10:30:00-00:00",
    "2024-02-29T10:30:60+00:00",
    "2024-02-29T24:30:00+00:00",
    "2024-02-29T10:30:00+01:00",
];

#[test]
fn moments_have_the_texts_that_they_should_have() {
    let (first, last) = (*CALENDAR.start(), *CALENDAR.end());
    let ends_of_epoch = [9_999_999_999, 10_000_000_000];
    let seconds = [first - 1, first, -1, 0, 1, 1_709_251_199, last - DAY * 2, last, last + 1];
    for second in seconds.into_iter().chain(ends_of_epoch) {
        for nanosecond in [0, 1, 999, 1_000, 100_000_000, 120_000_000, 123_456_000, 999_999_999] {
            each_timestamp!(check_point(second, nanosecond));
            each_number!(check_point(second, nanosecond));
        }
    }
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn texts_are_read_or_refused() {
    let mut texts: Vec<String> = TEXTS.iter().map(ToString::to_string).collect();
    // One of each length and punctuation.
    let near = [
        "20240229",
        "2024/02/29",
        "20240229T1030Z",
        "2024-02-29T10:30:00.120+00:00",
        "2024-02-29T10-30-00-120Z",
        "2024-02-29 10:30:00.123456",
        "2024-02-29T10:30:00.123456",
        "20240229103000123456789",
        "2024-02-29T10:30:00.12Z",
        "2024-02-29T10:30:00.120Z",
    ];
    texts.extend(near.iter().flat_map(|text| neighbours(text)));
    texts.extend(strays());
    texts.extend(["-62167219200", "-62167219201", "253402300799", "253402300800"].map(Into::into));
    texts.extend(["253402300799999", "253402300800000", "-0", "-1", "007"].map(Into::into));
    each_timestamp!(check_texts(&texts));
    each_number!(check_texts(&texts));
}

#[test]
fn automata_have_no_texts_to_spare() {
    fn check<T: KeyPart<F>, F: Format>(count: u128) {
        check_census::<T, F>(count);
    }
    each_timestamp!([Seconds] check(10_000_000_000));
    each_timestamp!([Milliseconds] check(10_000_000_000_000));
    each_number!(check_numbers());
}

fn check_numbers<T: KeyPart<F, Order = order::Number<order::BuiltIn>>, F: Format>() {
    assert!(!T::IS_SERDE_TEXT);
}

/// A date in other punctuation, and in its own.
#[test]
fn dates_are_spelled_too() {
    fn check<T>()
    where
        for<'k> T: AnyDate
            + KeyPart<Compact, Ref<'k> = T>
            + KeyPart<Slashes>
            + KeyPart<Months, Ref<'k> = T>
            + KeyPart<Years>
            + KeyPart<Day>,
    {
        let date = T::of(2024, 2, 29).unwrap();
        assert_eq!(check_value::<T, Compact>(&date), "20240229");
        assert_eq!(check_value::<T, Slashes>(&date), "2024/02/29");
        assert_eq!(check_value::<T, Day>(&date), "2024-02-29");
        assert_eq!(text::<T, Months>(&date).unwrap(), "202402");
        assert_eq!(text::<T, Years>(&date).unwrap(), "2024Z");
        assert_eq!(<T as KeyPart<Months>>::read("202402"), T::of(2024, 2, 1));
        assert!(
            <T as KeyPart<Months>>::rest(date) != 0 && <T as KeyPart<Compact>>::rest(date) == 0
        );
        for text in ["20240229", "2024-02-29"].iter().flat_map(|text| neighbours(text)) {
            check_text::<T, Compact>(&text);
            check_text::<T, Months>(&text);
            check_text::<T, Day>(&text);
        }
    }
    each_date!(check());
}

#[cfg(feature = "chrono")]
mod with_chrono {
    use chrono::{DateTime, Utc};

    use super::*;

    #[test]
    fn rfc3339_is_what_chrono_writes() {
        for nanosecond in [0, 1, 1_000, 1_000_000, 123_000_000, 123_456_000, 999_999_999] {
            let at = DateTime::<Utc>::from_timestamp(1_709_251_199, nanosecond).unwrap();
            assert_eq!(text::<_, Rfc3339>(&at), Ok(at.to_rfc3339()));
        }
    }

    #[test]
    fn an_instant_is_what_serde_stores() {
        for nanosecond in [0, 1, 1_000, 1_000_000, 120_000_000, 123_456_000, 999_999_999] {
            let at = DateTime::<Utc>::from_timestamp(1_709_251_199, nanosecond).unwrap();
            let stored = at.to_rfc3339_opts(chrono::SecondsFormat::AutoSi, true);
            assert_eq!(text::<_, Instant>(&at), Ok(stored));
        }
    }

    #[test]
    fn a_fraction_is_what_chrono_writes() {
        for nanosecond in [0, 1, 1_000, 120_000_000, 123_456_789, 999_999_999] {
            let at = DateTime::<Utc>::from_timestamp(1_709_251_199, nanosecond).unwrap();
            let written = |pattern| Ok(at.format(pattern).to_string());
            assert_eq!(text::<_, Milliseconds3>(&at), written("%Y-%m-%dT%H-%M-%S-%3fZ"));
            assert_eq!(text::<_, Microseconds6>(&at), written("%Y-%m-%dT%H:%M:%S.%6f"));
            assert_eq!(text::<_, Nanoseconds9>(&at), written("%Y%m%d%H%M%S%9f"));
        }
    }

    #[test]
    fn a_leap_second_has_no_text() {
        fn check<T: KeyPart<F> + From<DateTime<Utc>>, F: Format>(at: DateTime<Utc>) {
            assert_eq!(text::<T, F>(&at.into()), Err(crate::part::OutOfRange));
        }
        let day = chrono::NaiveDate::from_ymd_opt(2016, 12, 31).unwrap();
        let leap = day.and_hms_nano_opt(23, 59, 59, 1_000_000_000).unwrap().and_utc();
        check::<DateTime<Utc>, Rfc3339>(leap);
        check::<DateTime<Utc>, Isoformat>(leap);
        check::<DateTime<Utc>, Instant>(leap);
        check::<DateTime<Utc>, Rfc3339Nano>(leap);
        check::<DateTime<Utc>, Epoch<0>>(leap);
        check::<DateTime<Utc>, EpochNumber<3>>(leap);
        check::<DateTime<Utc>, Compact>(leap);
        check::<DateTime<Utc>, Nanoseconds9>(leap);
    }
}

#[cfg(feature = "jiff")]
#[test]
fn rfc3339nano_is_what_jiff_prints() {
    for nanosecond in [0, 1, 1_000, 100_000_000, 120_000_000, 123_456_780, 999_999_999] {
        let at = jiff::Timestamp::new(1_709_251_199, nanosecond).unwrap();
        assert_eq!(text::<_, Rfc3339Nano>(&at), Ok(at.to_string()));
    }
}

#[cfg(feature = "jiff")]
#[test]
fn a_fraction_is_what_jiff_writes() {
    for nanosecond in [0, 1, 1_000, 120_000_000, 123_456_789, 999_999_999] {
        let at = jiff::Timestamp::new(1_709_251_199, nanosecond).unwrap();
        let written = |pattern| Ok(at.strftime(pattern).to_string());
        assert_eq!(text::<_, Milliseconds3>(&at), written("%Y-%m-%dT%H-%M-%S-%3fZ"));
        assert_eq!(text::<_, Microseconds6>(&at), written("%Y-%m-%dT%H:%M:%S.%6f"));
        assert_eq!(text::<_, Nanoseconds9>(&at), written("%Y%m%d%H%M%S%9f"));
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn any_timestamp((second, nanosecond) in points(), edits in edits()) {
        fn check<T: KeyPart<F> + AnyTimestamp, F: Spelled>(
            second: i64,
            nanosecond: u32,
            edits: &super::hostile::Edits,
        ) {
            let text = F::spelled(second, nanosecond);
            check_texts::<T, F>(&text.iter().flat_map(|text| spoil(text, edits)).collect::<Vec<_>>());
        }
        each_timestamp!(check_point(second, nanosecond));
        each_number!(check_point(second, nanosecond));
        each_timestamp!(check(second, nanosecond, &edits));
        each_number!(check(second, nanosecond, &edits));
    }

    #[test]
    fn timestamps_sort(points in vec(points(), 2..20), (second, nanosecond) in points()) {
        let near = (0..27).map(|power| (second + (1 << power), nanosecond));
        let nearer = (0..29).map(|power| (second, nanosecond ^ (1 << power))).filter(|(_, n)| *n < 1_000_000_000);
        let points: Vec<_> = points.into_iter().chain(near).chain(nearer).collect();
        each_timestamp!([ordered] check_sorting(&points));
        each_timestamp!([Isoformat] check_sorting_before_a_point(&points));
    }

    #[test]
    fn other_texts_are_refused(texts in vec(texts(), 1..4)) {
        each_timestamp!(check_texts(&texts));
        each_number!(check_texts(&texts));
    }
}
