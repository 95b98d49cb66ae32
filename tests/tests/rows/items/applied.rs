//! Applies an update to an item: interprets the expressions of an [`ItemUpdate`] as DynamoDB does.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::ItemUpdate;

use crate::store::Item;

/// Returns the item after an update whose condition holds.
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
        let (path, value) = action.split_once(" = ").unwrap();
        let (map, name) = at_path(&mut item, path, &names);
        map.insert(name.to_owned(), values[value].clone());
    }
    for path in remove.split(", ").filter(|path| !path.is_empty()) {
        let (map, name) = at_path(&mut item, path, &names);
        map.remove(name);
    }
    item
}

/// Returns the map that has a member, and the member's name: `#dk0.#dk0_0`.
fn at_path<'i, 'n>(
    item: &'i mut Item,
    path: &str,
    names: &HashMap<String, &'n str>,
) -> (&'i mut Item, &'n str) {
    let mut path: Vec<_> = path.split('.').map(|name| names[name]).collect();
    let last = path.pop().unwrap();
    let map = path.into_iter().fold(item, |map, name| match map.get_mut(name) {
        Some(AttributeValue::M(members)) => members,
        other => panic!("no map at `{name}`: {other:?}"),
    });
    (map, last)
}
