//! What `.ci/sizes` prints about the crates in a folder.

#[path = "../tests/tests/keys/arrows/modules.rs"]
mod modules;

use std::collections::{BTreeMap, BTreeSet};
use std::ffi::OsStr;
use std::fs;
use std::path::{Path, PathBuf};

use modules::Modules;

const COLUMNS: [&str; 10] =
    ["code", "docs", "comments", "blank", "tests", "names", "modules", "arrows", "up", "circles"];

fn main() {
    let tree = PathBuf::from(std::env::args().nth(1).expect("a folder"));
    print!("{:15}", "");
    for column in COLUMNS {
        print!("{column:>9}");
    }
    println!();
    let folders =
        fs::read_dir(&tree).expect("a folder").map(|entry| entry.expect("an entry").path());
    let mut crates: Vec<_> =
        folders.filter(|path| path.join("src").is_dir() && name(path).contains("ddbkey")).collect();
    crates.sort();
    for path in crates {
        print(&path);
    }
}

fn print(path: &Path) {
    let modules = Modules::read(&path.join("src"));
    let mut lines = BTreeMap::new();
    for file in files(&path.join("src")) {
        let text = fs::read_to_string(&file).expect("a text");
        let compiled = modules.lines.get(&file);
        let is_page = file.extension() == Some(OsStr::new("md"));
        for (line, number) in text.lines().zip(1..) {
            let is_tested = !is_page && compiled.is_none_or(|lines| !lines.contains(&number));
            *lines.entry(kind(line.trim(), is_page, is_tested)).or_insert(0) += 1;
        }
    }
    for file in files(&path.join("tests")) {
        *lines.entry("tests").or_insert(0) +=
            fs::read_to_string(file).expect("a text").lines().count();
    }
    let names = fs::read_to_string(path.join("public-api.txt")).unwrap_or_default().lines().count();
    print!("{:15}", name(path));
    for column in &COLUMNS[..5] {
        print!("{:>9}", lines.get(column).unwrap_or(&0));
    }
    let circles = modules.circles();
    let up: usize = circles.iter().map(|circle| arrows_up(&modules, circle)).sum();
    let sizes: Vec<_> = circles.iter().map(|circle| circle.len().to_string()).collect();
    let sizes = if sizes.is_empty() { "0".to_owned() } else { sizes.join("+") };
    println!("{names:>9}{:>9}{:>9}{up:>9}{sizes:>9}", modules.names.len(), modules.arrows.len());
}

fn name(path: &Path) -> String {
    path.file_name().expect("a name").to_string_lossy().into_owned()
}

fn kind(line: &str, is_page: bool, is_tested: bool) -> &'static str {
    match line {
        _ if is_tested => "tests",
        "" => "blank",
        _ if is_page || line.starts_with("///") || line.starts_with("//!") => "docs",
        _ if line.starts_with("//") => "comments",
        _ => "code",
    }
}

/// Returns the sources and pages of a folder that may be missing.
fn files(folder: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(folder) else { return Vec::new() };
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let (folders, texts): (Vec<_>, Vec<_>) = paths.partition(|path| path.is_dir());
    let is_text = |file: &PathBuf| {
        ["rs", "md"].iter().any(|extension| file.extension() == Some(OsStr::new(extension)))
    };
    let inner: Vec<_> = folders.iter().flat_map(|folder| files(folder)).collect();
    texts.into_iter().filter(is_text).chain(inner).collect()
}

/// Returns the smallest number of arrows up that an order of these modules can have: for each set of modules at the bottom,
/// the best of the modules that can be its top.
fn arrows_up(modules: &Modules, circle: &BTreeSet<&str>) -> usize {
    let names: Vec<_> = circle.iter().collect();
    assert!(names.len() < 25, "a circle of {} modules has too many orders", names.len());
    let place = |name: &String| names.iter().position(|module| **module == name);
    let mut named_by = vec![0_u32; names.len()];
    for (from, to) in modules.arrows.keys() {
        if let (Some(from), Some(to)) = (place(from), place(to)) {
            named_by[to] |= 1 << from;
        }
    }
    let mut best = vec![usize::MAX; 1 << names.len()];
    best[0] = 0;
    for bottom in 1_usize..1 << names.len() {
        for top in (0..names.len()).filter(|top| bottom & (1 << top) != 0) {
            let below = bottom & !(1 << top);
            let up = (named_by[top] & below as u32).count_ones() as usize;
            best[bottom] = best[bottom].min(best[below] + up);
        }
    }
    best[best.len() - 1]
}
