//! Goes over all segments of a table, and repairs or moves each row that needs it.

use aws_sdk_dynamodb::Client;
use ddbkey_aws::UpdateItems;
use futures_util::future::try_join_all;

use super::Item;
use super::error::RunError;
use super::left::LeftRows;
use super::pace::Pace;
use super::plan::Deployed;
use super::progress::{PageStart, Progress};
use super::report::Report;
use super::run::{Run, kept_name};
use super::step::{Outcome, RowStep, Work};
use crate::diff::{Deploy, diff};
use crate::schema::Schema;

/// How often a row is read again if other writers keep changing it.
const MAX_ATTEMPTS: u32 = 5;

/// Makes the index attributes and the type attribute of each row match its fields, as
/// [`TableExt::repair`](ddbkey_aws::TableExt::repair) does. Rows keep their primary keys.
///
/// The run skips a row that it cannot read, and a row that other writers keep changing. The report counts both. Other
/// programs may keep reading and writing. Each row takes one request, so you can kill a run at any moment and run it again.
///
/// If two releases repair at once, each undoes the other's index values: run this when no older release writes.
///
/// # Errors
///
/// Returns [`RunError`] if a request fails other than by its condition, if a file cannot be read or written, if
/// the table does not have the entity of the run, or if the [old release](Run::old) reads an index differently.
pub async fn repair<T: UpdateItems>(client: &Client, run: &Run) -> Result<Report, RunError> {
    let new = Schema::of(T::SCHEMA);
    match &run.old {
        Some(old) => {
            check_indexes(old, &new)?;
            if run.aliases {
                check_names(old, &new)?;
            }
        }
        None if run.aliases => return Err(format!("a repair of aliases {NEEDS_OLD}").into()),
        None => {}
    }
    pass::<T>(client, run, Work::Repair).await
}

/// Moves each row that is under a legacy key, `#[was]`, to the current key of its entity, as
/// [`TableExt::rekey`](ddbkey_aws::TableExt::rekey) does. Other rows stay as they are.
///
/// A row that is under both keys stays under both, and the report counts it. In all other respects, a move works like a
/// [`repair`].
///
/// # Errors
///
/// Returns [`RunError`] as [`repair`] does. Also returns an error if the run has no [old release](Run::old), or if
/// that release would not find moved rows.
pub async fn move_rows<T: UpdateItems>(client: &Client, run: &Run) -> Result<Report, RunError> {
    let old = run.old.as_ref().ok_or_else(|| format!("a move {NEEDS_OLD}"))?;
    check_keys(old, &Schema::of(T::SCHEMA))?;
    pass::<T>(client, run, Work::Move).await
}

const NEEDS_OLD: &str = "needs the schema of the oldest release that runs\nhelp: pass the snapshot that was committed with it";

/// Checks that an old release can read rows under current keys.
fn check_keys(old: &Schema, new: &Schema) -> Result<(), RunError> {
    let hidden = diff(old, new).into_iter().find(|change| {
        let is_known = old.entities.iter().any(|entity| Some(&*entity.name) == change.entity());
        let is_read = matches!(change.deploy(), Deploy::AnyOrder | Deploy::AfterBackfill);
        is_known && change.index().is_none() && !is_read
    });
    hidden.map_or(Ok(()), |change| {
        Err(format!("the old release does not find rows that have moved: {change}\nhelp: announce the key to it with `#[was]`, and move when it no longer runs").into())
    })
}

/// Checks that an old release can read the indexes that a repair writes.
fn check_indexes(old: &Schema, new: &Schema) -> Result<(), RunError> {
    let changes = diff(old, new);
    let broken = changes
        .iter()
        .find(|change| change.index().is_some() && change.deploy() == Deploy::Breaking);
    broken.map_or(Ok(()), |change| {
        Err(format!("the old release reads an index differently: {change}\nhelp: repair when it no longer runs").into())
    })
}

/// Checks that an old release reads each field that it has under the name that serde now writes as well.
fn check_names(old: &Schema, new: &Schema) -> Result<(), RunError> {
    for entity in &new.entities {
        let Some(before) = old.entity(&entity.name) else { continue };
        let is_read = |name: &String| before.has_open_fields() || before.reads_field(name);
        let fields = entity.fields.iter().filter(|field| field.read.iter().any(is_read));
        let mut names = fields.filter_map(|field| field.written.as_deref());
        if let Some(name) = names.find(|name| !before.reads_field(name)) {
            let entity = &entity.name;
            return Err(format!("the old release does not read `{name}` of `{entity}`\nhelp: announce the name to it with `#[serde(alias = \"{name}\")]`, and repair when every release reads it").into());
        }
    }
    Ok(())
}

