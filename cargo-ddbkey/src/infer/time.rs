//! Times as strings: recognizes the format of a string, and writes other values in that format.

use ddbkey::__private::engine::{Integers, Language, Padding, Spelling, Trimmed};
use ddbkey::KeyPart;
use ddbkey::part::{Format, Instant, Isoformat, Rfc3339, Rfc3339Nano};
use jiff::Timestamp;
use jiff::civil::Date;
use jiff::fmt::strtime::{self, BrokenDownTime};
use jiff::tz::TimeZone;

/// A format of a timestamp.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum TimeFormat {
    /// A format of fixed width: `2024-12-01T10:30:00.123Z`, `2024-12`, `20241201`.
    Spelled(Spelling),
    Isoformat,
    Instant,
    Rfc3339Nano,
    Rfc3339,
    /// Digits: seconds in ten, milliseconds in thirteen.
    Epoch,
    EpochMs,
}

/// The formats of variable width, the most common first.
const TRIMMED: [TimeFormat; 4] =
    [TimeFormat::Rfc3339Nano, TimeFormat::Instant, TimeFormat::Rfc3339, TimeFormat::Isoformat];

impl TimeFormat {
    /// Returns every format in which a string may be a time, fixed widths first. A string of digits has no such format.
    pub(super) fn of(text: &str) -> impl Iterator<Item = Self> {
        let spelled = spelling(text).map(Self::Spelled);
        spelled.into_iter().chain(TRIMMED).filter(move |format| format.read(text).is_some())
    }

    /// Reads a string that [`write`](Self::write) returns.
    pub(super) fn read(self, text: &str) -> Option<Timestamp> {
        let time = match self {
            Self::Spelled(own) => read_spelled(own, text),
            Self::Isoformat => <Timestamp as KeyPart<Isoformat>>::read(text),
            Self::Instant => <Timestamp as KeyPart<Instant>>::read(text),
            Self::Rfc3339Nano => <Timestamp as KeyPart<Rfc3339Nano>>::read(text),
            Self::Rfc3339 => <Timestamp as KeyPart<Rfc3339>>::read(text),
            Self::Epoch => Timestamp::from_second(text.parse().ok()?).ok(),
            Self::EpochMs => Timestamp::from_millisecond(text.parse().ok()?).ok(),
        };
        time.filter(|time| self.write(*time).is_some_and(|own| own == text))
    }

    /// Returns the string of a time, cut off after the last unit.
    pub(super) fn write(self, time: Timestamp) -> Option<String> {
        match self {
            Self::Spelled(own) => strtime::format(own.to_string(), time).ok(),
            Self::Isoformat => write::<Isoformat>(time),
            Self::Instant => write::<Instant>(time),
            Self::Rfc3339Nano => write::<Rfc3339Nano>(time),
            Self::Rfc3339 => write::<Rfc3339>(time),
            Self::Epoch => write_epoch(time.as_second(), 10),
            Self::EpochMs => write_epoch(time.as_millisecond(), 13),
        }
    }

    pub(super) const fn has_fixed_width(self) -> bool {
        matches!(self, Self::Spelled(_) | Self::Epoch | Self::EpochMs)
    }

    /// Returns whether its strings contain only digits.
    pub(super) fn is_digits(self) -> bool {
        match self {
            Self::Spelled(own) => own.gaps == 0,
            other => matches!(other, Self::Epoch | Self::EpochMs),
        }
    }

    /// Returns the format as a declaration writes it after the colon.
    pub(super) fn name(self) -> String {
        match self {
            Self::Spelled(own) => spelled_name(own),
            Self::Epoch => "epoch".into(),
            Self::EpochMs => "epoch_ms".into(),
            other => other.trimmed().unwrap_or_default().to_lowercase(),
        }
    }

    /// Returns the type in `ddbkey::part` for the format, if there is one.
    pub(super) fn part(self) -> Option<(&'static str, String)> {
        match self {
            Self::Spelled(own) if own.is_timestamp() => {
                Some(("Fraction", format!("Fraction<{}>", own.fraction())))
            }
            Self::Spelled(own) => {
                Some(("Strftime", format!("Strftime<{}, {}>", own.units, own.gaps)))
            }
            other => other.trimmed().map(|own| (own, own.into())),
        }
    }

