//! Items of an entity that declares an index several times: written, read, updated, audited, repaired, moved.

use crate::listed::also_returned;
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::token::{HmacSha256, Seal};
use ddbkey::{DdbKeys, DdbTable, KeyCondition};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, ItemErrorKind, SkipKind, Table};
use serde::{Deserialize, Serialize};

use crate::store::{Item, Store, text};

/// A version of a document, listed under its variant if it has one.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Library, fields_from_keys)]
#[pk("DOC", id)]
#[sk("VERSION2", "{number:05}")]
#[was("v1", sk = ("VERSION", "{number:03}"))]
#[gsi("listed" as variants, pk = ("LISTED"), sk = ("VERSION", "{number:05}", "V", variant))]
#[gsi("listed" as plain, pk = ("LISTED"), sk = ("VERSION", "{number:05}"))]
#[lsi("owned" as by_owner, sk = ("OWNER", owner))]
#[lsi("owned" as by_team, sk = ("TEAM", team))]
#[gsi("parts" as of_variant, pk = ["VARIANT" as "kind", size], sk = ["{variant}" as "part"])]
#[gsi("parts" as of_team, pk = ["TEAM" as "kind", size], sk = ["{team}" as "part"])]
struct Version {
    id: String,
    #[serde(skip)]
    number: u32,
    variant: Option<String>,
    owner: Option<String>,
    team: Option<String>,
    size: u32,
}

/// Another entity of the index, with one key in it.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Library)]
#[pk("DRAFT", id)]
#[sk("META")]
#[gsi("listed" as drafts, pk = ("LISTED"), sk = ("VERSION", "{number:05}", "DRAFT", id))]
struct Draft {
    id: String,
    number: u32,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("listed", pk = "listed_pk", sk = "listed_sk")]
#[lsi("owned", sk = "owned_sk")]
#[gsi("parts", pk = ["kind", "size"], sk = ["part"])]
enum Library {
    Version(Version),
    Draft(Draft),
}

fn version(number: u32, variant: Option<&str>) -> Version {
    let (id, variant, owner) = ("d".into(), variant.map(Into::into), Some("o".into()));
    Version { id, number, variant, owner, team: Some("t".into()), size: 7 }
}

fn with(mut item: Item, name: &str, text: &str) -> Item {
    item.insert(name.into(), AttributeValue::S(text.into()));
    item
}

fn plain() -> KeyCondition {
    Version::query_plain(VersionPlainPk).build().unwrap()
}

fn variants() -> KeyCondition {
    Version::query_variants(VersionVariantsPk).build().unwrap()
}

/// Six versions, the even ones with a variant, and a draft.
async fn store() -> Store {
    let store = Store::new(Library::SCHEMA).await;
    for number in 1..=6 {
        store.put(&version(number, Some("x").filter(|_| number % 2 == 0))).await;
    }
    store.put(&Draft { id: "1".into(), number: 3 }).await;
    store
}

#[test]
fn an_item_has_the_attributes_of_the_key_that_it_fills() {
    let item = version(1, Some("x")).to_item().unwrap();
    let names = ["listed_sk", "owned_sk", "kind", "part"];
    let texts = names.map(|name| text(&item, name));
    assert_eq!(texts, ["VERSION#00001#V#x", "OWNER#o", "VARIANT", "x"]);
    let item = Version { owner: None, ..version(1, None) }.to_item().unwrap();
    let texts = names.map(|name| text(&item, name));
    assert_eq!(texts, ["VERSION#00001", "TEAM#t", "TEAM", "t"]);
    let item = Version { team: None, owner: None, ..version(1, None) }.to_item().unwrap();
    assert!(names[1..].iter().all(|name| !item.contains_key(*name)), "{item:?}");
    assert_eq!(item["size"], AttributeValue::N("7".into()), "a field stays");
}

/// The schema lists the other rows that a query of one key finds, and reading sets them apart.
#[tokio::test]
async fn a_query_has_the_rows_of_its_key() {
    let also = also_returned(Library::SCHEMA, "Version");
    let lines: Vec<_> = also.iter().filter(|own| own.ends_with("as plain)")).collect();
    assert_eq!(
        lines,
        ["Version under variants (index listed as plain)", "Draft (index listed as plain)"]
    );
    let store = store().await;
    let numbers = |rows: &[Version]| rows.iter().map(|row| row.number).collect::<Vec<_>>();
    let page = Version::read(&plain(), store.items(&plain()).await);
    assert_eq!(numbers(&page.rows), [1, 3, 5]);
    let counts = page.counts();
    assert_eq!((counts[&SkipKind::OtherKey], counts[&SkipKind::Other]), (3, 1));
    let page = Version::read(&variants(), store.items(&variants()).await);
    assert_eq!(numbers(&page.rows), [2, 4, 6]);

    let range = Version::query_plain(VersionPlainPk).number_in(2..=4).build().unwrap();
    let page = Library::read(&range, store.items(&range).await);
    assert_eq!(
        page.rows,
        [Library::Version(version(3, None)), Library::Draft(Draft { id: "1".into(), number: 3 })]
    );
    // A partition has all rows.
    let all = VersionPlainPk.condition().unwrap();
    let page = Version::read(&all, store.items(&all).await);
    assert_eq!(page.rows.len(), 6);
}

#[tokio::test]
async fn the_table_reads_the_rows_of_a_key() {
    let store = store().await;
    let library = Table::<Library>::new(&store.client, &store.table);
    let rows = library.query(Version::query_variants(VersionVariantsPk)).await.unwrap();
    assert_eq!(rows.iter().map(|row| row.number).collect::<Vec<_>>(), [2, 4, 6]);
}

