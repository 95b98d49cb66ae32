//! Reading a schema: entities, their key attributes, and the layout of a table.

pub use crate::entity::EntitySchema;
// Exported here and not in `private.rs` alone, because the compiler then prints their names without a path.
#[doc(hidden)]
pub use crate::entity::{HasUpdateItem, HasVersion, InTable};
pub use crate::key::schema::KeyAttribute;
pub use crate::layout::TableLayout;
// A layout is derived, except in tables whose entities are declared elsewhere.
#[doc(hidden)]
pub use crate::layout::{IndexLayout, Layout, Projection};
pub use crate::pattern::AttributeType;
pub use crate::table::TableSchema;
#[doc(hidden)]
pub use crate::table::{Each, FunctionsFor};