    /// Returns the type of a format of variable width.
    pub(super) const fn trimmed(self) -> Option<&'static str> {
        match self {
            Self::Isoformat => Some("Isoformat"),
            Self::Instant => Some("Instant"),
            Self::Rfc3339Nano => Some("Rfc3339Nano"),
            Self::Rfc3339 => Some("Rfc3339"),
            Self::Spelled(_) | Self::Epoch | Self::EpochMs => None,
        }
    }

    /// Returns the precision: the number of units.
    pub(super) const fn units(self) -> usize {
        match self {
            Self::Spelled(own) => own.units,
            Self::Epoch => 6,
            Self::EpochMs => 7,
            _ => 9,
        }
    }

    pub(super) fn language(self) -> Language {
        let [rfc3339, isoformat, instant, rfc3339_nano] = Trimmed::ALL.map(Language::Trimmed);
        match self {
            Self::Spelled(own) => Language::Strftime(own),
            Self::Epoch => Language::Integers(Integers::to(9_999_999_999, Padding::Zeros(10))),
            Self::EpochMs => {
                Language::Integers(Integers::to(9_999_999_999_999, Padding::Zeros(13)))
            }
            Self::Isoformat => isoformat,
            Self::Instant => instant,
            Self::Rfc3339Nano => rfc3339_nano,
            Self::Rfc3339 => rfc3339,
        }
    }
}

fn write<F: Format>(time: Timestamp) -> Option<String>
where
    Timestamp: for<'x> KeyPart<F, Ref<'x> = Timestamp>,
{
    let mut text = String::with_capacity(32);
    <Timestamp as KeyPart<F>>::write(time, &mut text).ok().map(|()| text)
}

fn write_epoch(time: i64, width: usize) -> Option<String> {
    Some(format!("{time:0width$}")).filter(|text| text.len() == width && time >= 0)
}

/// Returns the spelling of a string that starts with a year from 1900 to 2199, followed by smaller units.
fn spelling(text: &str) -> Option<Spelling> {
    let bytes = text.as_bytes();
    if !(bytes.starts_with(b"19") || bytes.starts_with(b"20") || bytes.starts_with(b"21")) {
        return None;
    }
    let (mut at, mut units, mut gaps) = (4, 1, 0_u64);
    let is_number = |from: usize, to: usize| {
        bytes.get(from..to).is_some_and(|own| own.iter().all(u8::is_ascii_digit))
    };
    if !is_number(0, 4) {
        return None;
    }
    loop {
        let mut gap = 0;
        if let Some(byte) = bytes.get(at).filter(|byte| !byte.is_ascii_digit()) {
            if !is_gap(*byte) {
                return None;
            }
            (gap, at) = (*byte, at + 1);
        }
        // The last gap follows the fraction, and is stored in the place after the gap that follows the seconds.
        gaps |= u64::from(gap) << (8 * (units - 1).min(6));
        if at == bytes.len() {
            break;
        }
        if units == 6 {
            let width = bytes.len() - at - usize::from(!bytes[bytes.len() - 1].is_ascii_digit());
            if gap == 0 || !matches!(width, 3 | 6 | 9) || !is_number(at, at + width) {
                return None;
            }
            (units, at) = (6 + width / 3, at + width);
        } else if units < 6 && is_number(at, at + 2) {
            (units, at) = (units + 1, at + 2);
        } else {
            return None;
        }
    }
    // Anybody would read fewer digits as a number.
    let is_time = gaps != 0 || matches!(bytes.len(), 8 | 12 | 14);
    is_time.then_some(Spelling { units, gaps })
}

const fn is_gap(byte: u8) -> bool {
    byte.is_ascii_punctuation() && !matches!(byte, b'%' | b'{' | b'}')
        || matches!(byte, b' ' | b'T' | b'Z')
}

/// Reads a time whose greatest units are spelled. The others are at their start.
fn read_spelled(own: Spelling, text: &str) -> Option<Timestamp> {
    let time = BrokenDownTime::parse(own.to_string(), text).ok()?;
    let date = Date::new(time.year()?, time.month().unwrap_or(1), time.day().unwrap_or(1)).ok()?;
    let [hour, minute, second] =
        [time.hour(), time.minute(), time.second()].map(Option::unwrap_or_default);
    let nanosecond = time.subsec_nanosecond().unwrap_or_default();
    let time = date.at(hour, minute, second, nanosecond);
    time.to_zoned(TimeZone::UTC).ok().map(|time| time.timestamp())
}

/// `.3`, `month`, `%Y%m%d`
fn spelled_name(own: Spelling) -> String {
    match own.name() {
        _ if own.is_timestamp() => format!(".{}", own.fraction()),
        Some("date") => "day".into(),
        Some(name) => name.into(),
        None => own.to_string(),
    }
}

/// Returns whether a string is a date, `2024-12-01`.
pub(super) fn is_date(text: &str) -> bool {
    text.len() == 10 && text.parse::<Date>().is_ok_and(|date| date.to_string() == text)
}
