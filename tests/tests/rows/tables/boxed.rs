//! A large entity in a box, as clippy advises: the table reads and writes it like any other.

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("USER", user_id)]
#[sk("ORDER2", id)]
#[was("v1", sk = ("ORDER", id))]
#[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
struct Order {
    user_id: String,
    id: String,
    status: String,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
enum Shop {
    User(User),
    Order(Box<Order>),
}

#[test]
fn a_boxed_entity_is_read_and_written() {
    let order = Order { user_id: "u1".into(), id: "7".into(), status: "NEW".into() };
    let row = Shop::from(order.clone());
    assert_eq!(row, Shop::Order(Box::new(order.clone())));
    assert_eq!(row.keys().unwrap(), order.keys().unwrap());
    let ShopKey::Order(_) = Shop::parse_key("USER#u1", "ORDER2#7").unwrap() else {
        panic!("an order")
    };
    let mut item = row.to_item().unwrap();
    assert_eq!(item, order.to_item().unwrap());
    assert_eq!(Shop::from_item(item.clone()).unwrap(), row);
    let partition = UserPk { user_id: "u1" }.condition().unwrap();
    assert_eq!(Shop::read(&partition, vec![item.clone()]).rows, [row]);
    let update = Shop::update_item(&item, |row| {
        let Shop::Order(order) = row else { return };
        order.status = "PAID".into();
    });
    let names: Vec<_> = update.as_ref().unwrap().iter().flat_map(|update| update.names()).collect();
    assert!(names.iter().any(|(_, name)| *name == "gsi1pk"), "{names:?}");
    item.extend(item_of(order.v1().keys().unwrap()));
    let rekey = Shop::rekey(&item).unwrap().unwrap();
    assert_eq!(Shop::from_item(rekey.item().clone()).unwrap(), Shop::from(order));
    assert_eq!(Shop::audit(rekey.item()), []);
}

fn item_of(keys: ddbkey::Keys) -> crate::store::Item {
    keys.into_item()
}

/// Type parameters with the names of well-known types are type parameters, in a newtype as well.
mod parameters {
    use super::*;

    #[derive(KeyPart, Clone, Debug, PartialEq)]
    struct Wrapped<Ulid>(Ulid);

    #[derive(DdbKeys)]
    #[pk("W", wrapped)]
    struct Row {
        wrapped: Wrapped<String>,
    }

    #[test]
    fn a_parameter_is_no_well_known_type() {
        let row = Row { wrapped: Wrapped("a".into()) };
        assert_eq!(row.pk().unwrap(), "W#a");
        assert_eq!(Row::parse_pk("W#a").unwrap().wrapped, row.key().wrapped);
    }
}
