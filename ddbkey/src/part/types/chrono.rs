//! `chrono::DateTime<Utc>` and `chrono::NaiveDate`.

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};

use super::calendar::{self, Calendar, Day, Moment};
use super::{Integers, KeyPart, Language, OutOfRange, Shape, Spelling, Trimmed, order};

date_parts!(NaiveDate, DateTime<Utc>, true);
timestamp_parts!(DateTime<Utc>);

#[inline]
fn to_day(date: &impl Datelike) -> Day {
    Day { year: date.year(), month: date.month() as u8, day: date.day() as u8 }
}

impl Calendar for NaiveDate {
    #[inline]
    fn to_moment(self) -> Moment {
        Moment::midnight(to_day(&self))
    }

    #[inline]
    fn from_moment(Moment { date, .. }: &Moment) -> Option<Self> {
        Self::from_ymd_opt(date.year, date.month.into(), date.day.into())
    }
}

impl Calendar for DateTime<Utc> {
    #[inline]
    fn to_moment(self) -> Moment {
        Moment {
            date: to_day(&self.date_naive()),
            hour: self.hour() as u8,
            minute: self.minute() as u8,
            second: self.second() as u8,
            nanosecond: self.nanosecond(),
        }
    }

    #[inline]
    fn from_moment(moment: &Moment) -> Option<Self> {
        let Moment { hour, minute, second, nanosecond, .. } = moment;
        let day = NaiveDate::from_moment(moment)?;
        let (hour, minute, second) = ((*hour).into(), (*minute).into(), (*second).into());
        Some(day.and_hms_nano_opt(hour, minute, second, *nanosecond)?.and_utc())
    }
}
