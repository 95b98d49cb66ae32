//! Each link of the documents leads somewhere: to a file, to a heading, or to a page of our documentation, whose items
//! are in `public-api.txt`. rustdoc checks neither the part behind `#` nor a link to another crate.

#![allow(unexpected_cfgs, reason = "without the features of the guides, every link is absolute")]

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

#[macro_use]
#[path = "../../ddbkey/src/guide/links.rs"]
mod links_of_keys;
const LINKS_OF_KEYS: &str = links!();

#[macro_use]
#[path = "../../ddbkey-aws/src/guide/links.rs"]
mod links_of_items;
const LINKS_OF_ITEMS: &str = links!();

const CRATES: [&str; 6] =
    ["ddbkey", "ddbkey-derive", "ddbkey-aws", "ddbkey-tools", "ddbkey-engine", "cargo-ddbkey"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// Adds the files below a folder that have this extension.
fn files(folder: &Path, extension: &str, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).into_iter().flatten().flatten() {
        let path = entry.path();
        if path.is_dir() {
            files(&path, extension, found);
        } else if path.extension().is_some_and(|own| own == extension) {
            found.push(path);
        }
    }
}

/// The Markdown of the repository: what a forge shows, and what rustdoc includes.
fn documents() -> Vec<PathBuf> {
    let mut found = Vec::new();
    for folder in [root(), root().join("ddbkey")] {
        for entry in fs::read_dir(folder).expect("a folder").flatten() {
            let path = entry.path();
            if path.extension().is_some_and(|own| own == "md") && !path.is_symlink() {
                found.push(path);
            }
        }
    }
    for name in CRATES {
        found
            .extend([root().join(name).join("README.md")].into_iter().filter(|path| path.exists()));
        files(&root().join(name).join("src"), "md", &mut found);
    }
    found
}

/// Returns the lines outside of code blocks.
fn prose(page: &str) -> String {
    let mut is_code = false;
    let mut kept = String::new();
    for line in page.lines() {
        if line.trim_start().starts_with("```") {
            is_code = !is_code;
        } else if !is_code {
            kept += line;
            kept.push('\n');
        }
    }
    kept
}

/// Returns the targets of all links of a page: `](target)` and `[label]: target`.
fn targets(page: &str) -> Vec<String> {
    let prose = prose(page);
    let inline = prose.split("](").skip(1).filter_map(|rest| rest.split_once(')'));
    let named = prose.lines().filter(|line| line.starts_with('['));
    let named = named.filter_map(|line| line.split_once("]: ")).map(|(_, target)| target);
    inline.map(|(target, _)| target).chain(named).map(str::to_owned).collect()
}

/// Returns the ids of a page's headings.
fn headings(page: &str) -> BTreeSet<String> {
    let prose = prose(page);
    let titles = prose.lines().filter(|line| line.starts_with('#'));
    let id = |title: &str| -> String {
        let title = title.trim_start_matches('#').trim();
        let kept = title.chars().filter(|c| c.is_alphanumeric() || " -_".contains(*c));
        kept.map(|c| if c == ' ' { '-' } else { c.to_ascii_lowercase() }).collect()
    };
    titles.map(id).collect()
}

fn has_heading(path: &Path, id: &str) -> bool {
    path.exists() && (id.is_empty() || headings(&read(path)).contains(id))
}

/// Returns the page of a guide, given a crate and the name of a module.
fn guide(folder: &str, page: &str) -> PathBuf {
    root().join(folder).join("src/guide").join(page).with_extension("md")
}

/// Returns whether a page of our documentation exists, given what follows `https://docs.rs/`.
fn is_documented(address: &str) -> bool {
    let (page, id) = address.split_once('#').unwrap_or((address, ""));
    let mut parts: Vec<&str> = page.split('/').filter(|part| !part.is_empty()).collect();
    let name = parts.remove(0);
    if parts.len() <= 2 {
        return CRATES.contains(&name) && id.is_empty();
    }
    if parts[1] != name.replace('-', "_") {
        return false;
    }
    let path = parts.split_off(2);
    if let ["guide", rest @ ..] = &*path {
        let module = rest.iter().filter(|part| **part != "index.html").collect::<Vec<_>>();
        return match &*module {
            [] => id.is_empty(),
            [module] => has_heading(&guide(name, module), id),
            _ => false,
        };
    }
    // `part/struct.Shard.html#method.of` is `part::Shard::of`.
    let path = path.iter().filter(|part| **part != "index.html");
    let item =
        path.map(|part| part.trim_end_matches(".html").rsplit('.').next().unwrap_or_default());
    let member = id.split_once('.').map(|(_, member)| member);
    let item = [parts[1]].into_iter().chain(item).chain(member).collect::<Vec<_>>().join("::");
    let names = read(&root().join(name).join("public-api.txt"));
    names.lines().any(|line| line == item || line.starts_with(&format!("{item}::")))
}

