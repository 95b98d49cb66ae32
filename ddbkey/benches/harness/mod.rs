//! How cases are declared, and how they are timed.

#![allow(dead_code, reason = "each bench uses its own part")]

use std::process::ExitCode;
use std::time::Duration;

/// The number of calls that are measured together.
pub const CALLS: usize = 100;

/// A function to measure.
pub struct Case {
    pub group: &'static str,
    pub name: &'static str,
    /// Calls the function [`CALLS`] times. Its results are dropped outside of the measurement.
    pub run: fn() -> Duration,
}

/// Declares a function for each body, with its name, so that callgrind distinguishes them, and the list of them.
macro_rules! cases {
    ($($(#[$attr:meta])* $group:ident { $($name:ident($($param:ident: $type:ty = $arg:expr),*) $body:block)* })*) => {
        mod case {
            use super::*;
            $($(#[$attr])*
            pub mod $group {
                use super::*;
                $(#[inline(never)]
                pub fn $name($($param: &mut $type),*) -> impl Sized + use<> {
                    // Two cases of the same code must not become one function.
                    black_box(concat!(stringify!($group), "::", stringify!($name)).as_ptr());
                    $body
                })*
            })*
        }

        /// All cases, group by group.
        pub const CASES: &[&[Case]] = &[$($(#[$attr])* &[$(Case {
            group: stringify!($group),
            name: stringify!($name),
            run: || {
                $(let mut $param: $type = $arg;)*
                let mut made = Vec::with_capacity(CALLS);
                let start = Instant::now();
                for _ in 0..CALLS {
                    made.push(case::$group::$name($(black_box(&mut $param)),*));
                }
                let taken = start.elapsed();
                black_box(&made);
                taken
            },
        }),*]),*];
    };
}

/// A comparison: group, case, rival, and the ratio that is its budget.
pub type Ratio = (&'static str, &'static str, &'static str, Option<f64>);

/// A case and its rival are measured in turn, [`CALLS`] calls at a time and this often: other load of the
/// machine slows both down, and their medians show little of it.
const ROUNDS: usize = 1001;

/// A ratio that is really too high exceeds twice its budget in each measurement; noise does not.
const ATTEMPTS: usize = 3;

/// Prints the ratios, and fails if one is too high and `--limit` is given.
pub fn compare(cases: &[&[Case]], ratios: &[Ratio]) -> ExitCode {
    compare_rounds(cases, ratios, ROUNDS)
}

/// Does the same in this many rounds, for cases that take longer.
pub fn compare_rounds(cases: &[&[Case]], ratios: &[Ratio], rounds: usize) -> ExitCode {
    let arguments: Vec<_> = std::env::args().skip(1).filter(|given| given != "--bench").collect();
    let has_limit = arguments.iter().any(|given| given == "--limit");
    let groups: Vec<_> = arguments.iter().filter(|given| !given.starts_with("--")).collect();
    let mut is_within = true;
    for (group, case, rival, budget) in ratios {
        let is_chosen = groups.is_empty() || groups.iter().any(|start| group.starts_with(*start));
        let (Some(ours), Some(other)) = (find(cases, group, case), find(cases, group, rival))
        else {
            continue;
        };
        if !is_chosen {
            continue;
        }
        let name = format!("{group}, {rival}");
        let attempts = if has_limit { ATTEMPTS } else { 1 };
        let is_met = (0..attempts).any(|_| {
            let times = Times::of(ours, other, rounds);
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

fn find<'c>(cases: &[&'c [Case]], group: &str, name: &str) -> Option<&'c Case> {
    cases.iter().copied().flatten().find(|case| case.group == group && case.name == name)
}

/// The medians of a case and its rival, in nanoseconds.
struct Times {
    case: f64,
    rival: f64,
}

impl Times {
    fn of(case: &Case, rival: &Case, rounds: usize) -> Self {
        let (mut ours, mut others) = (Vec::new(), Vec::new());
        for _ in 0..rounds {
            ours.push((case.run)());
            others.push((rival.run)());
        }
        #[expect(clippy::cast_precision_loss, reason = "calls are few")]
        let nanoseconds = |mut times: Vec<Duration>| {
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
