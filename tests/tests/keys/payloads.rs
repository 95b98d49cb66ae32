//! Enums with payloads: one part of a key, whose word determines the payload after it.

use std::borrow::Cow;
use std::collections::HashSet;

use ddbkey::{DdbKeys, KeyErrorKind, KeyPart, ParseErrorKind};
use jiff::Timestamp;
use ulid::Ulid;

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct UserId(String);

#[derive(KeyPart, Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[key_part(copy)]
struct OrgId(u32);

#[derive(KeyPart, Debug, Clone, PartialEq)]
#[key_part(rename_all = "UPPERCASE")]
enum Owner {
    User(UserId),
    Org(OrgId),
    #[key_part(rename = "GLOBAL")]
    Everyone,
}

fn owners() -> [Owner; 3] {
    [Owner::User(UserId("u1".into())), Owner::Org(OrgId(42)), Owner::Everyone]
}

#[derive(DdbKeys, Debug, Clone, PartialEq)]
#[pk("DOCS", owner)]
#[sk("DOC", owner, "{version:04}")]
#[gsi("by_owner", pk = ("ALL"), sk = ("by{owner}/", id))]
#[ddb(fields_from_keys)]
struct Doc {
    owner: Owner,
    version: u16,
    id: String,
}

fn doc(owner: Owner) -> Doc {
    Doc { owner, version: 7, id: "d1".into() }
}

#[test]
fn each_variant_is_a_word_and_its_payload() {
    let keys = owners().map(|owner| {
        let doc = doc(owner);
        let index = doc.by_owner();
        [doc.pk(), doc.sk(), index.pk(), index.sk()].map(Result::unwrap)
    });
    let expected = [
        ["DOCS#USER#u1", "DOC#USER#u1#0007", "ALL", "byUSER#u1/#d1"],
        ["DOCS#ORG#42", "DOC#ORG#42#0007", "ALL", "byORG#42/#d1"],
        ["DOCS#GLOBAL", "DOC#GLOBAL#0007", "ALL", "byGLOBAL/#d1"],
    ];
    assert_eq!(keys, expected.map(|texts| texts.map(String::from)));
}

#[test]
fn keys_read_back() {
    for owner in owners() {
        let doc = doc(owner);
        let (pk, sk) = (doc.pk().unwrap(), doc.sk().unwrap());
        let key = Doc::parse_key(&pk, &sk).unwrap();
        assert_eq!(key, doc.key());
        assert_eq!(Owner::from(key.owner), doc.owner);
        assert_eq!((key.pk(), key.sk()), (Ok(pk), Ok(sk)));
        let index = doc.by_owner();
        assert_eq!(Doc::parse_by_owner("ALL", &index.sk().unwrap()).unwrap(), index);
    }
}

#[test]
fn other_strings_are_no_keys() {
    for sk in [
        "DOC#USER#0007",
        "DOC#USER##0007",
        "DOC#USER#u1",
        "DOC#USER#u1#x#0007",
        "DOC#ORG#042#0007",
        "DOC#ORG#x#0007",
        "DOC#GLOBAL#x#0007",
        "DOC#GLOBA#0007",
        "DOC#GLOBALS#0007",
        "DOC#user#u1#0007",
        "DOC#Everyone#0007",
        "DOC##0007",
    ] {
        assert!(Doc::parse_sk(sk).is_err(), "{sk}");
    }
    for pk in ["DOCS#USER", "DOCS#USER#", "DOCS#USER#a#b", "DOCS#GLOBAL#", "DOCS#GLOBAL#x", "DOCS#"]
    {
        assert!(Doc::parse_pk(pk).is_err(), "{pk}");
    }
    let error = Doc::parse_pk("DOCS#TEAM#t1").unwrap_err();
    assert!(error.to_string().contains("one of `USER#…`, `ORG#…`, `GLOBAL`"), "{error}");
}

