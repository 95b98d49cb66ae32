//! The part types of this crate, one file for each family or external crate.

/// Implements `KeyPart` for a type that is known to write and read the strings of its shape. Keys hold it by value,
/// unless the macro is told otherwise.
macro_rules! known_part {
    (
        [$($generic:tt)*] $type:ty $(as $format:ty)?, $order:ty $(, $flag:ident = $is:expr)*;
        held: $held:ty = |$this:ident| $lent:expr;
        shape: $shape:expr;
        write: |$value:ident, $out:ident| $write:expr;
        read: |$text:ident| $read:expr;
        $($method:ident: |$argument:ident| -> $answer:ty $body:block)*
    ) => {
        #[diagnostic::do_not_recommend]
        impl<$($generic)*> $crate::part::KeyPart$(<$format>)? for $type {
            type Ref<'k> = $held;
            type Order = $order;

            const SHAPE: $crate::part::Shape = $shape;
            const IS_TRUSTED: bool = true;
            $(const $flag: bool = $is;)*

            #[inline]
            fn as_part(&$this) -> Self::Ref<'_> {
                $lent
            }

            #[inline]
            fn write(
                $value: Self::Ref<'_>,
                $out: &mut impl core::fmt::Write,
            ) -> Result<(), $crate::part::OutOfRange> {
                $write
            }

            #[inline]
            fn read($text: &str) -> Option<Self::Ref<'_>> {
                $read
            }

            $(
                #[inline]
                fn $method($argument: Self::Ref<'_>) -> $answer $body
            )*
        }
    };
    ([$($generic:tt)*] $type:ty $(as $format:ty)?, $order:ty $(, $flag:ident = $is:expr)*; shape: $($rest:tt)*) => {
        known_part! {
            [$($generic)*] $type $(as $format)?, $order $(, $flag = $is)*;
            held: Self = |self| *self;
            shape: $($rest)*
        }
    };
}

#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
#[macro_use]
mod calendar;
#[macro_use]
pub(crate) mod case;
mod integer;
mod ip;
mod scalar;
mod text;

#[cfg(feature = "arrayvec")]
mod arrayvec;
#[cfg(feature = "chrono")]
mod chrono;
#[cfg(feature = "jiff")]
mod jiff;
#[cfg(feature = "ksuid")]
mod ksuid;
#[cfg(feature = "shard")]
mod shard;
#[cfg(feature = "time")]
mod time;
#[cfg(any(feature = "ulid", feature = "ulid1"))]
mod ulid;
#[cfg(feature = "uuid")]
mod uuid;

use super::{KeyPart, Language, OutOfRange, Shape, order};
use crate::language::Case;
#[cfg(any(feature = "chrono", feature = "jiff", feature = "time"))]
use crate::language::{Integers, Spelling, Trimmed};
#[cfg(feature = "shard")]
pub use shard::Shard;

/// Marks a byte that is not a digit in [`digits_of`].
#[cfg(any(feature = "ksuid", feature = "ulid", feature = "ulid1"))]
const NO_DIGIT: u8 = 0x80;

#[cfg(any(feature = "ksuid", feature = "ulid", feature = "ulid1"))]
const fn digits_of(alphabet: &[u8]) -> [u8; 256] {
    let mut digits = [NO_DIGIT; 256];
    let mut value = 0;
    while value < alphabet.len() {
        digits[alphabet[value] as usize] = value as u8;
        value += 1;
    }
    digits
}
