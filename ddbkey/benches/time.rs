//! Times, and their ratios: `cargo bench -p ddbkey --features jiff,serde,ulid --bench time`. The items of
//! the AWS SDK are among them with the feature `aws-sdk`, which takes minutes to build.
//!
//! With `-- --limit` it fails where a ratio is more than twice its budget; other arguments choose groups by
//! the beginning of their names.

use std::process::ExitCode;

mod subject;

use subject::cases::{CALLS, CASES, Case};

/// What is compared: group, case, rival, and the ratio that is its budget.
const RATIOS: &[(&str, &str, &str, Option<f64>)] = &[
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
    ("to_item", "ours", "by_hand", Some(1.25)),
    ("from_item", "ours", "by_hand", Some(1.25)),
    ("update_item", "ours", "by_hand", Some(1.5)),
];

/// A case and its rival are measured in turn, [`CALLS`] calls at a time and this often: what else the
/// machine does slows both down, and their medians show little of it.
const ROUNDS: usize = 1001;

/// A ratio that is really too high exceeds twice its budget in each measurement; noise does not.
const ATTEMPTS: usize = 3;

fn main() -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|given| given != "--bench").collect();
    let has_limit = arguments.iter().any(|given| given == "--limit");
    let groups: Vec<_> = arguments.iter().filter(|given| !given.starts_with("--")).collect();
    let mut is_within = true;
    for (group, case, rival, budget) in RATIOS {
        let is_chosen = groups.is_empty() || groups.iter().any(|start| group.starts_with(*start));
        let (Some(ours), Some(other)) = (find(group, case), find(group, rival)) else { continue };
        if !is_chosen {
            continue;
        }
        let name = format!("{group}, {rival}");
        let attempts = if has_limit { ATTEMPTS } else { 1 };
        let is_met = (0..attempts).any(|_| {
            let times = Times::of(ours, other);
            times.print(&name, *budget);
            budget.is_none_or(|budget| times.ratio() <= 2.0 * budget)
        });
        is_within &= is_met;
    }
    if has_limit && !is_within {
        eprintln!("more than twice the budget");
        return ExitCode::FAILURE;
    }
    ExitCode::SUCCESS
}

fn find(group: &str, name: &str) -> Option<&'static Case> {
    CASES.iter().copied().flatten().find(|case| case.group == group && case.name == name)
}

/// The medians of a case and its rival, in nanoseconds.
struct Times {
    case: f64,
    rival: f64,
}

impl Times {
    fn of(case: &Case, rival: &Case) -> Self {
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        for _ in 0..ROUNDS {
            ours.push((case.run)());
            others.push((rival.run)());
        }
        #[expect(clippy::cast_precision_loss, reason = "calls are few")]
        let nanoseconds = |mut times: Vec<std::time::Duration>| {
            times.sort_unstable();
            times[times.len() / 2].as_secs_f64() * 1e9 / CALLS as f64
        };
        Self { case: nanoseconds(ours), rival: nanoseconds(others) }
    }

    fn ratio(&self) -> f64 {
        self.case / self.rival
    }

    fn print(&self, name: &str, budget: Option<f64>) {
        let (Self { case, rival }, ratio) = (self, self.ratio());
        let budget = budget.map_or_else(String::new, |budget| {
            format!("  at most {budget:.2}{}", if ratio <= budget { "" } else { ": NOT MET" })
        });
        println!("{name:<28} {case:7.1} ns, {rival:7.1} ns: {ratio:5.2}{budget}");
    }
}
