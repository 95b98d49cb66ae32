#![no_std]
#![warn(unreachable_pub)]
#![cfg_attr(docsrs, feature(doc_cfg))]
//! DynamoDB single-table keys, declared once on the domain struct.
//!
//! ```
//! use ddbkey::DdbKeys;
//!
//! #[derive(DdbKeys)]
//! #[pk("USER", user_id)]
//! #[sk("ORDER", id)]
//! struct Order { user_id: String, id: String }
//!
//! let order = Order { user_id: "u1".into(), id: "7".into() };
//! assert_eq!(order.pk()?, "USER#u1");
//! assert_eq!(order.sk()?, "ORDER#7");
//!
//! let OrderKey { user_id, id } = Order::parse_key("USER#u1", "ORDER#7")?;
//! assert_eq!((user_id, id), ("u1", "7"));
//!
//! let orders = Order::query(OrderPk { user_id: "u1" }).build()?;
//! assert!(orders.matches("USER#u1", "ORDER#7"));
//! # Ok::<(), Box<dyn core::error::Error>>(())
//! ```
//!
//! # Where to read on
//!
//! [`guide`] has a page for each subject: declaring keys, part types, queries and pages, indexes, access patterns. The
//! derives list their attributes:
//! [`DdbKeys`](derive@DdbKeys) for a struct with keys, [`KeyPart`](derive@KeyPart) for an enum or a newtype
//! that is a part of keys, [`DdbTable`](derive@DdbTable) for the enum of a table's entities.
//!
//! # Where things live
//!
//! The root has what every program uses. [`key`] has the bounds for generic code, [`part`] has what a
//! hand-written part type needs, [`schema`] has the types of schemas and layouts, and `token` has the page
//! tokens. The crate `ddbkey-tools` has what a program's tests and deployment tools use.
//!
//! [`ddbkey-aws`](https://docs.rs/ddbkey-aws) has items: reading, writing and updating them with the official SDK.
//!
//! [`guide::part_types`] lists the types that can be parts of keys, and the features that enable
//! them.

extern crate alloc;
#[cfg(test)]
extern crate std;

#[macro_use]
mod each;

mod declaration;
mod entity;
mod error;
mod fallback;
pub mod guide;
pub mod key;
mod language;
pub mod part;
mod pattern;
mod query;
mod rules;
pub mod schema;
mod table;
mod text;
#[cfg(feature = "page-token")]
#[cfg_attr(docsrs, doc(cfg(feature = "page-token")))]
pub mod token;

pub use ddbkey_derive::{DdbKeys, DdbTable, KeyPart};

pub use entity::DdbKeys;
pub use error::{KeyError, KeyErrorKind, ParseError, ParseErrorKind};
pub use key::keys::Keys;
pub use key::owned::OwnedKey;
pub use key::value::KeyValue;
pub use part::key_part::KeyPart;
pub use query::KeyCondition;
pub use table::DdbTable;

/// Items that are not public: for generated code, which names the module with the version of the crates, and for the
/// other crates of this repository.
#[doc(hidden)]
#[path = "private.rs"]
pub mod __private;

ddbkey_derive::export_private!();

/// Tests the examples on the page for coding agents.
#[cfg(doctest)]
#[doc = include_str!("../AGENTS.md")]
struct Agents;
