//! The time to live: the attribute with the time after which DynamoDB deletes an item, in whole seconds since 1970.

#[cfg(test)]
mod tests;

use std::fmt;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::schema::EntitySchema;

use crate::schema::ItemSchema as _;

/// Smaller numbers are durations or days. They are more than five years past, and DynamoDB deletes no such item.
const MIN_SECONDS: u64 = 100_000_000;

/// This number and greater ones are milliseconds.
const MIN_MILLISECONDS: u64 = 100_000_000_000;

/// Why a value is not a time to live.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum NotSeconds {
    NotANumber,
    TooEarly,
    TooLate,
}

impl fmt::Display for NotSeconds {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotANumber => "is not a whole number of seconds",
            Self::TooEarly => "lies before 1973 and looks like a duration",
            Self::TooLate => "lies after 5137 and looks like milliseconds",
        })
    }
}

/// Checks that DynamoDB reads a value as the time that it means. `NULL` and 0 mean never.
pub(crate) fn check(value: &AttributeValue) -> Result<(), NotSeconds> {
    let digits = match value {
        AttributeValue::Null(_) => return Ok(()),
        AttributeValue::N(digits) => digits,
        _ => return Err(NotSeconds::NotANumber),
    };
    match digits.parse::<i128>() {
        Ok(0) => Ok(()),
        Ok(number) if number < MIN_SECONDS.into() => Err(NotSeconds::TooEarly),
        Ok(number) if number < MIN_MILLISECONDS.into() => Ok(()),
        Ok(_) => Err(NotSeconds::TooLate),
        Err(_) => Err(NotSeconds::NotANumber),
    }
}

/// Returns the time to live attribute, if `None` leaves it out although serde writes `NULL`.
pub(crate) fn left_out(schema: &EntitySchema) -> Option<&'static str> {
    let name = schema.ttl_attribute()?;
    let mut fields = schema.fields();
    fields.any(|field| field.written() == Some(name) && field.is_nullable()).then_some(name)
}
