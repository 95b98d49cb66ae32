#![warn(unreachable_pub)]
//! The command `cargo ddbkey`: documents about a table from its committed snapshot, and [`infer`](mod@infer), which goes the
//! other way, from the rows of an existing table to its declaration.
//!
//! ```text
//! cargo install cargo-ddbkey
//! cargo ddbkey --help
//! ```
//!
//! The documents come from the crate [`ddbkey-tools`](ddbkey_tools). This crate is an application: what it exports is for
//! its own tests, and can change with each release.

mod command;
pub mod infer;

pub use command::main;
