//! A set of bytes.

use core::fmt::{self, Write};

/// A set of bytes, as 256 bits.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct ByteSet {
    low: u128,
    high: u128,
}

impl ByteSet {
    /// No byte.
    pub const EMPTY: Self = Self { low: 0, high: 0 };
    /// Every byte.
    pub const ALL: Self = Self { low: u128::MAX, high: u128::MAX };
    pub(super) const DIGITS: Self = Self::range(b'0', b'9');

    /// Returns a set of one byte.
    #[must_use]
    pub const fn byte(byte: u8) -> Self {
        if byte < 128 {
            Self { low: 1 << byte, high: 0 }
        } else {
            Self { low: 0, high: 1 << (byte - 128) }
        }
    }

    /// Returns the bytes from one to another, including both.
    #[must_use]
    pub const fn range(from: u8, to: u8) -> Self {
        Self::up_to(to).without(match from.checked_sub(1) {
            Some(before) => Self::up_to(before),
            None => Self::EMPTY,
        })
    }

    pub(super) const fn up_to(byte: u8) -> Self {
        if byte < 128 {
            Self { low: u128::MAX >> (127 - byte), high: 0 }
        } else {
            Self { low: u128::MAX, high: u128::MAX >> (255 - byte) }
        }
    }

    pub(crate) const fn of(text: &str) -> Self {
        let (mut low, mut high) = (0, 0);
        each!(byte in text.as_bytes() => {
            match *byte {
                byte @ 0..128 => low |= 1 << byte,
                byte => high |= 1 << (byte - 128),
            }
        });
        Self { low, high }
    }

    /// Returns the character as a set, if it is ASCII. Other characters share their bytes.
    #[must_use]
    pub const fn ascii(character: char) -> Self {
        if character.is_ascii() { Self::byte(character as u8) } else { Self::EMPTY }
    }

    /// Returns the bytes that are in either set.
    #[must_use]
    pub const fn or(self, other: Self) -> Self {
        Self { low: self.low | other.low, high: self.high | other.high }
    }

    /// Returns the bytes that are in both sets.
    #[must_use]
    pub const fn and(self, other: Self) -> Self {
        Self { low: self.low & other.low, high: self.high & other.high }
    }

    /// Returns the bytes that are not in the other set.
    #[must_use]
    pub const fn without(self, other: Self) -> Self {
        Self { low: self.low & !other.low, high: self.high & !other.high }
    }

    /// Returns whether the set is empty.
    #[must_use]
    pub const fn is_empty(self) -> bool {
        self.low == 0 && self.high == 0
    }

    /// Returns whether all of its bytes are ASCII.
    #[must_use]
    pub const fn is_ascii(self) -> bool {
        self.high == 0
    }

    /// Returns whether it has every byte.
    #[must_use]
    pub const fn is_all(self) -> bool {
        self.same_as(Self::ALL)
    }

    pub(crate) const fn same_as(self, other: Self) -> bool {
        self.low == other.low && self.high == other.high
    }

    /// Returns whether it has a byte.
    #[must_use]
    pub const fn contains(self, byte: u8) -> bool {
        let bit = if byte < 128 { self.low >> byte } else { self.high >> (byte - 128) };
        bit & 1 == 1
    }

    /// Returns whether a character can occur in strings over these bytes.
    pub(crate) const fn contains_char(self, character: char) -> bool {
        let mut buffer = [0; 4];
        self.contains(character.encode_utf8(&mut buffer).as_bytes()[0])
    }

    /// Returns a byte of the set to show in a message, readable if possible.
    pub(crate) const fn example(self) -> Option<u8> {
        const PRINTABLE: u128 = !((1 << 0x20) - 1) & !(1 << 0x7F);
        if self.low == 0 {
            return if self.high == 0 {
                None
            } else {
                Some(self.high.trailing_zeros() as u8 + 128)
            };
        }
        each!(byte in b"1a0A" => {
            if self.low >> *byte & 1 == 1 {
                return Some(*byte);
            }
        });
        let printable = self.low & PRINTABLE;
        Some(if printable == 0 { self.low } else { printable }.trailing_zeros() as u8)
    }

    /// Returns the greatest byte of a set of ASCII, if a greater one exists.
    pub(crate) const fn greatest_ascii(self) -> Option<u8> {
        match (self.high, self.low.checked_ilog2()) {
            (0, Some(greatest @ 0..0x7F)) => Some(greatest as u8),
            _ => None,
        }
    }

    /// Returns, for a set of digits, the set of 9 minus each digit.
    pub(super) const fn nines_complement(self) -> Self {
        // The bits of `0` to `9` lie at 48 to 57. Reversed, they lie at 127 - 57 to 127 - 48.
        Self { low: self.low.reverse_bits() >> (127 - 57 - 48), high: 0 }
    }
}

/// Prints a set of ASCII bytes as in a regular expression: `0-9A-C\-`.
impl fmt::Display for ByteSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let contains = |byte: u8| byte < 128 && self.contains(byte);
        let mut byte = 0;
        while byte < 128 {
            if contains(byte) {
                let start = byte;
                while contains(byte + 1) {
                    byte += 1;
                }
                write_member(f, start)?;
                if byte > start + 1 {
                    f.write_char('-')?;
                }
                if byte > start {
                    write_member(f, byte)?;
                }
            }
            byte += 1;
        }
        Ok(())
    }
}

fn write_member(f: &mut fmt::Formatter<'_>, byte: u8) -> fmt::Result {
    match byte {
        b'-' | b'\\' | b'|' | b'{' | b'}' | b'[' | b']' | b'"' => {
            write!(f, "\\{}", char::from(byte))
        }
        _ if byte.is_ascii_control() => write!(f, "{}", char::from(byte).escape_unicode()),
        _ => f.write_char(char::from(byte)),
    }
}
