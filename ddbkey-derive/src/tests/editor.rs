//! Editors find a field from an attribute, and rename it there: each identifier in a list of parts occurs in the code
//! once, with its own span, as a field or method of the entity. The structs of an entity have the span of its name.

use proc_macro2::{Ident, Span, TokenStream, TokenTree};
use syn::{DeriveInput, Meta};

use crate::errors::output;
use crate::keys;

/// A place in a declaration.
type Place = ((usize, usize), (usize, usize));

fn place(span: Span) -> Place {
    let (start, end) = (span.start(), span.end());
    ((start.line, start.column), (end.line, end.column))
}

/// All tokens in order, with groups flattened.
fn flat(tokens: TokenStream) -> Vec<TokenTree> {
    let mut all = Vec::new();
    for token in tokens {
        match token {
            TokenTree::Group(group) => all.extend(flat(group.stream())),
            token => all.push(token),
        }
    }
    all
}

/// The names of fields and methods that an attribute mentions, each with its place. Names in a template have the place
/// of the whole string.
fn mentions(declaration: &DeriveInput) -> Vec<(String, Place)> {
    let lists = declaration.attrs.iter().filter_map(|attribute| match &attribute.meta {
        Meta::List(list) if !list.path.is_ident("ddb") => Some(list.tokens.clone()),
        _ => None,
    });
    let tokens: Vec<_> = lists.flat_map(flat).collect();
    let mut mentions = Vec::new();
    let mut is_type = false;
    for token in &tokens {
        match token {
            TokenTree::Punct(punct) => {
                is_type = (is_type && punct.as_char() != ',') || punct.as_char() == '>';
            }
            TokenTree::Ident(name) if !is_type && name != "pk" && name != "sk" => {
                mentions.push((name.to_string(), place(name.span())));
            }
            TokenTree::Literal(text) => {
                let names = in_template(&text.to_string()).into_iter();
                mentions.extend(names.map(|name| (name, place(text.span()))));
            }
            _ => {}
        }
    }
    mentions
}

/// The names between the braces.
fn in_template(text: &str) -> Vec<String> {
    let text = text.replace("{{", "").replace("}}", "");
    let insides = text.split('{').skip(1).filter_map(|inside| inside.split_once('}'));
    insides
        .map(|(inside, _)| {
            inside.split(':').next().unwrap_or_default().trim_start_matches('*').to_owned()
        })
        .filter(|name| !name.is_empty())
        .collect()
}

/// Whether the token belongs to a `::core::compile_error!`.
fn is_message(name: &Ident) -> bool {
    name == "core" || name == "compile_error"
}

/// The form in which the code uses an identifier: `self.name`, `Self::name`, or only `name`.
fn accesses(code: &[TokenTree], wanted: Place) -> Vec<String> {
    let is_there = |name: &Ident| place(name.span()) == wanted;
    let text = |at: usize| code.get(at).map(ToString::to_string).unwrap_or_default();
    code.iter()
        .enumerate()
        .filter_map(|(at, token)| match token {
            TokenTree::Ident(name) if is_there(name) && !is_message(name) => Some((at, name)),
            _ => None,
        })
        .map(|(at, name)| {
            let before = |back: usize| at.checked_sub(back).map(text).unwrap_or_default();
            match (before(3).as_str(), before(2).as_str(), before(1).as_str()) {
                (_, "self", ".") => format!("self.{name}"),
                ("Self", ":", ":") => format!("Self::{name}"),
                _ => name.to_string(),
            }
        })
        .collect()
}

/// Each name of an attribute, and the form in which the code uses it.
fn found(declaration: &str) -> Vec<(String, Vec<String>)> {
    let input: DeriveInput = syn::parse_str(declaration).unwrap();
    let code = flat(output(keys::derive, &input));
    let mentions = mentions(&input);
    let at = |wanted: Place| mentions.iter().filter(move |(_, place)| *place == wanted).count();
    mentions
        .iter()
        .map(|(name, place)| {
            let mut accesses = accesses(&code, *place);
            if at(*place) > 1 {
                // One string has several names.
                let ends = |access: &String| access.rsplit(['.', ':']).next() == Some(name);
                accesses.retain(ends);
            }
            (name.clone(), accesses)
        })
        .collect()
}

fn assert_each_once(declaration: &str) {
    let found = found(declaration);
    assert!(!found.is_empty(), "{declaration}");
    for (name, accesses) in found {
        let raw = format!("r#{name}");
        let is_one = matches!(accesses.as_slice(), [access]
            if [format!("self.{name}"), format!("Self::{name}"), format!("self.{raw}")].contains(access));
        assert!(is_one, "`{name}` is used as {accesses:?} in the code of{declaration}");
    }
}

const DECLARATIONS: &[&str] = &[
    r#"
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
struct Order { user_id: String, created_at: Timestamp, id: Ulid, status: Status }
"#,
    // A field in both keys, two fields in one string, a rest, an index that reuses both keys.
    r#"
#[pk("T", tenant, "{a}@{b}")]
#[sk(tenant, "v{version:05}", "{*rest}")]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("by_type", pk = ("T", kind), sk = sk)]
#[lsi("lsi1", sk = ("{version:05}", tenant))]
struct Event<'a, T> { tenant: &'a str, a: String, b: Word, payload: T, version: u32, rest: String, kind: String }
"#,
    // An optional field, computed parts, a raw identifier with and without its `r#`.
    r#"
