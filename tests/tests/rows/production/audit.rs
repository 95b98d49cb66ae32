//! Each kind of fault, planted in an item: the audit finds exactly that fault.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Games)]
#[pk("GAME", id)]
#[sk("GAME")]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{round:03}", id))]
#[gsi("by_round", pk = [region], sk = [round, "{id}" as "tie"])]
#[gsi("open", pk = ("OPEN", open_to), sk = ("GAME", id))]
struct Game {
    id: String,
    status: String,
    region: String,
    round: u32,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_to: Option<String>,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "kind")]
#[gsi("by_status")]
#[gsi("by_round", pk = ["region"], sk = ["round", "tie"])]
#[gsi("open")]
enum Games {
    Game(Game),
}

fn game() -> Item {
    let game = Game {
        id: "g1".into(),
        status: "DONE".into(),
        region: "eu".into(),
        round: 7,
        open_to: None,
    };
    game.to_item().unwrap()
}

fn s(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// Returns the printed faults after a change.
fn faults(change: impl FnOnce(&mut Item)) -> Vec<String> {
    let mut item = game();
    change(&mut item);
    let faults = Games::audit(&item);
    let of_stream = Games::audit(&serde_dynamo::Item::from(item));
    assert_eq!(faults, of_stream);
    faults.iter().map(ToString::to_string).collect()
}

#[test]
fn an_item_without_a_fault() {
    assert_eq!(faults(|_| {}), [""; 0]);
    assert_eq!(faults(|item| drop(item.insert("more".into(), s("x")))), [""; 0]);
}

#[test]
fn no_entity() {
    let found = faults(|item| drop(item.insert("pk".into(), s("SESSION#1"))));
    assert_eq!(found.len(), 1);
    assert!(found[0].starts_with("no entity of table `Games` has these keys"), "{found:?}");
    assert_eq!(faults(|item| drop(item.remove("sk"))), ["no key attribute `sk` of table `Games`"]);
    let number = AttributeValue::N("1".into());
    assert_eq!(
        faults(|item| drop(item.insert("pk".into(), number))),
        ["no key attribute `pk` of table `Games`"]
    );
}

#[test]
fn a_key_that_the_fields_do_not_build() {
    assert_eq!(
        faults(|item| {
            item.insert("pk".into(), s("GAME#g2"));
        }),
        ["`pk` is not the key that the fields of `Game` produce"]
    );
}

#[test]
fn fields_that_cannot_be_read_or_built() {
    let missing = faults(|item| drop(item.remove("status")));
    assert_eq!(missing, ["the fields of `Game` cannot be read (missing: status)"]);
    let hostile = faults(|item| drop(item.insert("status".into(), s("a#b"))));
    assert_eq!(hostile.len(), 1);
    assert!(hostile[0].contains("`status` contains `#`"), "{hostile:?}");
}

#[test]
fn stale() {
    assert_eq!(
        faults(|item| drop(item.insert("status".into(), s("OPEN")))),
        ["`by_statuspk` is not what the fields of `Game` produce"]
    );
    // A field that is an index attribute needs no update; what is built from it does.
    let round = AttributeValue::N("8".into());
    assert_eq!(
        faults(|item| drop(item.insert("round".into(), round))),
        ["`by_statussk` is not what the fields of `Game` produce"]
    );
    assert_eq!(
        faults(|item| drop(item.insert("kind".into(), s("Match")))),
        ["`kind` is not what the fields of `Game` produce"]
    );
}

#[test]
fn half_and_missing() {
    assert_eq!(
        faults(|item| drop(item.remove("by_statussk"))),
        ["index `by_status` of `Game` has other attributes, but lacks `by_statussk`"]
    );
    assert_eq!(
        faults(|item| {
            item.remove("by_statuspk");
            item.remove("by_statussk");
        }),
        ["`by_statuspk` of `Game` is missing"]
    );
    assert_eq!(
        faults(|item| drop(item.remove("tie"))),
        ["index `by_round` of `Game` has other attributes, but lacks `tie`"]
    );
    assert_eq!(faults(|item| drop(item.remove("kind"))), ["`kind` of `Game` is missing"]);
}

#[test]
fn of_the_wrong_type() {
    let number = || AttributeValue::N("7".into());
    assert_eq!(
        faults(|item| drop(item.insert("by_statussk".into(), number()))),
        ["`by_statussk` of `Game` is not a string"]
    );
    assert_eq!(
        faults(|item| drop(item.insert("tie".into(), AttributeValue::Null(true)))),
        ["`tie` of `Game` is not a string"]
    );
    assert_eq!(
        faults(|item| drop(item.insert("kind".into(), number()))),
        ["`kind` of `Game` is not a string"]
    );
    assert_eq!(
        faults(|item| drop(item.insert("round".into(), s("7")))),
        [
            "`round` of `Game` is not a number",
            "the fields of `Game` cannot be read (unreadable: round)"
        ]
    );
}

#[test]
fn left_over() {
    assert_eq!(
        faults(|item| {
            item.insert("openpk".into(), s("OPEN#u1"));
            item.insert("opensk".into(), s("GAME#g1"));
        }),
        [
            "`openpk` is left over: the fields of `Game` do not produce it",
            "`opensk` is left over: the fields of `Game` do not produce it",
        ]
    );
}

#[test]
fn everything_and_not_the_first_thing() {
    let found = faults(|item| {
        item.insert("openpk".into(), s("OPEN#u1"));
        item.insert("status".into(), s("OPEN"));
        item.remove("tie");
        item.remove("kind");
    });
    assert_eq!(found.len(), 4, "{found:?}");
}

#[test]
fn a_fault_names_its_attribute_and_no_text() {
    let mut item = game();
    item.insert("status".into(), s("secret"));
    let [fault] = Games::audit(&item)[..] else { panic!("one fault") };
    assert_eq!((fault.entity(), fault.attribute()), ("Game", Some("by_statuspk")));
    assert_eq!((fault.kind(), fault.index()), (FaultKind::Stale, Some("by_status")));
    assert!(!format!("{fault:?} {fault}").contains("secret"));
}
