//! Moves the items of a table that are under former keys, and repairs the index attributes of the others:
//! `cargo run --features backfill --example backfill -- TABLE`.
//!
//! ```text
//! backfill TABLE
//!   --dry-run           counts, and writes nothing
//!   --segments N        scans N segments at once instead of 4
//!   --rate N            scans at most N items a second
//! ```
//!
//! It goes over the table that `DDB_ENDPOINT` or, with the feature `aws`, the credentials of the environment lead
//! to. Run it when no older version of the program is left, after an index or a key was added or changed, and as
//! often as you like: it mends what it finds, and other programs may go on writing. Each item takes one request,
//! so that it may be killed at any moment and run again. It exits with 1 unless the table is clean at the end.

mod report;
mod step;
pub(crate) mod table;

use std::error::Error;
use std::process::ExitCode;
use std::time::Duration;

use aws_sdk_dynamodb::Client;
use ddbkey::items::TableItems;
use ddbkey_tests::engine;
use indicatif::{ProgressBar, ProgressStyle};
use lexopt::prelude::*;
use tokio::task::JoinSet;
use tokio::time::{Instant, sleep_until};

pub(crate) use self::report::Report;
use self::step::{Outcome, Step};
use self::table::Shop;

pub(crate) type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;
type Item = std::collections::HashMap<String, aws_sdk_dynamodb::types::AttributeValue>;

/// How often an item is read again that others keep changing.
const MAX_ATTEMPTS: usize = 5;

#[derive(Clone)]
pub(crate) struct Options {
    pub(crate) table: String,
    pub(crate) segments: i32,
    /// Items a second, over all segments.
    pub(crate) rate: Option<u32>,
    pub(crate) is_dry_run: bool,
}

#[tokio::main(flavor = "current_thread")]
async fn main() -> Result<ExitCode> {
    let options = options()?;
    let client = engine::from_env()?;
    let description = client.describe_table().table_name(&options.table).send().await?;
    let items = description
        .table()
        .and_then(aws_sdk_dynamodb::types::TableDescription::item_count)
        .unwrap_or_default();
    let bar = ProgressBar::new(items.unsigned_abs()).with_style(style()?);
    let report = backfill::<Shop>(&client, &options, &bar).await?;
    bar.finish_and_clear();
    report.print(&mut std::io::stdout())?;
    Ok(if report.is_clean() { ExitCode::SUCCESS } else { ExitCode::FAILURE })
}

fn options() -> Result<Options> {
    let mut parser = lexopt::Parser::from_env();
    let mut options = Options { table: String::new(), segments: 4, rate: None, is_dry_run: false };
    while let Some(argument) = parser.next()? {
        match argument {
            Long("dry-run") => options.is_dry_run = true,
            Long("segments") => options.segments = parser.value()?.parse::<i32>()?.max(1),
            Long("rate") => options.rate = Some(parser.value()?.parse::<u32>()?.max(1)),
            Value(table) if options.table.is_empty() => options.table = table.string()?,
            other => return Err(other.unexpected().into()),
        }
    }
    if options.table.is_empty() {
        return Err("no table\nhelp: backfill TABLE".into());
    }
    Ok(options)
}

fn style() -> Result<ProgressStyle> {
    Ok(ProgressStyle::with_template(
        "{wide_bar} {pos} of about {len} items, {per_sec}, {eta} left",
    )?)
}

/// Scans all segments at once. `T` is the table whose items they are.
pub(crate) async fn backfill<T: TableItems + 'static>(
    client: &Client,
    options: &Options,
    bar: &ProgressBar,
) -> Result<Report> {
    let mut segments = JoinSet::new();
    for segment in 0..options.segments {
        let (client, options, bar) = (client.clone(), options.clone(), bar.clone());
        segments.spawn(async move { scan::<T>(&client, &options, segment, &bar).await });
    }
    let mut report = Report { is_dry_run: options.is_dry_run, ..Report::default() };
    while let Some(finished) = segments.join_next().await {
        report.merge(finished??);
    }
    Ok(report)
}

/// Mends what a segment has, page by page.
async fn scan<T: TableItems>(
    client: &Client,
    options: &Options,
    segment: i32,
    bar: &ProgressBar,
) -> Result<Report> {
    let (mut report, mut start) = (Report::default(), None);
    loop {
        let began = Instant::now();
        let scan = client.scan().table_name(&options.table).limit(100);
        let scan = scan.segment(segment).total_segments(options.segments);
        let page = scan.set_exclusive_start_key(start).send().await?;
        for item in page.items() {
            mend::<T>(client, options, item.clone(), &mut report).await?;
            bar.inc(1);
        }
        if let Some(rate) = options.rate {
            let share = f64::from(rate) / f64::from(options.segments);
            sleep_until(began + Duration::from_secs_f64(f64::from(page.count()) / share)).await;
        }
        start = page.last_evaluated_key;
        if start.is_none() {
            return Ok(report);
        }
    }
}

/// Moves or repairs one item. If somebody changes it in between, it is read again.
async fn mend<T: TableItems>(
    client: &Client,
    options: &Options,
    mut item: Item,
    report: &mut Report,
) -> Result<()> {
    report.add::<T>(&item);
    for _ in 0..MAX_ATTEMPTS {
        let step = match Step::of::<T>(&item) {
            Ok(Some(step)) => step,
            Ok(None) => return Ok(()),
            Err(error) => {
                report.left(&error);
                return Ok(());
            }
        };
        let outcome = if options.is_dry_run {
            Outcome::Done
        } else {
            step.send(client, &options.table).await?
        };
        match (outcome, &step) {
            (Outcome::Done, Step::Move(_)) => report.moved += 1,
            (Outcome::Done, Step::Repair(_)) => report.repaired += 1,
            (Outcome::UnderBothKeys, _) => report.under_both_keys += 1,
            (Outcome::Refused, _) => {
                report.refused += 1;
                let get = client.get_item().table_name(&options.table).consistent_read(true);
                match get.set_key(Some(step.key())).send().await?.item {
                    Some(again) => item = again,
                    None => return Ok(()),
                }
                continue;
            }
        }
        return Ok(());
    }
    report.left(&"others keep changing it");
    Ok(())
}
