//! The guide: a page for each subject, with code that runs. It goes on where [that of `ddbkey`](ddbkey::guide) ends.
//!
//! 1. [`aws_sdk`]: a function for each request: put if absent, get, update, delete, batches, transactions, pages
//! 2. [`items`]: writing, reading, updates, audits, errors
//! 3. [`existing_tables`]: a table that exists, declared from its rows or by eye, and audited
//! 4. [`live_tables`]: changing a table that is in use
//! 5. [`streams`]: what each record of a stream says

#[macro_use]
mod links;

// In reading order, which docs.rs keeps.
// Its blocks are parts of the example `aws`, which a test compares and runs.
#[cfg_attr(not(doctest), doc = include_str!("aws_sdk.md"))]
#[doc = links!()]
#[doc(alias("batch", "delete", "get_item", "put_item", "transaction", "ttl"))]
pub mod aws_sdk {}
#[doc = include_str!("items.md")]
#[doc = links!()]
#[doc(alias("conflict", "optimistic", "repair", "update"))]
pub mod items {}
#[doc = include_str!("existing_tables.md")]
#[doc = links!()]
#[doc(alias("adopt", "audit", "infer"))]
pub mod existing_tables {}
#[doc = include_str!("live_tables.md")]
#[doc = links!()]
#[doc(alias("backfill", "migrate", "migration", "rename"))]
pub mod live_tables {}
#[doc = include_str!("streams.md")]
#[doc = links!()]
#[doc(alias("dynamodb_streams", "event", "lambda"))]
pub mod streams {}
