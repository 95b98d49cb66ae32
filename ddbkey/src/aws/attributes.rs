//! Items of several crates, converted to the type that the SDK has for them.

use alloc::string::String;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::SdkItem;
use crate::key::KeyAttributes;

/// A whole item: the SDK's `HashMap<String, AttributeValue>`, or a `serde_dynamo::Item`, which serde reads
/// from DynamoDB's JSON and which converts from the types of other crates.
///
/// This trait is sealed.
pub trait ItemAttributes: KeyAttributes + Clone + Sealed {}

/// What the trait needs.
pub trait Sealed {
    /// The item as the SDK has it.
    fn into_item(self) -> SdkItem;
}

#[expect(clippy::implicit_hasher, reason = "the SDK has maps with the standard hasher")]
impl ItemAttributes for HashMap<String, AttributeValue> {}

impl Sealed for HashMap<String, AttributeValue> {
    fn into_item(self) -> SdkItem {
        self
    }
}

impl ItemAttributes for serde_dynamo::Item {}

impl Sealed for serde_dynamo::Item {
    fn into_item(self) -> SdkItem {
        self.into()
    }
}
