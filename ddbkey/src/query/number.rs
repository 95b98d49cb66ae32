//! Ranges over an attribute that is a number.

use alloc::borrow::Cow;
use alloc::format;
use alloc::string::String;
use core::cmp::Ordering;
use core::ops::Bound;

use super::condition::SortCondition;
use crate::error::KeyError;
use crate::key::append_value;
use crate::part::{Format, KeyPart};
use crate::pattern::Pattern;

/// The condition on a number between these bounds. Every end is included: that of an excluded bound is
/// its neighbour. Numbers have at most 38 digits, so that a neighbour fits into 128 bits.
pub(super) fn between<'v, T: KeyPart<F>, F: Format>(
    pattern: &'static Pattern,
    at: usize,
    start: Bound<&T::Ref<'v>>,
    end: Bound<&T::Ref<'v>>,
) -> Result<SortCondition, KeyError> {
    let empty = KeyError::EmptyRange { key: pattern, part: pattern.part_name(at) };
    let number = |value: &T::Ref<'v>| {
        let mut digits = String::new();
        append_value::<T, F>(pattern, at, *value, &mut digits)?;
        let out_of_range = KeyError::OutOfRange { key: pattern, part: pattern.part_name(at) };
        digits.parse::<i128>().map_err(|_| out_of_range)
    };
    let end_of = |bound, step| {
        Ok(match bound {
            Bound::Unbounded => None,
            Bound::Included(value) => Some(number(value)?),
            Bound::Excluded(value) => Some(number(value)? + step),
        })
    };
    let text = |number| Cow::Owned(format!("{number}"));
    Ok(match (end_of(start, 1)?, end_of(end, -1)?) {
        (None, None) => SortCondition::Any,
        (Some(from), None) => SortCondition::AtLeast(text(from)),
        (None, Some(to)) => SortCondition::AtMost(text(to)),
        (Some(from), Some(to)) if from > to => return Err(empty),
        (Some(from), Some(to)) => SortCondition::Between(text(from), text(to)),
    })
}

/// Compares two numbers by value. `None` if one of the texts is not an integer of at most 38 digits.
pub(super) fn compare(left: &str, right: &str) -> Option<Ordering> {
    let number = |text: &str| text.parse::<i128>().ok();
    Some(number(left)?.cmp(&number(right)?))
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
    }
}
