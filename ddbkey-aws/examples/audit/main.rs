//! The audit of a table's export to S3:
//! `cargo run --release --features audit --example audit -- FOLDER`.
//!
//! ```text
//! audit FOLDER                      audits every *.json.gz in it, full and incremental exports alike
//!   --keys                          prints the keys of faulty items, which may be personal data
//!   --threads N                     uses N threads instead of one for each core
//! audit --generate N FOLDER         writes an export of N items, one in a hundred with a fault
//!   --incremental                   in the layout of incremental exports
//! audit --time FOLDER               measures each step on one core
//! ```
//!
//! It prints how many items each entity has, how many faults of each kind there are, and where the first
//! of them stand.

pub(crate) mod export;
pub(crate) mod generate;
pub(crate) mod report;
mod table;
mod time;

use std::error::Error;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use indicatif::{ProgressBar, ProgressStyle};
use lexopt::prelude::*;

use self::report::Report;

pub(crate) type Result<T, E = Box<dyn Error + Send + Sync>> = std::result::Result<T, E>;

struct Options {
    folder: PathBuf,
    generate: Option<usize>,
    is_incremental: bool,
    with_keys: bool,
    is_timed: bool,
    threads: usize,
}

fn main() -> Result<()> {
    let options = options()?;
    if let Some(count) = options.generate {
        return generate::export(&options.folder, count, options.is_incremental);
    }
    if options.is_timed {
        return time::steps(&options.folder, &mut std::io::stdout());
    }
    let report = audit(&options.folder, options.threads, &bar())?;
    report.print(&mut std::io::stdout(), options.with_keys)?;
    Ok(())
}

fn options() -> Result<Options> {
    let mut parser = lexopt::Parser::from_env();
    let (mut folder, mut generate, mut threads) =
        (None, None, thread::available_parallelism()?.get());
    let (mut is_incremental, mut with_keys, mut is_timed) = (false, false, false);
    while let Some(argument) = parser.next()? {
        match argument {
            Long("generate") => generate = Some(parser.value()?.parse()?),
            Long("threads") => threads = parser.value()?.parse::<usize>()?.max(1),
            Long("incremental") => is_incremental = true,
            Long("keys") => with_keys = true,
            Long("time") => is_timed = true,
            Value(value) if folder.is_none() => folder = Some(value.into()),
            other => return Err(other.unexpected().into()),
        }
    }
    let folder = folder.ok_or("no folder\nhelp: audit FOLDER")?;
    Ok(Options { folder, generate, is_incremental, with_keys, is_timed, threads })
}

fn bar() -> ProgressBar {
    const STYLE: &str = "{wide_bar} {bytes} of {total_bytes}, {eta} left";
    let style = ProgressStyle::with_template(STYLE).expect("a template that indicatif reads");
    ProgressBar::new(0).with_style(style)
}

/// Audits every file of an export. Each thread takes the next file and keeps a report of its own, so that
/// memory does not grow with the number of items.
pub(crate) fn audit(folder: &Path, threads: usize, bar: &ProgressBar) -> Result<Report> {
    let files = export::files(folder)?;
    bar.set_length(files.iter().map(|file| file.len).sum());
    let next = AtomicUsize::new(0);
    let work = || {
        let mut report = Report::default();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            report.add_file(file, bar);
        }
        report
    };
    let reports = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let finished = workers.into_iter().map(thread::ScopedJoinHandle::join);
        finished.collect::<std::result::Result<Vec<_>, _>>()
    });
    bar.finish_and_clear();
    let reports = reports.map_err(|_| "a thread panicked")?;
    Ok(reports.into_iter().fold(Report::default(), Report::merge))
}
