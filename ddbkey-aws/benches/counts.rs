//! The same functions as in `time`, for callgrind to count their instructions, as the bench `counts` of `ddbkey` has its
//! own.

#[macro_use]
#[path = "../../ddbkey/benches/harness/mod.rs"]
mod harness;
mod subject;

fn main() {
    for case in subject::cases::CASES.iter().copied().flatten() {
        (case.run)();
    }
}
