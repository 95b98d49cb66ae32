//! `time::OffsetDateTime`, written in UTC, and `time::Date`.

use time::{Date, Month, OffsetDateTime, Time, UtcOffset};

use super::calendar::{self, Calendar, Day, Moment};
use super::{Integers, KeyPart, Language, OutOfRange, Shape, Spelling, Trimmed, order};

date_parts!(Date, OffsetDateTime, false);
timestamp_parts!(OffsetDateTime);

#[inline]
fn to_day(date: Date) -> Day {
    Day { year: date.year(), month: date.month().into(), day: date.day() }
}

impl Calendar for Date {
    #[inline]
    fn to_moment(self) -> Moment {
        Moment::midnight(to_day(self))
    }

    #[inline]
    fn from_moment(Moment { date, .. }: &Moment) -> Option<Self> {
        Self::from_calendar_date(date.year, Month::try_from(date.month).ok()?, date.day).ok()
    }
}

impl Calendar for OffsetDateTime {
    /// An offset can move a date past the last that the crate supports, on the side of its own year.
    #[inline]
    fn to_moment(self) -> Moment {
        let Some(at) = self.checked_to_offset(UtcOffset::UTC) else {
            return Moment::midnight(Day { year: self.year().signum() * 10_000, month: 1, day: 1 });
        };
        let (hour, minute, second, nanosecond) = at.to_hms_nano();
        Moment { date: to_day(at.date()), hour, minute, second, nanosecond }
    }

    #[inline]
    fn from_moment(moment: &Moment) -> Option<Self> {
        let Moment { hour, minute, second, nanosecond, .. } = *moment;
        let time = Time::from_hms_nano(hour, minute, second, nanosecond);
        Some(Self::new_utc(Date::from_moment(moment)?, time.ok()?))
    }
}
