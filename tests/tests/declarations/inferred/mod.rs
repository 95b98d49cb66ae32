//! Declarations that are inferred from rows: printed, compiled together in one crate, and compared with the same rows.

mod draw;
mod files;
mod hostile;
mod modelled;
mod tables;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Command, Stdio};

use cargo_ddbkey::infer::{Inferred, Options, Rows, infer};

use crate::draw::draw;
use crate::random::Random;
use crate::scratch::{root, run};
use draw::Table;

/// What a crate of inferred modules reported for each: the number of correct rows, faults, and the templates of keys.
#[derive(Default)]
struct Said {
    right: u64,
    faults: Vec<String>,
    keys: BTreeSet<String>,
}

/// Rows and the module that was inferred from them.
struct Case {
    name: String,
    rows: String,
    inferred: Inferred,
}

impl Case {
    fn new(name: &str, rows: String, options: &Options) -> Self {
        let inferred = infer(&Rows::text(rows.clone()), options);
        let inferred = inferred.unwrap_or_else(|error| panic!("{name}: {error}"));
        Self { name: name.into(), rows, inferred }
    }
}

/// Compiles all modules as one crate, and runs it.
fn compiled(folder: &str, cases: &[Case]) -> Vec<Said> {
    let folder = root().join("target/declarations").join(folder);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(folder.join("src")).expect("a folder");
    let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declarations/inferred/check.rs");
    let mut main = format!("#![allow(unused)]\n#[path = {here:?}] mod check;\n");
    let mut calls = String::new();
    for (number, case) in cases.iter().enumerate() {
        let write = |ending: &str, text: &str| {
            fs::write(folder.join("src").join(format!("table{number}.{ending}")), text)
                .expect("written");
        };
        write("rs", &case.inferred.module);
        write("jsonl", &case.rows);
        write("txt", &format!("{}\n{}", case.name, case.inferred.report));
        let _ = writeln!(main, "mod table{number};");
        let _ = writeln!(
            calls,
            "    check::check::<table{number}::Shop>({number}, include_str!(\"table{number}.jsonl\"));"
        );
    }
    let _ = write!(main, "fn main() {{\n{calls}}}\n");
    fs::write(folder.join("src/main.rs"), main).expect("written");
    let printed = run(&folder, "src/main.rs");
    let mut said: Vec<Said> = cases.iter().map(|_| Said::default()).collect();
    for line in printed.lines() {
        let mut words = line.splitn(3, '\t');
        let number: usize = words.next().expect("a number").parse().expect("a number");
        let (kind, rest) = (words.next().expect("a kind"), words.next().expect("what it is"));
        match kind {
            "rows" => said[number].right = rest.parse().expect("a count"),
            "fault" => said[number].faults.push(rest.into()),
            _ => drop(said[number].keys.insert(rest.into())),
        }
    }
    said
}

/// Returns what is wrong with the module of a case: explained rows that differ from the tool's report, or a module that
/// rustfmt would change.
fn problems(case: &Case, said: &Said) -> Vec<String> {
    let mut problems = Vec::new();
    if said.right != case.inferred.explained {
        let first = said.faults.first().map_or("", String::as_str);
        let (right, explained) = (said.right, case.inferred.explained);
        problems.push(format!("{explained} rows are explained, and {right} are right: {first}"));
    }
    let formatted = formatted(&case.inferred.module);
    if formatted != case.inferred.module {
        let lines = formatted.lines().zip(case.inferred.module.lines());
        let first = lines.into_iter().find(|(theirs, ours)| theirs != ours);
        problems.push(format!("rustfmt would change {first:?}"));
    }
    problems
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn tables_come_back() {
    come_back("inferred", |rows, _| (rows, 0));
}

/// One row in a hundred is spoilt: a key, a field, or all of it. The spoilt rows are listed, and the rest is explained as if
/// they were not there.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn tables_come_back_from_rows_with_garbage() {
    come_back("inferred_garbage", |rows, random| {
        let mut lines: Vec<_> = rows.lines().map(ToOwned::to_owned).collect();
        let garbage = lines.len().div_ceil(100);
        for _ in 0..garbage {
            let spoilt = draw::spoilt(&random.pick(&lines[..]).clone(), random);
            lines.insert(random.below(lines.len()), spoilt);
        }
        (lines.join("\n"), garbage as u64)
    });
}

/// Draws the rows of each table, infers its declaration from them, and compares the keys of both. `change` adds to the rows,
/// and returns how many of them nobody has to explain.
fn come_back(folder: &str, change: fn(String, &mut Random) -> (String, u64)) {
    let mut random = Random(7);
    let tables: Vec<_> =
        tables::TABLES.iter().map(|(name, entities)| Table::parse(name, entities)).collect();
    let cases: Vec<_> = tables
        .iter()
        .map(|table| {
            let (rows, garbage) = change(table.rows(&mut random, 120), &mut random);
            (Case::new(&table.name, rows, &Options::new("Shop")), garbage)
        })
        .collect();
    let (cases, garbage): (Vec<_>, Vec<_>) = cases.into_iter().unzip();
    let said = compiled(folder, &cases);
    let tables = tables.iter().zip(&cases).zip(garbage).zip(said);
    let failures: Vec<_> = tables
        .filter_map(|(((table, case), garbage), said)| {
            let problems = [problems(case, &said), missing(table, case, garbage, &said)].concat();
            let module = case.inferred.module.split("\nmod ").next().unwrap_or_default();
            let report = &case.inferred.report;
            (!problems.is_empty())
                .then(|| format!("{}: {}\n{module}\n{report}", case.name, problems.join("\n")))
        })
        .collect();
    assert!(failures.is_empty(), "{} tables\n{}", failures.len(), failures.join("\n\n"));
}

