//! How long each step takes on one core: one pass to decompress, one to read JSON as well, one for all.

use std::hint::black_box;
use std::io::Write;
use std::path::Path;
use std::time::{Duration, Instant};

use indicatif::ProgressBar;

use super::Result;
use super::export::{entry, files};
use super::report::Report;

pub(crate) fn steps(folder: &Path, out: &mut impl Write) -> Result<()> {
    let (files, bar) = (files(folder)?, ProgressBar::hidden());
    let (mut items, mut bytes) = (0, 0);
    let decompress = passes(|| {
        (items, bytes) = (0, 0);
        for file in &files {
            let _ = file.for_each_line(&bar, |_, line| {
                items += 1;
                bytes += black_box(line).len();
            });
        }
    });
    let parse = passes(|| {
        for file in &files {
            let _ = file.for_each_line(&bar, |_, line| drop(black_box(entry(line))));
        }
    });
    let audit = passes(|| {
        let mut report = Report::default();
        for file in &files {
            report.add_file(file, &bar);
        }
        black_box(report);
    });
    let each = |time: Duration| time.as_nanos() / u128::max(items, 1);
    writeln!(out, "{items} items of {} bytes of JSON", bytes / usize::max(items as usize, 1))?;
    writeln!(out, "decompress {:>6} ns an item", each(decompress))?;
    writeln!(out, "read JSON  {:>6} ns an item", each(parse.saturating_sub(decompress)))?;
    writeln!(out, "audit      {:>6} ns an item", each(audit.saturating_sub(parse)))?;
    let rate = 1_000_000_000 / each(audit).max(1);
    writeln!(out, "in all     {:>6} ns an item, {rate} items a second", each(audit))?;
    Ok(())
}

/// The quickest of three.
fn passes(mut pass: impl FnMut()) -> Duration {
    let mut times = (0..3).map(|_| {
        let start = Instant::now();
        pass();
        start.elapsed()
    });
    let first = times.next().unwrap_or_default();
    times.fold(first, Duration::min)
}
