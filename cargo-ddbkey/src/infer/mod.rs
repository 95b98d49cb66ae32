//! Infers the declaration of a table from its rows.
//!
//! Rows are read twice. The first pass keeps a bounded sample of each kind of key, and a declaration is learned from the
//! sample: groups by the literals of their keys, then the pieces of each key, then the types of the fields. The second pass
//! compares every row with the declaration: each string is built again from its parts, and each attribute must be what the
//! type of its field writes. Rows that differ are counted and listed. If the second pass finds forms that the sample lacks,
//! those rows join the sample, and both passes run again.
//!
//! | modules | what they do |
//! |---|---|
//! | `rows`, `value` | read rows from files and standard input |
//! | `layout` | names the keys of the table and of its indexes, a layout without entities |
//! | `sample` | keeps rows of each kind of key |
//! | `usual` | the most frequent value, and how many rows may be mistakes |
//! | `segments`, `vocabulary`, `group` | split strings, tell literals from values, and group rows by their literals |
//! | `overview` | knows what all rows tell: the layout, the vocabulary, the type attribute |
//! | `learn` | makes an entity of each group: its name, its fields, its keys in the table and in the indexes |
//! | `field`, `time` | give an attribute a type, and write its values as parts of keys |
//! | `keys` | find the pieces of one key |
//! | `shapes` | decide the order of several keys of one entity |
//! | `overlap` | leave out an entity whose keys could be those of another |
//! | `model` | holds what was learned, as drafts |
//! | `check` | compares a row with the drafts, and counts |
//! | `print`, `report` | print the module, and what it explains |
//! | `against` | compares rows with a layout instead |

mod against;
mod check;
mod field;
mod group;
mod keys;
mod layout;
mod learn;
mod masked;
mod model;
mod overlap;
mod overview;
mod print;
mod report;
mod rows;
mod sample;
mod segments;
mod shapes;
#[cfg(test)]
mod tests;
mod time;
mod usual;
mod value;
mod vocabulary;
mod words;

use std::fmt;

pub use against::{Unexplained, against};
use check::Counts;
use field::{TypeOptions, ValueKind};
use model::TableDraft;
pub use rows::Rows;
use sample::Sample;

/// Decisions that rows alone do not give to [`infer`].
#[derive(Clone, Debug)]
pub struct Options {
    name: String,
    table: Option<String>,
    assumed: Vec<Assumed>,
    newtypes: bool,
    is_chrono: bool,
    show_values: bool,
}

/// `Order.status=enum`
#[derive(Clone, Debug)]
struct Assumed {
    entity: String,
    attribute: String,
    what: String,
}

/// A declaration that explains rows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Inferred {
    /// The source of a Rust module: the enum, its entities, and a test.
    pub module: String,
    /// What the module explains, what it does not explain and why, and what was ambiguous.
    pub report: String,
    /// The number of rows that the module explains.
    pub explained: u64,
    /// The number of rows.
    pub rows: u64,
}

/// The error when rows cannot be read, or when nothing tells which attributes are keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct InferError(String);

/// The maximum number of passes: two, and two more if the sample lacked a form.
const MAX_PASSES: u32 = 4;

/// The maximum number of unexplained rows that join the sample.
const MAX_LEARNED: usize = 4_000;

/// Infers the declaration of a table from its rows.
///
/// Every row that the report calls explained can be read by the module, has no fault in an audit, produces exactly the
/// stored keys, and is written back as it is stored.
///
/// ```
/// use cargo_ddbkey::infer::{Options, Rows, infer};
///
/// let rows = Rows::text(
///     r#"{"pk": {"S": "USER#u1"}, "sk": {"S": "PROFILE"}, "user_id": {"S": "u1"}, "name": {"S": "Ann"}}
/// {"pk": {"S": "USER#u2"}, "sk": {"S": "PROFILE"}, "user_id": {"S": "u2"}, "name": {"S": "Bob"}}"#,
/// );
/// let inferred = infer(&rows, &Options::new("Shop"))?;
/// assert!(inferred.module.contains("#[pk(\"USER\", user_id)]\n#[sk(\"PROFILE\")]"));
/// assert_eq!((inferred.explained, inferred.rows), (2, 2));
/// # Ok::<(), cargo_ddbkey::infer::InferError>(())
/// ```
///
/// # Errors
///
/// Returns an error if the rows or the description of the table cannot be read, or if there are no rows. Without a
/// description, also returns an error if no attributes have the names of keys.
pub fn infer(rows: &Rows, options: &Options) -> Result<Inferred, InferError> {
    let described = options.table.as_deref().map(layout::described).transpose()?;
    let mut sample = Sample::of(rows, described.as_ref())?;
    let mut table = learn::learn(&sample, options);
    let mut passes = 2;
    let (mut counts, mut missed) = count(rows, &table)?;
    while !missed.is_empty() && passes < MAX_PASSES {
        sample.add(std::mem::take(&mut missed));
        let next = learn::learn(&sample, options);
        if explained(&next, &sample) <= explained(&table, &sample) {
            break;
        }
        passes += 1;
        let (next_counts, next_missed) = count(rows, &next)?;
        if next_counts.total() <= counts.total() {
            break;
        }
        (table, counts, missed) = (next, next_counts, next_missed);
    }
    let few = if options.show_values { 0 } else { learn::FEW };
    for (entity, field) in counts.rare_words(few) {
        let entity = &mut table.entities[entity];
        if !options.is_assumed(
            &entity.name,
            entity.fields[field].attribute.as_deref().unwrap_or_default(),
            "enum",
        ) {
            entity.fields[field].kind = ValueKind::String;
        }
    }
    let printed = print::module(&table, &counts, options.types());
    let report = report::report(&table, &counts, &printed.crates, passes);
    Ok(Inferred { module: printed.module, report, explained: counts.total(), rows: counts.rows })
}