/// Returns whether a link of a document leads somewhere.
fn leads_somewhere(document: &Path, target: &str) -> bool {
    if let Some(address) = target.strip_prefix("https://docs.rs/") {
        let is_ours = CRATES.iter().any(|name| address.split('/').next() == Some(name));
        return !is_ours || is_documented(address);
    }
    let (path, id) = target.split_once('#').unwrap_or((target, ""));
    if path.is_empty() {
        return has_heading(document, id);
    }
    if path.starts_with("https://") {
        return true;
    }
    if let Some((start, item)) = path.split_once("::") {
        // rustdoc checks the item.
        let own = document.strip_prefix(root()).expect("a document").iter().next();
        let own = own.and_then(|own| own.to_str()).expect("a folder");
        let folder = if start.ends_with("ddbkey") { "ddbkey" } else { own };
        return match item.strip_prefix("guide::") {
            Some(page) => has_heading(&guide(folder, page), id),
            None if path.starts_with("derive@") => {
                let page = match item {
                    "DdbKeys" => "keys",
                    "DdbTable" => "table",
                    _ => "part",
                };
                has_heading(&root().join(format!("ddbkey-derive/src/docs/{page}.md")), id)
            }
            None => id.is_empty(),
        };
    }
    let file = document.parent().expect("a folder").join(path);
    file.exists() && (id.is_empty() || has_heading(&file, id))
}

#[test]
fn each_link_of_a_document_leads_somewhere() {
    let documents = documents();
    assert!(documents.len() > 30, "{documents:?}");
    let mut dead = Vec::new();
    for document in documents {
        let links = targets(&read(&document)).into_iter();
        let links = links.filter(|target| !leads_somewhere(&document, target));
        dead.extend(links.map(|target| format!("{}: {target}", document.display())));
    }
    assert!(dead.is_empty(), "{}", dead.join("\n"));
}

#[test]
fn each_absolute_link_of_the_guides_and_of_the_sources_is_documented() {
    let mut sources = Vec::new();
    for name in CRATES {
        files(&root().join(name).join("src"), "rs", &mut sources);
    }
    let texts = sources.iter().map(|path| read(path));
    let texts = texts.chain([LINKS_OF_KEYS, LINKS_OF_ITEMS].map(str::to_owned));
    let mut found = BTreeSet::new();
    for text in texts {
        for rest in text.split("https://docs.rs/").skip(1) {
            let address = rest.split(|c: char| c.is_whitespace() || "\")>`\\".contains(c)).next();
            found.extend(address.filter(|it| it.contains("ddbkey")).map(str::to_owned));
        }
    }
    assert!(found.len() > 30, "{found:?}");
    let dead: Vec<_> = found.iter().filter(|address| !is_documented(address)).collect();
    assert!(dead.is_empty(), "{dead:#?}");
}

/// A name in square brackets that a forge would show with its brackets.
#[test]
fn each_name_of_a_link_in_a_readme_has_a_target() {
    let readmes = [""].iter().chain(&CRATES).map(|name| root().join(name).join("README.md"));
    for readme in readmes.filter(|path| path.exists()) {
        let prose = prose(&read(&readme));
        let lower = prose.to_lowercase();
        let is_target = |name: &str| lower.contains(&format!("\n[{}]: ", name.to_lowercase()));
        for line in prose.lines().filter(|line| !line.contains("]: ")) {
            let text = without_code(line);
            for (at, _) in text.match_indices('[') {
                let Some((name, after)) = text[at + 1..].split_once(']') else { continue };
                let is_known = after.starts_with(['(', '[']) || is_target(name);
                assert!(is_known, "{}: [{name}]", readme.display());
            }
        }
    }
}

/// Removes code in backticks that is not the whole name of a link.
fn without_code(line: &str) -> String {
    let mut kept = String::new();
    for (at, piece) in line.split('`').enumerate() {
        if at % 2 == 0 {
            kept += piece;
        } else if kept.ends_with('[') {
            kept += &format!("`{piece}`");
        }
    }
    kept
}
