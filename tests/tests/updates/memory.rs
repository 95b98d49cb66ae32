//! A table in memory: what requests do to the few keys that one row can have.

use std::collections::{BTreeMap, HashMap};

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem};
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
    /// Several actions, of which all are applied or none.
    Transaction(Vec<TransactWriteItem>),
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

pub(crate) fn key_item((pk, sk): &Key) -> Item {
    let text = |text: &String| AttributeValue::S(text.clone());
    [("pk".into(), text(pk)), ("sk".into(), text(sk))].into()
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
            Request::Transaction(actions) => {
                let before = self.clone();
                let is_made = actions.iter().all(|action| self.apply(action));
                if !is_made {
                    *self = before;
                }
                is_made
            }
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

impl Memory {
    /// Applies an action of a transaction. Returns whether its condition held.
    fn apply(&mut self, action: &TransactWriteItem) -> bool {
        if let Some(delete) = action.delete().filter(|own| own.condition_expression().is_none()) {
            self.0.remove(&key_of(delete.key()));
            return true;
        }
        macro_rules! parts {
            ($action:expr) => {{
                let action = $action;
                let names = action.expression_attribute_names().expect("names");
                let condition = Option::from(action.condition_expression());
                (key_of(action.key()), condition, names, action.expression_attribute_values())
            }};
        }
        let (key, condition, names, values): (_, Option<&str>, _, _) =
            match (action.update(), action.delete()) {
                (Some(update), _) => parts!(update),
                (_, Some(delete)) => parts!(delete),
                _ => parts!(action.condition_check().expect("the last kind of action")),
            };
        let names = names.iter().map(|(place, name)| (place.clone(), name.as_str())).collect();
        let values = values.cloned().unwrap_or_default();
        let Some(item) = self.0.get_mut(&key) else { return false };
        if !holds(item, condition.expect("a condition"), &names, &values) {
            return false;
        }
        if let Some(update) = action.update() {
            act(item, update.update_expression(), &names, &values);
        } else if action.delete().is_some() {
            self.0.remove(&key);
        }
        true
    }
}

fn holds(
    item: &Item,
    condition: &str,
    names: &HashMap<String, &str>,
    values: &HashMap<String, AttributeValue>,
) -> bool {
    split(condition, " AND ").into_iter().all(|part| {
        let (part, is_met) = match part.strip_prefix("NOT ") {
            Some(part) => (part, false),
            None => (part, true),
        };
        let stored = |name: &str| item.get(names[name]);
        let holds = match (part.strip_prefix('('), part.split_once(" BETWEEN ")) {
            (Some(inner), _) => {
                let alternatives = split(&inner[..inner.len() - 1], " OR ");
                alternatives.into_iter().any(|part| holds(item, part, names, values))
            }
            (None, Some((name, range))) => {
                let (low, high) = range.split_once(" AND ").expect("two bounds");
                number(stored(name)).is_some_and(|stored| {
                    let bound = |place: &str| number(values.get(place)).expect("a bound");
                    (bound(low)..=bound(high)).contains(&stored)
                })
            }
            (None, None) => match *part.split(' ').collect::<Vec<_>>() {
                [name, "=", value] => stored(name) == Some(&values[value]),
                [name, "<>", value] => stored(name) != Some(&values[value]),
                [name, "<", value] => {
                    number(stored(name)) < number(values.get(value)) && stored(name).is_some()
                }
                _ => {
                    let (function, arguments) = part.split_once('(').expect("a function");
                    let arguments = arguments.trim_end_matches(')');
                    match (function, arguments.split_once(", ")) {
                        ("attribute_exists", None) => stored(arguments).is_some(),
                        ("attribute_not_exists", None) => stored(arguments).is_none(),
                        ("attribute_type", Some((name, letter))) => {
                            let letter = values[letter].as_s().expect("a letter");
                            stored(name).is_some_and(|stored| match &**letter {
                                "NULL" => stored.is_null(),
                                "L" => stored.is_l(),
                                "N" => stored.is_n(),
                                other => panic!("no type {other}"),
                            })
                        }
                        _ => panic!("no function {part}"),
                    }
                }
            },
        };
        holds == is_met
    })
}

fn number(value: Option<&AttributeValue>) -> Option<i128> {
    value?.as_n().ok()?.parse().ok()
}

/// Splits an expression at a separator that is neither in parentheses nor in a range.
fn split<'e>(expression: &'e str, separator: &str) -> Vec<&'e str> {
    let (mut parts, mut start, mut depth, mut in_range, mut at) = (Vec::new(), 0, 0, false, 0);
    while at < expression.len() {
        let rest = &expression[at..];
        in_range |= depth == 0 && rest.starts_with(" BETWEEN ");
        depth += i32::from(rest.starts_with('(')) - i32::from(rest.starts_with(')'));
        if depth == 0 && rest.starts_with(separator) {
            if !std::mem::take(&mut in_range) {
                parts.push(&expression[start..at]);
                start = at + separator.len();
            }
            at += separator.len();
        } else {
            at += 1;
        }
    }
    parts.push(&expression[start..]);
    parts.into_iter().map(str::trim).filter(|part| !part.is_empty()).collect()
}

fn act(
    item: &mut Item,
    expression: &str,
    names: &HashMap<String, &str>,
    values: &HashMap<String, AttributeValue>,
) {
    let (set, remove) = expression.split_once("REMOVE ").unwrap_or((expression, ""));
    let before = item.clone();
    for action in split(set.trim_start_matches("SET "), ", ") {
        let (path, value) = action.split_once(" = ").expect("an assignment");
        let value = operand(&before, value, names, values);
        let (map, name) = at_path(item, path, names);
        map.insert(name.to_owned(), value);
    }
    for path in split(remove, ", ") {
        let (map, name) = at_path(item, path, names);
        map.remove(name);
    }
}

/// Returns what a member is set to: a value, an attribute, a sum, or a list with further members.
fn operand(
    item: &Item,
    expression: &str,
    names: &HashMap<String, &str>,
    values: &HashMap<String, AttributeValue>,
) -> AttributeValue {
    let operand = |expression: &str| operand(item, expression, names, values);
    if let [one, other] = *split(expression, " + ") {
        let sum = number(Some(&operand(one))).expect("a number")
            + number(Some(&operand(other))).expect("a number");
        return AttributeValue::N(sum.to_string());
    }
    let arguments = |function: &str| {
        let arguments = expression.strip_prefix(function)?.strip_prefix('(')?.strip_suffix(')')?;
        Some(split(arguments, ", "))
    };
    if let Some(arguments) = arguments("if_not_exists") {
        return match item.get(names[arguments[0]]) {
            Some(stored) => stored.clone(),
            None => operand(arguments[1]),
        };
    }
    if let Some(arguments) = arguments("list_append") {
        let lists = arguments.into_iter().map(|list| operand(list).as_l().expect("a list").clone());
        return AttributeValue::L(lists.flatten().collect());
    }
    match values.get(expression) {
        Some(value) => value.clone(),
        None => item[names[expression]].clone(),
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
