//! Checks that a deployed table is the table that a schema declares.
//!
//! Only what the schema declares is compared. Other indexes, capacity, streams and tags do not matter.

use std::fmt;

use aws_sdk_dynamodb::types::{
    self, IndexStatus, KeySchemaElement, KeyType, ProjectionType, TableDescription, TableStatus,
    TimeToLiveDescription, TimeToLiveStatus,
};

use ddbkey::schema::{EntitySchema, IndexLayout, Projection, TableSchema};

use crate::private::{IndexKind, NamedKeys};
use crate::schema::ItemSchema as _;

/// A difference between a deployed table and its schema. It prints as one line that tells what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mismatch {
    line: String,
    is_wrong_shape: bool,
}

impl Mismatch {
    /// Returns whether the table cannot be used as the schema describes it, because requests would be refused or
    /// rows missed. Returns false for an index that projects less than declared, and for a table or an index
    /// that is not active yet: an application can start with both.
    #[must_use]
    pub const fn is_wrong_shape(&self) -> bool {
        self.is_wrong_shape
    }
}

impl fmt::Display for Mismatch {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.line)
    }
}

/// Compares a deployed table, as `DescribeTable` returns it, with the schema: the attributes of each
/// key, with their types and order, and that every index exists, is active and projects what is declared.
///
/// Nothing else is compared: the table may have other indexes.
///
/// ```
/// use aws_sdk_dynamodb::types::{
///     AttributeDefinition, KeySchemaElement, KeyType, ScalarAttributeType, TableDescription,
/// };
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// struct User { user_id: String }
///
/// #[derive(DdbTable)]
/// #[ddb(pk = "pk")]
/// enum Users { User(User) }
///
/// let deployed = TableDescription::builder()
///     .key_schema(
///         KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash).build()?,
///     )
///     .attribute_definitions(
///         AttributeDefinition::builder()
///             .attribute_name("id")
///             .attribute_type(ScalarAttributeType::S)
///             .build()?,
///     )
///     .build();
/// let wrong = ddbkey_aws::verify(Users::SCHEMA, &deployed);
/// assert_eq!(wrong.len(), 1);
/// let line = wrong[0].to_string();
/// assert!(line.starts_with("the key of the table is `id`, but the schema says `pk`"));
/// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
/// ```
#[must_use]
pub fn verify(schema: &TableSchema, table: &TableDescription) -> Vec<Mismatch> {
    let mut wrong = Vec::new();
    // While an index is built, the table is `UPDATING` and usable.
    match table.table_status() {
        None | Some(TableStatus::Active | TableStatus::Updating) => {}
        Some(status) => wrong.push(Mismatch::status("the table", status.as_str())),
    }
    wrong.extend(Mismatch::key(
        "the table",
        "use a table with that key",
        &schema.keys(),
        table.key_schema(),
    ));
    for index in schema.indexes() {
        compare_index(schema, &index, table, &mut wrong);
    }
    for (name, expected) in schema.key_attributes() {
        let mut definitions = table.attribute_definitions().iter();
        // An attribute without a definition is not in any key, and the key was reported already.
        let Some(found) = definitions.find(|found| found.attribute_name() == name) else {
            continue;
        };
        let (found, expected) = (found.attribute_type().as_str(), expected.letter());
        if found != expected {
            wrong.push(Mismatch::wrong(format!(
                "key attribute `{name}` is {found}, but the schema says {expected}; recreate the table or \
                 index, or declare a part of type {found}"
            )));
        }
    }
    wrong
}

