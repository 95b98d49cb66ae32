//! Whatever is in the file of a snapshot, it is compared with the schema or refused by a line of it.

use crate::declared::{Depot, League};

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    for schema in [Depot::SCHEMA, League::SCHEMA] {
        match schema.diff(text) {
            Ok(changes) => {
                let is_same = schema.to_string() == text;
                assert!(!is_same || changes.is_empty(), "{changes:?}");
                for change in changes {
                    let _ = change.cost();
                    assert!(!change.to_string().is_empty(), "{change:?}");
                }
            }
            Err(error) => {
                let lines = 1..=text.lines().count().max(1);
                let line = error.line().expect("a line");
                assert!(lines.contains(&line), "{error} of {text:?}");
            }
        }
    }
}