/// What all segments share.
struct Pass<'r> {
    client: &'r Client,
    run: &'r Run,
    work: Work,
    pace: Pace,
    progress: Progress,
    left: LeftRows,
}

/// Scans all segments at once.
async fn pass<T: UpdateItems>(client: &Client, run: &Run, work: Work) -> Result<Report, RunError> {
    run.check(T::SCHEMA)?;
    let table = Deployed::of(client, &run.table).await?;
    let schema = Schema::of(T::SCHEMA).to_string();
    let progress = Progress::open(run, work, table.arn(), schema)?;
    let pace = Pace::new(client, run.rate)?;
    let left = LeftRows::open(run, T::SCHEMA, progress.is_resumed())?;
    let pass = Pass { client, run, work, pace, progress, left };
    let segments = try_join_all((0..run.segments).map(|segment| pass.scan::<T>(segment))).await?;
    pass.progress.remove()?;
    let report = Report { is_plan: !run.write, ..Report::default() };
    Ok(segments.into_iter().fold(report, Report::merge))
}

impl Pass<'_> {
    /// Goes over a segment page by page, starting where an earlier run stopped.
    async fn scan<T: UpdateItems>(&self, segment: u16) -> Result<Report, RunError> {
        let mut report = Report::default();
        let mut place = self.progress.place(segment);
        while let PageStart::Start | PageStart::After(_) = place {
            let scan = self.client.scan().table_name(&self.run.table);
            let scan = scan.limit(self.run.page_size.into()).consistent_read(true);
            let scan = scan.segment(segment.into()).total_segments(self.run.segments.into());
            let page = scan.set_exclusive_start_key(place.key()).send().await;
            let page = page.map_err(RunError::of_request)?;
            for item in page.items() {
                self.row::<T>(item.clone(), &mut report).await?;
                self.run.bar.inc(1);
            }
            place =
                page.last_evaluated_key.map_or(PageStart::End, |key| PageStart::After(key.into()));
            self.progress.save(segment, &place)?;
        }
        Ok(report)
    }

    /// Repairs or moves one row if necessary. If another writer changes the row in between, it is read again.
    async fn row<T: UpdateItems>(
        &self,
        mut item: Item,
        report: &mut Report,
    ) -> Result<(), RunError> {
        if !self.run.is_about::<T>(&item) {
            return Ok(());
        }
        report.add::<T>(&item, kept_name(self.run.aliases));
        for attempt in 0..MAX_ATTEMPTS {
            let step = match RowStep::of::<T>(self.work, &item, self.run) {
                Ok(Some(step)) => step,
                Ok(None) => return Ok(()),
                Err(error) => return self.leave(&item, &error.to_string(), report),
            };
            let removed = step.removed(&item);
            if let (false, [name, ..]) = (self.run.remove, &*removed) {
                return self.leave(&item, &format!("they would lose `{name}`"), report);
            }
            let outcome = if self.run.write {
                self.pace.wait(step.writes()).await;
                step.send(self.client, &self.run.table, &self.pace).await?
            } else {
                Outcome::Done
            };
            match outcome {
                Outcome::Done => {
                    report.done(&step, &item, removed);
                    return match step.remains::<T>() {
                        Some((moved, error)) => self.leave(moved, &error.to_string(), report),
                        None => Ok(()),
                    };
                }
                Outcome::UnderBothKeys => {
                    report.under_both_keys += 1;
                    return self.left.write(&item, "there is a row under the current key as well");
                }
                Outcome::Throttled => {
                    return self.leave(&item, "the table has too little throughput", report);
                }
                Outcome::Refused => {
                    report.refused += 1;
                    self.pace.pause(attempt).await;
                    let get = self.client.get_item().table_name(&self.run.table);
                    let get = get.set_key(Some(step.key())).consistent_read(true);
                    match get.send().await.map_err(RunError::of_request)?.item {
                        Some(again) => item = again,
                        None => return Ok(()),
                    }
                }
            }
        }
        self.leave(&item, "other writers keep changing them", report)
    }

    fn leave(&self, item: &Item, reason: &str, report: &mut Report) -> Result<(), RunError> {
        *report.left.entry(reason.to_owned()).or_default() += 1;
        self.left.write(item, reason)
    }
}
