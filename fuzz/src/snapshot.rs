//! Whatever a snapshot file contains, it is either parsed, prints the same and can be compared with the schema, or refused
//! with a line number.

use ddbkey_tools::{Schema, diff};

use crate::declared::{Depot, League};

pub fn run(data: &[u8]) {
    let Ok(text) = std::str::from_utf8(data) else { return };
    let read = match Schema::parse(text) {
        Ok(schema) => schema,
        Err(error) => {
            let lines = 1..=text.lines().count().max(1);
            let line = error.line().expect("a line");
            assert!(lines.contains(&line), "{error} of {text:?}");
            return;
        }
    };
    let printed = read.to_string();
    let again = Schema::parse(&printed).unwrap_or_else(|error| panic!("{error} of {printed:?}"));
    assert_eq!(again.to_string(), printed, "of {text:?}");
    let json = serde_json::to_string(&read).expect("JSON");
    let from_json: Schema = serde_json::from_str(&json).expect("a schema");
    assert_eq!(from_json, read);
    for schema in [Depot::SCHEMA, League::SCHEMA].map(Schema::of) {
        let changes = diff(&read, &schema);
        assert!(read != schema || changes.is_empty(), "{changes:?}");
        for change in changes {
            let _ = change.cost();
            assert!(!change.to_string().is_empty(), "{change:?}");
        }
    }
}
