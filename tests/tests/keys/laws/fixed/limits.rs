//! Law 6: no key is empty or too long, in the table and in indexes.

use ddbkey::{DdbKeys, KeyError, KeyErrorKind};
use jiff::Timestamp;
use jiff::civil::date;
use ulid::Ulid;

use super::declared::*;
use crate::laws::expected::length;

/// Checks law 6 for a key with one string in it: `parse` returns the number of bytes of a key that can be built.
fn check_limit(limit: usize, build: impl Fn(&str) -> Result<String, KeyError>) {
    check_limit_because(limit, "", build);
}

/// Checks the same, with the words after the limit.
fn check_limit_because(
    limit: usize,
    because: &str,
    build: impl Fn(&str) -> Result<String, KeyError>,
) {
    let others = build("a").unwrap().len() - 1;
    for filler in ["a", "ß", "日", "\u{10FFFF}"] {
        let room = limit - others;
        let text = filler.repeat(room / filler.len()) + &"a".repeat(room % filler.len());
        assert_eq!(build(&text).unwrap().len(), limit);
        let error = build(&(text + "a")).unwrap_err();
        assert_eq!((error.kind(), length(error)), (KeyErrorKind::TooLong, limit + 1));
        let shown = format!("is {} bytes; DynamoDB allows {limit}{because}", limit + 1);
        assert!(error.to_string().ends_with(&shown), "{error}");
        let error = build(&"a".repeat(3000)).unwrap_err();
        assert!(error.kind() == KeyErrorKind::TooLong, "{error}");
    }
    assert!(matches!(build(""), Err(error) if error.kind() == KeyErrorKind::Empty));
}

#[test]
fn keys_are_as_long_as_dynamodb_takes_and_no_longer() {
    let (day, id, at) = (date(2024, 12, 1), Ulid::nil(), Timestamp::UNIX_EPOCH);
    let (user, name) = ("u", "n");
    check_limit(2048, |user| ProfilePk { user }.build());
    check_limit(2048, |email| ProfileGsi1Pk { email }.build());
    check_limit(1024, |user| ProfileGsi1 { email: "e", user }.sk());
    check_limit(1024, |user| OrderDay { at, user, id }.sk());
    check_limit(1024, |name| ItemSk { at, id, line: 7, name }.build());
    check_limit(1024, |topic| NoteSk { topic, author: "a", user }.build());
    check_limit(1024, |author| NoteSk { topic: "t", author, user }.build());
    check_limit(1024, |path| FileSk { drive: "d", path }.build());
    check_limit(1024, |id| DocumentSk { id, version: 1 }.build());
    check_limit(1024, |name| EventSk { day, name }.build());
    check_limit(2048, |place| {
        VisitPk { place, day, name, id, begin: day, other: "t", end: day }.build()
    });
    check_limit(2048, |other| {
        VisitPk { place: "p", day, name, id, begin: day, other, end: day }.build()
    });
    check_limit(1024, |name| WordSk { name, tail: "t" }.build());
    check_limit(1024, |tail| WordSk { name, tail }.build());
    check_limit(1024, |author| FeedSk { kind: Kind::Post, author: AuthorRef::new(author) }.build());
    check_limit(2048, |device| ReadingPk { device, at }.build());
    check_limit(1024, |device| ReadingSk { at, device }.build());
    check_limit(2048, |tenant| PipePk { tenant }.build());
    check_limit(1024, |name| PipeSk { name, kind: "k", tenant: "t" }.build());
    check_limit(1024, |name| BareSk { name }.build());
    check_limit(2048, |name| BareAlonePk { name }.build());
    check_limit(2048, |name| ConfigPk { name }.build());
}

/// A partition key that is also the sort key of an index.
#[test]
fn reused_partition_keys_have_the_limit_of_sort_keys() {
    let because = |index| format!(" here, because index `{index}` uses it as its sort key");
    check_limit_because(1024, &because("inverted"), |user| OrderPk { user }.build());
    check_limit_because(1024, &because("kind"), |name| BarePk { name }.build());
    let user = "u".repeat(1019);
    let key = OrderKey { user: &user, at: Timestamp::UNIX_EPOCH, id: Ulid::nil() };
    assert_eq!(key.pk().unwrap().len(), 1024);
    let user = "u".repeat(1020);
    assert!(
        matches!(OrderKey { user: &user, ..key }.keys(), Err(error) if error.kind() == KeyErrorKind::TooLong)
    );
}

/// The limits of indexes hold for an item only if it is in them.
#[test]
fn keys_of_an_item_are_all_within_their_limits() {
    let profile = |user, email| Profile { user, email };
    let long = "u".repeat(1500);
    assert!(profile(long.clone(), None).keys().is_ok());
    let error = profile(long, Some("e".into())).keys().unwrap_err();
    assert!(
        error.kind() == KeyErrorKind::TooLong
            && error.reason().to_string().contains("is 1505 bytes")
    );
    assert!(error.to_string().starts_with("sort key of index `gsi1`"), "{error}");
    let error = profile("u".into(), Some("e".repeat(2043))).keys().unwrap_err();
    assert!(
        error.kind() == KeyErrorKind::TooLong
            && error.reason().to_string().contains("is 2049 bytes")
    );
    assert!(error.to_string().starts_with("partition key of index `gsi1`"), "{error}");
    let error = profile("u".into(), Some("#".into())).keys().unwrap_err();
    assert!(
        error.kind() == KeyErrorKind::Separator
            && error.part() == Some("email")
            && error.to_string().contains("`#`")
    );
    assert!(error.to_string().starts_with("partition key of index `gsi1`"), "{error}");
}
