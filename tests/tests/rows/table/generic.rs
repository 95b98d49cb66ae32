//! Code that is generic over tables and entities needs only the bounds of serde and of membership.

use ddbkey::key::{KeyOf, MemberOf};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::requests::{ReadRow, WriteRow};
use ddbkey_aws::{Table, TableError, UpdateItems};
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::shop::{Fixture, Order, OrderPk, Shop, order, order_key};

async fn move_entity<T: DdbTable, E: DdbKeys + Serialize + DeserializeOwned + MemberOf<T>>(
    shop: &Table<T>,
    key: E::Key<'_>,
) -> Result<Option<E>, TableError> {
    let Some(row) = shop.get::<E>(key.clone()).await? else { return Ok(None) };
    shop.delete(key).await?;
    shop.create(&row).await?;
    Ok(Some(row))
}

async fn first<T: DdbTable, E: DdbKeys + DeserializeOwned + MemberOf<T>>(
    shop: &Table<T>,
    pk: E::Pk<'_>,
) -> Result<Option<E>, TableError> {
    let condition = ddbkey::key::TypedQuery::build(E::query(pk))?;
    let mut rows = shop.query_as::<E>(condition);
    rows.next().await
}

async fn put_back<T: UpdateItems>(shop: &Table<T>, key: T::Key<'_>) -> Result<(), TableError> {
    if let Some(row) = shop.get(key).await? {
        shop.put(&row).await?;
    }
    Ok(())
}

/// What a repository of one kind of row asks for.
async fn replace<T, R: ReadRow + WriteRow + MemberOf<T>>(
    shop: &Table<T>,
    key: impl KeyOf<R>,
    row: &R,
) -> Result<Option<R>, TableError> {
    let before = shop.get(key).await?;
    shop.put(row).await?;
    Ok(before)
}

#[tokio::test]
async fn generic_code_gets_deletes_creates_and_queries() {
    let Fixture { others: shop, .. } = Fixture::new().await;
    shop.put(&order(7)).await.unwrap();
    assert_eq!(move_entity::<Shop, Order>(&shop, order_key(7)).await.unwrap(), Some(order(7)));
    let pk = OrderPk { user_id: "u1" };
    assert_eq!(first::<Shop, Order>(&shop, pk).await.unwrap(), Some(order(7)));
    put_back(&shop, Shop::parse_key("USER#u1", "ORDER#00007").unwrap()).await.unwrap();
    let changed = Order { total: 1, ..order(7) };
    assert_eq!(replace(&shop, order_key(7), &changed).await.unwrap(), Some(order(7)));
    assert_eq!(shop.get(order_key(7)).await.unwrap(), Some(changed));
}
