//! Rows that may be under a legacy key.

use aws_sdk_dynamodb::operation::put_item::builders::PutItemFluentBuilder;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey_aws::Table;
use ddbkey_aws::TableErrorKind::{Conflict, Exists, Refused};
use ddbkey_aws::prelude::*;

use super::script::Step;
use super::shop::{
    Bill, BillAnyKey, BillKey, BillV1, Fixture, NoteAnyKey, NoteKey, NoteV1, Shop, UserKey, bill,
    note, user,
};
use crate::store::{Item, Store, text};

/// Returns the bill as the first release wrote it.
fn of_first_release(bill: &Bill) -> Item {
    let mut item = bill.to_item().unwrap();
    let key = BillV1 { user_id: &bill.user_id, number: bill.number };
    item.extend(key.keys().unwrap().into_item());
    item
}

fn bill_key(number: u32) -> BillKey<'static> {
    BillKey { user_id: "u1", number }
}

#[tokio::test]
async fn a_get_finds_the_row_under_either_key() {
    let Fixture { others, shop, store, script } = Fixture::new().await;
    store.put_item(of_first_release(&bill(7))).await;
    others.create(&bill(8)).await.unwrap();
    assert_eq!(shop.get(bill_key(7)).await.unwrap(), Some(bill(7)));
    assert_eq!(script.sent().len(), 2);
    assert_eq!(shop.get(bill_key(8)).await.unwrap(), Some(bill(8)));
    assert_eq!(script.sent().len(), 3, "one read as a rule");
    assert_eq!(shop.get(bill_key(9)).await.unwrap(), None);
    assert_eq!(script.sent().len(), 6, "the current key is read again");
    let key = Shop::parse_key("USER#u1", "BILL2#00007").unwrap();
    assert_eq!(shop.get(key).await.unwrap(), Some(Shop::Bill(bill(7))));
    // A legacy key only stands for itself.
    let key = BillAnyKey::V1(BillV1 { user_id: "u1", number: 7 });
    assert_eq!(shop.get(key).await.unwrap(), Some(bill(7)));
}

/// The row is at its legacy key, and moves after the current key was read.
#[tokio::test]
async fn a_get_finds_a_row_that_moves_meanwhile() {
    let Fixture { others, shop, store, script } = Fixture::new().await;
    store.put_item(of_first_release(&bill(7))).await;
    let moved = others.clone();
    script.then([
        Step::Answer,
        Step::after(async move {
            moved.put(&bill(7)).await.unwrap();
        }),
    ]);
    assert_eq!(shop.get(bill_key(7)).await.unwrap(), Some(bill(7)));
    assert_eq!(script.sent().len(), 3);
}

#[tokio::test]
async fn a_creation_checks_each_key_and_a_put_leaves_one_row() {
    let Fixture { others: shop, store, .. } = Fixture::new().await;
    store.put_item(of_first_release(&bill(7))).await;
    let error = shop.create(&bill(7)).await.unwrap_err();
    assert_eq!(error.kind(), Exists);
    assert_eq!(text(error.item().unwrap(), "sk"), "BILL#007");

    shop.put(&Bill { cents: 6, ..bill(7) }).await.unwrap();
    let items = store.scan().await;
    assert_eq!(items.len(), 1);
    assert_eq!(text(&items[0], "sk"), "BILL2#00007");
    shop.create(&Shop::Bill(bill(8))).await.unwrap();
    assert_eq!(shop.create(&bill(8)).await.unwrap_err().kind(), Exists);
}

#[tokio::test]
async fn a_delete_stops_at_the_first_key_with_an_item() {
    let Fixture { others, shop, store, script } = Fixture::new().await;
    store.put_item(of_first_release(&bill(7))).await;
    assert_eq!(shop.delete(bill_key(7)).await.unwrap(), Some(bill(7)));
    assert_eq!(script.sent(), ["DeleteItem"]);
    others.create(&bill(7)).await.unwrap();
    assert_eq!(shop.delete(bill_key(7)).await.unwrap(), Some(bill(7)));
    assert_eq!(script.sent(), ["DeleteItem"; 3]);
    assert!(store.scan().await.is_empty());
}

