//! Key attributes by name, whatever holds them.

use super::{KeyValue, Keys};

/// The key attributes of an item, by name.
///
/// This trait is sealed: [`Keys`] implements it, and with the feature `aws-sdk` the SDK's
/// `HashMap<String, AttributeValue>` and `serde_dynamo::Item`.
///
/// ```
/// use ddbkey::key::KeyAttributes;
/// use ddbkey::{DdbKeys, KeyValue};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// struct User { user_id: String }
///
/// fn partition(item: &impl KeyAttributes) -> Option<KeyValue<'_>> {
///     item.value("pk")
/// }
///
/// let keys = User { user_id: "u1".into() }.keys()?;
/// assert_eq!(partition(&keys), Some(KeyValue::S("USER#u1".into())));
/// # Ok::<(), ddbkey::KeyError>(())
/// ```
pub trait KeyAttributes: Sealed {
    /// Returns the value of the attribute of this name, borrowed; `None` if there is no such attribute, or
    /// if it is neither a string nor a number.
    fn value(&self, name: &str) -> Option<KeyValue<'_>>;
}

/// Seals the trait, whose values must be borrowed, and has what it needs beside its method.
pub trait Sealed {
    /// Whether there is an attribute of this name, of any type.
    fn has(&self, name: &str) -> bool;
}

impl Sealed for Keys {
    fn has(&self, name: &str) -> bool {
        Self::value(self, name).is_some()
    }
}

impl KeyAttributes for Keys {
    fn value(&self, name: &str) -> Option<KeyValue<'_>> {
        Self::value(self, name)
    }
}
