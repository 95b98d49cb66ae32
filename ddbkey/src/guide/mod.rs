//! The guide: a page for each subject, with code that runs.
//!
//! On the first day, read [the start](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/start/) in the guide of `ddbkey-aws`, with a table, rows and
//! a test, and these three pages:
//!
//! 1. [`declaring`]: the attributes, and what each part of them stores
//! 2. [`queries`]: what a query returns, pages, tokens
//! 3. [`indexes`]: names, reused keys, sparse indexes
//!
//! For reference:
//!
//! - [`shapes`]: an owner that is a user or an organization, an index with several keys
//! - [`part_types`]: which types can be parts, how they are stored, and how to write one by hand
//! - [`attributes`]: natural keys, numbers, multi-attribute index keys
//! - [`your_keys`]: what your keys look like, and how they are declared
//! - [`tables_that_exist`]: keys that a new table does not need: formats of other programs, `#[or]`, `#[was]`
//! - [`patterns`]: one-to-many, unique constraints, feeds, hierarchies, leaderboards and others
//! - [`testing`]: without a database, and with one
//! - [`beside`]: other crates, speed
//!
//! The guide of [`ddbkey-aws`](https://docs.rs/ddbkey-aws/latest/ddbkey_aws/guide/) continues with items: each request, reading,
//! writing, updates, recipes, adopting a table, changing one that is in use, streams.

#[macro_use]
mod links;

// In reading order, which docs.rs keeps.
#[doc = include_str!("declaring.md")]
#[doc = links!()]
#[doc(alias("prefix", "separator", "rename"))]
pub mod declaring {}
#[doc = include_str!("queries.md")]
#[doc = links!()]
#[doc(alias("begins_with", "between", "pagination", "prefix", "range", "scan"))]
pub mod queries {}
#[doc = include_str!("indexes.md")]
#[doc = links!()]
#[doc(alias("gsi", "lsi", "projection", "sparse"))]
pub mod indexes {}
#[doc = include_str!("shapes.md")]
#[doc = links!()]
#[doc(alias("option", "variant"))]
pub mod shapes {}
#[doc = include_str!("part_types.md")]
#[doc = links!()]
#[doc(alias("uuid", "created_at", "timestamp", "format"))]
pub mod part_types {}
#[doc = include_str!("attributes.md")]
#[doc = links!()]
#[doc(alias("multi_attribute", "number"))]
pub mod attributes {}
#[cfg_attr(
    all(feature = "jiff", feature = "ulid", feature = "uuid"),
    doc = include_str!("your_keys.md"),
    doc = links!()
)]
#[cfg_attr(
    not(all(feature = "jiff", feature = "ulid", feature = "uuid")),
    doc = "How to declare the keys of an existing table."
)]
#[doc(alias("electrodb"))]
pub mod your_keys {}
#[doc = include_str!("tables_that_exist.md")]
#[doc = links!()]
#[doc(alias("legacy", "isoformat", "rfc3339", "unordered"))]
pub mod tables_that_exist {}
#[doc = include_str!("patterns.md")]
#[doc = links!()]
#[doc(alias("leaderboard", "ttl", "unique"))]
pub mod patterns {}
#[doc = include_str!("testing.md")]
#[doc = links!()]
#[doc(alias("mock", "snapshot"))]
pub mod testing {}
#[doc = include_str!("beside.md")]
#[doc = links!()]
#[doc(alias("no_std", "benchmark"))]
pub mod beside {}
