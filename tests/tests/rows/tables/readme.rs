//! The pictures in the README are printed by the schema.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Schema, markdown, mermaid, queries, review};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
struct Order {
    user_id: String,
    created_at: Timestamp,
    id: Ulid,
    status: String,
}

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

#[test]
fn pictures() {
    let readme = include_str!("../../../../README.md");
    let schema = Schema::of(Shop::SCHEMA);
    for picture in [markdown(&schema), mermaid(&schema)] {
        assert!(readme.contains(&picture), "the README lacks\n\n{picture}");
    }
}

/// The queries that it shows are on the page of queries, and its notes are in the review.
#[test]
fn queries_and_notes() {
    let readme = include_str!("../../../../README.md");
    let schema = Schema::of(Shop::SCHEMA);
    let notes = review(&schema).iter().map(|note| format!("{note}\n")).collect::<Vec<_>>().concat();
    let shown = |command: &str| {
        let (_, rest) = readme
            .split_once(&format!("$ cargo ddbkey {command} tests/shop.schema.toml\n"))
            .unwrap();
        rest.split("\n\n").next().and_then(|shown| shown.split("\n```").next()).unwrap()
    };
    for (command, page) in [("docs --queries", queries(&schema)), ("review", notes)] {
        assert!(page.contains(shown(command)), "{command}:\n{page}");
    }
}
