//! `svix_ksuid::Ksuid`.

use svix_ksuid::{Ksuid, KsuidLike};

use super::{Language, NO_DIGIT, OutOfRange, Shape, digits_of, order};
use crate::language::Runs;

known_part! {
    [] Ksuid, order::Always, IS_SERDE_TEXT = true;
    shape: Shape::exact("a KSUID", Language::Runs(Runs::KSUID));
    write: |value, out| {
        let digits = to_digits(*value.bytes());
        Ok(out.write_str(str::from_utf8(&digits).map_err(|_| OutOfRange)?)?)
    };
    read: |text| from_digits(text.as_bytes().try_into().ok()?).map(Self::from_bytes);
}

// The crate allocates in both directions, and reads strings beyond the last KSUID as other KSUIDs.

const WIDTH: usize = 27;
const DIGITS: &[u8; 62] = b"0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
/// The number of digits that one division of 32 bits produces.
const GROUP: usize = 5;
const GROUP_BASE: u64 = 62u64.pow(GROUP as u32);

const VALUES: [u8; 256] = digits_of(DIGITS);

fn to_digits(bytes: [u8; 20]) -> [u8; WIDTH] {
    // The 160 bits, the most significant word first.
    let mut words = [0; 5];
    for (word, bytes) in words.iter_mut().zip(bytes.as_chunks().0) {
        *word = u32::from_be_bytes(*bytes);
    }
    let mut digits = [b'0'; WIDTH];
    for group in digits.rchunks_mut(GROUP) {
        let mut rest = 0;
        for word in &mut words {
            let number = rest << 32 | u64::from(*word);
            *word = (number / GROUP_BASE) as u32;
            rest = number % GROUP_BASE;
        }
        for digit in group.iter_mut().rev() {
            *digit = DIGITS[(rest % 62) as usize];
            rest /= 62;
        }
    }
    digits
}

/// Returns `None` if a character is not a digit, or for more than 160 bits.
fn from_digits(digits: &[u8; WIDTH]) -> Option<[u8; 20]> {
    let mut words = [0u32; 5];
    // First two digits, then whole groups.
    let (first, groups) = digits.split_at(WIDTH % GROUP);
    for group in [first].into_iter().chain(groups.chunks(GROUP)) {
        let mut carry = 0;
        for digit in group {
            let value = VALUES[usize::from(*digit)];
            if value == NO_DIGIT {
                return None;
            }
            carry = carry * 62 + u64::from(value);
        }
        for word in words.iter_mut().rev() {
            let number = u64::from(*word) * GROUP_BASE + carry;
            *word = number as u32;
            carry = number >> 32;
        }
        if carry != 0 {
            return None;
        }
    }
    let mut bytes = [0; 20];
    for (bytes, word) in bytes.as_chunks_mut().0.iter_mut().zip(words) {
        *bytes = word.to_be_bytes();
    }
    Some(bytes)
}
