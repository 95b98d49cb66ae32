//! What follows the colon in `{field:FORMAT}`, as types: `F` of [`KeyPart<F>`](super::KeyPart).

/// What follows the colon in `{field:FORMAT}`, as a type.
///
/// This trait is sealed: only the types of this module implement it.
pub trait Format: sealed::Sealed {
    /// The declared format after the colon: `.3`.
    #[doc(hidden)]
    const TEXT: &'static str;
}

mod sealed {
    pub trait Sealed {}
}

macro_rules! formats {
    ($($(#[$doc:meta])* $format:ident $([$($params:tt)*] [$($arguments:tt)*])? = $text:expr;)+) => {$(
        $(#[$doc])*
        #[derive(Clone, Copy, Debug)]
        pub struct $format $(<$($params)*>)?;

        impl $(<$($params)*>)? Format for $format $(<$($arguments)*>)? {
            const TEXT: &'static str = $text;
        }
        impl $(<$($params)*>)? sealed::Sealed for $format $(<$($arguments)*>)? {}
    )+};
}

formats! {
    /// `{field}`: the type's own string.
    Plain = "";
    /// `{field:0N}`: an integer, zero-padded to `N` digits, 1 or more.
    Padded [const N: usize] [N] = DigitFormats::<N>::PADDED.text();
    /// `{field:desc0N}`: an unsigned integer as the `N` digits of 10^`N` - 1 - n, `N` from 1 to 38, so
    /// that the greatest number sorts first.
    Descending [const N: usize] [N] = DigitFormats::<N>::DESCENDING.text();
    /// `{field:unordered}`: an integer in plain decimal, which sorts as a string.
    Unordered = "unordered";
    /// `{field:.N}`: a timestamp with `N` fractional digits, the rest cut off.
    Fraction [const N: usize] [N] = fraction_text(N);
    /// `{field:year}`: the year of a timestamp or a date, in UTC: `2024`.
    Year = "year";
    /// `{field:month}`: the month of a timestamp or a date, in UTC: `2024-12`.
    Month = "month";
    /// `{field:day}`: the day of a timestamp, in UTC: `2024-12-01`.
    Day = "day";
    /// `{field:hour}`: the hour of a timestamp, in UTC: `2024-12-01T10`.
    Hour = "hour";
    /// `{field:minute}`: the minute of a timestamp, in UTC: `2024-12-01T10:30`.
    Minute = "minute";
    /// `{field:%Y%m%d}`: the units of a timestamp or a date, in UTC, in other punctuation.
    ///
    /// `UNITS` is the number of `%Y %m %d %H %M %S` in the pattern; 7, 8 and 9 mean all of them and `%3f`, `%6f` or `%9f`.
    /// `GAPS` has the character after each unit, one byte each, 0 for none; the lowest byte follows the year.
    Strftime [const UNITS: usize, const GAPS: u64] [UNITS, GAPS] = StrftimeName::<UNITS, GAPS>::TEXT.text();
    /// `{field:epoch}` and `{field:epoch_ms}`: a timestamp as the time since 1970.
    ///
    /// The key holds a number of seconds with `DIGITS` (0 or 3) further digits, zero-padded, from 1970 to 2286.
    Epoch [const DIGITS: usize] [DIGITS] = epoch_text(DIGITS);
    /// `"{field:epoch}" as "attribute"` in square brackets: the same as a number.
    EpochNumber [const DIGITS: usize] [DIGITS] = epoch_text(DIGITS);
    /// `{field:rfc3339}`: a timestamp in UTC as chrono's `to_rfc3339` writes it.
    ///
    /// For example `2024-12-01T10:30:00.123+00:00`, with 0, 3, 6 or 9 digits of a fraction.
    Rfc3339 = "rfc3339";
    /// `{field:isoformat}`: a timestamp as Python's `isoformat` writes a time in UTC without a zone.
    ///
    /// For example `2024-12-01T10:30:00` and `2024-12-01T10:30:00.123456`, with 0 or 6 digits of a fraction, the rest
    /// cut off. In a sort key, what follows must sort below `.`, like `#` and `+`.
    Isoformat = "isoformat";
    /// `{field:instant}`: a timestamp as `toString` of Java's `Instant` writes it. Its strings do not sort like times.
    ///
    /// For example `2024-12-01T10:30:00Z` and `2024-12-01T10:30:00.120Z`, with 0, 3, 6 or 9 digits of a fraction.
    Instant = "instant";
    /// `{field:rfc3339nano}`: a timestamp in UTC as Go's `time.RFC3339Nano` writes it. Its strings do not sort like times.
    ///
    /// For example `2024-12-01T10:30:00Z` and `2024-12-01T10:30:00.12Z`, with no more fraction digits than necessary.
    /// jiff's `Timestamp` prints the same.
    Rfc3339Nano = "rfc3339nano";
    /// `{field:lower}`: a string in lower case.
    ///
    /// A range compares the stored strings, and folds its bounds: `"B".."C"` is `"b".."c"`, and includes `bob`.
    Lower = "lower";
    /// `{field:upper}`: a string in upper case.
    ///
    /// A range compares the stored strings, and folds its bounds.
    Upper = "upper";
    /// `{field:empty}`: a string that may be empty, between separators.
    Empty = "empty";
}

/// A string that is assembled in a constant.
#[derive(Clone, Copy)]
struct FormatName {
    bytes: [u8; 24],
    length: usize,
}

impl FormatName {
    const fn new(start: &str) -> Self {
        Self { bytes: [0; 24], length: 0 }.then(start)
    }

    const fn then(mut self, text: &str) -> Self {
        let mut at = 0;
        while at < text.len() {
            self = self.byte(text.as_bytes()[at]);
            at += 1;
        }
        self
    }

    const fn byte(mut self, byte: u8) -> Self {
        self.bytes[self.length] = byte;
        self.length += 1;
        self
    }

    /// Appends a number without leading zeros.
    const fn number(self, number: usize) -> Self {
        let start = if number < 10 { self } else { self.number(number / 10) };
        start.byte(b'0' + (number % 10) as u8)
    }

    const fn text(&self) -> &str {
        match str::from_utf8(self.bytes.split_at(self.length).0) {
            Ok(text) => text,
            Err(_) => panic!("formats are ASCII"),
        }
    }
}

struct DigitFormats<const N: usize>;

impl<const N: usize> DigitFormats<N> {
    const PADDED: &'static FormatName = &FormatName::new("0").number(N);
    const DESCENDING: &'static FormatName = &FormatName::new("desc0").number(N);
}

const fn fraction_text(digits: usize) -> &'static str {
    match digits {
        0 => ".0",
        3 => ".3",
        6 => ".6",
        _ => ".9",
    }
}

const fn epoch_text(digits: usize) -> &'static str {
    match digits {
        0 => "epoch",
        _ => "epoch_ms",
    }
}

/// The name of a pattern, `%Y%m%d`.
struct StrftimeName<const UNITS: usize, const GAPS: u64>;

impl<const UNITS: usize, const GAPS: u64> StrftimeName<UNITS, GAPS> {
    const TEXT: &'static FormatName = &{
        let units = ["%Y", "%m", "%d", "%H", "%M", "%S"];
        let whole = if UNITS > units.len() { units.len() } else { UNITS };
        let (mut text, mut at) = (FormatName::new(""), 0);
        while at < whole {
            text = Self::gap(text.then(units[at]), at);
            at += 1;
        }
        match UNITS {
            7 => Self::gap(text.then("%3f"), at),
            8 => Self::gap(text.then("%6f"), at),
            9 => Self::gap(text.then("%9f"), at),
            _ => text,
        }
    };

    /// Appends the character after the unit at this position, if there is one.
    const fn gap(text: FormatName, at: usize) -> FormatName {
        match (GAPS >> (8 * at)) as u8 {
            0 => text,
            gap => text.byte(gap),
        }
    }
}
