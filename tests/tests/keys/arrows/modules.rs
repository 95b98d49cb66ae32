//! The modules of a crate, read from its sources as the compiler finds them, and the paths by which each names another.
//! Needs nothing but std, since `.ci/sizes` compiles it alone.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

/// The modules in the root of a crate, and what each of them names.
#[derive(Default)]
pub struct Modules {
    /// A file and the folder beside it are one module.
    pub names: BTreeSet<String>,
    /// Pairs of modules: the first names the second, by the path beside them.
    pub arrows: BTreeMap<(String, String), String>,
    /// The files of the crate and its lines that are compiled without tests.
    pub lines: BTreeMap<PathBuf, BTreeSet<usize>>,
    /// Names in the root that come from a module.
    exported: BTreeMap<String, String>,
    /// The module that each path is in, and the path from the root.
    named: Vec<(String, Vec<String>)>,
}

impl Modules {
    /// Reads the crate whose root is in a folder.
    pub fn read(src: &Path) -> Self {
        let mut modules = Self::default();
        let root = ["lib.rs", "main.rs"].map(|name| src.join(name));
        let root = root.iter().find(|path| path.exists()).expect("a crate has a root");
        modules.file(root, src, &[]);
        let named = std::mem::take(&mut modules.named);
        for (from, path) in named {
            let to = modules.exported.get(&path[0]).unwrap_or(&path[0]).clone();
            if modules.names.contains(&to) && from != to {
                modules.arrows.entry((from, to)).or_insert_with(|| path.join("::"));
            }
        }
        modules
    }

    /// Returns each set of modules that reach one another.
    pub fn circles(&self) -> BTreeSet<BTreeSet<&str>> {
        let reached: BTreeMap<_, _> =
            self.names.iter().map(|name| (name.as_str(), self.reached(name))).collect();
        let circle = |name: &&str| {
            let is_in =
                |other: &&&str| reached[name].contains(**other) && reached[**other].contains(name);
            reached.keys().filter(is_in).copied().collect()
        };
        reached.keys().map(circle).filter(|circle: &BTreeSet<&str>| !circle.is_empty()).collect()
    }

    fn reached<'m>(&'m self, module: &'m str) -> BTreeSet<&'m str> {
        let mut reached = BTreeSet::new();
        let mut open = vec![module];
        while let Some(module) = open.pop() {
            let named = self.arrows.keys().filter(|(from, _)| from == module);
            open.extend(named.map(|(_, to)| to.as_str()).filter(|to| reached.insert(*to)));
        }
        reached
    }

    /// Reads a file, whose modules are in a folder, at a path from the root.
    fn file(&mut self, file: &Path, folder: &Path, path: &[String]) {
        let source =
            fs::read_to_string(file).unwrap_or_else(|error| panic!("{}: {error}", file.display()));
        let tokens = tokens(&source);
        let mut compiled: BTreeSet<_> = (1..=source.lines().count()).collect();
        let mut path = path.to_vec();
        // The depth of braces at which each module in the file ends.
        let mut inner = Vec::new();
        let mut depth = 0;
        let mut at = 0;
        while at < tokens.len() {
            let text = |ahead: usize| tokens.get(at + ahead).map_or("", |token| token.text);
            match text(0) {
                "#" if is_for_tests(&tokens[at..]) => {
                    let end = at + item(&tokens[at..]);
                    for line in tokens[at].line..=tokens[end - 1].line {
                        compiled.remove(&line);
                    }
                    at = end;
                    continue;
                }
                "{" => depth += 1,
                "}" => {
                    depth -= 1;
                    if inner.last() == Some(&depth) {
                        inner.pop();
                        path.pop();
                    }
                }
                "mod" if text(2) == ";" => {
                    let declared = attribute_path(&tokens[..at]);
                    let (file, folder) = found(file, folder, text(1), declared);
                    let module = [path.as_slice(), &[text(1).to_owned()]].concat();
                    self.names.insert(module[0].clone());
                    self.file(&file, &folder, &module);
                }
                "mod" if text(2) == "{" => {
                    inner.push(depth);
                    path.push(text(1).to_owned());
                    self.names.insert(path[0].clone());
                }
                "use" => {
                    let mut ends = Vec::new();
                    let length = tree(&tokens[at + 1..], &[], &mut ends);
                    for (segments, name) in ends {
                        self.imported(&path, &segments, name);
                    }
                    at += 1 + length;
                    continue;
                }
                "crate" | "super" | "self"
                    if text(1) == "::" && (at == 0 || tokens[at - 1].text != "::") =>
                {
                    let mut ends = Vec::new();
                    at += tree(&tokens[at..], &[], &mut ends);
                    for (segments, _) in ends {
                        self.name(&path, &segments);
                    }
                    continue;
                }
                _ => {}
            }
            at += 1;
        }
        self.lines.insert(file.to_owned(), compiled);
    }

