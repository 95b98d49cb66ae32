//! A snapshot is parsed as the schema that printed it, or refused with a line number.

pub(crate) mod sketch;

use std::collections::BTreeSet;

use serde_json::json;

use self::sketch::{document, sketch};
use super::{Language, Piece, Schema};

#[test]
fn another_format_is_refused_before_anything_else() {
    let error = Schema::parse("format = 2\nlater = true\n").unwrap_err();
    let fault = "the schema has format 2, and this version of `ddbkey-tools` reads format 1";
    assert_eq!((error.line(), error.to_string()), (Some(1), format!("line 1: {fault}")));
    let error = serde_json::from_value::<Schema>(json!({ "format": 2 })).unwrap_err();
    assert_eq!(error.to_string(), fault);
}

#[test]
fn every_language_is_read_as_printed() {
    for text in [
        "text",
        "text 1..=8",
        "text 0..",
        "text 0..=8",
        "text lower",
        "text upper",
        "text lower 1..=8",
        "hex 24",
        "slug 1..=40",
        "digits 1..",
        "ASCII [a-c] 2..=3",
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
        "GLOBAL | ORG#{integer u32} | USER#{text}",
        r"A\{\|{*text} | D\|{D|E} | E",
        r"A#{ASCII [\]a] 1..=2}",
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
        "ASCII [0-9a-f] 24",
        "slug",
        "slug ",
        "slug 1..=",
        "slug 3..=3",
        "text lower ",
        "text title",
        "text 1..",
        "text 2..=8",
        "ASCII [a] 1..=",
        "time %Y--",
        "timestamp",
        "timestamp ",
        "timestamp rfc3339",
        "timestamp +00",
        "A#{text} | B-{text}",
        "B#{text} | A",
        "A#{text} | A",
        "A#{text|B",
        "A#{B#{text}}",
        "A#{text}|B",
        "A#B#{text}",
    ] {
        let language = Language::read(text);
        assert!(language.is_none_or(|language| language.words().is_some()), "{text}");
    }
}

const TEXT: &str = r#"table "Old Shop"
  key: pk / number (N)
  gsi "by state": state, user_id / number (N)
  gsi due: include, keys (N), include(keys, "keys only")
  lsi newest: pk / at, keys only
  type attribute: type
  ttl: "until, )"

Order
  type name: "an order"
  version: revision
  ttl: "until, )"
  separator: |
    pk: USER|{user_id: text}
    number (N) = {number: integer u32}
  or noted: USER|{user_id} / {number} (N)
  optional: user_id
    pk: USER|{user_id: text}
    number (N) = {number: integer u32}
  or "no t": NOTE/{user_id} / {number} (N)
  optional: tag(), user_id
    separator of pk: /
    pk: NOTE/{user_id: text}
    number (N) = {number: integer u32}
  was "v 1": USER#{user} / {number} (N)
    separator of pk: #
    pk: USER#{user: text lower}
    number (N) = {number: integer u32}
  gsi "by state", sparse
  optional: state, tag()
    state = {state(): Open|Paid}
    user_id = {user_id: text}
    number (N) = {number: integer u32}
  lsi newest
    pk: USER|{user_id: text}
    at: {at: timestamp .3}|{*rest: text}
  in Rust
    prefix: ShopOrder
    tenant: user_id
    or "no t" as not
    was "v 1" as v1
    gsi "by state" as by_state
    aliases of state: {state(): "Payed"}
    formats of at: {at:.3}{rest}
    order of at: {at: never}{rest: last}
    formats of pk of noted: {user_id:upper}
    formats of pk of "v 1": {user:lower}
  fields, flattened, strict
    at: S
    "odd name", not written, reads odd
    secret, not written
    state, nullable
    user_id as "user id": S, reads userId, "user id"
"#;

const PRINTED: &str = include_str!("tests/old_shop.schema.toml");

fn schema() -> Schema {
    let mut schema = sketch(TEXT);
    let order = &mut schema.entities[0];
    order.keys[0].also_returned.insert("Line".into(), 1);
    order.keys[0].also_returned_under.insert("v 1".into(), 0);
    order.keys[3].also_returned_under.insert("current".into(), 1);
    schema
}

