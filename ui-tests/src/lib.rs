//! What the compiler says about mistakes: one faulty file each, and the expected message.
//!
//! `derive/` has ddbkey's own messages, which are the same on every toolchain; `compiler/` has the messages that
//! rustc writes, steered by ddbkey. `TRYBUILD=overwrite cargo test --workspace --all-features --test messages` writes the
//! snapshots again.

/// The examples of the README, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../README.md")]
struct Readme;

/// The example of the README of `ddbkey-derive`, which does not depend on `ddbkey`.
#[cfg(doctest)]
#[doc = include_str!("../../ddbkey-derive/README.md")]
struct Derive;

/// What `COMPARE.md` shows of `ddbkey`, as tests.
#[cfg(doctest)]
#[doc = include_str!("../../COMPARE.md")]
struct Compare;
