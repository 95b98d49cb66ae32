//! Reading a schema: entities, keys, attributes and templates as constants, and the layout of a table.

#[cfg(feature = "aws-sdk")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
pub use crate::aws::{Fault, FaultKind, Mismatch};
pub use crate::entity::EntitySchema;
#[doc(hidden)]
pub use crate::entity::InTable;
pub use crate::key::schema::{AttributeSchema, KeyAttributes, KeySchema};
pub use crate::layout::{IndexKind, IndexLayout, Layout, Projection, TableLayout};
pub use crate::pattern::{AttributeType, Pattern, Role, Segment, Value};
pub use crate::table::{AlsoReturned, IndexField, TableKey, TableSchema};
