//! How long each step takes on one core: decompressing, reading JSON, and the audit itself.
//!
//! Each step takes one batch of lines after another, and the median over all batches counts. A batch takes
//! less time than the system gives to a thread at once, so that other programs disturb few of them.

use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::Result;
use super::export::{entry, files};
use super::report::Report;

/// The lines of a batch, few enough for what is read of them to stay in the cache.
const BATCH: usize = 32;

pub(crate) fn steps(folder: &Path, out: &mut impl Write) -> Result<()> {
    let mut timer = Timer::new();
    for file in &files(folder)? {
        timer.start();
        let _ = file.for_each_line(&ProgressBar::hidden(), |_, line| timer.line(line));
    }
    let [decompress, parse, audit] = timer.times.map(median);
    let share = 100 * audit / (decompress + parse).max(1);
    writeln!(out, "{} items of {} bytes of JSON", timer.items, timer.bytes / timer.items.max(1))?;
    writeln!(out, "decompress {decompress:>6} ns an item")?;
    writeln!(out, "read JSON  {parse:>6} ns an item")?;
    writeln!(out, "audit      {audit:>6} ns an item, {share} % of the other two")?;
    let all = decompress + parse + audit;
    writeln!(out, "in all     {all:>6} ns an item, {} items a second", 1_000_000_000 / all.max(1))?;
    Ok(())
}

/// Takes the time of each step.
struct Timer {
    report: Report,
    lines: Vec<Vec<u8>>,
    /// The number of lines in the batch so far, whose memory is kept for the next.
    count: usize,
    started: Instant,
    items: usize,
    bytes: usize,
    /// Of each step the time of each batch.
    times: [Vec<Duration>; 3],
}

impl Timer {
    fn new() -> Self {
        Self {
            report: Report::default(),
            lines: vec![Vec::new(); BATCH],
            count: 0,
            started: Instant::now(),
            items: 0,
            bytes: 0,
            times: Default::default(),
        }
    }

    /// Begins a batch.
    fn start(&mut self) {
        self.count = 0;
        self.started = Instant::now();
    }

    fn line(&mut self, line: &[u8]) {
        self.items += 1;
        self.bytes += line.len();
        self.lines[self.count].clear();
        self.lines[self.count].extend_from_slice(line);
        self.count += 1;
        if self.count == BATCH {
            self.batch();
            self.start();
        }
    }

    fn batch(&mut self) {
        let decompressed = Instant::now();
        let entries: Vec<_> = self.lines.iter().map(|line| entry(line)).collect();
        let parsed = Instant::now();
        for entry in &entries {
            self.report.add_entry("", 0, entry.as_ref());
        }
        let audited = Instant::now();
        drop(entries);
        let [decompress, parse, audit] = &mut self.times;
        decompress.push(decompressed - self.started);
        parse.push((parsed - decompressed) + audited.elapsed());
        audit.push(audited - parsed);
    }
}

/// The median of batches, in nanoseconds for one item.
fn median(mut times: Vec<Duration>) -> u128 {
    times.sort_unstable();
    let time = times.get(times.len() / 2).copied().unwrap_or_default();
    time.as_nanos() / BATCH as u128
}
