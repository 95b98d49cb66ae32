//! Each line of an export is read or counted as none, and an item without a fault is one that can be read.

use ddbkey::{DdbTable, ItemError};

use self::reader::{Entry, entry};
use self::table::Shop;

// The example that reads an export.
#[path = "../../tests/examples/audit/export.rs"]
#[allow(dead_code, reason = "what reads files; a target reads lines")]
mod reader;
#[path = "../../tests/examples/audit/table.rs"]
#[allow(dead_code, reason = "what is written in reports")]
mod table;

type Result<T, E = Box<dyn std::error::Error + Send + Sync>> = std::result::Result<T, E>;

pub fn run(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n') {
        let Some(Entry::Item(item)) = entry(line) else { continue };
        let faults = Shop::audit(&item);
        for fault in &faults {
            assert!(!fault.to_string().is_empty() && !fault.entity().is_empty(), "{fault:?}");
        }
        match Shop::from_item(item.clone().into()) {
            Ok(entity) => {
                assert_eq!(faults, [], "{item:?}");
                let written = entity.to_item().expect("what was read is written");
                for (name, value) in &entity.keys().expect("it has keys") {
                    assert_eq!(written[name].as_s().map(String::as_str), Ok(value.as_str()));
                }
            }
            Err(error) => assert!(!faults.is_empty(), "{error}: {item:?}"),
        }
        let key = Shop::key_of(&item);
        assert!(
            key.is_err()
                || !matches!(Shop::from_item(item.clone().into()), Err(ItemError::Unknown(_)))
        );
    }
}
