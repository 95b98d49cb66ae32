//! What the compiler says about mistakes: one faulty file each, and the expected message.
//!
//! `derive/` has ddbkey's own messages, which are the same on every toolchain; `compiler/` has the messages that
//! rustc writes, steered by ddbkey. `TRYBUILD=overwrite cargo test --workspace --all-features --test messages` writes the
//! snapshots again.
