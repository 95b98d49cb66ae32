//! Random declarations, compiled by rustc and compared with a model of the README's promises;
//! and histories of tables, whose rows each version writes and the newest version reads and moves.
//!
//! `DECLARATIONS=500 SEED=7 cargo test --workspace --all-features --test declarations -- --ignored --nocapture` tries
//! 500 tables of two to six entities. Without `SEED` the tables are always the same, so that two runs only differ
//! by the code. The crates stay in `target/declarations`. Histories run on the engine of
//! `DDB_ENDPOINT`, as other tests do.

#![allow(clippy::pedantic, reason = "code that writes code, and compares it with a model")]

#[path = "declarations/adapter.rs"]
mod adapter;
#[path = "declarations/cargo.rs"]
mod cargo;
#[path = "declarations/documented.rs"]
mod documented;
#[path = "declarations/draw.rs"]
mod draw;
#[path = "declarations/guide.rs"]
mod guide;
#[path = "declarations/inferred/mod.rs"]
mod inferred;
#[path = "declarations/mistakes.rs"]
mod mistakes;
#[path = "declarations/model.rs"]
#[allow(dead_code, reason = "the crates that are generated use the rest")]
mod model;
#[path = "declarations/random.rs"]
mod random;
#[path = "declarations/rules.rs"]
mod rules;
#[path = "declarations/scratch.rs"]
mod scratch;

use std::collections::BTreeMap;
use std::env;

use draw::{Drawn, Role, draw};
use model::{Kind, Table};
use random::Random;
use scratch::Scratch;

const DEFAULT: usize = 24;
/// The number of tables in one crate.
const BATCH: usize = 24;

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn do_what_the_design_says() {
    run("check", count(), |random, _| vec![draw(random)]);
}

/// Half as many histories, since each has several tables.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn rows_of_each_version_are_read_and_moved() {
    run("histories", count().div_ceil(2), draw::history);
}

