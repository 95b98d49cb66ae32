//! Traits for code that handles all parts of a key, one after the other.

use crate::error::{KeyError, ParseError};
use crate::part::{Format, KeyPart};

/// The place of a part: the attribute of the key, and the segment of the attribute.
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

/// Takes the values of a key in order. It knows the literals between them from the pattern.
#[doc(hidden)]
pub trait PartVisitor {
    /// Takes the literals before this place, if there are any, and the value at this place.
    fn value<T: KeyPart<F>, F: Format>(
        &mut self,
        place: Place,
        value: T::Ref<'_>,
    ) -> Result<(), KeyError>;
}

/// Yields the values of a key in order, and skips the literals between them.
#[doc(hidden)]
pub trait PartSource<'k> {
    /// The value at this place.
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError>;

    /// Checks that nothing is left except the literals after the last value.
    fn end(&mut self) -> Result<(), ParseError>;
}
