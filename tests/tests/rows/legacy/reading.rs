//! Items under any of their keys: read as entities, as rows of a page, as changes, and audited.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable, Keys};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Change, ChangeKind, FaultKind, ItemError, ItemErrorKind, SkipKind, SkipReason};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[was("v0", pk = ("CUSTOMER", user_id), sk = ("O", "{number:05}"), separator = "|")]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:08}"))]
#[gsi("inverted", pk = sk, sk = pk)]
struct Order {
    user_id: String,
    number: u32,
    status: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}", "LINE", "{line:03}")]
#[was("v1", sk = ("ORDER", "{number:05}", "LINE", "{line:03}"))]
struct Line {
    user_id: String,
    number: u32,
    line: u16,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable, Debug, Clone, PartialEq)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("by_status")]
#[gsi("inverted", pk = "SK", sk = "PK")]
enum Shop {
    Order(Order),
    Line(Line),
    User(User),
}

type Item = HashMap<String, AttributeValue>;

fn order(number: u32) -> Order {
    Order { user_id: "u1".into(), number, status: "PAID".into() }
}

/// Returns the item as an older program wrote it.
fn under(mut item: Item, keys: Keys) -> Item {
    item.extend(keys.into_item());
    item
}

fn items(order: &Order) -> Result<[Item; 3], ItemError> {
    let item = order.to_item()?;
    Ok([item.clone(), under(item.clone(), order.v1().keys()?), under(item, order.v0().keys()?)])
}

#[test]
fn an_item_is_read_under_each_key() -> Result<(), ItemError> {
    let order = order(7);
    for item in items(&order)? {
        assert_eq!(Order::from_item(item.clone())?, order);
        assert_eq!(Shop::from_item(item)?, Shop::Order(order.clone()));
    }
    Ok(())
}

/// Its key must be the key that its fields produce with the same pattern.
#[test]
fn an_item_under_a_key_of_other_fields_is_not_read() -> Result<(), ItemError> {
    let order = order(7);
    for mut item in items(&order)? {
        item.insert("number".into(), AttributeValue::N("8".into()));
        let error = Order::from_item(item.clone()).unwrap_err();
        assert_eq!((error.kind(), error.attribute()), (ItemErrorKind::Mismatch, Some("SK")));
        let faults = Shop::audit(&item);
        assert!(faults.iter().any(|fault| fault.kind() == FaultKind::Key), "{faults:?}");
    }
    let mut other = order.to_item()?;
    other.insert("SK".into(), AttributeValue::S("ORDER#7".into()));
    let error = Order::from_item(other).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Unknown, "Order"));
    Ok(())
}

/// The current key cannot be built: `number` has nine digits.
#[test]
fn reading_does_not_need_the_current_key() -> Result<(), Box<dyn std::error::Error>> {
    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("N", "{number:03}")]
    #[was("v0", pk = ("OLD", "{number:05}"))]
    struct Small {
        number: u64,
    }
    let small = Small { number: 70_000 };
    let item: Item = serde_dynamo::to_item(&small)?;
    assert!(small.keys().is_err());
    let item = under(item, small.v0().keys()?);
    assert_eq!(Small::from_item(item)?, small);
    Ok(())
}

#[test]
fn one_query_for_each_key_has_each_row_once() -> Result<(), Box<dyn std::error::Error>> {
    let mut stored = Vec::new();
    for number in [1, 2, 70_001] {
        stored.extend(items(&order(number))?);
    }
    let line = Line { user_id: "u1".into(), number: 1, line: 1 };
    stored.push(line.to_item()?);
    stored.push(under(line.to_item()?, line.v1().keys()?));
    stored.push(User { user_id: "u1".into() }.to_item()?);

    let pk = OrderPk { user_id: "u1" };
    let conditions = [
        Order::query(pk).build()?,
        Order::query_v1(pk).build()?,
        Order::query_v0(OrderV0Pk { user_id: "u1" }).build()?,
    ];
    let mut seen = 0;
    for condition in &conditions {
        let found = stored.iter().filter(|item| {
            condition.matches_with(|name| item[name].as_s().ok().map(String::as_str))
        });
        let found: Vec<_> = found.cloned().collect();
        let page = Order::read(condition, found.clone());
        seen += page.rows.len();
        for skipped in &page.skipped {
            assert!(matches!(skipped.reason, SkipReason::OtherKey(_) | SkipReason::Other(_)));
        }
        let page = Shop::read(condition, found);
        let lines = page.rows.iter().filter(|row| matches!(row, Shop::Line(_))).count();
        assert_eq!(lines, if condition == &conditions[2] { 0 } else { 2 }, "under any key");
        assert!(
            page.skipped
                .iter()
                .all(|skipped| { matches!(&skipped.reason, SkipReason::OtherKey(Shop::Order(_))) })
        );
        assert_eq!(page.counts()[&SkipKind::OtherKey], page.skipped.len());
        let mut reasons = page.skipped.iter().map(|skipped| skipped.reason.to_string());
        assert!(reasons.all(|reason| reason == "the item is under another key of its entity"));
    }
    assert_eq!(seen, 9);
    Ok(())
}

#[test]
fn a_partition_and_an_index_have_rows_under_any_key() -> Result<(), Box<dyn std::error::Error>> {
    let stored = items(&order(7))?;
    let partition = OrderPk { user_id: "u1" }.condition()?;
    let page = Shop::read(&partition, stored[..2].to_vec());
    assert_eq!((page.rows.len(), page.skipped.len()), (2, 0));
    let page = Order::read(&OrderV0Pk { user_id: "u1" }.condition()?, [stored[2].clone()]);
    assert_eq!((page.rows.len(), page.skipped.len()), (1, 0));
    let by_status = Order::query_by_status(OrderByStatusPk { status: "PAID" }).build()?;
    assert_eq!(Order::read(&by_status, stored.to_vec()).rows.len(), 3);
    // An index over the table's own attributes has the stored key.
    let inverted = Order::query_inverted(OrderSk { number: 7 }).build()?;
    assert_eq!(Order::read(&inverted, [stored[0].clone()]).rows.len(), 1);
    assert!(matches!(
        Order::read(&inverted, [stored[1].clone()]).skipped[0].reason,
        SkipReason::Stale(_)
    ));
    Ok(())
}

