//! Key values as attribute values, and items by the names of their key attributes.

use alloc::borrow::Cow;
use alloc::string::String;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;

use super::SdkItem;
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

/// A whole item: the SDK's map, or one of `serde_dynamo`.
///
/// This trait is sealed: `HashMap<String, AttributeValue>` and `serde_dynamo::Item` implement it. serde reads
/// the latter from DynamoDB's JSON, and it converts from the types of other crates.
pub trait ItemAttributes: KeyAttributes + Clone + Into<SdkItem> {
    /// The item as the SDK has it.
    #[doc(hidden)]
    fn sdk_item(&self) -> Cow<'_, SdkItem>;
}

/// The two have the same methods, but no trait in common.
macro_rules! item_attributes {
    ($item:ty, $($value:ident)::+, $sdk_item:expr) => {
        impl KeyAttributes for $item {
            fn value(&self, name: &str) -> Option<KeyValue<'_>> {
                match self.get(name)? {
                    $($value)::+::S(text) => Some(KeyValue::S(text.into())),
                    $($value)::+::N(digits) => Some(KeyValue::N(digits.into())),
                    _ => None,
                }
            }
        }

        impl Sealed for $item {
            fn has(&self, name: &str) -> bool {
                self.contains_key(name)
            }
        }

        impl ItemAttributes for $item {
            fn sdk_item(&self) -> Cow<'_, SdkItem> {
                $sdk_item(self)
            }
        }
    };
}

item_attributes!(HashMap<String, AttributeValue>, AttributeValue, Cow::Borrowed);
item_attributes!(serde_dynamo::Item, serde_dynamo::AttributeValue, |own: &Self| {
    Cow::Owned(own.clone().into())
});