#[test]
fn a_payload_follows_the_rules_of_a_string_in_its_place() {
    let kind = |id: &str| doc(Owner::User(UserId(id.into()))).pk().unwrap_err().kind();
    assert_eq!(kind(""), KeyErrorKind::Empty);
    assert_eq!(kind("a#b"), KeyErrorKind::Separator);
    let index = |id: &str| doc(Owner::User(UserId(id.into()))).by_owner().sk();
    let error = index("a/b").unwrap_err();
    assert!(error.to_string().contains("`owner`"), "{error}");
    assert!(index("a.b").is_ok());
}

#[test]
fn queries_take_a_variant_and_go_on() {
    let query = || Doc::query(DocPk { owner: OwnerRef::Everyone });
    let condition =
        query().owner(OwnerRef::User(UserIdRef::new("u1"))).version_in(3..).build().unwrap();
    assert!(condition.matches("DOCS#GLOBAL", "DOC#USER#u1#0003"));
    assert!(!condition.matches("DOCS#GLOBAL", "DOC#USER#u1#0002"));
    assert!(!condition.matches("DOCS#GLOBAL", "DOC#USER#u11#0003"));
    let condition = query().owner(OwnerRef::Everyone).build().unwrap();
    assert!(condition.matches("DOCS#GLOBAL", "DOC#GLOBAL#0003"));
    let condition = query().owner_starting_with("USER#u").build().unwrap();
    assert!(condition.matches("DOCS#GLOBAL", "DOC#USER#u1#0003"));
    assert!(!condition.matches("DOCS#GLOBAL", "DOC#ORG#1#0003"));
    assert!(query().owner_starting_with("USER#").build().is_ok());
    assert!(query().owner_starting_with("US").build().is_ok());
    for start in ["USER#u1#", "GLOBAL#", "#"] {
        let kind = query().owner_starting_with(start).build().unwrap_err().kind();
        assert_eq!(kind, KeyErrorKind::Separator, "{start}");
    }
}

#[test]
fn what_keys_hold_prints_and_compares() {
    let [user, org, everyone] = &owners().map(|owner| Box::leak(Box::new(owner)).as_part());
    assert_eq!([user, org, everyone].map(ToString::to_string), ["USER#u1", "ORG#42", "GLOBAL"]);
    assert_eq!(HashSet::from([*user, *org, *everyone, *user]).len(), 3);
    assert_eq!(*org, OwnerRef::Org(OrgId(42)));
}

/// Payloads of every family. One of them takes the rest of the key.
#[derive(KeyPart, Debug, Clone, PartialEq)]
#[key_part(separator = "|", ref = AnyKey)]
enum Any<'a> {
    Borrowed(&'a str),
    Shared(Cow<'a, str>),
    Number(i64),
    Id(Ulid),
    At(Timestamp),
    Flag(bool),
    #[key_part(rest)]
    Path(String),
    r#None,
}

#[derive(DdbKeys, Debug)]
#[pk("ANY", any)]
#[sk("ANY", "v{any}")]
#[ddb(separator = "|")]
struct Row<'a> {
    any: Any<'a>,
}

#[test]
fn payloads_of_every_family() {
    let rows = [
        (Any::Borrowed("b"), "Borrowed|b"),
        (Any::Shared(Cow::Borrowed("s")), "Shared|s"),
        (Any::Number(-7), "Number|-7"),
        (Any::Id(Ulid::nil()), "Id|00000000000000000000000000"),
        (Any::At(Timestamp::UNIX_EPOCH), "At|1970-01-01T00:00:00.000000000Z"),
        (Any::Flag(true), "Flag|true"),
        (Any::Path("a|b||".into()), "Path|a|b||"),
        (Any::None, "None"),
    ];
    for (any, text) in rows {
        let row = Row { any };
        assert_eq!(row.pk().unwrap(), format!("ANY|{text}"));
        assert_eq!(row.sk().unwrap(), format!("ANY|v{text}"));
        let (pk, sk) = (row.pk().unwrap(), row.sk().unwrap());
        let key = Row::parse_key(&pk, &sk).unwrap();
        assert_eq!(key.any, AnyKey::from(&row.any));
        assert_eq!(Any::from(key.any), row.any);
    }
    for text in ["Path|", "Path", "Borrowed|a|b", "Number|07", "None|", "none"] {
        assert!(Row::parse_pk(&format!("ANY|{text}")).is_err(), "{text}");
    }
    assert_eq!(Row::parse_pk("ANY|Borrowed|a|b").unwrap_err().kind(), ParseErrorKind::Trailing);
}

