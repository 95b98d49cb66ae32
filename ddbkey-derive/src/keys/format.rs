//! How a value is written: the format after the colon.

use std::ops::Range;

use proc_macro2::{Literal, TokenStream};
use quote::{ToTokens, format_ident, quote};

/// How a value is written.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Format {
    Plain,
    Padded(usize),
    Descending(usize),
    Unordered,
    Fraction(usize),
    /// The first few of the units `%Y %m %d %H %M %S`, and the character after each, one byte each. With 7, 8 or 9
    /// units there is also a fraction, of 3, 6 or 9 digits.
    Strftime {
        units: usize,
        gaps: u64,
    },
    /// The time since 1970 in seconds, with this many digits of a fraction.
    Epoch(usize),
    /// The same, where the attribute is a number.
    EpochNumber(usize),
    /// As few digits of a fraction as hold the value, as chrono, Python, Java and Go write them.
    Rfc3339,
    Isoformat,
    Instant,
    Rfc3339Nano,
    Lower,
    Upper,
    /// The same of ASCII letters alone.
    AsciiLower,
    AsciiUpper,
    /// A string that may be empty.
    Empty,
}

/// The names of formats, and of their types in the runtime without arguments.
const NAMED: [(&str, &str, Format); 21] = [
    ("unordered", "Unordered", Format::Unordered),
    (".0", "Fraction", Format::Fraction(0)),
    (".3", "Fraction", Format::Fraction(3)),
    (".6", "Fraction", Format::Fraction(6)),
    (".9", "Fraction", Format::Fraction(9)),
    ("year", "Year", Format::up_to(1)),
    ("month", "Month", Format::up_to(2)),
    ("day", "Day", Format::up_to(3)),
    ("hour", "Hour", Format::up_to(4)),
    ("minute", "Minute", Format::up_to(5)),
    ("epoch", "Epoch", Format::Epoch(0)),
    ("epoch_ms", "Epoch", Format::Epoch(3)),
    ("rfc3339", "Rfc3339", Format::Rfc3339),
    ("isoformat", "Isoformat", Format::Isoformat),
    ("instant", "Instant", Format::Instant),
    ("rfc3339nano", "Rfc3339Nano", Format::Rfc3339Nano),
    ("lower", "Lower", Format::Lower),
    ("upper", "Upper", Format::Upper),
    ("ascii_lower", "AsciiLower", Format::AsciiLower),
    ("ascii_upper", "AsciiUpper", Format::AsciiUpper),
    ("empty", "Empty", Format::Empty),
];

/// The letters of the units of [`Format::Strftime`].
const UNITS: &str = "YmdHMS";

/// The fractions after `%S`. Each counts as one more unit.
const FRACTIONS: [&str; 3] = ["%3f", "%6f", "%9f"];

/// The most digits of a descending format: `10^39 - 1` is more than a `u128` holds.
const MAX_DESCENDING: usize = 38;

/// The digits of the greatest `u128`.
const MAX_PADDED: usize = 39;

impl Format {
    /// The first units of `2024-12-01T10:30`.
    const fn up_to(units: usize) -> Self {
        let gaps = u64::from_le_bytes([b'-', b'-', b'T', b':', 0, 0, 0, 0]);
        Self::Strftime { units, gaps: gaps & ((1 << (8 * (units - 1))) - 1) }
    }

