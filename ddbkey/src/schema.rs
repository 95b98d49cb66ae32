//! Reading a schema: entities, their key attributes, and the layout of a table.

pub use crate::entity::EntitySchema;
// An error that names them names this path.
#[doc(hidden)]
pub use crate::entity::InTable;
pub use crate::key::schema::KeyAttribute;
pub use crate::layout::{IndexLayout, Layout, Projection, TableLayout};
pub use crate::pattern::AttributeType;
pub use crate::table::{AlsoReturned, IndexField, TableSchema};
#[doc(hidden)]
pub use crate::table::{Each, FunctionsFor};
