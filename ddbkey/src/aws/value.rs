//! Key values as attribute values, and back.

use alloc::string::String;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use crate::key::attributes::Sealed;
use crate::key::{KeyAttributes, KeyValue, Keys};

impl From<KeyValue<'_>> for AttributeValue {
    fn from(value: KeyValue<'_>) -> Self {
        match value {
            KeyValue::S(text) => Self::S(text.into_owned()),
            KeyValue::N(digits) => Self::N(digits.into_owned()),
        }
    }
}

/// The key of a `GetItem`, an `ExclusiveStartKey`, or the keys to add to an item.
#[expect(clippy::implicit_hasher, reason = "the SDK takes maps with the standard hasher")]
impl From<Keys> for HashMap<String, AttributeValue> {
    fn from(keys: Keys) -> Self {
        keys.into_iter().map(|(name, value)| (name.into(), value.into())).collect()
    }
}

#[expect(clippy::implicit_hasher, reason = "the SDK has maps with the standard hasher")]
impl KeyAttributes for HashMap<String, AttributeValue> {
    fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        match self.get(name)? {
            AttributeValue::S(text) => Some(KeyValue::S(text.into())),
            AttributeValue::N(digits) => Some(KeyValue::N(digits.into())),
            _ => None,
        }
    }
}

impl Sealed for HashMap<String, AttributeValue> {
    fn has(&self, name: &str) -> bool {
        self.contains_key(name)
    }
}

/// An item of `serde_dynamo`, as it comes out of the events of a stream.
impl KeyAttributes for serde_dynamo::Item {
    fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        match self.get(name)? {
            serde_dynamo::AttributeValue::S(text) => Some(KeyValue::S(text.into())),
            serde_dynamo::AttributeValue::N(digits) => Some(KeyValue::N(digits.into())),
            _ => None,
        }
    }
}

impl Sealed for serde_dynamo::Item {
    fn has(&self, name: &str) -> bool {
        self.contains_key(name)
    }
}
