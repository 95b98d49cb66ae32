//! What the fuzz targets do with the bytes that they are given: a module for each, whose `run` panics
//! where a promise is broken.
//!
//! This file has two roots to live under. As a library it is what `fuzz_targets` calls; as a test of
//! `ddbkey-tests` it replays the corpus on stable.

#![allow(
    missing_docs,
    clippy::missing_panics_doc,
    reason = "a module says what its `run` checks, and it panics"
)]

#[allow(dead_code, reason = "no target uses every generated method")]
#[macro_use]
mod declared;

pub mod declaration;
pub mod dispatch;
pub mod export;
pub mod parse;
pub mod snapshot;
pub mod template;
pub mod token;

#[cfg(test)]
mod replay;

// The derive macros as plain functions. A crate of macros cannot be linked, so its modules are compiled
// here, under the names by which they know each other.
#[path = "../../ddbkey-derive/src/errors.rs"]
mod errors;
#[path = "../../ddbkey-derive/src/generics.rs"]
mod generics;
#[path = "../../ddbkey-derive/src/keys/mod.rs"]
mod keys;
#[path = "../../ddbkey-derive/src/known.rs"]
mod known;
#[path = "../../ddbkey-derive/src/message.rs"]
mod message;
#[path = "../../ddbkey-derive/src/names.rs"]
mod names;
#[path = "../../ddbkey-derive/src/options.rs"]
mod options;
#[path = "../../ddbkey-derive/src/part/mod.rs"]
mod part;
#[path = "../../ddbkey-derive/src/rename.rs"]
mod rename;
#[path = "../../ddbkey-derive/src/serde.rs"]
mod serde;
#[path = "../../ddbkey-derive/src/spans.rs"]
mod spans;
#[path = "../../ddbkey-derive/src/table/mod.rs"]
mod table;
#[path = "../../ddbkey-derive/src/types.rs"]
mod types;
