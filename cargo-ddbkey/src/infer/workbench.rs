//! A model of NoSQL Workbench: tables with their keys, indexes and sample rows, and facets, which have rows too.

use std::io::BufRead;

use ddbkey_tools::Schema;
use ddbkey_tools::cli::Failure;
use serde_json::{Value, json};

use super::layout::{created, list};
use super::value::StoredRow;

/// The tables of a model.
pub(super) struct Workbench(Value);

impl Workbench {
    pub(super) fn read(reader: impl BufRead) -> Result<Self, Failure> {
        serde_json::from_reader(reader).map(Self).map_err(|error| {
            let (line, column) = (error.line(), error.column());
            format!("not a NoSQL Workbench model: line {line}, column {column}").into()
        })
    }

    /// Returns the table with this name, or the only one.
    fn table(&self, name: Option<&str>) -> Result<&Value, Failure> {
        let all = || list(&self.0["DataModel"]);
        let mut tables = all().filter(|own| name.is_none_or(|name| own["TableName"] == name));
        if let (Some(table), None) = (tables.next(), tables.next()) {
            return Ok(table);
        }
        let names: Vec<_> = all()
            .map(|own| format!("`{}`", own["TableName"].as_str().unwrap_or_default()))
            .collect();
        let names = names.join(", ");
        Err(match name {
            Some(name) => format!("the model has no table `{name}`, but {names}").into(),
            None => {
                format!("the model has several tables; choose one with `--model-table`: {names}")
                    .into()
            }
        })
    }

    /// Passes each row of the table and of its facets to a function, once.
    pub(super) fn rows(
        &self,
        name: Option<&str>,
        each: &mut dyn FnMut(StoredRow),
    ) -> Result<(), Failure> {
        let table = self.table(name)?;
        let facets = list(&table["TableFacets"]).flat_map(|own| list(&own["TableData"]));
        let mut seen: Vec<&Value> = Vec::new();
        for row in list(&table["TableData"]).chain(facets) {
            if !seen.contains(&row) {
                seen.push(row);
                each(StoredRow::of_json(row.as_object().into_iter().flatten()));
            }
        }
        Ok(())
    }

    pub(super) fn layout(&self, name: Option<&str>) -> Result<Schema, Failure> {
        let table = self.table(name)?;
        let halves = |own: &Value| {
            let keys = &own["KeyAttributes"];
            let halves =
                [("HASH", keys["PartitionKey"].clone()), ("RANGE", keys["SortKey"].clone())];
            let has_name = |(_, own): &(&str, Value)| {
                own["AttributeName"].as_str().is_some_and(|own| !own.is_empty())
            };
            halves.into_iter().filter(has_name).collect::<Vec<_>>()
        };
        let schema = |own: &Value| -> Value {
            let of = |(kind, own): (&str, Value)| json!({ "AttributeName": own["AttributeName"], "KeyType": kind });
            halves(own).into_iter().map(of).collect()
        };
        let indexes = |kind: &str| -> Vec<Value> {
            let index = |own: &Value| json!({ "IndexName": own["IndexName"], "KeySchema": schema(own), "Projection": own["Projection"] });
            list(&table[kind]).map(index).collect()
        };
        let (global, local) = ("GlobalSecondaryIndexes", "LocalSecondaryIndexes");
        let all = [table].into_iter().chain(list(&table[global])).chain(list(&table[local]));
        let types: Vec<Value> = all.flat_map(halves).map(|(_, own)| own).collect();
        let described = json!({
            "KeySchema": schema(table),
            "AttributeDefinitions": types,
            global: indexes(global),
            local: indexes(local),
        });
        created(&described)
    }
}
