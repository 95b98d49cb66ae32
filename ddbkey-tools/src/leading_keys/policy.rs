//! The policy: what it covers and what is outside, its warnings, and its JSON.

use std::fmt;

use serde_json::{Value, json};

use super::partitions::{Confined, Partition};
use super::value::{Granted, Variable};
use crate::schema::{Schema, TableKey};

/// The actions on items whose requests provide `dynamodb:LeadingKeys`.
const ACTIONS: [&str; 8] = [
    "GetItem",
    "BatchGetItem",
    "Query",
    "PutItem",
    "UpdateItem",
    "DeleteItem",
    "BatchWriteItem",
    "ConditionCheckItem",
];

/// The partitions of a table that a principal may reach, as the condition of an IAM policy.
/// [`leading_keys`](crate::leading_keys()) returns it.
///
/// It prints what is outside first, then what it covers, then warnings and the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadingKeys {
    pub(super) outside: Vec<String>,
    covers: Vec<String>,
    pub(super) warnings: Vec<String>,
    /// The strings that IAM matches, including wildcards.
    pub(super) strings: Vec<String>,
    /// The context key of the variable.
    variable: Option<String>,
    indexes: Vec<String>,
}

impl LeadingKeys {
    pub(super) fn new(granted: &Granted<'_>) -> Self {
        let variable = match granted {
            Granted::Literal(_) => None,
            Granted::Variable(variable) => Some(variable.key.into()),
        };
        Self {
            outside: Vec::new(),
            covers: Vec::new(),
            warnings: Vec::new(),
            strings: Vec::new(),
            variable,
            indexes: Vec::new(),
        }
    }

    /// Adds a partition key that starts with the field.
    pub(super) fn cover(&mut self, partition: &Partition<'_>) {
        let requests = if partition.index.is_some() { "reads" } else { "reads and writes" };
        self.covers.push(format!("{partition}: {requests} of `{}`", partition.template()));
        if let Some(index) =
            partition.index.filter(|index| self.indexes.iter().all(|own| own != index))
        {
            self.indexes.push(index.into());
        }
    }

    pub(super) fn warn_of_delimiters(
        &mut self,
        variable: &Variable<'_>,
        mut delimiters: Vec<char>,
    ) {
        // IAM does not document that it takes wildcards in the value of a variable literally.
        delimiters.extend((!variable.is_limited()).then_some(['*', '?']).into_iter().flatten());
        delimiters.sort_unstable();
        delimiters.dedup();
        for delimiter in delimiters.into_iter().filter(|own| variable.can_hold(*own)) {
            let key = variable.key;
            self.warnings.push(format!(
                "`{key}` can hold `{delimiter}`: whoever issues it must refuse it, or the value `a{delimiter}b` \
                 reaches partitions of others"
            ));
        }
    }

    /// Warns of indexes whose rows come from writers who are not confined to the value.
    pub(super) fn warn_of_writers(
        &mut self,
        confined: &[(&Partition<'_>, Confined)],
        partitions: &[Partition<'_>],
        field: &str,
    ) {
        for (partition, _) in confined {
            let Some(index) = partition.index else { continue };
            let mut own = partitions.iter().filter(|other| {
                other.index.is_none() && other.entity.name == partition.entity.name
            });
            if own.any(|other| other.confined(field).is_err()) {
                let (entity, keys) = (&partition.entity.name, partition.template());
                self.warnings.push(format!(
                    "whoever may write `{entity}` decides which rows are in `{keys}` of index `{index}`, and its \
                     primary key does not begin with `{field}`"
                ));
            }
        }
    }

    /// Warns of entities that may write the attributes of an index without declaring it.
    pub(super) fn warn_of_unknown_fields(&mut self, schema: &Schema) {
        for entity in &schema.entities {
            if !entity.has_open_fields() {
                continue;
            }
            let is_undeclared = |index: &&TableKey| {
                let name = index.index().unwrap_or_default();
                entity.index_key(name).is_none()
                    && self.indexes.iter().any(|own| own == name)
                    && !index.names().all(|own| schema.key.has(own))
            };
            if let Some(index) = schema.indexes.iter().find(is_undeclared) {
                let (entity, index) = (&entity.name, index.index().unwrap_or_default());
                self.warnings.push(format!(
                    "the fields of `{entity}` are not all known, and one that is named like an attribute of index \
                     `{index}` would put its rows there"
                ));
            }
        }
    }

    /// Returns what the condition does not confine, each with the reason: entities in the table or in an index whose
    /// partition key it cannot name, and requests without a partition key. The [statement](Self::statement) lets the principal
    /// reach none of these.
    #[must_use]
    pub fn outside(&self) -> &[String] {
        &self.outside
    }

    /// Returns what the condition lets the principal do: reads and writes of an entity in the table, and reads in an
    /// index. Everyone who may write to the table decides what is in an index, so a row in the index can belong to another
    /// tenant. `ddbkey-aws` refuses that row on reading, if the primary key also contains the field.
    #[must_use]
    pub fn covers(&self) -> &[String] {
        &self.covers
    }

    /// Returns what you must know before you attach the policy: characters that the variable must not contain, indexes with
    /// rows of writers who are not confined, and entities with unknown fields.
    #[must_use]
    pub fn warnings(&self) -> &[String] {
        &self.warnings
    }

    /// Prints what is outside, what it covers and the warnings, each as a list under a title.
    pub(crate) fn lists(&self) -> impl Iterator<Item = String> {
        let lists =
            [("outside", &self.outside), ("covers", &self.covers), ("warnings", &self.warnings)];
        let lists = lists.into_iter().filter(|(_, lines)| !lines.is_empty());
        lists.map(|(title, lines)| format!("{title}:\n- {}\n", lines.join("\n- ")))
    }

    /// Returns the `Condition` of a statement, as JSON.
    ///
    /// `Null` refuses a request without a partition key, which `ForAllValues` alone would pass, and `StringNotEquals` refuses a
    /// principal whose tag is empty. The condition is for an `Allow` statement: in a `Deny` it would refuse the
    /// tenant's own partitions.
    #[must_use]
    pub fn condition(&self) -> String {
        format!("{:#}", self.condition_json())
    }

    fn condition_json(&self) -> Value {
        let mut condition = json!({
            "ForAllValues:StringLike": { "dynamodb:LeadingKeys": self.strings },
            "Null": { "dynamodb:LeadingKeys": "false" },
        });
        if let Some(key) = &self.variable {
            condition["StringNotEquals"] = json!({ key: "" });
        }
        condition
    }

    /// Returns a whole statement, as JSON: `Allow`, the actions on items, the table with this ARN and the covered
    /// indexes, and the [condition](Self::condition). It does not allow scans, `PartiQL` or streams.
    ///
    /// A policy with variables needs `"Version": "2012-10-17"`.
    #[must_use]
    pub fn statement(&self, table_arn: &str) -> String {
        let indexes = self.indexes.iter().map(|index| format!("{table_arn}/index/{index}"));
        let resources = std::iter::once(table_arn.to_string()).chain(indexes);
        let statement = json!({
            "Effect": "Allow",
            "Action": ACTIONS.map(|action| format!("dynamodb:{action}")),
            "Resource": resources.collect::<Vec<_>>(),
            "Condition": self.condition_json(),
        });
        format!("{statement:#}")
    }
}

/// Prints what is outside, what it covers, warnings, and the condition.
impl fmt::Display for LeadingKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.lists().try_for_each(|list| writeln!(f, "{list}"))?;
        writeln!(f, "{}", self.condition())
    }
}
