//! Reads fields from the attributes of an item with serde, and writes fields to attributes.

mod read;
mod write;

use crate::error::FormatFault;

pub(crate) use read::{ItemDeserializer, attributes};
pub(crate) use write::{Fields, into_item, write};

/// What is wrong with the fields, and the error of `serde_dynamo`.
pub(crate) type FieldsError = (FormatFault, serde_dynamo::Error);
