//! A snapshot is parsed as the schema that printed it, or refused with a line number.

use std::collections::BTreeSet;

use ddbkey::__private::engine::ValueOrder;

use super::{Attribute, Language, LanguageClass, Piece, Projection, Schema, TableKey};

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
        "text 0..",
        "text 0..=8",
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

const TEXT: &str = r#"ddbkey schema 1
table "Old Shop"
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
  queries also return: Line under "v 1" (index "by state", up to 2 parts given)
  queries also return: Line (was "v 1")
  queries also return: Order under plain (or noted, up to 1 part given)
  note: round of Order: must be N, or the write is refused
  in Rust
    prefix: ShopOrder
    tenant: user_id
    or "no t" as not
    was "v 1" as v1
    gsi "by state" as by_state
    formats of state: {state()}
    aliases of state: {state(): "Payed\|"}
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

#[test]
fn every_line_is_read_and_printed() {
    let schema = Schema::parse(TEXT).unwrap();
    // Values without a format print none, and one alias is quoted.
    let printed = TEXT.replace("    formats of state: {state()}\n", "");
    assert_eq!(schema.to_string(), printed);
    assert_eq!(Schema::parse(&printed).unwrap(), schema);
    let projections: Vec<_> = schema.indexes().iter().map(TableKey::projection).collect();
    let included = Projection::Include(["keys", "keys only"].map(Into::into).into());
    assert_eq!(projections, [&Projection::All, &included, &Projection::Keys]);
    assert_eq!(schema.indexes()[1].names().collect::<Vec<_>>(), ["include", "keys"]);
    let order = schema.entity("Order").unwrap();
    assert_eq!((schema.ttl(), order.ttl()), (Some("until, )"), Some("until, )")));
    let [current, noted, not, legacy] = order.keys() else { panic!("four keys") };
    assert_eq!((current.alternative(), current.optional()), (None, Some(&[][..])));
    assert_eq!((noted.alternative(), noted.legacy()), (Some("noted"), None));
    assert_eq!(noted.optional(), Some(&["user_id".to_owned()][..]));
    assert!(!noted.is_sparse());
    assert_eq!(noted.attributes()[0].template(), "USER|{user_id:upper}");
    assert_eq!((not.rust_name(), not.attributes()[0].separator()), (Some("not"), '/'));
    assert_eq!(
        (current.legacy(), legacy.legacy(), legacy.rust_name()),
        (None, Some("v 1"), Some("v1"))
    );
    assert_eq!(legacy.attributes()[0].template(), "USER#{user:lower}");
    let [by_state, newest] = order.index_keys() else { panic!("two indexes") };
    assert_eq!((by_state.index(), by_state.rust_name()), (Some("by state"), Some("by_state")));
    assert_eq!(by_state.optional(), Some(&["state".to_owned(), "tag()".to_owned()][..]));
    let sort_keys = by_state.attributes().iter().map(Attribute::is_sort_key);
    assert!(sort_keys.eq([false, false, true]));
    let [Piece::Value(state)] = by_state.attributes()[0].pieces() else { panic!("one piece") };
    assert_eq!((state.name(), state.is_method(), state.widths()), ("state", true, (4, Some(4))));
    assert_eq!(
        (state.order(), state.aliases()),
        (Some(ValueOrder::Never), &["Payed|".to_owned()][..])
    );
    let [Piece::Value(at), Piece::Literal(bar), Piece::Value(rest)] =
        newest.attributes()[1].pieces()
    else {
        panic!("three pieces")
    };
    assert_eq!(
        (at.format(), &**bar, rest.is_rest(), rest.format()),
        (Some(".3"), "|", true, Some(""))
    );
    assert_eq!((at.order(), rest.order()), (Some(ValueOrder::Never), Some(ValueOrder::Last)));
    assert_eq!(newest.optional(), Some(&[][..]));
    let fields = order.fields().unwrap();
    assert!(fields.is_flattened() && fields.is_strict() && !fields.is_converted());
    let user = fields.iter().find(|field| field.name() == "user_id").unwrap();
    assert_eq!((user.written(), user.attribute_type()), (Some("user id"), Some("S")));
    assert!(user.read_names().eq(["userId", "user id"]));
    let also = &order.also_returned()[1];
    assert_eq!((also.entity(), also.legacy(), also.parts()), ("Line", Some("v 1"), 0));
    assert_eq!(also.to_string(), "Line (was \"v 1\")");
}

