//! Scans: like in DynamoDB, their order is the order of a hash of the partition key, for the table and for an index.

use std::collections::BTreeSet;

use aws_sdk_dynamodb::operation::scan::ScanOutput;
use aws_sdk_dynamodb::operation::scan::builders::ScanFluentBuilder;
use aws_sdk_dynamodb::types::{
    AttributeValue, LocalSecondaryIndex, Projection, ProjectionType, ReturnConsumedCapacity, Select,
};

use super::table::{Item, Table, attribute, create, gsi, item, key_schema, text};

const TABLE: &str = "";
const GLOBAL: &str = "gsi1";
const JOINED: &str = "gsi2";
const LOCAL: &str = "lsi1";
const ALL: [&str; 4] = [TABLE, GLOBAL, JOINED, LOCAL];

/// Returns a table of the engine in this process, with a global index, one of several attributes, and a local one.
async fn table() -> Table {
    let client = ddbkey_engine::in_process().unwrap();
    let joined = gsi(JOINED, &["gsi1pk", "pk"], &["number", "sk"]);
    let local = LocalSecondaryIndex::builder()
        .index_name(LOCAL)
        .set_key_schema(Some(key_schema(&["pk"], &["number"])))
        .projection(Projection::builder().projection_type(ProjectionType::All).build());
    let name = ddbkey_engine::table_name("scans");
    let create = create(&client, &name)
        .attribute_definitions(attribute("number", "N"))
        .global_secondary_indexes(joined)
        .local_secondary_indexes(local.build().unwrap());
    create.send().await.unwrap();
    Table { client, name }
}

/// 20 partitions of 3 rows, in 15 partitions of the first index.
async fn filled() -> Table {
    let table = table().await;
    for number in 0..60 {
        let (pk, sk) = (format!("P{:02}", number / 3), format!("S{}", number % 3));
        let gsi1pk = format!("G{:02}", number * 7 % 15);
        let row = item(&[("pk", &pk), ("sk", &sk), ("gsi1pk", &gsi1pk), ("gsi1sk", &sk)]);
        table.put(with_number(row, number)).await;
    }
    table
}

fn with_number(mut item: Item, number: i32) -> Item {
    item.insert("number".to_owned(), AttributeValue::N(number.to_string()));
    item
}

fn scan(table: &Table, index: &str) -> ScanFluentBuilder {
    let scan = table.client.scan().table_name(&table.name);
    if index.is_empty() { scan } else { scan.index_name(index) }
}

/// Returns the keys of all pages.
async fn keys(scan: ScanFluentBuilder) -> Vec<(String, String)> {
    let mut pages = scan.into_paginator().items().send();
    let mut keys = Vec::new();
    while let Some(item) = pages.next().await {
        keys.push(key(&item.unwrap()));
    }
    keys
}

fn key(item: &Item) -> (String, String) {
    (of(item, "pk"), of(item, "sk"))
}

fn of(item: &Item, name: &str) -> String {
    match &item[name] {
        AttributeValue::N(number) => format!("{number:0>3}"),
        value => value.as_s().unwrap().clone(),
    }
}

async fn page(scan: ScanFluentBuilder) -> ScanOutput {
    scan.send().await.unwrap()
}

