//! The numbers of DynamoDB by their values: `1`, `1.0` and `10e-1` are one number, and so are `0` and `-0`.

use std::cmp::Ordering;

/// A decimal number. Equal numbers have equal fields.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Number {
    is_negative: bool,
    /// The power of ten of the first digit. 0 without a digit.
    exponent: i64,
    /// The digits without zeros at either end: none for zero.
    digits: Vec<u8>,
}

impl Number {
    /// Parses a number in decimal or scientific notation.
    pub(crate) fn of(text: &str) -> Option<Self> {
        let (is_negative, text) = match text.strip_prefix('-') {
            Some(text) => (true, text),
            None => (false, text.strip_prefix('+').unwrap_or(text)),
        };
        let (text, exponent) = match text.split_once(['e', 'E']) {
            Some((text, exponent)) => (text, exponent.parse::<i32>().ok()?.into()),
            None => (text, 0_i64),
        };
        let (whole, fraction) = text.split_once('.').unwrap_or((text, ""));
        let mut digits = [whole, fraction].concat().into_bytes();
        if digits.is_empty() || !digits.iter().all(u8::is_ascii_digit) {
            return None;
        }
        let zeros = digits.iter().take_while(|digit| **digit == b'0').count();
        digits.drain(..zeros);
        let end = digits.iter().rposition(|digit| *digit != b'0').map_or(0, |last| last + 1);
        digits.truncate(end);
        if digits.is_empty() {
            return Some(Self { is_negative: false, exponent: 0, digits });
        }
        let exponent = exponent + i64::try_from(whole.len()).ok()? - i64::try_from(zeros).ok()?;
        Some(Self { is_negative, exponent, digits })
    }

    pub(crate) fn of_integer(number: u64) -> Self {
        let digits = number.to_string();
        Self::of(&digits).unwrap_or(Self { is_negative: false, exponent: 0, digits: Vec::new() })
    }
}

impl Ord for Number {
    fn cmp(&self, other: &Self) -> Ordering {
        let sign = |number: &Self| match (number.is_negative, &*number.digits) {
            (_, []) => 0,
            (true, _) => -1,
            (false, _) => 1,
        };
        let size = |number: &Self| (number.exponent, number.digits.clone());
        let by_size = || size(self).cmp(&size(other));
        let by_size = || if self.is_negative { by_size().reverse() } else { by_size() };
        sign(self).cmp(&sign(other)).then_with(by_size)
    }
}

impl PartialOrd for Number {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

#[cfg(test)]
mod tests {
    use super::Number;

    #[test]
    fn numbers_compare_by_value() {
        let ascending =
            ["-1e3", "-20", "-2", "-0.5", "0", "0.05", "0.5", "1", "1.5", "9", "10", "1e3"];
        for (at, one) in ascending.iter().enumerate() {
            for (place, other) in ascending.iter().enumerate() {
                let numbers = (Number::of(one).unwrap(), Number::of(other).unwrap());
                assert_eq!(numbers.0.cmp(&numbers.1), at.cmp(&place), "{one} {other}");
                assert_eq!(numbers.0 == numbers.1, at == place);
            }
        }
        for (one, other) in
            [("-0", "0"), ("1.0", "1"), ("0.10e1", "1"), ("+1E2", "100"), ("00", "0.0")]
        {
            assert_eq!(Number::of(one), Number::of(other), "{one} {other}");
        }
        assert_eq!(Number::of_integer(120), Number::of("120").unwrap());
        for text in ["", "-", ".", "1e", "x", "1.2.3", "NaN"] {
            assert_eq!(Number::of(text), None, "{text}");
        }
    }
}