/// An entity with one in both keys.
#[derive(DdbKeys, Debug)]
#[pk("HELD", part)]
#[sk("V", part, "{version:03}")]
struct Held {
    part: Owner,
    version: u8,
}

#[test]
fn both_keys_hold_payloads() {
    let held = Held { part: Owner::User(UserId("u1".into())), version: 7 };
    assert_eq!(held.sk().as_deref(), Ok("V#USER#u1#007"));
    let key = Held::parse_key("HELD#GLOBAL", "V#GLOBAL#007").unwrap();
    assert_eq!(key.part, OwnerRef::Everyone);
    let part = OwnerRef::Org(OrgId(1));
    let query = Held::query(HeldPk { part }).part(part).version_in(..9).build().unwrap();
    assert!(query.matches("HELD#ORG#1", "V#ORG#1#008"));
}

/// A newtype has the strings of the enum that it wraps.
#[derive(KeyPart, Debug)]
#[key_part(check = Named::is_known)]
struct Named(Owner);

impl Named {
    fn is_known(owner: OwnerRef<'_>) -> bool {
        !matches!(owner, OwnerRef::Org(OrgId(0)))
    }
}

#[derive(DdbKeys, Debug)]
#[pk("NAMED", named)]
#[sk("{named}!")]
struct OfNamed {
    named: Named,
}

#[test]
fn a_newtype_of_payloads_checks_them() {
    let row = |owner| OfNamed { named: Named(owner) };
    assert_eq!(row(Owner::Org(OrgId(7))).sk().as_deref(), Ok("ORG#7!"));
    assert_eq!(row(Owner::Org(OrgId(0))).pk().unwrap_err().kind(), KeyErrorKind::OutOfRange);
    assert!(OfNamed::parse_pk("NAMED#ORG#0").is_err());
    assert!(OfNamed::parse_pk("NAMED#USER##").is_err());
    let empty = row(Owner::User(UserId(String::new())));
    assert_eq!(empty.pk().unwrap_err().kind(), KeyErrorKind::Empty);
    let key = OfNamed::parse_key("NAMED#USER#u1", "USER#u1!").unwrap();
    assert_eq!(key.named.to_string(), "USER#u1");
    assert_eq!(OwnerRef::from(&Owner::Everyone), OwnerRef::Everyone);
}

/// Keys that are separate attributes, in which the separator has no meaning.
#[derive(DdbKeys, Debug)]
#[pk["{owner}" as "owner_key"]]
#[sk["{owner}x" as "owner_sort"]]
#[ddb(separator = "|")]
struct Own {
    owner: Owner,
}

#[test]
fn an_attribute_of_its_own_holds_any_payload() {
    let own = Own { owner: Owner::User(UserId("a#b|x".into())) };
    let (pk, sk) = (own.pk().unwrap(), own.sk().unwrap());
    assert_eq!((&*pk, &*sk), ("USER#a#b|x", "USER#a#b|xx"));
    assert_eq!(Own::parse_key(&pk, &sk).unwrap().owner, own.owner.as_part());
    assert!(Own::parse_pk("USER#").is_err() && Own::parse_sk("USER#x").is_err());
    let empty = Own { owner: Owner::User(UserId(String::new())) };
    assert_eq!(empty.sk().unwrap_err().kind(), KeyErrorKind::Empty);
}