/// `NoteKey` lacks the day that its legacy key has.
#[tokio::test]
async fn a_key_that_does_not_tell_the_legacy_one_is_refused() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.create(&note("n1")).await.unwrap();
    let key = NoteKey { user_id: "u1", id: "n1" };
    let error = shop.get(key).await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert_eq!(
        error.to_string(),
        "get of `Note`: legacy key `v1` of `Note` has `day`, which this key lacks: pass the key that the row is under, such as `NoteAnyKey::V1(…)`"
    );
    assert_eq!(shop.delete(key).await.unwrap_err().kind(), Refused);
    // The key that the row is under, and a key of the table, which also tells.
    let current = NoteAnyKey::Current(key);
    assert_eq!(shop.get(current).await.unwrap(), Some(note("n1")));
    let of_table = Shop::parse_key("USER#u1", "NOTE2#n1").unwrap();
    assert_eq!(shop.get(of_table).await.unwrap(), Some(Shop::Note(note("n1"))));
    let legacy = NoteV1 { user_id: "u1", day: "monday", id: "n1" };
    assert_eq!(shop.get(legacy).await.unwrap(), None);
    assert_eq!(shop.delete(current).await.unwrap(), Some(note("n1")));
}

/// The first release wrote addresses as people typed them.
mod folded {
    use ddbkey::{DdbKeys, DdbTable};
    use serde::{Deserialize, Serialize};

    #[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
    #[pk("MAIL", "{mail:lower}")]
    #[sk("OWNER")]
    #[was("as_typed", pk = ("EMAIL", mail))]
    pub(super) struct Owner {
        pub(super) mail: String,
    }

    #[derive(DdbTable, Debug, PartialEq)]
    pub(super) enum Mails {
        Owner(Owner),
    }
}

/// No field is missing in the key, but its case is.
#[tokio::test]
async fn a_key_that_does_not_tell_the_case_of_the_legacy_one_is_refused() {
    use folded::{Mails, Owner, OwnerAnyKey, OwnerAsTyped, OwnerKey};
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Mails::SCHEMA).await;
    let mails = Table::<Mails>::new(&store.client, &store.table);
    let owner = Owner { mail: "Ann@X".into() };
    mails.create(&owner).await.unwrap();
    let key = OwnerKey { mail: "ann@x" };
    let error = mails.get(key).await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert_eq!(
        error.to_string(),
        "get of `Owner`: legacy key `as_typed` of `Owner` holds a field in another case or format, which this key does not tell: pass the key that the row is under, such as `OwnerAnyKey::AsTyped(…)`"
    );
    let legacy = OwnerAnyKey::AsTyped(OwnerAsTyped { mail: "Ann@X" });
    assert_eq!(mails.get(legacy).await.unwrap(), None);
    assert_eq!(mails.get(OwnerAnyKey::Current(key)).await.unwrap(), Some(owner));
}

/// What the caller adds to a single request would not be in the transaction that takes its place.
#[tokio::test]
async fn a_customized_request_whose_place_a_transaction_takes_is_refused() {
    let Fixture { others, shop, script, .. } = Fixture::new().await;
    others.create(&bill(7)).await.unwrap();
    others.create(&user(1)).await.unwrap();
    let cheaper = |put: PutItemFluentBuilder| {
        let put = put.condition_expression("cents < :cents");
        put.expression_attribute_values(":cents", AttributeValue::N("1".into()))
    };
    let dear = Bill { cents: 900, ..bill(7) };
    let key = || UserKey { user_id: "u1" };
    let refused = [
        shop.put(&dear).customize(cheaper).await,
        shop.create(&dear).customize(cheaper).await,
        shop.put(&user(2)).customize(cheaper).exactly_once().await,
        shop.create(&user(2)).exactly_once().customize(cheaper).await,
        shop.update(key(), |user| user.visits = 2)
            .exactly_once()
            .customize(|it| it)
            .await
            .map(drop),
        shop.delete(key()).exactly_once().customize(|it| it).await.map(drop),
    ];
    for refused in refused {
        let error = refused.unwrap_err();
        assert_eq!(error.kind(), Refused);
        assert!(error.to_string().contains("`customize` changes a single request"), "{error}");
    }
    assert_eq!(script.sent(), [""; 0]);
    // The condition is sent where the request is.
    let error = shop.put(&user(2)).customize(|put| {
        let put = put.condition_expression("visits < :visits");
        put.expression_attribute_values(":visits", AttributeValue::N("1".into()))
    });
    let error = error.await.unwrap_err();
    assert_eq!(error.kind(), Conflict);
    assert_eq!(
        error.to_string(),
        "put of `User`: the item has changed, or does not meet the condition"
    );
    assert_eq!(others.get(key()).await.unwrap(), Some(user(1)));
}
