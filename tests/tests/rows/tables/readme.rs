//! What the README says about its tables, and the pictures in the README of `ddbkey-tools`.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_tools::{Schema, diff, markdown, mermaid, review};
use jiff::Timestamp;
use ulid::Ulid;

const README: &str = include_str!("../../../../README.md");

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

/// The first table of the README.
mod orders {
    use ddbkey::{DdbKeys, DdbTable};

    include!("readme/orders.rs");

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;
}

/// Its second table.
mod couriers {
    use ddbkey::{DdbKeys, DdbTable};
    use serde::{Deserialize, Serialize};

    include!("readme/couriers.rs");

    pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;
}

#[test]
fn pictures() {
    let page = include_str!("../../../../ddbkey-tools/README.md");
    let schema = Schema::of(SCHEMA);
    for picture in [markdown(&schema), mermaid(&schema)] {
        assert!(page.contains(&picture), "the README of ddbkey-tools lacks\n\n{picture}");
    }
}

/// The README shows tables that pass the project's own review.
#[test]
fn no_notes() {
    for (code, schema) in [
        (include_str!("readme/orders.rs"), orders::SCHEMA),
        (include_str!("readme/couriers.rs"), couriers::SCHEMA),
    ] {
        assert!(README.contains(code), "the README lacks\n\n{code}");
        let notes = review(&Schema::of(schema));
        assert!(notes.is_empty(), "{notes:?}");
    }
}

/// The README shows what the change of a format prints, with a long line broken and without the link.
#[test]
fn difference() {
    let schema = Schema::of(orders::SCHEMA);
    let narrower = Schema::parse(&schema.to_string().replace("08", "06")).unwrap();
    let changes = diff(&schema, &narrower);
    let [change] = &*changes else { panic!("{changes:?}") };
    let (_, shown) =
        README.split_once("has written `{number:06}` in the first `Order`:\n\n```text\n").unwrap();
    let shown = shown.split("```").next().unwrap();
    let printed = format!("{change:#}");
    let (printed, _) = printed.split_once("\n  see ").unwrap();
    assert!(shown.split_whitespace().eq(printed.split_whitespace()), "{printed}");
}
