//! Reading a schema: entities, their key attributes, and the layout of a table.

pub use crate::declaration::{EntitySchema, KeyAttribute, TableLayout, TableSchema};
// A layout is derived, except in tables whose entities are declared elsewhere.
#[doc(hidden)]
pub use crate::declaration::{IndexLayout, Layout, Projection};
// Exported here and not in `private.rs` alone, because the compiler then prints their names without a path.
#[doc(hidden)]
pub use crate::entity::{HasUpdateItem, HasVersion, InTable};
pub use crate::pattern::AttributeType;
#[doc(hidden)]
pub use crate::table::{Each, FunctionsFor};
