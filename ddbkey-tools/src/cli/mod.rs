//! The command `cargo ddbkey`: a subcommand for each document about a table.
//!
//! Each subcommand is a file with its arguments and a `run`, which calls the function of the library and prints the
//! result. The exit status tells whether it found something, found nothing, or failed.

pub(crate) mod cloud_formation;
pub(crate) mod diff;
pub(crate) mod docs;
pub(crate) mod event_filter;
pub(crate) mod explain;
mod infer;
pub(crate) mod input;
pub(crate) mod json;
pub(crate) mod leading_keys;
pub(crate) mod output;
pub(crate) mod review;
pub(crate) mod terraform;

use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::eprintln;
use clap::{Parser, Subcommand};

use crate::schema::Schema;

/// Documents, comparisons and reviews of a DynamoDB table that is declared with ddbkey.
///
/// SCHEMA is the snapshot that `check_snapshot` writes, or its JSON; `-` is standard input. Files compressed by gzip are
/// decompressed.
#[derive(Parser)]
#[command(name = "cargo ddbkey", bin_name = "cargo ddbkey", version)]
#[command(after_help = "Exit status: 0, 1 if something was found, 2 if the command failed.")]
struct Arguments {
    #[command(flatten)]
    color: colorchoice_clap::Color,
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    Infer(infer::Args),
    Diff(diff::Args),
    Docs(OfFile<docs::Args>),
    Json(OfFile<json::Args>),
    CloudFormation(OfFile<cloud_formation::Args>),
    Terraform(OfFile<terraform::Args>),
    LeadingKeys(OfFile<leading_keys::Args>),
    Review(OfFile<review::Args>),
    EventFilter(OfFile<event_filter::Args>),
    Explain(OfFile<explain::Args>),
}

/// What a subcommand does with a schema, wherever the schema comes from.
pub(crate) trait Document: clap::Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure>;
}

/// A subcommand for the schema in a file.
#[derive(clap::Args)]
struct OfFile<D: Document> {
    /// The snapshot of the table, or its JSON
    schema: PathBuf,
    #[command(flatten)]
    document: D,
}

impl<D: Document> OfFile<D> {
    fn run(&self) -> Result<Findings, Failure> {
        self.document.run(&input::schema(&self.schema)?)
    }
}

/// The result of a subcommand for a script.
pub(crate) enum Findings {
    Nothing,
    Something,
}

/// Why a subcommand fails, in a sentence.
pub(crate) type Failure = Box<dyn Error>;

impl Command {
    fn run(&self) -> Result<Findings, Failure> {
        match self {
            Self::Infer(args) => args.run(),
            Self::Diff(args) => args.run(),
            Self::Docs(args) => args.run(),
            Self::Json(args) => args.run(),
            Self::CloudFormation(args) => args.run(),
            Self::Terraform(args) => args.run(),
            Self::LeadingKeys(args) => args.run(),
            Self::Review(args) => args.run(),
            Self::EventFilter(args) => args.run(),
            Self::Explain(args) => args.run(),
        }
    }
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    run(|arguments: &Arguments| {
        arguments.color.write_global();
        arguments.command.run()
    })
}

/// Parses the arguments of the process, runs the command, and returns the exit status.
pub(crate) fn run<A: Parser>(command: impl FnOnce(&A) -> Result<Findings, Failure>) -> ExitCode {
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
