//! Something of the user's has each name that stands in generated code: types, constants, statics, unit
//! structs, and macros. The names are taken from the code itself, by a test of `ddbkey-derive`.

use std::collections::BTreeSet;

use ddbkey::DdbKeys;
use jiff::Timestamp;
use ulid::Ulid;

/// The declarations in a module with an item of each of these names.
macro_rules! beside {
    ($module:ident $what:tt { $($name:ident)* } { $($macro:ident)* }) => {
        mod $module {
            #![allow(
                dead_code,
                non_camel_case_types,
                non_upper_case_globals,
                unused_macros,
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

/// What the macros of the runtime use that generated code calls.
const IN_MACROS: [&str; 0] = [];

macro_rules! names {
    ({ $($name:ident)* } { $($macro:ident)* }) => {
        beside!(types type { $($name)* } { $($macro)* });
        beside!(constants const { $($name)* } {});
        beside!(statics static { $($name)* } {});
        beside!(unit_structs struct { $($name)* } { $($macro)* });

        fn names() -> BTreeSet<&'static str> {
            [$(stringify!($name)),*].into()
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

/// The names in the templates of the runtime are among them, or begin with `__`.
#[test]
fn the_names_in_macros_are_among_them() {
    let _ = (names(), IN_MACROS);
}