    /// The names of formats that are words.
    pub fn names() -> Vec<&'static str> {
        NAMED.iter().map(|(name, ..)| *name).filter(|name| !name.starts_with('.')).collect()
    }

    /// The format that follows the colon.
    pub fn read(written: &str) -> Option<Self> {
        if let Some((_, _, format)) = NAMED.iter().find(|(name, ..)| *name == written) {
            return Some(*format);
        }
        match written.strip_prefix("desc") {
            _ if written.contains('%') => strftime(written),
            Some(width) => digits(width, MAX_DESCENDING).map(Self::Descending),
            None => digits(written, MAX_PADDED).map(Self::Padded),
        }
    }

    /// The format that a pattern means whose fraction has another spelling: `%.3f`, as chrono has it, or `%L`.
    pub fn respelled(written: &str) -> Option<String> {
        let spellings = [("%.3f", ".%3f"), ("%.6f", ".%6f"), ("%.9f", ".%9f"), ("%L", "%3f")];
        let mut found = spellings.into_iter().filter(|(other, _)| written.contains(other));
        let (other, own) = found.next()?;
        Self::read(&written.replacen(other, own, 1)).map(Self::text)
    }

    /// The format with the units of a pattern that is out of order or leaves units out: `%Y/%m/%d` for `%d/%m/%Y`.
    pub fn in_order(written: &str) -> Option<String> {
        let unit = |piece: &str| {
            let unit = UNITS.find(piece.chars().next()?)?;
            Some((unit, take_gap(&piece[1..]).0))
        };
        let units = written.split('%').skip(1).map(unit).collect::<Option<Vec<_>>>()?;
        let (date, time) = (0..3, 3..UNITS.len());
        let gap = |before: &Range<usize>, after: &Range<usize>, usual: u8| {
            let mut pairs = units.windows(2);
            let found =
                pairs.find(|pair| before.contains(&pair[0].0) && after.contains(&pair[1].0));
            found.map_or(usual.into(), |pair| pair[0].1)
        };
        let (in_date, in_time) = (gap(&date, &date, b'-'), gap(&time, &time, b':'));
        let gaps = [in_date, in_date, gap(&date, &time, b'T'), in_time, in_time];
        let last = units.iter().map(|(unit, _)| *unit).max()?;
        let gaps = gaps[..last].iter().rev().fold(0, |gaps, gap| gaps << 8 | gap);
        Self::read(&strftime_text(last + 1, gaps)).map(Self::text)
    }

    /// Whether a pattern has a fraction of a second in the spelling of another library.
    pub fn has_other_fraction(written: &str) -> bool {
        let others =
            FRACTIONS.into_iter().fold(written.to_owned(), |rest, own| rest.replace(own, ""));
        others.contains(['f', 'L'])
    }

    /// The names of the format and of its type, if it has names.
    fn named(self) -> Option<(&'static str, &'static str)> {
        NAMED.iter().find(|(.., format)| *format == self).map(|(name, ty, _)| (*name, *ty))
    }

    /// The format as a type of the runtime, whose path is `home`.
    pub fn ty(self, home: &dyn ToTokens) -> TokenStream {
        let named = self.named().map(|(_, ty)| format_ident!("{ty}"));
        let (ty, digits) = match self {
            Self::Padded(digits) => (quote!(Padded), digits),
            Self::Descending(digits) => (quote!(Descending), digits),
            Self::EpochNumber(digits) => (quote!(EpochNumber), digits),
            Self::Fraction(digits) => (quote!(Fraction), digits),
            Self::Epoch(digits) => (quote!(Epoch), digits),
            Self::Strftime { units, gaps } if named.is_none() => {
                return quote!(#home::formats::Strftime<#units, #gaps>);
            }
            _ => {
                let name = named.unwrap_or_else(|| format_ident!("Plain"));
                return quote!(#home::formats::#name);
            }
        };
        let digits = Literal::usize_unsuffixed(digits);
        quote!(#home::formats::#ty<#digits>)
    }

    /// The format as declared.
    pub fn text(self) -> String {
        match (self, self.named()) {
            (_, Some((name, _))) => name.to_owned(),
            (Self::Padded(digits), _) => format!("0{digits}"),
            (Self::Descending(digits), _) => format!("desc0{digits}"),
            (Self::Strftime { units, gaps }, _) => strftime_text(units, gaps),
            (Self::EpochNumber(digits), _) => Self::Epoch(digits).text(),
            _ => String::new(),
        }
    }

    /// Whether this format keeps less of a value than the other format.
    pub fn is_coarser_than(self, other: Self) -> bool {
        let fineness = |format| match format {
            Self::Strftime { units: units @ 7.., .. } => (5, 3 * (units - 6)),
            Self::Strftime { units, .. } => (units - 1, 0),
            Self::Fraction(digits) | Self::Epoch(digits) | Self::EpochNumber(digits) => (5, digits),
            Self::Isoformat => (5, 6),
            _ => (5, 9),
        };
        fineness(self) < fineness(other)
    }

    /// Whether a value that was parsed from this format is complete enough for the other format.
    pub fn keeps(self, other: Self) -> bool {
        !self.is_coarser_than(other) && (!self.is_case() || self == other)
    }

    /// Whether strings are written in one case.
    pub fn is_case(self) -> bool {
        matches!(self, Self::Lower | Self::Upper | Self::AsciiLower | Self::AsciiUpper)
    }

    /// Whether a range of values has buckets: the starts of its calendar units.
    pub fn has_buckets(self) -> bool {
        matches!(self, Self::Strftime { units: ..6, .. })
    }

    /// Whether a query can ask for a prefix of strings in this format.
    pub fn has_beginnings(self) -> bool {
        !matches!(self, Self::Descending(_))
    }
}

/// The width that `05` asks for.
fn digits(written: &str, most: usize) -> Option<usize> {
    let digits = written
        .strip_prefix('0')
        .filter(|digits| digits.starts_with(|digit| ('1'..='9').contains(&digit)))?;
    digits.parse().ok().filter(|digits| *digits <= most)
}

/// `%Y%m%d`: the units in this order, without a gap, with at most one character after each.
fn strftime(written: &str) -> Option<Format> {
    let (mut units, mut gaps, mut rest) = (0, 0, written);
    for letter in UNITS.chars() {
        let Some(after) = rest.strip_prefix('%') else { break };
        let gap;
        (gap, rest) = take_gap(after.strip_prefix(letter)?);
        gaps |= gap << (8 * units);
        units += 1;
    }
    let digits = FRACTIONS.into_iter().zip(7..);
    let fraction = |(fraction, units)| Some((rest.strip_prefix(fraction)?, units));
    if units == UNITS.len()
        && let Some((after, all)) = digits.into_iter().find_map(fraction)
    {
        let gap;
        (gap, rest) = take_gap(after);
        gaps |= gap << (8 * units);
        units = all;
    }
    match written {
        _ if !rest.is_empty() || units == 0 => None,
        "%Y-%m-%dT%H:%M:%SZ" => Some(Format::Fraction(0)),
        "%Y-%m-%dT%H:%M:%S.%3fZ" => Some(Format::Fraction(3)),
        "%Y-%m-%dT%H:%M:%S.%6fZ" => Some(Format::Fraction(6)),
        "%Y-%m-%dT%H:%M:%S.%9fZ" => Some(Format::Fraction(9)),
        _ => Some(Format::Strftime { units, gaps }),
    }
}

/// The character that may follow a unit, 0 for none, and the rest of the pattern.
fn take_gap(text: &str) -> (u64, &str) {
    let is_gap = |character: &char| {
        matches!(character, ' ' | 'T' | 'Z')
            || character.is_ascii_punctuation() && !matches!(character, '%' | '{' | '}')
    };
    match text.chars().next().filter(is_gap) {
        Some(gap) => (gap.into(), &text[1..]),
        None => (0, text),
    }
}

/// `%Y%m%d`
fn strftime_text(units: usize, gaps: u64) -> String {
    let mut text = String::new();
    let letters = UNITS.chars().take(units).map(|letter| format!("%{letter}"));
    let fraction = units.checked_sub(UNITS.len() + 1).map(|at| FRACTIONS[at].to_owned());
    for (place, unit) in letters.chain(fraction).enumerate() {
        text.push_str(&unit);
        text.extend(Some(char::from((gaps >> (8 * place)) as u8)).filter(|gap| *gap != '\0'));
    }
    text
}
