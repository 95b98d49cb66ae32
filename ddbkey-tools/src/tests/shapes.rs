//! The documents about an index that an entity declares several times.

use ddbkey::{DdbKeys, DdbTable};
use jiff::Timestamp;

use crate::{
    AccessPatterns, Schema, cloud_formation, leading_keys, markdown, mermaid, queries, review,
    terraform,
};

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("TENANT", tenant)]
#[sk("ORDER", "{number:05}")]
#[gsi("scope" as of_campaign, pk = (tenant, "CAMPAIGN", campaign), sk = ("{at:.3}", "{number:05}"))]
#[gsi("scope" as of_client, pk = (tenant, "CLIENT"), sk = ("{at:.3}"))]
#[gsi("scope" as of_nobody, pk = ("NOBODY"), sk = ("NONE", "{number:05}"))]
#[lsi("due" as by_day, sk = ("DAY", "{due:day}"))]
#[lsi("due" as undated, sk = ("NONE"))]
#[allow(dead_code, reason = "for its schema")]
struct Order {
    tenant: String,
    number: u32,
    at: Option<Timestamp>,
    campaign: Option<String>,
    due: Option<Timestamp>,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("TENANT", tenant)]
#[sk("DRAFT", id)]
#[gsi("scope" as of_drafts, pk = (tenant, "CLIENT"), sk = ("DRAFT", id))]
#[allow(dead_code, reason = "for its schema")]
struct Draft {
    tenant: String,
    id: String,
}

#[allow(clippy::duplicated_attributes, reason = "two indexes share an attribute")]
#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("scope", pk = "scope_pk", sk = "scope_sk")]
#[lsi("due", sk = "due_sk")]
#[gsi("whole", pk = "scope_pk", sk = "sk")]
enum Shop {
    Order(Order),
    Draft(Draft),
}

fn schema() -> Schema {
    Schema::of(Shop::SCHEMA)
}

#[test]
fn the_text_names_each_key_in_its_order() {
    let text = schema().to_string();
    let read = Schema::parse(&text).unwrap();
    assert_eq!(read.to_string(), text);
    let json = serde_json::to_string(&schema()).unwrap();
    assert_eq!(serde_json::from_str::<Schema>(&json).unwrap().to_string(), text);
    let keys: Vec<_> = read.entity("Order").unwrap().index_keys.iter().collect();
    let names: Vec<_> = keys.iter().filter_map(|key| key.rust_name.as_deref()).collect();
    assert_eq!(names, ["by_day", "undated", "of_campaign", "of_client", "of_nobody"]);
    assert_eq!(keys[3].template(), "{tenant}#CLIENT / {at:.3}");
    for line in [
        "[[entity.Order.shapes.scope]]\nas = \"of_campaign\"\noptional = [\"at\", \"campaign\"]\n",
        "[[entity.Order.shapes.scope]]\nas = \"of_client\"\noptional = [\"at\"]\n",
        "scope_sk = \"{at: timestamp .3}\"\n",
        "[[entity.Order.shapes.due]]\nas = \"undated\"\n",
    ] {
        assert!(text.contains(line), "{line}\n{text}");
    }
}

#[test]
fn each_key_has_its_queries() {
    let page = queries(&schema());
    let (_, of_client) = page.split_once("### Index `scope` as `of_client`\n").unwrap();
    let (of_client, _) = of_client.split_once("\n### ").unwrap();
    for line in [
        "Holds the items with `at`.\n",
        "Holds the items that are not in the index as `of_campaign`.\n",
        "- `Order::query_of_client(OrderOfClientPk { tenant })`\n",
        "  - also returns `Draft`\n",
    ] {
        assert!(of_client.contains(line), "{line}\n{of_client}");
    }
    assert!(
        page.contains("items that are not in the index as `of_campaign`, `of_client`."),
        "{page}"
    );
}

#[test]
fn an_access_pattern_is_that_of_its_key() {
    let of_campaign = OrderOfCampaignPk { tenant: "t", campaign: "c" };
    let by_campaign = Order::query_of_campaign(of_campaign).build().unwrap();
    let by_client = Order::query_of_client(OrderOfClientPk { tenant: "t" }).build().unwrap();
    let patterns = AccessPatterns::new(Shop::SCHEMA)
        .add("of a campaign", &by_campaign)
        .add("of a client", &by_client)
        .to_string();
    let (of_campaign, of_client) = patterns.split_once("## of a client").unwrap();
    assert!(
        of_campaign.contains("- order: `at`, then `number`")
            || of_campaign.contains("- order: `at`, `number`"),
        "{patterns}"
    );
    assert!(
        of_client.contains("- order: `at`\n") && of_client.contains("- also returns `Draft`"),
        "{patterns}"
    );
}

#[test]
fn documents_show_each_key() {
    let table = markdown(&schema());
    let cell = "| `{tenant}#CAMPAIGN#{campaign}` or `{tenant}#CLIENT` or `NOBODY` |";
    assert!(table.contains(cell), "{table}");
    assert!(table.contains("| `DAY#{due:day}` or `NONE` |"), "{table}");
    assert!(table.contains("- `scope` of Order is `of_client` in Rust\n"), "{table}");
    let chart = mermaid(&schema());
    for arrow in ["-.->|\"of_campaign<br/>", "-.->|\"of_client<br/>", "-->|\"of_nobody<br/>"] {
        assert!(chart.contains(arrow), "{arrow}\n{chart}");
    }
}

#[test]
fn a_deployed_table_has_one_index() {
    for text in [cloud_formation(&schema()), terraform(&schema())] {
        assert_eq!(text.matches("\"scope\"").count(), 1, "{text}");
    }
}

/// The keys of each are confined, or the error names the one that is not: in an index that the entity does not declare, too.
#[test]
fn a_policy_knows_each_key() {
    let error = leading_keys(&schema(), "tenant", "${aws:PrincipalTag/tenant}").unwrap_err();
    for index in ["scope", "whole"] {
        let fault = format!("`Order` in index `{index}`");
        assert!(error.to_string().contains(&fault), "{fault}\n{error}");
    }
}

#[test]
fn a_review_tells_no_key_to_be_that_of_every_row() {
    let notes = review(&schema());
    assert!(notes.iter().all(|note| note.code() != "constant-partition"), "{notes:?}");
}
