//! Several items at a time: batches, transactions and scans.

use aws_sdk_dynamodb::error::SdkError;
use aws_sdk_dynamodb::operation::transact_write_items::TransactWriteItemsError;
use aws_sdk_dynamodb::types::{
    Get, KeysAndAttributes, Put, PutRequest, TransactGetItem, TransactWriteItem, WriteRequest,
};

use super::table::{Item, Table, item};

fn order(number: u32) -> Item {
    item(&[("pk", "USER#u1"), ("sk", &format!("ORDER#{number:02}"))])
}

#[tokio::test]
async fn a_batch_writes_reads_and_is_scanned() {
    let table = Table::new().await;
    write(&table, 25).await;
    assert_eq!(read(&table, 25).await, 25);
    let scan = table.client.scan().table_name(&table.name);
    assert_eq!(scan.send().await.unwrap().count(), 25);
}

async fn write(table: &Table, orders: u32) {
    let puts = (0..orders)
        .map(|number| {
            let put = PutRequest::builder().set_item(Some(order(number)));
            let put = put.build().unwrap();
            WriteRequest::builder().put_request(put).build()
        })
        .collect();
    let batch = table.client.batch_write_item();
    let answer = batch.request_items(&table.name, puts).send().await.unwrap();
    assert!(answer.unprocessed_items().is_none_or(std::collections::HashMap::is_empty));
}

async fn read(table: &Table, orders: u32) -> usize {
    let keys = (0..orders).map(order).collect();
    let keys = KeysAndAttributes::builder().set_keys(Some(keys));
    let batch = table.client.batch_get_item();
    let batch = batch.request_items(&table.name, keys.build().unwrap());
    batch.send().await.unwrap().responses().unwrap()[&table.name].len()
}

#[tokio::test]
async fn a_transaction_writes_all_or_nothing() {
    let table = Table::new().await;
    transact(&table, &[1, 2]).await.unwrap();
    let error = transact(&table, &[3, 2]).await.unwrap_err();
    let TransactWriteItemsError::TransactionCanceledException(canceled) = error else {
        panic!("{error:?}");
    };
    let reasons: Vec<_> =
        canceled.cancellation_reasons().iter().map(|reason| reason.code()).collect();
    assert_eq!(reasons, [Some("None"), Some("ConditionalCheckFailed")]);
    assert_eq!(found(&table, &[1, 2, 3]).await, [true, true, false]);
}

async fn transact(table: &Table, orders: &[u32]) -> Result<(), TransactWriteItemsError> {
    let puts = orders
        .iter()
        .map(|number| {
            let put = Put::builder().table_name(&table.name).set_item(Some(order(*number)));
            let put = put.condition_expression("attribute_not_exists(pk)");
            TransactWriteItem::builder().put(put.build().unwrap()).build()
        })
        .collect();
    let transaction = table.client.transact_write_items();
    let answer = transaction.set_transact_items(Some(puts)).send().await;
    answer.map(drop).map_err(SdkError::into_service_error)
}

async fn found(table: &Table, orders: &[u32]) -> Vec<bool> {
    let gets = orders
        .iter()
        .map(|number| {
            let get = Get::builder().table_name(&table.name).set_key(Some(order(*number)));
            TransactGetItem::builder().get(get.build().unwrap()).build()
        })
        .collect();
    let transaction = table.client.transact_get_items();
    let answer = transaction.set_transact_items(Some(gets)).send().await.unwrap();
    answer.responses().iter().map(|response| response.item().is_some()).collect()
}
