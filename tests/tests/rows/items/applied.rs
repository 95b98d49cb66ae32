//! What an update makes of an item: the expressions of an [`ItemUpdate`], read as DynamoDB reads them.

use std::collections::HashMap;

use ddbkey_aws::ItemUpdate;

use crate::store::Item;

/// The item after an update, whose condition holds.
pub(crate) fn applied(mut item: Item, update: &ItemUpdate) -> Item {
    let names: HashMap<_, _> = update.names().collect();
    let values: HashMap<_, _> = update.values().collect();
    for part in update.condition().split(" AND ") {
        let is_as_read = match part.split_once(" = ") {
            Some((name, value)) => item.get(names[name]) == Some(&values[value]),
            None if part.starts_with("attribute_exists(") => true,
            None => {
                let name = part.trim_start_matches("attribute_not_exists(").trim_end_matches(')');
                !item.contains_key(names[name])
            }
        };
        assert!(is_as_read, "{part}");
    }
    let expression = update.expression("");
    let (set, remove) = match expression.split_once("REMOVE ") {
        Some((set, remove)) => (set.trim(), remove),
        None => (expression.as_str(), ""),
    };
    for action in set.trim_start_matches("SET ").split(", ").filter(|action| !action.is_empty()) {
        let (name, value) = action.split_once(" = ").unwrap();
        item.insert(names[name].to_owned(), values[value].clone());
    }
    for name in remove.split(", ").filter(|name| !name.is_empty()) {
        item.remove(names[name]);
    }
    item
}
