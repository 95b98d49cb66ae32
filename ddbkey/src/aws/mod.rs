//! The AWS SDK: keys and items as attribute values, and what its builders take from us.

mod audit;
mod borrowed;
mod create;
mod fields;
mod image;
mod items;
mod query;
mod sound;
mod tables;
mod update;
mod value;
mod verify;

pub(crate) use audit::audit;
pub use audit::{Fault, audit_entity};
pub use create::CreateTableExt;
pub use image::Image;
pub(crate) use image::Sealed as IntoItem;
pub(crate) use items::{from_item, to_item};
pub use query::QueryExt;
pub use sound::is_sound;
pub use tables::{SdkItem, TableItems};
pub use update::UpdateExt;
pub use verify::Mismatch;
