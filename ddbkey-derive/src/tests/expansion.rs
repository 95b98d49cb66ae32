//! The code that the derives generate: the whole code of one entity, to read, and the names that occur in the code of
//! declarations of every shape. The integration tests put something with each of these names into scope.
//!
//! `EXPANSION=write cargo test -p ddbkey-derive expansion` rewrites both files, with `rustfmt`.

use std::collections::BTreeSet;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

use proc_macro2::{Delimiter, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{DeriveInput, Item};

use crate::errors::output;
use crate::{keys, part, table};

const DECLARATIONS: &str = include_str!("expansion/declarations.rs");

/// The entity whose code is in the file.
const ORDER: &str = r#"
    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{created_at:.3}", id)]
    #[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
    struct Order { user_id: String, created_at: Timestamp, id: Ulid, status: Status }
"#;

/// The enum whose code is in the file.
const OWNER: &str = r#"
    #[derive(KeyPart)]
    #[key_part(rename_all = "UPPERCASE")]
    enum Owner {
        User(UserId),
        Org(u32),
        #[key_part(rename = "GLOBAL")]
        Everyone,
    }
"#;

/// An entity with a serde attribute. Its own code is not tested next to other names.
const WITH_SERDE: &str = r#"
    #[derive(DdbKeys)]
    #[ddb(fields_from_keys)]
    #[pk("DOCUMENT", id)]
    #[sk(kind)]
    struct Stored {
        #[serde(skip)]
        id: ::std::string::String,
        #[serde(default)]
        kind: ::std::string::String,
    }
"#;

/// The code of each declaration, in order.
fn expansions(declarations: &str) -> Vec<TokenStream> {
    let file: syn::File = syn::parse_str(declarations).unwrap();
    file.items.iter().filter_map(expansion).collect()
}

fn expansion(item: &Item) -> Option<TokenStream> {
    let (Item::Struct(_) | Item::Enum(_)) = item else { return None };
    let mut input: DeriveInput = syn::parse2(item.to_token_stream()).unwrap();
    let derives: String = input
        .attrs
        .extract_if(.., |attribute| attribute.path().is_ident("derive"))
        .map(|attribute| attribute.to_token_stream().to_string())
        .collect();
    let derive = ["DdbKeys", "DdbTable", "KeyPart"].iter().find(|name| derives.contains(**name));
    let code = match *derive.expect("a derive of ours") {
        "DdbKeys" => output(keys::derive, &input),
        "DdbTable" => output(table::derive, &input),
        _ => output(part::derive, &input),
    };
    assert!(!code.to_string().contains("compile_error"), "{code}");
    Some(code)
}

#[test]
fn an_entity_expands_as_it_is_written_down() {
    let code = expansions(ORDER).remove(0);
    let written = "// The code of `Order` in `expansion.rs`, which says how to write it anew.\n\n";
    assert_file("order.rs", written, &code, include_str!("expansion/order.rs"));
}

/// A part may have the name of a method that a query only refuses.
#[test]
fn a_part_named_limit_replaces_the_method_that_says_why_not() {
    let refused = |parts: &str| {
        let fields = parts.replace(',', ": String,");
        let entity = format!(
            "#[derive(DdbKeys)] #[pk(\"A\", id)] #[sk({parts})] struct A {{ id: String, {fields}: String }}"
        );
        let code = expansions(&entity).remove(0).to_string();
        let (_, after) = code.split_once("of_request :").expect("a query");
        after.split_once(',').map(|(names, _)| names.trim().to_owned())
    };
    assert_eq!(refused("name").as_deref(), Some("limit filter"));
    assert_eq!(refused("limit").as_deref(), Some("filter"));
    assert_eq!(refused("limit, filter").as_deref(), Some(""));
}

#[test]
fn an_enum_with_payloads_expands_as_it_is_written_down() {
    let code = expansions(OWNER).remove(0);
    let written = "// The code of `Owner` in `expansion.rs`, which says how to write it anew.\n\n";
    assert_file("owner.rs", written, &code, include_str!("expansion/owner.rs"));
}

#[test]
fn the_names_are_those_of_the_code() {
    let all = [DECLARATIONS, ORDER, WITH_SERDE].map(expansions).into_iter().flatten().collect();
    let names = Names::of(&all);
    let (names, macros) = (idents(&names.names), idents(&names.macros));
    let code = quote!(names! { { #names } { #macros } });
    let written = "// The names in the code of `declarations.rs`, and those of its macros. `expansion.rs` says how to \
                   write them anew.\n\n";
    assert_file("names.rs", written, &code, include_str!("expansion/names.rs"));
}

fn idents(names: &BTreeSet<String>) -> TokenStream {
    names.iter().map(|name| syn::parse_str::<TokenStream>(name).unwrap()).collect()
}

/// The names in generated code that an item of the user's could also have.
#[derive(Default)]
struct Names {
    names: BTreeSet<String>,
    macros: BTreeSet<String>,
}

impl Names {
    /// Excludes keywords, and the names that the declarations themselves give to items or types.
    fn of(code: &TokenStream) -> Self {
        let mut names = Self::default();
        names.add(code.clone());
        let declared = declared(code).chain(said(DECLARATIONS.parse().unwrap()));
        for name in declared {
            names.names.remove(&name);
        }
        names
    }

    fn add(&mut self, code: TokenStream) {
        let mut before = ' ';
        let mut tokens = code.into_iter().peekable();
        while let Some(token) = tokens.next() {
            match &token {
                TokenTree::Ident(name) if before != '\'' && is_free(&name.to_string()) => {
                    let is_macro = matches!(tokens.peek(), Some(TokenTree::Punct(mark)) if mark.as_char() == '!');
                    let list = if is_macro { &mut self.macros } else { &mut self.names };
                    list.insert(name.to_string());
                }
                TokenTree::Group(group) => self.add(group.stream()),
                _ => {}
            }
            before = if let TokenTree::Punct(punct) = &token { punct.as_char() } else { ' ' };
        }
    }
}

/// Whether an item could have the name: `__text_owned_by_month` names a method in an error of the compiler.
fn is_free(name: &str) -> bool {
    name != "_"
        && !name.starts_with("__text_owned_by_")
        && syn::parse_str::<syn::Ident>(name).is_ok()
}

/// The names of items in generated code.
fn declared(code: &TokenStream) -> impl Iterator<Item = String> {
    let file: syn::File = syn::parse2(code.clone()).unwrap();
    file.items.into_iter().filter_map(|item| match item {
        Item::Struct(item) => Some(item.ident.to_string()),
        Item::Enum(item) => Some(item.ident.to_string()),
        Item::Type(item) => Some(item.ident.to_string()),
        _ => None,
    })
}

/// The types that a declaration names without a path from the root.
fn said(tokens: TokenStream) -> Vec<String> {
    const PRIMITIVES: [&str; 6] = ["str", "char", "u8", "u32", "u64", "i16"];
    let mut names = Vec::new();
    let mut before = String::new();
    for token in tokens {
        match &token {
            TokenTree::Ident(name) => {
                let name = name.to_string();
                let is_type = name.starts_with(char::is_uppercase);
                if !before.ends_with("::") && (is_type || PRIMITIVES.contains(&name.as_str())) {
                    names.push(name);
                }
                before.clear();
            }
            TokenTree::Punct(punct) => before.push(punct.as_char()),
            TokenTree::Group(group) => {
                names.extend(said(group.stream()));
                before.clear();
            }
            TokenTree::Literal(_) => before.clear(),
        }
    }
    names
}

/// Compares the file with the code, ignoring layout. Writes the file if the test asks for it.
fn assert_file(name: &str, head: &str, code: &TokenStream, file: &str) {
    if std::env::var_os("EXPANSION").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/tests/expansion").join(name);
        std::fs::write(path, format!("{head}{}", formatted(code))).unwrap();
        return;
    }
    let (wanted, got) = (plain(code.clone()), plain(file.parse().unwrap()));
    let same = wanted.bytes().zip(got.bytes()).take_while(|(wanted, got)| wanted == got).count();
    let around = |text: &str| {
        String::from_utf8_lossy(
            &text.as_bytes()[same.saturating_sub(40)..text.len().min(same + 40)],
        )
        .into_owned()
    };
    assert!(
        wanted == got,
        "`{name}` has `{}`, and the code `{}`\nhelp: EXPANSION=write cargo test -p ddbkey-derive expansion",
        around(&got),
        around(&wanted)
    );
}

fn formatted(code: &TokenStream) -> String {
    let mut rustfmt = Command::new("rustfmt")
        .args(["--edition", "2024", "--config", "max_width=110,use_small_heuristics=Max"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("rustfmt");
    let text = code.to_string();
    rustfmt.stdin.take().unwrap().write_all(text.as_bytes()).unwrap();
    let output = rustfmt.wait_with_output().unwrap();
    assert!(output.status.success(), "{text}");
    let text = String::from_utf8(output.stdout).unwrap();
    text.lines().map(|line| with_calls(line) + "\n").collect()
}

/// The line in a fixed layout if it calls a macro: `rustfmt` leaves the arguments as they are.
fn with_calls(line: &str) -> String {
    match line.split_once("! { ") {
        Some((path, arguments)) => format!("{path}! {{ {}", compact(arguments)),
        None => line.to_owned(),
    }
}

/// The tokens without most of the spaces that are printed between them.
fn compact(tokens: &str) -> String {
    const SPACES: [(&str, &str); 20] = [
        ("' k", "'k"),
        ("' v", "'v"),
        ("' x", "'x"),
        ("' static", "'static"),
        (":: ", "::"),
        (" ::", "::"),
        (" :", ":"),
        (":::", ": ::"),
        ("as::", "as ::"),
        ("'k::", "'k ::"),
        (" <", "<"),
        ("< ", "<"),
        ("'x><", "'x> <"),
        (" >", ">"),
        ("> (", ">("),
        ("& ", "&"),
        (" ,", ","),
        (",::", ", ::"),
        (" ;", ";"),
        ("{ }", "{}"),
    ];
    SPACES.iter().fold(tokens.to_owned(), |text, (from, to)| text.replace(from, to))
}

/// All tokens except commas: `rustfmt` removes and adds commas at the end of lists.
fn plain(code: TokenStream) -> String {
    let token = |token: TokenTree| match token {
        TokenTree::Group(group) => {
            let (open, close) = match group.delimiter() {
                Delimiter::Parenthesis => ("(", ")"),
                Delimiter::Brace => ("{", "}"),
                Delimiter::Bracket => ("[", "]"),
                Delimiter::None => ("", ""),
            };
            format!("{open}{}{close}", plain(group.stream()))
        }
        TokenTree::Punct(punct) if punct.as_char() == ',' => String::new(),
        // Two names need a separator.
        TokenTree::Ident(name) => format!(" {name} "),
        token => token.to_string(),
    };
    code.into_iter().map(token).collect()
}
