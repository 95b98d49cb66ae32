//! The command-line program of a table: the subcommands that need the types of its rows.

use std::io::{self, IsTerminal, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use aws_config::BehaviorVersion;
use aws_sdk_dynamodb::Client;
use aws_smithy_http_client::Builder;
use aws_smithy_http_client::tls::{Provider, rustls_provider::CryptoMode};
use clap::{Args, Parser, Subcommand};
use ddbkey_aws::{UpdateItems, verify, verify_ttl};
use indicatif::{ProgressBar, ProgressStyle};

use super::audit::{audit, audit_files};
use super::error::RunError;
use super::export;
use super::pass::{move_rows, repair};
use super::plan::Deployed;
use super::report::Report;
use super::run::{Run, kept_name};
use super::step::Work;
use crate::cli::{self, Documents, Failure, Findings, output};
use crate::schema::Schema;

/// Audits, repairs and moves the rows of a DynamoDB table that is declared with ddbkey.
///
/// Nothing is written without `--write`, and no attribute is removed without `--remove`.
#[derive(Parser)]
#[command(after_help = "\
Exit status: 0, 1 if something was found or is left to do, 2 if the command failed.")]
pub(super) struct ProgramArguments {
    #[command(flatten)]
    color: colorchoice_clap::Color,
    /// The URL of a server other than AWS
    #[arg(long, global = true, value_name = "URL")]
    endpoint: Option<String>,
    #[command(subcommand)]
    pub(super) command: ProgramCommand,
}

#[derive(Subcommand)]
pub(super) enum ProgramCommand {
    /// Print the schema, as `check_snapshot` writes it
    Schema,
    #[command(flatten)]
    Rows(RowsCommand),
    #[command(flatten)]
    Document(Documents<NoArgs>),
}

// The schema is that of the declaration. A doc comment would be the description of every subcommand.
#[derive(Args)]
pub(super) struct NoArgs;

/// The subcommands about rows.
#[derive(Subcommand)]
pub(super) enum RowsCommand {
    Audit(AuditArgs),
    Verify(VerifyArgs),
    Repair(RepairArgs),
    Move(MoveArgs),
}

/// Count what is wrong with each row of a table, of an export to S3 or of the output of `aws dynamodb scan`.
#[derive(Args)]
#[command(after_help = "\
Examples:
  table audit AWSDynamoDB/01732800000000-4f7d2c1e/data
  table audit --table shop")]
pub(super) struct AuditArgs {
    /// Files of rows, compressed or not, and folders of exports
    #[arg(required_unless_present = "table")]
    rows: Vec<PathBuf>,
    /// Scan this table instead
    #[arg(long, value_name = "NAME", conflicts_with = "rows")]
    table: Option<String>,
    /// Also count the fields that a row has under an alias alone
    #[arg(long)]
    aliases: bool,
    /// Only count the rows of this entity
    #[arg(long, requires = "table")]
    entity: Option<String>,
    /// Scan this many segments at once
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    segments: u16,
}

/// Compare the deployed table with the schema: keys, indexes, types, projections, time to live.
#[derive(Args)]
#[command(after_help = "\
Example:
  table verify shop")]
pub(super) struct VerifyArgs {
    /// The name of the table
    table: String,
}

/// Make the index attributes and the type attribute of each row match its fields.
#[derive(Args)]
#[command(after_help = "\
Examples:
  table repair shop                            # the plan: what would be written
  table repair shop --write --progress shop.progress

Without --remove, a row that would lose an attribute stays as it is. The files hold keys, which may be personal data.")]
pub(super) struct RepairArgs {
    #[command(flatten)]
    pass: PassArgs,
    /// Also write each field that a row has under an alias alone under its own name
    #[arg(long, requires = "old")]
    aliases: bool,
}

// A doc comment would be the description of the subcommands.
#[derive(Args)]
pub(super) struct PassArgs {
    #[command(flatten)]
    run: Run,
    /// Do not ask on a terminal
    #[arg(long)]
    yes: bool,
}

/// Move each row from a legacy key, `#[was]`, to the current key of its entity.
///
/// This needs the snapshot of the oldest release that still runs, `--old`. If that release would not find moved rows, the
/// command refuses to run.
#[derive(Args)]
#[command(after_help = "\
Examples:
  table move shop --old release-41.schema.toml  # the plan: what would be written
  table move shop --old release-41.schema.toml --write --rate 500")]
pub(super) struct MoveArgs {
    #[command(flatten)]
    pass: PassArgs,
    /// Write the legacy key of each moved row to an attribute, for readers of the stream
    #[arg(long, value_name = "ATTRIBUTE")]
    mark: Option<String>,
}

/// Runs the program of a table with the arguments of the process. It has the subcommands `schema`, `audit`, `verify`,
/// `repair` and `move`, and the subcommands of `cargo ddbkey` that work on a schema: `diff`, `docs`, `json`,
/// `cloud-formation`, `terraform`, `leading-keys`, `review`, `event-filter` and `explain`.
///
/// Call it as the `main` of a binary in the crate that declares the table:
///
/// ```no_run
/// use std::process::ExitCode;
///
/// use ddbkey::{DdbKeys, DdbTable};
/// use serde::{Deserialize, Serialize};
///
/// #[derive(DdbKeys, Serialize, Deserialize)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// fn main() -> ExitCode {
///     ddbkey_tools::main::<Shop>()
/// }
/// ```
///
/// Requests go to AWS, or to the server of `--endpoint`. The configuration comes from the environment, as for every
/// program of the SDK. Nothing is written without `--write`. A plan comes first: account, Region and table, what would be
/// written and removed, and what it costs.
#[must_use]
pub fn main<T: UpdateItems>() -> ExitCode {
    cli::run(|arguments: &ProgramArguments| {
        arguments.color.write_global();
        let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
        runtime.block_on(arguments.run::<T>())
    })
}

impl ProgramArguments {
    pub(super) async fn run<T: UpdateItems>(&self) -> Result<Findings, Failure> {
        let schema = Schema::of(T::SCHEMA);
        match &self.command {
            ProgramCommand::Schema => output::print(schema).map(|()| Findings::Nothing),
            // Files need no client. Loading its configuration may use the network.
            ProgramCommand::Rows(RowsCommand::Audit(args)) if args.table.is_none() => {
                args.files::<T>()
            }
            ProgramCommand::Rows(rows) => {
                rows.run::<T>(&self.client().await, &mut io::stdout()).await
            }
            ProgramCommand::Document(documents) => documents.run(|NoArgs| Ok(schema)),
        }
    }

    /// Returns a client for AWS, or for the requested server.
    async fn client(&self) -> Client {
        let https = Builder::new().tls_provider(Provider::Rustls(CryptoMode::Ring)).build_https();
        let mut config = aws_config::defaults(BehaviorVersion::latest()).http_client(https);
        if let Some(url) = &self.endpoint {
            config = config.endpoint_url(url);
        }
        Client::new(&config.load().await)
    }
}

impl RowsCommand {
    pub(super) async fn run<T: UpdateItems>(
        &self,
        client: &Client,
        out: &mut impl Write,
    ) -> Result<Findings, Failure> {
        match self {
            Self::Audit(args) => args.scan::<T>(client).await,
            Self::Verify(VerifyArgs { table }) => {
                let mut mismatches =
                    verify(T::SCHEMA, &Deployed::of(client, table).await?.description);
                let ttl = client.describe_time_to_live().table_name(table).send().await;
                let ttl = ttl.map_err(RunError::of_request)?.time_to_live_description;
                mismatches.extend(ttl.iter().flat_map(|ttl| verify_ttl(T::SCHEMA, ttl)));
                let lines = mismatches.iter().map(|own| format!("{own}\n"));
                output::print(lines.collect::<String>())?;
                Ok(Findings::when(!mismatches.is_empty()))
            }
            Self::Repair(RepairArgs { pass: PassArgs { run, yes }, aliases }) => {
                let run = Run { aliases: *aliases, ..run.clone() };
                pass::<T>(client, Work::Repair, run, *yes, out).await
            }
            Self::Move(MoveArgs { pass: PassArgs { run, yes }, mark }) => {
                let run = Run { mark: mark.clone(), ..run.clone() };
                pass::<T>(client, Work::Move, run, *yes, out).await
            }
        }
    }
}

impl AuditArgs {
    fn files<T: UpdateItems>(&self) -> Result<Findings, Failure> {
        let files = export::files(&self.rows)?;
        let bar = bar(files.iter().map(|file| file.len).sum(), "{bytes} of {total_bytes}")?;
        let report = audit_files::<T>(&files, kept_name(self.aliases), &bar)?;
        bar.finish_and_clear();
        found_in(&report)
    }

    async fn scan<T: UpdateItems>(&self, client: &Client) -> Result<Findings, Failure> {
        let table = self.table.as_deref().unwrap_or_default();
        let deployed = Deployed::of(client, table).await?;
        let bar = rows(&deployed)?;
        let (aliases, entity, segments) = (self.aliases, self.entity.clone(), self.segments);
        let run = Run { aliases, entity, segments, bar: bar.clone(), ..Run::new(table) };
        let report = audit::<T>(client, &run).await?;
        bar.finish_and_clear();
        found_in(&report)
    }
}

/// Prints the plan, writes if the run asks for it, and scans again.
async fn pass<T: UpdateItems>(
    client: &Client,
    work: Work,
    mut run: Run,
    is_confirmed: bool,
    out: &mut impl Write,
) -> Result<Findings, Failure> {
    let deployed = Deployed::of(client, &run.table).await?;
    write!(out, "{deployed}")?;
    run.bar = rows(&deployed)?;
    let plan = scan::<T>(client, work, &Run { write: false, ..run.clone() }).await?;
    write!(out, "{plan}")?;
    if !run.write || plan.moved + plan.repaired == 0 {
        return Ok(Findings::when(!plan.is_done()));
    }
    if !is_confirmed && io::stdin().is_terminal() && !confirm(&deployed)? {
        return Ok(Findings::Something);
    }
    let report = scan::<T>(client, work, &run).await?;
    writeln!(out, "written:\n{report}a second look:")?;
    let found = scan::<T>(client, work, &run.second_look()).await?;
    write!(out, "{found}")?;
    Ok(Findings::when(!found.is_done()))
}

async fn scan<T: UpdateItems>(client: &Client, work: Work, run: &Run) -> Result<Report, RunError> {
    run.bar.reset();
    let report = match work {
        Work::Repair => repair::<T>(client, run).await,
        Work::Move => move_rows::<T>(client, run).await,
    };
    run.bar.finish_and_clear();
    report
}

fn confirm(deployed: &Deployed) -> io::Result<bool> {
    eprint!("write to {}? [y/N] ", deployed.arn());
    io::stderr().flush()?;
    let mut answer = String::new();
    io::stdin().read_line(&mut answer)?;
    Ok(matches!(answer.trim(), "y" | "Y" | "yes"))
}

fn found_in(report: &Report) -> Result<Findings, Failure> {
    output::print(report)?;
    Ok(Findings::when(report.faults().next().is_some()))
}

/// Creates a progress bar for the rows of a table.
fn rows(deployed: &Deployed) -> Result<ProgressBar, Failure> {
    bar(deployed.items(), "{pos} of about {len} rows, {per_sec}")
}

fn bar(length: u64, counts: &str) -> Result<ProgressBar, Failure> {
    let style = ProgressStyle::with_template(&format!("{{wide_bar}} {counts}, {{eta}} left"))?;
    Ok(ProgressBar::new(length).with_style(style))
}
