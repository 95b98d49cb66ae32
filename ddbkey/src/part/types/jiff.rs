//! `jiff::Timestamp` and `jiff::civil::Date`.

use jiff::Timestamp;
use jiff::civil::{Date, DateTime, Time};
use jiff::tz::Offset;

use super::calendar::{self, Calendar, Day, Moment};
use super::{Integers, KeyPart, Language, OutOfRange, Shape, Spelling, Trimmed, order};

date_parts!(Date, Timestamp, true);
timestamp_parts!(Timestamp);

#[expect(clippy::cast_sign_loss, reason = "months and days are positive")]
#[inline]
fn to_day(date: Date) -> Day {
    Day { year: date.year().into(), month: date.month() as u8, day: date.day() as u8 }
}

impl Calendar for Date {
    #[inline]
    fn to_moment(self) -> Moment {
        Moment::midnight(to_day(self))
    }

    #[inline]
    fn from_moment(Moment { date, .. }: &Moment) -> Option<Self> {
        let (month, day) = (i8::try_from(date.month).ok()?, i8::try_from(date.day).ok()?);
        Self::new(i16::try_from(date.year).ok()?, month, day).ok()
    }
}

impl Calendar for Timestamp {
    #[expect(clippy::cast_sign_loss, reason = "times of the day are positive")]
    #[inline]
    fn to_moment(self) -> Moment {
        let at = Offset::UTC.to_datetime(self);
        Moment {
            date: to_day(at.date()),
            hour: at.hour() as u8,
            minute: at.minute() as u8,
            second: at.second() as u8,
            nanosecond: at.subsec_nanosecond() as u32,
        }
    }

    #[inline]
    fn from_moment(moment: &Moment) -> Option<Self> {
        let time = Time::new(
            i8::try_from(moment.hour).ok()?,
            i8::try_from(moment.minute).ok()?,
            i8::try_from(moment.second).ok()?,
            i32::try_from(moment.nanosecond).ok()?,
        );
        let at = DateTime::from_parts(Date::from_moment(moment)?, time.ok()?);
        Offset::UTC.to_timestamp(at).ok()
    }
}
