//! Reads the output of `aws dynamodb scan`, a single document on one or many lines, item by item.

use std::fmt;
use std::io::{self, BufRead};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};
use serde_dynamo::Item;

use super::entry::ExportEntry;

/// The names with which the document can begin.
const NAMES: [&str; 6] =
    ["ConsumedCapacity", "Count", "Items", "LastEvaluatedKey", "NextToken", "ScannedCount"];

/// Returns whether a file with this beginning is the output of a scan.
pub(super) fn is_scan(start: &[u8]) -> bool {
    let Some(members) = start.trim_ascii_start().strip_prefix(b"{") else { return false };
    let name = members.trim_ascii_start().strip_prefix(b"\"");
    let is_name = |own: &&str| name.is_some_and(|name| name.starts_with(own.as_bytes()));
    members.starts_with(b"\n") || members.starts_with(b"\r\n") || NAMES.iter().any(is_name)
}

/// Passes each item to a function with its number, counted from 1.
pub(super) fn read_scan(
    reader: impl BufRead,
    mut each: impl FnMut(u64, Option<ExportEntry>),
) -> Result<(), (u64, io::Error)> {
    let mut scan = Scan { items: 0, has_items: false, each: &mut each };
    let mut document = serde_json::Deserializer::from_reader(reader);
    let read = scan.deserialize(&mut document).and_then(|()| document.end());
    let (next, has_items) = (scan.items + 1, scan.has_items);
    match read {
        Err(error) if error.is_io() => return Err((next, error.into())),
        // The message of the error can contain a value.
        Err(_) => each(next, None),
        Ok(()) if !has_items => each(next, None),
        Ok(()) => {}
    }
    Ok(())
}

/// Reads the document, and the list of items in it.
struct Scan<'s, F> {
    items: u64,
    has_items: bool,
    each: &'s mut F,
}

impl<'de, F: FnMut(u64, Option<ExportEntry>)> DeserializeSeed<'de> for &mut Scan<'_, F> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de, F: FnMut(u64, Option<ExportEntry>)> Visitor<'de> for &mut Scan<'_, F> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the output of a scan")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut members: A) -> Result<(), A::Error> {
        while let Some(name) = members.next_key::<String>()? {
            if name == "Items" {
                self.has_items = true;
                members.next_value_seed(&mut *self)?;
            } else {
                members.next_value::<IgnoredAny>()?;
            }
        }
        Ok(())
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut items: A) -> Result<(), A::Error> {
        while let Some(item) = items.next_element::<Item>()? {
            self.items += 1;
            (self.each)(self.items, Some(ExportEntry::Item(item)));
        }
        Ok(())
    }
}
