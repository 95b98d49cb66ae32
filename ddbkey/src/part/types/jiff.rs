//! `jiff::Timestamp` and `jiff::civil::Date`.

use core::fmt::Write;

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

use super::calendar::{
    self, Day, Moment, Place, bucketed, date_part, epoch_part, rfc3339_part, spelled_part,
    timestamp_part, unit_part,
};
use super::{
    Bucketed, Epoch, EpochNumber, Fraction, KeyPart, Language, OutOfRange, Padded, Plain, Rfc3339,
    Shape, Spelling, Strftime, Unit, format, order,
};

date_part!(Date, true, to_day, from_day);
timestamp_part!(Timestamp, to_moment, from_moment, locate);

#[expect(clippy::cast_sign_loss, reason = "months and days are positive")]
#[expect(
    clippy::unnecessary_wraps,
    reason = "the dates of other crates go further than a year of 16 bits"
)]
#[inline]
fn to_day(date: Date) -> Result<Day, OutOfRange> {
    Ok(Day { year: date.year(), month: date.month() as u8, day: date.day() as u8 })
}

#[inline]
fn from_day(day: &Day) -> Option<Date> {
    Date::new(day.year, i8::try_from(day.month).ok()?, i8::try_from(day.day).ok()?).ok()
}

#[expect(clippy::cast_sign_loss, reason = "times of the day are positive")]
#[inline]
fn to_moment(timestamp: Timestamp) -> Result<Moment, OutOfRange> {
    let at = Offset::UTC.to_datetime(timestamp);
    Ok(Moment {
        date: to_day(at.date())?,
        hour: at.hour() as u8,
        minute: at.minute() as u8,
        second: at.second() as u8,
        nanosecond: at.subsec_nanosecond() as u32,
    })
}

#[inline]
fn from_moment(moment: &Moment) -> Option<Timestamp> {
    let time = Time::new(
        i8::try_from(moment.hour).ok()?,
        i8::try_from(moment.minute).ok()?,
        i8::try_from(moment.second).ok()?,
        i32::try_from(moment.nanosecond).ok()?,
    );
    let at = DateTime::from_parts(from_day(&moment.date)?, time.ok()?);
    Offset::UTC.to_timestamp(at).ok()
}

fn locate(timestamp: Timestamp) -> Place {
    let year = Offset::UTC.to_datetime(timestamp).year();
    Place::of(year.into(), || to_moment(timestamp).ok())
}
