#![warn(unreachable_pub)]
//! Documents and checks for a DynamoDB table whose keys are declared with [`ddbkey`]: for tests, build scripts and
//! deployments. The release build of a program does not need this crate:
//!
//! ```toml
//! [dev-dependencies]
//! ddbkey-tools = "0.1"
//! ```
//!
//! Everything here works on a [`Schema`]. A schema is built from a declaration or read from a committed snapshot, which is
//! TOML, and serde converts it to and from the same document in JSON:
//!
//! ```
//! use ddbkey::{DdbKeys, DdbTable};
//! use ddbkey_tools::{Cost, Deploy, Schema, diff, markdown};
//!
//! #[derive(DdbKeys)]
//! #[pk("USER", user_id)]
//! #[sk("ORDER", "{number:08}")]
//! struct Order { user_id: String, number: u32 }
//!
//! #[derive(DdbTable)]
//! enum Shop { Order(Order) }
//!
//! let schema = Schema::of(Shop::SCHEMA);
//! assert!(markdown(&schema).contains("| Order | `USER#{user_id}` | `ORDER#{number:08}` |"));
//!
//! let committed = schema.to_string().replace("ORDER#", "O#");
//! let changes = diff(&Schema::parse(&committed)?, &schema);
//! assert_eq!((changes[0].cost(), changes[0].deploy()), (Cost::EachItemMoved, Deploy::Breaking));
//! # Ok::<(), ddbkey_tools::SchemaError>(())
//! ```
//!
//! | function | result |
//! |---|---|
//! | [`check_snapshot`] | fails a test if stored keys would change, and prints what that costs |
//! | [`diff`] | what has changed between two schemas, and in which order to deploy it |
//! | [`markdown`], [`mermaid`] | a table and a diagram for a README |
//! | [`queries`] | a page with the queries of each key, and what each returns |
//! | [`AccessPatterns`] | the queries that a program sends, as a committed page that a test checks |
//! | [`picture`] | a page of HTML with real rows, as they lie in the table and its indexes |
//! | [`cloud_formation`], [`terraform`] | a template that creates the table |
//! | [`event_filter`] | the filter of a stream that passes the records of some entities |
//! | [`review`], [`check_review`] | what an experienced designer would ask about the table, and a test that checks the answers |
//! | [`leading_keys`] | the condition of an IAM policy that confines a principal to the partitions of its tenant |
//!
//! The guide of `ddbkey-aws` explains how to [change a live table](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/live_tables/index.html).

mod access_patterns;
#[cfg(feature = "aws")]
mod aws;
#[cfg(feature = "cli")]
#[doc(hidden)]
pub mod cli;
mod cloud_formation;
mod committed;
mod diff;
mod error;
mod escape;
mod event_filter;
#[cfg(feature = "cli")]
mod gzip;
mod leading_keys;
mod markdown;
mod mermaid;
mod notes;
mod picture;
mod queries;
mod review;
mod schema;
mod terraform;

pub use access_patterns::AccessPatterns;
#[cfg(feature = "aws")]
#[cfg_attr(docsrs, doc(cfg(feature = "aws")))]
pub use aws::{Report, Run, RunError, audit, audit_export, main, move_rows, repair};
pub use cloud_formation::cloud_formation;
#[doc(inline)]
pub use ddbkey::__private::IndexKind;
#[doc(inline)]
pub use ddbkey::__private::engine::ValueOrder;
pub use diff::{Cost, Deploy, SchemaChange, check_snapshot, diff};
pub use error::SchemaError;
pub use event_filter::{EventFilter, event_filter};
pub use leading_keys::{LeadingKeys, LeadingKeysError, leading_keys};
pub use markdown::markdown;
pub use mermaid::mermaid;
pub use picture::picture;
pub use queries::queries;
pub use review::{Note, check_review, review};
pub use schema::{Attribute, Entity, Field, Key, Language, Piece, Schema, TableKey, Value};
pub use terraform::terraform;

/// What the command `cargo ddbkey` needs besides the public items. Nothing here is part of the public API.
#[doc(hidden)]
pub mod __private {
    pub use crate::schema::{PlacedTexts, Shared};
}

#[cfg(test)]
mod tests {
    mod shapes;
}
