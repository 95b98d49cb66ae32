//! The tables of the guides and of the README pass the review, or their page says why not: an answer to a note is a sentence
//! of the page.
//!
//! `reviewed` has a file of answers for each table with notes.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use quote::ToTokens;
use syn::{Block, Item, ItemEnum, Stmt};

use crate::scratch::{root, run};

/// The README, and the folders of the guides.
const PAGES: [&str; 3] = ["README.md", "ddbkey/src/guide", "ddbkey-aws/src/guide"];

/// A table that a page declares.
struct Declared {
    /// The page and the enum, which is the name of the file of answers.
    name: String,
    page: String,
    items: Vec<Item>,
    table: ItemEnum,
}

#[test]
#[ignore = "slow: `.ci/run` runs it"]
fn tables_of_the_pages_pass_the_review_or_say_why_not() {
    let tables = tables();
    assert!(tables.len() > 25, "{} tables", tables.len());
    let folder = root().join("tests/tests/declarations/reviewed");
    let report = review(&tables, &folder);
    assert!(report.is_empty(), "{report}");
    let mut names: BTreeSet<_> = tables.iter().map(|own| format!("{}.txt", own.name)).collect();
    assert_eq!(names.len(), tables.len(), "two tables with one name: {names:?}");
    for file in fs::read_dir(&folder).expect("the folder") {
        let file = file.expect("a file").file_name().into_string().expect("a name");
        assert!(names.remove(&file), "{file} belongs to no table");
        let answers = fs::read_to_string(folder.join(&file)).expect("answers");
        let own = tables.iter().find(|own| format!("{}.txt", own.name) == file).expect("it");
        let page = own.page.split_whitespace().collect::<Vec<_>>().join(" ");
        for line in answers.lines().filter(|line| !line.starts_with('#') && !line.is_empty()) {
            let (_, answer) = line.split_once(": ").expect("an answer");
            assert!(page.contains(answer), "{file}: the page does not say `{answer}`");
        }
    }
}

/// Compiles a program of all tables that checks their answers, and returns what it prints.
fn review(tables: &[Declared], answers: &Path) -> String {
    let folder = root().join("target/declarations/guide");
    fs::create_dir_all(&folder).expect("a folder");
    let mut main = String::from(
        "#![allow(warnings)]\nmod names {\n    pub use ddbkey::{DdbKeys, DdbTable, KeyPart};\n    \
         pub use serde::{Deserialize, Serialize};\n}\n",
    );
    let mut calls = String::new();
    for (at, Declared { name, items, table, .. }) in tables.iter().enumerate() {
        let path = answers.join(name).with_extension("txt");
        let items: Vec<_> = items.iter().map(|own| own.to_token_stream().to_string()).collect();
        let (items, table) = (items.join("\n"), &table.ident);
        let module = format!(
            "use super::names::*;\n{items}\npub fn check() {{\n    \
             let schema = <{table} as ::ddbkey::DdbTable>::SCHEMA;\n    \
             if let Err(error) = ::ddbkey_tools::check_review(schema, {path:?}) {{\n        \
             println!(\"{{error}}\");\n    }}\n}}\n"
        );
        fs::write(folder.join(format!("table{at}.rs")), module).expect("written");
        main += &format!("mod table{at};\n");
        calls += &format!("    table{at}::check();\n");
    }
    fs::write(folder.join("main.rs"), format!("{main}fn main() {{\n{calls}}}\n")).expect("written");
    run(&folder, "main.rs")
}

fn tables() -> Vec<Declared> {
    let mut tables: Vec<Declared> = Vec::new();
    for (name, page) in pages() {
        for block in blocks(&page) {
            let Ok(block) = syn::parse_str(&block) else { panic!("{name}: not Rust:\n{block}") };
            let items = items(block);
            let Some(table) = items.iter().find_map(table) else { continue };
            let name = format!("{name}-{}", table.ident);
            let same = tables.iter().filter(|own| own.name.starts_with(&name)).count();
            let name = if same == 0 { name } else { format!("{name}-{}", same + 1) };
            tables.push(Declared { name, page: page.clone(), table: table.clone(), items });
        }
    }
    tables
}

/// Returns the pages with their names: the crate and the file.
fn pages() -> Vec<(String, String)> {
    let mut pages = Vec::new();
    for own in PAGES {
        let (path, of) = (root().join(own), own.split('/').next().unwrap_or_default());
        let files = match fs::read_dir(&path) {
            Ok(files) => files.map(|file| file.expect("a file").path()).collect(),
            Err(_) => vec![path],
        };
        for file in files.into_iter().filter(|file| file.extension().is_some_and(|own| own == "md"))
        {
            let stem = file.file_stem().unwrap_or_default().to_string_lossy().to_lowercase();
            let name = if of == own { stem } else { format!("{of}-{stem}") };
            pages.push((name, fs::read_to_string(file).expect("a page")));
        }
    }
    pages.sort();
    pages
}

/// Returns the blocks that declare a table and compile, each as a block of Rust with its hidden lines.
fn blocks(page: &str) -> impl Iterator<Item = String> {
    let blocks = page.split("```").skip(1).step_by(2).filter_map(|block| block.split_once('\n'));
    let rust = blocks.filter(|(language, block)| {
        matches!(*language, "" | "rust" | "no_run" | "rust,no_run") && block.contains("DdbTable")
    });
    rust.map(|(_, block)| {
        let lines = block.lines().map(|line| match line.trim_start() {
            "#" => "",
            own => own.strip_prefix("# ").unwrap_or(line),
        });
        format!("{{\n{}\n}}", lines.collect::<Vec<_>>().join("\n"))
    })
}

/// The crates that declarations import from.
const CRATES: [&str; 9] =
    ["chrono", "ddbkey", "ddbkey_aws", "jiff", "serde", "std", "time", "ulid", "uuid"];

/// Returns the declarations of a block, also of those in its `main`, without the code that uses them.
fn items(block: Block) -> Vec<Item> {
    let items = block.stmts.into_iter().flat_map(|statement| match statement {
        Stmt::Item(Item::Fn(own)) if own.sig.ident == "main" => items(*own.block),
        Stmt::Item(item) if is_declaration(&item) => vec![item],
        _ => Vec::new(),
    });
    items.collect()
}

fn is_declaration(item: &Item) -> bool {
    match item {
        Item::Struct(_) | Item::Enum(_) => true,
        Item::Impl(own) => own.trait_.is_none(),
        Item::Use(own) => match &own.tree {
            syn::UseTree::Path(path) => CRATES.iter().any(|name| path.ident == name),
            _ => false,
        },
        _ => false,
    }
}

/// Returns the enum of a table.
fn table(item: &Item) -> Option<&ItemEnum> {
    let Item::Enum(own) = item else { return None };
    let is_table = |own: &syn::Attribute| {
        own.path().is_ident("derive") && own.to_token_stream().to_string().contains("DdbTable")
    };
    own.attrs.iter().any(is_table).then_some(own)
}
