//! Tools.

mod cloud_formation;
mod diff;
mod error;
mod escape;
mod event_filter;
mod markdown;
mod mermaid;
mod picture;
mod schema;

pub use cloud_formation::cloud_formation;
#[doc(inline)]
pub use ddbkey::__private_0_1::IndexKind;
#[doc(inline)]
pub use ddbkey::__private_0_1::engine::ValueOrder;
#[doc(inline)]
pub use ddbkey::schema::{AttributeType, Projection};
pub use diff::{Cost, Deploy, SchemaChange, check_snapshot, diff};
pub use error::SchemaError;
pub use event_filter::{EventFilter, event_filter};
pub use markdown::markdown;
pub use mermaid::mermaid;
pub use picture::picture;
pub use schema::{
    AlsoReturned, Attribute, Entity, Field, Fields, Key, Language, LanguageClass, Piece, Schema,
    TableKey, Value,
};
