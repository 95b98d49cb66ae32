//! Numbers in plain decimal, of any size.

#[cfg(test)]
mod tests;

use core::cmp::Ordering;

/// Compares two numbers by value. `None` if one of the strings is not a number in plain decimal.
#[must_use]
pub fn compare(left: &str, right: &str) -> Option<Ordering> {
    let (left, right) = (Decimal::of(left)?, Decimal::of(right)?);
    Some(match (left.is_negative, right.is_negative) {
        (false, false) => left.size().cmp(&right.size()),
        (true, true) => right.size().cmp(&left.size()),
        (left, right) => right.cmp(&left),
    })
}

/// Returns whether the string is a number as DynamoDB writes it: plain decimal of at most 38 digits, not less than
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

/// A number in plain decimal. If an entity of another kind writes the same attribute, a row can hold any number there,
/// so 128 bits are not enough.
struct Decimal<'t> {
    /// Never true for zero.
    is_negative: bool,
    /// The digits before the point, without leading zeros.
    whole: &'t str,
    /// The digits after the point, without trailing zeros.
    fraction: &'t str,
}

impl<'t> Decimal<'t> {
    /// Returns the key by which numbers of one sign are ordered.
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
