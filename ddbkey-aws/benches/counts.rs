//! The same functions as in `time`, for callgrind to count their instructions. The bench `counts` of `ddbkey` does the same
//! for its own functions.

#[macro_use]
#[path = "../../ddbkey/benches/harness/mod.rs"]
mod harness;
mod subject;

fn main() {
    for case in subject::cases::CASES.iter().copied().flatten() {
        (case.run)();
    }
}
