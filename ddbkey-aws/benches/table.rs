//! Compares requests of `Table` with the same requests by hand: `cargo bench -p ddbkey-aws --bench table`, with the arguments
//! of the bench `time` of `ddbkey`.

use std::process::ExitCode;

#[macro_use]
#[path = "../../ddbkey/benches/harness/mod.rs"]
mod harness;
mod subject;

use harness::Ratio;

/// The comparisons: group, case, rival, and the ratio that is its budget.
const RATIOS: &[Ratio] = &[
    ("get", "ours", "by_hand", Some(1.1)),
    ("put", "ours", "by_hand", Some(1.1)),
    ("update", "ours", "by_hand", Some(1.1)),
    ("query", "ours", "by_hand", Some(1.1)),
];

fn main() -> ExitCode {
    // A round has a hundred requests.
    harness::compare_rounds(subject::requests::CASES, RATIOS, 21)
}
