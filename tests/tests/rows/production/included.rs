//! Indexes that include some attributes: created, verified, read and described.

use aws_sdk_dynamodb::types::{Projection, ProjectionType, TableDescription};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemErrorKind, SkipReason, verify};
use ddbkey_tools::{Schema, diff};
use serde::{Deserialize, Serialize};

use crate::store::Store;

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "kind")]
#[gsi("by_status", pk = "statusPk", sk = "statusSk", projection = include("total", "note", "kind"))]
#[lsi("newest", sk = "newestSk", projection = include("note"))]
pub(crate) enum Shop {
    Order(Order),
    Doc(Doc),
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, ttl = expires_at)]
#[pk("CUSTOMER", customer)]
#[sk("ORDER", id)]
#[gsi("by_status", pk = ("STATUS", status), sk = ("ORDER", id))]
#[lsi("newest", sk = ("{at:010}"))]
pub(crate) struct Order {
    customer: String,
    id: String,
    status: String,
    at: u64,
    total: u64,
    #[serde(rename = "note")]
    text: Option<String>,
    secret: String,
    expires_at: Option<u64>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("DOC", id)]
#[sk("DOC")]
pub(crate) struct Doc {
    id: String,
}

fn order() -> Order {
    Order {
        customer: "c1".into(),
        id: "7".into(),
        status: "OPEN".into(),
        at: 5,
        total: 12,
        text: Some("soon".into()),
        secret: "s".into(),
        expires_at: None,
    }
}

async fn created() -> (Store, TableDescription) {
    let store = Store::new(Shop::SCHEMA).await;
    let describe = store.client.describe_table().table_name(&store.table);
    let table = describe.send().await.unwrap().table.unwrap();
    (store, table)
}

#[tokio::test]
async fn an_index_has_what_it_includes() {
    let (store, table) = created().await;
    assert_eq!(verify(Shop::SCHEMA, &table), []);
    store.put(&order()).await;
    let pk = OrderByStatusPk { status: "OPEN" };
    let [item] =
        <[_; 1]>::try_from(store.items(&Order::query_by_status(pk).build().unwrap()).await)
            .unwrap();
    let mut names: Vec<_> = item.keys().map(String::as_str).collect();
    names.sort_unstable();
    assert_eq!(names, ["PK", "SK", "kind", "note", "statusPk", "statusSk", "total"]);
    assert_eq!(Shop::key_of(&item).unwrap(), ShopKey::Order(order().key()));
}

/// Putting back a row of defaults would erase the rest.
#[tokio::test]
async fn its_items_are_not_read_as_rows() {
    let item = order().to_item().unwrap();
    let condition = Order::query_by_status(OrderByStatusPk { status: "OPEN" }).build().unwrap();
    let page = Order::read(&condition, [item.clone()]);
    let [skipped] = &page.skipped[..] else { panic!("{page:?}") };
    let SkipReason::Failed(error) = &skipped.reason else { panic!("{skipped:?}") };
    assert_eq!(error.kind(), ItemErrorKind::Projection);
    assert_eq!(Shop::read(&condition, [item]).rows, []);
}

#[tokio::test]
async fn less_than_declared_is_a_mismatch() {
    let (_, table) = created().await;
    let with = |kind: ProjectionType, names: &[&str]| {
        let mut table = table.clone();
        let names = names.iter().map(ToString::to_string).collect();
        let projection = Projection::builder().projection_type(kind);
        let projection = projection.set_non_key_attributes(Some(names)).build();
        let index = &mut table.global_secondary_indexes.as_mut().unwrap()[0];
        index.projection = Some(projection);
        verify(Shop::SCHEMA, &table)
    };
    assert_eq!(with(ProjectionType::All, &[]), []);
    assert_eq!(with(ProjectionType::Include, &["kind", "total", "note", "more"]), []);
    for (kind, names, missing) in [
        (ProjectionType::Include, &["kind", "total"][..], "note"),
        (ProjectionType::KeysOnly, &[], "kind`, `note`, `total"),
    ] {
        let [wrong] = <[_; 1]>::try_from(with(kind, names)).unwrap();
        assert!(!wrong.is_wrong_shape());
        assert_eq!(
            wrong.to_string(),
            format!(
                "index `by_status` does not project `{missing}`, which the schema includes; recreate it, or \
                 declare what it projects"
            )
        );
    }
}

#[test]
fn the_order_of_names_changes_nothing() {
    #[derive(DdbKeys)]
    #[ddb(table = Other)]
    #[pk("CUSTOMER", customer)]
    #[sk("ORDER", id)]
    struct Row {
        customer: String,
        id: String,
        #[allow(dead_code)]
        a: u8,
        #[allow(dead_code)]
        b: u8,
    }

    #[derive(DdbTable)]
    #[gsi("ggg", pk = "gpk", projection = include("b", "a"))]
    enum Other {
        Row(Row),
    }

    let schema = Schema::of(Other::SCHEMA);
    let text = schema.to_string();
    let included = "projection = [\"a\", \"b\"]\n";
    assert!(text.contains(included), "{text}");
    let other = Schema::parse(&text.replace(included, "projection = [\"b\", \"a\"]\n")).unwrap();
    assert_eq!(diff(&schema, &other), []);
    let less = Schema::parse(&text.replace(included, "projection = [\"a\"]\n")).unwrap();
    assert_eq!(diff(&schema, &less).len(), 1);
}
