//! The AWS SDK: keys and items as attribute values, and what its builders take from us.

mod create;
mod fields;
mod items;
mod query;
mod tables;
mod update;
mod value;
mod verify;

pub use create::CreateTableExt;
pub(crate) use items::{from_item, to_item};
pub use query::QueryExt;
pub use tables::{SdkItem, TableItems};
pub use update::UpdateExt;
pub use verify::Mismatch;
