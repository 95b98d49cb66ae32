//! One entity of two types: its flattened enum has the type attribute as its tag.

use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Fault, FaultKind, ItemErrorKind, Table};
use serde::{Deserialize, Serialize};

use super::applied::applied;
use super::basics::about;
use crate::store::{Item, Store};

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "entity_type")]
enum Hub {
    Account(Account),
    Repo(Repo),
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Hub, type_names("user", "organization"), type_name_was("org"), updates = by_hand)]
#[pk("ACCOUNT", name)]
#[sk("ACCOUNT", name)]
struct Account {
    name: String,
    #[serde(flatten)]
    kind: Kind,
}

#[derive(Serialize, Deserialize, Clone, Debug, PartialEq)]
#[serde(tag = "entity_type", rename_all = "lowercase")]
enum Kind {
    User { email: String },
    Organization { seats: u32 },
    Robot,
}

/// The type attribute is a field.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Hub, type_names("public", "private"))]
#[pk("REPO", name)]
#[sk("REPO", name)]
struct Repo {
    name: String,
    entity_type: String,
    stars: u32,
}

fn account(kind: Kind) -> Account {
    Account { name: "acme".into(), kind }
}

fn repo(entity_type: &str) -> Repo {
    Repo { name: "acme".into(), entity_type: entity_type.into(), stars: 1 }
}

fn type_of(item: &Item) -> Option<&str> {
    item.get("entity_type")?.as_s().ok().map(String::as_str)
}

#[test]
fn an_item_has_the_type_that_serde_writes() {
    let kinds = [Kind::User { email: "a@b.c".into() }, Kind::Organization { seats: 3 }];
    for (kind, name) in kinds.into_iter().zip(["user", "organization"]) {
        let account = account(kind);
        let item = account.to_item().unwrap();
        assert_eq!(type_of(&item), Some(name));
        assert_eq!(Account::from_item(item.clone()).unwrap(), account);
        assert_eq!(Hub::from_item(item.clone()).unwrap(), Hub::Account(account));
        assert!(Hub::audit(&item).is_empty());
    }
    let error = account(Kind::Robot).to_item().unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("entity_type")));
    assert!(repo("public").to_item().is_ok());
    let error = repo("secret").to_item().unwrap_err();
    assert_eq!(about(&error), (ItemErrorKind::Mismatch, Some("entity_type")));
}

#[test]
fn an_item_of_another_type_is_a_fault_and_is_not_written() {
    let mut item = repo("public").to_item().unwrap();
    assert!(Hub::repair(&item).unwrap().is_none());
    let update = Repo::update_item(&item, |repo| repo.stars += 1).unwrap().unwrap();
    let updated = applied(item.clone(), &update);
    assert_eq!((type_of(&updated), updated["stars"].as_n()), (Some("public"), Ok(&"2".into())));
    for name in ["secret", ""] {
        item.insert("entity_type".into(), AttributeValue::S(name.into()));
        let faults: Vec<_> = Hub::audit(&item).iter().map(Fault::kind).collect();
        assert_eq!(faults, [FaultKind::Stale], "{name:?}");
        let error = Hub::repair(&item).unwrap_err();
        assert_eq!(about(&error), (ItemErrorKind::Unknown, Some("entity_type")), "{name:?}");
    }
}

#[tokio::test]
async fn a_scan_of_the_entity_finds_both_types() {
    let store = Store::new(Hub::SCHEMA).await;
    let table = Table::<Hub>::new(&store.client, &*store.table);
    let user = account(Kind::User { email: "a@b.c".into() });
    let firm = Account { name: "firm".into(), kind: Kind::Organization { seats: 3 } };
    table.put(&user).await.unwrap();
    table.put(&firm).await.unwrap();
    table.put(&repo("private")).await.unwrap();
    let scan = store.client.scan().table_name(&*store.table).entity_filter::<Account>();
    let mut names: Vec<_> = scan
        .send()
        .await
        .unwrap()
        .items()
        .iter()
        .map(|item| Account::from_item(item.clone()).unwrap().name)
        .collect();
    names.sort();
    assert_eq!(names, ["acme", "firm"]);
    let acme = store.client.scan().table_name(&*store.table).filter_expression("#n = :n");
    let acme = acme.expression_attribute_names("#n", "name");
    let acme = acme.expression_attribute_values(":n", AttributeValue::S("acme".into()));
    let acme = acme.entity_filter::<Account>().send().await.unwrap();
    assert_eq!(acme.count(), 1, "the filter that was there holds for both types");
}
