//! The user's crate has items with each name that occurs in generated code: types, constants, statics, unit
//! structs, and macros. A test of `ddbkey-derive` takes the names from the code itself.

use std::collections::BTreeSet;

use ddbkey::DdbKeys;
use jiff::Timestamp;
use ulid::Ulid;

/// Puts the declarations in a module with an item of each of these names.
macro_rules! beside {
    ($module:ident $what:tt { $($name:ident)* } { $($macro:ident)* }) => {
        mod $module {
            #![allow(
                dead_code,
                non_camel_case_types,
                non_upper_case_globals,
                unused_macros,
                clippy::all,
                clippy::pedantic,
                reason = "they stand in the way, no more"
            )]

            $(item!($what $name);)*
            $(item!(macro $macro);)*

            include!(concat!(
                env!("CARGO_MANIFEST_DIR"),
                "/../ddbkey-derive/src/tests/expansion/declarations.rs"
            ));
        }
    };
}

macro_rules! item {
    (type $name:ident) => {
        enum $name {}
    };
    (const $name:ident) => {
        const $name: u8 = 0;
    };
    (static $name:ident) => {
        static $name: u8 = 0;
    };
    (struct $name:ident) => {
        struct $name;
    };
    (macro $name:ident) => {
        macro_rules! $name {
            ($anything:tt) => {
                compile_error!("not this one")
            };
        }
    };
}

macro_rules! names {
    ($names:tt $macros:tt) => {
        // What the templates of the runtime name besides, which generated code calls.
        names! {
            $names $macros
            Borrowed Declare OTHERS KeyTexts GeneratedQuery HasLimitAndFilter KeyCondition PLAIN
            DECLARED FmtResult Hasher PARTITION PATTERNS GeneratedKey PartSource PartVisitor RangeBounds Strings
            TypedQuery build build_into build_or_none condition debug debug_any debug_pair
            descending discriminant eq f fields first from_texts hash_any hash_pair items join key_of mem
            mismatch module nearest of_any or_else open other out owns parse_pair put result_mut same_text split starting_with
            end take __H __S __error __first __key_methods __nearest __one __other __parts __primary_methods __source
            __copy __declare __from __from_keys __standard __try
        }
    };
    ({ $($name:ident)* } { $($macro:ident)* } $($also:ident)*) => {
        beside!(types type { $($name)* $($also)* } { $($macro)* });
        beside!(constants const { $($name)* $($also)* } {});
        beside!(statics static { $($name)* $($also)* } {});
        beside!(unit_structs struct { $($name)* $($also)* } { $($macro)* });

        fn names() -> BTreeSet<&'static str> {
            [$(stringify!($name),)* $(stringify!($also),)* "concat", "stringify", "_"].into()
        }
    };
}

include!(concat!(env!("CARGO_MANIFEST_DIR"), "/../ddbkey-derive/src/tests/expansion/names.rs"));

macro_rules! check {
    ($($module:ident)+) => {$(
        let order = $module::Order {
            user_id: "u1".into(),
            created_at: Timestamp::UNIX_EPOCH,
            id: Ulid::nil(),
            status: $module::Status::Paid,
        };
        let keys = order.keys().unwrap();
        assert_eq!(keys.pk(), "USER#u1");
        assert_eq!(keys.get("gsi1pk"), Some("ORDER#PAID"));
        let read = $module::Order::parse_key(keys.pk(), keys.sk().unwrap()).unwrap();
        assert_eq!(read, order.key());
        let user = $module::User { user_id: $module::UserId("u1".into()), email: None };
        let shop = $module::Shop::from(user);
        assert_eq!(shop.keys().unwrap().get("PK"), Some("USER#u1"));
        let document = $module::Document {
            customer: "c".into(),
            version: 9,
            region: Some("r".into()),
            round: 1,
            at: Timestamp::UNIX_EPOCH,
            grade: 'a',
        };
        assert_eq!(document.by_region().unwrap().keys().unwrap().get("round"), Some("1"));
    )+};
}

#[test]
fn works() {
    check!(types constants statics unit_structs);
}

/// Generated code calls two macros of the runtime, whose names are also among these. (`concat` and
/// `stringify` are macros of the standard library.)
#[test]
fn the_names_in_macros_are_among_them() {
    // `str` is also a name in the declarations.
    const OTHERS: [&str; 20] = [
        "str", "as", "const", "enum", "false", "fn", "for", "if", "impl", "let", "match", "mut",
        "pub", "return", "self", "Self", "struct", "true", "type", "where",
    ];
    let sources = [
        include_str!("../../../../ddbkey/src/key/templates/any_key.rs"),
        include_str!("../../../../ddbkey/src/key/templates/key.rs"),
        include_str!("../../../../ddbkey/src/key/templates/pair.rs"),
        include_str!("../../../../ddbkey/src/key/templates/query.rs"),
        include_str!("../../../../ddbkey/src/key/templates/standard.rs"),
    ];
    let lines = sources.iter().flat_map(|source| source.lines());
    let templates = lines.skip_while(|line| !line.starts_with("macro_rules!"));
    let mut is_matcher = false;
    let templates = templates.filter(|line| {
        // A matcher that takes several lines opens with a parenthesis on a line of its own.
        is_matcher |= *line == "    (";
        let is_code = !is_matcher && is_code(line);
        is_matcher &= !line.ends_with("=> {");
        is_code
    });
    let is_known = |name: &&str| names().contains(name) || OTHERS.contains(name);
    let unknown: BTreeSet<_> =
        templates.flat_map(names_of).filter(|name| !is_known(name)).collect();
    assert!(unknown.is_empty(), "name them in `names!`: {unknown:?}");
}

/// Returns whether the line is code that a template writes.
fn is_code(line: &str) -> bool {
    let line = line.trim_start();
    !line.starts_with("//")
        && !line.starts_with("#[doc")
        && !line.contains("=> {")
        && !line.starts_with("macro_rules!")
        && !line.starts_with("#[macro_export]")
}

/// Returns the identifiers of a line, except lifetimes and the macro's own.
fn names_of(line: &str) -> impl Iterator<Item = &str> {
    let is_name = |c: char| c.is_alphanumeric() || c == '_';
    let starts = line.char_indices().filter(move |(at, c)| {
        is_name(*c) && !line[..*at].ends_with(|before| is_name(before) || "'$".contains(before))
    });
    let names = starts.filter_map(move |(at, _)| line[at..].split(|c| !is_name(c)).next());
    names.filter(|name| !name.starts_with(|c: char| c.is_ascii_digit()))
}