#[tokio::test]
async fn partitions_are_in_no_order_and_their_rows_in_that_of_sort_keys() {
    let table = filled().await;
    let attributes: [(&str, &[&str], &[&str]); 4] = [
        (TABLE, &["pk"], &["sk"]),
        (GLOBAL, &["gsi1pk"], &["gsi1sk"]),
        (JOINED, &["gsi1pk", "pk"], &["number", "sk"]),
        (LOCAL, &["pk"], &["number"]),
    ];
    for (index, partition, sort) in attributes {
        let page = page(scan(&table, index)).await;
        let items = page.items();
        assert_eq!((items.len(), page.last_evaluated_key()), (60, None), "{index}");
        let text = |names: &[&str], item| names.iter().map(|name| of(item, name)).collect();
        let keys: Vec<(String, String)> =
            items.iter().map(|item| (text(partition, item), text(sort, item))).collect();
        for partition in keys.chunk_by(|(one, _), (other, _)| one == other) {
            assert!(partition.is_sorted(), "{index}: {partition:?}");
        }
        let mut partitions: Vec<_> = keys.iter().map(|(partition, _)| partition).collect();
        partitions.dedup();
        let distinct: BTreeSet<_> = partitions.iter().collect();
        assert_eq!(distinct.len(), partitions.len(), "{index}: a partition is in pieces");
        let after = partitions.windows(2).filter(|pair| pair[0] > pair[1]).count();
        let pairs = partitions.len() - 1;
        assert!((pairs / 4..pairs - pairs / 4).contains(&after), "{index}: {after} of {pairs}");
    }
}

/// A program that takes one page for all pages finds the rows that sort first, in an engine that scans in the order of keys.
#[tokio::test]
async fn one_page_misses_rows_that_sort_first() {
    for index in [TABLE, GLOBAL] {
        let table = table().await;
        let long = "x".repeat(10_000);
        let pks = (0..6).map(|number| format!("CLIENT#{number}"));
        for pk in pks.chain((0..150).map(|number| format!("USER#{number}"))) {
            let keys = [("pk", &*pk), ("sk", "ROW"), ("gsi1pk", &pk), ("gsi1sk", "ROW")];
            let long = if pk.starts_with('C') { "" } else { &long };
            table.put(item(&[&keys[..], &[("long", long)]].concat())).await;
        }
        let clients = || {
            scan(&table, index)
                .filter_expression("begins_with(pk, :prefix)")
                .expression_attribute_values(":prefix", text("CLIENT#"))
        };
        let first = page(clients()).await;
        assert!(first.count() < 6 && first.last_evaluated_key().is_some(), "{first:?}");
        assert_eq!(keys(clients()).await.len(), 6);
    }
}

#[tokio::test]
async fn pages_of_any_size_are_the_same_rows_in_the_same_order() {
    let table = filled().await;
    for index in ALL {
        let whole = keys(scan(&table, index)).await;
        for limit in [1, 7, 60] {
            assert_eq!(keys(scan(&table, index).limit(limit)).await, whole, "{index}, {limit}");
        }
        let even = || {
            scan(&table, index)
                .filter_expression("contains(:even, sk)")
                .expression_attribute_values(":even", text("S0,S2"))
        };
        let expected: Vec<_> =
            whole.into_iter().filter(|(_, sk)| sk == "S0" || sk == "S2").collect();
        assert_eq!(keys(even().limit(7)).await, expected, "{index}");

        let page = page(even().limit(40).select(Select::Count)).await;
        assert_eq!(page.scanned_count(), 40, "{index}");
        assert!((1..40).contains(&page.count()) && page.items().is_empty(), "{index}: {page:?}");
    }
}

/// Like in a query, a full last page is followed by an empty one.
#[tokio::test]
async fn the_last_page_says_that_it_is_the_last() {
    let table = filled().await;
    for index in ALL {
        assert!(page(scan(&table, index).limit(61)).await.last_evaluated_key().is_none());
        let full = page(scan(&table, index).limit(60)).await;
        let rest = scan(&table, index).set_exclusive_start_key(full.last_evaluated_key);
        let rest = page(rest).await;
        assert_eq!((rest.scanned_count(), rest.last_evaluated_key()), (0, None), "{index}");
    }
}

