//! Requests that are refused, by error code: engines word their messages differently.

use std::fmt::Debug;

use aws_sdk_dynamodb::error::{ProvideErrorMetadata, SdkError};
use aws_sdk_dynamodb::operation::update_item::UpdateItemError;
use aws_sdk_dynamodb::types::{
    AttributeValue, Put, PutRequest, ReturnValuesOnConditionCheckFailure, TransactWriteItem,
    WriteRequest,
};

use super::table::{Table, create, item, text};

fn code<T, E>(answer: Result<T, SdkError<E>>) -> String
where
    T: Debug,
    E: Debug + ProvideErrorMetadata,
{
    refusal(answer.unwrap_err())
}

#[expect(clippy::needless_pass_by_value, reason = "it is given to `map`")]
fn refusal<E: Debug + ProvideErrorMetadata>(error: SdkError<E>) -> String {
    let refusal = error.as_service_error().and_then(E::code);
    refusal.unwrap_or_else(|| panic!("{error:?}")).to_owned()
}

#[tokio::test]
async fn a_failed_condition_is_an_error_of_its_own() {
    let table = Table::new().await.with(&["PROFILE"]).await;
    let put = table.client.put_item().table_name(&table.name);
    let answer = put
        .set_item(Some(item(&[("pk", "USER#u1"), ("sk", "PROFILE")])))
        .condition_expression("attribute_not_exists(pk)")
        .send()
        .await;
    let error = answer.unwrap_err().into_service_error();
    assert!(error.is_conditional_check_failed_exception(), "{error:?}");
}

#[tokio::test]
async fn a_failed_update_condition_can_bring_the_item_along() {
    let table = Table::new().await.with(&["PROFILE"]).await;
    let update = table.client.update_item().table_name(&table.name);
    let answer = update
        .set_key(Some(item(&[("pk", "USER#u1"), ("sk", "PROFILE")])))
        .update_expression("SET gsi1pk = :new")
        .condition_expression("gsi1pk = :old")
        .expression_attribute_values(":new", text("NEW"))
        .expression_attribute_values(":old", text("OLD"))
        .return_values_on_condition_check_failure(ReturnValuesOnConditionCheckFailure::AllOld)
        .send()
        .await;
    let error = answer.unwrap_err().into_service_error();
    let UpdateItemError::ConditionalCheckFailedException(failed) = error else {
        panic!("{error:?}");
    };
    assert_eq!(failed.item().unwrap()["gsi1pk"], text("ALL"));
}

#[tokio::test]
async fn a_table_that_does_not_exist_is_not_found() {
    let client = ddbkey_engine::from_env().unwrap();
    let put = client.put_item().table_name(ddbkey_engine::table_name("nowhere"));
    let answer = put.set_item(Some(item(&[("pk", "a"), ("sk", "b")])));
    let error = answer.send().await.unwrap_err().into_service_error();
    assert!(error.is_resource_not_found_exception(), "{error:?}");
}

#[tokio::test]
async fn a_table_is_created_once() {
    let table = Table::new().await;
    let again = create(&table.client, &table.name);
    assert_eq!(code(again.send().await), "ResourceInUseException");
}

#[tokio::test]
async fn a_deleted_table_is_not_found() {
    let table = Table::new().await;
    let delete = table.client.delete_table().table_name(&table.name);
    delete.send().await.unwrap();
    let describe = table.client.describe_table().table_name(&table.name);
    assert_eq!(code(describe.send().await), "ResourceNotFoundException");
}

/// Like DynamoDB; moto finds nothing instead.
#[tokio::test]
async fn a_range_with_its_ends_crossed_is_refused() {
    let table = Table::on(ddbkey_engine::in_process().unwrap()).await;
    let condition = "pk = :pk AND sk BETWEEN :from AND :to";
    let query = table.query(condition, &[("pk", "USER#u1"), ("from", "b"), ("to", "a")]);
    assert_eq!(code(query.send().await), "ValidationException");
}

#[tokio::test]
async fn keys_that_dynamodb_refuses_are_refused() {
    let table = Table::new().await;
    let long = "x".repeat(2049);
    for (pk, sk) in [("", "b"), ("a", ""), (&long[..], "b"), ("a", &long[..1025])] {
        let put = table.client.put_item().table_name(&table.name);
        let answer = put.set_item(Some(item(&[("pk", pk), ("sk", sk)])));
        assert_eq!(code(answer.send().await), "ValidationException");
    }
}

#[tokio::test]
async fn an_index_key_that_is_null_or_empty_is_refused() {
    let table = Table::new().await;
    let null = AttributeValue::Null(true);
    for value in [null, text("")] {
        let put = table.client.put_item().table_name(&table.name);
        let answer = put
            .set_item(Some(item(&[("pk", "a"), ("sk", "b"), ("gsi1sk", "c")])))
            .item("gsi1pk", value);
        assert_eq!(code(answer.send().await), "ValidationException");
    }
}

