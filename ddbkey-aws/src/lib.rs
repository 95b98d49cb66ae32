#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Items and requests of the AWS SDK.

// What `ddbkey` has for this crate beside its public items.
use ddbkey::__private_0_1 as private;

/// The builder with these placeholders. Builders have the same methods, but no trait in common.
macro_rules! with_placeholders {
    ($builder:expr, $expressions:expr) => {{
        let mut builder = $builder;
        for (placeholder, name) in $expressions.names() {
            builder = builder.expression_attribute_names(placeholder, name);
        }
        for (placeholder, value) in $expressions.values() {
            builder = builder.expression_attribute_values(placeholder, value);
        }
        builder
    }};
}

mod audit;
mod bounds;
mod create;
mod dispatch;
mod entity;
mod error;
mod expressions;
mod fields;
mod guard;
mod index_keys;
mod items;
mod page;
pub mod prelude;
mod query;
mod rekey;
mod repair;
mod request;
mod schema;
#[cfg(feature = "lambda")]
mod stream;
mod table;
mod update;
mod value;
mod verify;

pub use audit::{Fault, FaultKind};
pub use bounds::{ReadItem, ReadItems, UpdateItem, UpdateItems, WriteItem, WriteItems};
pub use create::CreateTableExt;
pub use entity::ItemExt;
pub use error::{AttributeErrorKind, ItemError};
pub use page::{Page, SkipKind, SkipReason, Skipped};
pub use query::{AsKeyCondition, QueryExt, token};
pub use rekey::{Rekey, TransactExt};
pub use request::{ConditionExt, KeyExt};
#[cfg(feature = "lambda")]
#[cfg_attr(docsrs, doc(cfg(feature = "lambda")))]
pub use stream::{Change, ChangeKind, Image};
pub use table::TableExt;
pub use update::{ItemUpdate, UpdateExt};
pub use value::{Item, ItemAttributes, KeysExt};
pub use verify::{Mismatch, verify};
