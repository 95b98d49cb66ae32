//! Modules and crates use only what is below them.

mod floors;
mod modules;

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use self::floors::{CRATES, Floors};
use self::modules::Modules;

/// The crates at the end that no crate depends on.
const UNUSED: [&str; 2] = ["cargo-ddbkey", "ddbkey-engine"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Returns what is wrong with the modules of a crate.
fn faults(floors: &Floors, modules: &Modules) -> Vec<String> {
    let mut faults = Vec::new();
    let crate_name = floors.crate_name;
    let listed: BTreeSet<_> = floors.modules.iter().map(|name| (*name).to_owned()).collect();
    for name in listed.symmetric_difference(&modules.names) {
        faults
            .push(format!("{crate_name}: `{name}` is only in the list of floors or in the crate"));
    }
    let floor = |name: &str| floors.modules.iter().position(|module| *module == name);
    let excepted = |from: &str, to: &str| {
        floors.exceptions.iter().any(|exception| (exception.0, exception.1) == (from, to))
    };
    let is_up = |from: &str, to: &str| floor(to) < floor(from);
    for ((from, to), path) in &modules.arrows {
        if is_up(from, to) && !excepted(from, to) {
            faults.push(format!("{crate_name}: `{from}` names `{path}`, which is above it"));
        }
    }
    for (from, to, _) in floors.exceptions {
        if !modules.arrows.contains_key(&((*from).to_owned(), (*to).to_owned())) {
            faults
                .push(format!("{crate_name}: `{from}` no longer names `{to}`: drop the exception"));
        } else if !is_up(from, to) {
            faults.push(format!("{crate_name}: `{to}` is below `{from}`: drop the exception"));
        }
    }
    let is_excepted = |circle: &BTreeSet<&str>| {
        floors.exceptions.iter().any(|(from, to, _)| circle.contains(from) && circle.contains(to))
    };
    for circle in modules.circles().into_iter().filter(|circle| !is_excepted(circle)) {
        faults.push(format!("{crate_name}: a circle of {circle:?}"));
    }
    faults
}

/// `tests/keys/arrows/floors.rs` lists the exceptions. Turn a new arrow rather than add to them.
#[test]
fn modules_name_only_those_below_them() {
    let faults: Vec<_> = CRATES
        .iter()
        .flat_map(|floors| {
            faults(floors, &Modules::read(&root().join(floors.crate_name).join("src")))
        })
        .collect();
    assert!(faults.is_empty(), "{}", faults.join("\n"));
}

/// A crate has at most this many arrows up.
#[test]
fn few_arrows_lead_up() {
    for Floors { crate_name, exceptions, .. } in &CRATES {
        let most = match *crate_name {
            "ddbkey" => 5,
            "ddbkey-derive" => 2,
            _ => 0,
        };
        assert!(exceptions.len() <= most, "{crate_name}: {} arrows up", exceptions.len());
    }
}

#[test]
fn each_crate_has_floors() {
    let folders = fs::read_dir(root()).expect("a folder").map(|entry| entry.expect("an entry"));
    let crates: BTreeSet<_> = folders
        .map(|entry| entry.file_name().into_string().expect("a name"))
        .filter(|name| name.contains("ddbkey"))
        .collect();
    let listed = CRATES.iter().map(|floors| floors.crate_name.to_owned());
    assert_eq!(crates, listed.collect());
}

#[test]
fn the_crates_depend_on_those_before_them() {
    for (at, Floors { crate_name, .. }) in CRATES.iter().enumerate() {
        let manifest =
            fs::read_to_string(root().join(crate_name).join("Cargo.toml")).expect("a manifest");
        let sections = manifest.split("\n[").filter(|section| section.starts_with("dependencies]"));
        let lines: Vec<_> = sections.flat_map(str::lines).collect();
        let later = CRATES[at + 1..].iter().map(|floors| floors.crate_name);
        for name in later.chain(UNUSED).filter(|name| name != crate_name) {
            let is_it = |line: &&str| line.split(['.', ' ', '=']).next() == Some(name);
            assert!(!lines.iter().any(is_it), "`{crate_name}` depends on `{name}`");
        }
        let is_core = *crate_name == "ddbkey";
        let names_sdk =
            lines.iter().any(|line| line.starts_with("aws") || line.starts_with("serde_dynamo"));
        assert!(!(is_core && names_sdk), "a key knows no client");
    }
}

/// The reader of modules, over a crate of each form in which a module names another.
#[test]
fn a_path_of_any_form_is_an_arrow() {
    let src = Path::new(env!("CARGO_TARGET_TMPDIR")).join("arrows");
    for (file, source) in [
        (
            "lib.rs",
            "mod a;\nmod b;\nmod c;\nmod e;\n#[path = \"other.rs\"]\npub mod d;\npub use b::{One, Two as Second};\n",
        ),
        (
            "a/mod.rs",
            "//! crate::c\nmod inner;\n#[cfg(test)]\nmod tests;\nuse crate::{Second, b::One};\nconst S: &str = \"crate::c\"; // crate::c\n",
        ),
        (
            "a/inner.rs",
            "use super::super::d::{self, X};\nuse super::One;\n#[cfg(test)]\nmod tests { use crate::c; }\n",
        ),
        ("b.rs", "pub struct One;\nmod deep { fn f<'c>() { super::super::c::f::<'c'>(); } }\n"),
        ("c.rs", "fn f() { let _ = r#\"crate::a\"#; \"\\\"\"; crate::a::f() }\n"),
        ("e.rs", ""),
        ("other.rs", "macro_rules! m { () => { $crate::Second } }\n"),
    ] {
        let file = src.join(file);
        fs::create_dir_all(file.parent().expect("a folder")).expect("a new folder");
        fs::write(file, source).expect("a new file");
    }
    let modules = Modules::read(&src);
    let arrows: Vec<_> =
        modules.arrows.keys().map(|(from, to)| (from.as_str(), to.as_str())).collect();
    assert_eq!(arrows, [("a", "b"), ("a", "d"), ("b", "c"), ("c", "a"), ("d", "b")]);
    assert_eq!(modules.circles(), BTreeSet::from([BTreeSet::from(["a", "b", "c", "d"])]));
    let floors = Floors {
        crate_name: "of-this-test",
        modules: &["a", "d", "b", "c", "e"],
        exceptions: &[("e", "a", "an arrow that is not there")],
    };
    assert_eq!(
        faults(&floors, &modules),
        [
            "of-this-test: `c` names `a::f`, which is above it",
            "of-this-test: `e` no longer names `a`: drop the exception",
            "of-this-test: a circle of {\"a\", \"b\", \"c\", \"d\"}",
        ]
    );
}
