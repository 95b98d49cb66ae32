//! Whether a deployed table is the one that a schema declares.
//!
//! Only what is declared is compared: other indexes, capacity, streams and tags are the table's own affair.

use alloc::format;
use alloc::string::{String, ToString};
use alloc::vec::Vec;
use core::fmt;

use aws_sdk_dynamodb::types::{
    AttributeDefinition, IndexStatus, KeySchemaElement, KeyType, ProjectionType, TableDescription,
    TableStatus,
};

use crate::layout::{IndexKind, Projection};
use crate::pattern::AttributeType;
use crate::table::{TableKey, TableSchema};

/// How a deployed table differs from its schema. It prints as one line that says what to do.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Mismatch {
    line: String,
    is_wrong_shape: bool,
}

impl Mismatch {
    /// Returns whether the table cannot be used as the schema describes it, because items would be refused or
    /// rows missed. Returns false for an index that projects less than declared, and for a table or an index
    /// that is not active yet, with which an application can start.
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

impl TableSchema {
    /// Compares a deployed table, as `DescribeTable` returns it, with the schema: the attributes of each
    /// key, their types and order, and that every index is there, is active and projects what is declared.
    ///
    /// What is not declared is not compared: the table may have other indexes.
    ///
    /// ```
    /// use aws_sdk_dynamodb::types::{AttributeDefinition, KeySchemaElement, KeyType, ScalarAttributeType};
    /// use aws_sdk_dynamodb::types::TableDescription;
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
    ///     .key_schema(KeySchemaElement::builder().attribute_name("id").key_type(KeyType::Hash).build()?)
    ///     .attribute_definitions(
    ///         AttributeDefinition::builder()
    ///             .attribute_name("id")
    ///             .attribute_type(ScalarAttributeType::S)
    ///             .build()?,
    ///     )
    ///     .build();
    /// let wrong = Users::SCHEMA.verify(&deployed);
    /// assert_eq!(wrong.len(), 1);
    /// assert!(wrong[0].to_string().starts_with("the key of the table is `id`, but the schema says `pk`"));
    /// # Ok::<(), aws_sdk_dynamodb::error::BuildError>(())
    /// ```
    #[cfg_attr(docsrs, doc(cfg(feature = "aws-sdk")))]
    #[must_use]
    pub fn verify(&self, table: &TableDescription) -> Vec<Mismatch> {
        let deployed = Deployed { table, indexes: indexes(table) };
        let mut wrong = Vec::new();
        deployed.compare_status(&mut wrong);
        compare_key(&self.key(), table.key_schema(), &mut wrong);
        for index in self.indexes() {
            deployed.compare_index(&index, &mut wrong);
        }
        for (attribute, expected) in self.key_attributes() {
            deployed.compare_type(attribute, expected, &mut wrong);
        }
        wrong
    }
}

/// A deployed table.
struct Deployed<'t> {
    table: &'t TableDescription,
    indexes: Vec<DeployedIndex<'t>>,
}

/// A deployed index, global or local.
struct DeployedIndex<'t> {
    name: Option<&'t str>,
    kind: IndexKind,
    key_schema: &'t [KeySchemaElement],
    projection: Option<&'t ProjectionType>,
    status: Option<&'t IndexStatus>,
}

fn indexes(table: &TableDescription) -> Vec<DeployedIndex<'_>> {
    let global = table.global_secondary_indexes().iter().map(|index| DeployedIndex {
        name: index.index_name(),
        kind: IndexKind::Gsi,
        key_schema: index.key_schema(),
        projection: index.projection().and_then(|projection| projection.projection_type()),
        status: index.index_status(),
    });
    let local = table.local_secondary_indexes().iter().map(|index| DeployedIndex {
        name: index.index_name(),
        kind: IndexKind::Lsi,
        key_schema: index.key_schema(),
        projection: index.projection().and_then(|projection| projection.projection_type()),
        status: None,
    });
    global.chain(local).collect()
}

impl Deployed<'_> {
    /// A table is `UPDATING` while an index is built, and usable.
    fn compare_status(&self, wrong: &mut Vec<Mismatch>) {
        match self.table.table_status() {
            None | Some(TableStatus::Active | TableStatus::Updating) => {}
            Some(status) => {
                wrong.push(Mismatch::status(None, status.as_str()));
            }
        }
    }

    fn compare_index(&self, index: &TableKey, wrong: &mut Vec<Mismatch>) {
        let Some(name) = index.index else { return };
        let Some(deployed) = self.indexes.iter().find(|other| other.name == Some(name)) else {
            wrong.push(Mismatch::missing_index(name, index.kind));
            return;
        };
        if deployed.kind != index.kind {
            wrong.push(Mismatch::index_kind(name, index.kind));
        }
        compare_key(index, deployed.key_schema, wrong);
        match (index.projection, deployed.projection) {
            (Projection::Keys, _) | (Projection::All, None | Some(ProjectionType::All)) => {}
            (Projection::All, Some(other)) => {
                wrong.push(Mismatch::projection(name, other.as_str()));
            }
        }
        match deployed.status {
            None | Some(IndexStatus::Active | IndexStatus::Updating) => {}
            Some(status) => {
                wrong.push(Mismatch::status(Some(name), status.as_str()));
            }
        }
    }

    /// An attribute without a definition is not an attribute of a key, which was reported already.
    fn compare_type(
        &self,
        attribute: &'static str,
        expected: AttributeType,
        wrong: &mut Vec<Mismatch>,
    ) {
        let named = |own: &&AttributeDefinition| own.attribute_name() == attribute;
        let Some(deployed) = self.table.attribute_definitions().iter().find(named) else { return };
        let found = deployed.attribute_type().as_str();
        if found != expected.letter() {
            wrong.push(Mismatch::attribute_type(attribute, found, expected));
        }
    }
}