#[test]
fn every_part_is_printed_and_read() {
    let schema = schema();
    assert_eq!(schema.to_string(), PRINTED);
    let read = Schema::parse(PRINTED).unwrap();
    assert_eq!(read.to_string(), PRINTED);
    assert_eq!(Schema::parse(&PRINTED.replace('\n', "\r\n")).unwrap(), schema);
    let json = serde_json::to_string(&schema).unwrap();
    assert_eq!(serde_json::from_str::<Schema>(&json).unwrap(), schema);
    let projections = read.indexes.iter().map(|own| &own.projection);
    let included = Some(["keys", "keys only"].map(Into::into).into());
    assert!(projections.eq([&None, &included, &Some(BTreeSet::new())]));
    let order = read.entity("Order").unwrap();
    assert_eq!(order, &schema.clone().sorted().entities[0]);
    let [current, noted, not, legacy] = &order.keys[..] else { panic!("four keys") };
    assert_eq!((&current.alternative, &current.optional), (&None, &Vec::new()));
    assert!(!noted.is_sparse() && noted.optional == ["user_id"]);
    assert_eq!(noted.attributes[0].template(), "USER|{user_id:upper}");
    assert_eq!((not.rust_name.as_deref(), not.attributes[0].separator), (Some("not"), '/'));
    assert_eq!((&legacy.legacy, &legacy.rust_name), (&Some("v 1".into()), &Some("v1".into())));
    let [by_state, newest] = &order.index_keys[..] else { panic!("two indexes") };
    let sort_keys = by_state.attributes.iter().map(|own| own.is_sort_key);
    assert!(sort_keys.eq([false, false, true]));
    let [Piece::Value(at), Piece::Literal(bar), Piece::Value(rest)] =
        &newest.attributes[1].pieces[..]
    else {
        panic!("three pieces")
    };
    assert_eq!((&*at.format, &**bar, rest.is_rest, &*rest.format), (".3", "|", true, ""));
}

/// A key has exactly the attributes of the table or of its index.
#[test]
fn a_damaged_snapshot_is_refused() {
    for (from, to, place, fault) in [
        (
            "pk = \"USER|{user_id: text}\"",
            "",
            "[entity.Order]",
            "key attribute `pk` of `Order` is missing",
        ),
        (
            "pk = \"USER|{user_id: text}\"",
            "p = \"USER|{user_id: text}\"",
            "[entity.Order]",
            "`p` of `Order` is not an attribute of this key, which are: `pk`, `number`",
        ),
        (
            "entries = [\"number\"]",
            "entries = [\"numbr\"]",
            "[entity.Order]",
            "`numbr` of `Order` is not an attribute of this key, which are: `pk`, `number`",
        ),
        (
            "[index.newest]",
            "[index.newst]",
            "[entity.Order.index.newest.key]",
            "`Order` is in an index that the table does not have",
        ),
        (
            "{at: timestamp .3}",
            "{at: timestmp .3}",
            "at = \"{at: timestmp",
            "`{at: timestmp .3}` is not a value and its strings",
        ),
        ("sk = [\"number\"]", "sk = [\"pk\"]", "[key]", "an attribute is in the key twice"),
        ("[\"keys\", ", "[\"kees\", ", "[key]", "`kees` in `numbers` is not a key attribute"),
        (
            "kind = \"local\"\n",
            "",
            "[index.newest]",
            "an index has a `kind`, and the table has none",
        ),
        ("table = ", "table = \"T\"\ntable = ", "table = \"Old", "duplicate key"),
    ] {
        assert!(PRINTED.contains(from), "{from}");
        let damaged = PRINTED.replacen(from, to, 1);
        let error = Schema::parse(&damaged).unwrap_err();
        assert!(error.to_string().contains(fault), "{to}: {error}");
        let line = damaged.lines().position(|line| line.starts_with(place));
        assert_eq!(error.line(), line.map(|line| line + 1), "{to}: {error}");
    }
}

/// Each table refuses what it does not know.
#[test]
fn no_table_has_an_unknown_key() {
    let headers = PRINTED.lines().enumerate().filter(|(_, line)| line.starts_with('['));
    // Any name can be an attribute or an entity.
    let is_open = |line: &str| {
        ["key]", "separators]", "also_returned]", "also_returned_under]"]
            .iter()
            .any(|end| line.ends_with(end))
    };
    let mut seen = 0;
    for (at, header) in headers.filter(|(_, line)| !is_open(line) || *line == "[key]") {
        let mut lines: Vec<_> = PRINTED.lines().collect();
        lines.insert(at + 1, "later = 1");
        let error = Schema::parse(&lines.join("\n")).unwrap_err();
        assert_eq!(error.line(), Some(at + 2), "{header}: {error}");
        seen += 1;
    }
    assert!(seen > 12, "{seen}");
    assert_eq!(Schema::parse(&format!("later = 1\n{PRINTED}")).unwrap_err().line(), Some(1));
}

#[test]
fn the_json_is_the_same_document() {
    let json = serde_json::to_value(schema()).unwrap();
    assert_eq!(json["entity"]["Order"]["key"]["pk"], "USER|{user_id: text}");
    let toml: serde_json::Value = toml::from_str(PRINTED).unwrap();
    assert_eq!(json, toml);
    let mut own = document(TEXT);
    own["entity"]["Order"]["key"]["pk"] = "USER|{user_id: txt}".into();
    let error = serde_json::from_value::<Schema>(own).unwrap_err().to_string();
    assert!(error.contains("`{user_id: txt}` is not a value"), "{error}");
}
