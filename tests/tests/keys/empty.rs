//! Strings that may be empty.

use std::borrow::Cow;

use ddbkey::{DdbKeys, KeyErrorKind, KeyPart};

#[derive(KeyPart, Debug, Clone, PartialEq)]
struct Tenant(String);

#[derive(KeyPart, Debug, Clone, PartialEq)]
#[key_part(ascii = "0-9")]
struct Digits(String);

#[derive(DdbKeys, Debug, Clone, PartialEq)]
#[pk("{tenant:empty}", "USER", id)]
#[sk("NOTE", "{topic:empty}", "{digits:empty}", "{title:empty}")]
#[gsi("gsi1", pk = ("{topic:empty}", "{title:empty}"), sk = ("T", "{title:empty}"))]
#[ddb(fields_from_keys)]
struct Note<'a> {
    tenant: Tenant,
    id: String,
    topic: Cow<'a, str>,
    digits: Digits,
    title: &'a str,
}

fn note<'a>(tenant: &str, topic: &'a str, digits: &str, title: &'a str) -> Note<'a> {
    let (tenant, digits) = (Tenant(tenant.into()), Digits(digits.into()));
    Note { tenant, id: "u1".into(), topic: topic.into(), digits, title }
}

#[test]
fn an_empty_string_leaves_the_separators() {
    let all_empty = note("", "", "", "");
    assert_eq!(all_empty.pk().as_deref(), Ok("#USER#u1"));
    assert_eq!(all_empty.sk().as_deref(), Ok("NOTE###"));
    assert_eq!(all_empty.gsi1().pk().as_deref(), Ok("#"));
    assert_eq!(all_empty.gsi1().sk().as_deref(), Ok("T#"));
    let none = note("t1", "a", "7", "b");
    assert_eq!(none.pk().as_deref(), Ok("t1#USER#u1"));
    assert_eq!(none.sk().as_deref(), Ok("NOTE#a#7#b"));
}

#[test]
fn keys_read_back() {
    for note in [note("", "", "", ""), note("t1", "", "7", ""), note("", "a", "", "b")] {
        let (pk, sk) = (note.pk().unwrap(), note.sk().unwrap());
        let key = Note::parse_key(&pk, &sk).unwrap();
        assert_eq!(key, note.key());
        assert_eq!((key.pk(), key.sk()), (Ok(pk), Ok(sk)));
    }
    for sk in ["NOTE##", "NOTE####", "NOTE##x#", "NOTE#", ""] {
        assert!(Note::parse_sk(sk).is_err(), "{sk}");
    }
}

#[test]
fn other_rules_hold() {
    let kind = |note: Note<'_>| note.sk().unwrap_err().kind();
    assert_eq!(kind(note("", "a#b", "", "")), KeyErrorKind::Separator);
    assert_eq!(kind(note("", "", "x", "")), KeyErrorKind::OutOfRange);
    let no_id = Note { id: String::new(), ..note("", "", "", "") };
    assert_eq!(no_id.pk().unwrap_err().kind(), KeyErrorKind::Empty);
}

#[test]
fn queries_take_an_empty_string() {
    let pk = || NotePk { tenant: TenantRef::new(""), id: "u1" };
    let query = || Note::query(pk()).topic("").digits(DigitsRef::new(""));
    let titles = ["", "\0", "a", "b"];
    let found = |condition: ddbkey::KeyCondition| -> Vec<_> {
        let has = |title: &&str| condition.matches("#USER#u1", &format!("NOTE###{title}"));
        titles.into_iter().filter(has).collect()
    };
    assert_eq!(found(query().title("").build().unwrap()), [""]);
    assert_eq!(found(query().title_in(..).build().unwrap()), titles);
    assert_eq!(found(query().title_in(""..).build().unwrap()), titles);
    assert_eq!(found(query().title_in(..="").build().unwrap()), [""]);
    assert_eq!(found(query().title_in(..="a").build().unwrap()), ["", "\0", "a"]);
    assert_eq!(found(query().title_in(.."\0").build().unwrap()), [""]);
    assert_eq!(found(query().title_in("".."a").build().unwrap()), ["", "\0"]);
    assert_eq!(found(query().title_starting_with("").build().unwrap()), titles);
    let after = (std::ops::Bound::Excluded(""), std::ops::Bound::Unbounded);
    assert_eq!(found(query().title_in(after).build().unwrap()), ["\0", "a", "b"]);
    for empty in [query().title_in(.."").build(), query().title_in("".."").build()] {
        assert_eq!(empty.unwrap_err().kind(), KeyErrorKind::EmptyRange);
    }
}
