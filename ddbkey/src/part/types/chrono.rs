//! `chrono::DateTime<Utc>` and `chrono::NaiveDate`.

use chrono::{DateTime, Datelike, NaiveDate, Timelike, Utc};

use super::calendar::{self, Calendar, Day, Moment};
use super::{KeyPart, Language, OutOfRange, Shape, Spelling, order};

date_parts!(NaiveDate, true);
timestamp_parts!(DateTime<Utc>);

#[inline]
fn to_day(date: NaiveDate) -> Result<Day, OutOfRange> {
    Ok(Day {
        year: i16::try_from(Datelike::year(&date)).map_err(|_| OutOfRange)?,
        month: u8::try_from(date.month()).map_err(|_| OutOfRange)?,
        day: u8::try_from(date.day()).map_err(|_| OutOfRange)?,
    })
}

impl Calendar for NaiveDate {
    fn year(self) -> i32 {
        Datelike::year(&self)
    }

    #[inline]
    fn to_moment(self) -> Result<Moment, OutOfRange> {
        to_day(self).map(Moment::midnight)
    }

    #[inline]
    fn from_moment(Moment { date, .. }: &Moment) -> Option<Self> {
        Self::from_ymd_opt(date.year.into(), date.month.into(), date.day.into())
    }
}

impl Calendar for DateTime<Utc> {
    fn year(self) -> i32 {
        Datelike::year(&self)
    }

    /// A leap second has no text: it would read as the second before or not at all.
    #[inline]
    fn to_moment(self) -> Result<Moment, OutOfRange> {
        let nanosecond = self.nanosecond();
        if nanosecond > 999_999_999 {
            return Err(OutOfRange);
        }
        Ok(Moment {
            date: to_day(self.date_naive())?,
            hour: u8::try_from(self.hour()).map_err(|_| OutOfRange)?,
            minute: u8::try_from(self.minute()).map_err(|_| OutOfRange)?,
            second: u8::try_from(self.second()).map_err(|_| OutOfRange)?,
            nanosecond,
        })
    }

    #[inline]
    fn from_moment(moment: &Moment) -> Option<Self> {
        let Moment { hour, minute, second, nanosecond, .. } = moment;
        let day = NaiveDate::from_moment(moment)?;
        let (hour, minute, second) = ((*hour).into(), (*minute).into(), (*second).into());
        Some(day.and_hms_nano_opt(hour, minute, second, *nanosecond)?.and_utc())
    }

    /// A leap second is in the minute before it.
    fn in_buckets(self) -> Option<Moment> {
        self.with_nanosecond(self.nanosecond() % 1_000_000_000)?.to_moment().ok()
    }
}
