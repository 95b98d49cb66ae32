//! Whatever holds key attributes: keys, items, start keys.

use super::{KeyValue, Keys};

/// Holds key values by attribute name: [`Keys`], and with features the items of the AWS SDK and of
/// `serde_dynamo`.
///
/// Implement it for the items of another client:
///
/// ```
/// use ddbkey::KeyValue;
/// use ddbkey::key::KeyAttributes;
///
/// struct Row { pk: String, sk: String }
///
/// impl KeyAttributes for Row {
///     fn value(&self, name: &str) -> Option<KeyValue<'_>> {
///         match name {
///             "pk" => Some(KeyValue::S(self.pk.as_str().into())),
///             "sk" => Some(KeyValue::S(self.sk.as_str().into())),
///             _ => None,
///         }
///     }
/// }
/// ```
pub trait KeyAttributes {
    /// Returns the value of the attribute of this name, `None` if it is missing or neither a string nor
    /// a number.
    fn value(&self, name: &str) -> Option<KeyValue<'_>>;
}

impl KeyAttributes for Keys {
    fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        self.value(name).map(KeyValue::as_borrowed)
    }
}
