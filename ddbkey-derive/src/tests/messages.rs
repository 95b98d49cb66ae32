//! Every message, to be read as a list: `messages.txt` has a case for each constructor of `message.rs`. A case is a
//! declaration with one mistake, the place that is underlined, and the message.
//!
//! `DDBKEY_MESSAGES=overwrite cargo test -p ddbkey-derive` rewrites the list.

use std::env;
use std::fmt::Write;
use std::fs;

use syn::{DeriveInput, Error};

use crate::{errors, keys, part, table};

const LIST: &str = include_str!("messages.txt");

/// One case of the list.
struct Case {
    name: &'static str,
    declaration: String,
    text: &'static str,
}

fn cases() -> Vec<Case> {
    let cases = LIST.split("== ").skip(1).map(|case| {
        let (name, text) = case.trim_end().split_once('\n').expect("a declaration follows");
        let (code, _) = text.split_once("\nerror: ").unwrap_or((text, ""));
        let declaration = code.lines().filter(|line| !is_underline(line));
        Case { name, declaration: declaration.collect::<Vec<_>>().join("\n"), text }
    });
    cases.collect()
}

fn is_underline(line: &str) -> bool {
    line.contains('^') && line.trim_matches([' ', '^']).is_empty()
}

/// The errors of a declaration, from the derive that it names.
pub(super) fn mistakes(declaration: &str) -> Vec<Error> {
    let mut input: DeriveInput = syn::parse_str(declaration).expect(declaration);
    let derive = input.attrs.remove(0);
    let derive = match derive.parse_args::<syn::Ident>().expect("one derive").to_string().as_str() {
        "DdbKeys" => keys::derive,
        "KeyPart" => part::derive,
        "DdbTable" => table::derive,
        other => panic!("no derive `{other}`"),
    };
    errors::mistakes(derive, &input)
}

/// The declaration with its mistakes underlined, and the messages.
fn shown(declaration: &str, mistakes: &[Error]) -> String {
    let mut shown = String::new();
    for (at, line) in declaration.lines().enumerate() {
        writeln!(shown, "{line}").unwrap();
        for span in mistakes.iter().map(Error::span).filter(|span| span.start().line == at + 1) {
            assert_eq!(span.end().line, at + 1, "on one line: {declaration}");
            let (start, end) = (span.start().column, span.end().column);
            writeln!(shown, "{}{}", " ".repeat(start), "^".repeat(end - start)).unwrap();
        }
    }
    for mistake in mistakes {
        writeln!(shown, "error: {mistake}").unwrap();
    }
    shown.trim_end().to_owned()
}

#[test]
fn each_mistake_is_told_once_and_in_its_place() {
    let found: Vec<_> = cases()
        .into_iter()
        .map(|case| {
            let shown = shown(&case.declaration, &mistakes(&case.declaration));
            (case, shown)
        })
        .collect();
    if env::var_os("DDBKEY_MESSAGES").is_some_and(|value| value == "overwrite") {
        let list: Vec<_> =
            found.iter().map(|(case, shown)| format!("== {}\n{shown}\n", case.name)).collect();
        let path = concat!(env!("CARGO_MANIFEST_DIR"), "/src/tests/messages.txt");
        fs::write(path, list.join("\n")).expect("the list can be written");
        return;
    }
    for (case, shown) in found {
        assert_eq!(shown, case.text, "{}", case.name);
        assert_eq!(shown.matches("\nerror: ").count(), 1, "{}", case.name);
    }
}

/// The constructors, as `message.rs` has them.
fn constructors() -> Vec<&'static str> {
    let source = include_str!("../message.rs");
    let functions = source.split("\npub fn ").skip(1);
    let functions = functions.filter(|function| {
        function[..function.find('{').unwrap()].trim_end().ends_with("-> Error")
    });
    let listed = source.lines().filter(|line| line.contains(") \"")).map(str::trim_start);
    functions.chain(listed).map(|it| &it[..it.find(['(', '<']).unwrap()]).collect()
}

#[test]
fn each_constructor_is_here() {
    let here: Vec<_> =
        cases().iter().map(|case| case.name.split(':').next().unwrap_or_default()).collect();
    let constructors = constructors();
    assert!(constructors.len() > 60, "the constructors are found");
    for constructor in &constructors {
        assert!(here.contains(constructor), "no case for `{constructor}`");
    }
    for constructor in here {
        assert!(constructors.contains(&constructor), "no constructor `{constructor}`");
    }
}

/// A message without what is in backticks: the words of the constructor.
fn words(text: &str) -> String {
    text.split('`').step_by(2).collect()
}

/// The fact and the help of a case.
fn message(case: &Case) -> (&'static str, &'static str) {
    let (_, message) = case.text.split_once("\nerror: ").expect(case.name);
    message.split_once("\nhelp: ").expect(case.name)
}

