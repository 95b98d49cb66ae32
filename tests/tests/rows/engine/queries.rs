//! Which rows a key condition returns, and in which order and pages.

use aws_sdk_dynamodb::operation::query::builders::QueryFluentBuilder;

use super::table::{Table, sort_keys};

const IN_PREFIX: &str = "pk = :pk AND begins_with(sk, :prefix)";
const IN_RANGE: &str = "pk = :pk AND sk BETWEEN :from AND :to";

async fn rows(query: QueryFluentBuilder) -> Vec<String> {
    let page = query.send().await.unwrap();
    assert_eq!(page.last_evaluated_key(), None);
    sort_keys(&page).into_iter().map(str::to_owned).collect()
}

#[tokio::test]
async fn begins_with_is_a_prefix_of_the_text() {
    let table =
        Table::new().await.with(&["ORDER#1", "ORDER#1#ITEM#7", "ORDER#12", "PROFILE"]).await;
    let query = table.query(IN_PREFIX, &[("pk", "USER#u1"), ("prefix", "ORDER#1")]);
    assert_eq!(rows(query).await, ["ORDER#1", "ORDER#1#ITEM#7", "ORDER#12"]);
    let query = table.query(IN_PREFIX, &[("pk", "USER#u1"), ("prefix", "ORDER#1#")]);
    assert_eq!(rows(query).await, ["ORDER#1#ITEM#7"]);
}

#[tokio::test]
async fn between_includes_both_ends() {
    let table = Table::new().await.with(&["a", "b", "c", "d"]).await;
    let query = table.query(IN_RANGE, &[("pk", "USER#u1"), ("from", "b"), ("to", "c")]);
    assert_eq!(rows(query).await, ["b", "c"]);
    let query = table.query(IN_RANGE, &[("pk", "USER#u1"), ("from", "b"), ("to", "b")]);
    assert_eq!(rows(query).await, ["b"]);
}

#[tokio::test]
async fn sort_keys_are_in_the_order_of_their_utf8_bytes() {
    let ordered = ["\0", "a", "a\0", "a!", "a#", "ab", "z", "é", "\u{ffee}", "\u{1f600}"];
    let mut shuffled = ordered;
    shuffled.reverse();
    shuffled.swap(1, 6);
    let table = Table::new().await.with(&shuffled).await;
    let query = table.query("pk = :pk", &[("pk", "USER#u1")]);
    assert_eq!(rows(query).await, ordered);
}

#[tokio::test]
async fn a_descending_query_is_the_other_way_round() {
    let table = Table::new().await.with(&["a", "b", "c", "d"]).await;
    let query = table.query(IN_RANGE, &[("pk", "USER#u1"), ("from", "b"), ("to", "d")]);
    assert_eq!(rows(query.scan_index_forward(false)).await, ["d", "c", "b"]);
}

#[tokio::test]
async fn an_index_is_queried_by_its_own_keys() {
    let table = Table::new().await.with(&["a", "b", "c", "d"]).await;
    let condition = "gsi1pk = :pk AND gsi1sk BETWEEN :from AND :to";
    let query = table.query(condition, &[("pk", "ALL"), ("from", "b"), ("to", "c")]);
    assert_eq!(rows(query.index_name("gsi1")).await, ["b", "c"]);
}

#[tokio::test]
async fn a_partition_without_items_is_an_empty_page() {
    let table = Table::new().await.with(&["a"]).await;
    let query = table.query("pk = :pk", &[("pk", "USER#u2")]);
    assert!(rows(query).await.is_empty());
}

#[tokio::test]
async fn pages_go_on_until_there_is_no_last_evaluated_key() {
    let table = Table::new().await.with(&["a", "b", "c", "d", "e"]).await;
    let ascending = pages(&table, true).await;
    assert_eq!(ascending, [vec!["a", "b"], vec!["c", "d"], vec!["e"]]);
    let descending = pages(&table, false).await;
    assert_eq!(descending, [vec!["e", "d"], vec!["c", "b"], vec!["a"]]);
}

/// Like DynamoDB; moto does not promise a next page here.
#[tokio::test]
async fn a_full_last_page_is_followed_by_an_empty_one() {
    let client = ddbkey_engine::in_process().unwrap();
    let table = Table::on(client).await.with(&["a", "b", "c", "d"]).await;
    assert_eq!(pages(&table, true).await, [vec!["a", "b"], vec!["c", "d"], vec![]]);
}

async fn pages(table: &Table, forward: bool) -> Vec<Vec<String>> {
    let query = table.query("gsi1pk = :pk", &[("pk", "ALL")]);
    let query = query.index_name("gsi1").scan_index_forward(forward);
    let mut pages = query.limit(2).into_paginator().send();
    let mut read = Vec::new();
    while let Some(page) = pages.next().await {
        let page = page.unwrap();
        read.push(sort_keys(&page).into_iter().map(str::to_owned).collect());
    }
    read
}
