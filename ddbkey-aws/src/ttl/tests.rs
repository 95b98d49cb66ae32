//! Which values are a time to live.

use aws_sdk_dynamodb::types::AttributeValue;

use super::{NotSeconds, check};

#[test]
fn whole_seconds_are_told_from_durations_and_milliseconds() {
    use NotSeconds::{NotANumber, TooEarly, TooLate};
    for (digits, expected) in [
        ("0", Ok(())),
        ("100000000", Ok(())),
        ("1764000000", Ok(())),
        ("99999999999", Ok(())),
        ("1", Err(TooEarly)),
        ("99999999", Err(TooEarly)),
        ("-1764000000", Err(TooEarly)),
        ("100000000000", Err(TooLate)),
        ("340282366920938463463374607431768211455", Err(NotANumber)),
        ("1764000000.5", Err(NotANumber)),
        ("", Err(NotANumber)),
    ] {
        assert_eq!(check(&AttributeValue::N(digits.into())), expected, "{digits}");
    }
    assert_eq!(check(&AttributeValue::Null(true)), Ok(()));
    assert_eq!(check(&AttributeValue::S("1764000000".into())), Err(NotANumber));
}
