//! Reading a schema: entities, keys, attributes and templates as constants, and the layout of a table.

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use crate::aws::{Fault, Image, Mismatch};
#[doc(hidden)]
pub use crate::entity::InTable;
pub use crate::entity::{AttributeSchema, EntitySchema, IndexKind, KeyAttributes, KeySchema};
pub use crate::pattern::{AttributeType, Pattern, Role, Segment, Value};
pub use crate::stream::{EventFilter, FilterError};
pub use crate::table::{
    AlsoReturned, Cost, IndexField, IndexLayout, Layout, Projection, SchemaChange, SnapshotError,
    TableKey, TableLayout, TableSchema,
};
