//! Moves the items of a table that are under former keys, and repairs the index attributes of the others:
//! `cargo run --features backfill --example backfill -- TABLE`.
//!
//! ```text
//! backfill TABLE
//!   --dry-run           counts, says what a run would cost, and writes nothing
//!   --repair-only       leaves items under former keys there, and repairs them
//!   --entity NAME       leaves alone the items of every other entity
//!   --segments N        scans N segments at once instead of 4
//!   --rate N            writes at most N items a second; a move is two
//!   --mark NAME         writes the former key of each item that is moved to an attribute, for readers of the stream
//!   --progress FILE     keeps in a file how far each segment is, and goes on from there
//!   --left FILE         writes to a file the keys of items that are left as they are, each with the reason
//! ```
//!
//! It goes over the table that `DDB_ENDPOINT` or, with the feature `aws`, the credentials of the environment lead
//! to, and over the entities in `table.rs`. For yours, add the crate that has them to the dependencies of this package;
//! `table.rs` then is one line, `pub(crate) use your_crate::YourTable as Shop;`.
//!
//! Run it when no older version of the program is left, after an index or a key was added or changed, and as
//! often as you like: it mends what it finds, and other programs may go on writing. Each item takes one request,
//! so that it may be killed at any moment and run again. At the end it scans the table once more, and exits with 1
//! unless that finds nothing to do, and with 2 if it could not go on. The files have keys in them, which may be personal data.

mod cost;
mod left;
mod options;
mod pace;
mod progress;
mod report;
mod step;
pub(crate) mod table;

use std::error::Error;
use std::io::Write;
use std::process::ExitCode;
use std::sync::Arc;

use aws_sdk_dynamodb::Client;
use ddbkey::DdbTable;
use ddbkey_aws::prelude::*;
use indicatif::{ProgressBar, ProgressStyle};
use tokio::task::JoinSet;

use self::cost::Cost;
use self::left::Left;
pub(crate) use self::options::Options;
use self::pace::Pace;
use self::progress::{Place, Progress};
pub(crate) use self::report::Report;
use self::step::{Outcome, Step};
use self::table::Shop;

pub(crate) type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;
type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

/// How often an item is read again that others keep changing.
const MAX_ATTEMPTS: usize = 5;

#[tokio::main(flavor = "current_thread")]
async fn main() -> ExitCode {
    match run_program().await {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::FAILURE,
        Err(error) => {
            eprintln!("error: {error}");
            let mut cause = error.source();
            while let Some(error) = cause {
                eprintln!("caused by: {error}");
                cause = error.source();
            }
            ExitCode::from(2)
        }
    }
}

async fn run_program() -> Result<bool> {
    let options = Options::parse(std::env::args_os())?;
    run(&client()?, &options, &mut std::io::stdout()).await
}

fn client() -> Result<Client> {
    match std::env::var("DDB_ENDPOINT") {
        Ok(url) if !url.is_empty() => Ok(ddbkey_engine::endpoint(&url)?),
        _ => Ok(ddbkey_engine::aws()?),
    }
}

/// Says what it will cost, mends the table, and looks again. Returns whether there is nothing left to do.
pub(crate) async fn run(client: &Client, options: &Options, out: &mut impl Write) -> Result<bool> {
    let description = client.describe_table().table_name(&options.table).send().await?;
    let cost = Cost::of(description.table().ok_or("the engine describes no table")?);
    write!(out, "{cost}")?;
    let bar = ProgressBar::new(cost.items).with_style(style()?);
    let report = backfill(client, options, &bar).await?;
    report.print(out)?;
    let found = if options.is_dry_run {
        report
    } else {
        writeln!(out, "a second look:")?;
        bar.reset();
        let found = backfill(client, &options.second_look(), &bar).await?;
        found.print(out)?;
        found
    };
    bar.finish_and_clear();
    writeln!(
        out,
        "{}",
        match found.is_done() {
            true if found.faults.is_empty() && options.entity.is_none() => "the table is clean",
            true => "there is nothing left to do",
            false => "the table is not clean",
        }
    )?;
    Ok(found.is_done())
}

