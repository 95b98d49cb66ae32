//! The AWS SDK: keys and items as attribute values, and what its builders take from us.

/// The builder with these placeholders. Builders have the same methods, but no trait in common.
macro_rules! with_placeholders {
    ($builder:expr, $expressions:expr) => {{
        let mut builder = $builder;
        for (placeholder, name) in $expressions.names() {
            builder = builder.expression_attribute_names(placeholder, name);
        }
        for (placeholder, value) in $expressions.values() {
            builder = builder.expression_attribute_values(placeholder, value.clone().into());
        }
        builder
    }};
}

mod audit;
mod create;
mod expressions;
mod fields;
mod guard;
mod items;
mod page;
mod query;
mod rekey;
mod repair;
mod request;
mod tables;
mod update;
mod value;
mod verify;

pub(crate) use audit::audit;
pub use audit::{Fault, FaultKind};
pub use create::CreateTableExt;
pub(crate) use items::{read_item, to_item};
pub use page::{Page, SkipKind, SkipReason, Skipped};
pub(crate) use page::{read_entity, read_table};
pub use query::{AsKeyCondition, QueryExt};
pub(crate) use rekey::rekey;
pub use rekey::{Rekey, TransactExt};
pub(crate) use repair::repair;
pub use request::{ConditionExt, KeyExt};
pub(crate) use tables::ReadItem;
pub use tables::{ItemJob, SdkItem, TableItems};
pub use update::{ItemState, ItemUpdate, UpdateExt, state};
pub(crate) use update::{update_entity, update_table};
pub use value::ItemAttributes;
pub use verify::Mismatch;
