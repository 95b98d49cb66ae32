//! The key attributes of the table and of its indexes: as `aws dynamodb describe-table` lists them, or guessed from names
//! that come in pairs.

use std::collections::BTreeMap;

use ddbkey::schema::AttributeType;
use ddbkey_tools::{IndexKind, Projection};
use serde::Deserialize;

use super::InferError;
use super::rows::KEY_LINE;
use super::words;

/// The names of the table's key attributes and indexes.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    /// The name of the enum.
    pub(super) name: String,
    pub(super) key: KeyAttributes,
    pub(super) indexes: Vec<KeyAttributes>,
    pub(super) type_attribute: Option<String>,
}

/// The attributes of the keys of the table, or of an index.
#[derive(Clone, Debug)]
pub(super) struct KeyAttributes {
    index: Option<Index>,
    partition_key: Vec<KeyAttribute>,
    sort_key: Vec<KeyAttribute>,
}

#[derive(Clone, Debug)]
struct Index {
    name: String,
    kind: IndexKind,
    projection: Projection,
}

type KeyAttribute = (String, AttributeType);

impl Layout {
    const fn new(key: KeyAttributes, indexes: Vec<KeyAttributes>) -> Self {
        Self { name: String::new(), key, indexes, type_attribute: None }
    }

    /// Returns the keys of the table, then the keys of its indexes.
    pub(super) fn keys(&self) -> impl Iterator<Item = &KeyAttributes> {
        std::iter::once(&self.key).chain(&self.indexes)
    }

    /// Returns the keys of an index, or of the table.
    pub(super) fn key_of(&self, index: Option<&str>) -> Option<&KeyAttributes> {
        self.keys().find(|key| key.index() == index)
    }

    /// Returns the names of the attributes that a line of keys has.
    pub(super) fn line_names(&self) -> (&str, &str) {
        let mut names = self.key.names();
        (names.next().unwrap_or(KEY_LINE.0), names.next().unwrap_or(KEY_LINE.1))
    }

    /// Returns whether this is the name of an attribute, or `pk` or `sk` for a key of the table.
    pub(super) fn is_name_of(&self, name: &str, attribute: &str) -> bool {
        let key = self.key.names().position(|own| own == attribute);
        let role = key.and_then(|key| ["pk", "sk"].get(key).copied());
        name == attribute || role.is_some_and(|role| name.eq_ignore_ascii_case(role))
    }

    /// Returns whether an attribute is a key of the table or of an index.
    pub(super) fn is_key(&self, name: &str) -> bool {
        self.keys().any(|key| key.has(name))
    }

    /// Returns whether a key attribute is a number.
    pub(super) fn is_number(&self, name: &str) -> bool {
        let mut all = self.keys().flat_map(KeyAttributes::attributes);
        all.any(|own| own == (name, AttributeType::N))
    }
}

impl KeyAttributes {
    const fn new(partition_key: Vec<KeyAttribute>, sort_key: Vec<KeyAttribute>) -> Self {
        Self { index: None, partition_key, sort_key }
    }

    fn of_index(self, name: String, kind: IndexKind, projection: Projection) -> Self {
        Self { index: Some(Index { name, kind, projection }), ..self }
    }

    /// Returns the name of the index, or `None` for the keys of the table.
    pub(super) fn index(&self) -> Option<&str> {
        self.index.as_ref().map(|index| index.name.as_str())
    }

    pub(super) fn is_local(&self) -> bool {
        self.index.as_ref().is_some_and(|index| index.kind == IndexKind::Lsi)
    }

    pub(super) fn projection(&self) -> &Projection {
        self.index.as_ref().map_or(&Projection::All, |index| &index.projection)
    }

