//! What the compiler says about mistakes: one faulty file each, and the message it must get.
//!
//! `derive/` holds the messages of ddbkey's own, the same on every toolchain; `compiler/` those that
//! rustc writes, steered by ddbkey. `TRYBUILD=overwrite cargo test -p ddbkey-ui-tests` writes the
//! snapshots anew.
