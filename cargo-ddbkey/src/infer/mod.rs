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
//! | `rows`, `value`, `workbench` | read rows from files and standard input |
//! | `layout` | names the keys of the table and of its indexes, a layout without entities |
//! | `sample` | keeps rows of each kind of key |
//! | `usual` | the most frequent value, and how many rows may be mistakes |
//! | `segments`, `literals`, `group` | split strings, decide what is a literal, and group rows by their literals |
//! | `overview` | knows what all rows tell: the layout, the literals, the type attribute |
//! | `learn` | makes an entity of each group: its name, its fields, its keys in the table and in the indexes |
//! | `field`, `time` | give an attribute a type, and write its values as parts of keys |
//! | `keys` | find the pieces of one key |
//! | `shapes` | decide the order of several keys of one entity |
//! | `overlap` | leave out an entity whose keys could belong to another |
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
mod literals;
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
mod words;
mod workbench;

use std::collections::BTreeSet;
use std::fmt;
use std::str::FromStr;

use ddbkey_tools::TableKey;
use ddbkey_tools::cli::{Failure, input};

pub use against::{Unexplained, against};
use check::Counts;
use field::{TypeOptions, ValueKind};
use model::TableDraft;
pub use rows::Rows;
use sample::Sample;

/// Decisions that rows alone do not give to [`infer`].
#[derive(Clone, Debug, Default, clap::Args)]
pub struct Options {
    /// The output of `aws dynamodb describe-table` or a CloudFormation template, for the names of keys and indexes
    #[arg(long, value_parser = |path: &str| input::text(path.as_ref()))]
    pub table: Option<String>,
    /// The table, if the template has several
    #[arg(long, value_name = "NAME", requires = "table")]
    pub resource: Option<String>,
    /// The name of the enum
    #[arg(long, default_value = "Shop")]
    pub name: String,
    /// Decide something ambiguous: `Order.status=enum`, `Order.total=required`, `Order.sk=created_at`, `Order.sk.1=literal`,
    /// `required`
    #[arg(long, value_name = "ENTITY.ATTRIBUTE=WHAT")]
    pub assume: Vec<Assumed>,
    /// Declare newtypes with an alphabet for ids that only keys have
    #[arg(long)]
    pub newtypes: bool,
    /// The crate whose types times have
    #[arg(long, value_enum, default_value_t)]
    pub types: TimeCrate,
    /// Print words and names that only few rows have, which may be personal data
    #[arg(long)]
    pub show_values: bool,
}

/// The crate whose types times have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum TimeCrate {
    /// `Timestamp` and `Date`.
    #[default]
    Jiff,
    /// `DateTime<Utc>` and `NaiveDate`.
    Chrono,
}