#[tokio::test]
async fn pages_of_a_key_go_on_after_each_row() {
    let store = store().await;
    let seal = HmacSha256::new("a secret of at least 16 bytes");
    let seal: &dyn Seal = &seal;
    let first = version(1, None);
    let start = first.plain_start_key().unwrap().expect("it is under this key");
    assert_eq!(first.variants_start_key().unwrap(), None);
    let token = plain().token(&start, seal).unwrap();
    let start = plain().start_at(Some(&token), seal).unwrap();
    let query = store.client.query().table_name(&store.table).key_condition(plain());
    let start = start.map(KeysExt::into_item);
    let page = query.set_exclusive_start_key(start).send().await.unwrap();
    let page = Version::read(&plain(), page.items.unwrap_or_default());
    assert_eq!(page.rows.iter().map(|row| row.number).collect::<Vec<_>>(), [3, 5]);
    // A token of one key is not a position among the rows of the other.
    assert!(variants().start_at(Some(&token), seal).is_err());
}

#[tokio::test]
async fn an_update_moves_a_row_from_one_key_to_the_other() {
    let store = store().await;
    let library = Table::<Library>::new(&store.client, &store.table);
    let key = VersionKey { id: "d", number: 1 };
    library.update(key, |row| row.variant = Some("y".into())).await.unwrap();
    let of = async |condition: &KeyCondition| {
        let page = Version::read(condition, store.items(condition).await);
        page.rows.iter().map(|row| row.number).collect::<Vec<_>>()
    };
    assert_eq!((of(&plain()).await, of(&variants()).await), (vec![3, 5], vec![1, 2, 4, 6]));
    library
        .update(key, |row| (row.variant, row.team, row.owner) = (None, None, None))
        .await
        .unwrap();
    assert_eq!((of(&plain()).await, of(&variants()).await), (vec![1, 3, 5], vec![2, 4, 6]));
    let items = store.scan().await;
    for item in &items {
        assert_eq!(Library::audit(item), []);
    }
    let item = items.iter().find(|item| text(item, "sk") == "VERSION2#00001").unwrap();
    assert!(["owned_sk", "kind", "part"].iter().all(|name| !item.contains_key(*name)));
}

/// The attributes of one key are a fault if the fields fill the other key, or none.
#[test]
fn the_attributes_of_another_key_are_faults_and_repaired() {
    let item = version(1, None).to_item().unwrap();
    let stale = with(item.clone(), "listed_sk", "VERSION#00001#V#x");
    let [fault] = Library::audit(&stale)[..] else { panic!("{:?}", Library::audit(&stale)) };
    let found = (fault.kind(), fault.index(), fault.attribute());
    assert_eq!(found, (FaultKind::Stale, Some("listed"), Some("listed_sk")));
    let repair = Library::repair(&stale).unwrap().expect("there is something to repair");
    assert_eq!(repair.expression(""), "SET #dk0 = :dk0");

    let none = Version { team: None, owner: None, ..version(1, None) }.to_item().unwrap();
    let left = with(with(none, "kind", "TEAM"), "owned_sk", "TEAM#t");
    let kinds: Vec<_> =
        Library::audit(&left).iter().map(|fault| (fault.kind(), fault.index())).collect();
    let left_over = FaultKind::LeftOver;
    assert_eq!(kinds, [(left_over, Some("owned")), (left_over, Some("parts"))]);
    let repair = Library::repair(&left).unwrap().expect("there is something to repair");
    assert_eq!(repair.expression(""), "REMOVE #dk0, #dk1");
}

/// A row with a value that its key cannot hold is never filed under the next key.
#[test]
fn what_cannot_be_built_is_an_error_in_each_request() {
    let bad = version(1, Some("a#b"));
    assert_eq!(bad.to_item().unwrap_err().kind(), ItemErrorKind::Key);
    let item = version(1, None).to_item().unwrap();
    let update = Version::update_item(&item, |row| row.variant = Some("a#b".into()));
    assert_eq!(update.unwrap_err().kind(), ItemErrorKind::Key);
    // It did not belong in the index before, either.
    let bad = with(item, "variant", "a#b");
    let update = Version::update_item(&bad, |row| row.variant = Some("b#c".into())).unwrap();
    let update = update.expect("it differs");
    assert!(update.expression("").contains(" REMOVE "), "{}", update.expression(""));
    assert!(Library::audit(&bad).iter().any(|fault| fault.kind() == FaultKind::Unbuildable));
}

#[tokio::test]
async fn a_move_takes_the_key_that_the_fields_fill() {
    let item = with(version(1, Some("x")).to_item().unwrap(), "sk", "VERSION#001");
    let stale = with(item, "listed_sk", "VERSION#00001");
    let rekey = Library::rekey(&stale).unwrap().expect("it is under a legacy key");
    assert_eq!(text(rekey.item(), "listed_sk"), "VERSION#00001#V#x");
    let store = Store::new(Library::SCHEMA).await;
    store.put_item(stale).await;
    store.rekey(&rekey).await.unwrap();
    assert_eq!(store.read::<Version>(&variants()).await, [version(1, Some("x"))]);
}

/// A deployed table has one index, whatever the number of its keys.
#[tokio::test]
async fn the_deployed_table_has_one_index() {
    let store = store().await;
    let table = store.client.describe_table().table_name(&store.table).send().await.unwrap();
    let table = table.table.unwrap();
    assert_eq!(table.global_secondary_indexes().len(), 2);
    assert_eq!(table.local_secondary_indexes().len(), 1);
    assert_eq!(ddbkey_aws::verify(Library::SCHEMA, &table), []);
}