#[test]
fn a_stream_reports_the_key_that_the_row_has() -> Result<(), Box<dyn std::error::Error>> {
    let order = order(7);
    let keys = order.v1().keys()?;
    let image = under(order.to_item()?, keys.clone());
    let keys = keys.into_item();
    let change = Change::<Shop>::of(ChangeKind::Remove, &keys, Some(image), None);
    let Change::Removed { key, old, .. } = change else { panic!("a removal") };
    assert_eq!(key, ShopKey::Order(OrderAnyKey::V1(order.v1())));
    assert_eq!(old.read()?, Some(Shop::Order(order.clone())));
    Ok(())
}

#[test]
fn an_audit_tells_a_legacy_key() -> Result<(), Box<dyn std::error::Error>> {
    let order = order(7);
    let [current, v1, v0] = items(&order)?;
    assert!(Shop::audit(&current).is_empty());
    for (item, name) in [(v1, "v1"), (v0, "v0")] {
        let [fault] = Shop::audit(&item)[..] else { panic!("one fault") };
        assert_eq!((fault.kind(), fault.attribute()), (FaultKind::OtherKey, None));
        assert_eq!(fault.to_string(), format!("the item is under legacy key `{name}` of `Order`"));
        assert!(Shop::repair(&item)?.is_none(), "that is for `rekey`");
    }
    Ok(())
}

/// Index attributes follow the current declaration, whatever the key is.
#[test]
fn a_repair_leaves_the_key() -> Result<(), Box<dyn std::error::Error>> {
    let order = order(7);
    let [_, mut v1, _] = items(&order)?;
    v1.insert("by_statuspk".into(), AttributeValue::S("STATUS#NEW".into()));
    let repair = Shop::repair(&v1)?.expect("a stale index");
    assert_eq!(repair.key(), &order.v1().keys()?);
    let kinds: Vec<_> = Shop::audit(&v1).iter().map(ddbkey_aws::Fault::kind).collect();
    assert_eq!(kinds, [FaultKind::OtherKey, FaultKind::Stale]);
    Ok(())
}

mod from_keys {
    use super::*;

    #[derive(DdbKeys, Serialize, Deserialize, Debug, Clone, PartialEq)]
    #[ddb(fields_from_keys)]
    #[pk("DOC", region, id)]
    #[sk("{version:05}", author)]
    #[was("v1", pk = ("DOC", id), sk = ("{version:03}"))]
    struct Document {
        #[serde(skip)]
        id: String,
        #[serde(default = "home")]
        region: String,
        #[serde(default)]
        version: u32,
        author: String,
    }

    fn home() -> String {
        "eu".into()
    }

    #[derive(DdbTable, Debug, PartialEq)]
    enum Archive {
        Document(Document),
    }

    /// After a move, the field is an attribute.
    #[test]
    fn a_move_keeps_what_only_the_legacy_key_holds() -> Result<(), Box<dyn std::error::Error>> {
        #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
        #[ddb(fields_from_keys)]
        #[pk("VISIT", id)]
        #[sk("{at:day}", "{number:03}")]
        #[was("v0", pk = ("PLACE", place, id), sk = ("{at:.0}", "{number:03}"))]
        #[gsi("by_place", pk = ("PLACE", place), sk = ("{at:.0}"))]
        struct Visit {
            id: String,
            #[serde(default, alias = "where")]
            place: String,
            #[serde(default)]
            at: jiff::Timestamp,
            #[serde(default)]
            number: u8,
        }

        #[derive(DdbTable)]
        enum Visits {
            Visit(Visit),
        }

        let at = "2024-12-01T10:30:00Z".parse()?;
        let visit = Visit { id: "1".into(), place: "x".into(), at, number: 7 };
        let current = visit.to_item()?;
        for stored in ["id", "place", "where"] {
            let mut item = under(current.clone(), visit.v0().keys()?);
            item.retain(|name, _| name == "id" || name.ends_with("pk") || name.ends_with("sk"));
            item.insert(stored.into(), current.get(stored).unwrap_or(&current["place"]).clone());
            assert_eq!(Visit::from_item(item.clone())?, visit);
            let moved = Visits::rekey(&item)?.expect("a legacy key").item().clone();
            assert_eq!(Visits::audit(&moved), []);
            assert!(!moved.contains_key("number"), "the key tells it");
            assert_eq!(Visit::from_item(moved)?, visit);
        }
        Ok(())
    }

    /// A new part gets its value from serde.
    #[test]
    fn fields_are_set_from_the_key_that_is_there() -> Result<(), Box<dyn std::error::Error>> {
        let document =
            Document { id: "d".into(), region: "eu".into(), version: 7, author: "ann".into() };
        let mut item: Item = serde_dynamo::to_item(&document)?;
        for name in ["region", "version"] {
            item.remove(name);
        }
        let old = under(item.clone(), document.v1().keys()?);
        assert_eq!(Document::from_item(old.clone())?, document);
        assert_eq!(Archive::from_item(old)?, Archive::Document(document.clone()));
        let current = Document { region: "us".into(), ..document };
        let new = under(item, current.key().keys()?);
        assert_eq!(Document::from_item(new)?, current);
        Ok(())
    }
}