#[test]
fn a_line_of_the_table_is_read_or_refused() {
    for (line, wrong) in [
        ("lsi newest: pk / at, keys only", "lsi newest: pk / at, keys only, more"),
        ("lsi newest: pk / at, keys only", "lsi newest: pk / "),
        ("include(keys, \"keys only\")", "include()"),
        ("include(keys, \"keys only\")", "include(keys"),
        ("include(keys, \"keys only\")", "include(keys,)"),
        ("include(keys, \"keys only\")", "include(keys) / sk"),
        ("  key: pk / number (N)", "  key: pk / number (N), keys only"),
        ("  ttl: \"until, )\"\n\nOrder", "  ttl: until, )\n\nOrder"),
    ] {
        let before = &TEXT[..TEXT.find(line).expect(line)];
        let number = before.matches('\n').count() + 1;
        let error = Schema::parse(&TEXT.replacen(line, wrong, 1)).unwrap_err();
        let expected = format!("line {number}: expected a key, an index or the type attribute");
        assert_eq!(error.to_string(), expected, "{wrong}");
    }
}

/// A missing property is not guessed.
#[test]
fn what_an_older_version_does_not_print_is_unknown() {
    let (stored, _) = TEXT.split_once("  in Rust").unwrap();
    let schema = Schema::parse(stored).unwrap();
    assert_eq!(schema.to_string(), stored);
    let order = schema.entity("Order").unwrap();
    assert_eq!((order.prefix(), order.fields()), (None, None));
    assert!(order.index_keys().iter().all(|key| key.rust_name().is_none()));
    let sk = &order.index_keys()[1].attributes()[1];
    assert!(sk.values().all(|value| value.format().is_none() && value.order().is_none()));
    assert_eq!(sk.template(), "{at}|{*rest}");
}

#[test]
fn a_line_of_rust_is_read_or_refused() {
    for (line, wrong) in [
        ("prefix: ShopOrder", "prefix: Shop Order"),
        ("was \"v 1\" as v1", "was \"v 1\" is v1"),
        ("gsi \"by state\" as by_state", "idx \"by state\" as by_state"),
        ("formats of at: {at:.3}{rest}", "formats of at {at:.3}"),
        ("order of at: {at: never}", "order of at: {at: sometimes}"),
        ("aliases of state: {state(): \"Payed\\|\"}", "aliases of state: {state(): }"),
    ] {
        let number = 1 + TEXT.lines().position(|own| own.contains(line)).expect(line);
        let error = Schema::parse(&TEXT.replace(line, wrong)).unwrap_err();
        let expected = format!("line {number}: expected a name or a format in Rust");
        assert_eq!((error.line(), error.to_string()), (Some(number), expected), "{wrong}");
    }
    for (field, wrong) in
        [("at: S", "at: X"), (", not written, reads odd", " not written"), (", strict", ", lax")]
    {
        assert!(Schema::parse(&TEXT.replace(field, wrong)).is_err(), "{wrong}");
    }
    // Lines about a missing key or value are skipped.
    let more = TEXT.replace(
        "  in Rust\n",
        "  in Rust\n    gsi gone as was_there\n    formats of gone: {at:.3}\n",
    );
    assert_eq!(Schema::parse(&more).unwrap(), Schema::parse(TEXT).unwrap());
}

