//! The forms that `{field:SPEC}` asks for, as types: `F` of [`KeyPart<F>`](KeyPart).
//!
//! The traits with a form in their name say the same as `KeyPart<F>` in words of their own,
//! for the compiler's messages: generated code checks a part through them.

use super::{KeyPart, Shape};

/// What follows the colon in `{field:FORMAT}`, as a type.
///
/// This trait is sealed: the formats of this module are all there are.
pub trait Format: sealed::Sealed {}

mod sealed {
    pub trait Sealed {}
}

macro_rules! format {
    ($([$($params:tt)*] $format:ty),+ $(,)?) => {$(
        impl<$($params)*> Format for $format {}
        impl<$($params)*> sealed::Sealed for $format {}
    )+};
}

format!(
    [] Plain,
    [const N: usize] Padded<N>,
    [const N: usize] Descending<N>,
    [] Unordered,
    [const N: usize] Fraction<N>,
    [] Year,
    [] Month,
    [] Day,
    [] Hour,
    [] Minute,
);

/// `{field}`: the type's own text.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// `{field:0N}`: an integer, zero-padded to `N` digits, 1 or more.
#[derive(Clone, Copy, Debug)]
pub struct Padded<const N: usize>;

/// `{field:desc0N}`: an unsigned integer as the `N` digits of 10^`N` - 1 - n, `N` from 1 to 38, so
/// that the greatest number sorts first.
#[derive(Clone, Copy, Debug)]
pub struct Descending<const N: usize>;

/// `{field:unordered}`: an integer in plain decimal, although its texts do not sort as numbers do.
#[derive(Clone, Copy, Debug)]
pub struct Unordered;

/// `{field:.N}`: a timestamp with `N` fractional digits, the rest cut off.
#[derive(Clone, Copy, Debug)]
pub struct Fraction<const N: usize>;

/// `{field:year}`: the year of a timestamp or a date, in UTC: `2024`.
#[derive(Clone, Copy, Debug)]
pub struct Year;

/// `{field:month}`: the month of a timestamp or a date, in UTC: `2024-12`.
#[derive(Clone, Copy, Debug)]
pub struct Month;

/// `{field:day}`: the day of a timestamp, in UTC: `2024-12-01`.
#[derive(Clone, Copy, Debug)]
pub struct Day;

/// `{field:hour}`: the hour of a timestamp, in UTC: `2024-12-01T10`.
#[derive(Clone, Copy, Debug)]
pub struct Hour;

/// `{field:minute}`: the minute of a timestamp, in UTC: `2024-12-01T10:30`.
#[derive(Clone, Copy, Debug)]
pub struct Minute;

/// A part as it is: `KeyPart`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a key",
    label = "not a key part",
    note = "for a type of your own, `#[derive(KeyPart)]` on an enum of unit variants or on a newtype",
    note = "for a type of another crate, enable the `ddbkey` feature of that crate's name"
)]
pub trait PlainPart {
    /// The shape.
    const SHAPE: Shape;
}

/// A part that can be zero-padded: `KeyPart<Padded<N>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be zero-padded: `0N` is for integers",
    label = "not an integer",
    note = "leave out the `:0N`"
)]
pub trait PaddedPart<const N: usize> {
    /// The shape in this form.
    const SHAPE: Shape;
}

/// A part that can be written in descending order: `KeyPart<Descending<N>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be written in descending order: `desc0N` is for unsigned integers",
    label = "not an unsigned integer",
    note = "write `:0N` for a signed integer, and read the items with `.descending()`"
)]
pub trait DescendingPart<const N: usize> {
    /// The shape in this form.
    const SHAPE: Shape;
}

/// A part that can be an unordered number: `KeyPart<Unordered>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` takes no `unordered`: it is for integers",
    label = "not an integer",
    note = "leave out the `:unordered`"
)]
pub trait UnorderedPart {
    /// The shape in this form.
    const SHAPE: Shape;
}

/// A part with fractional seconds: `KeyPart<Fraction<N>>`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no fractional seconds: `.0 .3 .6 .9` are for timestamps",
    label = "not a timestamp",
    note = "leave out the `:.N`"
)]
pub trait FractionPart<const N: usize> {
    /// The shape in this form.
    const SHAPE: Shape;
}

/// A part that has this calendar unit: `KeyPart<Year>`, `KeyPart<Month>` and so on.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not have this calendar unit",
    label = "no such unit",
    note = "timestamps take `year`, `month`, `day`, `hour` and `minute`; dates take `year` and `month`"
)]
pub trait UnitPart<F: Format> {
    /// The shape in this form.
    const SHAPE: Shape;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart> PlainPart for T {
    const SHAPE: Shape = <T as KeyPart>::SHAPE;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<Padded<N>>, const N: usize> PaddedPart<N> for T {
    const SHAPE: Shape = <T as KeyPart<Padded<N>>>::SHAPE;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<Unordered>> UnorderedPart for T {
    const SHAPE: Shape = <T as KeyPart<Unordered>>::SHAPE;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<Fraction<N>>, const N: usize> FractionPart<N> for T {
    const SHAPE: Shape = <T as KeyPart<Fraction<N>>>::SHAPE;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<Descending<N>>, const N: usize> DescendingPart<N> for T {
    const SHAPE: Shape = <T as KeyPart<Descending<N>>>::SHAPE;
}

#[diagnostic::do_not_recommend]
impl<T: KeyPart<F>, F: Format> UnitPart<F> for T {
    const SHAPE: Shape = <T as KeyPart<F>>::SHAPE;
}
