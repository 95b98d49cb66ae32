//! A table as a `CloudFormation` template.
//!
//! The template is JSON written by hand, one line for each thing that can change on its own, so that it
//! reads well in a repository and in a diff.

use alloc::string::String;
use alloc::vec::Vec;
use core::fmt;

use super::json::Quoted;
use crate::layout::{IndexKind, Projection};
use crate::table::{TableKey, TableSchema};

/// A template with one table.
struct CloudFormation<'s>(&'s TableSchema);

impl TableSchema {
    /// Returns a whole `CloudFormation` template with this table: its keys and indexes, on demand.
    ///
    /// The template gives the table no name, so that `CloudFormation` can replace it, which it does when the key
    /// schema changes; the replaced table and its data are retained. The resource has the name of the enum,
    /// reduced to ASCII letters and digits: renaming the enum creates a new table.
    ///
    /// ```
    /// use ddbkey::{DdbKeys, DdbTable};
    ///
    /// #[derive(DdbKeys)]
    /// #[pk("PLAYER", player)]
    /// #[sk("SCORE", game)]
    /// #[gsi("scores", pk = ("GAME", game), sk = [score])]
    /// struct Score { player: String, game: String, score: u32 }
    ///
    /// #[derive(DdbTable)]
    /// enum Games { Score(Score) }
    ///
    /// let template = Games::SCHEMA.cloud_formation().to_string();
    /// assert!(template.contains(r#"{ "AttributeName": "score", "AttributeType": "N" }"#));
    /// ```
    #[must_use]
    #[cfg_attr(docsrs, doc(cfg(feature = "tools")))]
    pub const fn cloud_formation(&self) -> impl fmt::Display + '_ {
        CloudFormation(self)
    }

    /// The name of the resource, in which `CloudFormation` allows only letters and digits.
    fn logical_id(&self) -> String {
        let id: String = self.name().chars().filter(char::is_ascii_alphanumeric).collect();
        if id.is_empty() { "Table".into() } else { id }
    }
}

impl fmt::Display for CloudFormation<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(schema) = self;
        writeln!(f, "{{")?;
        writeln!(f, "  \"AWSTemplateFormatVersion\": \"2010-09-09\",")?;
        writeln!(f, "  \"Resources\": {{")?;
        writeln!(f, "    {}: {{", Quoted(&schema.logical_id()))?;
        writeln!(f, "      \"Type\": \"AWS::DynamoDB::Table\",")?;
        writeln!(f, "      \"DeletionPolicy\": \"Retain\",")?;
        writeln!(f, "      \"UpdateReplacePolicy\": \"Retain\",")?;
        writeln!(f, "      \"Properties\": {{")?;
        writeln!(f, "        \"BillingMode\": \"PAY_PER_REQUEST\",")?;
        write_attributes(f, schema)?;
        write_key_schema(f, 8, &schema.key())?;
        write_indexes(f, schema, IndexKind::Gsi, "GlobalSecondaryIndexes")?;
        write_indexes(f, schema, IndexKind::Lsi, "LocalSecondaryIndexes")?;
        writeln!(f, "\n      }}")?;
        writeln!(f, "    }}")?;
        writeln!(f, "  }}")?;
        writeln!(f, "}}")
    }
}

fn write_attributes(f: &mut fmt::Formatter<'_>, schema: &TableSchema) -> fmt::Result {
    writeln!(f, "        \"AttributeDefinitions\": [")?;
    write_lines(f, 10, schema.key_attributes(), |f, (name, kind)| {
        let kind = kind.letter();
        write!(f, "{{ \"AttributeName\": {}, \"AttributeType\": \"{kind}\" }}", Quoted(name))
    })?;
    writeln!(f, "\n        ],")
}

/// Of the table, or of an index: the attributes of the partition key, then those of the sort key.
fn write_key_schema(f: &mut fmt::Formatter<'_>, indent: usize, key: &TableKey) -> fmt::Result {
    let pk = key.partition_key.iter().map(|(name, _)| (*name, "HASH"));
    let sk = key.sort_key.iter().map(|(name, _)| (*name, "RANGE"));
    writeln!(f, "{:indent$}\"KeySchema\": [", "")?;
    write_lines(f, indent + 2, pk.chain(sk), |f, (name, kind)| {
        write!(f, "{{ \"AttributeName\": {}, \"KeyType\": \"{kind}\" }}", Quoted(name))
    })?;
    write!(f, "\n{:indent$}]", "")
}

fn write_indexes(
    f: &mut fmt::Formatter<'_>,
    schema: &TableSchema,
    kind: IndexKind,
    property: &str,
) -> fmt::Result {
    let indexes: Vec<_> = schema.indexes().filter(|index| index.kind == kind).collect();
    if indexes.is_empty() {
        return Ok(());
    }
    writeln!(f, ",\n        \"{property}\": [")?;
    write_lines(f, 10, indexes, |f, index| {
        writeln!(f, "{{")?;
        writeln!(f, "            \"IndexName\": {},", Quoted(index.index.unwrap_or_default()))?;
        write_key_schema(f, 12, &index)?;
        let projection = match index.projection {
            Projection::All => "ALL",
            Projection::Keys => "KEYS_ONLY",
        };
        writeln!(f, ",\n            \"Projection\": {{ \"ProjectionType\": \"{projection}\" }}")?;
        write!(f, "          }}")
    })?;
    write!(f, "\n        ]")
}

/// The entries of a list, one a line, with commas between them.
fn write_lines<T>(
    f: &mut fmt::Formatter<'_>,
    indent: usize,
    entries: impl IntoIterator<Item = T>,
    write: impl Fn(&mut fmt::Formatter<'_>, T) -> fmt::Result,
) -> fmt::Result {
    entries.into_iter().enumerate().try_for_each(|(at, entry)| {
        let comma = if at == 0 { "" } else { ",\n" };
        write!(f, "{comma}{:indent$}", "")?;
        write(f, entry)
    })
}
