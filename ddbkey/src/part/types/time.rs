//! `time::OffsetDateTime`, written in UTC, and `time::Date`.

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

use super::calendar::{self, Calendar, Day, Moment};
use super::{KeyPart, Language, OutOfRange, Shape, Spelling, order};

date_parts!(Date, false);
timestamp_parts!(OffsetDateTime);

#[inline]
fn to_day(date: Date) -> Result<Day, OutOfRange> {
    let year = i16::try_from(date.year()).map_err(|_| OutOfRange)?;
    Ok(Day { year, month: date.month().into(), day: date.day() })
}

impl Calendar for Date {
    fn year(self) -> i32 {
        Self::year(self)
    }

    #[inline]
    fn to_moment(self) -> Result<Moment, OutOfRange> {
        to_day(self).map(Moment::midnight)
    }

    #[inline]
    fn from_moment(Moment { date, .. }: &Moment) -> Option<Self> {
        Self::from_calendar_date(date.year.into(), Month::try_from(date.month).ok()?, date.day).ok()
    }
}

impl Calendar for OffsetDateTime {
    /// Where an offset carries a date past the last that the crate has, the date's own year is past the calendar
    /// on that side too.
    fn year(self) -> i32 {
        self.checked_to_offset(UtcOffset::UTC).map_or(Self::year(self), Self::year)
    }

    /// An offset can carry a date past the last that the crate has: no text then.
    #[inline]
    fn to_moment(self) -> Result<Moment, OutOfRange> {
        let at = self.checked_to_offset(UtcOffset::UTC).ok_or(OutOfRange)?;
        let (hour, minute, second, nanosecond) = at.to_hms_nano();
        Ok(Moment { date: to_day(at.date())?, hour, minute, second, nanosecond })
    }

    #[inline]
    fn from_moment(moment: &Moment) -> Option<Self> {
        let Moment { hour, minute, second, nanosecond, .. } = *moment;
        let time = Time::from_hms_nano(hour, minute, second, nanosecond);
        Some(Self::new_utc(Date::from_moment(moment)?, time.ok()?))
    }
}
