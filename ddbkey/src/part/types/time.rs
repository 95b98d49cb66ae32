//! `time::OffsetDateTime`, written in UTC, and `time::Date`.

use core::fmt::Write;

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

use super::calendar::{
    self, Day, Moment, Place, bucketed, date_part, epoch_part, rfc3339_part, spelled_part,
    timestamp_part, unit_part,
};
use super::{
    Bucketed, Epoch, EpochNumber, Fraction, KeyPart, Language, OutOfRange, Padded, Plain, Rfc3339,
    Shape, Spelling, Strftime, Unit, format, order,
};

date_part!(Date, false, to_day, from_day);
timestamp_part!(OffsetDateTime, to_moment, from_moment, locate);

#[inline]
fn to_day(date: Date) -> Result<Day, OutOfRange> {
    Ok(Day {
        year: i16::try_from(date.year()).map_err(|_| OutOfRange)?,
        month: date.month().into(),
        day: date.day(),
    })
}

#[inline]
fn from_day(day: &Day) -> Option<Date> {
    Date::from_calendar_date(day.year.into(), Month::try_from(day.month).ok()?, day.day).ok()
}

/// An offset can carry a date past the last that the crate has: no text then.
#[inline]
fn to_moment(timestamp: OffsetDateTime) -> Result<Moment, OutOfRange> {
    let at = timestamp.checked_to_offset(UtcOffset::UTC).ok_or(OutOfRange)?;
    let (hour, minute, second, nanosecond) = at.to_hms_nano();
    Ok(Moment { date: to_day(at.date())?, hour, minute, second, nanosecond })
}

#[inline]
fn from_moment(moment: &Moment) -> Option<OffsetDateTime> {
    let time = Time::from_hms_nano(moment.hour, moment.minute, moment.second, moment.nanosecond);
    Some(OffsetDateTime::new_utc(from_day(&moment.date)?, time.ok()?))
}

/// Where an offset carries a date past the last that the crate has, the date's own year is past the
/// calendar on that side too.
fn locate(timestamp: OffsetDateTime) -> Place {
    let at = timestamp.checked_to_offset(UtcOffset::UTC);
    let year = at.map_or(timestamp.year(), OffsetDateTime::year);
    Place::of(year, || to_moment(timestamp).ok())
}
