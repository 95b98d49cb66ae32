//! Converts key values to attribute values, and reads items by the names of their attributes.

use std::borrow::Cow;
use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::schema::AttributeType;
use ddbkey::{KeyValue, Keys};

/// An item as the SDK represents it.
pub type Item = HashMap<String, AttributeValue>;

/// An attribute with its name.
pub(crate) type Attribute<'i> = (Cow<'i, str>, Cow<'i, AttributeValue>);

/// The attributes of an item as serde reads them, in this order.
pub(crate) type Attributes<'i> = Vec<Attribute<'i>>;

pub(crate) fn attribute_value(value: KeyValue<'_>) -> AttributeValue {
    match value {
        KeyValue::N(digits) => AttributeValue::N(digits.into_owned()),
        value => AttributeValue::S(value.into_string()),
    }
}

/// Converts [`Keys`] to the SDK's map: for the key of a request, or for an `ExclusiveStartKey`.
///
/// ```
/// use ddbkey::DdbKeys;
/// use ddbkey_aws::prelude::*;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("PROFILE")]
/// struct User { user_id: String }
///
/// let key = UserKey { user_id: "u1" }.keys()?.into_item();
/// assert_eq!(key["pk"].as_s().unwrap(), "USER#u1");
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
pub trait KeysExt {
    /// Returns the key attributes as the SDK's map.
    fn into_item(self) -> Item;
}

impl KeysExt for Keys {
    fn into_item(self) -> Item {
        self.into_iter().map(|(name, value)| (name.into(), attribute_value(value))).collect()
    }
}

/// An item: the SDK's map, or an item of `serde_dynamo`.
///
/// This trait is sealed: `HashMap<String, AttributeValue>` and `serde_dynamo::Item` implement it. Serde reads
/// a `serde_dynamo::Item` from DynamoDB's JSON, and it can be converted from the types of other crates.
pub trait ItemAttributes: Clone + Into<Item> + Sealed {
    /// Returns the value of the attribute of this name, borrowed. `None` if the item lacks it, or
    /// if it is neither a string nor a number.
    fn value(&self, name: &str) -> Option<KeyValue<'_>>;
}

/// The methods of an item that are not public.
pub trait Sealed {
    /// Returns the string or the number under this name, with its type.
    fn text(&self, name: &str) -> Option<(AttributeType, &str)>;

    /// Returns whether there is an attribute of this name, of any type.
    fn has(&self, name: &str) -> bool;

    /// Returns the item as the SDK's map.
    fn sdk_item(&self) -> Cow<'_, Item>;
}

/// Implements the traits for an item. The two types have the same methods, but no common trait.
macro_rules! item_attributes {
    ($item:ty, $($value:ident)::+, $sdk_item:expr) => {
        impl ItemAttributes for $item {
            fn value(&self, name: &str) -> Option<KeyValue<'_>> {
                match self.text(name)? {
                    (AttributeType::N, digits) => Some(KeyValue::N(digits.into())),
                    (_, text) => Some(KeyValue::S(text.into())),
                }
            }
        }

        impl Sealed for $item {
            fn text(&self, name: &str) -> Option<(AttributeType, &str)> {
                match self.get(name)? {
                    $($value)::+::S(text) => Some((AttributeType::S, text)),
                    $($value)::+::N(digits) => Some((AttributeType::N, digits)),
                    _ => None,
                }
            }

            fn has(&self, name: &str) -> bool {
                self.contains_key(name)
            }

            fn sdk_item(&self) -> Cow<'_, Item> {
                $sdk_item(self)
            }
        }
    };
}

item_attributes!(Item, AttributeValue, Cow::Borrowed);
item_attributes!(serde_dynamo::Item, serde_dynamo::AttributeValue, |item: &Self| {
    Cow::Owned(item.clone().into())
});
