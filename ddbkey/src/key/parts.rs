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

/// A method for each number of values. Generated code calls one for a whole key: a call and a branch for each value cost 5 % of
/// `cargo check`.
macro_rules! for_each_number {
    ($method:ident!) => {
        $method! { none; }
        $method! { one; p a T F, }
        $method! { two; p a T F, q b U G, }
        $method! { three; p a T F, q b U G, r c V H, }
        $method! { four; p a T F, q b U G, r c V H, s d W I, }
    };
}

macro_rules! put {
    ($number:ident; $($place:ident $value:ident $type:ident $format:ident,)*) => {
        #[allow(clippy::too_many_arguments, reason = "each value has a place")]
        #[inline]
        fn $number<$($type: KeyPart<$format>, $format: Format),*>(
            &mut self,
            $($place: (usize, usize), $value: $type::Ref<'_>),*
        ) -> Result<(), KeyError> {
            $(self.value::<$type, $format>(at($place.0, $place.1), $value)?;)*
            Ok(())
        }
    };
}

macro_rules! take {
    ($number:ident; $($place:ident $value:ident $type:ident $format:ident,)*) => {
        #[inline]
        fn $number<$($type: KeyPart<$format>, $format: Format),*>(
            &mut self,
            $($place: (usize, usize)),*
        ) -> Result<($($type::Ref<'k>,)*), ParseError> {
            let values = ($(self.value::<$type, $format>(at($place.0, $place.1))?,)*);
            self.end()?;
            Ok(values)
        }
    };
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

    for_each_number! { put! }
}

/// Yields the values of a key in order, and skips the literals between them.
#[doc(hidden)]
pub trait PartSource<'k> {
    /// The value at this place.
    fn value<T: KeyPart<F>, F: Format>(&mut self, place: Place) -> Result<T::Ref<'k>, ParseError>;

    /// Checks that nothing is left except the literals after the last value.
    fn end(&mut self) -> Result<(), ParseError>;

    for_each_number! { take! }
}
