//! The guide: a page for each subject, with code that runs.
//!
//! 1. [`declaring`]: which attributes there are, and what each part of them stores
//! 2. [`part_types`]: which types can be parts, their texts, and how to write one by hand
//! 3. [`queries`]: what a query returns, pages, tokens
//! 4. [`indexes`]: names, reused keys, sparse indexes
//! 5. [`attributes`]: natural keys, numbers, multi-attribute index keys
//! 6. [`aws_sdk`]: a function for each request: put if absent, get, update, delete, batches, transactions, pages
//! 7. [`items`]: writing, reading, updates, audits, errors
//! 8. [`existing_tables`]: adopting a table that has rows
//! 9. [`your_keys`]: what your keys look like, and how they are declared
//! 10. [`live_tables`]: changing a table that is in use
//! 11. [`patterns`]: one-to-many, unique constraints, feeds, hierarchies, leaderboards and so on
//! 12. [`testing`]: without a database, and with one
//! 13. [`beside`]: other crates, speed

#[macro_use]
mod links;

// In reading order, which docs.rs keeps.
#[doc = include_str!("declaring.md")]
#[doc = links!()]
#[doc(alias("prefix", "separator", "rename"))]
pub mod declaring {}
#[doc = include_str!("part_types.md")]
#[doc = links!()]
#[doc(alias("uuid", "created_at", "timestamp", "format"))]
pub mod part_types {}
#[doc = include_str!("queries.md")]
#[doc = links!()]
#[doc(alias("begins_with", "between", "pagination", "prefix", "range", "scan"))]
pub mod queries {}
#[doc = include_str!("indexes.md")]
#[doc = links!()]
#[doc(alias("gsi", "lsi", "sparse"))]
pub mod indexes {}
#[doc = include_str!("attributes.md")]
#[doc = links!()]
#[doc(alias("multi_attribute", "number"))]
pub mod attributes {}
#[doc = include_str!("existing_tables.md")]
#[doc = links!()]
#[doc(alias("adopt", "audit"))]
pub mod existing_tables {}
#[cfg_attr(
    all(feature = "jiff", feature = "ulid", feature = "uuid"),
    doc = include_str!("your_keys.md"),
    doc = links!()
)]
#[cfg_attr(
    not(all(feature = "jiff", feature = "ulid", feature = "uuid")),
    doc = "How the keys of a table that exists already are declared."
)]
#[doc(alias("electrodb"))]
pub mod your_keys {}
#[doc = include_str!("live_tables.md")]
#[doc = links!()]
#[doc(alias("backfill", "migrate", "migration", "rename"))]
pub mod live_tables {}
#[doc = include_str!("patterns.md")]
#[doc = links!()]
#[doc(alias("leaderboard", "unique"))]
pub mod patterns {}
#[doc = include_str!("testing.md")]
#[doc = links!()]
#[doc(alias("mock", "snapshot"))]
pub mod testing {}
#[doc = include_str!("beside.md")]
#[doc = links!()]
#[doc(alias("lambda", "no_std", "benchmark"))]
pub mod beside {}