/// The rows and keys of a table that its inferred declaration lacks.
fn missing(table: &Table, case: &Case, garbage: u64, said: &Said) -> Vec<String> {
    let mut missing = Vec::new();
    let Inferred { explained, rows, report, .. } = &case.inferred;
    if explained + garbage < *rows {
        missing.push(format!("{explained} of {rows} rows are explained"));
    }
    if explained < rows && !report.contains("not explained") {
        missing.push("the report does not list the others".into());
    }
    let found = templates(said);
    for entity in &table.entities {
        for (index, attribute, template) in entity.templates() {
            let expected = format!("{index}\t{attribute}\t{template}");
            if !found.contains(&expected) {
                missing.push(format!("{}: no key {expected}", entity.name));
            }
        }
    }
    missing
}

/// Returns the templates, with a name for each part that an attribute has and `{}` for the others.
fn templates(said: &Said) -> BTreeSet<String> {
    said.keys
        .iter()
        .filter_map(|line| line.split_once('\t'))
        .map(|(_, line)| line.to_owned())
        .collect()
}

/// Formats a module with rustfmt's default rules.
fn formatted(module: &str) -> String {
    let mut rustfmt = Command::new(Path::new(env!("CARGO")).with_file_name("rustfmt"))
        .args(["--edition", "2024"])
        // This folder has no configuration.
        .current_dir(std::env::temp_dir())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt runs");
    let mut input = rustfmt.stdin.take().expect("an input");
    input.write_all(module.as_bytes()).expect("written");
    drop(input);
    let output = rustfmt.wait_with_output().expect("it ends");
    String::from_utf8(output.stdout).expect("UTF-8")
}

/// Random declarations, with literals, names and formats that no real table has. Whatever is explained of their rows is
/// correct.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn explained_rows_of_random_declarations_are_right() {
    let seed = crate::seed();
    let mut random = Random(seed);
    let cases: Vec<_> = (0..crate::count())
        .filter_map(|number| {
            let table = draw(&mut random).table;
            let (rows, described) = modelled::rows(&table, &mut random, 60)?;
            let options = Options { table: Some(described), ..Options::new("Shop") };
            Some(Case::new(&format!("table {number}"), rows, &options))
        })
        .filter(|case| case.inferred.explained > 0)
        .collect();
    let (explained, all) = cases.iter().fold((0, 0), |(explained, all), case| {
        (explained + case.inferred.explained, all + case.inferred.rows)
    });
    println!("{} tables, {explained} of {all} rows are explained", cases.len());
    let failures =
        cases.iter().zip(compiled("inferred_random", &cases)).filter_map(|(case, said)| {
            let problems = problems(case, &said);
            let (name, module) = (&case.name, &case.inferred.module);
            (!problems.is_empty()).then(|| format!("{name}: {}\n{module}", problems.join("\n")))
        });
    let failures: Vec<_> = failures.collect();
    assert!(
        failures.is_empty(),
        "SEED={seed}: {} tables\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}

/// The tables of public files, which have few rows.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn the_kinds_of_public_files_are_declared() {
    let of_file = |file: &files::File| {
        let options = Options { table: Some(file.described()), ..Options::new("Shop") };
        Case::new(file.name, file.rows(), &options)
    };
    let cases: Vec<_> = files::FILES.iter().map(of_file).collect();
    let said = compiled("inferred_files", &cases);
    let all = files::FILES.iter().zip(&cases).zip(said);
    let failures = all.filter_map(|((file, case), said)| {
        let (module, report) = (&case.inferred.module, &case.inferred.report);
        let mut problems = problems(case, &said);
        let missing = file.lines.iter().filter(|line| !module.contains(**line));
        problems.extend(missing.map(|line| format!("no line {line}")));
        if case.inferred.explained != file.explained() {
            problems.push(format!("{} rows are explained", case.inferred.explained));
        }
        let problems = problems.join("\n");
        (!problems.is_empty()).then(|| format!("{}: {problems}\n{module}\n{report}", file.name))
    });
    let failures: Vec<_> = failures.collect();
    assert!(failures.is_empty(), "{} files\n{}", failures.len(), failures.join("\n\n"));
}

/// Random tables with names, values and indexes that are hard to declare. The report's numbers match the printed module.
#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn explained_rows_of_hostile_tables_are_right() {
    let seed = crate::seed();
    let mut random = Random(seed);
    let cases: Vec<_> = (0..crate::count() * 4)
        .map(|number| {
            let (rows, described) = hostile::rows(&mut random);
            let options = Options {
                table: Some(described),
                assume: (number % 4 == 1)
                    .then(|| "required".parse().expect("one"))
                    .into_iter()
                    .collect(),
                newtypes: number % 4 == 1,
                show_values: number % 4 == 2,
                ..Options::new("Shop")
            };
            Case::new(&format!("table {number}"), rows, &options)
        })
        .filter(|case| case.inferred.explained > 0)
        .collect();
    let explained: u64 = cases.iter().map(|case| case.inferred.explained).sum();
    let all: u64 = cases.iter().map(|case| case.inferred.rows).sum();
    println!("{} tables, {explained} of {all} rows are explained", cases.len());
    let failures =
        cases.iter().zip(compiled("inferred_hostile", &cases)).filter_map(|(case, said)| {
            let problems = problems(case, &said);
            let (name, inferred) = (&case.name, &case.inferred);
            let (module, report) = (&inferred.module, &inferred.report);
            (!problems.is_empty())
                .then(|| format!("{name}: {}\n{module}\n{report}", problems.join("\n")))
        });
    let failures: Vec<_> = failures.collect();
    assert!(
        failures.is_empty(),
        "SEED={seed}: {} tables\n{}",
        failures.len(),
        failures.join("\n\n")
    );
}