    /// Notes an import, which in the root also exports a name.
    fn imported(&mut self, module: &[String], segments: &[String], name: String) {
        if module.is_empty() {
            let from =
                segments.iter().find(|segment| !["crate", "self"].contains(&segment.as_str()));
            let from = from.cloned().unwrap_or_default();
            if from != name {
                self.exported.insert(name, from);
            }
        } else {
            self.name(module, segments);
        }
    }

    /// Notes a path that a module names, if it leads out of the module.
    fn name(&mut self, module: &[String], segments: &[String]) {
        let mut at = module;
        let mut rest = segments;
        match rest.first().map(String::as_str) {
            Some("crate") => (at, rest) = (&[], &rest[1..]),
            Some("self" | "super") => {}
            _ => return,
        }
        while let Some(segment @ ("self" | "super")) = rest.first().map(String::as_str) {
            if segment == "super" {
                at = at.split_last().map_or(&[], |(_, above)| above);
            }
            rest = &rest[1..];
        }
        if let ([], [_, ..], Some(from)) = (at, rest, module.first()) {
            self.named.push((from.clone(), rest.to_vec()));
        }
    }
}

/// Returns the file of a module and the folder of the modules in it.
fn found(file: &Path, folder: &Path, name: &str, declared: Option<&str>) -> (PathBuf, PathBuf) {
    if let Some(declared) = declared {
        let found = file.parent().expect("a file is in a folder").join(declared);
        let folder = found.parent().expect("a file is in a folder").to_owned();
        return (found, folder);
    }
    let (beside, inside) = (folder.join(format!("{name}.rs")), folder.join(name));
    let found = if beside.exists() { beside } else { inside.join("mod.rs") };
    (found, inside)
}

/// A word, a sign or a string of a source, and its line.
struct Token<'s> {
    text: &'s str,
    line: usize,
}

/// Returns the tokens of a source, without its comments.
fn tokens(source: &str) -> Vec<Token<'_>> {
    let mut tokens = Vec::new();
    let mut rest = source;
    let mut line = 1;
    while let Some(first) = rest.chars().next() {
        let length = length(rest, first);
        let (text, after) = rest.split_at(length);
        let is_comment = text.starts_with("//") || text.starts_with("/*");
        if !first.is_whitespace() && !is_comment {
            tokens.push(Token { text, line });
        }
        line += text.matches('\n').count();
        rest = after;
    }
    tokens
}

fn length(rest: &str, first: char) -> usize {
    let until = |end: &str, from: usize| {
        rest[from..].find(end).map_or(rest.len(), |found| from + found + end.len())
    };
    let word = |from: usize| {
        rest[from..].find(|c: char| !is_word(c)).map_or(rest.len(), |found| from + found)
    };
    let hashes = rest.bytes().skip(1).take_while(|byte| *byte == b'#').count();
    match first {
        '/' if rest.starts_with("//") => rest.find('\n').unwrap_or(rest.len()),
        '/' if rest.starts_with("/*") => until("*/", 2),
        'r' if rest[1 + hashes..].starts_with('"') => {
            until(&format!("\"{}", "#".repeat(hashes)), hashes + 2)
        }
        '"' => literal(rest, '"'),
        '\'' if rest[1..].starts_with('\\') => literal(rest, '\''),
        '\'' if rest.chars().nth(2) == Some('\'') => literal(rest, '\''),
        '\'' => word(1),
        ':' if rest.starts_with("::") => 2,
        _ if is_word(first) => word(0),
        _ => first.len_utf8(),
    }
}

