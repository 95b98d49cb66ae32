//! The guide: a page for each subject, with code that runs. Begin with [`start`].
//!
//! The first day:
//!
//! 1. [`start`]: dependencies, a table, its first rows, a query, an update, a test
//! 2. [declaring keys](ddbkey::guide::declaring) and [queries](ddbkey::guide::queries), in the guide of `ddbkey`
//! 3. [`aws_sdk`]: each request as one line, and what it sends
//! 4. [`fields`]: conditions, filters, and edits without a read
//! 5. [`recipes`]: unique values, deleting a partition, tenants, errors, an item with its lines
//!
//! For reference:
//!
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
// Its blocks are parts of the example `aws`, which a test compares and runs.
#[cfg_attr(not(doctest), doc = include_str!("aws_sdk.md"))]
#[doc = links!()]
#[doc(alias("batch", "delete", "get_item", "put_item", "transaction", "ttl"))]
pub mod aws_sdk {}
#[doc = include_str!("fields.md")]
#[doc = links!()]
#[doc(alias("condition", "filter", "edit", "when"))]
pub mod fields {}
#[doc = include_str!("recipes.md")]
#[doc = links!()]
#[doc(alias("tenant", "unique", "http", "status"))]
pub mod recipes {}
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
