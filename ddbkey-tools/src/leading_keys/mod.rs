//! The condition of an IAM policy that confines a principal to the partitions of one value of a field.
//!
//! A condition does not know which index a request uses. Its strings are therefore compared with every partition of the
//! table and of all indexes, by automata that know every string that a key can have.

mod meet;
mod partitions;
mod value;

#[cfg(test)]
mod tests;

use std::error::Error;
use std::fmt;

use self::meet::meet;
use self::partitions::{Confined, Partition, nothing_begins_with, partitions};
use self::value::{Granted, Variable};
use crate::diff::PlacedTexts;
use crate::escape::json;
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

/// The requests that no condition on partition keys confines.
const OUTSIDE: [&str; 3] = [
    "`Scan`: it reads every partition",
    "PartiQL: a statement without a partition key is a scan",
    "streams, exports and backups: they contain the items of every partition",
];

/// The partitions of a table that a principal may reach, as the condition of an IAM policy. [`leading_keys`] returns it.
///
/// It prints what is outside first, then what it covers, then warnings and the condition.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeadingKeys {
    outside: Vec<String>,
    covers: Vec<String>,
    warnings: Vec<String>,
    /// The strings that IAM matches, including wildcards.
    strings: Vec<String>,
    /// The context key of the variable.
    variable: Option<String>,
    indexes: Vec<String>,
}

/// The error of [`leading_keys`].
///
/// `Debug` prints the same as `Display`, so that a test that returns or unwraps the error shows all of it.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct LeadingKeysError(String);

/// Returns the condition that confines a principal to the partitions whose field has a value, with `dynamodb:LeadingKeys`.
///
/// The value is a string, or one policy variable such as `${aws:PrincipalTag/tenant}`, with or without a default:
/// `${aws:PrincipalTag/tenant, 'none'}`. Each partition key of the table or of an index that starts with the field,
/// optionally after a literal, becomes a string of the condition. If the key continues after the field, the string
/// continues with the separator, or with the literal directly after the field, and with `*`. The tenant `1` therefore never
/// reaches the tenant `12`, as it would with `TENANT#${…}*`.
///
/// ```
/// use ddbkey::{DdbKeys, DdbTable};
/// use ddbkey_tools::{Schema, leading_keys};
///
/// #[derive(DdbKeys)]
/// #[pk("TENANT", tenant_id)]
/// #[sk("USER", user_id)]
/// struct User { tenant_id: String, user_id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("TENANT", tenant_id, "ORDER", order_id)]
/// #[sk("ORDER")]
/// struct Order { tenant_id: String, order_id: String }
///
/// #[derive(DdbKeys)]
/// #[pk("COUNTRY", code)]
/// #[sk("COUNTRY")]
/// struct Country { code: String }
///
/// #[derive(DdbTable)]
/// enum Shop { User(User), Order(Order), Country(Country) }
///
/// let schema = Schema::of(Shop::SCHEMA);
/// let policy = leading_keys(&schema, "tenant_id", "${aws:PrincipalTag/tenant}")?;
/// assert_eq!(policy.outside()[0], "`Country` in the table: `COUNTRY#{code}` does not begin with `tenant_id`");
/// assert_eq!(policy.covers()[0], "`User` in the table: reads and writes of `TENANT#{tenant_id}`");
/// assert_eq!(
///     policy.condition(),
///     r#"{
///   "ForAllValues:StringLike": {
///     "dynamodb:LeadingKeys": [
///       "TENANT#${aws:PrincipalTag/tenant}",
///       "TENANT#${aws:PrincipalTag/tenant}#*"
///     ]
///   },
///   "Null": { "dynamodb:LeadingKeys": "false" },
///   "StringNotEquals": { "aws:PrincipalTag/tenant": "" }
/// }"#,
/// );
/// # Ok::<(), ddbkey_tools::LeadingKeysError>(())
/// ```
///
/// It only covers strings. A number, a field with a format such as `{tenant_id:lower}`, a ULID or an enum is
/// [outside](LeadingKeys::outside): a value in another notation than the key would match nothing, or another
/// tenant. The output of your own `KeyPart` type counts as the string.
///
/// # Errors
///
/// Returns [`LeadingKeysError`] in these cases:
///
/// - a string of the condition also matches a partition key without the field there, or with another value of the
///   field, in the table or in any index, as a current or a legacy key; the error names both;
/// - no partition key starts with the field;
/// - the value contains `*`, `?` or `$` and is not one variable, or the field cannot have the value.
pub fn leading_keys(
    schema: &Schema,
    field: &str,
    value: &str,
) -> Result<LeadingKeys, LeadingKeysError> {
    let granted = Granted::of(value)?;
    let partitions = partitions(schema);
    let mut policy = LeadingKeys::new(&granted);
    let mut confined = Vec::new();
    for partition in &partitions {
        match partition.confined(field) {
            Ok(own) => {
                policy.cover(partition);
                confined.push((partition, own));
            }
            Err(reason) => policy.outside.push(format!("{partition}: {reason}")),
        }
    }
    if confined.is_empty() {
        return Err(nothing_begins_with(schema, field, &partitions));
    }
    policy.outside.extend(OUTSIDE.map(Into::into));
    if let Some(literal) = granted.literal() {
        for (partition, own) in &confined {
            refuse(literal, field, partition, own)?;
        }
    }
    let delimiters: Vec<_> =
        confined.iter().flat_map(|(_, own)| &own.delimiters).copied().collect();
    let texts = granted.texts(&delimiters);
    let mut faults = Vec::new();
    for (_, own) in &confined {
        let string = own.string(value);
        if policy.strings.contains(&string) {
            continue;
        }
        for partition in &partitions {
            faults.extend(conflict(own, &texts, &string, partition, field));
        }
        policy.strings.push(string);
    }
    if !faults.is_empty() {
        return Err(LeadingKeysError(faults.join("\n")));
    }
    if let Granted::Variable(variable) = &granted {
        policy.warn_of_delimiters(variable, delimiters);
    }
    policy.warn_of_writers(&confined, &partitions, field);
    policy.warn_of_unknown_fields(schema);
    Ok(policy)
}

