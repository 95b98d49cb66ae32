//! The key attributes of the table and of its indexes: as `aws dynamodb describe-table` lists them, or guessed from names
//! that come in pairs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::InferError;
use super::rows::KEY_LINE;

/// The keys of a table.
#[derive(Clone, Debug)]
pub(super) struct Layout {
    pub(super) pk: String,
    pub(super) sk: Option<String>,
    pub(super) indexes: Vec<IndexLayout>,
    /// The names of the number attributes.
    pub(super) numbers: Vec<String>,
}

/// The keys of an index.
#[derive(Clone, Debug)]
pub(super) struct IndexLayout {
    pub(super) name: String,
    pub(super) is_local: bool,
    pub(super) pk: Vec<String>,
    pub(super) sk: Vec<String>,
    /// What the index holds, if it does not project all attributes.
    pub(super) projection: Option<Projected>,
}

/// The attributes that an index holds.
#[derive(Clone, Debug)]
pub(super) enum Projected {
    Keys,
    Include(Vec<String>),
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
    #[serde(flatten)]
    bare: Option<DescribedTable>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct DescribedTable {
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

impl Layout {
    /// Reads the output of `aws dynamodb describe-table`, or the input of `create-table`.
    pub(super) fn described(text: &str) -> Result<Self, InferError> {
        let failed = |error: &dyn std::fmt::Display| {
            InferError::new(format!("the description of the table cannot be read: {error}"))
        };
        let described: Description = serde_json::from_str(text).map_err(|error| failed(&error))?;
        let table = described.table.or(described.bare).ok_or_else(|| failed(&"no `KeySchema`"))?;
        let (mut pk, mut sk) = keys(&table.key_schema);
        let numbers = table.attribute_definitions.iter().filter(|own| own.attribute_type == "N");
        let numbers = numbers.map(|own| own.attribute_name.clone()).collect();
        let binary = table.attribute_definitions.iter().find(|own| own.attribute_type == "B");
        if let Some(binary) = binary {
            let name = &binary.attribute_name;
            return Err(InferError::new(format!(
                "key attribute `{name}` is binary, and `ddbkey` supports no binary keys"
            )));
        }
        let local = table.local_secondary_indexes.into_iter().map(|index| index.layout(true));
        let global = table.global_secondary_indexes.into_iter().map(|index| index.layout(false));
        let indexes = global.chain(local).collect();
        if pk.len() != 1 || sk.len() > 1 {
            return Err(failed(&"a table has one partition key"));
        }
        Ok(Self { pk: pk.remove(0), sk: sk.pop(), indexes, numbers })
    }

    /// Guesses the keys from attribute names, given the number of rows with each name.
    pub(super) fn guessed(names: &BTreeMap<String, u64>, rows: u64) -> Result<Self, InferError> {
        let is_always = |name: &str| names.get(name).is_some_and(|count| *count * 100 >= rows * 95);
        let mut pairs = TABLE_KEYS.into_iter().chain([KEY_LINE]).filter(|(pk, _)| is_always(pk));
        let Some((pk, sk)) = pairs.next() else {
            return Err(InferError::new(
                "no two attributes have names like `pk` and `sk`\nhelp: pass what `aws dynamodb describe-table` prints with \
                 `--table`",
            ));
        };
        let sk = is_always(sk).then(|| sk.to_owned());
        let mut indexes: Vec<IndexLayout> = Vec::new();
        for name in names.keys().filter(|name| *name != pk && sk.as_ref() != Some(name)) {
            let Some((stem, ending)) = stem(name, "pk") else { continue };
            let partner = names.keys().find(|other| {
                self::stem(other, "sk").is_some_and(|(own, _)| own == stem)
                    && sk.as_ref() != Some(other)
            });
            let trimmed = stem.trim_end_matches(['_', '-']).trim_start_matches('_');
            let index = if trimmed.is_empty() { ending } else { trimmed };
            indexes.push(IndexLayout {
                name: index.to_owned(),
                is_local: false,
                pk: vec![name.clone()],
                sk: partner.cloned().into_iter().collect(),
                projection: None,
            });
        }
        Ok(Self { pk: pk.into(), sk, indexes, numbers: Vec::new() })
    }

    pub(super) fn table_keys(&self) -> impl Iterator<Item = &str> {
        std::iter::once(self.pk.as_str()).chain(self.sk.as_deref())
    }

    pub(super) fn is_table_key(&self, name: &str) -> bool {
        self.table_keys().any(|own| own == name)
    }

    /// Returns whether an attribute has the name of a key and nothing else, so that it is not a field.
    pub(super) fn is_key_name(name: &str) -> bool {
        ["pk", "sk"].iter().any(|ending| stem(name, ending).is_some())
            || TABLE_KEYS.iter().any(|(pk, sk)| *pk == name || *sk == name)
    }
}

impl DescribedIndex {
    fn layout(self, is_local: bool) -> IndexLayout {
        let (pk, sk) = keys(&self.key_schema);
        let projection = self.projection.and_then(|own| match own.projection_type.as_str() {
            "KEYS_ONLY" => Some(Projected::Keys),
            "INCLUDE" => Some(Projected::Include(own.non_key_attributes)),
            _ => None,
        });
        IndexLayout { name: self.index_name, is_local, pk, sk, projection }
    }
}

fn keys(schema: &[DescribedKey]) -> (Vec<String>, Vec<String>) {
    let of = |kind: &str| {
        let own = schema.iter().filter(|key| key.key_type == kind);
        own.map(|key| key.attribute_name.clone()).collect()
    };
    (of("HASH"), of("RANGE"))
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
