//! The values of conditions and edits, as serde writes them.

use aws_sdk_dynamodb::types::AttributeValue;
use serde::Serialize;

/// Returns the value as serde writes the field, or why it cannot be sent.
pub(crate) fn stored(attribute: &str, value: &impl Serialize) -> Result<AttributeValue, String> {
    match serde_dynamo::to_attribute_value(value) {
        Ok(value) if has_no_number(&value) => {
            Err(format!("a value of `{attribute}` is a number that DynamoDB does not store"))
        }
        Ok(value) => Ok(value),
        Err(_) => Err(format!("a value of `{attribute}` cannot be written")),
    }
}

/// The same for a value that is compared. It has one stored form.
pub(crate) fn scalar(attribute: &str, value: &impl Serialize) -> Result<AttributeValue, String> {
    use AttributeValue::{Bool, N, S};
    match stored(attribute, value)? {
        value @ (Bool(_) | N(_) | S(_)) => Ok(value),
        _ => Err(format!(
            "a value of `{attribute}` is neither a string nor a number nor a bool, so it has several stored forms"
        )),
    }
}

/// Returns whether a number in the value is NaN, infinite, or beyond the numbers of DynamoDB.
fn has_no_number(value: &AttributeValue) -> bool {
    const MAX: f64 = 9.99e125;
    const MIN: f64 = 1e-130;
    match value {
        AttributeValue::N(digits) => digits.parse::<f64>().map_or(true, |number| {
            !number.is_finite() || number.abs() > MAX || number != 0.0 && number.abs() < MIN
        }),
        AttributeValue::L(members) => members.iter().any(has_no_number),
        AttributeValue::M(members) => members.values().any(has_no_number),
        _ => false,
    }
}
