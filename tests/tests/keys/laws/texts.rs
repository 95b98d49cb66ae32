//! The strings of parts as they are documented, computed without the crate.

use jiff::Timestamp;
use jiff::civil::Date;
use jiff::tz::Offset;

/// Returns a timestamp cut to this many digits, unless its year does not have four.
pub fn timestamp(timestamp: Timestamp, digits: usize) -> Option<String> {
    let at = Offset::UTC.to_datetime(timestamp);
    let fraction = format!("{:09}", at.subsec_nanosecond());
    let point = if digits == 0 { "" } else { "." };
    (0..=9999).contains(&at.year()).then(|| {
        format!(
            "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}{point}{}Z",
            at.year(),
            at.month(),
            at.day(),
            at.hour(),
            at.minute(),
            at.second(),
            &fraction[..digits]
        )
    })
}

pub fn floor(timestamp: Timestamp, digits: u32) -> Timestamp {
    let unit = 10_i128.pow(9 - digits);
    let nanosecond = timestamp.as_nanosecond().div_euclid(unit) * unit;
    Timestamp::from_nanosecond(nanosecond).unwrap_or(Timestamp::MIN)
}

/// Negative numbers are `-` and the digits of 10^N + n.
pub fn padded(number: i64, digits: u32) -> Option<String> {
    let (power, width) = (10_i64.pow(digits), digits as usize);
    match number {
        0.. if number < power => Some(format!("{number:0width$}")),
        ..0 if power + number >= 0 => Some(format!("-{:0width$}", power + number)),
        _ => None,
    }
}

/// Returns a date, unless its year does not have four digits.
pub fn four_digits(day: Date) -> Option<String> {
    (day.year() >= 0).then(|| format!("{:04}-{:02}-{:02}", day.year(), day.month(), day.day()))
}
