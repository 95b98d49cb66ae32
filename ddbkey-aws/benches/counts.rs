//! The same functions as in `time`, for callgrind to count their instructions. The bench `counts` of `ddbkey` does the same
//! for its own functions.

#[macro_use]
#[path = "../../ddbkey/benches/harness/mod.rs"]
mod harness;
mod subject;

fn main() {
    let cases = [subject::cases::CASES, subject::requests::CASES];
    for case in cases.into_iter().flatten().copied().flatten() {
        (case.run)();
    }
}
