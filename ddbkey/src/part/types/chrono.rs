//! `chrono::DateTime<Utc>` and `chrono::NaiveDate`.

use core::fmt::Write;

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};

use super::calendar::{
    self, Day, Moment, Place, bucketed, date_part, epoch_part, rfc3339_part, spelled_part,
    timestamp_part, unit_part,
};
use super::{
    Bucketed, Epoch, EpochNumber, Fraction, KeyPart, Language, OutOfRange, Padded, Plain, Rfc3339,
    Shape, Spelling, Strftime, Unit, format, order,
};

date_part!(NaiveDate, true, to_day, from_day);
timestamp_part!(DateTime<Utc>, to_moment, from_moment, locate);

#[inline]
fn to_day(date: NaiveDate) -> Result<Day, OutOfRange> {
    Ok(Day {
        year: i16::try_from(date.year()).map_err(|_| OutOfRange)?,
        month: u8::try_from(date.month()).map_err(|_| OutOfRange)?,
        day: u8::try_from(date.day()).map_err(|_| OutOfRange)?,
    })
}

#[inline]
fn from_day(day: &Day) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(day.year.into(), day.month.into(), day.day.into())
}

/// A leap second has no text: it would read as the second before or not at all.
#[inline]
fn to_moment(timestamp: DateTime<Utc>) -> Result<Moment, OutOfRange> {
    let nanosecond = timestamp.nanosecond();
    if nanosecond > 999_999_999 {
        return Err(OutOfRange);
    }
    Ok(Moment {
        date: to_day(timestamp.date_naive())?,
        hour: u8::try_from(timestamp.hour()).map_err(|_| OutOfRange)?,
        minute: u8::try_from(timestamp.minute()).map_err(|_| OutOfRange)?,
        second: u8::try_from(timestamp.second()).map_err(|_| OutOfRange)?,
        nanosecond,
    })
}

#[inline]
fn from_moment(moment: &Moment) -> Option<DateTime<Utc>> {
    let (hour, minute, second) = (moment.hour.into(), moment.minute.into(), moment.second.into());
    let at = from_day(&moment.date)?.and_hms_nano_opt(hour, minute, second, moment.nanosecond)?;
    Some(at.and_utc())
}

/// A leap second is in the minute before it.
fn locate(timestamp: DateTime<Utc>) -> Place {
    let whole = timestamp.with_nanosecond(timestamp.nanosecond() % 1_000_000_000);
    Place::of(timestamp.year(), || to_moment(whole?).ok())
}
