//! Tools.
mod error;
mod schema;

pub use error::SchemaError;
pub use schema::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Language, LanguageClass, Piece, Schema,
    TableKey, Value,
};
