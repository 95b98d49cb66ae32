//! The items of a page as rows of their query: items that no longer satisfy it are set apart, and one bad row does not
//! fail the page.

use std::collections::BTreeMap;

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemErrorKind, Page, SkipKind, SkipReason};
use serde::{Deserialize, Serialize};

use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:03}")]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:03}"))]
#[gsi("open", pk = ("OPEN", open_to), sk = ("{number:03}"))]
#[gsi("keys_only", pk = ("STATUS", status))]
struct Order {
    user_id: String,
    number: u16,
    status: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    open_to: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, type_name = "line")]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:03}", "LINE", "{line:02}")]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:03}", "{line:02}"))]
struct Line {
    user_id: String,
    number: u16,
    line: u8,
    status: String,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("by_status")]
#[gsi("open")]
#[gsi("keys_only", pk = "keyspk", projection = keys)]
enum Shop {
    Order(Order),
    Line(Line),
}

fn order(number: u16) -> Order {
    Order { user_id: "u1".into(), number, status: "PENDING".into(), open_to: None }
}

fn line() -> Line {
    Line { user_id: "u1".into(), number: 1, line: 1, status: "PENDING".into() }
}

fn with(mut item: Item, name: &str, text: &str) -> Item {
    item.insert(name.into(), AttributeValue::S(text.into()));
    item
}

/// Returns a page of the index in which one row is now paid, one belongs to another entity, and one cannot be read.
fn page() -> [Item; 5] {
    let item = |number| order(number).to_item().unwrap();
    let mut unread = item(3);
    unread.remove("status");
    let of_nobody = with(item(4), "sk", "SESSION");
    [item(1), line().to_item().unwrap(), with(item(2), "status", "PAID"), unread, of_nobody]
}

#[test]
fn of_an_entity() {
    let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build().unwrap();
    let page = Order::read(&pending, page());
    assert_eq!(page.rows, [order(1)]);
    let places: Vec<_> = page.skipped.iter().map(|skipped| skipped.place).collect();
    assert_eq!(places, [1, 2, 3, 4]);
    let reasons: Vec<_> = page.skipped.into_iter().map(|skipped| skipped.reason).collect();
    let [
        SkipReason::Other(_),
        SkipReason::Stale(paid),
        SkipReason::Failed(unreadable),
        SkipReason::Other(_),
    ] = &reasons[..]
    else {
        panic!("{reasons:?}")
    };
    assert_eq!(*paid, Order { status: "PAID".into(), ..order(2) });
    assert_eq!(unreadable.kind(), ItemErrorKind::Format);
}

/// Returns the kind of the error of the first item that was set apart.
#[track_caller]
fn failed<T>(page: &Page<T>) -> ItemErrorKind {
    let SkipReason::Failed(error) = &page.skipped[0].reason else { panic!("{page:?}") };
    error.kind()
}

/// For a log and a metric: the kind, and what is wrong, without a value of the item.
#[test]
fn each_reason_says_what_is_wrong_without_the_item() {
    let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build().unwrap();
    let page = Order::read(&pending, page());
    let reasons = page.skipped.iter().map(|own| (own.reason.kind(), own.reason.to_string()));
    let line = "sort key of `Order` (`ORDER#{number:03}`): too many parts";
    let of_nobody = "sort key of `Order` (`ORDER#{number:03}`): expected `ORDER#`";
    let expected = [
        (SkipKind::Other, line),
        (SkipKind::Stale, "the fields of the item do not satisfy the condition"),
        (SkipKind::Failed, "Order: field `status`: missing"),
        (SkipKind::Other, of_nobody),
    ];
    assert_eq!(reasons.collect::<Vec<_>>(), expected.map(|(kind, text)| (kind, text.to_owned())));
    let debug = format!("{page:?}");
    assert!(debug.starts_with("Page { rows: 1, skipped: [Skipped { place: 1, reason: "), "{debug}");
    let stale = "Stale(the fields of the item do not satisfy the condition)";
    assert_eq!(format!("{:?}", page.skipped[1].reason), stale);
    for value in ["u1", "PAID", "PENDING", "002"] {
        assert!(!debug.contains(value), "{debug}");
    }
}

#[test]
fn the_items_of_a_page_are_counted_by_kind() {
    let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build().unwrap();
    let read = Order::read(&pending, page());
    let of_kind = [
        (SkipKind::Stale, 1),
        (SkipKind::OtherKey, 0),
        (SkipKind::Other, 2),
        (SkipKind::Failed, 1),
    ];
    assert_eq!(read.counts(), BTreeMap::from(of_kind));
    assert_eq!(read.to_string(), "1 row, 1 stale, 2 other, 1 failed");
    let none = Order::read(&pending, [] as [Item; 0]);
    assert!(none.counts().into_values().all(|count| count == 0));
    assert_eq!(none.to_string(), "0 rows");
    let of_kind = Shop::read(&pending, page()).counts();
    assert_eq!(of_kind[&SkipKind::Other], 1);
}

#[test]
fn a_kind_is_one_word() {
    let kinds = [SkipKind::Stale, SkipKind::OtherKey, SkipKind::Other, SkipKind::Failed];
    assert_eq!(kinds.map(|kind| kind.to_string()), ["stale", "other_key", "other", "failed"]);
}

