//! The forms of an item: the SDK's map, an item of `serde_dynamo`, and DynamoDB's JSON, from which serde reads
//! the second form.

use std::fmt::Debug;

use ddbkey::DdbKeys;
use ddbkey_aws::ItemError;
use ddbkey_aws::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::store::Item;

/// Writes an entity and reads it back, and returns the written item.
#[track_caller]
pub(super) fn round_trip<T>(entity: &T) -> Value
where
    T: DdbKeys + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let item = entity.to_item().unwrap();
    assert_eq!(T::from_item(item.clone()).unwrap(), *entity, "{item:?}");
    let other = serde_dynamo::Item::from(item.clone());
    assert_eq!(T::from_item(other.clone()).unwrap(), *entity, "{item:?}");
    let json = serde_json::to_string(&other).unwrap();
    let exported: serde_dynamo::Item = serde_json::from_str(&json).unwrap();
    assert_eq!(T::from_item(exported).unwrap(), *entity, "{json}");
    serde_dynamo::from_item(item).unwrap()
}

/// Returns the error of writing the entity.
#[track_caller]
pub(super) fn not_written<T: DdbKeys + Serialize>(entity: &T) -> ItemError {
    entity.to_item().unwrap_err()
}

/// Returns the entity of an item, or the error of reading it.
pub(super) fn read<T: DdbKeys + DeserializeOwned>(item: &Value) -> Result<T, ItemError> {
    let item: Item = serde_dynamo::to_item(item).unwrap();
    T::from_item(item)
}

/// Returns the error of reading an item.
#[track_caller]
pub(super) fn not_read<T: DdbKeys + DeserializeOwned + Debug>(item: &Value) -> ItemError {
    read::<T>(item).unwrap_err()
}