fn compare_key(key: &TableKey, deployed: &[KeySchemaElement], wrong: &mut Vec<Mismatch>) {
    let of_type = |kind: &KeyType| {
        let elements = deployed.iter().filter(|element| element.key_type() == kind);
        elements.map(|element| element.attribute_name().to_string()).collect()
    };
    let found: KeyNames = (of_type(&KeyType::Hash), of_type(&KeyType::Range));
    let names = |attributes: &[(&'static str, AttributeType)]| {
        attributes.iter().map(|(name, _)| (*name).to_string()).collect()
    };
    let expected = (names(&key.partition_key), names(&key.sort_key));
    if found != expected {
        wrong.push(Mismatch::key(key.index, &found, &expected));
    }
}

/// Every mismatch that there is.
impl Mismatch {
    const fn wrong(line: String) -> Self {
        Self { line, is_wrong_shape: true }
    }

    const fn usable(line: String) -> Self {
        Self { line, is_wrong_shape: false }
    }

    /// The table or an index has other key attributes, or the same ones in another order.
    fn key(index: Option<&str>, found: &KeyNames, expected: &KeyNames) -> Self {
        let place = Place(index);
        let expected = Names(expected);
        let remedy = match index {
            None => "use a table with that key",
            Some(_) => "recreate the index",
        };
        Self::wrong(if found.0.is_empty() {
            format!("the description of {place} has no key, but the schema says {expected}")
        } else {
            let found = Names(found);
            format!(
                "the key of {place} is {found}, but the schema says {expected}; {remedy}, or declare the names \
                 that it has"
            )
        })
    }

    fn attribute_type(attribute: &str, found: &str, expected: AttributeType) -> Self {
        let expected = expected.letter();
        Self::wrong(format!(
            "key attribute `{attribute}` is {found}, but the schema says {expected}; recreate the table or \
             index, or declare a part of type {found}"
        ))
    }

    fn missing_index(index: &str, kind: IndexKind) -> Self {
        Self::wrong(match kind {
            IndexKind::Gsi => {
                format!("index `{index}` does not exist; create it with `UpdateTable`")
            }
            IndexKind::Lsi => format!(
                "local index `{index}` does not exist; it can only be created with the table"
            ),
        })
    }

    /// A global index is declared as a local one, or the reverse.
    fn index_kind(index: &str, expected: IndexKind) -> Self {
        let (is, says, other) = match expected {
            IndexKind::Gsi => ("local", "gsi", "lsi"),
            IndexKind::Lsi => ("global", "lsi", "gsi"),
        };
        Self::wrong(format!(
            "index `{index}` is {is}, but the schema says `#[{says}]`; declare it as `#[{other}]`"
        ))
    }

    /// An index projects less than declared.
    fn projection(index: &str, found: &str) -> Self {
        Self::usable(format!(
            "index `{index}` projects {found}, but the schema says ALL; recreate it, or declare `projection = \
             keys` and read the items from the table"
        ))
    }

    /// The table or an index cannot be used yet, or no longer.
    fn status(index: Option<&str>, status: &str) -> Self {
        let is = format!("{} is {status}", Place(index));
        match status {
            "CREATING" => Self::usable(format!("{is}; wait until it is ACTIVE")),
            "DELETING" => Self::wrong(format!("{is}; create it again once it is gone")),
            "ARCHIVING" | "ARCHIVED" => Self::wrong(format!("{is}; restore it from its backup")),
            "INACCESSIBLE_ENCRYPTION_CREDENTIALS" => {
                Self::wrong(format!("{is}; give DynamoDB access to its KMS key"))
            }
            _ => Self::wrong(format!("{is}; it must be ACTIVE")),
        }
    }
}

/// The table, or one of its indexes.
struct Place<'p>(Option<&'p str>);

impl fmt::Display for Place<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.0 {
            None => f.write_str("the table"),
            Some(index) => write!(f, "index `{index}`"),
        }
    }
}

/// The attributes of the partition key and of the sort key.
type KeyNames = (Vec<String>, Vec<String>);

/// The attributes of both keys: `` `tournament`, `region` / `round` ``.
struct Names<'n>(&'n KeyNames);

impl fmt::Display for Names<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (pk, sk) = self.0;
        write_names(f, pk)?;
        if sk.is_empty() {
            return Ok(());
        }
        f.write_str(" / ")?;
        write_names(f, sk)
    }
}

fn write_names(f: &mut fmt::Formatter<'_>, names: &[String]) -> fmt::Result {
    names.iter().enumerate().try_for_each(|(at, name)| {
        let comma = if at == 0 { "" } else { ", " };
        write!(f, "{comma}`{name}`")
    })
}
