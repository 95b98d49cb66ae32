//! Times, and their ratios: `cargo bench -p ddbkey --features jiff,ulid --bench time`.
//!
//! With `-- --limit` it fails if a ratio is more than twice its budget. Other arguments select groups by
//! prefixes of their names.

use std::process::ExitCode;

#[macro_use]
mod harness;
mod subject;

use harness::Ratio;

/// The comparisons: group, case, rival, and the ratio that is its budget.
const RATIOS: &[Ratio] = &[
    ("build_2", "ours", "by_hand", Some(1.0)),
    ("build_2", "ours", "format", Some(0.45)),
    ("build_2", "ours", "floor", None),
    ("build_36", "ours", "by_hand", Some(1.0)),
    ("build_36", "ours", "format", Some(0.45)),
    ("build_into_36", "ours", "by_hand", None),
    ("parse_pk_2", "ours", "by_hand", Some(1.0)),
    ("parse_pk_2", "ours", "split", Some(0.5)),
    ("parse_pk_36", "ours", "by_hand", Some(1.0)),
    ("parse_pk_36", "ours", "split", Some(0.5)),
    ("parse_2", "ours", "by_hand", Some(1.0)),
    ("parse_2", "ours", "split", Some(0.5)),
    ("parse_36", "ours", "by_hand", Some(1.0)),
    ("parse_36", "ours", "split", Some(0.5)),
    ("parse_texts_36", "ours", "by_hand", Some(1.0)),
    ("parse_texts_36", "ours", "split", Some(0.5)),
    ("dispatch", "ours", "right_entity", Some(1.5)),
    ("dispatch_each", "ours", "right_entity", Some(1.5)),
    ("query", "ours", "by_hand", Some(1.25)),
    ("query", "ours", "format", None),
    ("query_value", "ours", "by_hand", Some(1.25)),
    ("query_value", "ours", "format", None),
    ("query_range", "ours", "by_hand", Some(1.25)),
    ("query_range", "ours", "format", None),
];

fn main() -> ExitCode {
    harness::compare(subject::cases::CASES, RATIOS)
}
