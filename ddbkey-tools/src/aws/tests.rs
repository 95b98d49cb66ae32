//! Tests the program of a table on the engine in this process.

use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::{AttributeValue, BillingMode};
use clap::Parser;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

use super::command::{ProgramArguments, ProgramCommand};
use crate::cli::{Failure, Findings};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:08}"))]
struct Order {
    user_id: String,
    number: u32,
    #[serde(alias = "state")]
    status: String,
    #[serde(default, alias = "remark")]
    note: String,
}

#[derive(DdbTable)]
#[gsi("by_status")]
enum Shop {
    Order(Order),
}

/// Returns a table with a stale row and a row under a legacy key.
async fn table() -> Client {
    let client = ddbkey_engine::in_process().unwrap();
    let create = client.create_table().table_name("shop").billing_mode(BillingMode::PayPerRequest);
    create.table_schema(Shop::SCHEMA).unwrap().send().await.unwrap();
    let order =
        |number| Order { user_id: "u1".into(), number, status: "NEW".into(), note: String::new() };
    let mut stale = order(1).to_item().unwrap();
    stale.insert("status".into(), AttributeValue::S("SENT".into()));
    let mut legacy = order(2).to_item().unwrap();
    legacy.extend(order(2).v1().keys().unwrap().into_item());
    for item in [stale, legacy] {
        client.put_item().table_name("shop").set_item(Some(item)).send().await.unwrap();
    }
    client
}

fn run_on(client: &Client, line: &str) -> (Result<Findings, Failure>, String) {
    let arguments = ProgramArguments::try_parse_from(line.split(' ')).unwrap();
    let ProgramCommand::Rows(rows) = arguments.command else {
        panic!("nothing about rows: {line}")
    };
    let mut out = Vec::new();
    let found = runtime().block_on(rows.run::<Shop>(client, &mut out));
    (found, String::from_utf8(out).unwrap())
}

fn runtime() -> tokio::runtime::Runtime {
    tokio::runtime::Builder::new_current_thread().enable_time().build().unwrap()
}

fn client() -> Client {
    runtime().block_on(table())
}

/// Writes the snapshot of a release that reads both keys.
fn snapshot(name: &str) -> String {
    let path = std::env::temp_dir().join(format!("ddbkey-{name}-{}", std::process::id()));
    std::fs::write(&path, crate::Schema::of(Shop::SCHEMA).to_string()).unwrap();
    path.display().to_string()
}

#[test]
fn a_repair_is_a_plan_until_it_may_write() {
    let client = client();
    for _ in 0..2 {
        let (found, plan) = run_on(&client, "table repair shop");
        assert!(matches!(found, Ok(Findings::Something)));
        assert!(plan.starts_with("account ") && plan.contains(", Region "), "{plan}");
        assert!(plan.contains("1  to be repaired\n") && !plan.contains("written"), "{plan}");
    }
    let (found, report) = run_on(&client, "table repair shop --write --yes");
    assert!(matches!(found, Ok(Findings::Nothing)), "{report}");
    let (plan, written) = report.split_once("written:\n").expect("a plan first");
    assert!(plan.contains("1  to be repaired\n"), "{report}");
    assert!(written.contains("1  repaired\n") && written.contains("a second look:\n"), "{report}");
    let (found, again) = run_on(&client, "table repair shop --write --yes");
    assert!(matches!(found, Ok(Findings::Nothing)) && !again.contains("written"), "{again}");
}

#[test]
fn a_move_asks_for_the_oldest_release() {
    let client = client();
    let (found, _) = run_on(&client, "table move shop --write --yes");
    let error = found.err().expect("no old release").to_string();
    assert!(
        error.starts_with("a move needs the schema of the oldest release that runs"),
        "{error}"
    );
    let old = snapshot("move");
    let (found, plan) = run_on(&client, &format!("table move shop --old {old}"));
    assert!(
        matches!(found, Ok(Findings::Something)) && plan.contains("1  to be moved\n"),
        "{plan}"
    );
    let line = format!("table move shop --old {old} --write --yes --mark moved_from");
    let (found, report) = run_on(&client, &line);
    assert!(matches!(found, Ok(Findings::Nothing)) && report.contains("1  moved\n"), "{report}");
    std::fs::remove_file(old).unwrap();
}

