//! The cargo that built a test, for tests that run cargo themselves.

use std::process::Command;

/// Returns cargo without what it tells a test about its package. Build scripts depend on these variables, that of `ring` for
/// one: with others, cargo would build their crates anew, and replace them beside another program that reads them.
pub fn cargo() -> Command {
    let mut cargo = Command::new(env!("CARGO"));
    for (name, _) in std::env::vars_os() {
        let own = name.to_string_lossy();
        if own.starts_with("CARGO_PKG_") || own.starts_with("CARGO_MANIFEST_") {
            cargo.env_remove(name);
        }
    }
    cargo
}
