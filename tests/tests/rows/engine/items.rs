//! One item at a time: what is put is read back, changed and deleted.

use aws_sdk_dynamodb::operation::update_item::builders::UpdateItemFluentBuilder;
use aws_sdk_dynamodb::types::ReturnValue;

use super::table::{Item, Table, item, text};

#[tokio::test]
async fn an_item_is_read_back_as_it_was_put() {
    let table = Table::new().await;
    let ada = item(&[("pk", "USER#ada!\u{1}é😀"), ("sk", "PROFILE"), ("name", "Ada")]);
    table.put(ada.clone()).await;
    assert_eq!(table.get("USER#ada!\u{1}é😀", "PROFILE").await, Some(ada));
    assert_eq!(table.get("USER#ada", "PROFILE").await, None);
}

#[tokio::test]
async fn an_update_moves_an_item_into_an_index_and_out_of_it() {
    let table = Table::new().await;
    table.put(profile()).await;
    assert_eq!(emails(&table).await, 0);

    let set = update(&table, "SET gsi1pk = :email, gsi1sk = :email");
    set.expression_attribute_values(":email", text(EMAIL)).send().await.unwrap();
    assert_eq!(emails(&table).await, 1);

    let remove = update(&table, "REMOVE gsi1pk, gsi1sk");
    let removed = remove.return_values(ReturnValue::AllNew).send().await;
    assert_eq!(removed.unwrap().attributes, Some(profile()));
    assert_eq!(emails(&table).await, 0);
}

const EMAIL: &str = "EMAIL#ada@example.com";

fn profile() -> Item {
    item(&[("pk", "USER#u1"), ("sk", "PROFILE")])
}

fn update(table: &Table, expression: &str) -> UpdateItemFluentBuilder {
    let update = table.client.update_item().table_name(&table.name);
    update.set_key(Some(profile())).update_expression(expression)
}

async fn emails(table: &Table) -> i32 {
    let query = table.query("gsi1pk = :pk", &[("pk", EMAIL)]);
    query.index_name("gsi1").send().await.unwrap().count()
}

#[tokio::test]
async fn a_deleted_item_is_gone_and_a_second_delete_succeeds() {
    let table = Table::new().await;
    table.put(profile()).await;
    for _ in 0..2 {
        let delete = table.client.delete_item().table_name(&table.name);
        delete.set_key(Some(profile())).send().await.unwrap();
        assert_eq!(table.get("USER#u1", "PROFILE").await, None);
    }
}
