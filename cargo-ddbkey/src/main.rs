//! The command `cargo ddbkey`.

use std::process::ExitCode;

fn main() -> ExitCode {
    cargo_ddbkey::main()
}
