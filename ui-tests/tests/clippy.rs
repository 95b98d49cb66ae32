//! Clippy has nothing to say about declarations.

use std::io::Write;
use std::process::Command;

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn five_indexes_over_the_same_parts() {
    let cargo = || Command::new(env!("CARGO"));
    if !cargo().args(["clippy", "--version"]).output().is_ok_and(|output| output.status.success()) {
        // Past the capture of the test's output: this must be seen.
        writeln!(std::io::stderr(), "\n\nSKIPPED: clippy is not installed\n")
            .expect("stderr is open");
        return;
    }
    // All that clippy has by default: the workspace allows some of it.
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
