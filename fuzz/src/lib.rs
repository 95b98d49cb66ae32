//! What the fuzz targets do with their input: a module for each target, whose `run` panics
//! if a promise is broken.
//!
//! This file is the root of two crates. As a library it is called by `fuzz_targets`; as a test of
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
mod shelf;
mod shop;
pub mod snapshot;
pub mod template;
pub mod token;

#[cfg(test)]
mod replay;

// The derive macros as plain functions. A proc-macro crate cannot be linked, so its modules are compiled
// here, with the names that they use for each other.
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
#[path = "../../ddbkey-derive/src/private.rs"]
mod private;
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
