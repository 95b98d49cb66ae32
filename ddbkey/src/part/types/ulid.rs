//! `ulid::Ulid` of versions 3 and 1.

use super::{Language, NO_DIGIT, Shape, digits_of, order};
use crate::language::Runs;

macro_rules! ulid_part {
    ($version:ident) => {
        known_part! {
            [] $version::Ulid, order::Always, IS_SERDE_TEXT = true;
            shape: Shape::exact("a ULID", Language::Runs(Runs::ULID));
            write: |value, out| Ok(out.write_str(value.array_to_str(&mut [0; $version::ULID_LEN]))?);
            read: |text| read(text).map(Self);
        }
    };
}

#[cfg(feature = "ulid")]
ulid_part!(ulid);
#[cfg(feature = "ulid1")]
ulid_part!(ulid1);

/// The crate also reads lower case, and lets a first character above `7` overflow. Checking
/// for those first would take as long as reading.
fn read(text: &str) -> Option<u128> {
    let (high, low) = text.as_bytes().split_first_chunk::<2>()?;
    let (middle, low) = low.split_first_chunk::<12>()?;
    let high = u8::try_from(read_digits(high)?).ok()?;
    let (middle, low) = (read_digits(middle)?, read_digits::<12>(low.try_into().ok()?)?);
    Some(u128::from(high) << 120 | u128::from(middle) << 60 | u128::from(low))
}

/// Crockford's base 32 in upper case.
const DIGITS: [u8; 256] = digits_of(b"0123456789ABCDEFGHJKMNPQRSTVWXYZ");

/// Reads up to 12 digits, which fit. Checks only at the end whether all were digits.
#[inline]
fn read_digits<const N: usize>(text: &[u8; N]) -> Option<u64> {
    let (mut number, mut seen) = (0, 0);
    for byte in text {
        let digit = DIGITS[usize::from(*byte)];
        number = number << 5 | u64::from(digit);
        seen |= digit;
    }
    (seen & NO_DIGIT == 0).then_some(number)
}