/// Refuses a value that the field cannot have.
fn refuse(
    value: &str,
    field: &str,
    partition: &Partition<'_>,
    own: &Confined,
) -> Result<(), LeadingKeysError> {
    let texts = partition.attributes.iter().flat_map(|own| partition.texts(own)).nth(own.at);
    let can_be =
        texts.is_some_and(|texts| meet(&[texts], &[PlacedTexts::literal(value)], None).is_some());
    if can_be {
        return Ok(());
    }
    let template = partition.template();
    Err(LeadingKeysError(format!("`{field}` of {partition} is never `{value}` in `{template}`")))
}

/// Returns the error if a string of the condition matches a partition that it must not match.
fn conflict(
    own: &Confined,
    value: &PlacedTexts,
    string: &str,
    partition: &Partition<'_>,
    field: &str,
) -> Option<String> {
    // AWS does not document the value for several attributes. The statement names no index with several attributes.
    let [attribute] = &partition.attributes[..] else { return None };
    let texts = partition.texts(attribute);
    let other = partition.confined(field).ok().filter(|other| other.before == own.before);
    let same = other.as_ref().map(|other| (usize::from(!own.before.is_empty()), other.at));
    let matched = own.texts(value).iter().find_map(|own| meet(own, &texts, same))?;
    let which = match same {
        Some(_) => format!("of another `{field}`"),
        None => format!("which does not have `{field}` there"),
    };
    let example = match &*matched {
        "" => String::new(),
        matched => format!(", as in `{matched}`"),
    };
    let template = partition.template();
    Some(format!(
        "`{string}` also matches `{template}` of {partition}, {which}{example}\n\
         help: start one of the two with another literal"
    ))
}

impl Granted<'_> {
    /// Returns the strings that the field can be granted. For a variable, they contain no delimiter, since no value of the
    /// field does: whoever issues the value must refuse delimiters, and a warning says so.
    fn texts(&self, delimiters: &[char]) -> PlacedTexts {
        match self {
            Self::Literal(text) => PlacedTexts::literal(text),
            Self::Variable(variable) => PlacedTexts::any_without(
                ('\0'..='\x7F')
                    .filter(|own| delimiters.contains(own) || !variable.can_hold(*own))
                    .collect(),
            ),
        }
    }
}

impl Confined {
    /// Returns the string of the condition.
    fn string(&self, value: &str) -> String {
        let before = escaped(&self.before);
        match &self.after {
            Some(after) => format!("{before}{value}{}*", escaped(after)),
            None => before + value,
        }
    }

    /// Returns the strings that the condition matches, with and without something in the place of the `*`.
    fn texts(&self, value: &PlacedTexts) -> Vec<Vec<PlacedTexts>> {
        let before = Some(&*self.before).filter(|text| !text.is_empty());
        let start = before.map(PlacedTexts::literal).into_iter().chain([value.clone()]);
        let after = self.after.as_deref().map(PlacedTexts::literal);
        let exact: Vec<_> = start.chain(after).collect();
        let mut all = vec![exact.clone()];
        if self.after.is_some() {
            let any = PlacedTexts::any_without(Vec::new());
            all.push(exact.into_iter().chain([any]).collect());
        }
        all
    }
}

/// Escapes a literal so that IAM takes each character literally.
fn escaped(literal: &str) -> String {
    let characters = literal.chars().map(|character| match character {
        '*' | '?' | '$' => format!("${{{character}}}"),
        _ => character.to_string(),
    });
    characters.collect()
}

