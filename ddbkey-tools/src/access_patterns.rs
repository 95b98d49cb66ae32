//! The access patterns of a program, as a committed page.

#[cfg(test)]
mod tests;

use std::fmt;
use std::path::Path;

use ddbkey::KeyCondition;
use ddbkey::schema::TableSchema;

use crate::committed;
use crate::error::SchemaError;
use crate::escape::span;
use crate::queries::{also_returned, rows_order};
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
    patterns: Vec<AccessPattern>,
}

/// An access pattern, and what the page prints about it.
#[derive(Clone, Debug)]
struct AccessPattern {
    name: String,
    condition: String,
    index: Option<&'static str>,
    order: Option<String>,
    is_descending: bool,
    also: Option<String>,
    /// The entities whose items the pattern returns.
    entities: Vec<String>,
}

impl AccessPatterns {
    /// Creates a page without patterns.
    pub fn new(schema: &TableSchema) -> Self {
        Self { schema: Schema::of(schema), patterns: Vec::new() }
    }

    /// Adds a pattern with its query. The page does not print the values of the query, so any values will do.
    pub fn add(mut self, name: &str, condition: &KeyCondition) -> Self {
        self.patterns.push(AccessPattern::of(&self.schema, name, condition));
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

    /// Returns the indexes that no pattern uses.
    fn unused_indexes(&self) -> Vec<String> {
        let names = self.schema.indexes.iter().filter_map(|key| key.index());
        let is_used = |name: &&str| self.patterns.iter().any(|own| own.index == Some(*name));
        names.filter(|name| !is_used(name)).map(span).collect()
    }

    /// Returns the entities that no pattern reads.
    fn unread_entities(&self) -> Vec<String> {
        let is_read = |name: &str| {
            self.patterns.iter().any(|own| own.entities.iter().any(|entity| entity == name))
        };
        let names = self.schema.entities.iter().map(|entity| &*entity.name);
        names.filter(|name| !is_read(name)).map(span).collect()
    }
}

impl AccessPattern {
    fn of(schema: &Schema, name: &str, condition: &KeyCondition) -> Self {
        let (index, given) = (condition.index_name(), condition.parts_given());
        let entity = schema.entity(condition.entity());
        let alternative = condition.alternative().map_or("", |own| own.name);
        let key = entity.and_then(|entity| {
            entity.keys_in(index).find(|key| match index {
                Some(_) => entity.shape(key).is_none_or(|name| Some(name) == condition.called()),
                None => key.name() == alternative,
            })
        });
        let (mut order, mut also, mut entities) = (None, None, vec![condition.entity().to_owned()]);
        if let (Some(entity), Some(key)) = (entity, key) {
            if condition.is_of_entity() {
                order = rows_order(key, given);
                let others;
                (also, others) = also_returned(entity, key, given);
                entities.extend(others);
            } else {
                let others = schema.entities.iter().filter(|other| other.name != entity.name);
                let others = others.filter(|other| may_share_partition(schema, key, other));
                let others: Vec<_> = others.map(|entity| &*entity.name).collect();
                entities.extend(others.iter().map(ToString::to_string));
                also = (!others.is_empty())
                    .then(|| others.into_iter().map(span).collect::<Vec<_>>().join(", "));
            }
        }
        let (condition_text, is_descending) = (condition.to_string(), condition.is_descending());
        Self {
            name: name.into(),
            condition: condition_text,
            index,
            order,
            is_descending,
            also,
            entities,
        }
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
        writeln!(f, "# Access patterns of {}", span(&self.schema.name))?;
        self.patterns.iter().try_for_each(|pattern| write!(f, "{pattern}"))?;
        let (indexes, entities) = (self.unused_indexes(), self.unread_entities());
        if !indexes.is_empty() {
            let indexes = indexes.join(", ");
            writeln!(
                f,
                "\nNo pattern uses these indexes, each of which costs a write: {indexes}."
            )?;
        }
        if !entities.is_empty() {
            writeln!(f, "\nNo pattern reads these entities: {}.", entities.join(", "))?;
        }
        Ok(())
    }
}

impl fmt::Display for AccessPattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "\n## {}\n", self.name)?;
        writeln!(f, "- {}", span(&self.condition))?;
        let index =
            self.index.map_or_else(|| "the table".into(), |name| format!("index {}", span(name)));
        writeln!(f, "- reads {index}")?;
        if let Some(order) = &self.order {
            let descending = if self.is_descending { ", descending" } else { "" };
            writeln!(f, "- order: {order}{descending}")?;
        }
        self.also.iter().try_for_each(|also| writeln!(f, "- also returns {also}"))
    }
}