#[pk("EMAIL", month() -> Month, r#type)]
#[sk("{match}", domain() -> &str)]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("{email}", other, month() -> Month))]
struct Mail { email: Option<String>, r#type: String, r#match: String, other: Option<u64> }
"#,
];

#[test]
fn each_name_occurs_in_the_code_once() {
    for declaration in DECLARATIONS {
        assert_each_once(declaration);
    }
}

/// Declarations with a mistake, and the names in them that are right.
const FAULTY: &[(&str, &[&str])] = &[
    (
        r#"
#[pk("USER", usr, user_id)]
#[sk("ORDER", 7, "{created_at", "{version:5}", id name)]
#[gsi("gsi1", pk = ("A", 7, user_id), sort(other))]
#[gsi("gsi2", pk = (ids.x), sk)]
struct Order { user_id: String, created_at: String, version: u32, id: String, name: String }
"#,
        &["user_id", "id", "name"],
    ),
    (
        r#"
#[ddb(separator = "::")]
#[pk("USER", email, price, user_id)]
#[sk("X", month(1) -> u8, day() -> String, user_id)]
struct Order { user_id: String, email: Option<String>, price: f64 }
"#,
        &["email", "price", "user_id"],
    ),
    (
        r#"
#[sk("X", id)]
#[sk("Y")]
#[gsi("gsi1", pk = (), sk = sort)]
#[lsi("lsi1", pk = ("A"), sk = (user_id))]
struct Order { user_id: String, id: String }
"#,
        &["user_id", "id"],
    ),
];

#[test]
fn also_beside_a_mistake() {
    for (declaration, right) in FAULTY {
        for (name, accesses) in found(declaration) {
            if right.contains(&name.as_str()) {
                assert_eq!(accesses, [format!("self.{name}")], "`{name}` in{declaration}");
            } else {
                assert!(accesses.len() <= 1, "`{name}` is used as {accesses:?} in{declaration}");
            }
        }
    }
}

/// A misspelled name leads to the field that was meant.
#[test]
fn a_misspelt_name_leads_to_the_field() {
    let found = found("#[pk(\"USER\", usr_id)] struct Order { user_id: String }");
    assert_eq!(found, [("usr_id".to_owned(), vec!["self.user_id".to_owned()])]);
}

/// If another type has the name of a generated struct, the compiler underlines the index or the entity that generates
/// it.
#[test]
fn types_are_located_at_the_name_of_their_index_or_entity() {
    let input: DeriveInput = syn::parse_str(DECLARATIONS[0]).unwrap();
    let entity = place(input.ident.span());
    let code = flat(output(keys::derive, &input));
    let places = code.windows(2).filter_map(|pair| match pair {
        [TokenTree::Ident(keyword), TokenTree::Ident(ident)] if keyword == "struct" => {
            Some((ident.to_string(), place(keyword.span())))
        }
        _ => None,
    });
    let (indexed, own): (Vec<_>, Vec<_>) =
        places.partition(|(name, _)| name.starts_with("OrderGsi1"));
    assert_eq!((indexed.len(), own.len()), (4, 4));
    for (name, place) in indexed {
        assert_eq!(place, ((4, 6), (4, 12)), "{name}");
    }
    for (name, place) in own {
        assert_eq!(place, entity, "{name}");
    }
}

#[test]
fn structs_carry_the_name_of_the_entity() {
    for declaration in DECLARATIONS {
        let input: DeriveInput = syn::parse_str(declaration).unwrap();
        let (name, own) = (input.ident.to_string(), place(input.ident.span()));
        let code = flat(output(keys::derive, &input));
        let declared: Vec<_> = code
            .windows(2)
            .filter_map(|pair| match pair {
                [TokenTree::Ident(keyword), TokenTree::Ident(ident)] if keyword == "struct" => {
                    Some(ident)
                }
                _ => None,
            })
            .collect();
        assert!(declared.len() >= 5, "{declaration}");
        for ident in declared {
            assert!(ident.to_string().starts_with(&name));
            assert_eq!(place(ident.span()), own, "`{ident}`");
        }
    }
}

/// Renaming the field renames it where a key is built or destructured. Names with a suffix are found from the field.
#[test]
fn what_a_key_and_a_query_call_a_part_is_at_the_field() {
    let declaration = r#"
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", r#type)]
struct Order {
    user_id: String,
    created_at: Timestamp,
    r#type: String,
}
"#;
    let input: DeriveInput = syn::parse_str(declaration).unwrap();
    let syn::Data::Struct(data) = &input.data else { panic!("a struct") };
    let places: Vec<_> =
        data.fields.iter().map(|field| place(field.ident.as_ref().unwrap().span())).collect();
    let code = flat(output(keys::derive, &input));
    let at = |wanted: Place| {
        let names = code.iter().filter_map(|token| match token {
            TokenTree::Ident(name) if place(name.span()) == wanted => Some(name.to_string()),
            _ => None,
        });
        names.collect::<std::collections::BTreeSet<_>>()
    };
    assert_eq!(at(places[0]), ["user_id".to_owned()].into());
    let names = ["created_at", "created_at_in", "created_at_starting_with"];
    assert_eq!(at(places[1]), names.map(str::to_owned).into());
    let names = ["r#type", "type_in", "type_starting_with"];
    assert_eq!(at(places[2]), names.map(str::to_owned).into());
}
