//! A crate of generated tables: written, compiled without those that rustc refuses, and run.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use crate::adapter::adapter;
use crate::draw::Drawn;

pub struct Scratch {
    folder: PathBuf,
    target: PathBuf,
    tables: Vec<bool>,
}

impl Scratch {
    /// A crate with a module for each table.
    pub fn new(name: &str, tables: &[Drawn]) -> Self {
        let here = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = here.parent().expect("a workspace");
        let target = root.join("target/declarations");
        let folder = target.join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(folder.join("src")).expect("a folder");
        let write = |name: &str, text: &str| fs::write(folder.join(name), text).expect("written");
        let ddbkey = root.join("ddbkey");
        write(
            "Cargo.toml",
            &format!(
                "[package]\nname = \"declarations-{name}\"\nversion = \"0.0.0\"\nedition = \"2024\"\n\n\
                 [dependencies]\n\
                 ddbkey = {{ path = {ddbkey:?}, features = [\"chrono\", \"jiff\", \"serde\", \"time\", \"tools\", \"ulid\", \"uuid\"] }}\n\
                 chrono = {{ version = \"0.4\", default-features = false }}\n\
                 jiff = {{ version = \"0.2\", default-features = false }}\n\
                 serde = {{ version = \"1\", features = [\"derive\"] }}\n\
                 serde_json = \"1\"\n\
                 time = {{ version = \"0.3\", default-features = false }}\n\
                 ulid = {{ version = \"3\", default-features = false }}\n\
                 uuid = {{ version = \"1\", default-features = false }}\n\n\
                 [profile.dev]\ndebug = false\nincremental = false\n\n[workspace]\n"
            ),
        );
        fs::copy(root.join("Cargo.lock"), folder.join("Cargo.lock")).expect("a lock file");
        fs::copy(root.join("rust-toolchain.toml"), folder.join("rust-toolchain.toml"))
            .expect("a toolchain");
        for (number, drawn) in tables.iter().enumerate() {
            write(&format!("src/table{number}.rs"), &drawn.source);
            if drawn.mistake.is_none() {
                write(&format!("src/run{number}.rs"), &adapter(number, &drawn.table));
                let text = serde_json::to_string(&drawn.table).expect("JSON");
                write(&format!("src/table{number}.json"), &text);
            } else {
                write(&format!("src/run{number}.rs"), "");
            }
        }
        let is_run = tables.iter().map(|drawn| drawn.mistake.is_none()).collect();
        Self { folder, target, tables: is_run }
    }

    /// The tables that do not compile, with what rustc says. Some errors hide others: it takes several
    /// rounds.
    pub fn refused(&self) -> Vec<(usize, String)> {
        let mut refused: BTreeMap<usize, String> = BTreeMap::new();
        loop {
            self.write_main(&refused.keys().copied().collect());
            let output = self.cargo(&["check"]);
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
                    if self.tables.len() > number {
                        let said = refused.entry(number).or_default();
                        said.push_str(message);
                        said.push('\n');
                    }
                }
            }
            assert!(refused.len() > before, "an error of no table: {text}");
        }
    }

    /// Runs the checks of what compiles.
    pub fn run(&self, seed: u64) -> (String, bool) {
        let output = self.cargo(&["run", "--quiet", "--", &seed.to_string()]);
        let mut report = String::from_utf8_lossy(&output.stdout).into_owned();
        if !output.status.success() && !report.contains("FAILED") {
            report += &String::from_utf8_lossy(&output.stderr);
        }
        (report, output.status.success())
    }

    fn write_main(&self, without: &BTreeSet<usize>) {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/declarations");
        let mut main = String::from("#![allow(warnings)]\n");
        for (name, path) in [
            ("model", "model.rs"),
            ("random", "random.rs"),
            ("support", "crate/support.rs"),
            ("check", "crate/check.rs"),
        ] {
            main += &format!("#[path = {:?}] mod {name};\n", here.join(path));
        }
        let mut list = String::new();
        for (number, is_run) in self.tables.iter().enumerate() {
            if without.contains(&number) {
                continue;
            }
            main += &format!("mod table{number};\n");
            if *is_run {
                main += &format!("mod run{number};\n");
                list += &format!(
                    "check::Made {{ number: {number}, description: include_str!(\"table{number}.json\"), \
                     subjects: run{number}::SUBJECTS, dispatch: run{number}::dispatch, schema: run{number}::schema }},\n"
                );
            }
        }
        main += &format!(
            "fn main() {{\n    let seed = std::env::args().nth(1).unwrap().parse().unwrap();\n    \
             std::panic::set_hook(Box::new(|_| {{}}));\n    \
             let (failed, c) = check::check(&[{list}], seed);\n    \
             println!(\"{{}} keys built, {{}} refused, {{}} texts ({{}} read), {{}} queries over {{}} rows\", \
             c.built, c.refused, c.texts, c.read, c.conditions, c.rows);\n    \
             std::process::exit((failed > 0) as i32);\n}}\n"
        );
        fs::write(self.folder.join("src/main.rs"), main).expect("written");
    }

    fn cargo(&self, arguments: &[&str]) -> Output {
        Command::new(env!("CARGO"))
            .args(arguments)
            .args(if arguments[0] == "run" { &[][..] } else { &["--quiet"] })
            .current_dir(&self.folder)
            .env("CARGO_TARGET_DIR", self.target.join("target"))
            .env("CARGO_NET_OFFLINE", "true")
            .env_remove("RUSTFLAGS")
            .output()
            .expect("cargo runs")
    }
}

/// The tables that a message names: `src/table7.rs`, `src/run7.rs`.
fn numbers(message: &str) -> BTreeSet<usize> {
    let starts = message.match_indices("src/table").map(|(at, text)| at + text.len());
    let starts = starts.chain(message.match_indices("src/run").map(|(at, text)| at + text.len()));
    let digits = starts.map(|at| {
        let rest = &message[at..];
        &rest[..rest.find(|c: char| !c.is_ascii_digit()).unwrap_or(rest.len())]
    });
    digits.filter_map(|digits| digits.parse().ok()).collect()
}
