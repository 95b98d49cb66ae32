//! The buckets of a range: the start of each calendar unit that it touches.
//!
//! A value is located by counting units from the year 0000, and numbers cannot overflow at the ends
//! of a calendar. Generated code calls [`buckets`] as `…_buckets` of a partition's key struct.

use core::fmt::{self, Debug};
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::{Range, RangeInclusive};

use super::Format;

/// The type that key structs hold for a type with the calendar unit `F`, so that a range of its values falls into
/// buckets: a timestamp, a date, or what the derive generates for a newtype of one.
///
/// Units are counted from the year 0000. A value outside 0000 to 9999 is in no unit.
#[diagnostic::on_unimplemented(
    message = "a range of `{Self}` does not fall into buckets",
    label = "no buckets here",
    note = "give a timestamp the format `year`, `month`, `day`, `hour` or `minute`, or a date `year` or `month`"
)]
pub trait Bucketed<F: Format>: Sized {
    /// Returns the units that a range touches.
    fn units(start: Self, end: Self, is_included: bool) -> Range<u64>;

    /// Returns the start of a unit.
    fn start(unit: u64) -> Option<Self>;
}

/// A range with two ends, `a..b` or `a..=b`, for [`buckets`].
#[diagnostic::on_unimplemented(
    message = "buckets need a range with two ends: an open end has no last query",
    label = "not `a..b` or `a..=b` of `{T}`",
    note = "give both ends, `from..to` or `from..=to`"
)]
pub trait BucketRange<T>: sealed::Sealed {
    /// Returns the start, the end, and whether the end is part of the range.
    fn into_ends(self) -> (T, T, bool);
}

mod sealed {
    pub trait Sealed {}

    impl<T> Sealed for core::ops::Range<T> {}
    impl<T> Sealed for core::ops::RangeInclusive<T> {}
}

#[diagnostic::do_not_recommend]
impl<T> BucketRange<T> for Range<T> {
    fn into_ends(self) -> (T, T, bool) {
        (self.start, self.end, false)
    }
}

#[diagnostic::do_not_recommend]
impl<T> BucketRange<T> for RangeInclusive<T> {
    fn into_ends(self) -> (T, T, bool) {
        let (start, end) = self.into_inner();
        (start, end, true)
    }
}

/// Returns the start of each calendar unit that a range touches, in order: see [`buckets`].
#[doc(hidden)]
pub struct Buckets<T, F> {
    units: Range<u64>,
    starts: PhantomData<fn(F) -> T>,
}

impl<T, F> Clone for Buckets<T, F> {
    fn clone(&self) -> Self {
        Self { units: self.units.clone(), starts: PhantomData }
    }
}

impl<T: Bucketed<F> + Debug, F: Format> Debug for Buckets<T, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let last = self.units.clone().next_back();
        f.debug_struct("Buckets")
            .field("next", &self.units.clone().next().and_then(T::start))
            .field("last", &last.and_then(T::start))
            .finish()
    }
}

/// Returns the start of each unit that the range touches, each exactly once and in order.
///
/// The first is at or before the start of the range. An excluded end at the start of a unit does not touch
/// that unit. If the range is empty or extends beyond the years 0000 to 9999, the iterator yields what is left, possibly
/// nothing.
#[doc(hidden)]
#[must_use]
pub fn buckets<T: Bucketed<F>, F: Format>(range: impl BucketRange<T>) -> Buckets<T, F> {
    let (start, end, is_included) = range.into_ends();
    Buckets { units: T::units(start, end, is_included), starts: PhantomData }
}

impl<T: Bucketed<F>, F: Format> Iterator for Buckets<T, F> {
    type Item = T;

    fn next(&mut self) -> Option<T> {
        self.units.next().and_then(T::start)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        self.units.size_hint()
    }

    fn nth(&mut self, n: usize) -> Option<T> {
        self.units.nth(n).and_then(T::start)
    }
}

impl<T: Bucketed<F>, F: Format> DoubleEndedIterator for Buckets<T, F> {
    fn next_back(&mut self) -> Option<T> {
        self.units.next_back().and_then(T::start)
    }
}

impl<T: Bucketed<F>, F: Format> FusedIterator for Buckets<T, F> {}
