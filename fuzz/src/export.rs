//! Each line of an export is read or counted as a wrong line. An item without a fault can be read, and
//! an item that cannot be read has a fault.

use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemAttributes, ItemErrorKind};

use self::entry::{ExportEntry, entry};
use crate::shop::Shop;

// The module with which an audit reads a line.
#[path = "../../ddbkey-tools/src/aws/entry.rs"]
mod entry;

pub fn run(data: &[u8]) {
    for line in data.split(|byte| *byte == b'\n') {
        let Some(ExportEntry::Item(item)) = entry(line) else { continue };
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
