//! Reports the findings in words, for the terminal.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::{self, Write as _};

use super::check::{Counts, Problem};
use super::field::FieldFault;
use super::model::{TableDraft, Without};
use super::words::grouped;

/// Prints what the module explains and what it does not.
pub(super) fn report(
    table: &TableDraft,
    counts: &Counts,
    crates: &BTreeSet<&str>,
    passes: u32,
) -> String {
    let mut out = String::new();
    let total = counts.total();
    let times = if passes == 2 { String::new() } else { format!(" in {passes} passes") };
    let _ =
        writeln!(out, "{} of {} rows are explained{times}:", grouped(total), grouped(counts.rows));
    let name = |at: usize| table.entities[at].name.as_str();
    for (entity, count) in table.entities.iter().zip(&counts.explained) {
        if *count > 0 {
            let few = if *count < 3 { ", too few to tell much" } else { "" };
            let _ = writeln!(out, "  {}: {}{few}", entity.name, grouped(*count));
        }
    }
    if total < counts.rows {
        let _ = match counts.rows - total {
            1 => writeln!(out, "\n1 row is not explained:"),
            left => writeln!(out, "\n{} rows are not explained:", grouped(left)),
        };
        let mut problems: Vec<_> = counts.problems.iter().collect();
        problems.sort_by_key(|(_, count)| std::cmp::Reverse(**count));
        for ((at, problem), count) in problems {
            let entity = at.map(|at| format!("{}: ", name(at))).unwrap_or_default();
            let _ = writeln!(out, "  {entity}{problem}: {}", grouped(*count));
        }
        for (shape, count) in &counts.shapes.counts {
            let _ = writeln!(out, "    {shape}: {}", grouped(*count));
        }
    }
    let blocked: Vec<_> = table.entities.iter().filter(|own| own.is_blocked).collect();
    for entity in &blocked {
        let _ = writeln!(
            out,
            "\n{} is left out, about {} rows, until `--assume` decides.",
            entity.name,
            grouped(entity.rows)
        );
    }
    if !table.doubts.is_empty() {
        let _ = writeln!(out, "\nambiguous:");
        for doubt in &table.doubts {
            let _ = writeln!(out, "  {}, {}: {}", doubt.entity, doubt.subject, doubt.text);
        }
    }
    // One line for each index and reason.
    let mut without: BTreeMap<(&str, Without), Vec<&str>> = BTreeMap::new();
    for entity in table.entities.iter().filter(|own| !own.is_blocked) {
        for (index, why) in &entity.without {
            without.entry((index, *why)).or_default().push(&entity.name);
        }
    }
    for ((index, why), names) in without {
        let names = match names.len() {
            ..4 => names.join(", "),
            count => format!("{count} entities"),
        };
        let _ = writeln!(out, "  {names}, index {index}: {why}");
    }
    if total > 0 {
        let _ = write!(out, "\n{}", needed(crates));
    }
    out
}

/// Returns the commands that add the crates that the module needs.
fn needed(crates: &BTreeSet<&str>) -> String {
    let types = ["chrono", "jiff", "ulid", "uuid"];
    let features: Vec<_> = types.into_iter().filter(|own| crates.contains(own)).collect();
    let mut out = String::from("cargo add ddbkey");
    if !features.is_empty() {
        let _ = write!(out, " --features {}", features.join(","));
    }
    out.push_str("\ncargo add ddbkey-aws\ncargo add serde --features derive\n");
    for own in features {
        let _ = writeln!(out, "cargo add {own} --features serde");
    }
    for own in
        ["serde_bytes", "serde_dynamo", "serde_json"].into_iter().filter(|own| crates.contains(own))
    {
        let _ = writeln!(out, "cargo add {own}");
    }
    out
}

impl fmt::Display for Without {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NoRow => "no row is in it",
            Self::Unexplained => "no declaration explains it, so its attributes are fields",
            Self::Undecided => "left out until `--assume` decides",
            Self::Membership => "nothing decides which rows are in it, so it is left out",
            Self::Shared => {
                "it shares an attribute with an index that other rows are in, so it is left out"
            }
        })
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Keys => f.write_str("the keys belong to no entity"),
            Self::NoKey(name) => write!(f, "no key attribute `{name}`"),
            Self::Key(name) => write!(f, "the attributes do not produce `{name}`"),
            Self::Field(name, FieldFault::Missing) => write!(f, "`{name}` is missing"),
            Self::Field(name, FieldFault::Null) => {
                write!(f, "`{name}` is NULL here and absent in other rows")
            }
            Self::Field(name, FieldFault::Absent) => {
                write!(f, "`{name}` is absent here and NULL in other rows")
            }
            Self::Field(name, FieldFault::Unreadable) => {
                write!(
                    f,
                    "`{name}` has a value that no type writes back, such as a number of more digits than `f64` keeps"
                )
            }
            Self::Field(name, FieldFault::Type) => write!(f, "`{name}` has another type"),
            Self::Attribute(name) => write!(f, "unexpected attribute `{name}`"),
            Self::Index(name) => {
                write!(f, "the attributes do not produce the keys of index `{name}`")
            }
            Self::Membership(name) => {
                write!(f, "in index `{name}`, or not in it, contrary to the attributes")
            }
            Self::Type(name) => write!(f, "`{name}` is not the name of the entity"),
            Self::Other => f.write_str("other reasons"),
        }
    }
}
