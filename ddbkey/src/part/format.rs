//! What follows the colon in `{field:FORMAT}`, as types: `F` of [`KeyPart<F>`](super::KeyPart).

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

format!([] Plain, [const N: usize] Padded<N>, [] Unordered, [const N: usize] Fraction<N>);

/// `{field}`: the type's own text.
#[derive(Clone, Copy, Debug)]
pub struct Plain;

/// `{field:0N}`: an integer, zero-padded to `N` digits, 1 or more.
#[derive(Clone, Copy, Debug)]
pub struct Padded<const N: usize>;

/// `{field:unordered}`: an integer in plain decimal, although its texts do not sort as numbers do.
#[derive(Clone, Copy, Debug)]
pub struct Unordered;

/// `{field:.N}`: a timestamp with `N` fractional digits, the rest cut off.
#[derive(Clone, Copy, Debug)]
pub struct Fraction<const N: usize>;
