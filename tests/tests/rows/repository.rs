//! Code that is generic over entities and over tables, as an application writes it once: no bound with its own
//! lifetime, and futures that can be boxed and sent.

use std::error::Error;
use std::pin::Pin;

use aws_sdk_dynamodb::Client;
use ddbkey::key::{KeyText, PrimaryKey, TypedQuery};
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyPart, Keys};
use ddbkey_aws::UpdateItems;
use ddbkey_aws::prelude::*;
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};

use crate::store::Store;

type Boxed<'a, T> =
    Pin<Box<dyn Future<Output = Result<T, Box<dyn Error + Send + Sync>>> + Send + 'a>>;

/// The entities of a table, each by its own key.
struct Repository {
    client: Client,
    table: String,
}

impl Repository {
    fn get<'a, T: DdbKeys + DeserializeOwned + 'a>(
        &'a self,
        key: T::Key<'a>,
    ) -> Boxed<'a, Option<T>> {
        Box::pin(async move {
            // The key is held across the `await`.
            let get = self.client.get_item().table_name(&self.table);
            let found = get.set_key(Some(key.clone().keys()?.into_item())).send().await?;
            drop(key);
            Ok(found.item.map(T::from_item).transpose()?)
        })
    }

    fn put<'a, T: DdbKeys + Serialize + Sync>(&'a self, entity: &'a T) -> Boxed<'a, ()> {
        Box::pin(async move {
            let put = self.client.put_item().table_name(&self.table);
            put.set_item(Some(entity.to_item()?)).send().await?;
            Ok(())
        })
    }

    fn delete<'a, T: DdbKeys + 'a>(&'a self, key: T::Key<'a>) -> Boxed<'a, ()> {
        Box::pin(async move {
            let delete = self.client.delete_item().table_name(&self.table);
            delete.set_key(Some(key.keys()?.into_item())).send().await?;
            Ok(())
        })
    }

    /// Returns all rows of one type in a partition.
    fn list<'a, T: DdbKeys + DeserializeOwned + Send + 'a>(
        &'a self,
        pk: T::Pk<'a>,
    ) -> Boxed<'a, Vec<T>> {
        Box::pin(async move { self.page(&T::query(pk).build()?, None, 100).await })
    }

    /// Returns the rows of a condition after this one.
    fn page<'a, T: DdbKeys + DeserializeOwned + Send + 'a>(
        &'a self,
        condition: &'a KeyCondition,
        after: Option<Keys>,
        limit: i32,
    ) -> Boxed<'a, Vec<T>> {
        Box::pin(async move {
            let query = self.client.query().table_name(&self.table).key_condition(condition);
            let query = query.limit(limit).set_exclusive_start_key(after.map(KeysExt::into_item));
            let page = query.send().await?.items.unwrap_or_default();
            Ok(page.into_iter().map(T::from_item).collect::<Result<_, _>>()?)
        })
    }

    /// Changes a stored entity.
    fn change<'a, T: DdbKeys + Serialize + DeserializeOwned + Send + Sync>(
        &'a self,
        key: &'a T,
        by: impl FnOnce(&mut T) + Send + 'a,
    ) -> Boxed<'a, ()> {
        Box::pin(async move {
            let get = self.client.get_item().table_name(&self.table).item_key(key.key())?;
            let item = get.send().await?.item.unwrap_or_default();
            if let Some(update) = T::update_item(&item, by)? {
                let request = self.client.update_item().table_name(&self.table);
                request.item_update(&update).send().await?;
            }
            Ok(())
        })
    }
}

/// The rows of a table, whichever entity they are.
struct Rows<'r>(&'r Repository);