impl LeadingKeys {
    fn new(granted: &Granted<'_>) -> Self {
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
    fn cover(&mut self, partition: &Partition<'_>) {
        let requests = if partition.index.is_some() { "reads" } else { "reads and writes" };
        self.covers.push(format!("{partition}: {requests} of `{}`", partition.template()));
        if let Some(index) =
            partition.index.filter(|index| self.indexes.iter().all(|own| own != index))
        {
            self.indexes.push(index.into());
        }
    }

    fn warn_of_delimiters(&mut self, variable: &Variable<'_>, mut delimiters: Vec<char>) {
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
    fn warn_of_writers(
        &mut self,
        confined: &[(&Partition<'_>, Confined)],
        partitions: &[Partition<'_>],
        field: &str,
    ) {
        for (partition, _) in confined {
            let Some(index) = partition.index else { continue };
            let mut own = partitions.iter().filter(|other| {
                other.index.is_none() && other.entity.name() == partition.entity.name()
            });
            if own.any(|other| other.confined(field).is_err()) {
                let (entity, keys) = (partition.entity.name(), partition.template());
                self.warnings.push(format!(
                    "whoever may write `{entity}` decides which rows are in `{keys}` of index `{index}`, and its \
                     primary key does not begin with `{field}`"
                ));
            }
        }
    }

    /// Warns of entities that may write the attributes of an index without declaring it.
    fn warn_of_unknown_fields(&mut self, schema: &Schema) {
        for entity in schema.entities() {
            if entity.fields().is_some_and(|fields| !fields.are_open()) {
                continue;
            }
            let is_undeclared = |index: &&TableKey| {
                let name = index.index().unwrap_or_default();
                entity.index_key(name).is_none()
                    && self.indexes.iter().any(|own| own == name)
                    && !index.names().all(|own| schema.key().has(own))
            };
            if let Some(index) = schema.indexes().iter().find(is_undeclared) {
                let (entity, index) = (entity.name(), index.index().unwrap_or_default());
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
    /// tenant. `ddbkey-aws` refuses such a row on reading, if the primary key also contains the field.
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

    /// Returns the `Condition` of a statement, as JSON.
    ///
    /// `Null` refuses a request without a partition key, which `ForAllValues` alone would pass, and `StringNotEquals` refuses a
    /// principal whose tag is empty. The condition is for an `Allow` statement: in a `Deny` it would refuse the
    /// tenant's own partitions.
    #[must_use]
    pub fn condition(&self) -> String {
        self.condition_at("")
    }

    fn condition_at(&self, indent: &str) -> String {
        let strings: Vec<_> = self.strings.iter().map(|own| json(own)).collect();
        let strings = strings.join(&format!(",\n{indent}      "));
        let not_empty = self
            .variable
            .as_ref()
            .map(|key| format!(",\n{indent}  \"StringNotEquals\": {{ {}: \"\" }}", json(key)));
        format!(
            "{{\n\
             {indent}  \"ForAllValues:StringLike\": {{\n\
             {indent}    \"dynamodb:LeadingKeys\": [\n\
             {indent}      {strings}\n\
             {indent}    ]\n\
             {indent}  }},\n\
             {indent}  \"Null\": {{ \"dynamodb:LeadingKeys\": \"false\" }}{}\n\
             {indent}}}",
            not_empty.unwrap_or_default(),
        )
    }

    /// Returns a whole statement, as JSON: `Allow`, the actions on items, the table with this ARN and the covered
    /// indexes, and the [condition](Self::condition). It does not allow scans, `PartiQL` or streams.
    ///
    /// A policy with variables needs `"Version": "2012-10-17"`.
    #[must_use]
    pub fn statement(&self, table_arn: &str) -> String {
        let actions = ACTIONS.map(|action| format!("\"dynamodb:{action}\""));
        let indexes = self.indexes.iter().map(|index| format!("{table_arn}/index/{index}"));
        let resources = std::iter::once(table_arn.to_string()).chain(indexes);
        let resources: Vec<_> = resources.map(|own| json(&own)).collect();
        format!(
            "{{\n  \"Effect\": \"Allow\",\n  \"Action\": [\n    {}\n  ],\n  \"Resource\": [\n    {}\n  ],\n  \
             \"Condition\": {}\n}}",
            actions.join(",\n    "),
            resources.join(",\n    "),
            self.condition_at("  "),
        )
    }
}

/// Prints what is outside, what it covers, warnings, and the condition.
impl fmt::Display for LeadingKeys {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let lists =
            [("outside", &self.outside), ("covers", &self.covers), ("warnings", &self.warnings)];
        for (title, lines) in lists.into_iter().filter(|(_, lines)| !lines.is_empty()) {
            writeln!(f, "{title}:")?;
            lines.iter().try_for_each(|line| writeln!(f, "- {line}"))?;
            writeln!(f)?;
        }
        writeln!(f, "{}", self.condition())
    }
}

impl fmt::Display for LeadingKeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl fmt::Debug for LeadingKeysError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl Error for LeadingKeysError {}