/// Compares the time to live of a deployed table, as `DescribeTimeToLive` returns it, with the schema.
///
/// If the schema declares none, a deployed time to live is a mismatch only if an entity has the attribute, because DynamoDB
/// deletes the rows of that entity.
///
/// ```
/// use aws_sdk_dynamodb::types::{TimeToLiveDescription, TimeToLiveStatus};
/// use ddbkey::{DdbKeys, DdbTable};
///
/// #[derive(DdbKeys)]
/// #[ddb(ttl = expires_at)]
/// #[pk("SESSION", id)]
/// #[sk("META")]
/// struct Session { id: String, expires_at: u64 }
///
/// #[derive(DdbTable)]
/// enum Shop { Session(Session) }
///
/// let deployed = TimeToLiveDescription::builder()
///     .time_to_live_status(TimeToLiveStatus::Disabled)
///     .build();
/// let wrong = ddbkey_aws::verify_ttl(Shop::SCHEMA, &deployed);
/// assert_eq!(
///     wrong[0].to_string(),
///     "the table has no time to live, but the schema says `expires_at`; turn it on with `UpdateTimeToLive`",
/// );
/// ```
#[must_use]
pub fn verify_ttl(schema: &TableSchema, ttl: &TimeToLiveDescription) -> Vec<Mismatch> {
    let status = ttl.time_to_live_status();
    let is_on = matches!(status, Some(TimeToLiveStatus::Enabled | TimeToLiveStatus::Enabling));
    let found = ttl.attribute_name().filter(|_| is_on);
    let mismatch = match (schema.ttl_attribute(), found) {
        (Some(expected), Some(found)) if expected == found => {
            (status == Some(&TimeToLiveStatus::Enabling)).then(|| {
                let line = "the time to live is ENABLING; wait until it is ENABLED";
                Mismatch::usable(line.into())
            })
        }
        (Some(expected), Some(found)) => Some(Mismatch::wrong(format!(
            "the time to live of the table is `{found}`, but the schema says `{expected}`; turn it off and the \
             other on with `UpdateTimeToLive`, or declare the attribute that it has"
        ))),
        (Some(expected), None) => Some(Mismatch::usable(format!(
            "the table has no time to live, but the schema says `{expected}`; turn it on with \
             `UpdateTimeToLive`"
        ))),
        (None, Some(found)) => {
            let has =
                |entity: &&&EntitySchema| entity.writes(found) || entity.attribute(found).is_some();
            schema.entities().iter().find(has).map(|entity| {
                let entity = entity.name();
                Mismatch::wrong(format!(
                    "the time to live of the table is `{found}`, by which DynamoDB deletes rows of `{entity}`; \
                     turn it off with `UpdateTimeToLive`, or declare it with `#[ddb(ttl = \u{2026})]`"
                ))
            })
        }
        (None, None) => None,
    };
    mismatch.into_iter().collect()
}

fn compare_index(
    schema: &TableSchema,
    index: &IndexLayout,
    table: &TableDescription,
    wrong: &mut Vec<Mismatch>,
) {
    let place = format!("index `{}`", index.name);
    let mut gsis = table.global_secondary_indexes().iter();
    let mut lsis = table.local_secondary_indexes().iter();
    let gsi = gsis.find(|gsi| gsi.index_name() == Some(index.name));
    let lsi = lsis.find(|lsi| lsi.index_name() == Some(index.name));
    let (kind, key_schema, projection, status) = match (gsi, lsi) {
        (Some(gsi), _) => (IndexKind::Gsi, gsi.key_schema(), gsi.projection(), gsi.index_status()),
        (None, Some(lsi)) => (IndexKind::Lsi, lsi.key_schema(), lsi.projection(), None),
        (None, None) => {
            return wrong.push(Mismatch::wrong(match index.kind {
                IndexKind::Gsi => format!("{place} does not exist; create it with `UpdateTable`"),
                IndexKind::Lsi => {
                    format!("local {place} does not exist; it can only be created with the table")
                }
            }));
        }
    };
    if kind != index.kind {
        let (is, says, other) = match index.kind {
            IndexKind::Gsi => ("local", "gsi", "lsi"),
            IndexKind::Lsi => ("global", "lsi", "gsi"),
        };
        wrong.push(Mismatch::wrong(format!(
            "{place} is {is}, but the schema says `#[{says}]`; declare it as `#[{other}]`"
        )));
    }
    wrong.extend(Mismatch::key(&place, "recreate the index", &index.keys, key_schema));
    // DynamoDB projects every key attribute, whether or not an index names it.
    let is_key = |name: &str| schema.keys().has(name) || index.keys.has(name);
    wrong.extend(projection.and_then(|found| Mismatch::projection(&place, index, is_key, found)));
    match status {
        None | Some(IndexStatus::Active | IndexStatus::Updating) => {}
        Some(status) => wrong.push(Mismatch::status(&place, status.as_str())),
    }
}

