//! The AWS SDK: keys and items as attribute values, and what its builders take from us.

mod attributes;
mod audit;
mod create;
mod items;
mod page;
mod query;
mod repair;
mod tables;
mod update;
mod value;
mod verify;

pub use attributes::ItemAttributes;
pub(crate) use audit::audit;
pub use audit::{Fault, FaultKind, audit_entity};
pub use create::CreateTableExt;
pub(crate) use items::{from_item, to_item};
pub use page::{Page, SkipReason, Skipped};
pub(crate) use page::{read_entity, read_table};
pub use query::QueryExt;
pub use repair::{Repair, repair_entity};
pub use tables::{SdkItem, TableItems};
pub use update::UpdateExt;
pub use verify::Mismatch;
