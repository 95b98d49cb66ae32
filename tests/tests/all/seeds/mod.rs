//! The keys of five published guides, row by row: `vectors/seeds.tsv`.
//!
//! Each guide has a file with the entities that declare its keys and an [`Arm`] for each kind of row.
//! An arm takes the values out of the row's inputs and yields what our code makes of them; that must
//! be what the row's last column says. No row can be skipped: one that no arm takes is a fault, as is
//! one that two take and an arm that takes none.

mod arm;
mod aws_gaming;
mod composite_keys;
mod entity_keys;
mod mbc_cqrs;
mod row;
mod show;
mod turbine;

use std::any::Any;
use std::panic::{AssertUnwindSafe, catch_unwind};

use arm::Arm;
use row::Row;

const TABLE: &str = include_str!("../../../vectors/seeds.tsv");
const HEADER: &str = "source\tdescription\tinputs\texpected";

/// A source of rows and what it takes to declare its keys.
struct Guide {
    source: &'static str,
    arms: &'static [Arm],
}

const GUIDES: &[Guide] = &[
    Guide { source: "ddb-lib entity-keys", arms: entity_keys::ARMS },
    Guide { source: "Turbine key-patterns", arms: turbine::ARMS },
    Guide { source: "ddb-lib composite-keys", arms: composite_keys::ARMS },
    Guide { source: "mbc-cqrs key-patterns", arms: mbc_cqrs::ARMS },
    Guide { source: "AWS gaming", arms: aws_gaming::ARMS },
];

#[test]
fn every_row_holds() {
    let faults = faults(TABLE, GUIDES);
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// What is wrong, of rows and of arms.
fn faults(table: &str, guides: &[Guide]) -> Vec<String> {
    let mut lines = table.lines().zip(1..);
    assert_eq!(lines.next().map(|(header, _)| header), Some(HEADER));
    let (mut rows, mut faults) = (Vec::new(), Vec::new());
    for (text, line) in lines {
        match Row::read(line, text) {
            Ok(row) => rows.push(row),
            Err(fault) => faults.push(fault),
        }
    }
    faults.extend(rows.iter().filter_map(|row| row_fault(row, guides)));
    faults.extend(guides.iter().flat_map(|guide| idle_arms(guide, &rows)));
    faults
}

/// What is wrong with a row, if anything.
fn row_fault(row: &Row<'_>, guides: &[Guide]) -> Option<String> {
    let of_source = guides.iter().filter(|guide| guide.source == row.source);
    let takers: Vec<_> =
        of_source.flat_map(|guide| guide.arms).filter(|arm| arm.takes(row)).collect();
    let fault = match takers[..] {
        [arm] => wrong(arm, row)?,
        [] => "no arm takes this row".to_owned(),
        _ => format!("{} arms take this row", takers.len()),
    };
    let Row { line, source, description, .. } = row;
    Some(format!("line {line} ({source}: {description}): {fault}"))
}

/// How our code disagrees with a row, if it does.
fn wrong(arm: &Arm, row: &Row<'_>) -> Option<String> {
    match catch_unwind(AssertUnwindSafe(|| (arm.yields)(row))) {
        Ok(Ok(ours)) if ours == row.expected => None,
        Ok(Ok(ours)) => Some(format!("ours is {ours}, and the row says {}", row.expected)),
        Ok(Err(error)) => Some(error.to_string()),
        Err(panic) => Some(format!("panics: {}", words(&*panic))),
    }
}

fn words(panic: &(dyn Any + Send)) -> &str {
    let text = panic.downcast_ref::<&str>().copied();
    text.or_else(|| panic.downcast_ref::<String>().map(String::as_str)).unwrap_or("without words")
}

fn idle_arms(guide: &Guide, rows: &[Row<'_>]) -> Vec<String> {
    let has_row = |arm: &&Arm| rows.iter().any(|row| row.source == guide.source && arm.takes(row));
    let idle = guide.arms.iter().filter(|arm| !has_row(arm));
    idle.map(|arm| format!("no row for the arm ({}: {})", guide.source, arm.description)).collect()
}

/// The test itself: that nothing slips through it.
mod dispatch {
    use super::{Arm, Guide, HEADER, faults};

    const ECHO: Arm = Arm::new("echo", |row| Ok(row.inputs.clone()));

    fn faults_of(rows: &[&str], arms: &'static [Arm]) -> Vec<String> {
        let table = [&[HEADER], rows].concat().join("\n");
        faults(&table, &[Guide { source: "guide", arms }])
    }

    #[test]
    fn a_row_that_holds_is_no_fault() {
        let rows = ["guide\techo\t\"A#1\"\tA#1", "guide\techo\t[1]\t[1]"];
        assert_eq!(faults_of(&rows, &[ECHO]), [""; 0]);
    }

    #[test]
    fn a_row_without_an_arm_is() {
        let rows = ["guide\techo\t1\t1", "guide\tother\t1\t1", "elsewhere\techo\t1\t1"];
        assert_eq!(
            faults_of(&rows, &[ECHO]),
            [
                "line 3 (guide: other): no arm takes this row",
                "line 4 (elsewhere: echo): no arm takes this row",
            ]
        );
    }

    #[test]
    fn a_row_with_two_arms_is() {
        let rows = ["guide\techo\t1\t1"];
        assert_eq!(faults_of(&rows, &[ECHO, ECHO]), ["line 2 (guide: echo): 2 arms take this row"]);
    }

    #[test]
    fn an_arm_without_a_row_is() {
        const NEVER: Arm = Arm::new("echo", |_| unreachable!()).when(|row| row.inputs.is_null());
        let rows = ["guide\techo\t1\t1"];
        assert_eq!(faults_of(&rows, &[ECHO, NEVER]), ["no row for the arm (guide: echo)"]);
    }

    #[test]
    fn a_row_that_says_otherwise_is() {
        const FAILS: Arm = Arm::new("fails", |_| Err("no such key".into()));
        const PANICS: Arm = Arm::new("panics", |row| Ok(row.text("id").into()));
        let rows = ["guide\techo\t\"A\"\tB", "guide\tfails\t1\t1", "guide\tpanics\t{}\t1"];
        assert_eq!(
            faults_of(&rows, &[ECHO, FAILS, PANICS]),
            [
                r#"line 2 (guide: echo): ours is "A", and the row says "B""#,
                "line 3 (guide: fails): no such key",
                "line 4 (guide: panics): panics: null is no text",
            ]
        );
    }

    #[test]
    fn a_row_that_cannot_be_read_is() {
        let faults = faults_of(&["guide\techo\t1\t1", "guide\techo", "guide\techo\t{\t1"], &[ECHO]);
        assert_eq!(faults.len(), 2);
        assert_eq!(faults[0], "line 3: 2 columns instead of 4");
        assert!(faults[1].starts_with("line 4: the inputs are no JSON: "));
    }
}
