//! The command `cargo ddbkey`: a subcommand for each document about a table.
//!
//! Each subcommand is a file with its arguments and a `run`, which calls the function of the library and prints the
//! result. The exit status tells whether it found something, found nothing, or failed.

mod cloud_formation;
pub(crate) mod diff;
mod docs;
mod event_filter;
mod explain;
mod infer;
pub(crate) mod input;
mod json;
mod leading_keys;
pub(crate) mod output;
mod review;
mod terraform;

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
    #[command(flatten)]
    Document(Documents<OfFile>),
}

/// The subcommands about one schema, which the arguments `S` name.
#[derive(Subcommand)]
pub(crate) enum Documents<S: clap::Args> {
    Docs(DocumentOf<S, docs::Args>),
    Json(DocumentOf<S, json::Args>),
    CloudFormation(DocumentOf<S, cloud_formation::Args>),
    Terraform(DocumentOf<S, terraform::Args>),
    LeadingKeys(DocumentOf<S, leading_keys::Args>),
    Review(DocumentOf<S, review::Args>),
    EventFilter(DocumentOf<S, event_filter::Args>),
    Explain(DocumentOf<S, explain::Args>),
}

/// What a subcommand does with a schema, wherever the schema comes from.
pub(crate) trait Document: clap::Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure>;
}

#[derive(clap::Args)]
pub(crate) struct DocumentOf<S: clap::Args, D: Document> {
    #[command(flatten)]
    schema: S,
    #[command(flatten)]
    document: D,
}

/// The schema in a file.
#[derive(clap::Args)]
struct OfFile {
    /// The snapshot of the table, or its JSON
    #[arg(value_name = "SCHEMA")]
    path: PathBuf,
}

impl<S: clap::Args> Documents<S> {
    /// Runs the subcommand with the schema that the arguments name.
    pub(crate) fn run(
        &self,
        schema: impl FnOnce(&S) -> Result<Schema, Failure>,
    ) -> Result<Findings, Failure> {
        match self {
            Self::Docs(own) => own.document.run(&schema(&own.schema)?),
            Self::Json(own) => own.document.run(&schema(&own.schema)?),
            Self::CloudFormation(own) => own.document.run(&schema(&own.schema)?),
            Self::Terraform(own) => own.document.run(&schema(&own.schema)?),
            Self::LeadingKeys(own) => own.document.run(&schema(&own.schema)?),
            Self::Review(own) => own.document.run(&schema(&own.schema)?),
            Self::EventFilter(own) => own.document.run(&schema(&own.schema)?),
            Self::Explain(own) => own.document.run(&schema(&own.schema)?),
        }
    }
}

/// The result of a subcommand for a script.
pub(crate) enum Findings {
    Nothing,
    Something,
}

impl Findings {
    pub(crate) const fn of(is_something: bool) -> Self {
        if is_something { Self::Something } else { Self::Nothing }
    }
}

/// Why a subcommand fails, in a sentence.
pub(crate) type Failure = Box<dyn Error>;

impl Command {
    fn run(&self) -> Result<Findings, Failure> {
        match self {
            Self::Infer(args) => args.run(),
            Self::Diff(args) => args.run(),
            Self::Document(documents) => documents.run(|file| input::schema(&file.path)),
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
