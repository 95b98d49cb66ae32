//! A crate of generated tables: written, compiled without those that rustc refuses, and run.
//!
//! The test calls rustc directly, with the dependencies that it was built with itself, so none is built again.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

use serde_json::Value;

use crate::adapter::adapter;
use crate::cargo::cargo;
use crate::draw::{Drawn, Role};

/// The crates that generated code names. If there are several versions, the newest.
const CRATES: [&str; 17] = [
    "aws_sdk_dynamodb",
    "chrono",
    "compact_str",
    "ddbkey",
    "ddbkey_aws",
    "ddbkey_engine",
    "ddbkey_tools",
    "jiff",
    "serde",
    "serde_bytes",
    "serde_dynamo",
    "serde_json",
    "smol_str",
    "time",
    "tokio",
    "ulid",
    "uuid",
];

pub struct Scratch {
    folder: PathBuf,
    /// The module that checks what the tables do, if they are run.
    checker: Option<&'static str>,
    count: usize,
}

impl Scratch {
    /// A crate with a module for each table.
    pub fn new(name: &str, checker: Option<&'static str>, tables: &[Drawn]) -> Self {
        let folder = root().join("target/declarations").join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let write = |name: String, text: &str| {
            fs::write(folder.join("src").join(name), text).expect("written");
        };
        for (number, drawn) in tables.iter().enumerate() {
            write(format!("table{number}.rs"), &drawn.source);
            if !matches!(drawn.role, Role::Mistake(_)) {
                write(format!("run{number}.rs"), &adapter(number, drawn));
                let text = serde_json::to_string(&drawn.table).expect("JSON");
                write(format!("table{number}.json"), &text);
            }
        }
        Self { folder, checker, count: tables.len() }
    }

    /// Returns the tables that do not compile, with the messages of rustc. Some errors hide others, so this takes several
    /// rounds. The last round compiles the rest.
    pub fn refused(&self) -> Vec<(usize, String)> {
        let mut refused: BTreeMap<usize, String> = BTreeMap::new();
        loop {
            self.write_main(&refused.keys().copied().collect());
            let output = self.compile();
            if output.status.success() {
                return refused.into_iter().collect();
            }
            let text = String::from_utf8_lossy(&output.stderr);
            let before = refused.len();
            for message in text.split("\n\n") {
                if !message.starts_with("error") && !message.contains("\nerror") {
                    continue;
                }
                for number in numbers(message) {
                    if self.count > number {
                        let said = refused.entry(number).or_default();
                        said.push_str(message);
                        said.push('\n');
                    }
                }
            }
            assert!(refused.len() > before, "an error of no table: {text}");
        }
    }

    /// Runs the checks of everything that compiles.
    pub fn run(&self, seed: u64) -> (String, bool) {
        let output = Command::new(self.folder.join("run")).arg(seed.to_string()).output();
        let output = output.expect("it runs");
        let mut report = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() && !report.contains("FAILED") {
            report += &String::from_utf8_lossy(&output.stderr);
        }
        (report, output.status.success())
    }

