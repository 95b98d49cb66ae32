//! Enums with payloads and strings that may be empty, in the keys of rows.

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{FaultKind, Table};
use ddbkey_tools::{Schema, diff};
use serde::{Deserialize, Serialize};

use crate::store::Store;

#[derive(KeyPart, Serialize, Deserialize, Clone, Debug, PartialEq)]
struct UserId(String);

#[derive(KeyPart, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[key_part(rename_all = "UPPERCASE")]
enum Owner {
    User(UserId),
    Org(u32),
    #[default]
    #[key_part(rename = "GLOBAL")]
    Everyone,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[key_part(serde)]
#[serde(rename_all = "lowercase")]
enum Place {
    #[key_part(rest)]
    Path(String),
    #[serde(rename = "root")]
    Top,
}

#[derive(DdbTable, Debug, PartialEq)]
#[gsi("gsi1")]
#[gsi("gsi2", pk = ["reviewer_key"], sk = ["tenant"])]
enum Files {
    Doc(Doc),
    Grant(Grant),
    File(File),
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Files, fields_from_keys)]
#[pk("{tenant:empty}", "DOCS", owner)]
#[sk("DOC", owner, "{version:04}")]
#[gsi("gsi1" as by_reviewer, pk = ("REVIEWS"), sk = ("{reviewer}", "{title:empty}", "{version:04}"))]
#[gsi("gsi2" as of_reviewer, pk = ["{reviewer}" as "reviewer_key"], sk = [tenant])]
struct Doc {
    tenant: String,
    #[serde(skip)]
    owner: Owner,
    version: u16,
    reviewer: Owner,
    title: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Files, fields_from_keys)]
#[pk("GRANTS", id)]
#[sk("GRANT", owner)]
struct Grant {
    id: String,
    #[serde(skip)]
    owner: Owner,
    level: u8,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Files)]
#[pk("FILES", id)]
#[sk("AT", place)]
struct File {
    id: String,
    place: Place,
}

fn owners() -> [Owner; 4] {
    [
        Owner::User(UserId("u1".into())),
        Owner::User(UserId("u2".into())),
        Owner::Org(42),
        Owner::Everyone,
    ]
}

fn doc(version: u16, owner: Owner, title: &str) -> Doc {
    Doc { tenant: "t".into(), owner: owner.clone(), version, reviewer: owner, title: title.into() }
}

fn place(path: &str) -> File {
    let place = if path.is_empty() { Place::Top } else { Place::Path(path.into()) };
    File { id: "f".into(), place }
}

async fn files() -> (Store, Table<Files>) {
    let store = Store::on(ddbkey_engine::in_process().unwrap(), Files::SCHEMA).await;
    let table = Table::new(&store.client, &store.table);
    (store, table)
}

#[tokio::test]
async fn rows_are_found_under_each_variant() {
    let (_, files) = files().await;
    for (version, owner) in (1..).zip(owners()) {
        files.put(&doc(version, owner.clone(), "")).await.unwrap();
        files.put(&Grant { id: "g".into(), owner, level: 1 }).await.unwrap();
    }
    for (version, owner) in (1..).zip(owners()) {
        let doc = doc(version, owner.clone(), "");
        assert_eq!(files.get(doc.key()).await.unwrap(), Some(doc.clone()));
        let pk = DocPk { tenant: "t", owner: owner.as_part() };
        let query = Doc::query(pk).owner(owner.as_part()).version_in(..=version);
        let doc = [doc];
        assert_eq!(files.query(query).await.unwrap(), doc);
        let query = Doc::query_by_reviewer(DocByReviewerPk).reviewer(owner.as_part()).title("");
        assert_eq!(files.query(query).await.unwrap(), doc);
        let pk = DocOfReviewerPk { reviewer: owner.as_part() };
        assert_eq!(files.query(Doc::query_of_reviewer(pk).tenant("t")).await.unwrap(), doc);
    }
    let query = || Grant::query(GrantPk { id: "g" });
    let all: Vec<Grant> = files.query(query()).await.unwrap();
    let found: Vec<_> = all.into_iter().map(|grant| grant.owner).collect();
    let [first, second, org, everyone] = owners();
    assert_eq!(found, [everyone, org, first.clone(), second.clone()]);
    let users = files.query(query().owner_starting_with("USER#")).await.unwrap();
    assert_eq!(users.into_iter().map(|grant| grant.owner).collect::<Vec<_>>(), [first, second]);
}