#[tokio::test]
async fn a_scan_goes_on_from_rows_that_are_deleted_meanwhile() {
    for index in ALL {
        let table = filled().await;
        let mut expected: BTreeSet<_> = keys(scan(&table, index)).await.into_iter().collect();
        let mut start = None;
        loop {
            let read = scan(&table, index).limit(3).set_exclusive_start_key(start);
            let read = page(read).await;
            for item in read.items() {
                let (pk, sk) = key(item);
                let delete = table.client.delete_item().table_name(&table.name);
                let delete = delete.set_key(Some(self::item(&[("pk", &pk), ("sk", &sk)])));
                delete.send().await.unwrap();
                assert!(expected.remove(&(pk, sk)), "{index}: {item:?}");
            }
            start = read.last_evaluated_key;
            if start.is_none() {
                break;
            }
        }
        assert!(expected.is_empty(), "{index}: {expected:?}");
    }
}

#[tokio::test]
async fn segments_are_the_rows_once_each() {
    let table = filled().await;
    for index in ALL {
        let whole = keys(scan(&table, index)).await;
        let mut segments = Vec::new();
        for segment in 0..3 {
            let scan = scan(&table, index).segment(segment).total_segments(3);
            let keys = keys(scan.limit(4)).await;
            assert!((5..40).contains(&keys.len()), "{index}: {}", keys.len());
            segments.extend(keys);
        }
        assert_eq!(segments, whole, "{index}: segments are ranges of hashes");
    }
}

#[tokio::test]
async fn a_projection_has_its_attributes_alone() {
    let table = filled().await;
    for index in ALL {
        let page = page(scan(&table, index).projection_expression("gsi1sk").limit(12)).await;
        assert_eq!(page.items().len(), 12);
        for item in page.items() {
            assert_eq!(item.keys().collect::<Vec<_>>(), ["gsi1sk"], "{index}");
        }
        assert!(page.last_evaluated_key().unwrap().len() > 1);
    }
}

#[tokio::test]
async fn a_page_has_a_megabyte_before_its_filter() {
    let table = table().await;
    let long = "x".repeat(100_000);
    for number in 0..24 {
        let pk = format!("P{}", number / 8);
        let (sk, long) = (format!("S{number:02}"), ("long", &*long));
        let row = item(&[("pk", &pk), ("sk", &sk), ("gsi1pk", &pk), ("gsi1sk", &sk), long]);
        table.put(with_number(row, number)).await;
    }
    for index in ALL {
        for (filter, expected) in
            [("attribute_exists(pk)", [10, 10, 4]), ("attribute_not_exists(pk)", [0, 0, 0])]
        {
            let mut pages = scan(&table, index).filter_expression(filter).into_paginator().send();
            let mut counts = Vec::new();
            while let Some(page) = pages.next().await {
                counts.push(page.unwrap().count());
            }
            assert_eq!(counts, expected, "{index}");
        }
    }
}

#[tokio::test]
async fn the_scan_of_an_index_is_charged_once() {
    let table = filled().await;
    let scan = scan(&table, GLOBAL).return_consumed_capacity(ReturnConsumedCapacity::Indexes);
    let page = page(scan).await;
    let capacity = page.consumed_capacity().unwrap();
    let of_index = &capacity.global_secondary_indexes().unwrap()[GLOBAL];
    assert_eq!(capacity.capacity_units(), of_index.capacity_units());
    // 60 rows of less than 50 bytes are at most four kilobytes, which cost half a unit.
    assert_eq!(capacity.capacity_units(), Some(0.5));
}

#[tokio::test]
async fn what_a_scan_may_not_ask_is_refused_in_an_index_too() {
    let table = table().await;
    for index in ALL {
        let syntax = scan(&table, index).filter_expression("pk =");
        let unused = scan(&table, index).expression_attribute_names("#unused", "pk");
        let segment = scan(&table, index).segment(3).total_segments(3);
        let other = scan(&table, index).exclusive_start_key("other", text("key"));
        for scan in [syntax, unused, segment, other] {
            let shown = format!("{:?}", scan.as_input());
            let error = scan.send().await.expect_err(&shown).into_service_error();
            assert_eq!(error.meta().code(), Some("ValidationException"), "{shown}");
        }
    }
    let error = scan(&table, "gsi9").send().await.unwrap_err().into_service_error();
    assert_eq!(error.meta().code(), Some("ValidationException"));
}
