//! Clippy has no warning about declarations.

use std::io::Write;

#[path = "../../tests/tests/declarations/cargo.rs"]
mod cargo;

use cargo::cargo;

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn five_indexes_over_the_same_parts() {
    if !cargo().args(["clippy", "--version"]).output().is_ok_and(|output| output.status.success()) {
        // Bypasses the capture of the test's output: this must be visible.
        writeln!(std::io::stderr(), "\n\nSKIPPED: clippy is not installed\n")
            .expect("stderr is open");
        return;
    }
    // Everything that clippy checks by default: the workspace allows some of it.
    let lints = ["--", "-D", "warnings", "-D", "clippy::all"];
    let output = cargo()
        .args(["clippy", "--quiet", "--no-deps", "--package", env!("CARGO_PKG_NAME")])
        .args(["--example", "five_indexes"])
        .args(lints)
        .output()
        .expect("cargo runs");
    let printed = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success() && printed.is_empty(), "{printed}");
}
