//! Prints the document of a subcommand on standard output, in colour on a terminal.

use std::fmt;
use std::io::{self, ErrorKind, Write};

use clap::builder::styling::{AnsiColor, Style};

use super::Failure;

/// Prints a document. If the reader stops early, as `head` does, that is not a failure.
///
/// # Errors
///
/// Returns an error if the document cannot be written.
pub fn print(document: impl fmt::Display) -> Result<(), Failure> {
    let mut output = anstream::stdout().lock();
    match write!(output, "{document}").and_then(|()| output.flush()) {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(cannot_print(&error)),
        _ => Ok(()),
    }
}

fn cannot_print(error: &io::Error) -> Failure {
    format!("cannot print: {error}").into()
}

/// Formats an error.
pub(crate) fn error(text: impl fmt::Display) -> impl fmt::Display {
    styled(AnsiColor::Red.on_default().bold(), text)
}

fn styled(style: Style, text: impl fmt::Display) -> impl fmt::Display {
    format!("{style}{text}{style:#}")
}
