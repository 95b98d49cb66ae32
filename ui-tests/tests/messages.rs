//! Every mistake has one clear error, on the right token.

use std::io::Write;
use std::process::Command;

#[test]
fn mistakes() {
    let cases = trybuild::TestCases::new();
    cases.compile_fail("derive/*.rs");
    match other_toolchain() {
        None => cases.compile_fail("compiler/*/*.rs"),
        // Bypasses the capture of the test's output: this must be visible.
        Some(rustc) => writeln!(
            std::io::stderr(),
            "\n\nSKIPPED: ui-tests/compiler needs rustc {}, and this is {rustc}\n",
            pinned()
        )
        .expect("stderr is open"),
    }
}

/// Returns the version in `rust-toolchain.toml`.
fn pinned() -> &'static str {
    include_str!("../../rust-toolchain.toml")
        .lines()
        .find_map(|line| line.strip_prefix("channel = "))
        .expect("a toolchain is pinned")
        .trim_matches('"')
}

/// Returns the version of rustc, unless it is the pinned one.
fn other_toolchain() -> Option<String> {
    let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
    let output = Command::new(rustc).arg("--version").output().expect("rustc runs");
    let version = String::from_utf8(output.stdout).expect("a version is text");
    let is_pinned = version.split_whitespace().nth(1) == Some(pinned());
    (!is_pinned).then(|| version.trim().to_owned())
}
