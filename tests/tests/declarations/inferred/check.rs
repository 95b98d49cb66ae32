//! What the generated crate does with each module: it reads the rows that the module was inferred from, audits them,
//! and writes them back.

use std::collections::HashMap;

use ddbkey::DdbTable;
use ddbkey_aws::UpdateItems;
use ddbkey_aws::prelude::*;
use ddbkey_tools::Schema;
use serde_dynamo::{AttributeValue, Item};

/// Prints how many rows are correct, and the templates of every key.
pub fn check<T: DdbTable + UpdateItems>(number: usize, rows: &str) {
    let (mut right, mut faults) = (0, Vec::new());
    for line in rows.lines() {
        let item: HashMap<String, HashMap<String, AttributeValue>> = serde_json::from_str(line).unwrap();
        let item = Item::from(item["Item"].clone());
        match fault::<T>(&item) {
            None => right += 1,
            Some(fault) => faults.push(format!("{fault}: {line}")),
        }
    }
    println!("{number}\trows\t{right}");
    for fault in faults.iter().take(5) {
        println!("{number}\tfault\t{fault}");
    }
    let schema = Schema::of(T::SCHEMA);
    for entity in &schema.entities {
        for key in entity.keys.iter().chain(&entity.index_keys) {
            for attribute in &key.attributes {
                let index = key.index.as_deref().unwrap_or("-");
                let (entity, name, template) = (&entity.name, &attribute.name, attribute.template());
                println!("{number}\tkey\t{entity}\t{index}\t{name}\t{template}");
            }
        }
    }
}

fn fault<T: DdbTable + UpdateItems>(item: &Item) -> Option<String> {
    let stored: HashMap<String, aws_sdk_dynamodb::types::AttributeValue> = item.clone().into();
    let faults = T::audit(&stored);
    if !faults.is_empty() {
        return Some(format!("{faults:?}"));
    }
    let row = match T::from_item(stored.clone()) {
        Ok(row) => row,
        Err(error) => return Some(error.to_string()),
    };
    match row.to_item() {
        Ok(written) if sorted(&written) == sorted(&stored) => None,
        Ok(written) => Some(format!("is written back as {written:?}")),
        Err(error) => Some(error.to_string()),
    }
}

/// Sets have no order.
fn sorted(item: &HashMap<String, aws_sdk_dynamodb::types::AttributeValue>) -> HashMap<String, aws_sdk_dynamodb::types::AttributeValue> {
    use aws_sdk_dynamodb::types::AttributeValue as V;
    let value = |value: &V| match value {
        V::Ss(texts) => {
            let mut texts = texts.clone();
            texts.sort();
            V::Ss(texts)
        }
        V::Ns(texts) => {
            let mut texts = texts.clone();
            texts.sort();
            V::Ns(texts)
        }
        V::Bs(bytes) => {
            let mut bytes = bytes.clone();
            bytes.sort_by(|one, other| one.as_ref().cmp(other.as_ref()));
            V::Bs(bytes)
        }
        other => other.clone(),
    };
    item.iter().map(|(name, own)| (name.clone(), value(own))).collect()
}
