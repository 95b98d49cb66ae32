//! The arguments of the command and of `infer`.

use std::path::PathBuf;
use std::process::ExitCode;

use anstream::eprint;
use clap::{Parser, Subcommand};
use ddbkey_tools::cli::{self, Documents, Failure, Findings, SchemaFile, input, output};

use crate::infer::{Options, Rows, against, infer};

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
    Infer(Args),
    #[command(flatten)]
    Document(Documents<SchemaFile>),
}

/// Runs the command with the arguments of the process.
#[must_use]
pub fn main() -> ExitCode {
    cli::run(|arguments: &Arguments| {
        arguments.color.write_global();
        match &arguments.command {
            Command::Infer(args) => args.run(),
            Command::Document(documents) => documents.run_on_file(),
        }
    })
}

/// Print the declaration of an existing table, from its rows.
///
/// ROWS are the output of `aws dynamodb scan`, lines of an export to S3, items in DynamoDB's JSON, a NoSQL Workbench model, the
/// input of `batch-write-item`, events of a stream, or lines with a partition key, a tab and a sort key. `-` is standard input. Files compressed by gzip are decompressed. The
/// module goes to standard output, and what it explains to standard error. The exit status is 1 if some rows are not
/// explained.
///
/// Nothing is sent anywhere. The module can contain words from your rows: read it before you commit it.
#[derive(clap::Args)]
#[command(after_help = "\
Example:
  aws dynamodb scan --table-name shop --max-items 100000 > rows.json
  aws dynamodb describe-table --table-name shop > table.json
  cargo ddbkey infer rows.json --table table.json > src/table.rs")]
struct Args {
    /// Files of rows
    #[arg(required = true)]
    rows: Vec<PathBuf>,
    /// The table, if the NoSQL Workbench model has several
    #[arg(long, value_name = "NAME")]
    model_table: Option<String>,
    /// Rows are plain JSON, without DynamoDB's types
    #[arg(long)]
    plain: bool,
    #[command(flatten)]
    options: Options,
    /// Only print the shapes of keys that this schema does not have
    #[arg(long, value_name = "SCHEMA")]
    against: Option<PathBuf>,
}

impl Args {
    fn run(&self) -> Result<Findings, Failure> {
        let mut rows = Rows::default();
        (rows.is_plain, rows.model_table) = (self.plain, self.model_table.clone());
        for path in &self.rows {
            if input::is_standard_input(path) {
                rows.add_reader("standard input", std::io::stdin().lock())?;
            } else {
                rows.add_file(path);
            }
        }
        if let Some(schema) = &self.against {
            let found = against(&rows, &input::schema(schema)?)?;
            output::print(&found.report)?;
            return Ok(Findings::when(found.unexplained > 0));
        }
        let inferred = infer(&rows, &self.options)?;
        output::print(&inferred.module)?;
        eprint!("{}", inferred.report);
        Ok(Findings::when(inferred.explained < inferred.rows))
    }
}
