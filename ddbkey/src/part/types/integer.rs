//! Integers: plain, zero-padded, zero-padded in descending order, and plain where their order does
//! not matter.

use core::fmt::Write;
use core::num::NonZero;

use super::{Language, OutOfRange, Shape, order};
use crate::language::{Integers, Padding, count_digits};
use crate::part::{Descending, Padded, Plain, Unordered};

/// The digits of a `u128`.
const MAX_DIGITS: usize = 39;

/// What the four forms need from an integer type.
trait Integer: Copy {
    const MAX: u128;
    /// The magnitude of the least value.
    const BELOW: u128;
    const HAS_ZERO: bool;

    /// Returns whether the number is negative, and its magnitude.
    fn split(self) -> (bool, u128);

    /// Returns the integer with this sign and magnitude, if the type has it.
    fn join(negative: bool, magnitude: u128) -> Option<Self>;
}

/// Implements the trait. The inputs are whether a number is negative, and its magnitude.
macro_rules! integers {
    ($($integer:ident)+: |$number:ident| $split:expr) => {$(
        impl Integer for $integer {
            const MAX: u128 = {
                let $number = $integer::MAX;
                $split.1 as u128
            };
            const BELOW: u128 = {
                let $number = $integer::MIN;
                $split.1 as u128
            };
            const HAS_ZERO: bool = true;

            #[inline]
            fn split(self) -> (bool, u128) {
                let $number = self;
                let (negative, magnitude) = $split;
                (negative, magnitude.into())
            }

            #[inline]
            fn join(negative: bool, magnitude: u128) -> Option<Self> {
                if negative {
                    0i128.checked_sub_unsigned(magnitude)?.try_into().ok()
                } else {
                    magnitude.try_into().ok()
                }
            }
        }

        impl Integer for NonZero<$integer> {
            const MAX: u128 = <$integer as Integer>::MAX;
            const BELOW: u128 = <$integer as Integer>::BELOW;
            const HAS_ZERO: bool = false;

            #[inline]
            fn split(self) -> (bool, u128) {
                self.get().split()
            }

            #[inline]
            fn join(negative: bool, magnitude: u128) -> Option<Self> {
                Self::new($integer::join(negative, magnitude)?)
            }
        }
    )+};
}

integers!(u8 u16 u32 u64 u128: |number| (false, number));
integers!(i8 i16 i32 i64 i128: |number| (number < 0, number.unsigned_abs()));

#[inline]
fn write_plain(value: impl Integer, out: &mut impl Write) -> Result<(), OutOfRange> {
    let (negative, magnitude) = value.split();
    if negative {
        out.write_char('-')?;
    }
    write_digits(count_digits(magnitude), magnitude, b'0', out)
}

/// Writes N digits, counted up from `0`, or down from `9` for the descending order. Below zero, the digits are the digits of
/// 10^N + n, the nines' complement of `-n - 1`.
#[inline]
fn write_fixed<const N: usize>(
    value: impl Integer,
    zero: u8,
    out: &mut impl Write,
) -> Result<(), OutOfRange> {
    let (negative, magnitude) = value.split();
    let (number, zero) = if negative { (magnitude - 1, b'9') } else { (magnitude, zero) };
    if count_digits(number) > N {
        return Err(OutOfRange);
    }
    if negative {
        out.write_char('-')?;
    }
    write_digits(N, number, zero, out)
}

/// Writes a number in `width` digits, which are enough, counted up from `0` or down from `9`.
#[inline]
fn write_digits(
    width: usize,
    number: u128,
    zero: u8,
    out: &mut impl Write,
) -> Result<(), OutOfRange> {
    for _ in MAX_DIGITS..width {
        out.write_char(zero.into())?;
    }
    let mut buffer = [zero; MAX_DIGITS];
    let mut places = buffer.iter_mut().rev();
    let mut rest = number;
    while u64::try_from(rest).is_err() {
        if let Some(place) = places.next() {
            *place = step(zero, (rest % 10) as u8);
        }
        rest /= 10;
    }
    let mut rest = rest as u64;
    for place in places {
        if rest == 0 {
            break;
        }
        *place = step(zero, (rest % 10) as u8);
        rest /= 10;
    }
    let digits = &buffer[MAX_DIGITS - width.min(MAX_DIGITS)..];
    Ok(out.write_str(str::from_utf8(digits).map_err(|_| OutOfRange)?)?)
}

/// Returns the character of a digit, counted up from `0` or down from `9`.
#[inline]
const fn step(zero: u8, digit: u8) -> u8 {
    if zero == b'0' { b'0' + digit } else { b'9' - digit }
}

