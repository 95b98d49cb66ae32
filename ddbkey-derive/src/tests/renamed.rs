//! If the runtime has another name, generated code does not use the usual one.

use proc_macro2::{TokenStream, TokenTree};

use crate::errors::{Derive, output};
use crate::{keys, part, table};

const KEYS: &str = r#"
#[ddb(crate = again::named, table = Shop)]
#[pk("USER", user, month() -> u8)]
#[sk("{n:05}", "{at:.3}", id, "{x:unordered}", price)]
#[gsi("gsi1", pk = ("EMAIL", email), sk = pk)]
#[lsi("lsi1", sk = (generic))]
struct Order<T> {
    user: String, n: u8, at: Timestamp, id: Ulid, x: u16, email: Option<String>, generic: T, price: f64
}
"#;

const ENUM: &str = "#[key_part(crate = again::named)] enum Status { Open, Paid }";
const NEWTYPE: &str = "#[key_part(crate = again::named)] struct Id(String);";
const FAULTY: &str = "#[key_part(crate = again::named)] enum Status { Open(u8) }";
const TABLE: &str = r#"
#[ddb(crate = again::named, pk = "PK", type_attribute = "type")]
#[gsi("GSI1", pk = "A", sk = "B")]
enum Shop<'a> { User(User), Note(Note<'a>), Nothing }
"#;

#[test]
fn no_code_names_the_crate() {
    let code = |derive: Derive, declaration| output(derive, &syn::parse_str(declaration).unwrap());
    let all = [
        code(keys::derive, KEYS),
        code(part::derive, ENUM),
        code(part::derive, NEWTYPE),
        code(part::derive, FAULTY),
        code(table::derive, TABLE),
    ];
    for code in all {
        assert!(count("named", code.clone()) > 1, "{code}");
        assert_eq!(count("ddbkey", code.clone()), 0, "{code}");
    }
}

/// The number of occurrences of an identifier among the tokens.
fn count(name: &str, tokens: TokenStream) -> usize {
    let one = |token| match token {
        TokenTree::Group(group) => count(name, group.stream()),
        TokenTree::Ident(ident) => usize::from(ident == name),
        _ => 0,
    };
    tokens.into_iter().map(one).sum()
}
