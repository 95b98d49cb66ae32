//! Updates of stored items: after each, every index finds the item exactly where a fresh put would have it.

use aws_sdk_dynamodb::types::{AttributeValue, TransactWriteItem, Update};
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, KeyErrorKind};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemErrorKind, ItemUpdate, Updated};
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
/// that contain fields.
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

/// The new values of the fields.
type Change = (String, Option<String>, Option<String>, Option<String>, Option<i32>);

fn change() -> impl Strategy<Value = Change> {
    let text = || "[ab]{1,2}";
    (text(), option::of(text()), option::of(text()), option::of(text()), option::of(-2..2))
}

fn changed((name, email, kind, region, score): Change) -> Form {
    Form { id: "f".into(), name, email, kind, region, score }
}

/// Returns the stored item of the form, and the update that changes it to this form.
async fn update_to(store: &Store, form: &Form) -> Option<ItemUpdate> {
    let get = store.client.get_item().table_name(&store.table).item_key(form.key()).unwrap();
    let item = get.send().await.unwrap().item.unwrap();
    let update = Form::update_item(&item, |stored| stored.clone_from(form)).unwrap();
    update.map(Updated::into_update)
}

async fn update(store: &Store, form: &Form) {
    if let Some(update) = update_to(store, form).await {
        let request = store.client.update_item().table_name(&store.table);
        request.item_update(&update).send().await.unwrap();
    }
}

/// Returns the partitions of every index that the item is in.
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
    let mut runner = TestRunner::new(Config { cases: 24, ..Config::with_source_file(file!()) });
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
async fn a_transaction_updates_an_item() {
    let store = Store::new(Forms::SCHEMA).await;
    let mut form = changed(("a".into(), Some("e".into()), Some("k".into()), None, None));
    store.put(&form).await;
    form.email = None;
    let update = Update::builder().table_name(&store.table);
    let update = update.item_update(&update_to(&store, &form).await.unwrap());
    let write = TransactWriteItem::builder().update(update.build().unwrap()).build();
    store.client.transact_write_items().transact_items(write).send().await.unwrap();
    assert_eq!(scan(&store, None).await, [form.to_item().unwrap()]);
    assert!(scan(&store, Some("joined")).await.is_empty());
}

fn whole() -> Form {
    changed(("a".into(), Some("e".into()), Some("k".into()), Some("r".into()), Some(1)))
}

/// Returns the names of the attributes that an update sets and removes.
fn touched(update: &ItemUpdate) -> Vec<&str> {
    let expression = update.expression("");
    let is_touched =
        |placeholder: &str| expression.split([' ', ',']).any(|word| word == placeholder);
    let names = update.names().filter(|(placeholder, _)| is_touched(placeholder));
    names.map(|(_, name)| name).collect()
}

#[test]
fn an_update_names_each_keyword_once_and_no_key_of_the_table() {
    let item = whole().to_item().unwrap();
    let update = Form::update_item(&item, |form| {
        form.name = "b".into();
        form.kind = None;
    });
    let update = update.unwrap().unwrap();
    let names = ["name", "shared_sk", "name_key", "kind", "joined_pk", "joined_sk", "kind_key"];
    let mut found = touched(&update);
    found.sort_unstable();
    let mut expected = names.to_vec();
    expected.sort_unstable();
    assert_eq!(found, expected);
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

#[test]
fn an_update_touches_what_differs_alone() {
    let item = whole().to_item().unwrap();
    assert_eq!(Form::update_item(&item, |_| ()).unwrap(), None);
    let touched_by = |change: fn(&mut Form)| {
        let update = Form::update_item(&item, change).unwrap().unwrap();
        touched(&update).into_iter().map(str::to_owned).collect::<Vec<_>>()
    };
    assert_eq!(touched_by(|form| form.email = Some("x".into())), ["email", "joined_pk"]);
    assert_eq!(touched_by(|form| form.score = Some(2)), ["score"]);
    // The item leaves the index `apart`, and only that index has `kind_key`.
    assert_eq!(touched_by(|form| form.region = None), ["region", "kind_key"]);
}

#[test]
fn what_no_index_can_hold_is_an_error_unless_it_was_stored() {
    let mut item = whole().to_item().unwrap();
    let error = Form::update_item(&item, |form| form.name = String::new()).unwrap_err();
    assert_eq!(error.key_error().map(KeyError::kind), Some(KeyErrorKind::Empty), "{error}");
    // Another program has written this, and it does not lock the row.
    item.insert("name".into(), AttributeValue::S(String::new()));
    let update = Form::update_item(&item, |form| form.email = Some("x".into())).unwrap().unwrap();
    assert!(!touched(&update).contains(&"name_key"));
    let update = Form::update_item(&item, |form| form.name = "b".into()).unwrap().unwrap();
    assert!(touched(&update).contains(&"name_key"));
}

#[test]
fn a_primary_key_cannot_be_updated() {
    let item = whole().to_item().unwrap();
    let error = Form::update_item(&item, |form| form.id = "g".into()).unwrap_err();
    assert_eq!((error.kind(), error.entity()), (ItemErrorKind::Key, "Form"));
    assert_eq!((error.attribute(), error.key_error()), (None, None));
    assert_eq!(error.to_string(), "primary key of `Form`: the closure changed the key");
    let of_table = Forms::update_item(&item, |Forms::Form(form)| form.id = "g".into());
    let error = of_table.unwrap_err();
    assert_eq!((error.kind(), error.key_error()), (ItemErrorKind::Key, None));
    let update =
        Forms::update_item(&item, |Forms::Form(form)| form.score = Some(2)).unwrap().unwrap();
    assert_eq!(update.key(), &whole().key().keys().unwrap());
    assert_eq!(touched(&update), ["score"]);
}

/// Two updates without a common index do not conflict, with a narrow condition.
#[tokio::test]
async fn writers_of_different_indexes_both_succeed() {
    let store = Store::new(Forms::SCHEMA).await;
    let start = Form { region: None, ..whole() };
    let changes: [[fn(&mut Form); 2]; 3] = [
        [|form| form.email = None, |form| form.score = Some(2)],
        [|form| form.score = Some(2), |form| form.email = Some("x".into())],
        [|form| form.score = None, |form| form.email = None],
    ];
    for changes in changes {
        store.put(&start).await;
        let item = start.to_item().unwrap();
        let mut expected = start.clone();
        for change in changes {
            let update = Form::update_item_narrow(&item, change).unwrap().unwrap();
            let request = store.client.update_item().table_name(&store.table);
            request.item_update(&update).send().await.unwrap();
            change(&mut expected);
        }
        assert_eq!(scan(&store, None).await, [expected.to_item().unwrap()]);
    }
}

/// A builder that a program filled from an empty string.
#[tokio::test]
async fn a_blank_condition_is_none() {
    let store = Store::new(Forms::SCHEMA).await;
    store.put(&whole()).await;
    let changed = Form { email: None, ..whole() };
    let update = update_to(&store, &changed).await.unwrap();
    let request = store.client.update_item().table_name(&store.table).condition_expression("");
    request.item_update(&update).send().await.unwrap();
    let delete = store.client.delete_item().table_name(&store.table).condition_expression(" ");
    let delete = delete.item_key(changed.key()).unwrap().if_exists::<Forms>();
    delete.send().await.unwrap();
    assert!(scan(&store, None).await.is_empty());
}
