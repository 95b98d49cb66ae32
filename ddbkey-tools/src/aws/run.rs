//! The options of a run.

use std::path::PathBuf;

use ddbkey::schema::TableSchema;
use ddbkey_aws::ReadItems;
use indicatif::ProgressBar;

use super::Item;
use super::error::RunError;
use super::report::entity_of;
use crate::schema::Schema;

/// A run over the rows of a deployed table, for [`audit`](crate::audit), [`repair`](crate::repair) and
/// [`move_rows`](crate::move_rows).
///
/// By default, a run writes nothing:
///
/// ```
/// use aws_sdk_dynamodb::Client;
/// use ddbkey_aws::UpdateItems;
/// use ddbkey_tools::{Run, RunError, repair};
///
/// async fn fill<Shop: UpdateItems>(client: &Client) -> Result<(), RunError> {
///     let run = Run::new("shop").segments(8);
///     let plan = repair::<Shop>(client, &run).await?;
///     println!("{plan}");
///     let report = repair::<Shop>(client, &run.rate(500).write()).await?;
///     println!("{report}");
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug)]
#[must_use = "a run does nothing until a function takes it"]
pub struct Run {
    pub(super) table: String,
    pub(super) entity: Option<String>,
    pub(super) segments: u16,
    pub(super) page: i32,
    pub(super) rate: Option<u32>,
    pub(super) writes: bool,
    pub(super) removes: bool,
    pub(super) mark: Option<String>,
    pub(super) old: Option<Schema>,
    pub(super) progress: Option<PathBuf>,
    pub(super) left: Option<PathBuf>,
    pub(super) bar: ProgressBar,
}

impl Run {
    /// Creates a run over all rows of this table, with four segments at once, that writes nothing.
    pub fn new(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            entity: None,
            segments: 4,
            page: 100,
            rate: None,
            writes: false,
            removes: false,
            mark: None,
            old: None,
            progress: None,
            left: None,
            bar: ProgressBar::hidden(),
        }
    }

    /// Lets the run write. Otherwise the report counts what the run would write.
    pub fn write(self) -> Self {
        Self { writes: true, ..self }
    }

    /// Also removes attributes: index attributes of a row that is not in the index, and second names of fields. Otherwise a
    /// row that would lose an attribute is left unchanged, and the report counts it.
    pub fn remove(self) -> Self {
        Self { removes: true, ..self }
    }

    /// Skips the rows of every other entity.
    pub fn entity(self, name: impl Into<String>) -> Self {
        Self { entity: Some(name.into()), ..self }
    }

    /// Scans this many segments at once, at least one.
    pub fn segments(self, count: u16) -> Self {
        Self { segments: count.max(1), ..self }
    }

    /// Reads this many rows with a request, at least one.
    pub fn page_size(self, rows: u16) -> Self {
        Self { page: i32::from(rows.max(1)), ..self }
    }

    /// Writes at most this many rows a second, over all segments. A move counts as two.
    pub fn rate(self, rows: u32) -> Self {
        Self { rate: Some(rows.max(1)), ..self }
    }

    /// Sets the schema of the oldest release that still runs: its committed snapshot.
    ///
    /// A move requires it, and is refused if that release would not find a moved row. A repair is refused if
    /// that release reads an index differently.
    pub fn old_release(self, schema: Schema) -> Self {
        Self { old: Some(schema), ..self }
    }

    /// Writes the sort key that a row had, or its partition key, to this attribute of each moved row, so that
    /// readers of the table's stream can distinguish a move from a new row.
    pub fn mark(self, attribute: impl Into<String>) -> Self {
        Self { mark: Some(attribute.into()), ..self }
    }

    /// Saves the position of each segment to a file, and continues from there if the file exists. The file holds keys, which
    /// may be personal data; only its owner can read it.
    ///
    /// A file of another table, another schema or another run is refused. The file is removed at the end.
    pub fn progress(self, path: impl Into<PathBuf>) -> Self {
        Self { progress: Some(path.into()), ..self }
    }

    /// Writes the key of each row that is left unchanged to a file, with the reason, as a line of JSON: `key` has the format of
    /// `aws dynamodb get-item --key`. Keys may be personal data; only the owner of the file can read it.
    pub fn left(self, path: impl Into<PathBuf>) -> Self {
        Self { left: Some(path.into()), ..self }
    }

    /// Advances the bar with each row.
    pub(super) fn bar(self, bar: ProgressBar) -> Self {
        Self { bar, ..self }
    }

    /// Returns the same run over all rows, but without any writes, not even to the files.
    pub(super) fn second_look(&self) -> Self {
        Self { writes: false, progress: None, left: None, ..self.clone() }
    }

    /// Returns whether a row belongs to the entity of the run.
    pub(super) fn is_about<T: ReadItems>(&self, item: &Item) -> bool {
        self.entity.as_ref().is_none_or(|entity| entity_of::<T>(item) == entity)
    }

    /// Checks that the table has the entity of the run.
    pub(super) fn check_entity(&self, schema: &TableSchema) -> Result<(), RunError> {
        let Some(name) = &self.entity else { return Ok(()) };
        let names: Vec<_> = schema.entities().iter().map(|entity| entity.name()).collect();
        if names.contains(&&**name) {
            return Ok(());
        }
        let names = names.join("`, `");
        Err(format!("no entity `{name}`\nhelp: available entities are: `{names}`").into())
    }
}
