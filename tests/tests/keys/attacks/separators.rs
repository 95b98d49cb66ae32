//! Strings that contain what ends them, in every string type and every position.

use std::borrow::Cow;
use std::rc::Rc;
use std::sync::Arc;

use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, KeyPart, ParseErrorKind};

#[derive(KeyPart)]
struct Name(String);

#[derive(KeyPart)]
struct Outer(Name);

#[derive(KeyPart)]
struct Of<T>(T);

#[derive(KeyPart)]
#[key_part(check = Checked::accepts_all)]
struct Checked(Box<str>);

impl Checked {
    fn accepts_all(_: &str) -> bool {
        true
    }
}

/// Strings that cannot be values if `#` is the separator and `@` follows directly.
const HOSTILE: [&str; 9] = ["", "#", "a#", "#a", "a#b", "a#ORDER#1", "#\0", "日#本", "a#@"];

/// Strings that only look like those.
const HARMLESS: [&str; 6] = ["\u{ff03}", "%23", "\\x", "\u{fe5f}", "a\u{0}b", "\u{35f}"];

/// A string of each type, in each position of a key.
macro_rules! types {
    ($($name:ident: $type:ty, $new:expr;)+) => {$(
        mod $name {
            use super::*;

            #[derive(DdbKeys)]
            #[pk("USER", value)]
            #[sk("{value}@{value2}", "ORDER", value3)]
            #[gsi("gsi1", pk = ("G", value), sk = (value2))]
            struct Row<'a> {
                value: $type,
                value2: $type,
                value3: $type,
                other: &'a str,
            }

            fn row<'a>([one, two, three]: [&'a str; 3]) -> Row<'a> {
                let new: fn(&'a str) -> $type = $new;
                Row { value: new(one), value2: new(two), value3: new(three), other: "" }
            }

            #[test]
            fn stays_in_its_place() {
                for text in HOSTILE {
                    for texts in [[text, "b", "c"], ["a", text, "c"], ["a", "b", text]] {
                        let row = row(texts);
                        let error = row.keys().unwrap_err();
                        let is_separator = error.kind() == KeyErrorKind::Separator && error.to_string().contains("`#`");
                        assert!(is_separator || text.is_empty() && error.kind() == KeyErrorKind::Empty);
                        assert!(row.sk().is_err() && row.key().keys().is_err() && row.start_key().is_err());
                    }
                    let row = row([text, "b", "c"]);
                    assert!(row.pk().is_err() && row.gsi1().keys().is_err());
                    assert!(RowPk { value: row.key().value }.condition().is_err());
                    assert!(Row::query(RowPk { value: row.key().value }).build().is_err());
                    assert!(Row::query_gsi1(RowGsi1Pk { value: row.key().value }).build().is_err());
                }
            }

            #[test]
            fn is_not_changed() {
                for text in HARMLESS {
                    let row = row([text, text, text]);
                    let (pk, sk) = (row.pk().unwrap(), row.sk().unwrap());
                    assert_eq!(pk, format!("USER#{text}{}", row.other));
                    assert_eq!(sk, format!("{text}@{text}#ORDER#{text}"));
                    assert_eq!(Row::parse_key(&pk, &sk), Ok(row.key()));
                }
                let glued = row(["a@b", "b", "c"]).sk();
                assert!(matches!(glued, Err(error) if error.kind() == KeyErrorKind::Separator && error.to_string().contains("`@`")), "{glued:?}");
                assert!(row(["a", "b@c", "c@d"]).keys().is_ok());
            }
        }
    )+};
}

types! {
    string: String, |text| text.into();
    borrowed: &'a str, |text| text;
    cow: Cow<'a, str>, |text| text.into();
    boxed: Box<str>, |text| text.into();
    counted: Rc<str>, |text| text.into();
    shared: Arc<str>, |text| text.into();
    newtype: Name, |text| Name(text.into());
    newtype_of_newtype: Outer, |text| Outer(Name(text.into()));
    generic_newtype: Of<String>, |text| Of(text.into());
    checked_newtype: Checked, |text| Checked(text.into());
}

/// Only what a key ends with may contain separators.
#[derive(DdbKeys, Debug)]
#[pk("T", tenant, "{*area}")]
#[sk("FILE", "{*path}")]
struct File {
    tenant: String,
    area: String,
    path: String,
}

#[derive(DdbKeys, Debug)]
#[pk("T", tenant)]
#[sk("FILE", path)]
struct Tenant {
    tenant: String,
    path: String,
}

#[derive(DdbTable, Debug)]
enum Files {
    File(File),
    Tenant(Tenant),
}