fn style() -> Result<ProgressStyle> {
    Ok(ProgressStyle::with_template(
        "{wide_bar} {pos} of about {len} items, {per_sec}, {eta} left",
    )?)
}

/// What the segments share.
struct Backfill {
    client: Client,
    options: Options,
    pace: Pace,
    progress: Progress,
    left: Left,
    bar: ProgressBar,
}

/// Scans all segments at once.
pub(crate) async fn backfill(
    client: &Client,
    options: &Options,
    bar: &ProgressBar,
) -> Result<Report> {
    let progress = Progress::open(options)?;
    let backfill = Arc::new(Backfill {
        client: client.clone(),
        options: options.clone(),
        pace: Pace::new(options.rate),
        left: Left::open(options, progress.is_resumed())?,
        progress,
        bar: bar.clone(),
    });
    let mut segments = JoinSet::new();
    for segment in 0..options.segments {
        let backfill = backfill.clone();
        segments.spawn(async move { backfill.scan(segment).await });
    }
    let mut report = Report { is_dry_run: options.is_dry_run, ..Report::default() };
    while let Some(finished) = segments.join_next().await {
        report.merge(finished??);
    }
    backfill.progress.remove()?;
    Ok(report)
}

impl Backfill {
    /// Mends what a segment has, page by page, from where an earlier run has left it.
    async fn scan(&self, segment: i32) -> Result<Report> {
        let mut report = Report::default();
        let mut place = self.progress.place(segment);
        while let Place::Start | Place::After(_) = place {
            let scan = self.client.scan().table_name(&self.options.table);
            let scan = scan.limit(self.options.page).consistent_read(true);
            let scan = scan.segment(segment).total_segments(self.options.segments);
            let page = scan.set_exclusive_start_key(place.key()).send().await?;
            for item in page.items() {
                self.mend(item.clone(), &mut report).await?;
                self.bar.inc(1);
            }
            place = page.last_evaluated_key.map_or(Place::End, |key| Place::After(key.into()));
            self.progress.save(segment, &place)?;
        }
        Ok(report)
    }

    /// Moves or repairs one item. If somebody changes it in between, it is read again.
    async fn mend(&self, mut item: Item, report: &mut Report) -> Result<()> {
        if !self.is_asked_for(&item) {
            return Ok(());
        }
        report.add(&item);
        for _ in 0..MAX_ATTEMPTS {
            let step = match Step::of(&item, &self.options) {
                Ok(Some(step)) => step,
                Ok(None) => return Ok(()),
                Err(error) => return self.leave(&item, &error.to_string(), report),
            };
            let outcome = if self.options.is_dry_run {
                Outcome::Done
            } else {
                self.pace.wait(step.writes()).await;
                step.send(&self.client, &self.options.table).await?
            };
            match outcome {
                Outcome::Done => {
                    report.done(&step, &item);
                    return match step.remains() {
                        Some((moved, error)) => self.leave(moved, &error.to_string(), report),
                        None => Ok(()),
                    };
                }
                Outcome::UnderBothKeys => {
                    report.under_both_keys += 1;
                    return self.left.write(&item, "there is one under today's key as well");
                }
                Outcome::Refused => {
                    report.refused += 1;
                    let get = self.client.get_item().table_name(&self.options.table);
                    let get = get.set_key(Some(step.key())).consistent_read(true);
                    match get.send().await?.item {
                        Some(again) => item = again,
                        None => return Ok(()),
                    }
                }
            }
        }
        self.leave(&item, "others keep changing it", report)
    }

    fn is_asked_for(&self, item: &Item) -> bool {
        let Some(entity) = &self.options.entity else { return true };
        match Shop::from_item(item.clone()) {
            Ok(row) => row.entity().name() == entity,
            Err(error) => error.entity() == entity,
        }
    }

    fn leave(&self, item: &Item, reason: &str, report: &mut Report) -> Result<()> {
        *report.left.entry(reason.to_owned()).or_default() += 1;
        self.left.write(item, reason)
    }
}