/// On every way to a row. Like DynamoDB; moto accepts some of them.
#[tokio::test]
async fn an_index_key_that_is_too_long_is_refused() {
    for (name, limit) in [("gsi1pk", 2048), ("gsi1sk", 1024)] {
        let table = Table::on(ddbkey_engine::in_process().unwrap()).await;
        let refused = write(&table, name, &"x".repeat(limit + 1)).await.map(Option::unwrap);
        let validation = "ValidationException";
        assert_eq!(refused, [validation, validation, validation, "TransactionCanceledException"]);
        let rows = table.client.scan().table_name(&table.name).send().await.unwrap();
        assert_eq!(rows.count(), 0);
        assert_eq!(write(&table, name, &"x".repeat(limit)).await, [const { None }; 4]);
        // No key.
        assert_eq!(write(&table, "other", &"x".repeat(limit + 1)).await, [const { None }; 4]);
    }
}

/// Writes an attribute of a row by a put, an update, a batch and a transaction. Returns the code of each refusal.
async fn write(table: &Table, name: &str, value: &str) -> [Option<String>; 4] {
    let (client, table) = (&table.client, &table.name);
    let key = item(&[("pk", "a"), ("sk", "b")]);
    let row = item(&[("pk", "a"), ("sk", "b"), (name, value)]);
    let put = client.put_item().table_name(table).set_item(Some(row.clone()));
    let update = client.update_item().table_name(table).set_key(Some(key));
    let update = update
        .update_expression("SET one = :one, #name = :value")
        .expression_attribute_names("#name", name)
        .expression_attribute_values(":one", text("1"))
        .expression_attribute_values(":value", text(value));
    let request = PutRequest::builder().set_item(Some(row.clone())).build().unwrap();
    let request = WriteRequest::builder().put_request(request).build();
    let batch = client.batch_write_item().request_items(table, vec![request]);
    let action = Put::builder().table_name(table).set_item(Some(row)).build().unwrap();
    let action = TransactWriteItem::builder().put(action).build();
    let transaction = client.transact_write_items().transact_items(action);
    [
        put.send().await.err().map(refusal),
        update.send().await.err().map(refusal),
        batch.send().await.err().map(refusal),
        transaction.send().await.err().map(refusal),
    ]
}

/// Like DynamoDB; moto counts nothing.
#[tokio::test]
async fn an_expression_has_at_most_300_operators() {
    let table = Table::on(ddbkey_engine::in_process().unwrap()).await;
    for (first, is_refused) in [("NOT a = :a", false), ("a <> :a AND a <> :a", true)] {
        let condition = format!("{first}{}", " AND a <> :a".repeat(149));
        let put = table.client.put_item().table_name(&table.name);
        let put = put.set_item(Some(item(&[("pk", "a"), ("sk", "b")])));
        let put = put.condition_expression(&condition).expression_attribute_values(":a", text("a"));
        let scan = table.client.scan().table_name(&table.name).filter_expression(condition);
        let scan = scan.expression_attribute_values(":a", text("a"));
        let expected = is_refused.then(|| "ValidationException".to_owned());
        assert_eq!(put.send().await.err().map(refusal), expected);
        assert_eq!(scan.send().await.err().map(refusal), expected);
    }
}

/// Like DynamoDB; moto finds nothing instead.
#[tokio::test]
async fn an_empty_key_value_in_a_query_is_refused() {
    let table = Table::on(ddbkey_engine::in_process().unwrap()).await.with(&["a"]).await;
    for (condition, pk, sk) in [
        ("pk = :pk AND sk >= :sk", "", "a"),
        ("pk = :pk AND sk >= :sk", "USER#u1", ""),
        ("pk = :pk AND sk BETWEEN :sk AND :pk", "USER#u1", ""),
    ] {
        let query = table.query(condition, &[("pk", pk), ("sk", sk)]);
        assert_eq!(code(query.send().await), "ValidationException", "{condition}");
    }
    // An empty string is a value of another attribute.
    let query = table.query("pk = :pk", &[("pk", "USER#u1")]).filter_expression("a <> :empty");
    let query = query.expression_attribute_values(":empty", text(""));
    assert_eq!(query.send().await.unwrap().count(), 1);
}

#[tokio::test]
async fn a_set_without_members_is_refused() {
    let table = Table::new().await;
    let put = table.client.put_item().table_name(&table.name);
    let answer = put
        .set_item(Some(item(&[("pk", "a"), ("sk", "b")])))
        .item("tags", AttributeValue::Ss(vec![]));
    assert_eq!(code(answer.send().await), "ValidationException");
}
