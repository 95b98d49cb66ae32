//! Parts whose attributes an item lacks, so that serde has read their defaults: a stored key with another value is not
//! replaced by a key that is built from a default.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemErrorKind};
use serde::{Deserialize, Serialize};

use super::applied::applied;
use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[pk("CODE", hash)]
#[sk("META")]
#[was("v1", sk = ("OLD"))]
#[gsi("gsi1", pk = ("USER", user), sk = ("CODE", "{code_number:02}"))]
#[gsi("shelves", pk = [shelf, "{rank:04}" as "rank_text"], sk = [rank])]
struct Code {
    hash: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    user: Option<String>,
    #[serde(default, alias = "n")]
    code_number: u8,
    #[serde(skip_serializing_if = "Option::is_none")]
    shelf: Option<String>,
    #[serde(default)]
    rank: u32,
    note: String,
}

#[derive(DdbTable)]
enum Codes {
    Code(Code),
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

fn code() -> Code {
    let (user, note) = (Some("u".into()), "n".into());
    Code { hash: "h".into(), user, code_number: 3, shelf: Some("s".into()), rank: 9, note }
}

/// Returns a row whose number and rank are only in its index keys.
fn old() -> Item {
    let mut item = code().to_item().unwrap();
    item.remove("codeNumber");
    item.remove("rank");
    item
}

fn changed(item: &Item, change: impl FnOnce(&mut Code)) -> Item {
    applied(item.clone(), &Code::update_item(item, change).unwrap().unwrap())
}

/// Returns the stored index attributes.
fn keys(item: &Item) -> [Option<&str>; 3] {
    ["gsi1pk", "gsi1sk", "rank_text"]
        .map(|name| item.get(name).map(|value| value.as_s().unwrap().as_str()))
}

const STORED: [Option<&str>; 3] = [Some("USER#u"), Some("CODE#03"), Some("0009")];

#[test]
fn a_repair_is_an_error_that_names_the_field() {
    let error = Codes::repair(&old()).unwrap_err();
    assert_eq!((error.kind(), error.attribute()), (ItemErrorKind::Key, Some("code_number")));
    // The fields produce a key, which would erase the stored value.
    assert_eq!((error.entity(), error.key_error()), ("Code", None));
    assert_eq!(
        error.to_string(),
        "sort key of index `gsi1` of `Code` (`CODE#{code_number:02}`): `code_number` is missing in the item, and the \
         stored key has another value than its default",
    );
}

#[test]
fn an_audit_names_the_field() {
    let faults = Codes::audit(&old());
    let told: Vec<_> =
        faults.iter().map(|own| (own.kind(), own.attribute(), own.index())).collect();
    let unbuildable = |name, index| (FaultKind::Unbuildable, Some(name), Some(index));
    assert_eq!(told, [unbuildable("codeNumber", "gsi1"), unbuildable("rank", "shelves")]);
    assert!(faults[0].to_string().contains("`code_number` is missing in the item"), "{faults:?}");
    let mut stale = old();
    stale.insert("gsi1pk".into(), text("USER#stale"));
    let told: Vec<_> =
        Codes::audit(&stale).iter().map(|own| (own.kind(), own.attribute())).collect();
    assert_eq!(told.last(), Some(&(FaultKind::Stale, Some("gsi1pk"))));
}

/// The other parts of the index follow their fields.
#[test]
fn an_update_keeps_what_only_the_key_has() {
    assert_eq!(keys(&changed(&old(), |code| code.note = "m".into())), STORED);
    let item = changed(&old(), |code| code.user = Some("v".into()));
    assert_eq!(keys(&item), [Some("USER#v"), STORED[1], STORED[2]]);
    // The default does not become the field either.
    let item = changed(&old(), |code| code.shelf = Some("t".into()));
    assert_eq!((keys(&item), item.get("rank")), (STORED, None));
    let mut outside = old();
    outside.remove("shelf");
    let item = changed(&outside, |code| code.shelf = Some("t".into()));
    assert_eq!((keys(&item), item.get("rank")), (STORED, None));
}

#[test]
fn an_update_of_the_part_builds_the_index_anew() {
    let item = changed(&old(), |code| (code.code_number, code.rank) = (7, 8));
    assert_eq!(keys(&item), [Some("USER#u"), Some("CODE#07"), Some("0008")]);
    assert_eq!(Codes::audit(&item), []);
    // This is the value in the key.
    let item = changed(&old(), |code| (code.code_number, code.rank) = (3, 9));
    assert_eq!((keys(&item), Codes::audit(&item)), (STORED, vec![]));
}

#[test]
fn an_index_that_the_item_leaves_is_removed() {
    let item = changed(&old(), |code| (code.user, code.shelf) = (None, None));
    assert_eq!(keys(&item), [None; 3]);
    assert_eq!(Codes::audit(&item), []);
}

#[test]
fn a_move_keeps_what_only_the_key_has() {
    let mut item = old();
    item.insert("sk".into(), text("OLD"));
    item.insert("gsi1pk".into(), text("USER#stale"));
    let rekey = Codes::rekey(&item).unwrap().unwrap();
    assert_eq!((keys(rekey.item()), rekey.item().get("rank")), (STORED, None));
}

/// A field with an alias is not missing, and if no key has another value, a default is used like any value.
#[test]
fn all_else_is_built() {
    let mut renamed = old();
    renamed.insert("n".into(), AttributeValue::N("4".into()));
    renamed.insert("rank".into(), AttributeValue::N("9".into()));
    let repaired = applied(renamed.clone(), &Codes::repair(&renamed).unwrap().unwrap());
    assert_eq!(keys(&repaired)[1], Some("CODE#04"));
    for stored in [None, Some("CODE#00"), Some("CODE#x"), Some("ORDER#03"), Some("CODE#03#x")] {
        let mut item = old();
        item.insert("rank".into(), AttributeValue::N("9".into()));
        item.insert("gsi1pk".into(), text("USER#stale"));
        item.remove("gsi1sk");
        item.extend(stored.map(|stored| ("gsi1sk".to_owned(), text(stored))));
        let repaired = applied(item.clone(), &Codes::repair(&item).unwrap().unwrap());
        assert_eq!(keys(&repaired), [Some("USER#u"), Some("CODE#00"), Some("0009")]);
        assert_eq!((Codes::audit(&repaired), Codes::repair(&repaired).unwrap()), (vec![], None));
        let item = changed(&item, |code| code.user = Some("v".into()));
        assert_eq!(keys(&item)[..2], [Some("USER#v"), Some("CODE#00")]);
    }
}
