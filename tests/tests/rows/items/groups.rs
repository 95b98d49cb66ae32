//! Indexes that share an attribute, indexes whose keys cannot be built, and fields that are attributes: each index is
//! checked on its own, and each field if an index or the item has it.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable, KeyErrorKind};
use ddbkey_aws::FaultKind;
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

use super::applied::applied;
use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Clone)]
#[pk("ROW", id)]
#[sk("META")]
#[gsi("one", pk = ["{x}" as "a"], sk = ["{z}" as "s"])]
#[gsi("two", pk = ["{y}" as "b"], sk = ["{z}" as "s"])]
struct Row {
    id: String,
    #[serde(default)]
    x: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    y: Option<String>,
    z: String,
}

#[derive(DdbTable)]
enum Rows {
    Row(Row),
}

fn text(text: &str) -> AttributeValue {
    AttributeValue::S(text.into())
}

/// A row in index `two`, whose `x` no index can hold.
fn row() -> Item {
    let row = Row { id: "1".into(), x: "x".into(), y: Some("2".into()), z: "3".into() };
    let mut item = row.to_item().unwrap();
    item.insert("x".into(), text(""));
    item.remove("a");
    item
}

fn changed(item: &Item, change: impl FnOnce(&mut Row)) -> Item {
    applied(item.clone(), &Row::update_item(item, change).unwrap().unwrap())
}

fn stored(item: &Item) -> [Option<&str>; 3] {
    ["a", "b", "s"].map(|name| item.get(name).map(|value| value.as_s().unwrap().as_str()))
}

/// Returns the kinds of faults, and their attributes.
fn faults<T: ddbkey_aws::UpdateItems>(item: &Item) -> Vec<(FaultKind, Option<&'static str>)> {
    T::audit(item).iter().map(|own| (own.kind(), own.attribute())).collect()
}

#[test]
fn an_index_that_cannot_be_built_takes_the_row_out_of_no_other() {
    let unbuildable = (FaultKind::Unbuildable, None);
    assert_eq!(faults::<Rows>(&row()), [unbuildable]);
    let item = changed(&row(), |row| row.y = Some("9".into()));
    assert_eq!(stored(&item), [None, Some("9"), Some("3")]);
    let item = changed(&item, |row| row.z = "4".into());
    assert_eq!(stored(&item), [None, Some("9"), Some("4")]);
    assert_eq!(faults::<Rows>(&item), [unbuildable]);
    // In none of them.
    let item = changed(&item, |row| row.y = None);
    assert_eq!(stored(&item), [None; 3]);
    // The stored key of the index that cannot be built was not correct.
    let mut stale = row();
    stale.insert("a".into(), text("old"));
    let item = changed(&stale, |row| row.z = "4".into());
    assert_eq!(stored(&item), [None, Some("2"), Some("4")]);
}

#[test]
fn an_audit_sees_the_others() {
    let mut item = row();
    item.remove("b");
    item.remove("s");
    let unbuildable = (FaultKind::Unbuildable, None);
    assert_eq!(faults::<Rows>(&item), [unbuildable, (FaultKind::Missing, Some("b"))]);
    assert!(Rows::repair(&item).is_err_and(|error| error.key_error().is_some()));
    item.insert("s".into(), text("old"));
    let half = (FaultKind::Half, Some("b"));
    assert_eq!(faults::<Rows>(&item), [unbuildable, half, (FaultKind::Stale, Some("s"))]);
}

/// Only the index whose key the closure makes invalid is an error.
#[test]
fn an_error_is_about_the_index_that_changes() {
    let error = Row::update_item(&row(), |row| row.y = Some(String::new())).unwrap_err();
    assert!(error.key_error().is_some_and(|cause| cause.index() == Some("two")), "{error}");
    let item = changed(&row(), |row| row.x = "x".into());
    assert_eq!(stored(&item), [Some("x"), Some("2"), Some("3")]);
    let error = Row::update_item(&item, |row| row.x = String::new()).unwrap_err();
    assert!(error.key_error().is_some_and(|cause| cause.index() == Some("one")), "{error}");
}

/// A move keeps keys that cannot be built, and updates attributes that another index also has.
mod moved {
    use ddbkey_aws::prelude::*;

    use super::{DdbKeys, DdbTable, Deserialize, Serialize, text};

    #[derive(DdbKeys, Serialize, Deserialize)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[was("v1", sk = ("OLD"))]
    #[gsi("one", pk = ["{x}" as "a"], sk = ["{z}" as "s"])]
    #[gsi("two", pk = ["{y}" as "b"], sk = ["{z}" as "s"])]
    struct Row {
        id: String,
        x: String,
        y: String,
        z: String,
    }

    #[derive(DdbTable)]
    enum Rows {
        Row(Row),
    }

