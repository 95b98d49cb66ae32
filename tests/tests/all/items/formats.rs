//! The ways of an item: each has to write what the others write, and to read it back.

use std::fmt::Debug;

use ddbkey::{DdbKeys, ItemError, Keyed};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use crate::store::Item;

/// Writes an entity in every format, which must give the same result. Reading that gives the entity.
#[track_caller]
pub(super) fn round_trip<T>(entity: &T) -> Value
where
    T: DdbKeys + Serialize + DeserializeOwned + PartialEq + Debug,
{
    let json = serde_json::to_string(&Keyed(entity)).unwrap();
    let value: Value = serde_json::from_str(&json).unwrap();
    let Keyed(read) = serde_json::from_str::<Keyed<T>>(&json).unwrap();
    assert_eq!(read, *entity, "{json}");
    let Keyed(read) = serde_json::from_reader::<_, Keyed<T>>(json.as_bytes()).unwrap();
    assert_eq!(read, *entity, "{json}");
    let Keyed(read) = serde_json::from_value::<Keyed<T>>(value.clone()).unwrap();
    assert_eq!(read, *entity, "{json}");

    let mut bytes = Vec::new();
    ciborium::into_writer(&Keyed(entity), &mut bytes).unwrap();
    let Keyed(read) = ciborium::from_reader::<Keyed<T>, _>(&*bytes).unwrap();
    assert_eq!(read, *entity, "{json} as CBOR");

    let item = entity.to_item().unwrap();
    assert_eq!(serde_dynamo::from_item::<_, Value>(item.clone()).unwrap(), value);
    assert_eq!(T::from_item(item.clone()).unwrap(), *entity, "{item:?}");
    let by_serde: Item = serde_dynamo::to_item(Keyed(entity)).unwrap();
    assert_eq!(by_serde, item);
    let Keyed(read) = serde_dynamo::from_item::<_, Keyed<T>>(item).unwrap();
    assert_eq!(read, *entity);
    value
}

/// The error of every way to write the entity.
#[track_caller]
pub(super) fn not_written<T: DdbKeys + Serialize>(entity: &T) -> ItemError {
    let error = entity.to_item().unwrap_err();
    assert_eq!(serde_json::to_string(&Keyed(entity)).unwrap_err().to_string(), error.to_string());
    let by_serde = serde_dynamo::to_item::<_, Item>(Keyed(entity)).unwrap_err();
    assert_eq!(by_serde.to_string(), error.to_string());
    error
}

/// The error of every way to read the item.
#[track_caller]
pub(super) fn not_read<T: DdbKeys + DeserializeOwned + Debug>(item: &Value) -> ItemError {
    let error = T::from_item(serde_dynamo::to_item(item).unwrap()).unwrap_err();
    if !matches!(error, ItemError::Format { .. }) {
        let by_value = serde_json::from_value::<Keyed<T>>(item.clone()).unwrap_err();
        assert_eq!(by_value.to_string(), error.to_string());
        let by_text = serde_json::from_str::<Keyed<T>>(&item.to_string()).unwrap_err().to_string();
        assert!(by_text.starts_with(&error.to_string()), "{by_text}");
    }
    error
}
