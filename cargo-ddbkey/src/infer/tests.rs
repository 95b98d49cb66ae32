//! Tests that rows become the declaration that they have, and that the report tells the rest.

use std::io::Write as _;

use flate2::Compression;
use flate2::write::GzEncoder;

use super::sample::Sample;
use super::{Assumed, Inferred, Options, Rows, against, infer};
use ddbkey_tools::Schema;

/// A line of an export.
fn order(at: u32, more: &str) -> String {
    format!(
        r#"{{"Item": {{"pk": {{"S": "USER#u{user}"}}, "sk": {{"S": "ORDER#{at:05}"}}, "user_id": {{"S": "u{user}"}}, "number": {{"N": "{at}"}}{more}}}}}
"#,
        user = at % 7
    )
}

fn orders(count: u32) -> String {
    (1..=count).map(|at| order(at, "")).collect()
}

fn inferred(rows: impl Into<Vec<u8>>, options: &Options) -> Inferred {
    infer(&Rows::text(rows), options).unwrap()
}

fn shop() -> Options {
    Options::new("Shop")
}

fn assuming<const N: usize>(assume: [&str; N]) -> Options {
    Options { assume: assume.map(|own| own.parse().unwrap()).into(), ..shop() }
}

fn described(table: impl Into<String>) -> Options {
    Options { table: Some(table.into()), ..shop() }
}

const KEYS: &str = "#[pk(\"USER\", user_id)]\n#[sk(\"ORDER\", \"{number:05}\")]\n";

#[test]
fn rows_come_in_every_form() {
    let export = orders(20);
    let items: Vec<_> =
        export.lines().map(|line| &line["{\"Item\": ".len()..line.len() - 1]).collect();
    let scan = format!("{{\n  \"Items\": [\n{}\n  ],\n  \"Count\": 20\n}}\n", items.join(",\n"));
    let incremental = export.replace("\"Item\"", "\"Metadata\": {}, \"Keys\": {}, \"NewImage\"")
        + "{\"Metadata\": {}, \"Keys\": {\"pk\": {\"S\": \"USER#u1\"}}}\n";
    let mut gzip = GzEncoder::new(Vec::new(), Compression::fast());
    gzip.write_all(export.as_bytes()).unwrap();
    let expected = inferred(export.clone(), &shop()).module;
    assert!(expected.contains(KEYS), "{expected}");
    for rows in [
        scan.clone().into_bytes(),
        (scan.clone() + &scan.replace("20", "0")).into_bytes(),
        items.join("\n").into_bytes(),
        format!("[{}]", items.join(",")).into_bytes(),
        incremental.into_bytes(),
        gzip.finish().unwrap(),
    ] {
        let module = inferred(rows, &shop()).module;
        let keys = module.split("pub struct").next().unwrap();
        assert!(keys.contains(KEYS), "{keys}");
    }
    let mut rows = Rows::default();
    rows.add_reader("standard input", export.as_bytes()).unwrap();
    assert_eq!(infer(&rows, &shop()).unwrap().module, expected);
}

/// An export has a file for each partition, also for one without rows.
#[test]
fn a_file_without_rows_is_read() {
    let gzip = GzEncoder::new(Vec::new(), Compression::fast()).finish().unwrap();
    let scan = br#"{"Items": [], "Count": 0, "ScannedCount": 0}"#;
    let nothing: [&[u8]; 3] = [b"", &gzip, scan];
    let mut rows = Rows::default();
    for empty in nothing {
        rows.add_reader("empty", empty).unwrap();
    }
    assert_eq!(infer(&rows, &shop()).unwrap_err().to_string(), "there are no rows");
    rows.add_reader("rows", orders(20).as_bytes()).unwrap();
    for empty in nothing {
        rows.add_reader("empty", empty).unwrap();
    }
    let found = infer(&rows, &shop()).unwrap();
    assert_eq!((found.module, found.rows), (inferred(orders(20), &shop()).module, 20));
}

/// As rustfmt does.
#[test]
fn a_long_key_has_a_line_for_each_part() {
    let word = "A".repeat(30);
    let line = |at: u32| format!("USER#u{at}\t{word}#{word}#{word}#{at:05}\n");
    let options = assuming(["*.sk.1=literal"]);
    let module = inferred((1..=20).map(line).collect::<String>(), &options).module;
    let parts = format!("#[sk(\n    \"{word}\",\n    \"{word}\",\n    \"{word}\",\n");
    assert!(module.contains(&parts) && module.contains(":05}\"\n)]\n"), "{module}");
}

