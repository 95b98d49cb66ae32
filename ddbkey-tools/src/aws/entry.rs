//! Parses a line of an export.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_dynamo::Item;

/// A line of a full or an incremental export. A deleted row of an incremental export has no new image.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct Line {
    item: Option<Item>,
    new_image: Option<Item>,
    keys: Option<IgnoredAny>,
}

/// The content of a line.
pub(super) enum Entry {
    Item(Item),
    Deleted,
}

/// Parses a line. Returns `None` if it is not an entry of an export.
pub(super) fn entry(line: &[u8]) -> Option<Entry> {
    let line: Line = serde_json::from_slice(line).ok()?;
    match (line.item.or(line.new_image), line.keys) {
        (Some(item), _) => Some(Entry::Item(item)),
        (None, Some(_)) => Some(Entry::Deleted),
        (None, None) => None,
    }
}
