//! A model of NoSQL Workbench: tables with their keys, indexes and sample rows, and facets, which have rows too.

use std::io::BufRead;

use serde::Deserialize;
use serde_json::{Map, Value};

use super::layout::{DescribedTable, Layout};
use super::value::{StoredRow, StoredValue};

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
pub(super) struct Workbench {
    data_model: Vec<ModelTable>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModelTable {
    table_name: String,
    key_attributes: ModelKey,
    #[serde(default)]
    table_data: Option<Vec<Map<String, Value>>>,
    #[serde(default)]
    table_facets: Option<Vec<ModelFacet>>,
    #[serde(default)]
    global_secondary_indexes: Option<Vec<ModelIndex>>,
    #[serde(default)]
    local_secondary_indexes: Option<Vec<ModelIndex>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModelFacet {
    #[serde(default)]
    table_data: Option<Vec<Map<String, Value>>>,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModelIndex {
    index_name: String,
    key_attributes: ModelKey,
    #[serde(default)]
    projection: Value,
}

#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ModelKey {
    partition_key: ModelAttribute,
    #[serde(default)]
    sort_key: Option<ModelAttribute>,
}

#[derive(Default, Deserialize)]
#[serde(rename_all = "PascalCase", default)]
struct ModelAttribute {
    attribute_name: String,
    attribute_type: String,
}

type ModelError = Box<dyn std::error::Error + Send + Sync>;

impl Workbench {
    pub(super) fn read(reader: impl BufRead) -> Result<Self, ModelError> {
        serde_json::from_reader(reader).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            format!("not a NoSQL Workbench model: line {line}, column {column}").into()
        })
    }

    fn table(&self, name: Option<&str>) -> Result<&ModelTable, ModelError> {
        let names = || {
            let names = self.data_model.iter().map(|own| format!("`{}`", own.table_name));
            names.collect::<Vec<_>>().join(", ")
        };
        match (&self.data_model[..], name) {
            ([only], None) => Ok(only),
            (tables, Some(name)) => tables
                .iter()
                .find(|own| own.table_name == name)
                .ok_or_else(|| format!("the model has no table `{name}`, but {}", names()).into()),
            _ => Err(format!(
                "the model has several tables; choose one with `--model-table`: {}",
                names()
            )
            .into()),
        }
    }

    /// Passes each row of the table and of its facets to a function, once.
    pub(super) fn rows(
        &self,
        name: Option<&str>,
        each: &mut dyn FnMut(StoredRow),
    ) -> Result<(), ModelError> {
        let table = self.table(name)?;
        let facets =
            table.table_facets.iter().flatten().flat_map(|own| own.table_data.iter().flatten());
        let mut seen: Vec<&Map<String, Value>> = Vec::new();
        for row in table.table_data.iter().flatten().chain(facets) {
            if seen.contains(&row) {
                continue;
            }
            seen.push(row);
            let attributes =
                row.iter().map(|(name, own)| (name.clone(), StoredValue::of_json(own.clone())));
            each(StoredRow { attributes: attributes.collect() });
        }
        Ok(())
    }

    /// Returns the layout of the table.
    pub(super) fn layout(&self, name: Option<&str>) -> Result<Layout, ModelError> {
        let table = self.table(name)?;
        let mut types = Vec::new();
        let mut key = |own: &ModelKey| {
            let attributes = [(Some(&own.partition_key), "HASH"), (own.sort_key.as_ref(), "RANGE")];
            let attributes = attributes.into_iter().filter_map(|(own, kind)| Some((own?, kind)));
            let attributes = attributes.filter(|(own, _)| !own.attribute_name.is_empty());
            let keys = attributes.map(|(own, kind)| {
                let (name, attribute_type) = (&own.attribute_name, &own.attribute_type);
                types.push(
                    serde_json::json!({ "AttributeName": name, "AttributeType": attribute_type }),
                );
                serde_json::json!({ "AttributeName": name, "KeyType": kind })
            });
            Value::from(keys.collect::<Vec<_>>())
        };
        let mut index = |own: &ModelIndex| {
            let mut index = serde_json::json!({
                "IndexName": own.index_name, "KeySchema": key(&own.key_attributes),
            });
            if own.projection.is_object() {
                index["Projection"] = own.projection.clone();
            }
            index
        };
        let global: Vec<_> =
            table.global_secondary_indexes.iter().flatten().map(&mut index).collect();
        let local: Vec<_> =
            table.local_secondary_indexes.iter().flatten().map(&mut index).collect();
        let described = serde_json::json!({
            "KeySchema": key(&table.key_attributes),
            "GlobalSecondaryIndexes": global,
            "LocalSecondaryIndexes": local,
        });
        let mut described = described;
        described["AttributeDefinitions"] = types.into();
        Ok(DescribedTable::deserialize(described)?.layout()?)
    }
}
