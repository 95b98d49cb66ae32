//! A get by every form of key.

use ddbkey::{DdbKeys as _, OwnedKey};
use ddbkey_aws::ItemExt as _;
use ddbkey_aws::{ItemErrorKind, TableErrorKind};

use super::shop::{Fixture, Order, OrderKey, Shop, User, UserKey, order, order_key, user};

#[tokio::test]
async fn each_form_of_key_gets_the_row_of_its_own_type() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.put(&user(1)).await.unwrap();
    shop.put(&order(7)).await.unwrap();

    let found: Option<Order> = shop.get(order_key(7)).await.unwrap();
    assert_eq!(found, Some(order(7)));
    let found: Option<User> = shop.get(UserKey { user_id: "u1" }).await.unwrap();
    assert_eq!(found, Some(user(1)));
    // A key with temporaries, as an argument of a request.
    assert_eq!(shop.get(order(7).key()).await.unwrap(), Some(order(7)));
    // An owned key, and a key borrowed from it.
    let owned: OwnedKey<Order> = order_key(7).into_owned().unwrap();
    assert_eq!(shop.get(&owned).await.unwrap(), Some(order(7)));
    assert_eq!(shop.get(owned).await.unwrap(), Some(order(7)));
    // A key of a table.
    let key = Shop::parse_key("USER#u1", "ORDER#00007").unwrap();
    let found: Option<Shop> = shop.get(key).await.unwrap();
    assert_eq!(found, Some(Shop::Order(Box::new(order(7)))));
    let owned: OwnedKey<Shop> = OwnedKey::parse("USER#u1".into(), "PROFILE".into()).unwrap();
    assert_eq!(shop.get(&owned).await.unwrap(), Some(Shop::User(user(1))));

    assert_eq!(shop.get(order_key(8)).await.unwrap(), None);
}

#[tokio::test]
async fn a_get_is_consistent_unless_it_may_lag() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    shop.get(order_key(7)).await.unwrap();
    shop.get(order_key(7)).eventually().await.unwrap();
    let [consistent, eventual] = &script.bodies()[..] else { panic!("two reads") };
    assert!(consistent.contains(r#""ConsistentRead":true"#), "{consistent}");
    assert!(!eventual.contains(r#""ConsistentRead":true"#), "{eventual}");

    let get = shop.get(order_key(7)).eventually().customize(|get| get.consistent_read(true));
    get.await.unwrap();
    assert!(script.bodies()[2].contains(r#""ConsistentRead":true"#), "it runs last");
}

#[tokio::test]
async fn a_key_of_no_row_is_none_and_sends_nothing() {
    let Fixture { shop, script, .. } = Fixture::new().await;
    for user_id in ["", "a#b", &"x".repeat(3000)] {
        assert_eq!(shop.get(OrderKey { user_id, number: 1 }).await.unwrap(), None);
        assert_eq!(shop.delete(OrderKey { user_id, number: 1 }).await.unwrap(), None);
    }
    assert_eq!(script.sent(), [""; 0]);
}

#[tokio::test]
async fn an_item_that_cannot_be_read_is_an_error_without_its_values() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    let mut item = order(7).to_item().unwrap();
    item.remove("total");
    store.put_item(item).await;
    let error = shop.get(order_key(7)).await.unwrap_err();
    assert_eq!(error.kind(), TableErrorKind::Item);
    assert_eq!(error.item_error().unwrap().kind(), ItemErrorKind::Format);
    assert_eq!(error.to_string(), "get of `Order`: Order: field `total`: missing");
}
