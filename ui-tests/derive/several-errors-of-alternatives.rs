// Faulty alternatives, and code that uses them as if they were right.
use ddbkey::{DdbKeys, KeyError};

// Without an optional part, covered by an earlier one, without a part of the plain key.
#[derive(DdbKeys)]
#[pk("VERSION", id)]
#[sk("VERSION", "{number:05}")]
#[or("again", sk = ("AGAIN", "{number:05}"))]
#[or("with_variant", sk = ("VERSION", "{number:05}", "V", variant))]
#[or("with_both", sk = ("VERSION", "{number:05}", "B", variant, tier))]
#[or("lost", sk = ("LOST", tier))]
struct Version {
    id: String,
    number: u32,
    variant: Option<String>,
    tier: Option<String>,
}

fn version(version: &Version) -> Result<(), KeyError> {
    Version::query_with_both(VersionPk { id: "1" }).number(7).variant("xl").build()?;
    let _ = version.again().map(|key| key.keys());
    match version.key() {
        VersionKey::WithVariant(VersionWithVariant { variant: "xl", .. }) => {}
        VersionKey::Plain(VersionPlain { number: 7, .. }) => {}
        _ => {}
    }
    version.keys().map(|_| ())
}

// Names of the plain key.
#[derive(DdbKeys)]
#[pk("TASK", id)]
#[or("plain", pk = ("PLAIN", id, owner))]
#[or("now" as current, pk = ("NOW", id, owner))]
struct Task {
    id: String,
    owner: Option<String>,
}

// Every item has the plain key.
#[derive(DdbKeys)]
#[pk("NOTE", id, folder)]
struct Note {
    id: String,
    folder: Option<String>,
}

// Every item under a legacy key has its parts.
#[derive(DdbKeys)]
#[pk("PAGE", id)]
#[gsi("gsi1", pk = ("MONTH", month() -> Option<u8>))]
#[was("v1", pk = ("PAGE", id, "{month():02}" -> Option<u8>))]
struct Page {
    id: String,
}

impl Page {
    fn month(&self) -> Option<u8> {
        None
    }
}

fn page(page: &Page) -> Result<(), KeyError> {
    let PageV1 { id, month } = page.v1();
    PageV1 { id, month: 12 }.keys()?;
    PageGsi1 { month }.keys().map(|_| ())
}

fn main() {
    let _ = (Task::parse_key("TASK#1").is_ok(), Note::parse_key("NOTE#1#a").is_ok());
}
