//! The key attributes of the rows of a query: those of the table and those of the index.

use alloc::vec::Vec;

use crate::key::KeyValue;
use crate::key::schema::{AttributeSchema, KeySchema};
use crate::pattern::{AttributeType, MAX_PARTITION_KEY_LEN, MAX_SORT_KEY_LEN};
use crate::query::{KeyCondition, is_written_number};

/// A key attribute of every row.
pub(super) struct RowAttribute<'c> {
    pub(super) name: &'static str,
    pub(super) kind: AttributeType,
    /// The most bytes of a text.
    limit: usize,
    /// The text that the condition gives it.
    pub(super) fixed: Option<&'c str>,
}

/// The key attributes of every row, each once, those of the table first.
pub(super) fn attributes<'c>(
    condition: &'c KeyCondition,
    table: &KeySchema,
) -> Vec<RowAttribute<'c>> {
    let mut row: Vec<RowAttribute<'c>> = Vec::new();
    let mut add = |attribute: AttributeSchema, limit: usize| {
        let name = attribute.name();
        match row.iter_mut().find(|other| other.name == name) {
            // A partition key that is also the sort key of the index.
            Some(other) => other.limit = other.limit.min(limit),
            None => {
                let fixed = condition.fixed().find(|(fixed, _)| fixed.name() == name);
                let (kind, fixed) = (attribute.attribute_type(), fixed.map(|(_, text)| text));
                row.push(RowAttribute { name, kind, limit, fixed });
            }
        }
    };
    for schema in [table, condition.schema()] {
        schema.partition_key().iter().for_each(|attribute| add(attribute, MAX_PARTITION_KEY_LEN));
        schema.sort_key().iter().for_each(|attribute| add(attribute, MAX_SORT_KEY_LEN));
    }
    row
}

impl RowAttribute<'_> {
    /// Whether DynamoDB could have this value in the attribute.
    pub(super) fn can_hold(&self, value: &KeyValue<'_>) -> bool {
        match (self.kind, value) {
            (AttributeType::S, KeyValue::S(text)) => (1..=self.limit).contains(&text.len()),
            (AttributeType::N, KeyValue::N(digits)) => is_written_number(digits),
            _ => false,
        }
    }
}
