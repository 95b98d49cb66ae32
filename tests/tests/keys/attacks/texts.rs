//! Strings for keys that do not exist, or another number of strings than a key has: refused in each form.

use ddbkey::key::{KeyPair, KeyTexts, NoSortKey, Texts};
use ddbkey::{DdbKeys, DdbTable, ParseError, ParseErrorKind};

#[derive(DdbKeys, Debug)]
#[pk("TOPIC", topic)]
#[gsi("joined", pk = ("FEED", topic))]
#[gsi("several", pk = [owner, region])]
#[gsi("sorted", pk = [owner], sk = [region, topic])]
struct Topic {
    topic: String,
    owner: String,
    region: String,
}

/// Parses both strings with a struct or a table that reads other strings of the same form.
fn parse<'k, P: KeyPair<'k>>(pk: impl Texts<'k>, sk: impl Texts<'k>) -> Result<P, ParseError> {
    P::parse_texts(pk, sk)
}

fn said<T: std::fmt::Debug>(result: Result<T, ParseError>) -> String {
    result.unwrap_err().to_string()
}

#[test]
fn of_a_table_without_a_sort_key() {
    assert_eq!(parse("TOPIC#a", None), Ok(TopicKey { topic: "a" }));
    assert_eq!(<Topic as DdbKeys>::parse_key("TOPIC#a", None), Ok(TopicKey { topic: "a" }));
    let trailing = "partition key of `Topic` (`TOPIC#{topic}`): too many parts";
    for sk in [&["PROFILE"][..], &["PROFILE#junk"], &[""], &["a", "b"]] {
        assert_eq!(said(parse::<TopicKey<'_>>("TOPIC#a", sk)), trailing, "{sk:?}");
        assert_eq!(said(<Topic as DdbKeys>::parse_key("TOPIC#a", sk)), trailing, "{sk:?}");
        assert!(
            matches!(NoSortKey::from_texts(sk), Err(error) if error.kind() == ParseErrorKind::Trailing),
            "{sk:?}"
        );
    }
    assert_eq!(NoSortKey::from_texts(&[]), Ok(NoSortKey));
    let error = NoSortKey::from_texts(&["x"]).unwrap_err();
    assert_eq!((error.to_string().as_str(), error.entity()), ("sort key: too many parts", None));
    assert!(
        matches!(parse::<TopicKey<'_>>(None, None), Err(error) if error.kind() == ParseErrorKind::Missing)
    );
    assert!(matches!(
        parse::<TopicKey<'_>>(["TOPIC#a", "b"], None),
        Err(error) if error.kind() == ParseErrorKind::Trailing
    ));
}

#[test]
fn of_an_index_without_a_sort_key() {
    assert_eq!(parse("FEED#a", None), Ok(TopicJoined { topic: "a" }));
    assert_eq!(
        said(parse::<TopicJoined<'_>>("FEED#a", ["x"])),
        "partition key of index `joined` of `Topic` (`FEED#{topic}`): too many parts"
    );
    let read = TopicSeveral { owner: "o", region: "eu" };
    assert_eq!(parse(["o", "eu"], None), Ok(read));
    for sk in [&["x"][..], &["x", "y", "z"]] {
        let result = parse::<TopicSeveral<'_>>(["o", "eu"], sk);
        assert!(matches!(result, Err(error) if error.kind() == ParseErrorKind::Trailing), "{sk:?}");
    }
}

#[test]
fn of_several_attributes() {
    let read = TopicSorted { owner: "o", region: "eu", topic: "a" };
    assert_eq!(parse("o", ["eu", "a"]), Ok(read));
    for (pk, sk) in [(&["o"][..], &["eu"][..]), (&["o"], &[]), (&[], &["eu", "a"])] {
        let result = parse::<TopicSorted<'_>>(pk, sk);
        assert!(
            matches!(result, Err(error) if error.kind() == ParseErrorKind::Missing),
            "{pk:?} {sk:?}"
        );
    }
    for (pk, sk) in [(&["o"][..], &["eu", "a", "b"][..]), (&["o", "p"], &["eu", "a"])] {
        let result = parse::<TopicSorted<'_>>(pk, sk);
        assert!(
            matches!(result, Err(error) if error.kind() == ParseErrorKind::Trailing),
            "{pk:?} {sk:?}"
        );
    }
}

#[derive(DdbKeys)]
#[pk("OWNER", owner)]
struct Owner {
    owner: String,
}

/// A table whose derive does not know that it has no sort key.
#[derive(DdbTable)]
enum Untold {
    Topic(Topic),
    Owner(Owner),
}

#[derive(DdbTable)]
#[ddb(pk = "pk")]
enum Told {
    Owner(Owner),
}

#[test]
fn of_a_table_of_entities() {
    assert!(<Untold as DdbTable>::parse_key("OWNER#a", None).is_ok());
    for sk in [&["PROFILE"][..], &[""], &["a", "b"]] {
        let unknown = |result| {
            assert_eq!(
                said(result),
                "no entity of table `Untold` has these keys; the nearest is the partition key of `Owner` \
                 (`OWNER#{owner}`): too many parts",
                "{sk:?}"
            );
        };
        unknown(<Untold as DdbTable>::parse_key("OWNER#a", sk).map(drop));
        assert!(<Told as DdbTable>::parse_key("OWNER#a", sk).is_err(), "{sk:?}");
    }
    assert!(Untold::parse_key("OWNER#a", "PROFILE").is_err());
}
