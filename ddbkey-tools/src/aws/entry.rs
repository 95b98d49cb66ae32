//! Parses a line of an export.

use serde::Deserialize;
use serde::de::IgnoredAny;
use serde_dynamo::Item;

/// A line of a full or an incremental export. A deleted row of an incremental export has no new image.
#[derive(Deserialize)]
#[serde(rename_all = "PascalCase")]
struct ExportLine {
    item: Option<Item>,
    new_image: Option<Item>,
    keys: Option<IgnoredAny>,
}

/// The content of a line.
pub(super) enum ExportEntry {
    Item(Item),
    Deleted,
}

/// Parses a line. Returns `None` if it is not an entry of an export.
pub(super) fn entry(line: &[u8]) -> Option<ExportEntry> {
    let line: ExportLine = serde_json::from_slice(line).ok()?;
    match (line.item.or(line.new_image), line.keys) {
        (Some(item), _) => Some(ExportEntry::Item(item)),
        (None, Some(_)) => Some(ExportEntry::Deleted),
        (None, None) => None,
    }
}
