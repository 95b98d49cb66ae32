//! Law 7, and the errors: each tells what is wrong with a string.

use std::fmt::Debug;

use ddbkey::{DdbKeys, KeyError, KeyErrorKind, ParseError};
use jiff::Timestamp;

use super::declared::*;

/// The kind of an error by its name, and the part.
fn kind<T: Debug>(parsed: Result<T, ParseError>) -> (String, Option<&'static str>) {
    let error = parsed.unwrap_err();
    (format!("{:?}", error.kind()), error.part())
}

#[test]
fn parse_errors_are_of_the_right_kind() {
    let (at, id) = ("2024-12-01T10:30:00.123Z", "01HX7MBJK3V9WQBZ7XNDK5ZT2M");
    let orders: [(String, &str, Option<&str>); 21] = [
        (String::new(), "Missing", None),
        ("ORDER".into(), "Missing", None),
        ("ORDER#".into(), "Missing", None),
        (format!("ORDER#{at}"), "Missing", None),
        (format!("ORDER#{at}#"), "Part", Some("id")),
        (format!("ORDER#{at}#{}", &id[1..]), "Part", Some("id")),
        (format!("ORDER#{at}#{id}0"), "Part", Some("id")),
        (format!("ORDER#{at}#{}", id.to_lowercase()), "Part", Some("id")),
        (format!("ORDER#{at}#8{}", &id[1..]), "Part", Some("id")),
        (format!("ORDER#{at}#{id}#"), "Trailing", None),
        (format!("ORDER#{at}#{id}#x"), "Trailing", None),
        (format!("ORDER#{}#{id}", &at[1..]), "Part", Some("at")),
        (format!("ORDER#{}#{id}", at.replace('Z', "000Z")), "Part", Some("at")),
        (format!("ORDER#{}#{id}", at.replace("12-01", "02-30")), "Part", Some("at")),
        (format!("ORDER#{}#{id}", at.replace('4', "４")), "Part", Some("at")),
        (format!("ORDER#{at}x#{id}"), "Part", Some("at")),
        (format!("ORDER##{id}"), "Part", Some("at")),
        (format!("ORDERS#{at}#{id}"), "Literal", None),
        (format!("order#{at}#{id}"), "Literal", None),
        (format!(" ORDER#{at}#{id}"), "Literal", None),
        (format!("ORDER#{at}#{}", "0".repeat(1100)), "TooLong", None),
    ];
    for (text, wanted, part) in orders {
        assert_eq!(kind(Order::parse_sk(&text)), (wanted.into(), part), "{text}");
    }
    let versions = [
        ("DOC#a", "Missing", None),
        ("DOC#a#v00001", "Missing", None),
        ("DOC#a@", "Literal", None),
        ("DOC#a@v", "Part", Some("version")),
        ("DOC#a@v1", "Part", Some("version")),
        ("DOC#a@v000001", "Part", Some("version")),
        ("DOC#a@v-0001", "Part", Some("version")),
        ("DOC#a@v00001#", "Trailing", None),
        ("DOC#@v00001", "Part", Some("id")),
        ("DOC#a#b@v00001", "Part", Some("id")),
        ("DOC#a@w00001", "Literal", None),
    ];
    for (text, wanted, part) in versions {
        assert_eq!(kind(Document::parse_sk(text)), (wanted.into(), part), "{text}");
    }
    assert_eq!(kind(Bare::parse_sk("n#")), ("Trailing".into(), None));
    assert_eq!(kind(Bare::parse_sk("n#x")), ("Trailing".into(), None));
    assert_eq!(kind(File::parse_sk("FILE#d#")), ("Part".into(), Some("path")));
    assert_eq!(kind(File::parse_sk("FILE#d")), ("Missing".into(), None));
    assert_eq!(kind(Meta::parse_sk("#METADATA")), ("Missing".into(), None));
    assert_eq!(kind(Meta::parse_sk("#METADATA##")), ("Trailing".into(), None));
    assert_eq!(kind(Meta::parse_sk("#METADATA#x")), ("Literal".into(), None));
    let reading = |pk, sk| kind(Reading::parse_key(pk, sk));
    let pk = "DEVICE#d#2024-12-01T10:30:00Z";
    assert_eq!(reading(pk, "2024-12-01T10:30:00.999Z#e"), ("Mismatch".into(), Some("device")));
    assert_eq!(reading(pk, "2024-12-01T10:30:01.000Z#d"), ("Mismatch".into(), Some("at")));
}

/// The message tells what is wrong, not what might be.
#[test]
fn text_with_a_separator_is_not_said_to_be_empty() {
    let shown = |text| Document::parse_sk(text).unwrap_err().to_string();
    let (empty, separator) = (shown("DOC#@v00001"), shown("DOC#a#b@v00001"));
    assert!(empty.ends_with("part `id` is empty or contains `#`"), "{empty}");
    assert_eq!(empty, separator);
    let rest = File::parse_sk("FILE#d#").unwrap_err().to_string();
    assert!(rest.ends_with("part `path` is empty"), "{rest}");
}

/// Each error tells which character is not allowed and which format the value does not fit.
#[test]
fn build_errors_say_what_is_wrong() {
    let reason = |built: Result<String, KeyError>| built.unwrap_err().reason().to_string();
    let document = |id, version| reason(DocumentSk { id, version }.build());
    assert_eq!(document("a#b", 1), "`id` contains `#`, the separator");
    assert_eq!(document("a@b", 1), "`id` contains `@`, which ends the part");
    assert_eq!(document("a", 100_000), "`version` does not fit `{version:05}`");
    let at = Timestamp::MIN;
    assert_eq!(reason(MomentSk { at }.build()), "`at` is out of range");
}

/// A client sees the reason without the key, so the reason names the part or the key itself.
#[test]
fn a_key_that_is_too_long_names_its_part() {
    let long = "x".repeat(1100);
    let error = DocumentSk { id: &long, version: 1 }.build().unwrap_err();
    assert_eq!((error.kind(), error.part()), (KeyErrorKind::TooLong, Some("id")));
    let reason = "`id` is too long: the key is 1111 bytes; DynamoDB allows 1024";
    assert_eq!(error.reason().to_string(), reason);
    let shown = format!("sort key of `Document` (`DOC#{{id}}@v{{version:05}}`): {reason}");
    assert_eq!(error.to_string(), shown);
    // Either of the two could be shorter.
    let error = FileSk { drive: &long, path: "p" }.build().unwrap_err();
    assert_eq!((error.kind(), error.part()), (KeyErrorKind::TooLong, None));
    assert_eq!(error.reason().to_string(), "the key is 1107 bytes; DynamoDB allows 1024");
}

#[derive(DdbKeys)]
#[pk("MOMENT")]
#[sk(at)]
#[expect(dead_code, reason = "for its key")]
struct Moment {
    at: Timestamp,
}