#[test]
fn lines_of_keys_are_rows() {
    let rows: Vec<_> = (1..=20).map(|at| format!("USER#u{at}\tORDER#{at:05}\n")).collect();
    let module = inferred(rows.concat(), &shop()).module;
    assert!(module.contains("#[ddb(fields_from_keys)]\n#[pk(\"USER\", user_id)]\n"), "{module}");
    assert!(module.contains("#[sk(\"ORDER\", \"{order_number:05}\")]\n"), "{module}");
}

/// A line has no names.
#[test]
fn lines_of_keys_have_the_names_of_the_table() {
    let rows: Vec<_> = (1..=20).map(|at| format!("USER#u{at}\tORDER#{at:05}\n")).collect();
    let table = r#"{"KeySchema": [
        {"AttributeName": "Owner", "KeyType": "HASH"}, {"AttributeName": "Range", "KeyType": "RANGE"}
    ]}"#;
    let Inferred { module, explained, .. } = inferred(rows.concat(), &described(table));
    assert_eq!(explained, 20);
    assert!(module.contains("#[ddb(pk = \"Owner\", sk = \"Range\")]"), "{module}");
}

#[test]
fn an_error_has_its_line_and_no_value() {
    let rows = orders(2) + "{\"Item\": {\"pk\": {\"S\": \"SECRET\"}\n";
    let error = infer(&Rows::text(rows), &shop()).unwrap_err();
    assert_eq!(error.to_string(), "rows: line 3: ends within a value, column 31");
    let error = infer(&Rows::text("{\"id\": {\"S\": \"x\"}}"), &shop()).unwrap_err();
    assert!(error.to_string().contains("help: pass what `aws dynamodb describe-table`"), "{error}");
    assert_eq!(infer(&Rows::text(""), &shop()).unwrap_err().to_string(), "there are no rows");
}