#[test]
fn no_two_say_the_same() {
    let cases = cases();
    let constructor = |case: &Case| case.name.split(':').next();
    for (at, one) in cases.iter().enumerate() {
        for other in &cases[at + 1..] {
            let is_same = words(message(one).0) == words(message(other).0);
            let is_one = constructor(one) == constructor(other);
            assert!(is_one || !is_same, "`{}` and `{}`", one.name, other.name);
        }
    }
}

#[test]
fn each_is_a_fact_and_a_help() {
    for case in cases() {
        let (fact, help) = message(&case);
        for text in [fact, help] {
            let (name, start) = (case.name, text.chars().next().unwrap());
            assert!(start.is_lowercase() || start == '`' || text.starts_with("DynamoDB"), "{name}");
            assert!(!text.ends_with(['.', '!']) && !text.contains('\n'), "{name}: {text}");
            let words = words(text).to_lowercase();
            for word in ["please", "invalid", "must", "segment", "macro", "token"] {
                assert!(!words.contains(word), "{name} says `{word}`: {text}");
            }
        }
    }
}

/// The declarations that messages of both crates tell the user to write.
#[test]
fn what_a_help_says_is_accepted() {
    let helps = [
        r#"#[sk("{version:05}")]"#,
        r#"#[sk("{version:unordered}")]"#,
        "#[sk[version]]",
        r#"#[gsi("gsi1", pk = ("A"), sk = [version])]"#,
        r#"#[sk("{urgency():05}" -> u8)]"#,
        r#"#[sk("{urgency():unordered}" -> u8)]"#,
        r#"#[sk[urgency() -> u8 as "urgency"]]"#,
        r#"#[gsi("gsi1", pk = ("A"), sk = [urgency() -> u8 as "urgency"])]"#,
        r#"#[sk["{created_at}" as "created_at_key"]]"#,
        r#"#[sk[created_at as "createdAt"]]"#,
        r#"#[sk("{created_at:month}")]"#,
        r#"#[sk("ORDER", created_at_text() -> ArrayString<26>, user_id)]"#,
        r#"#[gsi("1st" as by_field, pk = ("TEXT", user_id))]"#,
        r#"#[sk("TEXT")] #[gsi("gsi1", pk = sk)]"#,
        r#"#[ddb(separator = "|")]"#,
        "#[ddb(table = Shop)]",
    ];
    for help in helps {
        let declaration = format!(
            r#"#[derive(DdbKeys)] #[pk("USER", user_id)] {help} #[serde(rename_all = "camelCase")]
            struct User {{ user_id: String, version: u32, created_at: Timestamp }}"#
        );
        let found: Vec<_> = mistakes(&declaration).iter().map(ToString::to_string).collect();
        assert_eq!(found, [""; 0], "{help}");
    }
}

/// The formats that the help for an unknown one lists, for each type.
#[test]
fn each_format_is_accepted() {
    let row = |format, ty| {
        let declaration = format!(
            r#"#[derive(DdbKeys)] #[pk("A")] #[sk("B", "{{part:{format}}}")] struct Row {{ part: {ty} }}"#
        );
        mistakes(&declaration).iter().map(ToString::to_string).collect::<Vec<_>>()
    };
    let timestamp = [".0", ".3", ".6", ".9", "day", "hour", "minute"].as_slice();
    let calendar = ["year", "month", "%Y%m%d"].as_slice();
    let text = ["lower", "upper", "ascii_lower", "ascii_upper", "empty"].as_slice();
    for (ty, formats) in [
        ("u32", ["05", "unordered", "desc05"].as_slice()),
        ("i32", &["05", "unordered"]),
        ("String", text),
        ("Timestamp", &[timestamp, calendar].concat()),
        ("Date", calendar),
    ] {
        let help = row("?", ty).concat();
        for format in formats {
            assert_eq!(row(format, ty), [""; 0], "{format} of {ty}");
            assert!(help.contains(&format!(":{format}")), "{format} of {ty}: {help}");
        }
    }
}

#[test]
fn all_of_a_declaration_come_in_source_order() {
    let declaration = r#"
#[derive(DdbKeys)]
#[gsi("gsi1", pk = ("EMAIL", emial), sort = ("USER"))]
#[sk("ORDER", "{created_at", "{}{version:5}", price)]
#[pk("USER", usr_id, 7)]
#[ddb(separator = "::", tabel = Shop)]
struct Order {
    user_id: String,
    created_at: String,
    version: u32,
    email: Option<String>,
    price: f64,
}
"#;
    let places: Vec<_> = mistakes(declaration)
        .iter()
        .map(|error| (error.span().start().line, error.span().start().column))
        .collect();
    assert!(places.is_sorted());
    assert_eq!(
        places.iter().map(|(line, _)| line).collect::<Vec<_>>(),
        [&3, &3, &4, &4, &4, &5, &5, &6, &6, &12]
    );
}
