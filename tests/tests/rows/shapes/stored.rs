//! Requests of a table about rows of several keys, on an engine.

use ddbkey::{DdbKeys, DdbTable, OwnedKey};
use ddbkey_aws::Table;
use ddbkey_aws::TableErrorKind::{Exists, Item, Refused};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

use super::reading::{
    Shop, Version, VersionAnyKey, VersionPlain, VersionWithVariant, under, version,
};
use crate::store::Store;

async fn shop() -> (Store, Table<Shop>) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Shop::SCHEMA).await;
    let table = Table::new(&store.client, &store.table);
    (store, table)
}

const PLAIN: VersionPlain<'static> = VersionPlain { product: "p1", id: 7 };

const WITH_VARIANT: VersionWithVariant<'static> =
    VersionWithVariant { product: "p1", id: 7, variant: "xl" };

/// Without a legacy key.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Catalog)]
#[pk("PRODUCT", product)]
#[sk("PRICE", "{id:04}")]
#[or("with_tier", sk = ("PRICE", "{id:04}", "T", tier))]
struct Price {
    product: String,
    id: u16,
    tier: Option<String>,
    sold: u32,
}

#[derive(DdbTable, Debug, PartialEq)]
enum Catalog {
    Price(Price),
}

fn price(tier: Option<&str>) -> Price {
    Price { product: "p1".into(), id: 7, tier: tier.map(Into::into), sold: 0 }
}

async fn catalog() -> (Store, Table<Catalog>) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Catalog::SCHEMA).await;
    let table = Table::new(&store.client, &store.table);
    (store, table)
}

#[tokio::test]
async fn each_form_of_a_key_finds_its_row() {
    let (_store, catalog) = catalog().await;
    let (none, gold) = (price(None), price(Some("gold")));
    let plain = PricePlain { product: "p1", id: 7 };
    let with_tier = PriceWithTier { product: "p1", id: 7, tier: "gold" };
    catalog.create(&none).await.unwrap();
    // The plain fields do not identify an item.
    catalog.create(&gold).await.unwrap();
    assert_eq!(catalog.create(&gold).await.unwrap_err().kind(), Exists);

    assert_eq!(catalog.get(plain).await.unwrap().as_ref(), Some(&none));
    assert_eq!(catalog.get(with_tier).await.unwrap().as_ref(), Some(&gold));
    assert_eq!(catalog.get(gold.key()).await.unwrap().as_ref(), Some(&gold));
    let owned: OwnedKey<Price> = gold.key().into_owned().unwrap();
    assert_eq!(catalog.get(&owned).await.unwrap().as_ref(), Some(&gold));
    let of_table = Catalog::parse_key("PRODUCT#p1", "PRICE#0007#T#gold").unwrap();
    assert_eq!(catalog.get(of_table).await.unwrap(), Some(Catalog::Price(gold.clone())));
    let keys = [none.key(), gold.key(), PriceKey::Plain(PricePlain { id: 8, ..plain })];
    let rows = catalog.get_all(keys).await.unwrap();
    assert_eq!(rows, [Some(none.clone()), Some(gold.clone()), None]);

    let updated = catalog.update(with_tier, |own| own.sold = 6).await.unwrap();
    assert_eq!(updated, Some(Price { sold: 6, ..gold.clone() }));
    // A row under the plain key would not be counted.
    assert_eq!(catalog.next(&gold, "sold").await.unwrap_err().kind(), Refused);
    assert_eq!(catalog.get(plain).await.unwrap().as_ref(), Some(&none));
    catalog.transaction().delete(gold.key()).require(plain).send().await.unwrap();
    assert_eq!(catalog.get(gold.key()).await.unwrap(), None);
    assert_eq!(catalog.update(gold.key(), |own| own.sold = 7).await.unwrap(), None);
    assert_eq!(catalog.delete(none.key()).await.unwrap(), Some(none));
}

/// Without its tier, a row is found by queries.
#[tokio::test]
async fn a_query_by_id_has_the_row_of_each_shape() {
    let (_store, catalog) = catalog().await;
    let all = [price(None), price(Some("gold")), price(Some("tin"))];
    catalog.put_all(&all).await.unwrap();
    let tiers = Price::query_with_tier(PricePk { product: "p1" }).id(7);
    assert_eq!(catalog.query(tiers).await.unwrap(), all[1..]);
    let plain = Price::query(PricePk { product: "p1" }).id(7);
    assert_eq!(catalog.query(plain).await.unwrap(), all[..1]);
    catalog.delete_all(all.iter().map(Price::key)).await.unwrap();
    assert_eq!(catalog.query(Price::query(PricePk { product: "p1" })).await.unwrap(), []);
}

#[tokio::test]
async fn setting_an_optional_part_is_another_key() {
    let (_store, shop) = shop().await;
    shop.create(&version(None, None)).await.unwrap();
    let set = |own: &mut Version| own.variant = Some("xl".into());
    let error = shop.update(PLAIN, set).await.unwrap_err();
    assert_eq!(error.kind(), Item);
    assert_eq!(shop.get(WITH_VARIANT).await.unwrap(), None);
}

/// A release without the alternative wrote the row.
#[tokio::test]
async fn a_row_under_an_earlier_key_moves() {
    let (store, shop) = shop().await;
    let one = version(Some("xl"), None);
    store.put_item(under(&one, PLAIN.keys())).await;
    assert_eq!(shop.get(PLAIN).await.unwrap().as_ref(), Some(&one));
    assert_eq!(shop.get(one.key()).await.unwrap(), None);
    let updated = shop.update(PLAIN, |own| own.price = 6).await.unwrap();
    assert_eq!(updated.as_ref().map(|own| own.price), Some(6));
    let stored = store.scan().await;
    let rekey = Shop::rekey(&stored[0]).unwrap().expect("another key");
    store.rekey(&rekey).await.unwrap();
    assert_eq!(shop.get(one.key()).await.unwrap(), updated);
    assert_eq!(shop.get(PLAIN).await.unwrap(), None);
    assert_eq!(Shop::rekey(&store.scan().await[0]).unwrap(), None);
}

/// A get of either shape also tries the legacy key, but not the other shape.
#[tokio::test]
async fn a_legacy_key_is_found_for_each_shape() {
    let (store, shop) = shop().await;
    let one = version(Some("xl"), None);
    store.put_item(under(&one, one.v1().keys())).await;
    assert_eq!(shop.get(one.key()).await.unwrap().as_ref(), Some(&one));
    let any = VersionAnyKey::from(one.key());
    assert_eq!(shop.get(any).await.unwrap().as_ref(), Some(&one));
    assert_eq!(shop.create(&one).await.unwrap_err().kind(), Exists);
    shop.put(&one).await.unwrap();
    assert_eq!(store.scan().await.len(), 1);
}
