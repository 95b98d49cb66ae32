//! Updates of stored items: after each, every index finds the item exactly where a fresh put would have it.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, UpdateExt};
use proptest::collection::vec;
use proptest::option;
use proptest::prelude::*;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use crate::store::{Item, Store};

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "_type")]
#[gsi("joined", pk = "joined_pk", sk = "joined_sk")]
#[gsi("shared", pk = "joined_sk", sk = "shared_sk")]
#[gsi("inverted", pk = "sk", sk = "pk")]
#[gsi("by_type", pk = "by_type", sk = "sk")]
#[gsi("apart", pk = ["region", "kind_key"], sk = ["score", "name_key"])]
#[gsi("fields", pk = "region", sk = "score")]
#[lsi("local", sk = "name_key")]
enum Forms {
    Form(Form),
}

/// Indexes that an item enters and leaves, that share attributes with each other and with the table, and
/// that hold fields.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Forms)]
#[pk("FORM", id)]
#[sk("META", id)]
#[gsi("joined", pk = ("EMAIL", email), sk = ("KIND", kind))]
#[gsi("shared", pk = ("KIND", kind), sk = ("NAME", name))]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("by_type", pk = ("form"), sk = sk)]
#[gsi("apart", pk = [region, kind as "kind_key"], sk = [score, name as "name_key"])]
#[gsi("fields", pk = [region], sk = [score])]
#[lsi("local", sk = [name as "name_key"])]
struct Form {
    id: String,
    name: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    kind: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    region: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    score: Option<i32>,
}

/// What a change makes of the fields.
type Change = (String, Option<String>, Option<String>, Option<String>, Option<i32>);

fn change() -> impl Strategy<Value = Change> {
    let text = || "[ab]{1,2}";
    (text(), option::of(text()), option::of(text()), option::of(text()), option::of(-2..2))
}

fn changed((name, email, kind, region, score): Change) -> Form {
    Form { id: "f".into(), name, email, kind, region, score }
}

/// The entity's own part of an update: a `SET` and a `REMOVE`.
fn own(form: &Form) -> (String, Vec<(&'static str, AttributeValue)>) {
    let text = |text: &String| AttributeValue::S(text.clone());
    let fields = [
        ("name", Some(text(&form.name))),
        ("email", form.email.as_ref().map(text)),
        ("kind", form.kind.as_ref().map(text)),
        ("region", form.region.as_ref().map(text)),
        ("score", form.score.map(|score| AttributeValue::N(score.to_string()))),
    ];
    let (set, removed): (Vec<_>, Vec<_>) =
        fields.into_iter().partition(|(_, value)| value.is_some());
    let list = |names: Vec<String>| names.join(", ");
    let mut expression =
        format!("SET {}", list(set.iter().map(|(name, _)| format!("#{name} = :{name}")).collect()));
    if !removed.is_empty() {
        let paths = removed.iter().map(|(name, _)| format!("#{name}")).collect();
        expression = format!("remove {} {expression}", list(paths));
    }
    let names = set.into_iter().chain(removed);
    (
        expression,
        names.map(|(name, value)| (name, value.unwrap_or(AttributeValue::Null(true)))).collect(),
    )
}

async fn update(store: &Store, form: &Form) {
    let (expression, fields) = own(form);
    let mut update = store
        .client
        .update_item()
        .table_name(&store.table)
        .set_key(Some(form.key().keys().unwrap().into()))
        .update_expression(expression);
    for (name, value) in fields {
        update = update.expression_attribute_names(format!("#{name}"), name);
        if !matches!(value, AttributeValue::Null(_)) {
            update = update.expression_attribute_values(format!(":{name}"), value);
        }
    }
    update.update_index_keys(form).unwrap().send().await.unwrap();
}

/// The partitions of every index that the item is in.
fn partitions(form: &Form) -> Result<Vec<KeyCondition>, KeyError> {
    let mut all = vec![
        Form::query(FormPk { id: "f" }).build()?,
        Form::query_inverted(FormSk { id: "f" }).build()?,
        Form::query_by_type(FormByTypePk {}).build()?,
        Form::query_local(FormPk { id: "f" }).name(&form.name).build()?,
    ];
    if let (Some(email), Some(_)) = (&form.email, &form.kind) {
        all.push(Form::query_joined(FormJoinedPk { email }).build()?);
    }
    if let Some(kind) = &form.kind {
        all.push(Form::query_shared(FormSharedPk { kind }).name(&form.name).build()?);
    }
    if let (Some(region), Some(score)) = (&form.region, form.score) {
        all.push(Form::query_fields(FormFieldsPk { region }).score(score).build()?);
        if let Some(kind) = &form.kind {
            let query = Form::query_apart(FormApartPk { region, kind });
            all.push(query.score(score).name(&form.name).build()?);
        }
    }
    Ok(all)
}

async fn scan(store: &Store, index: Option<&str>) -> Vec<Item> {
    let scan = store.client.scan().table_name(&store.table);
    scan.set_index_name(index.map(Into::into)).send().await.unwrap().items.unwrap_or_default()
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn an_update_leaves_an_item_where_a_put_would() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 24, ..Config::default() });
    let check = |changes: Vec<Change>| {
        runtime.block_on(async {
            let (store, fresh) = (Store::new(Forms::SCHEMA).await, Store::new(Forms::SCHEMA).await);
            for (at, change) in changes.into_iter().enumerate() {
                let form = changed(change);
                if at == 0 {
                    store.put(&form).await;
                } else {
                    update(&store, &form).await;
                }
                fresh.put(&form).await;
                for index in [
                    None,
                    Some("joined"),
                    Some("shared"),
                    Some("inverted"),
                    Some("by_type"),
                    Some("apart"),
                    Some("fields"),
                    Some("local"),
                ] {
                    let found = scan(&store, index).await;
                    prop_assert_eq!(found, scan(&fresh, index).await, "{:?} {:?}", index, form);
                }
                for condition in partitions(&form).unwrap() {
                    let found = store.read::<Form>(&condition).await;
                    prop_assert_eq!(found, [form.clone()], "{:?}", condition);
                }
            }
            Ok(())
        })
    };
    runner.run(&vec(change(), 2..8), check).unwrap();
}

