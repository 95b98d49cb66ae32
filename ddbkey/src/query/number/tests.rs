//! Numbers of any size.

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
    let ordered = ["-10.5", "-10.25", "-10", "-0.5", "0", "0.05", "0.5", "1", "1.5", "2", &googol];
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
