//! The same functions as in `time`, each called [`CALLS`](harness::CALLS) times, for callgrind to
//! count their instructions. The counts repeat exactly, so a change of two per cent comes from the
//! code: `.ci/counts` runs this and compares with `counts.tsv`.

#[macro_use]
mod harness;
mod subject;

fn main() {
    for case in subject::cases::CASES.iter().copied().flatten() {
        (case.run)();
    }
}
