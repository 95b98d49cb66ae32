//! Writes fields to attributes with serde, and tells which field fails.

use std::collections::HashMap;

use serde::Serialize;
use serde_dynamo::AttributeValue as SerdeValue;
use serde_path_to_error::{Segment, Serializer, Track};

use super::FieldsError;
use crate::error::FormatFault;
use crate::value::Item;

/// Fields as serde writes them. An `Item` of `serde_dynamo` would be one more map.
pub(crate) type Fields = HashMap<String, SerdeValue>;

pub(crate) fn into_item(fields: Fields) -> Item {
    fields.into_iter().map(|(name, value)| (name, value.into())).collect()
}

/// Writes the fields of an entity.
pub(crate) fn write<T: Serialize>(entity: &T) -> Result<Fields, FieldsError> {
    let mut track = Track::new();
    let written = entity.serialize(Serializer::new(serde_dynamo::Serializer, &mut track));
    item_of(written, track)
}

/// Returns the written item, or what is wrong with it or with its first field that failed.
fn item_of(
    written: Result<SerdeValue, serde_dynamo::Error>,
    track: Track,
) -> Result<Fields, FieldsError> {
    match written {
        Ok(SerdeValue::M(fields)) => Ok(fields),
        // `()` is not a map either, and gives the same error of `serde_dynamo`.
        Ok(_) => serde_dynamo::to_item(()).map_err(|error| (FormatFault::NotAMap, error)),
        Err(error) => match track.path().iter().next() {
            Some(Segment::Map { key }) => Err((FormatFault::NotWritten(key.clone()), error)),
            _ => Err((FormatFault::NoneWritten, error)),
        },
    }
}
