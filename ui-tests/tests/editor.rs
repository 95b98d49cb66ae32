//! What an editor makes of an attribute. That it can find the field from there, `ddbkey-derive` asserts on
//! tokens; rust-analyzer itself is not driven.

use std::io::Write;
use std::process::Command;

#[test]
fn rust_analyzer() {
    let is_here = Command::new("rust-analyzer")
        .arg("--version")
        .output()
        .is_ok_and(|output| output.status.success());
    let why = if is_here { "no test drives it yet" } else { "rust-analyzer is not here" };
    // Past the capture of the test's output: this must be seen.
    writeln!(
        std::io::stderr(),
        "\n\nSKIPPED: go-to-definition and rename over LSP: {why}. On tokens they are asserted in ddbkey-derive.\n"
    )
    .expect("stderr is open");
}