/// Draws tables, compiles them, and runs the checks of a module.
fn run(
    checker: &'static str,
    count: usize,
    mut draw: impl FnMut(&mut Random, usize) -> Vec<Drawn>,
) {
    let seed = seed();
    let mut random = Random(seed);
    let mut problems = Vec::new();
    for batch in 0..count.div_ceil(BATCH) {
        let numbers = 0..BATCH.min(count - batch * BATCH);
        let tables: Vec<_> = numbers.flat_map(|number| draw(&mut random, number)).collect();
        let entities: usize = tables.iter().map(|drawn| drawn.table.entities.len()).sum();
        let scratch = Scratch::new(&format!("{checker}{batch}"), Some(checker), &tables);
        let refused = scratch.refused();
        let mut overlaps = 0;
        for (number, message) in &refused {
            match overlap(&tables[*number].table, message) {
                Ok(()) => overlaps += 1,
                Err(problem) => problems.push(format!(
                    "batch {batch}, table{number}: {problem}\n{}\n{}",
                    errors(message),
                    tables[*number].source
                )),
            }
        }
        let (report, is_fine) = scratch.run(seed);
        println!(
            "batch {batch}: {} tables, {entities} entities, {overlaps} overlap, {} compile; {}",
            tables.len(),
            tables.len() - refused.len(),
            report.trim_end()
        );
        if !is_fine {
            problems.push(format!("batch {batch}: {report}"));
        }
    }
    assert!(problems.is_empty(), "SEED={seed}\n{}", problems.join("\n\n"));
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn mistakes_are_refused() {
    let seed = seed();
    let mut random = Random(seed ^ 1);
    let tables: Vec<Drawn> =
        (0..mistakes::COUNT).map(|number| mistakes::mistake(&mut random, number)).collect();
    let scratch = Scratch::new("mistakes", None, &tables);
    let refused = scratch.refused();
    let compiled: Vec<_> = tables
        .iter()
        .enumerate()
        .filter(|(number, _)| refused.iter().all(|(other, _)| other != number))
        .map(|(_, drawn)| {
            let Role::Mistake(mistake) = drawn.role else { unreachable!() };
            format!("{mistake}\n{}", drawn.source)
        })
        .collect();
    println!("{} of {} mistakes are refused", refused.len(), tables.len());
    assert!(compiled.is_empty(), "SEED={seed}: these compile\n{}", compiled.join("\n"));
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn rules_hold_in_every_form() {
    let cases = rules::cases();
    let tables: Vec<_> = cases.iter().map(rules::Case::drawn).collect();
    let refused: BTreeMap<_, _> =
        Scratch::new("rules", None, &tables).refused().into_iter().collect();
    println!("{} of {} declarations are refused", refused.len(), cases.len());
    let problems = cases.iter().enumerate().filter_map(|(number, case)| {
        let said = refused.get(&number).map_or("", String::as_str);
        let is_right = match case.expected {
            Some(expected) => said.contains(expected),
            None => said.is_empty(),
        };
        let rules::Case { name, source, expected } = case;
        (!is_right).then(|| {
            format!("{name}\n{source}expected {expected:?}, and rustc says\n{}", errors(said))
        })
    });
    let problems: Vec<_> = problems.collect();
    assert!(problems.is_empty(), "{} problems\n{}", problems.len(), problems.join("\n"));
}

/// Checks that a table is refused because two entities share a key, or an entity has one key twice, and that
/// this is true.
fn overlap(table: &Table, message: &str) -> Result<(), String> {
    let verbs = ["share keys", "overlap"];
    let line = message.lines().find(|line| verbs.iter().any(|verb| line.contains(verb)));
    let line = line.ok_or("a mistake where there is none")?;
    let (names, rest) = verbs.iter().find_map(|verb| line.split_once(verb)).ok_or("no keys")?;
    let names: Vec<_> = names.split('`').skip(1).step_by(2).collect();
    // If code decides, or no example was found, they may share keys.
    let is_certain = !verbs.iter().any(|verb| line.contains(&format!("may {verb}")));
    let Some(keys) = rest.strip_prefix(": `") else {
        return if is_certain { Err("no keys".into()) } else { Ok(()) };
    };
    let end = if is_certain { "` reads as both" } else { "` fits both" };
    let keys = keys.strip_suffix(end).ok_or("no end")?;
    let texts: Vec<_> = keys.split("` / `").flat_map(|keys| keys.split(" / ")).collect();
    let (names, index) = match names[..] {
        [entity, index] if line.contains(" in index `") => (vec![entity], Some(index)),
        _ => (names, None),
    };
    let readers = 3 - names.len().min(2);
    let texts: Vec<_> = match index {
        Some(_) => texts.iter().flat_map(|text| text.split("`, `")).collect(),
        None => texts,
    };
    for name in names {
        let entity = table.entities.iter().find(|entity| entity.name == name).ok_or(name)?;
        let mut entity = entity.clone();
        for field in &mut entity.fields {
            if let Kind::Name { is_checked } = &mut field.kind {
                *is_checked &= is_certain;
            }
        }
        let reads = |(pk, sk): (&model::Key, &model::Key)| {
            let mut attributes = pk.attributes.iter().chain(&sk.attributes).zip(&texts);
            attributes.all(|(attribute, text)| !attribute.parse(&entity, text).is_empty())
        };
        let found = match index {
            None => entity.primary().filter(|(_, pk, sk)| reads((pk, sk))).count(),
            Some(index) => {
                let shapes = entity.indexes.iter().filter(|own| own.index == index);
                shapes.filter(|own| reads((&own.pk, &own.sk))).count()
            }
        };
        if found < readers {
            return Err(format!("`{name}` reads {texts:?} as {found} of its keys"));
        }
    }
    Ok(())
}

/// Returns the errors of rustc, without warnings and without consequences of other errors in the adapter.
fn errors(message: &str) -> String {
    let lines: Vec<_> = message.lines().collect();
    let starts = (0..lines.len()).filter(|&at| lines[at].starts_with("error"));
    let shown = starts.take(4).flat_map(|at| lines[at..].iter().take(7).copied());
    shown.collect::<Vec<_>>().join("\n")
}

fn count() -> usize {
    number("DECLARATIONS").map_or(DEFAULT, |count| usize::try_from(count).expect("a count"))
}

fn seed() -> u64 {
    let seed = number("SEED").unwrap_or(13);
    println!("SEED={seed}");
    seed
}

fn number(name: &str) -> Option<u64> {
    env::var(name).ok().map(|text| text.parse().expect("a number"))
}
