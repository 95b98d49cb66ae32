//! Tools.
mod diff;
mod error;
mod schema;

pub use diff::{Cost, Deploy, SchemaChange, check_snapshot, diff};
pub use error::SchemaError;
pub use schema::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Language, LanguageClass, Piece, Schema,
    TableKey, Value,
};
