//! The values that a field compares with, is set to, adds and contains.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use serde::Serialize;

/// A value that a field of type `T` compares with: a `T`, a `&T`, and a `&str` for a string.
///
/// This trait is implemented for these types only.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` does not compare with `{Self}`",
    label = "neither a value of the field nor a reference to one",
    note = "a condition on `None` is `missing()`; a float needs a point, `500.0`"
)]
// Its impls would be on the page of each type.
#[doc(hidden)]
pub trait ComparedWith<T>: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ComparedWith<T> for T {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ComparedWith<T> for &T {}

/// A value that a field of type `T` is set to: a `T`, a `T` for an `Option<T>`, and a `&str` for a string or an optional
/// string.
///
/// This trait is implemented for these types only.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` is not set to `{Self}`",
    label = "not a value of the field",
    note = "a float needs a point, `500.0`"
)]
// Its impls would be on the page of each type.
#[doc(hidden)]
pub trait SetTo<T> {
    #[doc(hidden)]
    fn into_value(self) -> T;
}

#[diagnostic::do_not_recommend]
impl<T> SetTo<T> for T {
    fn into_value(self) -> T {
        self
    }
}

#[diagnostic::do_not_recommend]
impl<T> SetTo<Option<T>> for T {
    fn into_value(self) -> Option<T> {
        Some(self)
    }
}

/// A value that a field of type `T` contains: a substring of a string, a member of a list.
///
/// This trait is implemented for these types only.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` does not contain `{Self}`",
    label = "neither a part of a string nor a member of a list",
    note = "`contains` is for strings and for lists of numbers, strings and the like"
)]
// Its impls would be on the page of each type.
#[doc(hidden)]
pub trait ContainedIn<T>: Serialize {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ContainedIn<Vec<T>> for T {}

#[diagnostic::do_not_recommend]
impl<T: Serialize> ContainedIn<Vec<T>> for &T {}

#[diagnostic::do_not_recommend]
impl ContainedIn<Vec<String>> for &str {}

macro_rules! strings {
    ($($type:ty)*) => {$(
        #[diagnostic::do_not_recommend]
        impl ComparedWith<$type> for &str {}

        #[diagnostic::do_not_recommend]
        impl SetTo<$type> for &str {
            fn into_value(self) -> $type {
                self.to_owned().into()
            }
        }

        #[diagnostic::do_not_recommend]
        impl SetTo<Option<$type>> for &str {
            fn into_value(self) -> Option<$type> {
                Some(self.to_owned().into())
            }
        }

        #[diagnostic::do_not_recommend]
        impl ContainedIn<$type> for &str {}

        #[diagnostic::do_not_recommend]
        impl ContainedIn<$type> for &String {}
    )*};
}

strings! { String Box<str> Rc<str> Arc<str> Cow<'static, str> }

/// A string, whose start a condition compares.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` has no start to compare",
    label = "not a string",
    note = "`begins_with` is for strings"
)]
pub trait Text {}

#[diagnostic::do_not_recommend]
impl<T: AsRef<str>> Text for T {}

/// A list, whose length a condition compares.
#[diagnostic::on_unimplemented(
    message = "a field of type `{Self}` has no length to compare",
    label = "not a list",
    note = "the length of a string is counted in other units than in Rust"
)]
pub trait ListValue {}

#[diagnostic::do_not_recommend]
impl<T> ListValue for Vec<T> {}

/// A number that a field of type `T` adds: any integer of at most 64 bits for an integer, a float for a float.
///
/// This trait is implemented for these types only.
#[diagnostic::on_unimplemented(
    message = "a field of type `{T}` does not add `{Self}`",
    label = "`add` is for integers of at most 64 bits and for floats",
    note = "change a field of another type with `update`"
)]
pub trait AddTo<T> {
    #[doc(hidden)]
    fn added(self) -> Added;
}

/// A number to add, and the sums that the field can hold.
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Added {
    Integer {
        number: i128,
        min: i128,
        max: i128,
    },
    /// No sum of an `f64` that DynamoDB stores is out of range.
    Float {
        number: f64,
        max: Option<f64>,
    },
}

macro_rules! add_integers {
    ([$($field:ty)*] $numbers:tt) => { $(add_integers!(@ $field, $numbers);)* };
    (@ $field:ty, [$($number:ty)*]) => {$(
        #[diagnostic::do_not_recommend]
        impl AddTo<$field> for $number {
            fn added(self) -> Added {
                Added::Integer {
                    number: self as i128,
                    min: <$field>::MIN as i128,
                    max: <$field>::MAX as i128,
                }
            }
        }
    )*};
}

macro_rules! add_floats {
    ($($field:ty, $number:ty, $max:expr;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl AddTo<$field> for $number {
            fn added(self) -> Added {
                Added::Float { number: self.into(), max: $max }
            }
        }
    )*};
}

#[allow(clippy::cast_lossless, reason = "`i128: From<usize>` does not hold")]
mod numbers {
    use super::{AddTo, Added};

    add_integers! {
        [u8 u16 u32 u64 usize i8 i16 i32 i64 isize] [u8 u16 u32 u64 usize i8 i16 i32 i64 isize]
    }
    add_floats! {
        f64, f64, None;
        f64, f32, None;
        f32, f32, Some(f32::MAX.into());
        f32, f64, Some(f32::MAX.into());
    }
}