impl Rows<'_> {
    fn put<'a, T: UpdateItems + Sync>(&'a self, row: &'a T) -> Boxed<'a, ()> {
        Box::pin(async move {
            let put = self.0.client.put_item().table_name(&self.0.table);
            put.set_item(Some(row.to_item()?)).send().await?;
            Ok(())
        })
    }

    /// Returns a whole item collection: every entity in the partition.
    fn collection<'a, T: UpdateItems + Send + 'a>(
        &'a self,
        partition: &'a KeyCondition,
    ) -> Boxed<'a, Vec<T>> {
        Box::pin(async move {
            let query = self.0.client.query().table_name(&self.0.table).key_condition(partition);
            let items = query.send().await?.items.unwrap_or_default();
            Ok(items.into_iter().map(T::from_item).collect::<Result<_, _>>()?)
        })
    }

    /// Returns the number of rows for which this is true of their keys.
    fn count<'a, T: DdbTable + 'a>(&'a self, is_it: fn(T::Key<'_>) -> bool) -> Boxed<'a, usize> {
        Box::pin(async move {
            let scan = self.0.client.scan().table_name(&self.0.table).send().await?;
            let mut count = 0;
            for item in scan.items() {
                count += usize::from(is_it(T::key_of(item)?));
            }
            Ok(count)
        })
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}")]
#[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("{number:05}"))]
struct Order {
    user_id: String,
    number: u32,
    status: Status,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
enum Status {
    Pending,
    Paid,
}

#[derive(DdbTable, Clone, PartialEq, Debug)]
enum Shop {
    User(User),
    Order(Order),
}

fn order(number: u32, status: Status) -> Order {
    Order { user_id: "u1".into(), number, status }
}

async fn repository() -> Repository {
    let Store { client, table } = Store::new(Shop::SCHEMA).await;
    Repository { client, table }
}

/// Returns a partition by the key alone, for any entity.
fn partition<T: DdbKeys>(pk: T::Pk<'_>) -> KeyCondition {
    pk.condition().unwrap()
}

#[tokio::test]
async fn of_entities() {
    let repository = repository().await;
    let user = User { user_id: "u1".into() };
    let orders = [1, 2, 3, 12].map(|number| order(number, Status::Pending));
    repository.put(&user).await.unwrap();
    for order in &orders {
        repository.put(order).await.unwrap();
    }
    assert_eq!(repository.get::<User>(user.key()).await.unwrap(), Some(user.clone()));
    let key = OrderKey { user_id: "u1", number: 2 };
    assert_eq!(repository.get::<Order>(key).await.unwrap().as_ref(), Some(&orders[1]));
    assert_eq!(repository.list::<User>(UserPk { user_id: "u1" }).await.unwrap(), [user]);
    assert_eq!(repository.list::<Order>(OrderPk { user_id: "u1" }).await.unwrap(), orders);

    let newest = Order::query(OrderPk { user_id: "u1" }).descending().build().unwrap();
    let first: Vec<Order> = repository.page(&newest, None, 2).await.unwrap();
    assert_eq!(first, [orders[3].clone(), orders[2].clone()]);
    let after = first[1].start_key().unwrap();
    let second: Vec<Order> = repository.page(&newest, Some(after), 2).await.unwrap();
    assert_eq!(second, [orders[1].clone(), orders[0].clone()]);

    repository.delete::<Order>(key).await.unwrap();
    assert_eq!(repository.get::<Order>(key).await.unwrap(), None);
}

#[tokio::test]
async fn of_an_index() {
    let repository = repository().await;
    for number in 1..=3 {
        repository.put(&order(number, Status::Pending)).await.unwrap();
    }
    let pending = Order::query_by_status(OrderByStatusPk { status: Status::Pending });
    let pending = pending.build().unwrap();
    let first: Vec<Order> = repository.page(&pending, None, 1).await.unwrap();
    let after = first[0].by_status_start_key().unwrap();
    let others: Vec<Order> = repository.page(&pending, Some(after), 9).await.unwrap();
    assert_eq!(others, [order(2, Status::Pending), order(3, Status::Pending)]);

    // The row is found where a put would have stored it.
    let pending = order(2, Status::Pending);
    repository.change(&pending, |order| order.status = Status::Paid).await.unwrap();
    let paid = OrderByStatusPk { status: Status::Paid }.condition().unwrap();
    let query = repository.client.query().table_name(&repository.table);
    let found = query.key_condition(&paid).send().await.unwrap();
    assert_eq!(found.items()[0]["sk"].as_s().unwrap(), "ORDER#00002");
    assert_eq!(found.count(), 1);
}

#[tokio::test]
async fn of_tables() {
    let repository = repository().await;
    let rows = Rows(&repository);
    let all = [Shop::from(order(1, Status::Paid)), Shop::from(User { user_id: "u1".into() })];
    for row in &all {
        rows.put(row).await.unwrap();
    }
    let of_user = partition::<User>(UserPk { user_id: "u1" });
    assert_eq!(rows.collection::<Shop>(&of_user).await.unwrap(), all);
    let is_order = |key: ShopKey<'_>| matches!(key, ShopKey::Order(OrderKey { number: 1, .. }));
    assert_eq!(rows.count::<Shop>(is_order).await.unwrap(), 1);
}