#[inline]
fn read_plain<T: Integer>(text: &str) -> Option<T> {
    let (negative, digits) = split_sign(text);
    let canonical = match digits.as_bytes() {
        [b'0'] => !negative,
        [first, ..] => *first != b'0',
        [] => false,
    };
    if !canonical {
        return None;
    }
    T::join(negative, read_digits(digits, b'0')?)
}

/// Reads what [`write_fixed`] writes.
#[inline]
fn read_fixed<T: Integer, const N: usize>(text: &str, zero: u8) -> Option<T> {
    let (negative, digits) = split_sign(text);
    if digits.len() != N {
        return None;
    }
    if negative {
        T::join(true, read_digits(digits, b'9')?.checked_add(1)?)
    } else {
        T::join(false, read_digits(digits, zero)?)
    }
}

#[inline]
fn split_sign(text: &str) -> (bool, &str) {
    match text.strip_prefix('-') {
        Some(digits) => (true, digits),
        None => (false, text),
    }
}

/// Reads digits, counted up from `0` or down from `9`.
#[inline]
fn read_digits(digits: &str, zero: u8) -> Option<u128> {
    digits.bytes().try_fold(0u128, |number, byte| {
        let digit = byte.is_ascii_digit().then(|| byte.abs_diff(zero))?;
        number.checked_mul(10)?.checked_add(digit.into())
    })
}

/// Returns the greatest number of `digits` digits, or the limit if that is less.
///
/// # Panics
///
/// Panics at compile time without digits: the empty string would be a number.
const fn greatest(digits: usize, limit: u128) -> u128 {
    assert!(digits > 0, "a number is padded to 1 digit or more");
    match 10u128.checked_pow(digits as u32) {
        Some(power) if power <= limit => power - 1,
        _ => limit,
    }
}

/// Returns how far `-` and `digits` digits go below zero, or the limit if that is less.
const fn farthest_below(digits: usize, limit: u128) -> u128 {
    let greatest = greatest(digits, limit);
    if greatest < limit { greatest + 1 } else { limit }
}

const fn language<T: Integer>(padding: Padding) -> Language {
    let (max, below) = match padding {
        Padding::Zeros(digits) | Padding::Descending(digits) => {
            (greatest(digits, T::MAX), farthest_below(digits, T::BELOW))
        }
        Padding::None | Padding::Shard => (T::MAX, T::BELOW),
    };
    Language::Integers(Integers { max, below, zero: T::HAS_ZERO, padding })
}

/// Implements `KeyPart` for integer types in their formats.
macro_rules! integer_part {
    (plain $type:ty, $format:ty, $order:ty, $is_serde_text:literal) => {
        known_part! {
            // Serde's formats write integers of 128 bits differently, or not at all.
            [] $type as $format, $order,
                IS_SERDE_TEXT = $is_serde_text && size_of::<$type>() <= 8;
            shape: Shape::exact(
                concat!("a plain `", stringify!($type), "`"),
                language::<$type>(Padding::None),
            );
            write: |value, out| write_plain(value, out);
            read: |text| read_plain(text);
            text_len: |value| -> usize {
                let (negative, magnitude) = value.split();
                usize::from(negative) + count_digits(magnitude)
            }
        }
    };
    (descending: $($type:ty),+) => {$(
        known_part! {
            [const N: usize] $type as Descending<N>, order::Descending<order::BuiltIn>;
            shape: {
                // A `u128` holds 10^38 - 1, but not 10^39 - 1.
                assert!(N <= 38, "a number in descending order is padded to 38 digits or fewer");
                let what = concat!("a zero-padded `", stringify!($type), "` in descending order");
                Shape::exact(what, language::<$type>(Padding::Descending(N)))
            };
            write: |value, out| write_fixed::<N>(value, b'9', out);
            read: |text| read_fixed::<Self, N>(text, b'9');
        }
    )+};
    ($($type:ty),+) => {$(
        integer_part!(plain $type, Plain, order::Number<order::BuiltIn>, true);
        integer_part!(plain $type, Unordered, order::Never, false);

        known_part! {
            [const N: usize] $type as Padded<N>, order::Always;
            shape: Shape::exact(
                concat!("a zero-padded `", stringify!($type), "`"),
                language::<$type>(Padding::Zeros(N)),
            );
            write: |value, out| write_fixed::<N>(value, b'0', out);
            read: |text| read_fixed::<Self, N>(text, b'0');
            text_len: |value| -> usize { N + usize::from(value.split().0) }
        }
    )+};
}

integer_part!(u8, u16, u32, u64, u128, i8, i16, i32, i64, i128);
integer_part!(NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
integer_part!(NonZero<i8>, NonZero<i16>, NonZero<i32>, NonZero<i64>, NonZero<i128>);

integer_part!(descending: u8, u16, u32, u64, u128);
integer_part!(descending: NonZero<u8>, NonZero<u16>, NonZero<u32>, NonZero<u64>, NonZero<u128>);
