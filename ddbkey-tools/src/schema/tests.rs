//! A text is read as what it was printed from, or refused with its line.

use super::{Language, Schema};

#[test]
fn a_version_is_a_number_as_it_is_printed() {
    for version in ["+1", "01", "1 ", "-1"] {
        let error = Schema::parse(&format!("ddbkey schema {version}\ntable T\n")).unwrap_err();
        assert_eq!(error.to_string(), "line 1: expected a version", "{version:?}");
    }
}

#[test]
fn a_newer_version_is_refused() {
    let error = Schema::parse("ddbkey schema 2\nwhat comes then").unwrap_err();
    assert_eq!(error.line(), Some(1));
    assert_eq!(
        error.to_string(),
        "the snapshot has version 2, but this is version 1; a newer `ddbkey` reads it",
    );
}

#[test]
fn an_error_names_its_line() {
    for (text, message) in [
        ("", "line 1: expected `ddbkey schema` and its version"),
        ("table T\n", "line 1: expected `ddbkey schema` and its version"),
        ("ddbkey schema one\n", "line 1: expected a version"),
        ("ddbkey schema 0\n", "line 1: expected a version"),
        ("ddbkey schema 1\n\nT\n", "line 2: expected `table` and its name"),
        (
            "ddbkey schema 1\ntable T\n  key:\n",
            "line 3: expected a key, an index or the type attribute",
        ),
        ("ddbkey schema 1\ntable T\n    pk: A\n", "line 3: expected an entity before its keys"),
        (
            "ddbkey schema 1\ntable T\n\nA\n    pk: {a}\n",
            "line 5: expected a key attribute and its template",
        ),
        (
            "ddbkey schema 1\ntable T\n\nA\n    pk: {a: what}\n",
            "line 5: expected a key attribute and its template",
        ),
        (
            "ddbkey schema 1\ntable T\n\nA\n  idx x\n",
            "line 5: expected an index, a legacy key or a separator",
        ),
        (
            "ddbkey schema 1\ntable T\n  key: pk / sk\n\nA\n    pk: A\n\nB\n    pk: B\n    sk: B\n",
            "line 8: expected each key attribute of the entity before it, once",
        ),
        (
            "ddbkey schema 1\ntable T\n  key: pk\n\nA\n    pk: A\n    pk: A\n",
            "line 7: expected each key attribute of the entity before it, once",
        ),
    ] {
        assert_eq!(Schema::parse(text).unwrap_err().to_string(), message, "{text}");
    }
}

#[test]
fn every_language_is_read_as_printed() {
    for text in [
        "text",
        "text 1..=8",
        "text lower",
        "text upper",
        "text lower 1..=8",
        "ASCII [0-9a-f] 24..=24",
        r"ASCII [\-0-9] 1..",
        "time %Y%m%d",
        r"time %Y-%m-%d\|%H",
        "time %YZ",
        "time %Y-%m-%dT%H-%M-%S-%3fZ",
        r"time %Y%m%d%H%M%S\|%6f",
        "time %Y%m%d%H%M%S%9f",
        "timestamp +00:00",
        "timestamp isoformat",
        "timestamp instant",
        "timestamp rfc3339nano",
        "timestamp .3",
        "month",
    ] {
        let language = Language::read(text).expect(text);
        assert_eq!((language.words(), language.to_string()), (None, text.into()));
    }
    for text in [
        "time %m",
        "time %Y%Y",
        "time",
        "time %Y%m%d%H%M%S%f",
        "time %Y%m%d%H%M%S%4f",
        "time %Y%m%d%3f",
        "time %Y%m%d%H%M%S%3f%3f",
        "time %Y%m%d%H%M%S%9f--",
        "text lower ",
        "text title",
        "ASCII [a] 1..=",
        "time %Y--",
        "timestamp",
        "timestamp ",
        "timestamp rfc3339",
        "timestamp +00",
    ] {
        let language = Language::read(text);
        assert!(language.is_none_or(|language| language.words().is_some()), "{text}");
    }
}