    #[test]
    fn a_move_keeps_what_cannot_be_built() {
        let row = Row { id: "1".into(), x: "1".into(), y: "2".into(), z: "3".into() };
        let mut item = row.to_item().unwrap();
        for (name, value) in [("x", ""), ("sk", "OLD"), ("a", "old"), ("b", "old"), ("s", "old")] {
            item.insert(name.into(), text(value));
        }
        let rekey = Rows::rekey(&item).unwrap().unwrap();
        let stored = ["a", "b", "s"].map(|name| rekey.item()[name].as_s().unwrap().as_str());
        assert_eq!(stored, ["old", "2", "3"]);
    }
}

/// Fields that are attributes of indexes.
mod fields {
    use ddbkey_aws::prelude::*;

    use super::{
        AttributeValue, DdbKeys, DdbTable, Deserialize, FaultKind, Item, KeyErrorKind, Serialize,
        applied, faults, text,
    };

    #[derive(DdbKeys, Serialize, Deserialize, Debug)]
    #[pk("ROW", id)]
    #[sk("META")]
    #[gsi("cities", pk = ("C", city), sk = [rank])]
    #[gsi("scores", pk = [town], sk = [score])]
    #[gsi("levels", pk = [level], sk = ["{id}" as "level_id"])]
    struct Row {
        id: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        city: Option<String>,
        #[serde(default)]
        rank: String,
        #[serde(skip_serializing_if = "Option::is_none")]
        town: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        score: Option<i64>,
        #[serde(default, skip_serializing_if = "is_zero")]
        level: u32,
    }

    #[derive(DdbTable)]
    enum Rows {
        Row(Row),
    }

    #[expect(clippy::trivially_copy_pass_by_ref, reason = "serde hands over a reference")]
    fn is_zero(level: &u32) -> bool {
        *level == 0
    }

    /// Returns a row of a release without `rank`.
    fn row(city: Option<&str>) -> Item {
        let row = Row {
            id: "1".into(),
            city: city.map(Into::into),
            rank: "r".into(),
            town: None,
            score: None,
            level: 3,
        };
        let mut item = row.to_item().unwrap();
        item.remove("rank");
        item.remove("citiespk");
        item
    }

    #[test]
    fn what_nothing_writes_is_not_asked_for() {
        assert_eq!(Rows::audit(&row(None)), []);
        assert_eq!(Rows::repair(&row(None)).unwrap(), None);
        let mut item = row(Some("x"));
        assert_eq!(faults::<Rows>(&item), [(FaultKind::Unbuildable, None)]);
        item.insert("citiespk".into(), text("C#x"));
        let changes: [fn(&mut Row); 3] =
            [|row| row.city = Some("z".into()), |row| row.city = None, |row| row.score = Some(1)];
        let names = changes.map(|change| {
            let update = Row::update_item(&item, change).unwrap().unwrap();
            let item = applied(item.clone(), &update);
            (item.contains_key("citiespk"), item.contains_key("rank"))
        });
        assert_eq!(names, [(false, false), (false, false), (true, false)]);
    }

    /// A value that the item has, and that no index can hold.
    #[test]
    fn what_the_item_has_is_asked_for() {
        let mut item = row(None);
        item.insert("rank".into(), text(""));
        assert_eq!(faults::<Rows>(&item), [(FaultKind::Unbuildable, None)]);
        assert!(Rows::repair(&item).is_err_and(|error| error.key_error().is_some()));
        let update = Row::update_item(&item, |row| row.score = Some(1)).unwrap().unwrap();
        assert_eq!(applied(item, &update)["score"], AttributeValue::N("1".into()));
    }

    #[test]
    fn what_an_update_writes_is_asked_for() {
        let changes: [fn(&mut Row); 4] = [
            |row| row.town = Some(String::new()),
            |row| (row.town, row.score) = (Some(String::new()), Some(1)),
            |row| (row.city, row.rank) = (None, String::new()),
            |row| (row.city, row.rank) = (Some("x".into()), String::new()),
        ];
        let with_rank = |mut item: Item| {
            item.insert("rank".into(), text("r"));
            item
        };
        for item in [row(None), row(Some("x"))].map(with_rank) {
            for change in changes {
                let error = Row::update_item(&item, change).map(drop).unwrap_err();
                assert!(
                    error.key_error().is_some_and(|cause| cause.kind() == KeyErrorKind::Empty),
                    "{error}"
                );
            }
        }
    }

    /// An index has a value that serde leaves out.
    #[test]
    fn an_index_keeps_what_serde_leaves_out() {
        let item = row(None);
        let update = Row::update_item(&item, |row| row.level = 0).unwrap().unwrap();
        let item = applied(item, &update);
        assert_eq!(item["level"], AttributeValue::N("0".into()));
        assert_eq!(Rows::audit(&item), []);
    }
}
