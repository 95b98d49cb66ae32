//! The content of a token: the fingerprint of its query, then the values that the condition does not fix, each
//! after its length.

use alloc::vec::Vec;

use sha2::{Digest, Sha256};

use super::TokenError;
use super::text::VERSION;
use crate::declaration::{KeyAttribute, KeySchema};
use crate::key::{KeyValue, Keys};
use crate::language::Language;
use crate::pattern::{AttributeType, MAX_PARTITION_KEY_LEN, MAX_SORT_KEY_LEN, Segment};
use crate::query::{KeyCondition, is_written_number};

const FINGERPRINT: usize = 8;

/// Writes the values of a row, after which the query continues.
pub(super) fn write<'k>(
    condition: &KeyCondition,
    value: impl Fn(&str) -> Option<KeyValue<'k>>,
) -> Result<Vec<u8>, TokenError> {
    let table = condition.schema().table();
    let (mut content, mut values) = (fingerprint(condition, table).to_vec(), Vec::new());
    for attribute in attributes(condition, table) {
        let name = attribute.name;
        let value = value(name).filter(|value| attribute.can_hold(value));
        let value = value.ok_or(TokenError::Attribute { name })?;
        if attribute.fixed.is_none() {
            // A string has at most 2048 bytes, a number fewer.
            content.extend_from_slice(&(value.as_str().len() as u16).to_be_bytes());
            content.extend_from_slice(value.as_str().as_bytes());
        }
        values.push((name, value.into_owned()));
    }
    row_within(condition, table, values).map(|_| content).ok_or(TokenError::OtherRow)
}

/// Reads the key of a row of this query, whatever the bytes are.
pub(super) fn read(condition: &KeyCondition, content: &[u8]) -> Result<Keys, TokenError> {
    let table = condition.schema().table();
    let (found, mut values) =
        content.split_first_chunk::<FINGERPRINT>().ok_or(TokenError::Malformed)?;
    if *found != fingerprint(condition, table) {
        return Err(TokenError::OtherQuery);
    }
    let row = attributes(condition, table);
    let value = |attribute: &RowAttribute<'_>| {
        let text = match attribute.fixed {
            Some(text) => text,
            None => take(&mut values)?,
        };
        let value = KeyValue::of(attribute.kind, text);
        attribute.can_hold(&value).then(|| (attribute.name, value.into_owned()))
    };
    let values_of_row = row.iter().map(value).collect::<Option<Vec<_>>>();
    let entries = values_of_row.filter(|_| values.is_empty()).ok_or(TokenError::Malformed)?;
    row_within(condition, table, entries).ok_or(TokenError::Outside)
}

/// Takes the next value, if there is one.
fn take<'t>(values: &mut &'t [u8]) -> Option<&'t str> {
    let (length, rest) = values.split_first_chunk()?;
    let (text, rest) = rest.split_at_checked(u16::from_be_bytes(*length).into())?;
    *values = rest;
    core::str::from_utf8(text).ok()
}

/// Returns the row with these values, if it belongs to the query.
fn row_within(
    condition: &KeyCondition,
    table: &'static KeySchema,
    values: Vec<(&'static str, KeyValue<'static>)>,
) -> Option<Keys> {
    let row = Keys::of_row(table, values);
    condition.matches_with(|name| row.get(name)).then_some(row)
}

/// A key attribute of every row.
pub(super) struct RowAttribute<'c> {
    name: &'static str,
    pub(super) kind: AttributeType,
    /// The maximum length of a string in bytes.
    limit: usize,
    /// The string that the condition fixes for it.
    pub(super) fixed: Option<&'c str>,
}

/// Returns the key attributes of every row, each once, attributes of the table first.
pub(super) fn attributes<'c>(
    condition: &'c KeyCondition,
    table: &'static KeySchema,
) -> Vec<RowAttribute<'c>> {
    let mut row: Vec<RowAttribute<'c>> = Vec::new();
    let mut add = |attribute: KeyAttribute, limit: usize| {
        let name = attribute.name();
        match row.iter_mut().find(|other| other.name == name) {
            // This is a partition key that is also the sort key of the index.
            Some(other) => other.limit = other.limit.min(limit),
            None => {
                let fixed = condition.fixed().find(|(fixed, _)| fixed.name() == name);
                let (kind, fixed) = (attribute.attribute_type(), fixed.map(|(_, text)| text));
                row.push(RowAttribute { name, kind, limit, fixed });
            }
        }
    };
    for schema in [table, condition.schema()] {
        schema.pk_attributes().for_each(|attribute| add(attribute, MAX_PARTITION_KEY_LEN));
        schema.sk_attributes().for_each(|attribute| add(attribute, MAX_SORT_KEY_LEN));
    }
    row
}

impl RowAttribute<'_> {
    /// Returns whether DynamoDB could store this value in the attribute.
    fn can_hold(&self, value: &KeyValue<'_>) -> bool {
        match (self.kind, value) {
            (AttributeType::S, KeyValue::S(text)) => (1..=self.limit).contains(&text.len()),
            (AttributeType::N, KeyValue::N(digits)) => is_written_number(digits),
            _ => false,
        }
    }
}

/// Returns the fingerprint of the query that a token belongs to: everything that a start key takes from the condition, and
/// how the queried sort key is written, because a row of one key has no position among rows of another. The fingerprint does
/// not include the range, which may move, nor fields and words of enums, which a release may rename or add.
pub(super) fn fingerprint(
    condition: &KeyCondition,
    table: &'static KeySchema,
) -> [u8; FINGERPRINT] {
    let mut hash = Sha256::new();
    let mut add = |bytes: &[u8]| {
        hash.update((bytes.len() as u64).to_be_bytes());
        hash.update(bytes);
    };
    add(&[VERSION]);
    add(condition.index_name().unwrap_or_default().as_bytes());
    for schema in [condition.schema(), table] {
        let mut attributes = schema.attributes();
        for count in [schema.pk.len(), schema.sk.len()] {
            // There are at most four.
            add(&[count as u8]);
            for attribute in attributes.by_ref().take(count) {
                add(attribute.name().as_bytes());
                add(attribute.attribute_type().letter().as_bytes());
            }
        }
    }
    for (_, text) in condition.fixed() {
        add(text.as_bytes());
    }
    add(&[u8::from(condition.is_descending())]);
    for attribute in condition.sort_attributes() {
        for segment in attribute.pattern().segments {
            match segment {
                Segment::Literal(text) => {
                    add(b"literal");
                    add(text.as_bytes());
                }
                Segment::Value(value) => {
                    let width = match value.shape.language {
                        Language::Words(_) => None,
                        _ => value.shape.width(),
                    };
                    add(b"value");
                    add(value.format.as_bytes());
                    add(&(width.unwrap_or_default() as u64).to_be_bytes());
                }
            }
        }
        add(b"end");
    }
    let mut fingerprint = [0; FINGERPRINT];
    fingerprint.iter_mut().zip(hash.finalize()).for_each(|(to, from)| *to = from);
    fingerprint
}