#[test]
fn garbage_is_listed_and_the_rest_explained() {
    let mut rows = orders(1000);
    rows += &order(1001, "").replace("ORDER#01001", "ORDER#soon");
    rows += &order(1002, "").replace("\"N\": \"1002\"", "\"S\": \"many\"");
    rows += &order(1003, r#", "note": {"S": "x"}"#);
    rows += &order(1004, "").replace("USER#u3", "nobody");
    rows += &order(1005, "").replace("USER#u4", "USER#u5");
    let Inferred { module, report, explained, rows, .. } = inferred(rows, &shop());
    assert!(module.contains(KEYS), "{module}");
    assert!((1000..=1001).contains(&explained) && rows == 1005, "{report}");
    assert!(report.contains("rows are not explained"), "{report}");
    assert!(report.contains("the attributes do not produce `pk`: 1"), "{report}");
}

#[test]
fn what_a_sample_has_in_common_is_undecided() {
    let rows: Vec<_> = (1..=50)
        .map(|at| format!("TENANT#acme\tUSER#u{at}\nTENANT#acme\tDAY#2024-12-{:02}\n", at % 28 + 1))
        .collect();
    let Inferred { module, report, explained, .. } = inferred(rows.concat(), &shop());
    assert_eq!((explained, &*module), (0, ""), "{report}");
    for line in ["`--assume User.pk.1=literal`", "`--assume User.pk.1=value`"] {
        assert!(report.contains(line), "{report}");
    }
    assert!(!report.contains("acme"), "{report}");
    for (assumed, pk) in [
        ("User.pk.1=value", "#[pk(\"TENANT\", tenant_id)]\n#[sk(\"USER\", user_id)]"),
        ("*.pk.1=literal", "#[pk(\"TENANT\", \"acme\")]\n#[sk(\"DAY\", day_date)]"),
    ] {
        let Inferred { module, .. } = inferred(rows.concat(), &assuming([assumed]));
        assert!(module.contains(pk), "{module}");
    }
}

/// No declaration of this key compiles.
#[test]
fn an_attribute_is_in_a_key_once() {
    let rows: Vec<_> = (1..=50)
        .map(|at| {
            format!(
                r#"{{"pk": {{"S": "TEAM#t{at}#FROM#t{at}"}}, "sk": {{"S": "TEAM"}}, "team": {{"S": "t{at}"}}}}
"#
            )
        })
        .collect();
    let Inferred { module, explained, .. } = inferred(rows.concat(), &shop());
    assert!(!module.contains("team, \"FROM\", team"), "{module}");
    assert_eq!(explained, 0);
}

#[test]
fn two_attributes_that_explain_a_key_need_a_decision() {
    let rows: String = (10..60)
        .map(|at| {
            let time = format!("2024-12-01T10:30:{at}.123Z");
            let row =
                order(at, &format!(r#", "made": {{"S": "{time}"}}, "changed": {{"S": "{time}"}}"#));
            row.replace(&format!("ORDER#{at:05}"), &format!("ORDER#{time}"))
        })
        .collect();
    let Inferred { explained, report, .. } = inferred(rows.clone(), &shop());
    assert_eq!(explained, 0);
    assert!(report.contains("`made` and `changed` are equal in all rows"), "{report}");
    let assumed = assuming(["Order.sk=changed"]);
    let Inferred { module, explained, .. } = inferred(rows, &assumed);
    assert_eq!(explained, 50);
    assert!(module.contains("#[sk(\"ORDER\", \"{changed:.3}\")]"), "{module}");
}

#[test]
fn an_index_that_a_state_decides_calls_a_method() {
    let rows: String = (0..90)
        .map(|at| {
            let state = ["OPEN", "DONE", "LATE"][at as usize % 3];
            let mut more = format!(r#", "state": {{"S": "{state}"}}"#);
            if state == "OPEN" {
                let user = at % 7;
                more += &format!(
                    r#", "gsi1pk": {{"S": "TODO#u{user}"}}, "gsi1sk": {{"S": "{at:05}"}}"#
                );
            }
            order(at, &more)
        })
        .collect();
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(module.contains("pk = (\"TODO\", \"{in_gsi1()}\" -> Option<String>)"), "{module}");
    assert!(module.contains("matches!(self.state.as_deref(), Some(\"OPEN\"))"), "{module}");
}

#[test]
fn a_method_replaces_one_value_of_a_key() {
    let rows: String = (0..90)
        .map(|at| {
            let (state, user) = (["OPEN", "DONE", "LATE"][at as usize % 3], at % 7);
            let more = format!(r#", "state": {{"S": "{state}"}}, "flow": {{"S": "f{at}"}}"#);
            let keys =
                format!(r#", "gsi1pk": {{"S": "u{user}#f{at}"}}, "gsi1sk": {{"S": "{at:05}"}}"#);
            order(at, &if state == "OPEN" { more + &keys } else { more })
        })
        .collect();
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(module.contains("pk = (\"{in_gsi1()}\" -> Option<String>, flow)"), "{module}");
}

/// Orders whose attributes and index partition key come in part from `of`.
fn scoped(of: impl Fn(u32) -> (String, String)) -> String {
    let row = |at: u32| {
        let (more, pk) = of(at);
        let keys = format!(r#", "gsi1pk": {{"S": "{pk}"}}, "gsi1sk": {{"S": "{at:05}"}}"#);
        order(at, &(more + &keys))
    };
    (1..=90).map(row).collect()
}

#[test]
fn an_index_has_two_keys_if_a_field_decides_between_them() {
    let client = |at: u32| format!(r#", "client": {{"S": "c{}"}}"#, at % 5);
    let rows = scoped(|at| match at % 3 {
        0 => (client(at), format!("CLIENT#c{}", at % 5)),
        _ => (
            client(at) + &format!(r#", "campaign": {{"S": "may{}"}}"#, at % 4),
            format!("CAMPAIGN#c{}#may{}", at % 5, at % 4),
        ),
    });
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(
        module.contains(
            "#[gsi(\"gsi1\" as of_campaign, pk = (\"CAMPAIGN\", client, campaign), sk = (\"{number:05}\"))]\n\
             #[gsi(\"gsi1\" as of_client, pk = (\"CLIENT\", client), sk = (\"{number:05}\"))]\n"
        ),
        "{module}"
    );
    assert!(!report.contains("unknown"), "{report}");
}

/// A key that continues another has the same literals.
#[test]
fn a_key_of_an_index_can_continue_another() {
    let rows = scoped(|at| match at % 3 {
        0 => (String::new(), format!("USER#u{}", at % 7)),
        _ => (
            format!(r#", "team": {{"S": "t{}"}}"#, at % 4),
            format!("USER#u{}#TEAM#t{}", at % 7, at % 4),
        ),
    });
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(
        module.contains("\"gsi1\" as of_team, pk = (\"USER\", user_id, \"TEAM\", team)"),
        "{module}"
    );
    assert!(module.contains("\"gsi1\" as of_user, pk = (\"USER\", user_id)"), "{module}");
}

/// Rows that have neither attribute are not in the index.
#[test]
fn the_order_of_two_keys_can_be_unknown() {
    let owner = |at: u32| {
        let (name, word) =
            if at.is_multiple_of(3) { ("team", "TEAM") } else { ("person", "PERSON") };
        (format!(r#", "{name}": {{"S": "x{}"}}"#, at % 5), format!("{word}#x{}", at % 5))
    };
    let rows = scoped(owner) + &order(91, "") + &order(92, "");
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 92, "{report}");
    let (person, team) = ("\"gsi1\" as of_person", "\"gsi1\" as of_team");
    assert!(module.find(person).unwrap() < module.find(team).unwrap(), "{module}");
    assert!(
        report.contains(
            "Order, index gsi1: no row has both `person` and `team`, so it is unknown which key goes first"
        ),
        "{report}"
    );
}

#[test]
fn an_index_is_not_explained_if_no_field_decides_between_its_keys() {
    let rows = scoped(|at| {
        let word = if at.is_multiple_of(3) { "EARLY" } else { "LATE" };
        (format!(r#", "client": {{"S": "c{}"}}"#, at % 5), format!("{word}#c{}", at % 5))
    });
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(!module.contains("#[gsi"), "{module}");
    assert!(report.contains("index gsi1: no declaration explains it"), "{report}");
}

/// A row under the wrong key has the attributes of a row in no index.
#[test]
fn a_row_under_another_key_of_an_index_is_listed() {
    let rows = scoped(|at| match at % 3 {
        0 => (String::new(), format!("USER#u{}", at % 7)),
        _ if at == 10 => (r#", "team": {"S": "t2"}"#.into(), "USER#u3".into()),
        _ => (format!(r#", "team": {{"S": "t{}"}}"#, at % 4), format!("TEAM#t{}", at % 4)),
    });
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 89, "{report}");
    assert!(module.contains("\"gsi1\" as of_team, pk = (\"TEAM\", team)"), "{module}");
    assert!(
        report.contains("the attributes do not produce the keys of index `gsi1`: 1"),
        "{report}"
    );
}

/// Versions, mostly of a variant. `of` gives the end of the sort key, and more attributes.
fn versions(of: impl Fn(u32) -> (String, String)) -> String {
    let row = |at: u32| {
        let (end, more) = of(at);
        format!(
            r#"{{"pk": {{"S": "DOC#d{doc}"}}, "sk": {{"S": "VERSION#{at:04}{end}"}}, "doc": {{"S": "d{doc}"}}, "version": {{"N": "{at}"}}, "title": {{"S": "t{at}"}}{more}}}
"#,
            doc = at % 7
        )
    };
    (1..=90).map(row).collect()
}

fn variant(at: u32) -> (String, String) {
    if at.is_multiple_of(3) {
        return (String::new(), String::new());
    }
    let variant = format!("x{}", at % 5);
    (format!("#V#{variant}"), format!(r#", "variant": {{"S": "{variant}"}}"#))
}

fn typed(rows: &str) -> String {
    rows.replace(r#""title""#, r#""type": {"S": "Version"}, "title""#)
}

#[test]
fn a_primary_key_can_have_an_optional_part() {
    let Inferred { module, report, explained, .. } = inferred(typed(&versions(variant)), &shop());
    assert_eq!(explained, 90, "{report}");
    let keys = r#"#[pk("DOC", doc)]
#[sk("VERSION", "{version:04}")]
#[or("with_variant", sk = ("VERSION", "{version:04}", "V", variant))]
pub struct Version {"#;
    assert!(module.contains(keys), "{module}");
    assert!(module.contains("    pub variant: Option<String>,"), "{module}");
}

/// Without a type attribute, two entities explain the rows as well.
#[test]
fn rows_without_a_type_are_two_entities() {
    let Inferred { module, report, explained, .. } = inferred(versions(variant), &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(!module.contains("#[or"), "{module}");
    assert!(module.contains("const ROWS: [(&str, u64); 2]"), "{module}");
}

#[test]
fn a_primary_key_can_have_two_optional_parts() {
    let rows = versions(|at| match at % 3 {
        0 => variant(0),
        1 => {
            let more =
                format!(r#", "variant": {{"S": "x{0}"}}, "language": {{"S": "l{0}"}}"#, at % 4);
            (format!("#V#x{0}#L#l{0}", at % 4), more)
        }
        _ => (format!("#V#x{}", at % 4), format!(r#", "variant": {{"S": "x{}"}}"#, at % 4)),
    });
    let Inferred { module, report, explained, .. } = inferred(typed(&rows), &shop());
    assert_eq!(explained, 90, "{report}");
    let first = module.find("#[or(\"with_variant_language\"").unwrap();
    assert!(first < module.find("#[or(\"with_variant\"").unwrap(), "{module}");
}

/// Parts that no attribute has are read from the key.
#[test]
fn an_optional_part_can_be_in_the_key_alone() {
    let rows = typed(&versions(variant))
        .replace(r#", "variant""#, r#", "note""#)
        .replace("S\": \"x", "S\": \"n");
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(module.contains("#[ddb(table = Shop, fields_from_keys)]"), "{module}");
    assert!(module.contains("    #[serde(skip)]\n    pub v_id: Option<String>,"), "{module}");
}

#[test]
fn a_row_whose_key_lacks_its_optional_part_is_listed() {
    let rows = typed(&versions(|at| match at {
        10 => (String::new(), variant(10).1),
        _ => variant(at),
    }));
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 89, "{report}");
    assert!(module.contains("#[or(\"with_variant\""), "{module}");
    assert!(report.contains("Version: the attributes do not produce `sk`: 1"), "{report}");
}

/// Rows of the same type under keys of their own do not keep the others apart.
#[test]
fn a_type_can_have_more_keys_than_those_of_optional_parts() {
    let rows = typed(&versions(variant));
    let others: String =
        rows.lines().take(20).map(|row| row.replace("VERSION#", "DRAFT#") + "\n").collect();
    let stray = rows.lines().next().unwrap().replace("VERSION#", "VERSION#0#V#0#");
    let Inferred { module, report, explained, .. } = inferred(rows + &others + &stray, &shop());
    assert!(explained >= 110, "{report}");
    assert!(module.contains("#[or(\"with_variant\", sk = (\"VERSION\""), "{module}");
    assert!(module.contains("#[or(\"with_variant\", sk = (\"DRAFT\""), "{module}");
}

#[test]
fn keys_that_no_field_decides_between_are_two_entities() {
    let rows = typed(&versions(|at| {
        let (_, more) = variant(1 + at % 2);
        if at.is_multiple_of(3) {
            (String::new(), more)
        } else {
            ("#V#".to_owned() + &format!("x{}", 1 + at % 2), more)
        }
    }));
    let Inferred { module, report, explained, .. } = inferred(rows, &shop());
    assert_eq!(explained, 90, "{report}");
    assert!(!module.contains("#[or"), "{module}");
}

#[test]
fn a_description_names_keys_and_indexes() {
    let table = r#"{"Table": {
        "KeySchema": [
            {"AttributeName": "customer", "KeyType": "HASH"}, {"AttributeName": "number", "KeyType": "RANGE"}
        ],
        "AttributeDefinitions": [
            {"AttributeName": "customer", "AttributeType": "S"}, {"AttributeName": "number", "AttributeType": "N"},
            {"AttributeName": "state", "AttributeType": "S"}
        ],
        "GlobalSecondaryIndexes": [
            {"IndexName": "by_state", "KeySchema": [
                {"AttributeName": "state", "KeyType": "HASH"}, {"AttributeName": "number", "KeyType": "RANGE"}
            ]}
        ]
    }}"#;
    let row = |at: u32| {
        format!(
            r#"{{"customer": {{"S": "ann{at}"}}, "number": {{"N": "{at}"}}, "state": {{"S": "S{}"}}}}"#,
            at % 3
        )
    };
    let rows: Vec<_> = (1..40).map(row).collect();
    let Inferred { module, explained, report, .. } = inferred(rows.join("\n"), &described(table));
    assert_eq!(explained, 39, "{report}");
    assert!(module.contains("#[pk[customer]]\n#[sk[number]]\n"), "{module}");
    assert!(module.contains("#[gsi(\"by_state\", pk = [state], sk = sk)]"), "{module}");
}

/// An attribute that no entity writes does not compile there.
#[test]
fn an_index_includes_what_rows_have() {
    let table = |included: &str| {
        format!(
            r#"{{"Table": {{"KeySchema": [
                {{"AttributeName": "pk", "KeyType": "HASH"}}, {{"AttributeName": "sk", "KeyType": "RANGE"}}
            ], "GlobalSecondaryIndexes": [{{"IndexName": "gsi1", "KeySchema": [
                {{"AttributeName": "gsi1pk", "KeyType": "HASH"}}
            ], "Projection": {{"ProjectionType": "INCLUDE", "NonKeyAttributes": [{included}]}}}}]}}}}"#
        )
    };
    let in_index = r#", "gsi1pk": {"S": "PLAN#FREE"}, "plan": {"S": "FREE"}"#;
    let rows: String = (1..40).map(|at| order(at, in_index)).collect();
    let module = |included| inferred(rows.clone(), &described(table(included))).module;
    let both = module(r#""plan", "coupon""#);
    let comment = "// Index `gsi1` also includes attributes that no row had.\n";
    let line = "#[gsi(\"gsi1\", pk = \"gsi1pk\", projection = include(\"plan\"))]";
    assert!(both.contains(&format!("{comment}{line}")), "{both}");
    let none = module(r#""coupon""#);
    assert!(none.contains("#[gsi(\"gsi1\", pk = \"gsi1pk\", projection = keys)]"), "{none}");
}

#[test]
fn few_rows_require_nothing_and_print_no_words() {
    let row =
        |at| order(at, &format!(r#", "plan": {{"S": "{}"}}"#, ["FREE", "PAID"][at as usize % 2]));
    let rows: String = (1..100).map(row).collect();
    let module = inferred(rows.clone(), &shop()).module;
    assert!(module.contains("pub plan: Option<String>,"), "{module}");
    let assumed = assuming(["Order.plan=enum", "required"]);
    let module = inferred(rows, &assumed).module;
    assert!(module.contains("pub plan: OrderPlan,"), "{module}");
    assert!(
        module.contains("#[serde(rename_all = \"UPPERCASE\")]\npub enum OrderPlan"),
        "{module}"
    );
    assert!("plan".parse::<Assumed>().is_err());
}

/// A key holds each field once.
#[test]
fn a_key_with_one_value_twice_is_not_declared() {
    let twice = r#", "gsi1pk": {"S": "PLAN#free#free"}, "plan": {"S": "free"}"#;
    let row = |at: u32| order(at, &twice.replace("free", &format!("p{}", at % 3)));
    let Inferred { module, report, .. } = inferred((1..60).map(row).collect::<String>(), &shop());
    assert!(!module.contains("#[gsi"), "{module}");
    assert!(report.contains("index gsi1: no declaration explains it"), "{report}");
}

/// All docked bikes have a station, and no other bike has one: the first part of the key can be a literal or the state.
#[test]
fn a_word_of_all_rows_of_an_index_is_undecided_if_others_have_another() {
    let row = |at: u32| {
        let state = ["DOCKED", "RIDING", "REPAIR"][at as usize % 3];
        let docked = format!(
            r#", "station": {{"S": "st-{0}"}}, "gsi1pk": {{"S": "DOCKED#st-{0}"}}, "gsi1sk": {{"S": "BIKE#{at:06}"}}"#,
            at % 4
        );
        let more = if state == "DOCKED" { docked } else { String::new() };
        format!(
            r#"{{"pk": {{"S": "BIKE#{at:06}"}}, "sk": {{"S": "BIKE"}}, "n": {{"N": "{at}"}}, "state": {{"S": "{state}"}}{more}}}
"#
        )
    };
    let rows: String = (1..=60).map(row).collect();
    let Inferred { module, report, explained, .. } = inferred(rows.clone(), &shop());
    assert_eq!(explained, 60, "{report}");
    assert!(!module.contains("#[gsi"), "{module}");
    for (assumed, pk) in [
        ("Bike.gsi1pk.0=literal", "pk = (\"DOCKED\", station)"),
        ("Bike.gsi1pk.0=state", "pk = (state, station)"),
    ] {
        assert!(report.contains(&format!("`--assume {assumed}`")), "{report}");
        let options = assuming([assumed]);
        let Inferred { module, report, explained, .. } = inferred(rows.clone(), &options);
        assert_eq!(explained, 60, "{report}");
        assert!(module.contains(pk), "{module}");
    }
}

/// Other keys have the same word.
#[test]
fn an_attribute_of_the_same_row_is_a_value_of_its_key() {
    let item = |text: &str| {
        let members = text.split(' ').map(|own| own.split_once('=').unwrap());
        let members = members.map(|(name, own)| format!(r#""{name}": {{"S": "{own}"}}"#));
        format!("{{{}}}\n", members.collect::<Vec<_>>().join(", "))
    };
    let rows: String = [
        "pk=OP#bonn#BIKE#000054 sk=DAMAGE#01HF7YAT0000000000000009T6 gsi2pk=OP#bonn#MECHANIC#mia mechanic=mia city=bonn",
        "pk=OP#bonn#BIKE#000034 sk=DAMAGE#01HF7YAT0000000000000009SJ gsi2pk=OP#bonn#UNASSIGNED#bonn city=bonn",
        "pk=OP#bonn#BIKE#000004 sk=DAMAGE#01HF7YAT0000000000000009RM gsi2pk=OP#bonn#UNASSIGNED#bonn city=bonn",
        "pk=OP#bonn#BIKE#000009 sk=DAMAGE#01HF7YAT0000000000000009RS gsi2pk=OP#bonn#MECHANIC#mia mechanic=mia city=bonn",
        "pk=OP#bonn#ZONES sk=ZONE#bonn#sued#z3",
    ]
    .map(item)
    .concat();
    let Inferred { module, .. } = inferred(rows, &shop());
    assert!(!module.contains("\"bonn\""), "{module}");
}

/// The words of the primary key, and of few rows, do not make a rule.
#[test]
fn logins_decide_no_index() {
    let row = |at: usize| {
        let login = ["annmeyer", "bobross", "cylee", "dora", "eveok", "finn"][at];
        let more = format!(r#", "gsi1pk": {{"S": "VIP"}}, "gsi1sk": {{"S": "{login}"}}"#);
        let more = if at.is_multiple_of(2) { more } else { String::new() };
        format!(
            r#"{{"pk": {{"S": "USER#{login}"}}, "sk": {{"S": "PROFILE"}}, "login": {{"S": "{login}"}}{more}}}
"#
        )
    };
    let assumed = assuming(["User.gsi1pk.0=literal"]);
    let rows: String = (0..6).map(row).collect();
    let Inferred { module, report, explained, .. } = inferred(rows, &assumed);
    assert_eq!(explained, 6, "{report}");
    assert!(!module.contains("annmeyer") && !report.contains("annmeyer"), "{module}{report}");
    assert!(report.contains("gsi1: nothing decides which rows are in it"), "{report}");
}

#[test]
fn a_constant_key_can_be_decided_by_words() {
    let row = |at: u32| {
        let state = ["OPEN", "DONE"][at as usize % 2];
        let more = r#", "gsi1pk": {"S": "TODO"}, "gsi1sk": {"S": "LATER"}"#;
        let more = if state == "OPEN" { more } else { "" };
        order(at, &format!(r#", "state": {{"S": "{state}"}}{more}"#))
    };
    let rows: String = (1..=60).map(row).collect();
    let options = assuming(["Order.gsi1pk.0=literal"]);
    let Inferred { module, report, explained, .. } = inferred(rows, &options);
    assert_eq!(explained, 60, "{report}");
    assert!(
        module.contains("pk = (\"{in_gsi1()}\" -> Option<&str>), sk = (\"LATER\"))]"),
        "{module}"
    );
    assert!(module.contains("        is_in.then_some(\"TODO\")"), "{module}");
}

#[test]
fn names_of_members_that_are_data_are_not_printed() {
    let row = |at| order(at, &format!(r#", "votes": {{"M": {{"ann{at}@x.org": {{"N": "1"}}}}}}"#));
    let Inferred { module, report, .. } = inferred((1..60).map(row).collect::<String>(), &shop());
    assert!(module.contains("pub votes: Option<BTreeMap<String, u64>>,"), "{module}");
    assert!(!module.contains("x.org") && !report.contains("x.org"), "{module}");
}

#[test]
fn an_attribute_that_nothing_gives_back_is_not_explained() {
    let big = r#", "big": {"N": "123456789012345678901234567890.5"}"#;
    let Inferred { explained, report, .. } =
        inferred(orders(40) + &order(41, big) + &order(42, big), &shop());
    assert_eq!(explained, 40, "{report}");
    let said = "Order: `big` has a value that no type writes back, such as a number of more digits";
    assert!(report.contains(said), "{report}");
}

/// Only the name in the profile shows that the key folds it.
#[test]
fn siblings_share_the_case_of_a_part() {
    let row = |at: u32| {
        let profile = format!(
            r#"{{"pk": {{"S": "USER#ann{at}"}}, "sk": {{"S": "PROFILE"}}, "login": {{"S": "Ann{at}"}}}}"#
        );
        let order = order(at, "").replace(&format!("u{}", at % 7), &format!("ann{at}"));
        profile + "\n" + &order
    };
    let Inferred { module, report, explained, .. } =
        inferred((1..=30).map(row).collect::<String>(), &shop());
    assert_eq!(explained, 60, "{report}");
    for pk in ["#[pk(\"USER\", \"{login:lower}\")]", "#[pk(\"USER\", \"{user_id:lower}\")]"] {
        assert!(module.contains(pk), "{module}");
    }
}

/// A key in ASCII case has `Ä` unchanged, as `to_ascii_lowercase` returns it.
#[test]
fn a_key_folds_ascii_letters_alone() {
    for (stored, key, form) in [
        ("ÄRNe", "Ärne", "ascii_lower"),
        ("ärnE", "äRNE", "ascii_upper"),
        ("ARNe", "arne", "lower"),
    ] {
        let row = |at: u32| {
            let profile = format!(
                r#"{{"pk": {{"S": "USER#{key}{at}"}}, "sk": {{"S": "PROFILE"}}, "login": {{"S": "{stored}{at}"}}}}"#
            );
            let user = format!("u{}", at % 7);
            profile + "\n" + &order(at, "").replace(&user, &format!("{key}{at}"))
        };
        let Inferred { module, report, explained, .. } =
            inferred((1..=30).map(row).collect::<String>(), &shop());
        assert_eq!(explained, 60, "{report}");
        // The part of a sibling has the case as well.
        for field in ["login", "user_id"] {
            let pk = format!("#[pk(\"USER\", \"{{{field}:{form}}}\")]");
            assert!(module.contains(&pk), "{module}");
        }
    }
}

/// The derive refuses a literal with the name of a field, unless the declaration says that it is meant.
#[test]
fn a_literal_with_the_name_of_a_field_is_declared() {
    let row = |at: u32| {
        let order = order(at, "");
        let status = format!(
            r#"{{"pk": {{"S": "USER#u{0}"}}, "sk": {{"S": "status#{at:05}"}}, "user_id": {{"S": "u{0}"}}, "number": {{"N": "{at}"}}, "status": {{"S": "s{at}"}}}}"#,
            at % 7
        );
        order + &status + "\n"
    };
    let Inferred { module, report, explained, .. } =
        inferred((1..=30).map(row).collect::<String>(), &shop());
    assert_eq!(explained, 60, "{report}");
    let keys = "#[ddb(literals(\"status\"))]\n#[pk(\"USER\", user_id)]\n#[sk(\"status\", \"{number:05}\")]\n";
    assert!(module.contains(keys), "{module}");
    assert_eq!(module.matches("literals(").count(), 1, "{module}");
}

/// Attributes of any names, and words of any number in the keys.
#[test]
fn what_is_kept_of_rows_is_bounded() {
    let names = |at: u32| order(at, &format!(r#", "extra_{at}": {{"S": "x"}}"#));
    let Inferred { report, rows, explained, .. } =
        inferred((1..=5_000).map(names).collect::<String>(), &shop());
    assert!(explained < rows && report.contains("other reasons: "), "{report}");
    assert!(report.lines().count() < 500, "{}", report.lines().count());

    let word = |at: u32| char::from(b'A' + (at % 20) as u8);
    let key = |at: u32| format!("{}#{}\t{at}\n", word(at), word(at / 20));
    let rows = Rows::text((0..110_000).map(key).collect::<String>());
    let sample = Sample::of(&rows, None).unwrap();
    assert_eq!(sample.rows, 110_000);
    assert!(sample.rows().count() < 60_000, "{}", sample.rows().count());
    let weight: f64 = sample.rows().map(|(_, weight)| weight).sum();
    assert!((weight - 110_000.0).abs() < 1.0, "{weight}");
}

#[test]
fn later_rows_are_held_against_a_schema() {
    let schema = r#"
format = 1
table = "Shop"

[key]
pk = ["pk"]
sk = ["sk"]

[entity.Order.key]
pk = "USER#{user_id: text}"
sk = "ORDER#{number: integer 05}"
"#;
    let schema = Schema::parse(schema).unwrap();
    let rows = Rows::text(orders(20) + &order(21, "").replace("ORDER#00021", "ORDER#21"));
    let found = against(&rows, &schema).unwrap();
    assert_eq!((found.rows, found.unexplained), (21, 1), "{}", found.report);
}
