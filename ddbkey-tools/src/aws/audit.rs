//! Audits a table, or an export of a table.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use aws_sdk_dynamodb::Client;
use ddbkey_aws::__private::KeptName;
use ddbkey_aws::ReadItems;
use futures_util::future::try_join_all;
use indicatif::ProgressBar;

use super::entry::ExportEntry;
use super::error::RunError;
use super::export::{self, ExportFile};
use super::report::Report;
use super::run::{Run, kept_name};

/// Reads every row of a table, and counts what is wrong with each row, as
/// [`TableExt::audit`](ddbkey_aws::TableExt::audit) reports it. It writes nothing.
///
/// # Errors
///
/// Returns [`RunError`] if a request fails, or if the table does not have the entity of the run.
pub async fn audit<T: ReadItems>(client: &Client, run: &Run) -> Result<Report, RunError> {
    run.check(T::SCHEMA)?;
    let scans = (0..run.segments).map(|segment| scan::<T>(client, run, segment));
    let segments = try_join_all(scans).await?;
    let report = Report { is_plan: true, ..Report::default() };
    Ok(segments.into_iter().fold(report, Report::merge))
}

async fn scan<T: ReadItems>(client: &Client, run: &Run, segment: u16) -> Result<Report, RunError> {
    let mut report = Report::default();
    let scan = client.scan().table_name(&run.table).limit(run.page_size.into());
    let scan = scan.segment(segment.into()).total_segments(run.segments.into());
    let mut items = scan.into_paginator().items().send();
    while let Some(item) = items.next().await.transpose().map_err(RunError::of_request)? {
        run.bar.inc(1);
        if run.is_about::<T>(&item) {
            report.add::<T>(&item, kept_name(run.aliases));
        }
    }
    Ok(report)
}

/// Audits every row of an export to S3, full or incremental, or of the output of `aws dynamodb scan`, on all cores. The
/// report has the file and the line of the first rows with each fault.
///
/// `paths` are files, compressed by gzip or not, or folders of an export, `AWSDynamoDB/<export>/data`.
///
/// # Errors
///
/// Returns [`RunError`] if a folder cannot be read or has no file of an export. A file that cannot be read to its end, or
/// a line that is not an entry of an export, counts as a fault.
pub fn audit_export<T: ReadItems>(
    paths: impl IntoIterator<Item = impl AsRef<Path>>,
) -> Result<Report, RunError> {
    let files = export::files(paths)?;
    audit_files::<T>(&files, KeptName::Stored, &ProgressBar::hidden())
}

/// Starts threads that each take the next file and keep their own report, so memory does not grow with the number of rows.
pub(super) fn audit_files<T: ReadItems>(
    files: &[ExportFile],
    kept: KeptName,
    bar: &ProgressBar,
) -> Result<Report, RunError> {
    let next = AtomicUsize::new(0);
    let work = || {
        let mut report = Report::default();
        while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
            add_file::<T>(&mut report, file, kept, bar);
        }
        report
    };
    let threads = thread::available_parallelism()?.get();
    let reports = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads).map(|_| scope.spawn(work)).collect();
        let finished = workers.into_iter().map(thread::ScopedJoinHandle::join);
        finished.collect::<Result<Vec<_>, _>>()
    });
    let reports = reports.map_err(|_| "a thread panicked")?;
    let report = Report { is_plan: true, ..Report::default() };
    Ok(reports.into_iter().fold(report, Report::merge))
}

fn add_file<T: ReadItems>(
    report: &mut Report,
    file: &ExportFile,
    kept: KeptName,
    bar: &ProgressBar,
) {
    let name = PathBuf::from(file.path.file_name().unwrap_or_default());
    let name = name.display().to_string();
    let read = file.for_each_entry(bar, |line, entry| match entry {
        None => report.add_fault("the line is not an entry of an export".into()).at(&name, line),
        Some(ExportEntry::Deleted) => report.deleted += 1,
        Some(ExportEntry::Item(item)) => {
            for fault in report.add::<T>(&item, kept) {
                report.fault(fault.entity(), fault.to_string()).at(&name, line);
            }
        }
    });
    if let Err((line, error)) = read {
        report.add_fault(format!("the rest of the file cannot be read: {error}")).at(&name, line);
    }
}
