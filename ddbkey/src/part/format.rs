//! What follows the colon in `{field:FORMAT}`, as types: `F` of [`KeyPart<F>`](super::KeyPart).

/// What follows the colon in `{field:FORMAT}`, as a type.
///
/// This trait is sealed: only the types of this module implement it.
pub trait Format: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident $([$($params:tt)*] [$($arguments:tt)*])?;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $format $(<$($params)*>)?;

        impl $(<$($params)*>)? Format for $format $(<$($arguments)*>)? {}
        impl $(<$($params)*>)? sealed::Sealed for $format $(<$($arguments)*>)? {}
    )+};
}

formats! {
    /// `{field}`: the type's own string.
    Plain;
    /// `{field:0N}`: an integer, zero-padded to `N` digits, 1 or more.
    Padded [const N: usize] [N];
    /// `{field:desc0N}`: an unsigned integer as the `N` digits of 10^`N` - 1 - n, `N` from 1 to 38, so
    /// that the greatest number sorts first.
    Descending [const N: usize] [N];
    /// `{field:unordered}`: an integer in plain decimal, which sorts as a string.
    Unordered;
    /// `{field:.N}`: a timestamp with `N` fractional digits, the rest cut off.
    Fraction [const N: usize] [N];
    /// `{field:year}`: the year of a timestamp or a date, in UTC: `2024`.
    Year;
    /// `{field:month}`: the month of a timestamp or a date, in UTC: `2024-12`.
    Month;
    /// `{field:day}`: the day of a timestamp, in UTC: `2024-12-01`.
    Day;
    /// `{field:hour}`: the hour of a timestamp, in UTC: `2024-12-01T10`.
    Hour;
    /// `{field:minute}`: the minute of a timestamp, in UTC: `2024-12-01T10:30`.
    Minute;
    /// `{field:%Y%m%d}`: the units of a timestamp or a date, in UTC, in other punctuation.
    ///
    /// `UNITS` is the number of `%Y %m %d %H %M %S` in the pattern; 7, 8 and 9 mean all of them and `%3f`, `%6f` or `%9f`.
    /// `GAPS` has the character after each unit, one byte each, 0 for none; the lowest byte follows the year.
    Strftime [const UNITS: usize, const GAPS: u64] [UNITS, GAPS];
    /// `{field:epoch}` and `{field:epoch_ms}`: a timestamp as the time since 1970.
    ///
    /// The key holds a number of seconds with `DIGITS` (0 or 3) further digits, zero-padded, from 1970 to 2286.
    Epoch [const DIGITS: usize] [DIGITS];
    /// `"{field:epoch}" as "attribute"` in square brackets: the same as a number.
    EpochNumber [const DIGITS: usize] [DIGITS];
    /// `{field:rfc3339}`: a timestamp in UTC as chrono's `to_rfc3339` writes it.
    ///
    /// For example `2024-12-01T10:30:00.123+00:00`, with 0, 3, 6 or 9 digits of a fraction.
    Rfc3339;
    /// `{field:isoformat}`: a timestamp as Python's `isoformat` writes a time in UTC without a zone.
    ///
    /// For example `2024-12-01T10:30:00` and `2024-12-01T10:30:00.123456`, with 0 or 6 digits of a fraction, the rest
    /// cut off. In a sort key, what follows must sort below `.`, like `#` and `+`.
    Isoformat;
    /// `{field:instant}`: a timestamp as `toString` of Java's `Instant` writes it. Its strings do not sort like times.
    ///
    /// For example `2024-12-01T10:30:00Z` and `2024-12-01T10:30:00.120Z`, with 0, 3, 6 or 9 digits of a fraction.
    Instant;
    /// `{field:rfc3339nano}`: a timestamp in UTC as Go's `time.RFC3339Nano` writes it. Its strings do not sort like times.
    ///
    /// For example `2024-12-01T10:30:00Z` and `2024-12-01T10:30:00.12Z`, with no more fraction digits than necessary.
    /// jiff's `Timestamp` prints the same.
    Rfc3339Nano;
    /// `{field:lower}`: a string in lower case.
    ///
    /// A range compares the stored strings, and folds its bounds: `"B".."C"` is `"b".."c"`, and includes `bob`.
    Lower;
    /// `{field:upper}`: a string in upper case.
    ///
    /// A range compares the stored strings, and folds its bounds.
    Upper;
    /// `{field:ascii_lower}`: a string whose ASCII letters are in lower case, as `str::to_ascii_lowercase` writes it.
    ///
    /// A range compares the stored strings, and folds its bounds.
    AsciiLower;
    /// `{field:ascii_upper}`: a string whose ASCII letters are in upper case, as `str::to_ascii_uppercase` writes it.
    ///
    /// A range compares the stored strings, and folds its bounds.
    AsciiUpper;
    /// `{field:empty}`: a string that may be empty, between separators.
    Empty;
}
