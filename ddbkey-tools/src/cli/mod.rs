//! The subcommands that print documents about a table, for `cargo ddbkey` and for the program of a table.
//!
//! A subcommand calls the function of the library and prints the result. The exit status tells whether it found
//! something, found nothing, or failed.

mod documents;
mod explain;
pub mod input;
pub mod output;

use std::error::Error;
use std::ffi::OsString;
use std::process::ExitCode;

use anstream::eprintln;
use clap::Parser;

pub use crate::gzip::decompressed;
pub use documents::{Documents, SchemaFile};

/// The result of a subcommand for a script.
pub enum Findings {
    /// Exit status 0.
    Nothing,
    /// Exit status 1.
    Something,
}

impl Findings {
    /// Returns `Something` if this is true.
    #[must_use]
    pub const fn when(is_something: bool) -> Self {
        if is_something { Self::Something } else { Self::Nothing }
    }
}

/// Why a subcommand fails, in a sentence.
pub type Failure = Box<dyn Error + Send + Sync>;

/// Parses the arguments of the process, runs the command, and returns the exit status.
pub fn run<A: Parser>(command: impl FnOnce(&A) -> Result<Findings, Failure>) -> ExitCode {
    let arguments = match A::try_parse_from(without_cargo(std::env::args_os())) {
        Ok(arguments) => arguments,
        Err(error) => {
            // If this cannot be printed, nobody is listening.
            let _ = error.print();
            return if error.use_stderr() { ExitCode::from(2) } else { ExitCode::SUCCESS };
        }
    };
    match command(&arguments) {
        Ok(Findings::Nothing) => ExitCode::SUCCESS,
        Ok(Findings::Something) => ExitCode::from(1),
        Err(failure) => {
            eprintln!("{}: {failure}", output::error("error"));
            ExitCode::from(2)
        }
    }
}

/// Cargo runs `cargo ddbkey diff` as `cargo-ddbkey ddbkey diff`.
fn without_cargo(arguments: impl Iterator<Item = OsString>) -> impl Iterator<Item = OsString> {
    arguments.enumerate().filter(|(at, own)| *at != 1 || own != "ddbkey").map(|(_, own)| own)
}
