//! Each line of an export is read or counted as none, an item without a fault is one that can be read, and
//! one that cannot be read has a fault.

use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemAttributes, ItemErrorKind};

use self::reader::{Entry, entry};
use self::table::Shop;

// The example that reads an export.
#[path = "../../ddbkey-aws/examples/audit/export.rs"]
#[allow(dead_code, reason = "what reads files; a target reads lines")]
mod reader;
#[path = "../../ddbkey-aws/examples/audit/table.rs"]
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
        let read = Shop::from_item(item.clone());
        match &read {
            Ok(entity) if faults.is_empty() => {
                let written = entity.to_item().expect("what has no fault is written");
                for (name, value) in &entity.keys().expect("it has keys") {
                    assert_eq!(item.value(name), Some(value), "{item:?}");
                }
                assert!(Shop::audit(&written).is_empty(), "{item:?}");
            }
            Ok(_) => {}
            Err(error) => assert!(!faults.is_empty(), "{error}: {item:?}"),
        }
        let is_known = Shop::key_of(&item).is_ok();
        let is_unknown = read.is_err_and(|error| error.kind() == ItemErrorKind::Unknown);
        assert!(!is_known || !is_unknown, "{item:?}");
    }
}