/// Compares all rows with a declaration, and keeps some of the unexplained rows.
fn count(rows: &Rows, table: &TableDraft) -> Result<(Counts, Vec<value::StoredRow>), InferError> {
    let (mut counts, mut missed) = (Counts::of(table), Vec::new());
    rows.for_each(|row| {
        if !counts.add(table, &row) && missed.len() < MAX_LEARNED {
            missed.push(row);
        }
    })?;
    Ok((counts, missed))
}

/// Returns how many rows of a sample a declaration explains.
fn explained(table: &TableDraft, sample: &Sample) -> u64 {
    let mut counts = Counts::of(table);
    for (row, _) in sample.rows() {
        counts.add(table, row);
    }
    counts.total()
}

impl Options {
    /// Names the enum of the table.
    #[must_use]
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            table: None,
            assumed: Vec::new(),
            newtypes: false,
            is_chrono: false,
            show_values: false,
        }
    }

    /// Takes keys and indexes from the output of `aws dynamodb describe-table`, instead of guessing them from attribute
    /// names.
    #[must_use]
    pub fn table(mut self, json: impl Into<String>) -> Self {
        self.table = Some(json.into());
        self
    }

    /// Decides an ambiguity: `Order.status=enum`, `Order.total=required`, `Order.sk=created_at`, or `required`
    /// for every field that all rows have.
    ///
    /// After the equals sign, write `required`, `optional`, `enum`, `String`, `u64`, `i64`, `f64` or `Value`. For a key
    /// attribute, write the field that it contains.
    ///
    /// # Errors
    ///
    /// Returns an error if the string has another form.
    pub fn assume(mut self, text: &str) -> Result<Self, InferError> {
        let assumed = match text.split_once('=') {
            None if text == "required" => Some(("*", "*", text)),
            None => None,
            Some((place, what)) => {
                place.split_once('.').map(|(entity, attribute)| (entity, attribute, what))
            }
        };
        let Some((entity, attribute, what)) = assumed else {
            return Err(InferError::new(format!(
                "`{text}` is not an assumption\nhelp: write `Entity.attribute=String`"
            )));
        };
        self.assumed.push(Assumed {
            entity: entity.into(),
            attribute: attribute.into(),
            what: what.into(),
        });
        Ok(self)
    }

    /// Declares newtypes with an alphabet for ids that only keys have.
    #[must_use]
    pub const fn newtypes(mut self) -> Self {
        self.newtypes = true;
        self
    }

    /// Uses the types of `chrono` for times instead of those of `jiff`.
    #[must_use]
    pub const fn chrono(mut self) -> Self {
        self.is_chrono = true;
        self
    }

    /// Prints words and names that only few rows have. They may be personal data.
    #[must_use]
    pub const fn show_values(mut self) -> Self {
        self.show_values = true;
        self
    }

    const fn types(&self) -> TypeOptions {
        TypeOptions { is_chrono: self.is_chrono, has_structs: true }
    }

    /// Returns the assumptions about the attributes of an entity.
    fn assumed_of(&self, entity: &str) -> impl Iterator<Item = (&str, &str)> {
        let own = self.assumed.iter().filter(move |own| own.entity == entity || own.entity == "*");
        own.map(|own| (own.attribute.as_str(), own.what.as_str()))
    }

    fn is_assumed(&self, entity: &str, attribute: &str, what: &str) -> bool {
        self.assumed_of(entity)
            .any(|(own, other)| (own == attribute || own == "*") && other == what)
    }
}

impl InferError {
    fn new(text: impl Into<String>) -> Self {
        Self(text.into())
    }
}

impl fmt::Display for InferError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for InferError {}
