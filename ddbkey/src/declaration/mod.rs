//! Declarations as constants: keys, entities and tables, and the layouts of tables.

/// Functions that return the same value with other fields.
macro_rules! with {
    ($type:ident: $($(#[$attribute:meta])* $name:ident($($arg:ident: $arg_type:ty),*) { $($change:tt)* })*) => {
        impl $type {$(
            $(#[$attribute])*
            #[must_use]
            pub const fn $name(self $(, $arg: $arg_type)*) -> Self {
                Self { $($change)*, ..self }
            }
        )*}
    };
}

mod entity;
mod fields;
mod key;
mod layout;
mod schema;
mod table;

pub use entity::{AttributeUse, Entity, Version};
pub use fields::{Fields, Record, facts};
pub use key::{Alternative, KeyAttribute, KeySchema};
pub use layout::{IndexKind, IndexLayout, Layout, NamedKeys, Projection};
pub(crate) use layout::{MAX_ATTRIBUTES, NameList};
pub use schema::EntitySchema;
pub use table::{TableLayout, TableSchema};
