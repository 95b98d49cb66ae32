//! The cargo that built a test, for tests that run cargo themselves.

use std::process::Command;

/// Returns a command of cargo without the variables in which cargo describes the package of a test. Some build scripts, such as
/// that of `ring`, depend on them: cargo would build their crates again, and replace files that another program is reading.
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
