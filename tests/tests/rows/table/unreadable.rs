//! Rows that serde writes and cannot read back: they are not written.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemErrorKind, Table, TableError, TableErrorKind};
use serde::{Deserialize, Deserializer, Serialize};

use super::script::{Script, Step};
use crate::store::Store;

/// A value that is only checked when it is read.
#[derive(Serialize, Clone, Copy, Debug, PartialEq)]
struct Even(u32);

impl<'de> Deserialize<'de> for Even {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let number = u32::deserialize(deserializer)?;
        if number % 2 == 1 {
            return Err(serde::de::Error::custom("an odd number"));
        }
        Ok(Self(number))
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Rows, unguarded(text))]
#[pk("ROW", id)]
#[sk("ROW")]
struct Row {
    id: String,
    n: Even,
    text: String,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
enum Rows {
    Row(Row),
}

const KEY: RowKey<'static> = RowKey { id: "1" };

fn row(n: u32) -> Row {
    Row { id: "1".into(), n: Even(n), text: "-".into() }
}

async fn rows() -> (Store, Table<Rows>, Script) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Rows::SCHEMA).await;
    let script = Script::default();
    let rows = Table::new(&script.client(&store.client), &store.table);
    (store, rows, script)
}

fn assert_unreadable(error: &TableError) {
    assert_eq!(error.kind(), TableErrorKind::Item);
    assert_eq!(error.item_error().unwrap().kind(), ItemErrorKind::Format);
    let message = error.to_string();
    assert!(message.ends_with("attribute `n` of `Row` cannot be read as its field"), "{message}");
}

#[tokio::test]
async fn nothing_is_sent() {
    let (store, rows, script) = rows().await;
    store.put(&row(2)).await;
    for error in [
        rows.create(&row(1)).await.unwrap_err(),
        rows.create(&row(1)).exactly_once().await.unwrap_err(),
        rows.put(&row(1)).await.unwrap_err(),
        rows.put(&Rows::Row(row(1))).await.unwrap_err(),
        rows.put_all(&[row(2), row(1)]).await.unwrap_err(),
        rows.transaction().create(&row(1)).send().await.unwrap_err(),
        rows.transaction().put(&row(1)).send().await.unwrap_err(),
    ] {
        assert_unreadable(&error);
    }
    assert_eq!(script.sent(), [""; 0]);
    let odd = |row: &mut Row| row.n = Even(3);
    for error in [
        rows.update(KEY, odd).await.unwrap_err(),
        rows.update(KEY, odd).narrow().await.unwrap_err(),
        rows.update(KEY, odd).exactly_once().await.unwrap_err(),
        rows.transaction().update(KEY, odd).send().await.unwrap_err(),
    ] {
        assert_unreadable(&error);
    }
    assert_eq!(script.sent(), ["GetItem", "GetItem", "GetItem", "BatchGetItem"]);
    assert_eq!(store.scan().await, [row(2).to_item().unwrap()]);
}

/// Another writer makes an unguarded field unreadable between the read and the write.
#[tokio::test]
async fn an_update_that_was_applied_says_so_if_its_row_cannot_be_read() {
    let (store, rows, script) = rows().await;
    store.put(&row(2)).await;
    let mut item = row(2).to_item().unwrap();
    item.insert("text".into(), aws_sdk_dynamodb::types::AttributeValue::Bool(true));
    let (client, table, spoilt) = (store.client.clone(), store.table.clone(), item.clone());
    script.then([
        Step::Answer,
        Step::after(async move {
            let put = client.put_item().table_name(table).set_item(Some(spoilt));
            put.send().await.unwrap();
        }),
    ]);
    let error = rows.update(KEY, |row| row.n = Even(4)).await.unwrap_err();
    item.insert("n".into(), aws_sdk_dynamodb::types::AttributeValue::N("4".into()));
    assert_eq!((error.kind(), error.item()), (TableErrorKind::Item, Some(&item)));
    assert_eq!(
        error.to_string(),
        "update of `Row`: the request was applied, but its item cannot be read: attribute `text` of `Row` cannot be read as its field"
    );
    assert_eq!(store.scan().await, [item]);
}
