//! Prints the document of a subcommand on standard output, in colour on a terminal.

use std::fmt;
use std::io::{ErrorKind, Write};

use clap::builder::styling::AnsiColor;

use super::Failure;

/// Prints a document. If the reader stops early, as `head` does, that is not a failure.
///
/// # Errors
///
/// Returns an error if the document cannot be written.
pub fn print(document: impl fmt::Display) -> Result<(), Failure> {
    let mut output = anstream::stdout().lock();
    match write!(output, "{document}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => {
            Err(format!("cannot print: {error}").into())
        }
        _ => Ok(()),
    }
}

pub(crate) fn error(text: impl fmt::Display) -> impl fmt::Display {
    let style = AnsiColor::Red.on_default().bold();
    format!("{style}{text}{style:#}")
}
