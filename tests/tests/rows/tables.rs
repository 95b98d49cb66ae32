//! Tables: dispatch, names, pictures.

mod boxed;
mod companions;
mod dispatch;
pub(crate) mod gaming;
mod many;
mod members;
mod names;
mod nesting;
mod readme;
pub(crate) mod seeds;
mod shapes;
mod social;
mod whole;

/// Tables of guides.
pub(crate) const SCHEMAS: [(&str, &ddbkey::schema::TableSchema); 5] = [
    ("readme", readme::SCHEMA),
    ("social", social::SCHEMA),
    ("gaming", gaming::SCHEMA),
    ("commands", seeds::COMMANDS),
    ("library", seeds::LIBRARY),
];

use ddbkey::{DdbKeys, DdbTable, KeyPart, ParseErrorKind};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(DdbKeys, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
}

#[derive(DdbKeys, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
    status: Status,
}

#[derive(DdbKeys, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id, "ITEM", "{n:03}")]
struct OrderItem {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
    n: u16,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Pending,
    Paid,
}

#[derive(DdbTable, Debug, PartialEq)]
enum Shop {
    User(User),
    Order(Order),
    Item(OrderItem),
}

#[test]
fn dispatch() {
    let user = User { user_id: "u1".into(), email: None };
    assert_eq!(Shop::from(user).keys().unwrap().pk(), "USER#u1");
    let sk = "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M";
    assert!(matches!(
        Shop::parse_key("USER#u1", sk),
        Ok(ShopKey::Order(OrderKey { user_id: "u1", .. }))
    ));
    let item = format!("{sk}#ITEM#007");
    assert!(matches!(
        Shop::parse_key("USER#u1", &item),
        Ok(ShopKey::Item(OrderItemKey { n: 7, .. }))
    ));
    assert!(matches!(
        Shop::parse_key("USER#u1", "PROFILE"),
        Ok(ShopKey::User(UserKey { user_id: "u1" }))
    ));
    assert!(matches!(
        Shop::parse_key("USER#u1", "NOTHING"),
        Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Shop`")
    ));
}

/// How a user guards the stored format: the printed schema changes whenever stored keys would.
#[test]
fn schema_is_as_it_was() {
    ddbkey_tools::check_snapshot(Shop::SCHEMA, "tests/rows/shop.schema.toml").unwrap();
}

/// A table whose entities borrow is proven like any other.
mod borrowed {
    use super::*;

    #[derive(DdbKeys, Debug, PartialEq)]
    #[pk("TENANT", tenant)]
    #[sk("EVENT", id)]
    struct Event<'a> {
        tenant: &'a str,
        id: Ulid,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    enum Log<'a> {
        Event(Event<'a>),
    }

    #[test]
    fn dispatch() {
        let event = Event { tenant: "t", id: Ulid::nil() };
        let (pk, sk) = (event.pk().unwrap(), event.sk().unwrap());
        let parsed = Log::parse_key(&pk, &sk).unwrap();
        assert_eq!(parsed, LogKey::Event(EventKey { tenant: "t", id: Ulid::nil() }));
        assert_eq!(Log::Event(event).keys().unwrap().pk(), "TENANT#t");
    }
}
