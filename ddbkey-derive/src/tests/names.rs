//! The names that a declaration cannot have, compared with the traits that have methods of these names.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use proc_macro2::{Delimiter, TokenStream, TokenTree};

use super::messages::mistakes;
use crate::keys::names::{QUERY_METHODS, RESERVED_METHODS};

#[test]
fn the_methods_of_an_entity_are_reserved() {
    let methods = methods(|name, bounds| {
        name == "DdbKeys" || bounds.contains("DdbKeys") || name == "ItemExt"
    });
    assert!(methods.contains("start_key"), "the trait is found: {methods:?}");
    assert_eq!(methods, RESERVED_METHODS.map(str::to_owned).into());
    for method in methods {
        let declaration = format!(
            r#"#[derive(DdbKeys)] #[pk("A", a)] #[gsi("gsi1" as {method}, pk = ("B", b))]
            struct Row {{ a: String, b: String }}"#
        );
        let found = mistakes(&declaration);
        let [mistake] = &*found else { panic!("{method}: {found:?}") };
        assert!(mistake.to_string().contains(&format!("method `{method}`")), "{mistake}");
    }
}

#[test]
fn the_methods_of_a_query_are_reserved() {
    let methods = methods(|name, _| name == "TypedQuery");
    assert_eq!(methods, QUERY_METHODS.map(str::to_owned).into());
    for method in methods {
        let declaration = format!(
            r#"#[derive(DdbKeys)] #[pk("A")] #[sk("B", {method})] struct Row {{ {method}: String }}"#
        );
        let found = mistakes(&declaration);
        assert!(found.len() == 1, "{method}: {found:?}");
    }
}

/// The public methods of each public trait whose name and supertraits satisfy `is_it`.
fn methods(is_it: impl Fn(&str, &BTreeSet<String>) -> bool) -> BTreeSet<String> {
    let mut methods = BTreeSet::new();
    for source in sources() {
        let tokens: Vec<_> = source.parse::<TokenStream>().expect("Rust").into_iter().collect();
        for (at, token) in tokens.iter().enumerate() {
            let is_trait = is(token, "trait") && at > 0 && is(&tokens[at - 1], "pub");
            let Some(TokenTree::Ident(name)) = tokens.get(at + 1).filter(|_| is_trait) else {
                continue;
            };
            let (mut bounds, mut body) = (BTreeSet::new(), None);
            for token in &tokens[at + 2..] {
                match token {
                    TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => {
                        body = Some(group.stream());
                        break;
                    }
                    token => drop(bounds.insert(token.to_string())),
                }
            }
            if is_it(&name.to_string(), &bounds) {
                methods.extend(public_methods(body.expect("a trait has a body")));
            }
        }
    }
    methods
}

/// The functions of a trait, except those that its documentation hides.
fn public_methods(body: TokenStream) -> Vec<String> {
    let (mut methods, mut is_hidden) = (Vec::new(), false);
    let mut tokens = body.into_iter().peekable();
    while let Some(token) = tokens.next() {
        match &token {
            TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                is_hidden |= group.stream().to_string().replace(' ', "") == "doc(hidden)";
            }
            TokenTree::Group(group) if group.delimiter() == Delimiter::Brace => is_hidden = false,
            TokenTree::Punct(end) if end.as_char() == ';' => is_hidden = false,
            token if is(token, "fn") => {
                if let Some(TokenTree::Ident(name)) = tokens.peek()
                    && !is_hidden
                {
                    methods.push(name.to_string());
                }
            }
            _ => {}
        }
    }
    methods
}

fn is(token: &TokenTree, word: &str) -> bool {
    matches!(token, TokenTree::Ident(ident) if ident == word)
}

/// The source files of the crates whose traits an entity has: all whose folders start with `ddbkey`.
fn sources() -> Vec<String> {
    let workspace = Path::new(env!("CARGO_MANIFEST_DIR")).parent().expect("a workspace");
    let mut folders: Vec<_> = entries(workspace)
        .filter(|path| {
            path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("ddbkey"))
        })
        .map(|path| path.join("src"))
        .filter(|path| path.is_dir())
        .collect();
    let mut sources = Vec::new();
    while let Some(folder) = folders.pop() {
        for path in entries(&folder) {
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "rs") {
                sources.push(fs::read_to_string(path).expect("a source file"));
            }
        }
    }
    sources
}

fn entries(folder: &Path) -> impl Iterator<Item = std::path::PathBuf> {
    fs::read_dir(folder).expect("a folder").map(|entry| entry.expect("an entry").path())
}
