//! Replays the corpus: `fuzz/corpus` has a folder for each target.

use std::fs;
use std::path::{Path, PathBuf};

use ddbkey_tools::{Schema, diff};

use crate::declared::{Depot, League};

type Run = fn(&[u8]);

const TARGETS: [(&str, Run); 7] = [
    ("declaration", crate::declaration::run),
    ("dispatch", crate::dispatch::run),
    ("export", crate::export::run),
    ("parse", crate::parse::run),
    ("snapshot", crate::snapshot::run),
    ("template", crate::template::run),
    ("token", crate::token::run),
];

fn folder(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../fuzz").join(name)
}

/// The names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries =
        fs::read_dir(folder).unwrap_or_else(|error| panic!("{}: {error}", folder.display()));
    let name = |entry: fs::DirEntry| entry.file_name().into_string().expect("a plain name");
    let mut names: Vec<_> = entries.map(|entry| name(entry.expect("an entry"))).collect();
    names.sort();
    names
}

#[test]
fn each_target_has_a_function_a_corpus_and_a_dictionary() {
    let targets = TARGETS.map(|(name, _)| name);
    assert_eq!(names(&folder("corpus")), targets);
    assert_eq!(names(&folder("fuzz_targets")), targets.map(|name| format!("{name}.rs")));
    assert_eq!(names(&folder("dictionaries")), targets.map(|name| format!("{name}.dict")));
}

#[test]
fn no_input_of_the_corpus_breaks_a_promise() {
    for (target, run) in TARGETS {
        let corpus = folder("corpus").join(target);
        let inputs = names(&corpus);
        assert!(inputs.len() >= 10, "only {} inputs in {}", inputs.len(), corpus.display());
        for input in inputs {
            // This names the input of a panic.
            println!("{target}/{input}");
            run(&fs::read(corpus.join(input)).expect("a file"));
        }
    }
}

#[test]
fn a_schema_is_its_own_snapshot() {
    for schema in [Depot::SCHEMA, League::SCHEMA] {
        let own = Schema::of(schema);
        assert_eq!(Schema::parse(&own.to_string()).as_ref(), Ok(&own));
        assert_eq!(diff(&own, &own), []);
    }
}