#[test]
fn json_is_read_back_and_checked() {
    let schema = Schema::parse(TEXT).unwrap();
    let json = serde_json::to_value(&schema).unwrap();
    assert_eq!(json["version"], 1);
    assert_eq!(json["name"], "Old Shop");
    assert_eq!(json["key"]["partition_key"], serde_json::json!([{ "name": "pk", "type": "S" }]));
    let index = serde_json::json!({ "name": "newest", "kind": "lsi", "projection": "keys" });
    assert_eq!(json["indexes"][2]["index"], index);
    let included = serde_json::json!({ "include": ["keys", "keys only"] });
    assert_eq!(json["indexes"][1]["index"]["projection"], included);
    assert_eq!((&json["ttl"], &json["entities"][0]["ttl"]), (&"until, )".into(), &json["ttl"]));
    let order = &json["entities"][0];
    assert_eq!(order["keys"].as_array().map(Vec::len), Some(4), "a key is a list of alternatives");
    let state = &order["index_keys"][0]["attributes"][0];
    assert_eq!(
        (&state["type"], &state["sort_key"], &state["entry"]),
        (&"S".into(), &false.into(), &true.into())
    );
    let language = serde_json::json!({
        "text": "Open|Paid", "class": "words", "alphabet": "OPadeinp", "words": ["Open", "Paid"],
        "min_width": 4, "max_width": 4,
    });
    assert_eq!(state["pieces"][0]["value"]["language"], language);
    assert_eq!(serde_json::from_value::<Schema>(json.clone()).unwrap(), schema);

    let refused = |pointer: &str, value: serde_json::Value| {
        let mut json = json.clone();
        *json.pointer_mut(pointer).expect(pointer) = value;
        serde_json::from_value::<Schema>(json).unwrap_err().to_string()
    };
    let projection = "/indexes/1/index/projection";
    assert!(refused(projection, "some".into()).contains("unknown variant `some`"));
    let nothing = serde_json::json!({ "include": [] });
    assert!(refused(projection, nothing).contains("as a snapshot, line 5"));
    assert!(refused("/version", 2.into()).contains("has version 2, and this is version 1"));
    let value = "/entities/0/index_keys/0/attributes/0/pieces/0/value";
    assert!(
        refused(&format!("{value}/language/text"), "Paid|Open".into())
            .contains("no language prints as")
    );
    assert!(refused(&format!("{value}/source"), "a}".into()).contains("as a snapshot, line "));
    assert!(
        refused("/entities/0/keys/0/attributes/0/type", "B".into()).contains("unknown name `B`")
    );
    assert!(
        refused("/entities/0/keys/0/attributes", Vec::<u8>::new().into())
            .contains("as a snapshot, ")
    );
}

/// The documentation of the JSON has a line for each name in it, and no other line.
#[test]
fn the_page_of_the_json_has_every_name() {
    let mut written = BTreeSet::new();
    collect(&serde_json::to_value(Schema::parse(TEXT).unwrap()).unwrap(), "", &mut written);
    let lines = include_str!("json.md").lines().filter_map(|line| line.strip_prefix("- "));
    let described: BTreeSet<_> = lines
        .filter_map(|line| line.split_once("`: "))
        .flat_map(|(names, _)| names.split("`, `"))
        .map(|name| name.trim_start_matches('`').to_owned())
        .collect();
    assert_eq!(written, described);
}

/// Collects the paths in a value. Both kinds of keys have the same form.
fn collect(value: &serde_json::Value, path: &str, paths: &mut BTreeSet<String>) {
    match value {
        serde_json::Value::Object(members) => {
            for (name, value) in members {
                let name = if path == "entities[]" && name == "index_keys" {
                    paths.insert("entities[].index_keys".into());
                    "keys"
                } else {
                    name
                };
                let path = match path {
                    "" => name.to_owned(),
                    "key" => format!("indexes[].{name}"),
                    "entities[].keys[].attributes[].pieces[]" if name == "value" => {
                        paths.insert(format!("{path}.value"));
                        collect(value, "value", paths);
                        continue;
                    }
                    path => format!("{path}.{name}"),
                };
                paths.insert(path.clone());
                collect(value, &path, paths);
            }
        }
        serde_json::Value::Array(values) => {
            for value in values {
                collect(value, &format!("{path}[]"), paths);
            }
        }
        _ => {}
    }
}

/// Tests the same for the words that a name can have.
#[test]
fn the_page_of_the_json_has_every_word() {
    let page = include_str!("json.md");
    let line =
        |name: &str| page.lines().find(|line| line.starts_with(&format!("- `{name}`: "))).unwrap();
    let orders = line("value.order");
    for (_, name) in ValueOrder::NAMES {
        assert!(orders.contains(&format!("`{name}`")), "{name}");
    }
    let classes = [
        "Text",
        "Ascii",
        "Char",
        "Words",
        "Variants",
        "Integer",
        "PaddedInteger",
        "DescendingInteger",
        "Time",
        "TrimmedTime",
        "Ulid",
        "Uuid",
        "Ksuid",
        "Shard",
        "IpAddress",
    ];
    let (_, listed) = line("value.language.class").split_once(": ").unwrap();
    assert_eq!(listed.matches('`').count(), 2 * classes.len());
    for name in listed.split('`').skip(1).step_by(2) {
        let class: LanguageClass = serde_json::from_value(name.into()).unwrap();
        assert!(classes.contains(&&*format!("{class:?}")), "{name}");
    }
}
