//! Numbers in plain decimal, of any size.

use core::cmp::Ordering;

/// Compares two numbers by value. `None` if one of the texts is not a number in plain decimal.
pub(crate) fn compare(left: &str, right: &str) -> Option<Ordering> {
    let (left, right) = (Decimal::of(left)?, Decimal::of(right)?);
    Some(match (left.is_negative, right.is_negative) {
        (false, false) => left.size().cmp(&right.size()),
        (true, true) => right.size().cmp(&left.size()),
        (left, right) => right.cmp(&left),
    })
}

/// Whether the text is a number as DynamoDB writes it: plain decimal of at most 38 digits, not less than
/// 1E-130 apart from zero, without `+`, needless zeros or an exponent.
#[cfg(feature = "page-token")]
pub(crate) fn is_written_number(text: &str) -> bool {
    const MAX_DIGITS: usize = 38;
    const MAX_ZEROS: usize = 129;
    let Some(Decimal { is_negative, whole, fraction }) = Decimal::of(text) else { return false };
    let zeros = match whole {
        "" => fraction.len() - fraction.trim_start_matches('0').len(),
        _ => 0,
    };
    let sign = usize::from(is_negative);
    let point = usize::from(!fraction.is_empty());
    whole.len() + fraction.len() - zeros <= MAX_DIGITS
        && zeros <= MAX_ZEROS
        && !text.starts_with('+')
        && text.len() == sign + whole.len().max(1) + point + fraction.len()
}

/// A number in plain decimal. A row can hold any number where an entity of another kind writes the same
/// attribute, so that 128 bits are not enough.
struct Decimal<'t> {
    /// Never of zero.
    is_negative: bool,
    /// The digits before the point, without leading zeros.
    whole: &'t str,
    /// The digits after the point, without trailing zeros.
    fraction: &'t str,
}

impl<'t> Decimal<'t> {
    /// By which numbers of one sign are ordered.
    fn size(&self) -> (usize, &'t str, &'t str) {
        (self.whole.len(), self.whole, self.fraction)
    }

    fn of(text: &'t str) -> Option<Self> {
        let unsigned = text.strip_prefix(['-', '+']).unwrap_or(text);
        let (whole, fraction) = match unsigned.split_once('.') {
            Some((_, "")) => return None,
            Some(parts) => parts,
            None => (unsigned, ""),
        };
        let is_digits = |digits: &str| digits.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !is_digits(whole) || !is_digits(fraction) {
            return None;
        }
        let (whole, fraction) = (whole.trim_start_matches('0'), fraction.trim_end_matches('0'));
        let is_zero = whole.is_empty() && fraction.is_empty();
        Some(Self { is_negative: text.starts_with('-') && !is_zero, whole, fraction })
    }
}

#[cfg(test)]
mod tests {
    use core::cmp::Ordering;

    use super::compare;

    #[test]
    fn numbers_compare_by_value() {
        assert_eq!(compare("9", "10"), Some(Ordering::Less));
        assert_eq!(compare("-9", "-10"), Some(Ordering::Greater));
        assert_eq!(compare("10", "10"), Some(Ordering::Equal));
        assert_eq!(compare("ten", "10"), None);
        assert_eq!(compare("1e1", "10"), None);
        assert_eq!(compare("-0", "0.0"), Some(Ordering::Equal));
    }

    #[test]
    fn numbers_of_any_size_and_with_fractions_are_in_order() {
        let googol = alloc::format!("1{}", "0".repeat(100));
        let ordered =
            ["-10.5", "-10.25", "-10", "-0.5", "0", "0.05", "0.5", "1", "1.5", "2", &googol];
        for (at, left) in ordered.iter().enumerate() {
            for (other, right) in ordered.iter().enumerate() {
                assert_eq!(compare(left, right), Some(at.cmp(&other)), "{left} {right}");
            }
        }
    }

    #[cfg(feature = "page-token")]
    #[test]
    fn only_what_dynamodb_writes_is_a_written_number() {
        let nines = "9".repeat(38);
        let tiny = alloc::format!("0.{}1", "0".repeat(129));
        for text in ["0", "7", "-7", "10", "1.5", "-0.001", &nines, &tiny] {
            assert!(super::is_written_number(text), "{text}");
        }
        let too_long = "9".repeat(39);
        let too_tiny = alloc::format!("0.{}1", "0".repeat(130));
        let faulty = [
            "", "-", "+", ".", "1.", ".5", "-0", "0.0", "00", "007", "-01", "+1", "1.50", "1e999",
            "1E2", "NaN", "Infinity", " 1", "1 ", "١", "1_000", "0x1f", "--1", "1.2.3", &too_long,
            &too_tiny,
        ];
        for text in faulty {
            assert!(!super::is_written_number(text), "{text}");
        }
    }
}
