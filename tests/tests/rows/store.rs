//! A table on the engine that the environment selects, and short functions for putting entities in
//! and reading them back by a key condition.

use std::collections::HashMap;
use std::io::Write;

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::operation::create_table::CreateTableError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{AttributeValue, BillingMode, KeySchemaElement, KeyType};
use ddbkey::schema::TableSchema;
use ddbkey::{DdbKeys, KeyCondition};
use ddbkey_aws::Rekey;
use ddbkey_aws::prelude::*;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub(crate) type Item = HashMap<String, AttributeValue>;

pub(crate) struct Store {
    pub(crate) client: Client,
    pub(crate) table: String,
}

impl Store {
    /// Creates a new table of this schema, in the engine that the environment selects. If that engine refuses indexes of
    /// several attributes, says so and creates the table in this process.
    pub(crate) async fn new(schema: &TableSchema) -> Self {
        match Self::try_on(ddbkey_engine::from_env().unwrap(), schema).await {
            Ok(store) => store,
            Err(refusal) if refusal.has_wide_index => {
                let note = "SKIPPED: the engine refuses an index of several attributes, here is the one in this process";
                writeln!(std::io::stderr(), "{note}").expect("stderr is open");
                Self::on(ddbkey_engine::in_process().unwrap(), schema).await
            }
            Err(refusal) => panic!("{:?}", refusal.error),
        }
    }

    pub(crate) async fn on(client: Client, schema: &TableSchema) -> Self {
        Self::try_on(client, schema).await.map_err(|refusal| refusal.error).unwrap()
    }

    async fn try_on(client: Client, schema: &TableSchema) -> Result<Self, Refusal> {
        let table = ddbkey_engine::table_name("store");
        let create = client.create_table().table_name(&table);
        let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(schema).unwrap();
        let indexes = create.get_global_secondary_indexes().iter().flatten();
        let has_wide_index = indexes.clone().any(|index| is_wide(index.key_schema()));
        match create.send().await {
            Ok(_) => Ok(Self { client, table }),
            Err(error) => Err(Refusal { error: error.into_service_error(), has_wide_index }),
        }
    }

    pub(crate) async fn put(&self, entity: &(impl DdbKeys + Serialize)) {
        self.put_item(entity.to_item().unwrap()).await;
    }

    pub(crate) async fn put_item(&self, item: Item) {
        let put = self.client.put_item().table_name(&self.table);
        put.set_item(Some(item)).send().await.unwrap();
    }

    pub(crate) async fn scan(&self) -> Vec<Item> {
        self.client.scan().table_name(&self.table).send().await.unwrap().items.unwrap_or_default()
    }

    /// Sends a move. Returns the codes of the put and of the delete if it was refused.
    pub(crate) async fn rekey(&self, rekey: &Rekey) -> Result<(), [String; 2]> {
        let moves = self.client.transact_write_items().rekey(rekey, &self.table);
        let Err(error) = moves.send().await else { return Ok(()) };
        match error.into_service_error() {
            TransactWriteItemsError::TransactionCanceledException(canceled) => {
                let reasons = canceled.cancellation_reasons().iter();
                let codes = reasons.map(|own| own.code().unwrap_or("None").to_owned());
                Err(codes.collect::<Vec<_>>().try_into().unwrap())
            }
            error => panic!("{error:?}"),
        }
    }

    /// Returns the items of a condition, page by page.
    pub(crate) async fn items(&self, condition: &KeyCondition) -> Vec<Item> {
        let (mut items, mut start) = (Vec::new(), None);
        loop {
            let query = self.client.query().table_name(&self.table).key_condition(condition);
            let page = query.set_exclusive_start_key(start).limit(7).send().await.unwrap();
            items.extend(page.items.unwrap_or_default());
            start = page.last_evaluated_key;
            if start.is_none() {
                return items;
            }
        }
    }

    /// Returns the entities of a condition, all of one type.
    pub(crate) async fn read<T: DdbKeys + DeserializeOwned>(
        &self,
        condition: &KeyCondition,
    ) -> Vec<T> {
        self.items(condition).await.into_iter().map(|item| T::from_item(item).unwrap()).collect()
    }
}

struct Refusal {
    error: CreateTableError,
    has_wide_index: bool,
}

/// Returns whether the partition key or the sort key of an index is several attributes.
fn is_wide(keys: &[KeySchemaElement]) -> bool {
    [KeyType::Hash, KeyType::Range]
        .iter()
        .any(|ty| keys.iter().filter(|key| key.key_type() == ty).count() > 1)
}

/// Returns the string of an attribute.
pub(crate) fn text<'i>(item: &'i Item, name: &str) -> &'i str {
    item[name].as_s().unwrap()
}
