//! The access patterns of a program, as a committed page.

#[cfg(test)]
mod tests;

use std::collections::BTreeSet;
use std::fmt;
use std::path::Path;

use ddbkey::KeyCondition;
use ddbkey::schema::TableSchema;

use crate::committed;
use crate::error::SchemaError;
use crate::escape::span;
use crate::queries::{also_returned, list, rows_order};
use crate::schema::{Entity, Key, Schema};

/// The access patterns of a program: the queries that it sends, by name.
///
/// They print as a page of Markdown. For each pattern, the page has the condition without its values, the order of the
/// rows, and which other rows the query returns. The end of the page lists the indexes that no pattern uses, although each
/// costs a write, and the entities that no pattern reads. This is the whole test:
///
/// ```no_run
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::AccessPatterns;
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("ORDER", "{number:08}")]
/// struct Order { user_id: String, number: u32 }
///
/// #[derive(DdbTable)]
/// enum Shop { Order(Order) }
///
/// # /*
/// #[test]
/// # */
/// fn access_patterns() -> Result<(), Box<dyn std::error::Error>> {
///     let orders = || Order::query(OrderPk { user_id: "u1" });
///     AccessPatterns::new(Shop::SCHEMA)
///         .add("orders of a user, newest first", &orders().descending().build()?)
///         .add("one order", &orders().number(7).build()?)
///         .check("docs/access-patterns.md")?;
///     Ok(())
/// }
/// # access_patterns().unwrap();
/// ```
#[derive(Clone, Debug)]
#[must_use = "access patterns do nothing until they are checked or printed"]
pub struct AccessPatterns {
    schema: Schema,
    /// The patterns as they are printed.
    page: String,
    /// The indexes that patterns use.
    indexes: BTreeSet<String>,
    /// The entities whose items patterns return.
    entities: BTreeSet<String>,
}

/// The rows of a pattern.
#[derive(Default)]
struct PatternRows {
    order: Option<String>,
    also: Option<String>,
    /// The names of other entities among the rows.
    others: Vec<String>,
}

impl AccessPatterns {
    /// Creates a page without patterns.
    pub fn new(schema: &TableSchema) -> Self {
        let (schema, page) = (Schema::of(schema), String::new());
        Self { schema, page, indexes: BTreeSet::new(), entities: BTreeSet::new() }
    }

    /// Adds a pattern with its query. The page does not print the values of the query, so any values will do.
    pub fn add(mut self, name: &str, condition: &KeyCondition) -> Self {
        let PatternRows { order, also, others } = self.rows(condition);
        let index = condition.index_name();
        let reads = index.map_or("the table".into(), |name| format!("index {}", span(name)));
        let condition_text = span(&condition.to_string());
        self.page += &format!("\n## {name}\n\n- {condition_text}\n- reads {reads}\n");
        let descending = if condition.is_descending() { ", descending" } else { "" };
        self.page.extend(order.map(|order| format!("- order: {order}{descending}\n")));
        self.page.extend(also.map(|also| format!("- also returns {also}\n")));
        self.indexes.extend(index.map(Into::into));
        self.entities.extend(others);
        self.entities.insert(condition.entity().into());
        self
    }

    /// Compares the page with a committed file. If the environment variable `DDBKEY_SNAPSHOT=write` is set, this writes the
    /// file instead, and creates its folder if necessary. Cargo runs a test in the folder of its package, so a relative
    /// path starts there.
    ///
    /// # Errors
    ///
    /// Returns [`SchemaError`] in these cases:
    ///
    /// - the file has another page: the error prints the lines that differ;
    /// - the file does not exist: it is written, for you to commit;
    /// - the file cannot be read or written.
    pub fn check(&self, path: impl AsRef<Path>) -> Result<(), SchemaError> {
        let (path, present) = (path.as_ref(), self.to_string());
        committed::check(path, "access patterns page", &present, |committed| {
            let (name, shown) = (&self.schema.name, path.display());
            let lines = difference(committed, &present);
            Ok(format!("the access patterns of `{name}` differ from `{shown}`:\n{lines}"))
        })
    }

    fn rows(&self, condition: &KeyCondition) -> PatternRows {
        let (index, given) = (condition.index_name(), condition.parts_given());
        let alternative = condition.alternative().map_or("", |own| own.name);
        let found = self.schema.entity(condition.entity()).and_then(|entity| {
            let key = entity.keys_in(index).find(|key| match index {
                Some(_) => entity.shape(key).is_none_or(|name| Some(name) == condition.called()),
                None => key.name() == alternative,
            });
            Some((entity, key?))
        });
        let Some((entity, key)) = found else { return PatternRows::default() };
        if condition.is_of_entity() {
            let (also, others) = also_returned(entity, key, given);
            return PatternRows { order: rows_order(key, given), also, others };
        }
        let others = self.schema.entities.iter().filter(|other| {
            other.name != entity.name && may_share_partition(&self.schema, key, other)
        });
        let others: Vec<_> = others.map(|entity| entity.name.clone()).collect();
        let also = (!others.is_empty()).then(|| list(&others));
        PatternRows { order: None, also, others }
    }
}

/// Returns whether items of an entity can be in a partition of a key.
fn may_share_partition(schema: &Schema, key: &Key, other: &Entity) -> bool {
    if let Some(index) = key.index().filter(|index| other.index_key(index).is_none()) {
        return schema.also_in(index).any(|also| also.name == other.name);
    }
    other.keys_in(key.index()).any(|other| {
        let mut pairs = key.partition().zip(other.partition());
        key.partition().count() == other.partition().count()
            && pairs.all(|(one, other)| one.may_equal(other))
    })
}

/// Returns the lines that only one of two pages has.
fn difference(old: &str, new: &str) -> String {
    let only = |one: &str, other: &str, mark: &str| {
        let lines = one.lines().filter(|line| other.lines().all(|other| other != *line));
        lines.map(|line| format!("{mark} {line}\n")).collect::<Vec<_>>().concat()
    };
    let lines = only(old, new, "-") + &only(new, old, "+");
    if lines.is_empty() { "the lines are in another order".into() } else { lines.trim_end().into() }
}

impl fmt::Display for AccessPatterns {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "# Access patterns of {}\n{}", span(&self.schema.name), self.page)?;
        let indexes = self.schema.indexes.iter().filter_map(|key| key.index.as_ref());
        let indexes = list(indexes.filter(|name| !self.indexes.contains(*name)));
        if !indexes.is_empty() {
            writeln!(
                f,
                "\nNo pattern uses these indexes, each of which costs a write: {indexes}."
            )?;
        }
        let entities = self.schema.entities.iter().map(|entity| &entity.name);
        let entities = list(entities.filter(|name| !self.entities.contains(*name)));
        if !entities.is_empty() {
            writeln!(f, "\nNo pattern reads these entities: {entities}.")?;
        }
        Ok(())
    }
}
