//! What is done to all parts of a key, one after the other.

use crate::error::{KeyError, ParseError};
use crate::part::{Format, KeyPart};

/// Where a part is: which attribute of the key, and which segment of that.
#[doc(hidden)]
#[derive(Clone, Copy, Debug)]
pub struct Place {
    /// The attribute, counted from 0.
    pub attribute: usize,
    /// The segment of its pattern.
    pub at: usize,
}

/// The place of a part: `at(0, 1)`.
#[must_use]
#[inline]
pub const fn at(attribute: usize, at: usize) -> Place {
    Place { attribute, at }
}

/// Takes the values of a key in order; it knows the literals between them from the pattern.
#[doc(hidden)]
pub trait PartVisitor {
    /// The literals before this place, if there are any, and the value there.
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError>;
}

/// Yields the values of a key in order, past the literals between them.
#[doc(hidden)]
pub trait PartSource<'k> {
    /// The value at this place.
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError>;

    /// Makes sure that nothing is left but the literals after the last value.
    fn end(&mut self) -> Result<(), ParseError>;
}