impl Mismatch {
    const fn wrong(line: String) -> Self {
        Self { line, is_wrong_shape: true }
    }

    const fn usable(line: String) -> Self {
        Self { line, is_wrong_shape: false }
    }

    /// Reports other key attributes of the table or an index, or another order.
    fn key(
        place: &str,
        remedy: &str,
        keys: &NamedKeys,
        deployed: &[KeySchemaElement],
    ) -> Option<Self> {
        let of_kind = |kind| {
            let elements = deployed.iter().filter(move |element| *element.key_type() == kind);
            elements.map(KeySchemaElement::attribute_name).collect()
        };
        let found: [Vec<_>; 2] = [of_kind(KeyType::Hash), of_kind(KeyType::Range)];
        let expected: [Vec<_>; 2] = [keys.pk.list().to_vec(), keys.sk.list().to_vec()];
        let says = format!("but the schema says {}", both_keys(&expected));
        (found != expected).then(|| {
            Self::wrong(if found[0].is_empty() {
                format!("the description of {place} has no key, {says}")
            } else {
                let found = both_keys(&found);
                format!("the key of {place} is {found}, {says}; {remedy}, or declare the names that it has")
            })
        })
    }

    /// Reports an index that projects less than declared.
    fn projection(
        place: &str,
        index: &IndexLayout,
        is_key: impl Fn(&str) -> bool,
        found: &types::Projection,
    ) -> Option<Self> {
        let kind = found.projection_type().filter(|kind| **kind != ProjectionType::All)?;
        if index.projection == Projection::All {
            return Some(Self::usable(format!(
                "{place} projects {kind}, but the schema says ALL; recreate it, or declare `projection = \
                 keys` and read the items from the table"
            )));
        }
        let found = found.non_key_attributes();
        let missing = index.projection.included().into_iter();
        let is_found = |name: &str| is_key(name) || found.iter().any(|other| other == name);
        let missing: Vec<_> = missing.filter(|name| !is_found(name)).collect();
        (!missing.is_empty()).then(|| {
            let names = missing.join("`, `");
            Self::usable(format!(
                "{place} does not project `{names}`, which the schema includes; recreate it, or declare what it \
                 projects"
            ))
        })
    }

    /// Reports a table or an index that cannot be used yet or any more.
    fn status(place: &str, status: &str) -> Self {
        let remedy = match status {
            "CREATING" => {
                return Self::usable(format!("{place} is {status}; wait until it is ACTIVE"));
            }
            "DELETING" => "create it again once it is gone",
            "ARCHIVING" | "ARCHIVED" => "restore it from its backup",
            "INACCESSIBLE_ENCRYPTION_CREDENTIALS" => "give DynamoDB access to its KMS key",
            _ => "it must be ACTIVE",
        };
        Self::wrong(format!("{place} is {status}; {remedy}"))
    }
}

/// Prints the attributes of both keys: `` `tournament`, `region` / `round` ``.
fn both_keys(keys: &[Vec<&str>; 2]) -> String {
    let names = |names: &Vec<&str>| format!("`{}`", names.join("`, `"));
    let keys: Vec<_> = keys.iter().filter(|names| !names.is_empty()).map(names).collect();
    keys.join(" / ")
}
