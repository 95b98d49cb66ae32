//! The law of repairs: after a repair, an audit finds nothing, and there is nothing to repair.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::ItemErrorKind;
use ddbkey_aws::prelude::*;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use serde::{Deserialize, Serialize};

use super::applied::applied;
use crate::store::Item;

#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("status", pk = "status_pk", sk = "status_sk")]
#[gsi("email", pk = "email_pk", sk = "status_sk")]
#[gsi("level", pk = ["type", "level"], sk = ["rank", "tie"])]
enum Club {
    Member(Member),
    Guest(Guest),
    Flat(Flat),
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Club)]
#[serde(rename_all = "camelCase")]
#[pk("MEMBER", id)]
#[sk("PROFILE")]
#[gsi("status", pk = ("STATUS", status), sk = ("{joined_in:04}", id))]
#[gsi("email", pk = ("EMAIL", email), sk = ("{joined_in:04}", id))]
#[gsi("level", pk = ["Member" as "type", level], sk = [rank, "{id}" as "tie"])]
struct Member {
    id: String,
    status: String,
    joined_in: u16,
    #[serde(alias = "mail")]
    email: Option<String>,
    #[serde(default, alias = "tier", alias = "grade")]
    level: Option<String>,
    #[serde(alias = "place")]
    rank: u32,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Club, type_name = "visitor")]
#[pk("GUEST", id)]
#[sk("PROFILE")]
#[gsi("status", pk = ("GUEST", shown() -> &str), sk = (id))]
struct Guest {
    id: String,
    note: String,
}

impl Guest {
    fn shown(&self) -> &str {
        &self.note
    }
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Club)]
#[pk("FLAT", id)]
#[sk("PROFILE")]
#[gsi("status", pk = ("STATUS", status), sk = (id))]
struct Flat {
    id: String,
    status: String,
    #[serde(flatten)]
    more: HashMap<String, String>,
}

fn items() -> [Item; 4] {
    let member = |email: Option<&str>, level: Option<&str>| Member {
        id: "1".into(),
        status: "NEW".into(),
        joined_in: 2024,
        email: email.map(Into::into),
        level: level.map(Into::into),
        rank: 7,
    };
    let more = [("x".to_owned(), "y".to_owned())].into();
    [
        member(Some("e"), Some("gold")).to_item().unwrap(),
        member(None, None).to_item().unwrap(),
        Guest { id: "1".into(), note: "n".into() }.to_item().unwrap(),
        Flat { id: "1".into(), status: "NEW".into(), more }.to_item().unwrap(),
    ]
}

/// The type attribute is also an attribute of an index that a member without a level is not in.
#[test]
fn what_is_written_needs_no_repair() {
    for item in items() {
        assert_eq!(Club::audit(&item), []);
        assert_eq!(Club::repair(&item).unwrap(), None);
    }
}

/// A flattened map may contain any name, so leftover attributes of an index are reported and not removed.
fn is_flat(item: &Item) -> bool {
    item["pk"] == AttributeValue::S("FLAT#1".into())
}

/// Generates a wrong value for an attribute.
fn value() -> impl Strategy<Value = Option<AttributeValue>> {
    let text = |text: &&str| Some(AttributeValue::S((*text).to_owned()));
    let texts = ["NEW", "Member", "STATUS#OLD", "EMAIL#x", "gold", "2024#1"];
    prop_oneof![
        Just(None),
        select(texts.map(|own| text(&own)).to_vec()),
        Just(Some(AttributeValue::N("8".into()))),
        Just(Some(AttributeValue::Null(true))),
    ]
}

const NAMES: [&str; 17] = [
    "status",
    "status_pk",
    "status_sk",
    "email",
    "mail",
    "email_pk",
    "type",
    "level",
    "tier",
    "grade",
    "rank",
    "place",
    "tie",
    "joinedIn",
    "note",
    "id",
    "x",
];

proptest! {
    #![proptest_config(ProptestConfig::with_cases(4000))]

    #[test]
    fn an_item_is_repaired_at_once(
        item in select(items().to_vec()),
        changes in vec((select(&NAMES[..]), value()), 0..5),
    ) {
        let mut item = item;
        for (name, value) in changes {
            match value {
                Some(value) => item.insert(name.to_owned(), value),
                None => item.remove(name),
            };
        }
        let faults = Club::audit(&item);
        let read = Club::from_item(item.clone());
        let Ok(repair) = Club::repair(&item) else {
            prop_assert!(!faults.is_empty(), "{:?}", item);
            return Ok(());
        };
        prop_assert!(read.is_ok());
        let Some(repair) = repair else {
            prop_assert!(faults.is_empty() || is_flat(&item), "{:?} {:?}", faults, item);
            return Ok(());
        };
        prop_assert!(!faults.is_empty(), "{:?}", item);
        let repaired = applied(item, &repair);
        let after = Club::from_item(repaired.clone()).unwrap();
        prop_assert_eq!(after.to_item().unwrap(), read.unwrap().to_item().unwrap());
        prop_assert_eq!(Club::repair(&repaired).unwrap(), None);
        prop_assert!(is_flat(&repaired) || Club::audit(&repaired).is_empty(), "{:?}", repaired);
    }
}

#[test]
fn the_condition_names_what_the_index_is_made_of() {
    let [mut item, ..] = items();
    item.insert("status".into(), AttributeValue::S("OLD".into()));
    let repair = Club::repair(&item).unwrap().unwrap();
    assert_eq!(repair.key().pk(), "MEMBER#1");
    assert_eq!(repair.expression(""), "SET #dk0 = :dk0");
    let names: Vec<_> = repair.names().map(|(_, name)| name).collect();
    let all =
        ["pk", "status_pk", "id", "status", "joinedIn", "email", "mail", "status_sk", "email_pk"];
    assert_eq!(names, all, "two indexes that share an attribute are one");
    let condition = "attribute_exists(#dk) AND #dk0 = :dk0_old AND #dk1 = :dk1_old";
    assert!(repair.condition().starts_with(condition), "{}", repair.condition());
}

/// A method can read any field.
#[test]
fn where_a_key_calls_a_method_the_condition_names_every_field() {
    let [_, _, mut item, _] = items();
    item.remove("status_sk");
    item.insert("more".into(), AttributeValue::N("1".into()));
    let repair = Club::repair(&item).unwrap().unwrap();
    let mut names: Vec<_> = repair.names().map(|(_, name)| name).collect();
    names.sort_unstable();
    assert_eq!(names, ["id", "note", "pk", "status_pk", "status_sk"]);
}

#[test]
fn a_value_that_no_index_can_hold_is_an_error() {
    let [mut item, ..] = items();
    item.insert("email".into(), AttributeValue::S(String::new()));
    item.remove("tie");
    assert_eq!(Club::repair(&item).unwrap_err().kind(), ItemErrorKind::Key);
}

/// The only copy of a value gets the name that the index has.
#[test]
fn an_attribute_of_an_index_gets_the_name_of_its_field() {
    let [mut item, ..] = items();
    for (name, alias) in [("level", "tier"), ("rank", "place")] {
        let value = item.remove(name).unwrap();
        item.insert(alias.into(), value);
    }
    let repaired = applied(item.clone(), &Club::repair(&item).unwrap().unwrap());
    assert_eq!(Club::audit(&repaired), []);
    assert!(["level", "rank"].iter().all(|name| repaired.contains_key(*name)));
}
