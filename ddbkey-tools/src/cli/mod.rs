//! The subcommands that print documents about a table, for `cargo ddbkey` and for the program of a table.
//!
//! Each subcommand is a file with its arguments and a `run`, which calls the function of the library and prints the
//! result. The exit status tells whether it found something, found nothing, or failed.

mod cloud_formation;
pub(crate) mod diff;
mod docs;
mod event_filter;
mod explain;
pub mod input;
mod json;
mod leading_keys;
pub mod output;
mod review;
mod terraform;

use std::error::Error;
use std::ffi::OsString;
use std::path::PathBuf;
use std::process::ExitCode;

use anstream::eprintln;
use clap::{Parser, Subcommand};

pub use crate::gzip::decompressed;
use crate::schema::Schema;

/// The subcommands about schemas in files.
#[derive(Subcommand)]
pub enum OfFiles {
    /// Two schemas.
    Diff(diff::Args),
    /// One schema.
    #[command(flatten)]
    Document(Documents<OfFile>),
}

/// The subcommands about one schema, which the arguments `S` name.
#[derive(Subcommand)]
pub enum Documents<S: clap::Args> {
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
pub trait Document: clap::Args {
    fn run(&self, schema: &Schema) -> Result<Findings, Failure>;
}

#[derive(clap::Args)]
pub struct DocumentOf<S: clap::Args, D: Document> {
    #[command(flatten)]
    schema: S,
    #[command(flatten)]
    document: D,
}

/// The schema in a file.
#[derive(clap::Args)]
pub struct OfFile {
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
pub enum Findings {
    /// Exit status 0.
    Nothing,
    /// Exit status 1.
    Something,
}

impl Findings {
    /// Returns whether something was found.
    #[must_use]
    pub const fn of(is_something: bool) -> Self {
        if is_something { Self::Something } else { Self::Nothing }
    }
}

/// Why a subcommand fails, in a sentence.
pub type Failure = Box<dyn Error>;

impl OfFiles {
    /// Runs the subcommand.
    ///
    /// # Errors
    ///
    /// Returns an error if a file cannot be read, or the output cannot be written.
    pub fn run(&self) -> Result<Findings, Failure> {
        match self {
            Self::Diff(args) => args.run(),
            Self::Document(documents) => documents.run(|file| input::schema(&file.path)),
        }
    }
}

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