#[tokio::test]
async fn an_empty_string_is_a_value_like_others() {
    let (_, files) = files().await;
    let rows: Vec<_> = (1..)
        .zip(["", "", "a", "b"])
        .map(|(version, title)| doc(version, Owner::Everyone, title))
        .collect();
    for row in &rows {
        files.put(row).await.unwrap();
    }
    let query = || Doc::query_by_reviewer(DocByReviewerPk).reviewer(OwnerRef::Everyone);
    assert_eq!(files.query(query().title("")).await.unwrap(), rows[..2]);
    assert_eq!(files.query(query().title("").version_in(2..)).await.unwrap(), rows[1..2]);
    assert_eq!(files.query(query()).await.unwrap(), rows);
}

#[tokio::test]
async fn updates_move_a_row_in_its_indexes() {
    let (_, files) = files().await;
    let [user, _, org, _] = owners();
    let row = doc(1, user.clone(), "a");
    files.put(&row).await.unwrap();
    let change = |doc: &mut Doc| {
        doc.reviewer = Owner::Org(42);
        doc.title.clear();
    };
    files.update(row.key(), change).await.unwrap();
    let moved = Doc { reviewer: org.clone(), title: String::new(), ..row.clone() };
    let query = |owner| Doc::query_by_reviewer(DocByReviewerPk).reviewer(owner);
    assert_eq!(files.query(query(org.as_part()).title("")).await.unwrap(), [moved]);
    assert_eq!(files.query(query(user.as_part())).await.unwrap(), []);
}

#[test]
fn fields_come_from_keys_and_an_audit_reads_them() {
    for owner in owners() {
        let row = doc(1, owner, "");
        let item = row.to_item().unwrap();
        assert!(!item.contains_key("owner"));
        assert_eq!(Doc::from_item(item.clone()).unwrap(), row);
        assert!(Files::audit(&item).is_empty());
        let mut other = item;
        let stale = doc(1, Owner::Org(1), "").to_item().unwrap().remove("gsi1sk").unwrap();
        other.insert("gsi1sk".into(), stale);
        let faults: Vec<_> = Files::audit(&other).iter().map(ddbkey_aws::Fault::kind).collect();
        assert_eq!(faults, [FaultKind::Stale]);
    }
}

#[tokio::test]
async fn a_payload_takes_the_rest() {
    let (_, files) = files().await;
    let rows = ["a", "a#b", "b##", ""].map(place);
    for row in &rows {
        files.put(row).await.unwrap();
    }
    assert_eq!(rows[1].sk().as_deref(), Ok("AT#path#a#b"));
    assert_eq!(rows[3].sk().as_deref(), Ok("AT#root"));
    let query = || File::query(FilePk { id: "f" });
    assert_eq!(files.query(query()).await.unwrap(), rows);
    assert_eq!(files.query(query().place_starting_with("path#a#")).await.unwrap(), rows[1..2]);
    assert_eq!(files.get(rows[2].key()).await.unwrap().as_ref(), Some(&rows[2]));
}

#[test]
fn a_schema_prints_the_variants_and_is_read_back() {
    let text = Schema::of(Files::SCHEMA).to_string();
    for line in [
        "pk = \"{tenant: text 0..}#DOCS#{owner: GLOBAL | ORG#{integer u32} | USER#{text}}\"",
        "sk = \"AT#{place: path#{*text} | root}\"",
    ] {
        assert!(text.contains(line), "{text}");
    }
    let schema = Schema::parse(&text).unwrap();
    assert_eq!(schema, Schema::of(Files::SCHEMA));
    assert_eq!(schema.to_string(), text);
    let json = serde_json::to_string(&schema).unwrap();
    assert_eq!(serde_json::from_str::<Schema>(&json).unwrap(), schema);
    assert!(diff(&schema, &schema).is_empty());
}
