//! Measures items, and compares them with rivals: `cargo bench -p ddbkey-aws --bench time`, with the arguments of the bench
//! `time` of `ddbkey`.

use std::process::ExitCode;

#[macro_use]
#[path = "../../ddbkey/benches/harness/mod.rs"]
mod harness;
mod subject;

use harness::Ratio;

/// The comparisons: group, case, rival, and the ratio that is its budget.
const RATIOS: &[Ratio] = &[
    ("to_item", "ours", "by_hand", Some(1.25)),
    ("from_item", "ours", "by_hand", Some(1.25)),
    ("update_item", "ours", "by_hand", Some(1.5)),
];

fn main() -> ExitCode {
    harness::compare(subject::cases::CASES, RATIOS)
}