    fn write_main(&self, without: &BTreeSet<usize>) {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declarations");
        let mut main = String::from("#![allow(warnings)]\n");
        let mut modules = vec!["model", "random", "crate/support", "crate/document", "crate/check"];
        if self.checker == Some("histories") {
            modules.extend(["crate/histories", "../rows/store"]);
        }
        for path in modules {
            let name = path.rsplit('/').next().expect("a name");
            main += &format!("#[path = {:?}] mod {name};\n", here.join(path).with_extension("rs"));
        }
        let mut list = String::new();
        for number in (0..self.count).filter(|number| !without.contains(number)) {
            main += &format!("mod table{number};\n");
            if self.checker.is_some() {
                main += &format!("mod run{number};\n");
                list += &format!("run{number}::MADE, ");
            }
        }
        main += &match self.checker {
            None => "fn main() {}\n".to_owned(),
            Some(checker) => format!(
                "fn main() {{\n    let seed = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
                 std::panic::set_hook(Box::new(|panic| println!(\"at {{}}\", panic.location().unwrap())));\n    \
                 std::process::exit(({checker}::check(&[{list}], seed) > 0) as i32);\n}}\n"
            ),
        };
        fs::write(self.folder.join("src/main.rs"), main).expect("written");
    }

    fn compile(&self) -> Output {
        let emit = if self.checker.is_some() { "link" } else { "metadata" };
        rustc()
            .args(["--edition", "2024", "--crate-name", "declarations", "src/main.rs"])
            .args(["-o", "run", "--emit", emit])
            .args(dependencies())
            .current_dir(&self.folder)
            .output()
            .expect("rustc runs")
    }
}

pub fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace")
}

/// Compiles a program from this file in a folder, runs it, and returns what it prints.
pub fn run(folder: &Path, main: &str) -> String {
    let compiled = rustc()
        .args(["--edition", "2024", "--crate-name", "program", main, "-o", "run"])
        .args(dependencies())
        .current_dir(folder)
        .output()
        .expect("rustc runs");
    assert!(compiled.status.success(), "{}", String::from_utf8_lossy(&compiled.stderr));
    let output = Command::new(folder.join("run")).output().expect("it runs");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the rustc next to the cargo that built this test.
pub fn rustc() -> Command {
    Command::new(Path::new(env!("CARGO")).with_file_name("rustc"))
}

/// Returns the options of rustc for the crates that this test was built with, which cargo lists again.
pub fn dependencies() -> &'static [String] {
    static OPTIONS: OnceLock<Vec<String>> = OnceLock::new();
    OPTIONS.get_or_init(|| {
        let is_all = cfg!(feature = "aws");
        let output = cargo()
            .args(if is_all {
                ["test", "--workspace", "--all-features"]
            } else {
                ["test", "-p", "ddbkey-tests"]
            })
            .args(["--test", "declarations", "--no-run", "--message-format", "json", "--offline"])
            .current_dir(root())
            .output()
            .expect("cargo runs");
        let messages = String::from_utf8_lossy(&output.stdout);
        assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
        let messages = messages.lines().map(|line| serde_json::from_str(line).expect("JSON"));
        let mut newest: BTreeMap<&str, (Vec<u32>, String)> = BTreeMap::new();
        for message in messages {
            let message: Value = message;
            let Some(file) = message["filenames"].as_array().and_then(|all| {
                all.iter().filter_map(Value::as_str).find(|name| name.ends_with(".rlib"))
            }) else {
                continue;
            };
            let name = message["target"]["name"].as_str().unwrap_or_default();
            let Some(name) = CRATES.into_iter().find(|own| *own == name) else { continue };
            let package = message["package_id"].as_str().unwrap_or_default();
            let version = package.rsplit(['@', '#']).next().unwrap_or_default().split('.');
            let version: Vec<_> = version.filter_map(|part| part.parse().ok()).collect();
            let found = (version, file.to_owned());
            match newest.get(name) {
                Some((other, _)) if *other == found.0 => panic!("`{name}` is built twice: {file}"),
                Some((other, _)) if *other > found.0 => {}
                _ => drop(newest.insert(name, found)),
            }
        }
        let files = newest.into_iter().map(|(name, (_, file))| format!("{name}={file}"));
        let mut options: Vec<_> = files.flat_map(|file| ["--extern".to_owned(), file]).collect();
        let here = std::env::current_exe().expect("this test");
        let folder = here.parent().expect("a folder").display();
        options.extend(["-L".to_owned(), format!("dependency={folder}")]);
        options
    })
}

/// Returns the tables that a message names: `src/table7.rs`, `src/run7.rs`.
fn numbers(message: &str) -> BTreeSet<usize> {
    let starts = message.match_indices("src/table").map(|(at, text)| at + text.len());
    let starts = starts.chain(message.match_indices("src/run").map(|(at, text)| at + text.len()));
    let digits = starts.map(|at| {
        let rest = &message[at..];
        &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())]
    });
    digits.filter_map(|digits| digits.parse().ok()).collect()
}