/// A decision: `Order.status=enum`, or `required` for every field that all rows have.
///
/// After the equals sign stands `required`, `optional`, `enum`, `String`, `u64`, `i64`, `f64` or `Value`. For a key
/// attribute, it is the field that the key contains. For a segment of a key, `Order.sk.1`, counted from 0, it is `literal`,
/// `value` or the field. `*` is every entity.
#[derive(Clone, Debug)]
pub struct Assumed {
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

/// What an assumption can say, besides the name of a field.
const ASSUMPTIONS: [&str; 10] =
    ["required", "optional", "enum", "String", "u64", "i64", "f64", "Value", "literal", "value"];

/// The maximum number of passes: two, and two more if the sample lacked a form.
const MAX_PASSES: u32 = 4;

/// The maximum number of unexplained rows that join the sample.
const MAX_LEARNED: usize = 4_000;

/// Infers the declaration of a table from its rows.
///
/// Every row that the report calls explained can be read by the module, has no fault in an audit, produces exactly the
/// stored keys, and is written back unchanged.
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
/// # Ok::<(), ddbkey_tools::cli::Failure>(())
/// ```
///
/// # Errors
///
/// Returns an error if the rows or the description of the table cannot be read, or if the input has no rows. Without a
/// description, also returns an error if no attributes have the names of keys.
pub fn infer(rows: &Rows, options: &Options) -> Result<Inferred, Failure> {
    let resource = options.resource.as_deref();
    let described = match &options.table {
        Some(table) => Some(layout::described(table, resource)?),
        None => rows.layout()?,
    };
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
    for own in &options.assume {
        let failed = |fault| format!("{own} assumes nothing of the rows: {fault}");
        own.check(&table, &sample).map_err(failed)?;
    }
    // What is checked is what is printed: an enum with a word of few rows is a string, which the rows are compared with again.
    let few = if options.show_values { 0 } else { usual::FEW };
    loop {
        let mut is_final = true;
        for (entity, field) in counts.rare_words(few) {
            let entity = &mut table.entities[entity];
            let attribute = entity.fields[field].attribute.clone().unwrap_or_default();
            if !options.is_assumed(&entity.name, &attribute, "enum") {
                entity.fields[field].kind = ValueKind::String;
                is_final = false;
            }
        }
        if is_final {
            break;
        }
        overlap::leave_out(&mut table.entities, &mut table.doubts);
        (counts, _) = count(rows, &table)?;
        passes += 1;
    }
    let printed = print::module(&table, &counts, options.types());
    let report = report::report(&table, &counts, &printed.crates, passes);
    Ok(Inferred { module: printed.module, report, explained: counts.total(), rows: counts.rows })
}

/// Compares all rows with a declaration, and keeps some of the unexplained rows.
fn count(rows: &Rows, table: &TableDraft) -> Result<(Counts, Vec<value::StoredRow>), Failure> {
    let (mut counts, mut missed) = (Counts::of(table), Vec::new());
    rows.for_each(layout::line_names(&table.layout), |row| {
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
        Self { name: name.into(), ..Self::default() }
    }

    fn types(&self) -> TypeOptions {
        TypeOptions { is_chrono: self.types == TimeCrate::Chrono, has_structs: true }
    }

    /// Returns the assumptions about the attributes of an entity.
    fn assumed_of(&self, entity: &str) -> impl Iterator<Item = (&str, &str)> {
        let own = self.assume.iter().filter(move |own| own.is_of(entity));
        own.map(|own| (own.attribute.as_str(), own.what.as_str()))
    }

    fn is_assumed(&self, entity: &str, attribute: &str, what: &str) -> bool {
        self.assumed_of(entity)
            .any(|(own, other)| (own == attribute || own == "*") && other == what)
    }
}

impl Assumed {
    fn is_of(&self, entity: &str) -> bool {
        self.entity == entity || self.entity == "*"
    }

    /// Checks that the assumption names something in the rows.
    fn check(&self, table: &TableDraft, sample: &Sample) -> Result<(), String> {
        let Self { entity, attribute, what } = self;
        let known: Vec<_> = table.entities.iter().filter(|own| self.is_of(&own.name)).collect();
        if known.is_empty() && !table.doubts.iter().any(|own| own.entity == *entity) {
            let names = table.entities.iter().map(|own| format!("`{}`", own.name));
            let names = names.collect::<Vec<_>>().join(", ");
            return Err(format!("there is no entity `{entity}`; the entities are {names}"));
        }
        let own = match attribute.rsplit_once('.') {
            Some((own, at)) if at.bytes().all(|byte| byte.is_ascii_digit()) => own,
            _ => attribute,
        };
        let keys = table.layout.keys().flat_map(TableKey::names);
        let rows = sample.rows().flat_map(|(row, _)| row.names());
        let names: BTreeSet<&str> = rows.chain(keys).collect();
        if own != "*" && !names.iter().any(|name| layout::is_name_of(&table.layout, own, name)) {
            return Err(format!("no row has an attribute `{own}`"));
        }
        let mut fields = known.iter().flat_map(|own| &own.fields);
        let is_known = ASSUMPTIONS.contains(&what.as_str()) || names.contains(what.as_str());
        if !is_known && !fields.any(|field| field.name == *what) {
            let words = ASSUMPTIONS.join(", ");
            return Err(format!("`{what}` is neither a field nor one of {words}"));
        }
        Ok(())
    }
}

impl FromStr for Assumed {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let place = text.split_once('=').and_then(|(place, what)| {
            place.split_once('.').map(|(entity, attribute)| (entity, attribute, what))
        });
        let (entity, attribute, what) = match place {
            None if text == "required" => ("*", "*", text),
            Some(place) => place,
            None => {
                return Err(format!(
                    "`{text}` is not an assumption\nhelp: write `Entity.attribute=String`"
                ));
            }
        };
        let [entity, attribute, what] = [entity, attribute, what].map(ToOwned::to_owned);
        Ok(Self { entity, attribute, what })
    }
}

impl fmt::Display for Assumed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "`{}.{}={}`", self.entity, self.attribute, self.what)
    }
}
