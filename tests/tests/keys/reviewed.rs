//! The review of real programs' tables: each of its notes is true, except for at most one.
//!
//! `reviewed` has a file of answers for each table. An answer that starts with `false alarm` means that the table follows
//! the advice.

use std::fs;
use std::path::Path;

use ddbkey_tools::check_review;

use super::{existing, interop};

#[test]
fn a_table_has_at_most_one_false_alarm() {
    let folder = Path::new("tests/keys/reviewed");
    for (name, schema) in existing::SCHEMAS.into_iter().chain(interop::SCHEMAS) {
        let path = folder.join(name).with_extension("txt");
        check_review(schema, &path).unwrap();
        let answers = fs::read_to_string(&path).unwrap_or_default();
        let alarms = answers.lines().filter(|line| line.contains(": false alarm")).count();
        assert!(alarms <= 1, "{name}: {alarms} false alarms");
    }
}
