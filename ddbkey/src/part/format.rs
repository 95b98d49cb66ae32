//! What follows the colon in `{field:FORMAT}`, as types: `F` of [`KeyPart<F>`](super::KeyPart).

/// What follows the colon in `{field:FORMAT}`, as a type.
///
/// This trait is sealed: only the types of this module implement it.
pub trait Format: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! format {
    ($([$($params:tt)*] $format:ty),+ $(,)?) => {$(
        impl<$($params)*> Format for $format {}
        impl<$($params)*> sealed::Sealed for $format {}
    )+};
}

format!(
    [] Plain,
    [const N: usize] Padded<N>,
    [const N: usize] Descending<N>,
    [] Unordered,
    [const N: usize] Fraction<N>,
    [] Year,
    [] Month,
    [] Day,
    [] Hour,
    [] Minute,
    [const UNITS: usize, const GAPS: u64] Strftime<UNITS, GAPS>,
    [const DIGITS: usize] Epoch<DIGITS>,
    [const DIGITS: usize] EpochNumber<DIGITS>,
    [] Rfc3339,
    [] Lower,
    [] Upper,
);

/// `{field}`: the type's own text.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// `{field:0N}`: an integer, zero-padded to `N` digits, 1 or more.
#[derive(Clone, Copy, Debug)]
pub struct Padded<const N: usize>;

/// `{field:desc0N}`: an unsigned integer as the `N` digits of 10^`N` - 1 - n, `N` from 1 to 38, so
/// that the greatest number sorts first.
#[derive(Clone, Copy, Debug)]
pub struct Descending<const N: usize>;

/// `{field:unordered}`: an integer in plain decimal, although its texts do not sort as numbers do.
#[derive(Clone, Copy, Debug)]
pub struct Unordered;

/// `{field:.N}`: a timestamp with `N` fractional digits, the rest cut off.
#[derive(Clone, Copy, Debug)]
pub struct Fraction<const N: usize>;

/// `{field:year}`: the year of a timestamp or a date, in UTC: `2024`.
#[derive(Clone, Copy, Debug)]
pub struct Year;

/// `{field:month}`: the month of a timestamp or a date, in UTC: `2024-12`.
#[derive(Clone, Copy, Debug)]
pub struct Month;

/// `{field:day}`: the day of a timestamp, in UTC: `2024-12-01`.
#[derive(Clone, Copy, Debug)]
pub struct Day;

/// `{field:hour}`: the hour of a timestamp, in UTC: `2024-12-01T10`.
#[derive(Clone, Copy, Debug)]
pub struct Hour;

/// `{field:minute}`: the minute of a timestamp, in UTC: `2024-12-01T10:30`.
#[derive(Clone, Copy, Debug)]
pub struct Minute;

/// `{field:%Y%m%d}`: the first `UNITS` of the units `%Y %m %d %H %M %S` of a timestamp or a date, in UTC.
///
/// `GAPS` has the character after each unit, one byte each, 0 for none; the one after the year is the lowest.
#[derive(Clone, Copy, Debug)]
pub struct Strftime<const UNITS: usize, const GAPS: u64>;

/// `{field:epoch}` and `{field:epoch_ms}`: a timestamp as the time since 1970, in seconds with `DIGITS` (0 or 3)
/// further digits, zero-padded: from 1970 to 2286.
#[derive(Clone, Copy, Debug)]
pub struct Epoch<const DIGITS: usize>;

/// `"{field:epoch}" as "attribute"` in square brackets: the same as a number.
#[derive(Clone, Copy, Debug)]
pub struct EpochNumber<const DIGITS: usize>;

/// `{field:rfc3339}`: a timestamp as chrono's `to_rfc3339` writes it in UTC: `2024-12-01T10:30:00.123+00:00`.
#[derive(Clone, Copy, Debug)]
pub struct Rfc3339;

/// `{field:lower}`: text in lower case.
#[derive(Clone, Copy, Debug)]
pub struct Lower;

/// `{field:upper}`: text in upper case.
#[derive(Clone, Copy, Debug)]
pub struct Upper;
