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