#[test]
fn of_a_table() {
    let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build().unwrap();
    let page = Shop::read(&pending, page().map(serde_dynamo::Item::from));
    assert_eq!(page.rows, [Shop::Order(order(1)), Shop::Line(line())]);
    let reasons: Vec<_> = page.skipped.into_iter().map(|skipped| skipped.reason).collect();
    let [SkipReason::Stale(Shop::Order(_)), SkipReason::Failed(unreadable), SkipReason::Other(_)] =
        &reasons[..]
    else {
        panic!("{reasons:?}")
    };
    assert_eq!(unreadable.kind(), ItemErrorKind::Format);
}

/// Only what the query asks for is compared: another index may have any value, even if its key cannot be built.
#[test]
fn other_indexes_do_not_count() {
    let pending = Order::query_by_status(OrderByStatusPk { status: "PENDING" }).build().unwrap();
    let item = with(order(1).to_item().unwrap(), "openpk", "OPEN#someone");
    assert_eq!(Order::read(&pending, [item.clone()]).rows, [order(1)]);
    let all = Order::query(OrderPk { user_id: "u1" }).build().unwrap();
    let hostile = with(item, "open_to", "a#b");
    assert_eq!(Order::read(&all, [hostile.clone()]).rows.len(), 1);
    let page = Order::read(&pending, [hostile]);
    assert_eq!(failed(&page), ItemErrorKind::Key);
}

#[test]
fn a_row_that_has_left_a_sparse_index() {
    let open = Order::query_open(OrderOpenPk { open_to: "u9" }).build().unwrap();
    let item = Order { open_to: Some("u9".into()), ..order(1) }.to_item().unwrap();
    assert_eq!(Order::read(&open, [item.clone()]).rows.len(), 1);
    let mut left = item;
    left.remove("open_to");
    let page = Order::read(&open, [left]);
    assert!(matches!(&page.skipped[0].reason, SkipReason::Stale(row) if *row == order(1)));
}

/// `Guest` does not declare the index, which nevertheless holds its items because of their fields.
#[test]
fn a_row_that_is_in_an_index_by_its_fields_alone() {
    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[pk("EVENT", id)]
    #[sk("META")]
    #[gsi("ranked", pk = [state], sk = [rank])]
    struct Event {
        id: String,
        state: String,
        rank: u32,
    }

    #[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
    #[pk("GUEST", id)]
    #[sk("META")]
    struct Guest {
        id: String,
        state: String,
        rank: u32,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    enum Party {
        Event(Event),
        Guest(Guest),
    }

    let open = Event::query_ranked(EventRankedPk { state: "open" }).rank_in(3..).build().unwrap();
    let guest = |rank| Guest { id: "g".into(), state: "open".into(), rank };
    let items = [guest(5), guest(2)].map(|guest| guest.to_item().unwrap());
    let page = Party::read(&open, items);
    assert_eq!(page.rows, [Party::Guest(guest(5))]);
    assert!(matches!(&page.skipped[0].reason, SkipReason::Stale(Party::Guest(_))));
}

/// Putting back a row of defaults would erase the item.
#[test]
fn an_index_that_does_not_hold_the_whole_item() {
    let keys = Order::query_keys_only(OrderKeysOnlyPk { status: "PENDING" }).build().unwrap();
    let page = Order::read(&keys, [order(1).to_item().unwrap()]);
    let SkipReason::Failed(error) = &page.skipped[0].reason else { panic!("{page:?}") };
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Projection, "Order"));
    assert_eq!(error.to_string(), "index `keys_only` does not hold the whole item of `Order`");
    let page = Shop::read(&keys, [order(1).to_item().unwrap()]);
    assert_eq!(failed(&page), ItemErrorKind::Projection);
}

#[test]
fn the_type_attribute_holds_the_type_name() {
    let item = line().to_item().unwrap();
    assert_eq!(item["type"].as_s().unwrap(), "line");
    assert_eq!(Shop::audit(&item), []);
    assert_eq!((Line::SCHEMA.type_name(), Line::SCHEMA.name()), ("line", "Line"));
    let schema = ddbkey_tools::Schema::of(Shop::SCHEMA);
    assert_eq!(schema.entity("Line").unwrap().type_name, "line");
    let [fault] = Shop::audit(&with(item, "type", "Line"))[..] else { panic!("one fault") };
    assert_eq!((fault.kind(), fault.attribute()), (FaultKind::Stale, Some("type")));
}

/// An item can have attributes of an index that its entity is not in.
#[test]
fn what_is_left_of_an_index_that_the_entity_is_not_in() {
    let item = with(line().to_item().unwrap(), "openpk", "OPEN#u9");
    let [fault] = Shop::audit(&item)[..] else { panic!("one fault") };
    assert_eq!(
        (fault.kind(), fault.index(), fault.attribute()),
        (FaultKind::LeftOver, Some("open"), Some("openpk"))
    );
    assert_eq!(fault.to_string(), "`openpk` is left over: `Line` is not in index `open`");
}