#[test]
fn the_rest_of_a_key_takes_nothing_before_it() {
    for rest in ["#", "##", "a#", "#a", "x#FILE#y", "b#c"] {
        let file = File { tenant: "a".into(), area: rest.into(), path: rest.into() };
        let (pk, sk) = (file.pk().unwrap(), file.sk().unwrap());
        assert_eq!((pk.as_str(), sk.as_str()), (&*format!("T#a#{rest}"), &*format!("FILE#{rest}")));
        match Files::parse_key(&pk, &sk) {
            Ok(FilesKey::File(key)) => assert_eq!(key, file.key()),
            other => panic!("{pk} {sk} is read as {other:?}"),
        }
        let other = File { tenant: "b".into(), ..file };
        let rows = File::query(FilePk { tenant: "a", area: rest }).build().unwrap();
        assert!(rows.matches(pk.as_str(), sk.as_str()));
        assert!(!rows.matches(other.pk().unwrap().as_str(), sk.as_str()));
        let moved = File { tenant: format!("a#{rest}"), area: "z".into(), path: "p".into() };
        assert!(
            matches!(moved.pk(), Err(error) if error.kind() == KeyErrorKind::Separator && error.part() == Some("tenant"))
        );
    }
    let empty = File { tenant: "a".into(), area: String::new(), path: "p".into() };
    assert!(
        matches!(empty.keys(), Err(error) if error.kind() == KeyErrorKind::Empty && error.part() == Some("area"))
    );
    assert!(matches!(FilePk::parse("T#a#"), Err(error) if error.kind() == ParseErrorKind::Part));
    assert!(matches!(FilePk::parse("T##b"), Err(error) if error.kind() == ParseErrorKind::Part));
}

#[test]
fn a_beginning_stays_behind_what_is_before_it() {
    let files = || File::query(FilePk { tenant: "a", area: "x" });
    for start in ["", "#", "b", "b#", "\u{10ffff}"] {
        let rows = files().path_starting_with(start).build().unwrap();
        assert!(rows.matches("T#a#x", format!("FILE#{start}z").as_str()));
        assert!(!rows.matches("T#a#x", "FILD#z") && !rows.matches("T#a#xy", "FILE#b#"));
    }
    let paths = Tenant::query(TenantPk { tenant: "a" }).path_starting_with("b#");
    assert!(
        matches!(paths.build(), Err(error) if error.kind() == KeyErrorKind::Separator && error.part() == Some("path"))
    );
    let paths = Tenant::query(TenantPk { tenant: "a" }).path_in("b#".."c");
    assert!(
        matches!(paths.build(), Err(error) if error.kind() == KeyErrorKind::Separator && error.part() == Some("path"))
    );
}

/// A string that a method builds from other fields.
#[derive(DdbKeys)]
#[pk("A", slug() -> &str, id)]
#[sk("B", "{slug()}@" -> &str)]
struct Computed {
    title: String,
    id: String,
}

impl Computed {
    fn slug(&self) -> &str {
        self.title.trim()
    }
}

#[test]
fn computed_text_is_text() {
    for (title, is_text) in
        [("a", true), (" a ", true), ("a#b", false), (" ", false), ("a@b", true)]
    {
        let row = Computed { title: title.into(), id: "1".into() };
        assert_eq!(row.pk().is_ok(), is_text, "{title}");
        assert_eq!(row.sk().is_ok(), is_text && title != "a@b", "{title}");
    }
}

/// In a separate attribute, a string ends where the attribute does.
#[derive(DdbKeys)]
#[pk[id]]
#[sk["{path}" as "at"]]
#[gsi("gsi1", pk = ["{id}-" as "dashed", path], sk = ["v{path}" as "versioned"])]
struct Apart {
    id: String,
    path: String,
}

#[test]
fn attributes_hold_any_text_but_none() {
    for text in HOSTILE {
        let row = Apart { id: text.into(), path: text.into() };
        if text.is_empty() {
            assert!(matches!(row.keys(), Err(error) if error.kind() == KeyErrorKind::Empty));
            continue;
        }
        let keys = row.keys().unwrap();
        let get = |name: &str| keys.get(name).unwrap();
        assert_eq!((get("id"), get("at"), get("path")), (text, text, text));
        assert_eq!(Apart::parse_key(get("id"), get("at")), Ok(row.key()));
        let key = Apart::parse_gsi1([get("dashed"), get("path")], get("versioned")).unwrap();
        assert_eq!((key.id, key.path), (text, text));
    }
}
