//! The command `cargo ddbkey`.

use std::process::ExitCode;

fn main() -> ExitCode {
    ddbkey_tools::cli::main()
}
