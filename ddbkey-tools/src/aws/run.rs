//! The options of a run.

use std::path::PathBuf;

use ddbkey::schema::TableSchema;
use ddbkey_aws::__private::KeptName;
use ddbkey_aws::ReadItems;
use indicatif::ProgressBar;

use super::Item;
use super::error::RunError;
use super::report::entity_of;
use crate::cli::input;
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
///     let mut run = Run::new("shop");
///     run.segments = 8;
///     let plan = repair::<Shop>(client, &run).await?;
///     println!("{plan}");
///     run.write = true;
///     run.rate = Some(500);
///     let report = repair::<Shop>(client, &run).await?;
///     println!("{report}");
///     Ok(())
/// }
/// ```
#[derive(Clone, Debug, clap::Args)]
#[non_exhaustive]
pub struct Run {
    /// The name of the table.
    pub table: String,
    /// Write; otherwise, the report is a plan, which counts what would be written.
    #[arg(long)]
    pub write: bool,
    /// Remove the attributes of indexes that a row is not in, and second names of fields.
    ///
    /// Otherwise a row that would lose an attribute is left unchanged, and the report counts it.
    #[arg(long)]
    pub remove: bool,
    /// Also audit and repair the fields that a row has under an alias alone: a repair writes them under their names.
    ///
    /// A repair then requires the [old release](Self::old), and is refused if that release does not read the names.
    #[arg(skip)]
    pub aliases: bool,
    /// Skip the rows of every other entity.
    #[arg(long)]
    pub entity: Option<String>,
    /// Scan this many segments at once.
    #[arg(long, default_value_t = 4, value_parser = clap::value_parser!(u16).range(1..))]
    pub segments: u16,
    /// The number of rows to read with a request.
    #[arg(skip = 100_u16)]
    pub page_size: u16,
    /// Write at most this many rows a second; a move counts as two.
    #[arg(long, value_name = "ROWS", value_parser = clap::value_parser!(u32).range(1..))]
    pub rate: Option<u32>,
    /// The snapshot of the oldest release that still runs.
    ///
    /// A move requires it, and is refused if that release would not find a moved row. A repair is refused if that release
    /// reads an index differently.
    #[arg(long, value_name = "SCHEMA", value_parser = |path: &str| input::schema(path.as_ref()))]
    pub old: Option<Schema>,
    /// The attribute of a moved row that gets the sort key that the row had, or its partition key, so that readers of the
    /// table's stream can distinguish a move from a new row.
    #[arg(skip)]
    pub mark: Option<String>,
    /// Save the position of each segment to a file, and continue from there.
    ///
    /// A file of another table, another schema or another run is refused. The file is removed at the end. It holds keys,
    /// which may be personal data; only its owner can read it.
    #[arg(long, value_name = "FILE")]
    pub progress: Option<PathBuf>,
    /// Write the keys of rows that are left unchanged to a file, each with the reason.
    ///
    /// Each is a line of JSON, whose `key` has the format of `aws dynamodb get-item --key`. Keys may be personal data; only
    /// the owner of the file can read it.
    #[arg(long, value_name = "FILE")]
    pub left: Option<PathBuf>,
    /// Advances with each row.
    #[arg(skip = ProgressBar::hidden())]
    pub(super) bar: ProgressBar,
}

/// Returns the name that a field keeps, if it is stored under an alias alone.
pub(super) const fn kept_name(aliases: bool) -> KeptName {
    if aliases { KeptName::Written } else { KeptName::Stored }
}

impl Run {
    /// Creates a run over all rows of this table, with four segments at once, that writes nothing.
    pub fn new(table: impl Into<String>) -> Self {
        Self {
            table: table.into(),
            write: false,
            remove: false,
            aliases: false,
            entity: None,
            segments: 4,
            page_size: 100,
            rate: None,
            old: None,
            mark: None,
            progress: None,
            left: None,
            bar: ProgressBar::hidden(),
        }
    }

    /// Returns the same run over all rows, but without any writes, not even to the files.
    pub(super) fn second_look(&self) -> Self {
        Self { write: false, progress: None, left: None, ..self.clone() }
    }

    /// Returns whether a row belongs to the entity of the run.
    pub(super) fn is_about<T: ReadItems>(&self, item: &Item) -> bool {
        self.entity.as_ref().is_none_or(|entity| entity_of::<T>(item) == entity)
    }

    /// Checks that the table has the entity of the run, and that the run can advance.
    pub(super) fn check(&self, schema: &TableSchema) -> Result<(), RunError> {
        if self.segments == 0 || self.page_size == 0 || self.rate == Some(0) {
            return Err("`segments`, `page_size` and `rate` of a run are at least 1".into());
        }
        let Some(name) = &self.entity else { return Ok(()) };
        let names: Vec<_> = schema.entities().iter().map(|entity| entity.name()).collect();
        if names.contains(&&**name) {
            return Ok(());
        }
        let names = names.join("`, `");
        Err(format!("no entity `{name}`\nhelp: available entities are: `{names}`").into())
    }
}