    pub(super) fn partition_key(&self) -> impl Iterator<Item = &str> {
        self.partition_key.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn sort_key(&self) -> impl Iterator<Item = &str> {
        self.sort_key.iter().map(|(name, _)| name.as_str())
    }

    pub(super) fn names(&self) -> impl Iterator<Item = &str> {
        self.partition_key().chain(self.sort_key())
    }

    pub(super) fn has(&self, attribute: &str) -> bool {
        self.names().any(|name| name == attribute)
    }

    fn attributes(&self) -> impl Iterator<Item = (&str, AttributeType)> {
        let all = self.partition_key.iter().chain(&self.sort_key);
        all.map(|(name, attribute_type)| (name.as_str(), *attribute_type))
    }
}

/// Common names of the table's own keys.
const TABLE_KEYS: [(&str, &str); 13] = [
    ("pk", "sk"),
    ("PK", "SK"),
    ("Pk", "Sk"),
    ("_pk", "_sk"),
    ("hk", "rk"),
    ("hash", "range"),
    ("hashKey", "rangeKey"),
    ("HashKey", "RangeKey"),
    ("hash_key", "range_key"),
    ("partitionKey", "sortKey"),
    ("PartitionKey", "SortKey"),
    ("partition_key", "sort_key"),
    ("pkey", "skey"),
];

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Description {
    table: Option<DescribedTable>,
    resources: Option<BTreeMap<String, Resource>>,
    #[serde(flatten)]
    bare: Option<DescribedTable>,
}

/// A resource of a CloudFormation template.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Resource {
    #[serde(rename = "Type")]
    kind: String,
    #[serde(default)]
    properties: serde_json::Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct DescribedTable {
    key_schema: Vec<DescribedKey>,
    #[serde(default)]
    attribute_definitions: Vec<DescribedAttribute>,
    #[serde(default)]
    global_secondary_indexes: Vec<DescribedIndex>,
    #[serde(default)]
    local_secondary_indexes: Vec<DescribedIndex>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescribedIndex {
    index_name: String,
    key_schema: Vec<DescribedKey>,
    projection: Option<DescribedProjection>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescribedProjection {
    #[serde(default)]
    projection_type: String,
    #[serde(default)]
    non_key_attributes: Vec<String>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescribedKey {
    attribute_name: String,
    key_type: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescribedAttribute {
    attribute_name: String,
    attribute_type: String,
}

/// Reads the output of `aws dynamodb describe-table`, the input of `create-table`, or a CloudFormation template. `resource` names
/// one of several tables in it.
pub(super) fn described(text: &str, resource: Option<&str>) -> Result<Layout, InferError> {
    let failed = |error: &dyn std::fmt::Display| {
        InferError::new(format!("the description of the table cannot be read: {error}"))
    };
    let text = text.trim_start_matches('\u{feff}');
    if !text.trim_start().starts_with('{') {
        return Err(failed(
            &"not JSON; convert a template in YAML with `aws cloudformation get-template`",
        ));
    }
    let described: Description = serde_json::from_str(text).map_err(|error| failed(&error))?;
    if let Some(template) = described.resources {
        let mut tables: BTreeMap<String, Resource> = template;
        tables.retain(|name, own| {
            let is_table =
                own.kind == "AWS::DynamoDB::Table" || own.kind == "AWS::DynamoDB::GlobalTable";
            is_table && resource.is_none_or(|resource| resource == name)
        });
        if tables.len() > 1 {
            let names: Vec<_> = tables.keys().map(|name| format!("`{name}`")).collect();
            let names = names.join(", ");
            return Err(failed(&format!(
                "it has several tables; choose one with `--resource`: {names}"
            )));
        }
        let table =
            tables.into_values().next().ok_or_else(|| failed(&"no such table in the template"))?;
        return DescribedTable::deserialize(table.properties)
            .map_err(|error| failed(&error))?
            .layout();
    }
    let table = described.table.or(described.bare).ok_or_else(|| failed(&"no `KeySchema`"))?;
    table.layout()
}

/// Guesses the keys from attribute names, given the number of rows with each name.
pub(super) fn guessed(names: &BTreeMap<String, u64>, rows: u64) -> Result<Layout, InferError> {
    let is_always = |name: &str| names.get(name).is_some_and(|count| *count * 100 >= rows * 95);
    let mut pairs = TABLE_KEYS.into_iter().chain([KEY_LINE]).filter(|(pk, _)| is_always(pk));
    let Some((pk, sk)) = pairs.next() else {
        return Err(InferError::new(
            "no two attributes have names like `pk` and `sk`\nhelp: pass what `aws dynamodb describe-table` prints with \
             `--table`",
        ));
    };
    let string = |name: &str| (name.into(), AttributeType::S);
    let sk = is_always(sk).then_some(sk);
    let is_sk = |name: &String| sk == Some(name);
    let mut indexes = Vec::new();
    for name in names.keys().filter(|name| *name != pk && !is_sk(name)) {
        let Some((stem, ending)) = stem(name, "pk") else { continue };
        let partner = names.keys().find(|other| {
            self::stem(other, "sk").is_some_and(|(own, _)| own == stem) && !is_sk(other)
        });
        let trimmed = stem.trim_end_matches(['_', '-']).trim_start_matches('_');
        let index = if trimmed.is_empty() { ending } else { trimmed };
        // DynamoDB asks for three characters.
        let index = if index.len() < 3 { format!("gsi{index}") } else { index.into() };
        let is_name = |own: char| own.is_ascii_alphanumeric() || matches!(own, '_' | '-' | '.');
        if !index.chars().all(is_name) {
            continue;
        }
        let sort_key = partner.map(|name| string(name)).into_iter().collect();
        let key = KeyAttributes::new(vec![string(name)], sort_key);
        indexes.push(key.of_index(index, IndexKind::Gsi, Projection::All));
    }
    let key = KeyAttributes::new(vec![string(pk)], sk.map(string).into_iter().collect());
    Ok(Layout::new(key, indexes))
}

/// Returns whether an attribute has the name of a key and nothing else, so that it is not a field: `pk`, `GSI1SK`,
/// `partition_key`, `gsi2Hash`.
pub(super) fn is_key_name(name: &str) -> bool {
    const WORDS: [&str; 8] = ["pk", "sk", "hk", "rk", "hash", "range", "sort", "partition"];
    let words = words::words(name);
    let is_plain = |word: &String| {
        let stem = word.trim_end_matches(|own: char| own.is_ascii_digit());
        matches!(stem, "" | "gsi" | "lsi" | "gs" | "ls" | "index" | "key") || WORDS.contains(&stem)
    };
    let has_word = words
        .iter()
        .any(|word| WORDS.contains(&word.trim_end_matches(|own: char| own.is_ascii_digit())));
    has_word && words.iter().all(is_plain)
        || ["pk", "sk"].iter().any(|ending| stem(name, ending).is_some())
        || TABLE_KEYS.iter().any(|(pk, sk)| *pk == name || *sk == name)
}

impl DescribedTable {
    pub(super) fn layout(&self) -> Result<Layout, InferError> {
        let failed = |text: String| Err(InferError::new(text));
        let binary = self.attribute_definitions.iter().find(|own| own.attribute_type == "B");
        if let Some(DescribedAttribute { attribute_name: name, .. }) = binary {
            return failed(format!(
                "key attribute `{name}` is binary, and `ddbkey` supports no binary keys"
            ));
        }
        let key = self.key(&self.key_schema);
        if key.partition_key.len() != 1 || key.sort_key.len() > 1 {
            return failed(
                "the description of the table cannot be read: a table has one partition key".into(),
            );
        }
        let global =
            self.global_secondary_indexes.iter().map(|own| self.index(own, IndexKind::Gsi));
        let local = self.local_secondary_indexes.iter().map(|own| self.index(own, IndexKind::Lsi));
        Ok(Layout::new(key, global.chain(local).collect()))
    }

    fn key(&self, schema: &[DescribedKey]) -> KeyAttributes {
        let of = |kind: &str| {
            let own = schema.iter().filter(|key| key.key_type == kind);
            own.map(|key| self.typed(&key.attribute_name)).collect()
        };
        KeyAttributes::new(of("HASH"), of("RANGE"))
    }

    fn typed(&self, name: &str) -> KeyAttribute {
        let is_number =
            |own: &DescribedAttribute| own.attribute_name == name && own.attribute_type == "N";
        let has_number = self.attribute_definitions.iter().any(is_number);
        let attribute_type = if has_number { AttributeType::N } else { AttributeType::S };
        (name.into(), attribute_type)
    }

    fn index(&self, index: &DescribedIndex, kind: IndexKind) -> KeyAttributes {
        let projection = index.projection.as_ref().map(|own| match own.projection_type.as_str() {
            "KEYS_ONLY" => Projection::Keys,
            "INCLUDE" => Projection::Include(own.non_key_attributes.clone()),
            _ => Projection::All,
        });
        let key = self.key(&index.key_schema);
        key.of_index(index.index_name.clone(), kind, projection.unwrap_or_default())
    }
}

/// Returns what precedes this ending in a name, if that is the name of an index: `GSI1` in `GSI1PK`, `gsi1_` in `gsi1_pk`.
/// A number can follow instead: `1` in `pk1`.
fn stem<'n>(name: &'n str, ending: &str) -> Option<(&'n str, &'n str)> {
    if !name.is_ascii() || name.len() < 3 {
        return None;
    }
    let (start, end) = name.split_at(name.len() - 2);
    let before = start.chars().next_back()?;
    let is_apart = before.is_ascii_digit() || matches!(before, '_' | '-') || {
        // `statusPk` is one, `task` is not.
        before.is_ascii_lowercase() && end.starts_with(|first: char| first.is_ascii_uppercase())
    };
    if end.eq_ignore_ascii_case(ending) && is_apart {
        return Some((start, end));
    }
    let (start, digits) = name.split_at(2);
    let is_numbered = digits.bytes().all(|byte| byte.is_ascii_digit());
    (start.eq_ignore_ascii_case(ending) && is_numbered).then_some((digits, digits))
}
