#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! Items and requests of the official AWS SDK, by the keys that [`ddbkey`] declares.
//!
//! ```
//! use ddbkey::{DdbKeys, DdbTable};
//! use ddbkey_aws::prelude::*;
//! use serde::{Deserialize, Serialize};
//!
//! #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
//! #[pk("USER", user_id)]
//! #[sk("ORDER", id)]
//! #[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", id))]
//! struct Order { user_id: String, id: String, status: String }
//!
//! #[derive(DdbTable, Debug, PartialEq)]
//! enum Shop { Order(Order) }
//!
//! let order = Order { user_id: "u1".into(), id: "7".into(), status: "PENDING".into() };
//! let item = order.to_item()?;
//! assert_eq!(item["gsi1pk"].as_s().unwrap(), "STATUS#PENDING");
//! assert_eq!(Shop::from_item(item.clone())?, Shop::Order(order));
//!
//! // The changed field, and the index key that is built from it, if nobody has changed them meanwhile.
//! let update = Order::update_item(&item, |order| order.status = "PAID".into())?.expect("a change");
//! assert_eq!(update.expression(""), "SET #dk0 = :dk0, #dk1 = :dk1");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Where to read on
//!
//! [`ItemExt`] has the methods of entities and tables, [`TableExt`] the methods that only a table has. The other extension traits are implemented
//! for the SDK's builders: [`KeyExt`], [`QueryExt`], [`ScanExt`], [`ConditionExt`], [`UpdateExt`], [`TransactExt`],
//! [`CreateTableExt`], [`UpdateTableExt`] and [`TimeToLiveExt`]. [`prelude`] has all of them. [`guide`] has a page for each subject, with a
//! function for each request.
//!
//! The feature `lambda` adds the records of a table's stream as AWS Lambda sends them, and the feature `tracing` an event for
//! each request of a [`Table`]. No feature changes a type.

// Items of `ddbkey` that are not part of its public API.
use ddbkey::__private as private;

/// Adds these placeholders to the builder. The builders have the same methods, but no common trait.
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

/// Adds a condition with its placeholders to the builder. If the condition fails, the error holds the current item.
macro_rules! with_condition {
    ($builder:expr, $condition:expr) => {{
        let condition = &$condition;
        let builder = $builder
            .condition_expression(condition.condition())
            .return_values_on_condition_check_failure(
                aws_sdk_dynamodb::types::ReturnValuesOnConditionCheckFailure::AllOld,
            );
        with_placeholders!(builder, condition)
    }};
}

/// Builds an action of a transaction.
macro_rules! action {
    ($kind:ident, $builder:expr) => {{
        let Ok(action) = $builder.build() else {
            unreachable!(
                "it has whatever the SDK requires: a table, an item or a key, and expressions"
            )
        };
        aws_sdk_dynamodb::types::TransactWriteItem::builder().$kind(action).build()
    }};
}

/// Counts the placeholders of conditions that the builder has.
macro_rules! taken {
    ($builder:expr) => {
        Taken::of(
            $builder.get_expression_attribute_names().as_ref(),
            $builder.get_expression_attribute_values().as_ref(),
        )
    };
}

/// Joins an expression to the one that the builder has, and adds its placeholders.
macro_rules! with_clause {
    ($builder:expr, $get:ident, $set:ident, $clause:expr) => {{
        let builder = $builder;
        let text = both(builder.$get().as_deref(), &$clause.text);
        with_placeholders!(builder.$set(text), $clause)
    }};
}

mod audit;
mod bounds;
mod condition;
mod create;
mod dispatch;
mod edit;
mod error;
mod expressions;
mod field;
mod fields;
mod guard;
pub mod guide;
mod index_keys;
mod item_ext;
mod items;
mod number;
mod page;
pub mod prelude;
mod query;
mod rekey;
mod repair;
mod request;
pub mod requests;
mod rows;
mod schema;
#[cfg(feature = "lambda")]
mod stream;
mod table;
mod table_ext;
mod ttl;
mod update;
mod value;
mod verify;

pub use audit::{Fault, FaultKind};
pub use bounds::{ReadItem, UpdateItem, WriteItem};
pub use condition::Condition;
pub use create::{CreateTableExt, TimeToLiveExt, UpdateTableExt};
// Compiler errors about these items name this path.
#[doc(hidden)]
pub use audit::Audits;
pub use edit::ItemEdit;
pub use error::{ItemError, ItemErrorKind};
pub use field::Field;
// `field!` names it.
#[doc(hidden)]
pub use field::known as __field;
pub use item_ext::ItemExt;
#[doc(hidden)]
pub use items::{Reads, Writes};
pub use page::{Page, SkipKind, SkipReason, Skipped};
pub use query::{AsKeyCondition, QueryExt, ScanExt, token};
#[doc(hidden)]
pub use rekey::Moves;
pub use rekey::{Rekey, TransactExt};
#[doc(hidden)]
pub use repair::Repairs;
pub use request::{ConditionExt, KeyExt};
#[doc(hidden)]
pub use request::{Creates, HasOneKey};
pub use rows::{ReadItems, UpdateItems, WriteItems};
#[cfg(feature = "lambda")]
#[cfg_attr(docsrs, doc(cfg(feature = "lambda")))]
pub use stream::{Change, ChangeKind, Image};
pub use table::{Capacity, Sent, Table, TableError, TableErrorKind, TablePage, TryError};
pub use table_ext::TableExt;
#[doc(hidden)]
pub use update::States;
pub use update::{ItemUpdate, UpdateExt, Updated};
pub use value::{Item, ItemAttributes, KeysExt};
pub use verify::{Mismatch, verify, verify_ttl};

/// What `ddbkey-tools` needs besides the public items.
#[doc(hidden)]
pub mod __private {
    pub use crate::audit::{KeptName, audit};
    pub use crate::repair::repair;
    pub use crate::table::{is_throttle, size};
}

/// The examples of this crate's README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
