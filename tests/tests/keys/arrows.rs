//! The arrows of the map in `CONTRIBUTING.md`: which folder of `ddbkey/src` uses which, and which crate depends on which.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

/// The folders, each of which uses the ones after it.
const MAP: [&str; 12] = [
    "token", "table", "entity", "query", "key", "rules", "layout", "pattern", "part", "language",
    "error", "text",
];

/// The arrows that point back up, for the reasons in `CONTRIBUTING.md`.
const BACK: [(&str, &str); 9] = [
    ("error", "pattern"),
    ("key", "entity"),
    ("key", "query"),
    ("layout", "table"),
    ("part", "pattern"),
    ("query", "entity"),
    ("rules", "entity"),
    ("rules", "key"),
    ("rules", "table"),
];

/// The crates, each of which depends only on the ones before it.
const CRATES: [&str; 4] = ["ddbkey-derive", "ddbkey", "ddbkey-aws", "ddbkey-tools"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Adds the sources of a folder, without its tests.
fn add_sources(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("an entry").path();
        let stem = path.file_stem().expect("a name");
        if path.is_dir() && stem != "tests" {
            add_sources(&path, files);
        } else if stem != "tests" && path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// Returns the names that follow `crate::` in code, including lists in braces.
fn used(source: &str) -> BTreeSet<String> {
    let code = source.lines().filter(|line| !line.trim_start().starts_with("//"));
    let code: String = code.flat_map(|line| [line, "\n"]).collect();
    let paths = code.split("crate::").skip(1).flat_map(|path| {
        let is_list = path.starts_with('{');
        let end = if is_list { path.find('}') } else { path.find(|c: char| !is_word(c)) };
        path[..end.unwrap_or(path.len())]
            .split(|c| !is_word(c))
            .map(ToOwned::to_owned)
            .collect::<Vec<_>>()
    });
    paths.collect()
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

#[test]
fn the_map_of_folders_is_the_one_of_the_code() {
    let mut back = BTreeSet::new();
    for (at, folder) in MAP.into_iter().enumerate() {
        let path = root().join("ddbkey/src").join(folder);
        let mut files = Vec::from([path.with_extension("rs")]);
        files.retain(|file| file.exists());
        if path.is_dir() {
            add_sources(&path, &mut files);
        }
        assert!(!files.is_empty(), "{folder}");
        let used: BTreeSet<_> = files
            .iter()
            .flat_map(|file| used(&fs::read_to_string(file).expect("a source")))
            .collect();
        back.extend(
            MAP[..at].iter().filter(|other| used.contains(**other)).map(|other| (folder, *other)),
        );
    }
    assert_eq!(back, BACK.into(), "turn the arrow, or give its reason in CONTRIBUTING.md");
}

#[test]
fn the_crates_depend_on_those_before_them() {
    for (at, name) in CRATES.into_iter().enumerate() {
        let manifest =
            fs::read_to_string(root().join(name).join("Cargo.toml")).expect("a manifest");
        let sections = manifest.split("\n[").filter(|section| section.starts_with("dependencies]"));
        let lines: Vec<_> = sections.flat_map(str::lines).collect();
        for later in CRATES.into_iter().skip(at + 1).chain(["ddbkey-engine"]) {
            let is_it = |line: &&str| line.split(['.', ' ', '=']).next() == Some(later);
            assert!(!lines.iter().any(is_it), "`{name}` depends on `{later}`");
        }
        let is_core = name == "ddbkey";
        let names_sdk =
            lines.iter().any(|line| line.starts_with("aws") || line.starts_with("serde_dynamo"));
        assert!(!(is_core && names_sdk), "a key knows no client");
    }
}
