//! What an experienced designer of tables would ask about a schema.
//!
//! A rule is a function of a schema. It has no note on a table that follows its advice. The table in the documentation of
//! [`review`] lists its source.

mod answers;
mod fields;
mod indexes;
mod partitions;

#[cfg(test)]
mod tests;

use std::fmt;

pub use self::answers::check_review;
use crate::schema::{Entity, Field, Key, Schema, TableKey};

/// A question about the design of a table, from [`review`].
///
/// It prints its code and subject, a sentence, and what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Note {
    code: &'static str,
    entity: Option<String>,
    field: Option<String>,
    index: Option<String>,
    fact: String,
    advice: String,
}

/// Returns what an experienced designer of tables would ask about a schema: costs and limits that the table will meet. A note
/// is not an error, and [`check_review`] compares the notes with your answers.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, review};
///
/// #[derive(DdbKeys)]
/// #[pk("CRATES")]
/// #[sk("CRATE", name)]
/// struct Crate { name: String }
///
/// #[derive(DdbTable)]
/// enum Registry { Crate(Crate) }
///
/// let notes = review(&Schema::of(Registry::SCHEMA));
/// assert_eq!((notes[0].code(), notes[0].entity()), ("constant-partition", Some("Crate")));
/// assert_eq!(
///     notes[0].to_string(),
///     "constant-partition Crate: every row of `Crate` is in one partition, `CRATES`\n\
///      help: begin the partition key with a value, or spread the rows over a `Shard`",
/// );
/// ```
///
/// | code | asks about | source |
/// |---|---|---|
/// | `constant-partition` | a partition key without a value, unless the entity has few keys, or the index is sparse | [partition keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html) |
/// | `few-partitions` | a partition key whose values are all enums, `bool`s or fewer than ten shards, unless the entity has few keys | [uniform load](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-uniform-load.html) |
/// | `index-backpressure` | the same in a GSI, which throttles writes of the table | [back pressure](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/gsi-throttling.html) |
/// | `hot-partition` | a partition key that is a day, an hour or another period: all writes go to the current one | [sharding](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-sharding.html) |
/// | `moving-primary-key` | a field that changes, by its name, in the primary key: a change is another row | [primary keys](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-partition-key-design.html) |
/// | `moving-key` | a field that changes, by its name or because it is an enum, in the keys of several indexes | [index writes](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/GSI.html#GSI.ThroughputConsiderations.Writes) |
/// | `method-index` | an index that calls a method, other than one for an optional word, in an entity without a version: each field can be its input, and all updates of a row conflict | [failed conditions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BestPractices_OptimisticLocking.html) |
/// | `unordered-number` | `:unordered` in a sort key, which sorts `10` before `9` | [fhir-works#112](https://github.com/awslabs/fhir-works-on-aws-deployment/pull/112) |
/// | `whole-table-index` | a GSI that projects everything and has every item, because it is built from attributes that all items have anyway | [guidelines](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html) |
/// | `prefix-index` | an index whose queries another index, or the table, can answer | [guidelines](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-indexes-general.html) |
/// | `lsi-collection` | an LSI, which ends an item collection at 10 GB | [item collections](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/LSI.html#LSI.ItemCollections.SizeLimit), [teleport#6359](https://github.com/gravitational/teleport/issues/6359) |
/// | `tenant-last` | a field that most entities have, declared by `#[ddb(tenant = field)]` or named `tenant`, `org`, `account` or `workspace`, with or without `_id`, if a partition key does not start with it | [pooled tenants](https://aws.amazon.com/blogs/apn/partitioning-pooled-multi-tenant-saas-data-with-amazon-dynamodb/) |
/// | `unfolded-email` | an e-mail address or a login in a key as people type it | [canarytokens#791](https://github.com/thinkst/canarytokens/pull/791) |
/// | `unique-by-index` | an index over only an e-mail address or a login, in a table without a key that starts with one | [unique constraints](https://aws.amazon.com/blogs/database/simulating-amazon-dynamodb-unique-constraints-using-transactions/) |
/// | `counter-in-row` | a number named `count`, `views`, `visits` or similar next to other fields | [counters](https://aws.amazon.com/blogs/database/implement-resource-counters-with-amazon-dynamodb/) |
/// | `growing-list` | a `Vec`: an item has at most 400 KB, and each update writes the whole of it | [large items](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/bp-use-s3-too.html) |
/// | `wide-struct` | more than 100 attribute names, which no condition can hold | [expressions](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html#limits-expression-parameters) |
/// | `no-ttl` | a number named `expires_at`, `expires` or `ttl` that is not the time to live | [time to live](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/TTL.html) |
/// | `no-former-version` | legacy keys without a version, so that a move can miss a concurrent update | [optimistic locking](https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/BestPractices_OptimisticLocking.html) |
#[must_use]
pub fn review(schema: &Schema) -> Vec<Note> {
    let rules = [
        Rule::Key(partitions::constant),
        Rule::Key(partitions::few),
        Rule::Key(partitions::back_pressure),
        Rule::Key(partitions::hot),
        Rule::Entity(indexes::moving_rows),
        Rule::Entity(indexes::moving),
        Rule::Entity(indexes::methods),
        Rule::Entity(indexes::unordered),
        Rule::Index(indexes::whole_table),
        Rule::Index(indexes::prefixes),
        Rule::Index(indexes::local),
        Rule::Entity(fields::tenants),
        Rule::Entity(fields::unfolded),
        Rule::Entity(fields::unique),
        Rule::Field(fields::counters),
        Rule::Field(fields::lists),
        Rule::Entity(fields::wide),
        Rule::Field(fields::expiring),
        Rule::Entity(fields::legacy),
    ];
    rules.iter().flat_map(|rule| rule.notes(schema)).collect()
}

