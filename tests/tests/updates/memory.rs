//! A table in memory: what requests do to the few keys that one row can have.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::Keys;
use ddbkey_aws::{ItemUpdate, Rekey};

use crate::Item;

/// What a writer sends.
#[derive(Clone, Debug)]
pub(crate) enum Request {
    Update(ItemUpdate),
    /// A move, as a transaction of a put and a delete.
    Move(Rekey),
    /// Puts an item if none of these keys has one.
    Create(Item, Vec<Key>),
    Delete(Key),
    /// An action on one number attribute, whose only condition is that the item exists.
    Add(Key, &'static str),
    /// The same for a string.
    Set(Key, &'static str, &'static str),
}

/// The strings of a key.
pub(crate) type Key = (String, String);

#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Memory(pub(crate) BTreeMap<Key, Item>);

pub(crate) fn key_of(item: &Item) -> Key {
    let text = |name: &str| item[name].as_s().expect("a text").clone();
    (text("pk"), text("sk"))
}

pub(crate) fn texts(keys: &Keys) -> Key {
    (keys.pk().to_owned(), keys.sk().expect("a sort key").to_owned())
}

impl Memory {
    /// Sends a request. Returns whether its condition held.
    pub(crate) fn send(&mut self, request: &Request) -> bool {
        match request {
            Request::Update(update) => {
                let stored = self.0.get_mut(&texts(update.key()));
                let (names, values) = (update.names().collect(), update.values().collect());
                let Some(item) = stored else { return false };
                if !holds(item, &update.condition(), &names, &values) {
                    return false;
                }
                act(item, &update.expression(""), &names, &values);
                true
            }
            Request::Move(rekey) => {
                let (from, to) = (texts(rekey.former_key()), key_of(rekey.item()));
                let (names, values) = (rekey.names().collect(), rekey.values().collect());
                let Some(item) = self.0.get(&from) else { return false };
                if self.0.contains_key(&to) || !holds(item, &rekey.condition(), &names, &values) {
                    return false;
                }
                self.0.remove(&from);
                self.0.insert(to, rekey.item().clone());
                true
            }
            Request::Create(item, keys) => {
                if keys.iter().any(|key| self.0.contains_key(key)) {
                    return false;
                }
                self.0.insert(key_of(item), item.clone());
                true
            }
            Request::Delete(key) => self.0.remove(key).is_some(),
            Request::Add(key, name) => {
                let Some(item) = self.0.get_mut(key) else { return false };
                let number = item.get(*name).map_or(0, |stored| {
                    stored.as_n().expect("a number").parse::<u32>().expect("a small number")
                });
                item.insert((*name).to_owned(), AttributeValue::N((number + 1).to_string()));
                true
            }
            Request::Set(key, name, text) => {
                let Some(item) = self.0.get_mut(key) else { return false };
                item.insert((*name).to_owned(), AttributeValue::S((*text).to_owned()));
                true
            }
        }
    }
}

fn holds(
    item: &Item,
    condition: &str,
    names: &HashMap<String, &str>,
    values: &HashMap<String, AttributeValue>,
) -> bool {
    condition.split(" AND ").all(|part| match part.split_once(" = ") {
        Some((name, value)) => item.get(names[name]) == Some(&values[value]),
        None => {
            let (function, name) = part.split_once('(').expect("a function");
            let is_there = item.contains_key(names[name.trim_end_matches(')')]);
            is_there == (function == "attribute_exists")
        }
    })
}

fn act(
    item: &mut Item,
    expression: &str,
    names: &HashMap<String, &str>,
    values: &HashMap<String, AttributeValue>,
) {
    let (set, remove) = expression.split_once("REMOVE ").unwrap_or((expression, ""));
    let listed = |actions: &str| -> Vec<String> {
        actions.split(", ").map(str::trim).filter(|own| !own.is_empty()).map(Into::into).collect()
    };
    for action in listed(set.trim_start_matches("SET ")) {
        let (path, value) = action.split_once(" = ").expect("an assignment");
        let (map, name) = at_path(item, path, names);
        map.insert(name.to_owned(), values[value].clone());
    }
    for path in listed(remove) {
        let (map, name) = at_path(item, &path, names);
        map.remove(name);
    }
}

/// Returns the map that has a member, and the member's name: `#dk0.#dk0_0`.
fn at_path<'i, 'n>(
    item: &'i mut Item,
    path: &str,
    names: &HashMap<String, &'n str>,
) -> (&'i mut Item, &'n str) {
    let mut path: Vec<_> = path.split('.').map(|name| names[name]).collect();
    let last = path.pop().expect("a name");
    let map = path.into_iter().fold(item, |map, name| match map.get_mut(name) {
        Some(AttributeValue::M(members)) => members,
        other => panic!("no map at `{name}`: {other:?}"),
    });
    (map, last)
}
