//! Time, and ratios of times: `cargo bench -p ddbkey --all-features`. Items are among them with the
//! feature `aws-sdk`.

use std::hint::black_box;
use std::path::Path;
use std::time::Duration;

use criterion::measurement::WallTime;
use criterion::{BatchSize, BenchmarkGroup, Criterion};

mod subject;

use subject::rivals::{self, by_hand, plain};
use subject::shop::{ORDER_PK, ORDER_SK, order};
use subject::{later, ours, room};

/// Where criterion leaves what it has measured.
const RESULTS: &str = concat!(env!("CARGO_TARGET_TMPDIR"), "/criterion");

/// What is compared: group, case, rival, and the ratio that section 12 of the design allows.
const RATIOS: [(&str, &str, &str, Option<f64>); 13] = [
    ("build", "ours", "by_hand", Some(1.15)),
    ("build", "ours", "format", Some(1.0 / 3.0)),
    ("build", "ours", "floor", None),
    ("build_into", "ours", "by_hand", None),
    ("parse", "ours", "by_hand", Some(1.15)),
    ("parse", "ours", "split", Some(0.5)),
    ("dispatch", "ours", "right_entity", Some(2.0)),
    ("dispatch_each", "ours", "right_entity", Some(2.0)),
    ("query", "ours", "by_hand", None),
    ("query", "ours", "format", None),
    ("query_range", "ours", "by_hand", None),
    ("query_range", "ours", "format", None),
    ("to_item", "ours", "by_hand", None),
];

/// Rivals are measured one right after the other, time and again: what else the machine does slows both
/// down, and the median of the ratios shows little of it.
const ROUNDS: usize = 7;

fn main() {
    // What an earlier run has left is not of this one.
    let _ = std::fs::remove_dir_all(RESULTS);
    let rounds: Vec<_> = (0..ROUNDS).map(|_| round()).collect();
    for (at, (group, case, rival, budget)) in RATIOS.into_iter().enumerate() {
        let measured: Vec<_> = rounds.iter().filter_map(|round| round[at]).collect();
        print_ratio(&format!("{group:<14} {case}, {rival}"), &measured, budget);
    }
}

/// Measures everything once: the times of each of the [`RATIOS`], as far as they are asked for.
fn round() -> [Option<Times>; RATIOS.len()] {
    let mut criterion = Criterion::default()
        .output_directory(Path::new(RESULTS))
        .without_plots()
        .sample_size(20)
        .nresamples(1_001)
        .warm_up_time(Duration::from_millis(50))
        .measurement_time(Duration::from_millis(200))
        .configure_from_args();
    build(&mut criterion);
    parse(&mut criterion);
    dispatch(&mut criterion);
    query(&mut criterion);
    #[cfg(feature = "aws-sdk")]
    to_item(&mut criterion);
    RATIOS.map(|(group, case, rival, _)| {
        Some(Times { case: median_of(group, case)?, rival: median_of(group, rival)? })
    })
}

/// Measures a call; what it makes is dropped outside.
fn case<T>(group: &mut BenchmarkGroup<'_, WallTime>, name: &str, mut call: impl FnMut() -> T) {
    group.bench_function(name, |bencher| {
        bencher.iter_batched(|| (), |()| call(), BatchSize::SmallInput);
    });
}

fn build(criterion: &mut Criterion) {
    let order = order();
    let mut group = criterion.benchmark_group("build");
    case(&mut group, "ours", || ours::build(black_box(&order)));
    case(&mut group, "by_hand", || by_hand::build(black_box(&order)));
    case(&mut group, "format", || plain::build(black_box(&order)));
    case(&mut group, "floor", || rivals::floor(black_box(ORDER_PK), black_box(ORDER_SK)));
    group.finish();

    let mut group = criterion.benchmark_group("build_into");
    let (mut pk, mut sk) = room();
    let mut into = |name, build: fn(&_, &mut String, &mut String) -> bool| {
        case(&mut group, name, || {
            pk.clear();
            sk.clear();
            build(black_box(&order), &mut pk, &mut sk)
        });
    };
    into("ours", |order, pk, sk| ours::build_into(order, pk, sk).is_ok());
    into("by_hand", |order, pk, sk| by_hand::build_into(order, pk, sk).is_ok());
    group.finish();
}

fn parse(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("parse");
    case(&mut group, "ours", || ours::parse(black_box(ORDER_PK), black_box(ORDER_SK)));
    case(&mut group, "by_hand", || by_hand::parse(black_box(ORDER_PK), black_box(ORDER_SK)));
    case(&mut group, "split", || plain::parse(black_box(ORDER_PK), black_box(ORDER_SK)));
    group.finish();
}

fn dispatch(criterion: &mut Criterion) {
    let mut group = criterion.benchmark_group("dispatch");
    case(&mut group, "ours", || ours::dispatch(black_box(ORDER_PK), black_box(ORDER_SK)));
    case(&mut group, "right_entity", || ours::parse(black_box(ORDER_PK), black_box(ORDER_SK)));
    group.finish();

    let mut group = criterion.benchmark_group("dispatch_each");
    case(&mut group, "ours", ours::dispatch_each);
    case(&mut group, "right_entity", ours::parse_each);
    group.finish();
}

fn query(criterion: &mut Criterion) {
    let order = order();
    let mut group = criterion.benchmark_group("query");
    case(&mut group, "ours", || ours::query(black_box(&order.user_id)));
    case(&mut group, "by_hand", || by_hand::query(black_box(&order.user_id)));
    case(&mut group, "format", || plain::query(black_box(&order.user_id)));
    group.finish();

    let (from, to) = (order.created_at, later());
    let mut group = criterion.benchmark_group("query_range");
    case(&mut group, "ours", || ours::query_range(black_box(&order.user_id), from, to));
    case(&mut group, "by_hand", || by_hand::query_range(black_box(&order.user_id), from, to));
    case(&mut group, "format", || plain::query_range(black_box(&order.user_id), from, to));
    group.finish();
}

/// Both through `serde_dynamo`: the rival adds the keys built by hand.
#[cfg(feature = "aws-sdk")]
fn to_item(criterion: &mut Criterion) {
    let order = order();
    let mut group = criterion.benchmark_group("to_item");
    case(&mut group, "ours", || ddbkey::DdbKeys::to_item(black_box(&order)));
    case(&mut group, "by_hand", || rivals::to_item(black_box(&order)));
    group.finish();
}

/// The medians of a case and its rival in one round, in nanoseconds.
#[derive(Clone, Copy)]
struct Times {
    case: f64,
    rival: f64,
}

fn median_of(group: &str, case: &str) -> Option<f64> {
    let file = Path::new(RESULTS).join(group).join(case).join("new/estimates.json");
    let estimates: serde_json::Value =
        serde_json::from_str(&std::fs::read_to_string(file).ok()?).ok()?;
    estimates["median"]["point_estimate"].as_f64()
}

fn print_ratio(name: &str, rounds: &[Times], budget: Option<f64>) {
    let Some(ratio) = median(rounds.iter().map(|times| times.case / times.rival)) else { return };
    let case = median(rounds.iter().map(|times| times.case)).unwrap_or_default();
    let rival = median(rounds.iter().map(|times| times.rival)).unwrap_or_default();
    let budget = budget.map_or_else(String::new, |budget| {
        format!("  at most {budget:.2}{}", if ratio <= budget { "" } else { ": NOT MET" })
    });
    println!("{name:<34} {case:5.0} ns, {rival:5.0} ns: {ratio:5.2}{budget}");
}

fn median(values: impl Iterator<Item = f64>) -> Option<f64> {
    let mut values: Vec<_> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied()
}
