//! The guide: a page for each subject, with code that runs. Begin with [`start`].
//!
//! The first day:
//!
//! 1. [`start`]: dependencies, a table, its first rows, a query, an update, a test
//! 2. [declaring keys](ddbkey::guide::declaring) and [queries](ddbkey::guide::queries), in the guide of `ddbkey`
//! 3. [`table`]: each request as one line, and its price
//! 4. [`fields`]: conditions, filters, and edits without a read
//! 5. [`recipes`]: unique values, repeated requests, `If-Match`, leaderboards, sequences, tests, tenants, errors
//!
//! For reference:
//!
//! - [`aws_sdk`]: the same requests by hand, on the builders of the SDK
//! - [`items`]: writing, reading, updates, audits, errors
//! - [`existing_tables`]: declaring a table that exists, from its rows or by eye, and auditing it
//! - [`electrodb`]: the rows of an ElectroDB service
//! - [`live_tables`]: changing a table that is in use
//! - [`streams`]: what each record of a stream means

#[macro_use]
mod links;

// In reading order, which docs.rs keeps.
#[doc = include_str!("start.md")]
#[doc = links!()]
#[doc(alias("quickstart", "tutorial", "first_steps"))]
pub mod start {}
// Its blocks are parts of the example `aws`, which a test compares and runs, and so are those of `aws_sdk`.
#[cfg_attr(not(doctest), doc = include_str!("table.md"))]
#[doc = links!()]
#[doc(alias("batch", "cost", "delete", "get", "price", "put", "transaction", "ttl"))]
pub mod table {}
#[doc = include_str!("fields.md")]
#[doc = links!()]
#[doc(alias("condition", "filter", "edit", "when"))]
pub mod fields {}
#[doc = include_str!("recipes.md")]
#[doc = links!()]
#[doc(alias("tenant", "unique", "http", "status"))]
pub mod recipes {}
#[cfg_attr(not(doctest), doc = include_str!("aws_sdk.md"))]
#[doc = links!()]
#[doc(alias("get_item", "put_item", "transact_write_items"))]
pub mod aws_sdk {}
#[doc = include_str!("items.md")]
#[doc = links!()]
#[doc(alias("conflict", "optimistic", "repair", "update"))]
pub mod items {}
#[doc = include_str!("existing_tables.md")]
#[doc = links!()]
#[doc(alias("adopt", "audit", "infer"))]
pub mod existing_tables {}
#[doc = include_str!("electrodb.md")]
#[doc = links!()]
#[doc(alias("__edb_e__", "electro"))]
pub mod electrodb {}
#[doc = include_str!("live_tables.md")]
#[doc = links!()]
#[doc(alias("backfill", "migrate", "migration", "rename"))]
pub mod live_tables {}
#[doc = include_str!("streams.md")]
#[doc = links!()]
#[doc(alias("dynamodb_streams", "event", "lambda"))]
pub mod streams {}
