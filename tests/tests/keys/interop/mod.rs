//! Tables that other libraries filled: their keys are declared, built, read and queried.
//!
//! `keys.jsonl` has what the libraries wrote, a line for each item: the library and its version, the kind of
//! its keys, the entity, its fields and the key attributes. The items were created once, without a table, from the
//! commands that each library passes to its client: `entity.put(…).params()` of ElectroDB, once with its own format
//! of keys and once with templates; `PutItemCommand` of DynamoDB-Toolbox, with transformed attributes and with
//! `computeKey`; `model.create(…, { execute: false })` of OneTable, with value templates.

mod electrodb;
mod onetable;
mod toolbox;

use std::collections::BTreeMap;

use ddbkey::DdbKeys;
use ddbkey::key::{KeyTexts, PrimaryKey as _, TypedQuery};
use serde::Deserialize;
use serde::de::DeserializeOwned;

/// The tables of these libraries.
pub(crate) const SCHEMAS: [(&str, &ddbkey::schema::TableSchema); 4] = [
    ("electrodb", electrodb::SCHEMA),
    ("electrodb_templates", electrodb::templates::SCHEMA),
    ("onetable", onetable::SCHEMA),
    ("toolbox", toolbox::SCHEMA),
];

/// An item that a library wrote.
#[derive(Deserialize)]
struct Row {
    library: String,
    style: String,
    entity: String,
    fields: serde_json::Value,
    keys: BTreeMap<String, String>,
}

impl Row {
    fn pk(&self) -> &str {
        &self.keys["pk"]
    }

    fn sk(&self) -> &str {
        &self.keys["sk"]
    }
}

fn rows() -> impl Iterator<Item = Row> {
    include_str!("keys.jsonl").lines().map(|line| serde_json::from_str(line).expect("a row"))
}

/// Builds, reads and queries the rows of one entity. The attribute with the library's name of
/// the entity holds our type name.
fn check<T: DdbKeys + DeserializeOwned>(library: &str, style: &str, entity: &str) -> Vec<(Row, T)> {
    let of_entity =
        |row: &Row| (&*row.library, &*row.style, &*row.entity) == (library, style, entity);
    let rows: Vec<_> = rows().filter(of_entity).collect();
    assert!(!rows.is_empty(), "{library} has a {entity}");
    let checked = rows.into_iter().map(|mut row| {
        for attribute in ["_et", "_type"] {
            if let Some(name) = row.keys.remove(attribute) {
                assert_eq!(name, T::SCHEMA.name());
            }
        }
        let value: T = serde_json::from_value(row.fields.clone()).expect("the fields of a row");
        let built = value.keys().expect("the keys of a row");
        let built: BTreeMap<_, _> =
            built.iter().map(|(name, text)| (name.to_owned(), text.into_string())).collect();
        assert_eq!(built, row.keys, "{library} {style}");
        {
            let key = T::Key::parse_texts(row.pk(), row.sk()).expect("a key");
            let keys = key.keys().expect("its keys");
            assert_eq!((keys.pk(), keys.sk()), (row.pk(), Some(row.sk())));
            let pk = T::Pk::from_texts(&[row.pk()]).expect("a partition key");
            let of_entity = T::query(pk).build().expect("a condition");
            assert!(of_entity.matches(row.pk(), row.sk()), "{library} {style}");
        }
        (row, value)
    });
    checked.collect()
}

#[test]
fn every_row_is_of_an_entity_that_is_checked() {
    let mut kinds: Vec<_> =
        rows().map(|row| format!("{} {} {}", row.library, row.style, row.entity)).collect();
    kinds.dedup();
    assert_eq!(kinds.len(), 12, "{kinds:?}");
}
