//! Recognizes rows that have expired and still exist: DynamoDB deletes them within a few days.

use aws_sdk_dynamodb::types::AttributeValue;

use super::handle::Handle;
use crate::condition::Clause;
use crate::number::Number;
use crate::ttl;
use crate::value::Item;

/// The current time of a request, and the time to live attribute of its table.
#[derive(Clone, Copy, Debug)]
pub(super) struct Clock {
    attribute: &'static str,
    now: u64,
}

impl Handle {
    /// Returns the clock for `now`, in seconds since 1970, or why it is none.
    pub(super) fn clock(&self, now: u64) -> Result<Clock, String> {
        let Some(attribute) = self.ttl else {
            return Err("no entity of the table declares a time to live".into());
        };
        match ttl::check(&AttributeValue::N(now.to_string())) {
            Ok(()) if now > 0 => Ok(Clock { attribute, now }),
            Ok(()) => Err("`now` is 0".into()),
            Err(fault) => Err(format!("`now` {fault}")),
        }
    }
}

/// Returns whether an item has not expired. An item without a number, or with less than 1, never expires.
pub(super) fn is_live(clock: Option<Clock>, item: &Item) -> bool {
    let Some(Clock { attribute, now }) = clock else { return true };
    let Some(AttributeValue::N(digits)) = item.get(attribute) else { return true };
    let Some(expires) = Number::of(digits) else { return true };
    // The same comparison as in the condition of `IfAbsent`.
    !(Number::of_integer(1)..=Number::of_integer(now)).contains(&expires)
}

/// The condition that a row does not exist or has expired.
#[derive(Clone, Copy)]
pub(super) struct IfAbsent {
    pub(super) pk: &'static str,
    pub(super) clock: Option<Clock>,
}

impl IfAbsent {
    pub(super) fn clause(self) -> Clause {
        let mut clause = Clause::of_key(self.pk, false);
        if let Some(Clock { attribute, now }) = self.clock {
            let number = |number: u64| AttributeValue::N(number.to_string());
            let (first, now) = (clause.value(number(1)), clause.value(number(now)));
            let expires = clause.name(attribute);
            clause.text += &format!(" OR {expires} BETWEEN {first} AND {now}");
        }
        clause
    }
}