/// A field under an alias alone is a fault, and moves to its name, if one asks for it and every release reads that name.
#[test]
fn an_alias_ends() {
    let client = client();
    let (_, report) = run_on(&client, "table repair shop --write --yes --remove");
    assert!(report.contains("1  repaired\n"), "{report}");
    let rename = client.update_item().table_name("shop");
    let rename = rename.key("pk", AttributeValue::S("USER#u1".into()));
    let rename = rename.key("sk", AttributeValue::S("ORDER#00000001".into()));
    let rename = rename.update_expression("SET remark = :text REMOVE note");
    let rename = rename.expression_attribute_values(":text", AttributeValue::S("fragile".into()));
    runtime().block_on(rename.send()).unwrap();

    let current = snapshot("aliases");
    let text = std::fs::read_to_string(&current).unwrap();
    let before = std::env::temp_dir().join(format!("ddbkey-before-{}", std::process::id()));
    std::fs::write(&before, text.replace("read = [\"note\", \"remark\"]", "read = [\"remark\"]"))
        .unwrap();
    let line = |old: &str| format!("table repair shop --write --yes --aliases --old {old}");
    let (found, _) = run_on(&client, &line(&before.display().to_string()));
    let error = found.err().expect("an old release").to_string();
    assert!(
        error.starts_with("the old release does not read `note` of `Order`\nhelp: "),
        "{error}"
    );

    let (_, plan) = run_on(&client, "table repair shop");
    assert!(!plan.contains("remark"), "{plan}");
    let (_, plan) = run_on(&client, &format!("table repair shop --aliases --old {current}"));
    assert!(
        plan.contains("1  Order: `remark` is left over: `Order` writes the field as `note`"),
        "{plan}"
    );
    let (found, report) = run_on(&client, &line(&current));
    assert!(matches!(found, Ok(Findings::Nothing)) && report.contains("1  repaired\n"), "{report}");
    let (found, plan) = run_on(&client, &format!("table repair shop --aliases --old {current}"));
    assert!(matches!(found, Ok(Findings::Nothing)), "{plan}");
    let items = runtime().block_on(client.scan().table_name("shop").send()).unwrap().items;
    let notes = items.iter().flatten().filter_map(|item| item.get("note")?.as_s().ok());
    assert_eq!(notes.filter(|note| *note == "fragile").count(), 1);
    for file in [current, before.display().to_string()] {
        std::fs::remove_file(file).unwrap();
    }
}

#[test]
fn an_audit_and_a_comparison_say_what_they_find() {
    let client = client();
    assert!(matches!(run_on(&client, "table audit --table shop").0, Ok(Findings::Something)));
    assert!(matches!(run_on(&client, "table verify shop").0, Ok(Findings::Nothing)));
    assert!(run_on(&client, "table verify other").0.is_err());
    let (found, _) = run_on(&client, "table repair shop --entity Ordr");
    let error = found.err().expect("no such entity").to_string();
    assert_eq!(error, "no entity `Ordr`\nhelp: available entities are: `Order`");
}

#[test]
fn its_documents_are_those_of_its_schema() {
    let found = |line: &str| {
        let arguments = ProgramArguments::try_parse_from(line.split(' ')).unwrap();
        runtime().block_on(arguments.run::<Shop>())
    };
    for line in ["table schema", "table docs", "table json", "table explain USER#u1 ORDER#00000001"]
    {
        assert!(matches!(found(line), Ok(Findings::Nothing)), "{line}");
    }
    let old = snapshot("diff");
    assert!(matches!(found(&format!("table diff {old}")), Ok(Findings::Nothing)));
    std::fs::remove_file(old).unwrap();
    for line in [
        "table",
        "table audit",
        "table audit rows --table shop",
        "table repair shop --rate 0",
        "table repair shop --aliases",
    ] {
        assert!(ProgramArguments::try_parse_from(line.split(' ')).is_err(), "{line}");
    }
}
