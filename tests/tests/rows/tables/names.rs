//! A table without an enum: only its names, written by hand.

use crate::texts;
use ddbkey::DdbKeys;
use ddbkey::schema::{IndexLayout, Layout, TableLayout};

struct Events;

impl TableLayout for Events {
    const LAYOUT: Layout = Layout::new(
        "PK",
        Some("SK"),
        &[
            IndexLayout::gsi("GSI1", "GSI1PK", Some("GSI1SK")),
            IndexLayout::gsi("Inverted", "SK", Some("PK")),
            IndexLayout::lsi("LSI1", "PK", "LSI1SK"),
        ],
    )
    .with_type_attribute("kind");
}

#[derive(DdbKeys)]
#[ddb(table = Events)]
#[pk("EVENT", id)]
#[sk("META")]
#[gsi("GSI1", pk = ("KIND", kind), sk = ("EVENT", id))]
#[gsi("Inverted", pk = sk, sk = pk)]
#[lsi("LSI1", sk = ("SIZE", "{size:05}"))]
struct Event {
    id: String,
    kind: String,
    size: u16,
}

#[test]
fn names_come_from_the_table() {
    let keys = Event { id: "e1".into(), kind: "click".into(), size: 7 }.keys().unwrap();
    let texts = texts(&keys);
    assert_eq!(
        texts,
        [
            ("PK", "EVENT#e1".into()),
            ("SK", "META".into()),
            ("GSI1PK", "KIND#click".into()),
            ("GSI1SK", "EVENT#e1".into()),
            ("LSI1SK", "SIZE#00007".into()),
        ]
    );
    assert_eq!(Event::SCHEMA.type_attribute(), Some("kind"));
}