/// Returns the length of a literal with escapes.
fn literal(rest: &str, quote: char) -> usize {
    let mut is_escaped = false;
    let end = rest.char_indices().skip(1).find(|(_, c)| {
        let is_end = *c == quote && !is_escaped;
        is_escaped = *c == '\\' && !is_escaped;
        is_end
    });
    end.map_or(rest.len(), |(at, _)| at + 1)
}

fn is_word(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

fn texts_are(tokens: &[Token<'_>], texts: &[&str]) -> bool {
    tokens.len() >= texts.len() && tokens.iter().zip(texts).all(|(token, text)| token.text == *text)
}

/// Returns whether an attribute leaves its item to tests.
fn is_for_tests(tokens: &[Token<'_>]) -> bool {
    let all = ["#", "[", "cfg", "(", "all", "(", "test"];
    let one = ["test", "doctest"];
    one.iter().any(|one| texts_are(tokens, &["#", "[", "cfg", "(", one, ")", "]"]))
        || texts_are(tokens, &all)
}

/// Returns the length of an item with its attributes.
fn item(tokens: &[Token<'_>]) -> usize {
    let mut depth = 0;
    let mut is_attribute = false;
    let mut is_import = false;
    for (at, token) in tokens.iter().enumerate() {
        match token.text {
            "#" if depth == 0 => is_attribute = true,
            "use" if depth == 0 => is_import = true,
            "(" | "[" | "{" => depth += 1,
            ")" | "]" | "}" => {
                depth -= 1;
                if depth == 0 && token.text == "}" && !is_import {
                    return at + 1;
                }
                if depth == 0 && is_attribute {
                    is_attribute = false;
                }
            }
            ";" if depth == 0 => return at + 1,
            _ => {}
        }
    }
    tokens.len()
}

/// Returns the path in the attribute before a module, whose tokens end with its visibility.
fn attribute_path<'s>(before: &[Token<'s>]) -> Option<&'s str> {
    let end = before.iter().rposition(|token| token.text == "]")?;
    let is_of_module = before[end + 1..]
        .iter()
        .all(|token| ["pub", "(", "crate", "super", ")"].contains(&token.text));
    let attribute = before.get(end.checked_sub(4)?..end)?;
    let is_path = texts_are(attribute, &["[", "path", "="]);
    (is_of_module && is_path).then(|| attribute[3].text.trim_matches('"'))
}

/// Adds the ends of a path with braces, each with its name, and returns its length.
fn tree(tokens: &[Token<'_>], before: &[String], ends: &mut Vec<(Vec<String>, String)>) -> usize {
    let text = |at: usize| tokens.get(at).map_or("", |token| token.text);
    let mut segments = before.to_vec();
    let mut at = usize::from(text(0) == "::");
    if at == 1 {
        // A path of another crate.
        segments.push(String::new());
    }
    loop {
        if text(at) == "{" {
            at += 1;
            while !["}", ""].contains(&text(at)) {
                at += tree(&tokens[at..], &segments, ends).max(1);
                at += usize::from(text(at) == ",");
            }
            return at + 1;
        }
        if !text(at).starts_with(is_word) && text(at) != "*" {
            return at;
        }
        segments.push(text(at).to_owned());
        at += 1;
        if text(at) != "::" || text(at + 1) == "<" {
            break;
        }
        at += 1;
    }
    if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
        segments.pop();
    }
    let mut name = segments.last().cloned().unwrap_or_default();
    if text(at) == "as" {
        text(at + 1).clone_into(&mut name);
        at += 2;
    }
    ends.push((segments, name));
    at
}