#[tokio::test]
async fn a_transaction_updates_index_keys() {
    let store = Store::new(Forms::SCHEMA).await;
    let mut form = changed(("a".into(), Some("e".into()), Some("k".into()), None, None));
    store.put(&form).await;
    form.email = None;
    let update = Update::builder()
        .table_name(&store.table)
        .set_key(Some(form.key().keys().unwrap().into()))
        .update_expression("REMOVE email")
        .update_index_keys(&form)
        .unwrap();
    let write = TransactWriteItem::builder().update(update.build().unwrap()).build();
    store.client.transact_write_items().transact_items(write).send().await.unwrap();
    assert_eq!(scan(&store, None).await, [form.to_item().unwrap()]);
    assert!(scan(&store, Some("joined")).await.is_empty());
}

#[test]
fn an_update_names_each_keyword_once_and_no_key_of_the_table() {
    let mut form =
        changed(("a".into(), Some("e".into()), Some("k".into()), Some("r".into()), Some(1)));
    let update = form.index_update().unwrap();
    let names: Vec<_> = update.names().map(|(_, name)| name).collect();
    assert_eq!(names, ["joined_pk", "joined_sk", "shared_sk", "by_type", "kind_key", "name_key"]);
    form.kind = None;
    let update = form.index_update().unwrap();
    let names: Vec<_> = update.names().map(|(_, name)| name).collect();
    assert_eq!(names, ["by_type", "name_key", "joined_pk", "joined_sk", "shared_sk", "kind_key"]);
    for yours in ["", "SET x = :x", "REMOVE y", "ADD n :n DELETE s :s", "remove y set x = :x"] {
        let expression = update.expression(yours).to_uppercase();
        let keywords = ["SET", "REMOVE", "ADD", "DELETE"];
        for keyword in keywords {
            let count = expression.split_whitespace().filter(|word| *word == keyword).count();
            assert!(count <= 1, "{expression}");
        }
        assert!(expression.contains("SET") && expression.contains("REMOVE"), "{expression}");
    }
}

/// Updating one index touches its attributes alone: none where they are fields, which your update writes.
#[test]
fn one_index_is_updated_alone() {
    let form = changed(("a".into(), Some("e".into()), Some("k".into()), Some("r".into()), Some(1)));
    let update = form.joined().unwrap().update().unwrap();
    assert!(!update.is_empty());
    assert_eq!(
        update.expression("ADD #n :n"),
        "ADD #n :n SET #ddbkey_0 = :ddbkey_0, #ddbkey_1 = :ddbkey_1"
    );
    let written: Vec<_> =
        update.names().zip(update.values()).map(|((_, name), (_, value))| (name, value)).collect();
    assert_eq!(written.len(), 2);
    assert!(written[0].0 == "joined_pk" && written[0].1.as_str() == "EMAIL#e");
    assert!(written[1].0 == "joined_sk" && written[1].1.as_str() == "KIND#k");
    let update = form.fields().unwrap().update().unwrap();
    assert!(update.is_empty());
    assert_eq!(update.expression("ADD #n :n"), "ADD #n :n");
    assert_eq!((update.names().count(), update.values().count()), (0, 0));
    let unnamed = Form { name: String::new(), ..form };
    assert!(matches!(unnamed.shared().unwrap().update(), Err(KeyError::Empty { .. })));
}
