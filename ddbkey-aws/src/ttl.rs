//! The time to live: the attribute with the time after which DynamoDB deletes an item, in whole seconds since 1970.

#[cfg(test)]
mod tests;

use std::borrow::Cow;
use std::fmt;

use aws_sdk_dynamodb::operation::update_time_to_live::builders::{
    UpdateTimeToLiveFluentBuilder, UpdateTimeToLiveInputBuilder,
};
use aws_sdk_dynamodb::types::{AttributeValue, TimeToLiveSpecification};
use ddbkey::schema::{EntitySchema, TableSchema};

use crate::error::{ItemError, ItemFault};
use crate::expressions::Action;
use crate::schema::ItemSchema as _;
use crate::value::Item;

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

/// Leaves the time to live out of an item if it is `None`, and checks its value otherwise.
pub(crate) fn write(schema: &EntitySchema, item: &mut Item) -> Result<(), ItemError> {
    let Some(name) = schema.ttl_attribute() else { return Ok(()) };
    if let Some(AttributeValue::Null(_)) = item.get(name)
        && left_out(schema).is_some()
    {
        item.remove(name);
    }
    match item.get(name).map(check) {
        Some(Err(fault)) => Err(ItemError::new(schema.name(), ItemFault::TimeToLive(name, fault))),
        _ => Ok(()),
    }
}

/// Checks the time to live that these actions set.
pub(crate) fn check_actions(
    schema: &EntitySchema,
    actions: &[(Cow<'static, str>, Action)],
) -> Result<(), ItemError> {
    let Some(name) = schema.ttl_attribute() else { return Ok(()) };
    let set = actions.iter().find_map(|(other, action)| match action {
        Action::Set(value) if other == name => Some(value),
        _ => None,
    });
    match set.map(check) {
        Some(Err(fault)) => Err(ItemError::new(schema.name(), ItemFault::TimeToLive(name, fault))),
        _ => Ok(()),
    }
}

/// Sets the time to live of a [`TableSchema`] on the SDK's builders of `UpdateTimeToLive`.
///
/// `CreateTable` cannot set the time to live. Turning it on is a separate request, once for each table. From then on,
/// DynamoDB deletes items within a few days after the time in the attribute, **including every item whose time passed
/// within the last five years**.
///
/// ```
/// use aws_sdk_dynamodb::operation::update_time_to_live::UpdateTimeToLiveInput;
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[ddb(ttl = expires_at)]
/// #[pk("SESSION", id)]
/// #[sk("META")]
/// struct Session { id: String, expires_at: u64 }
///
/// #[derive(DdbTable)]
/// enum Shop { Session(Session) }
///
/// let input = UpdateTimeToLiveInput::builder()
///     .table_name("shop")
///     .time_to_live_schema(Shop::SCHEMA)
///     .build()?;
/// let specification = input.time_to_live_specification().expect("a table with a time to live");
/// assert_eq!((specification.attribute_name(), specification.enabled()), ("expires_at", true));
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
pub trait TimeToLiveExt: Sized {
    /// Sets the attribute, and turns the time to live on. If no entity of the table declares a time to live, this sets nothing,
    /// and the SDK refuses the request.
    #[must_use]
    fn time_to_live_schema(self, schema: &TableSchema) -> Self;
}

/// Implements the trait for a builder. The two builders have the same methods, but no common trait.
macro_rules! time_to_live_ext {
    ($($builder:ty)*) => {$(
        impl TimeToLiveExt for $builder {
            fn time_to_live_schema(self, schema: &TableSchema) -> Self {
                let specification = schema.ttl_attribute().and_then(|name| {
                    let specification = TimeToLiveSpecification::builder().attribute_name(name);
                    // The builder has both values that it needs.
                    specification.enabled(true).build().ok()
                });
                self.set_time_to_live_specification(specification)
            }
        }
    )*};
}

time_to_live_ext! { UpdateTimeToLiveFluentBuilder UpdateTimeToLiveInputBuilder }