/// A rule about each index, about each entity, about each of its keys in the table and in GSIs, or about each of its fields.
enum Rule {
    Index(fn(&Schema, &TableKey) -> Option<Note>),
    Entity(fn(&Schema, &Entity) -> Vec<Note>),
    Key(fn(&Entity, &Key) -> Option<Note>),
    Field(fn(&Entity, &Field) -> Option<Note>),
}

impl Rule {
    /// Returns the notes, each with its subject.
    fn notes(&self, schema: &Schema) -> Vec<Note> {
        if let Self::Index(rule) = self {
            let of = |index: &TableKey| Some(rule(schema, index)?.of_index(index.index()));
            return schema.indexes.iter().filter_map(of).collect();
        }
        let of_entity = |entity| {
            let notes: Vec<Note> = match self {
                Self::Index(_) => Vec::new(),
                Self::Entity(rule) => rule(schema, entity),
                Self::Key(rule) => {
                    let of = |key: &Key| Some(rule(entity, key)?.of_index(key.index()));
                    keys(schema, entity).filter_map(of).collect()
                }
                Self::Field(rule) => {
                    let of = |field: &Field| Some(rule(entity, field)?.of_field(&field.name));
                    entity.fields.iter().filter_map(of).collect()
                }
            };
            notes.into_iter().map(|note| note.of_entity(entity))
        };
        schema.entities.iter().flat_map(of_entity).collect()
    }
}

impl Note {
    fn new(code: &'static str, fact: String, advice: impl Into<String>) -> Self {
        let (entity, field, index) = (None, None, None);
        Self { code, entity, field, index, fact, advice: advice.into() }
    }

    fn of_entity(self, entity: &Entity) -> Self {
        Self { entity: Some(entity.name.clone()), ..self }
    }

    fn of_field(self, field: &str) -> Self {
        Self { field: Some(field.into()), ..self }
    }

    fn of_index(self, index: Option<&str>) -> Self {
        Self { index: index.map(Into::into), ..self }
    }

    /// Returns the code of the rule, such as `constant-partition`.
    #[must_use]
    pub const fn code(&self) -> &'static str {
        self.code
    }

    /// Returns the entity, if the note concerns one.
    #[must_use]
    pub fn entity(&self) -> Option<&str> {
        self.entity.as_deref()
    }

    /// Returns the index, if the note concerns only one.
    #[must_use]
    pub fn index(&self) -> Option<&str> {
        self.index.as_deref()
    }

    /// Returns the start of an answer: `few-partitions Order gsi1`, `growing-list Order.lines`.
    fn subject(&self) -> String {
        let mut subject = self.code.to_string();
        if let Some(entity) = self.entity() {
            subject += &format!(" {}", shown(entity));
        }
        if let Some(field) = &self.field {
            subject += &format!(".{}", shown(field));
        }
        if let Some(index) = self.index() {
            subject += &format!(" {}", shown(index));
        }
        subject
    }
}

/// Prints `constant-partition Crate: every row …`, and what to do on a separate line.
impl fmt::Display for Note {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: {}\nhelp: {}", self.subject(), self.fact, self.advice)
    }
}

/// Returns the keys that an entity writes in the table and in its GSIs: a legacy key cannot be changed, and an LSI has the
/// partitions of the table.
fn keys<'s>(schema: &'s Schema, entity: &'s Entity) -> impl Iterator<Item = &'s Key> + Clone {
    let global = entity.index_keys.iter().filter(|key| !schema.is_local(key));
    entity.written_keys().chain(global)
}

/// Returns the written keys of the table, and the keys of all indexes.
fn all_keys(entity: &Entity) -> impl Iterator<Item = &Key> + Clone {
    entity.written_keys().chain(&entity.index_keys)
}

impl Key {
    /// Returns the index as the end of a phrase, or nothing for the table.
    fn place(&self) -> String {
        self.index().map(|index| format!(" of index `{index}`")).unwrap_or_default()
    }
}

/// Returns a name as an answer has it: in quotes if it has more than letters, digits, `_`, `.` and `-`.
fn shown(name: &str) -> String {
    let is_plain = |own: char| own.is_alphanumeric() || matches!(own, '_' | '.' | '-');
    if !name.is_empty() && name.chars().all(is_plain) { name.into() } else { format!("{name:?}") }
}
