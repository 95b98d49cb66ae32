//! Declarations as constants: keys, entities and tables, and the layouts of tables.

mod entity;
mod fields;
mod key;
mod layout;
mod schema;
mod table;

pub use entity::{AttributeUse, Entity, Version};
pub use fields::{Fields, Record, facts};
pub use key::{Alternative, KeyAttribute, KeySchema};
pub(crate) use layout::MAX_ATTRIBUTES;
pub use layout::{IndexKind, IndexLayout, Layout, NamedKeys, Projection};
pub use schema::EntitySchema;
pub use table::{TableLayout, TableSchema};
