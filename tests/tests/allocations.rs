//! How often keys allocate. A test binary of its own, since the counter is the global allocator.

use allocation_counter::{AllocationInfo, measure};
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
    status: Status,
}

/// Parts of every width: free, glued, signed, the rest.
#[derive(DdbKeys)]
#[pk("{tenant}@v{version}", balance)]
#[sk("{delta:05}", flag, note, "{*rest}")]
struct Mixed {
    tenant: String,
    version: u64,
    balance: i128,
    delta: i32,
    flag: bool,
    note: Box<str>,
    rest: String,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Paid,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

const ORDER_SK: &str = "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M";

fn order() -> Order {
    Order {
        user_id: "u1".into(),
        created_at: "2024-12-01T10:30:00.123Z".parse().unwrap(),
        id: "01HX7MBJK3V9WQBZ7XNDK5ZT2M".parse().unwrap(),
        status: Status::Paid,
    }
}

fn mixed() -> Mixed {
    Mixed {
        tenant: "t".repeat(300),
        version: u64::MAX,
        balance: i128::MIN,
        delta: -7,
        flag: false,
        note: "n\u{e9}".into(),
        rest: "a#b#c".into(),
    }
}

/// The allocations of a call and what it yields. Growing a text counts as one more.
fn counted<T>(call: impl FnOnce() -> T) -> (AllocationInfo, T) {
    let mut result = None;
    let info = measure(|| result = Some(call()));
    (info, result.unwrap())
}

#[track_caller]
fn assert_exact(build: impl FnOnce() -> Result<String, ddbkey::KeyError>) {
    let (info, text) = counted(build);
    let text = text.unwrap();
    assert_eq!((info.count_total, info.bytes_total), (1, text.len() as u64), "{text}");
    assert_eq!(text.capacity(), text.len(), "{text}");
}

#[track_caller]
fn assert_none<T>(call: impl FnOnce() -> T) {
    let (info, _) = counted(call);
    assert_eq!(info.count_total, 0);
}

#[test]
fn a_key_is_one_allocation_of_its_length() {
    let (order, mixed) = (order(), mixed());
    assert_exact(|| order.pk());
    assert_exact(|| order.sk());
    assert_exact(|| order.gsi1().pk());
    assert_exact(|| order.gsi1().sk());
    assert_exact(|| mixed.pk());
    assert_exact(|| mixed.sk());
    assert_exact(|| UserSk.build());
}

#[test]
fn building_into_a_text_with_room_is_none() {
    let (order, mut room) = (order(), String::with_capacity(64));
    assert_none(|| OrderPk { user_id: &order.user_id }.build_into(&mut room).unwrap());
    assert_eq!(room, "USER#u1");
    room.clear();
    let sk = OrderSk { created_at: order.created_at, id: order.id };
    assert_none(|| sk.build_into(&mut room).unwrap());
    assert_eq!(room, ORDER_SK);
}

#[test]
fn a_value_that_is_refused_is_none_where_there_is_room() {
    let mut room = String::with_capacity(64);
    assert_none(|| OrderPk { user_id: "a#b" }.build_into(&mut room).unwrap_err());
    assert_eq!(room, "");
}

#[test]
fn parsing_is_none() {
    let mixed = mixed();
    let (pk, sk) = (mixed.pk().unwrap(), mixed.sk().unwrap());
    assert_none(|| Order::parse_key("USER#u1", ORDER_SK).unwrap().user_id.len());
    assert_none(|| Mixed::parse_key(&pk, &sk).unwrap().balance);
    assert_none(|| Order::parse_sk("ORDER#nonsense").unwrap_err());
    assert_none(|| Order::parse_pk(&pk).unwrap_err());
}

#[test]
fn dispatch_is_none() {
    assert_none(|| matches!(Shop::parse_key("USER#u1", ORDER_SK), Ok(ShopKey::Order(_))));
    assert_none(|| matches!(Shop::parse_key("USER#u1", "PROFILE"), Ok(ShopKey::User(_))));
    assert_none(|| Shop::parse_key("USER#u1", "NOTHING").is_err());
}

/// The keys in a list: one allocation for each, and the list.
#[test]
fn keys_are_one_each_and_a_list() {
    let order = order();
    let (info, keys) = counted(|| order.keys().unwrap());
    assert_eq!(info.count_total, keys.len() as u64 + 1);
}

/// Where a query allocates more than the texts of its condition, here is how often.
#[test]
fn queries() {
    let order = order();
    let (from, id) = (order.created_at, order.id);
    let later = from + jiff::SignedDuration::from_hours(1);
    let query = || Order::query(OrderPk { user_id: "u1" });
    let count = |build: &dyn Fn() -> ddbkey::KeyCondition| counted(build).0.count_total;
    let counts = [
        ("partition", count(&|| OrderPk { user_id: "u1" }.condition().unwrap())),
        ("entity", count(&|| query().build().unwrap())),
        ("one part", count(&|| query().created_at(from).build().unwrap())),
        ("all parts", count(&|| query().created_at(from).id(id).build().unwrap())),
        ("from", count(&|| query().created_at_in(from..).build().unwrap())),
        ("from, to", count(&|| query().created_at_in(from..later).build().unwrap())),
        ("starting", count(&|| query().created_at_starting_with("2024").build().unwrap())),
    ];
    let expected = [
        ("partition", 1),
        ("entity", 1),
        ("one part", 2),
        ("all parts", 3),
        ("from", 4),
        ("from, to", 3),
        ("starting", 2),
    ];
    assert_eq!(counts, expected);
}
