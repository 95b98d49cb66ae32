//! Evaluates conditions as IAM does, over keys of random tenants, separators and formats.

mod iam;
mod random;

use super::leading_keys;
use crate::schema::Schema;
use crate::schema::tests::sketch::sketch;

const TAG: &str = "${aws:PrincipalTag/tenant}";

/// Returns a table of these entities: names, templates of the partition keys, and templates in index `gsi1`.
fn schema(entities: &[(&str, &str, Option<&str>)]) -> Schema {
    let mut text =
        "ddbkey schema 1\ntable Shop\n  key: pk / sk\n  gsi gsi1: gsi1pk / sk\n".to_string();
    for (name, pk, gsi1pk) in entities {
        text += &format!("\n{name}\n    pk: {pk}\n    sk: {}\n", name.to_uppercase());
        if let Some(gsi1pk) = gsi1pk {
            let sign = if gsi1pk.starts_with('=') { " " } else { ": " };
            text +=
                &format!("  gsi gsi1\n    gsi1pk{sign}{gsi1pk}\n    sk: {}\n", name.to_uppercase());
        }
        text += "  fields\n    tenant: S\n    id: S\n";
    }
    sketch(&text)
}

fn strings(schema: &Schema) -> Vec<String> {
    leading_keys(schema, "tenant", TAG).unwrap().strings
}

fn fault(schema: &Schema, value: &str) -> String {
    leading_keys(schema, "tenant", value).unwrap_err().to_string()
}

#[test]
fn a_partition_ends_with_the_field_or_goes_on() {
    let table = schema(&[
        ("User", "TENANT#{tenant: text}", Some("MAIL#{tenant: text}")),
        ("Order", "TENANT#{tenant: text}#ORDER#{id: text}", None),
        ("Line", "LINES#{tenant: text}-of#{id: text}", None),
    ]);
    let of = |text: &str| text.replace("{}", TAG);
    assert_eq!(strings(&table), ["TENANT#{}", "MAIL#{}", "TENANT#{}#*", "LINES#{}-of#*"].map(of));
}

#[test]
fn wildcards_of_a_declaration_are_taken_as_they_are() {
    let table = schema(&[("User", "T*?${tenant: text}#{id: text}", None)]);
    assert_eq!(strings(&table), [format!("T${{*}}${{?}}${{$}}{TAG}#*")]);
}

#[test]
fn a_string_that_matches_another_partition_is_an_error_with_both() {
    for (pk, other, message) in [
        (
            "ORG#{tenant: text}",
            "ORG#{id: text}",
            "`ORG#${aws:PrincipalTag/tenant}` also matches `ORG#{id}` of `Other` in the table, which does not have \
             `tenant` there, as in `ORG#1`",
        ),
        (
            "{tenant: text}#{id: text}",
            "USER#{id: text}",
            "`${aws:PrincipalTag/tenant}#*` also matches `USER#{id}` of `Other` in the table, which does not have \
             `tenant` there, as in `USER#1`",
        ),
        (
            "T#{tenant: text}-{id: text}",
            "T#{tenant: text}",
            "`T#${aws:PrincipalTag/tenant}-*` also matches `T#{tenant}` of `Other` in the table, of another `tenant`, as \
             in `T#1-`",
        ),
        (
            "T#{tenant: text}",
            "T#{*tenant: text}",
            "`T#${aws:PrincipalTag/tenant}` also matches `T#{*tenant}` of `Other` in the table, which does not have \
             `tenant` there, as in `T#1`",
        ),
        (
            "T#{tenant: text}",
            "T#ADMIN",
            "`T#${aws:PrincipalTag/tenant}` also matches `T#ADMIN` of `Other` in the table, which does not have \
             `tenant` there, as in `T#ADMIN`",
        ),
    ] {
        let help = "\nhelp: start one of the two with another literal";
        let table = schema(&[("User", pk, None), ("Other", other, None)]);
        assert_eq!(fault(&table, TAG).lines().next(), message.lines().next());
        assert!(fault(&table, TAG).ends_with(help));
        let table = schema(&[("User", pk, None), ("Other", "OTHER", Some(other))]);
        assert_eq!(
            fault(&table, TAG).lines().next().unwrap(),
            message.replace("in the table", "in index `gsi1`"),
        );
    }
}

#[test]
fn a_legacy_key_can_be_matched_too() {
    let text = "ddbkey schema 1\ntable Shop\n  key: pk / sk\n  gsi inverted: sk / pk\n\nUser\n    pk: T#{tenant: text}\n    \
                sk: {id: text}\n  was v1: x\n    pk: USER\n    sk: T#{*id: text}\n";
    let table = sketch(text);
    let fault = fault(&table, TAG);
    assert!(
        fault.contains("`T#{*id}` of `User` under its legacy key `v1` in index `inverted`"),
        "{fault}"
    );
    // The current key cannot have `#` in `id`.
    assert_eq!(fault.lines().count(), 2, "{fault}");
}

#[test]
fn an_alternative_can_be_matched_too() {
    let text = "ddbkey schema 1\ntable Shop\n  key: pk / sk\n\nUser\n    pk: T#{tenant: text}\n    sk: {id: text}\n  or \
                with_note: x\n  optional: note\n    pk: U#{tenant: text}\n    sk: T#{note: text}\n";
    let table = sketch(text);
    let policy = leading_keys(&table, "tenant", TAG).unwrap();
    let line =
        "`User` under its alternative `with_note` in the table: reads and writes of `U#{tenant}`";
    assert_eq!(policy.covers()[1], line);
    assert_eq!(policy.strings[1], format!("U#{TAG}"));
    let other = sketch(&text.replace("U#{tenant", "T#{note"));
    assert!(fault(&other, TAG).contains("`User` under its alternative `with_note` in the table"));
}

#[test]
fn rows_are_in_an_index_that_their_entity_does_not_declare() {
    let text = "ddbkey schema 1\ntable Shop\n  key: pk / sk\n  gsi by_tenant: tenant / sk\n\n\
                User\n    pk: T#{tenant: text}\n    sk: A\n  gsi by_tenant\n    tenant = {tenant: text}\n    sk: A\n  \
                fields\n    tenant: S\n\nOther\n    pk: O#{id: text}\n    sk: B\n  fields\n    tenant: S\n";
    let fault_of = |text: &str| fault(&sketch(text), TAG);
    // A tenant of `Other` can be any string, including `T#1`.
    assert!(fault_of(text).contains(
        "`T#${aws:PrincipalTag/tenant}` also matches `{tenant}` of `Other` in index `by_tenant`"
    ));
    let confined = text.replace("pk: O#{id: text}", "pk: T#{tenant: text}");
    let policy = leading_keys(&sketch(&confined), "tenant", TAG).unwrap();
    assert_eq!(policy.strings, [format!("T#{TAG}"), TAG.into()]);
    // Another field with that name is not the tenant.
    let renamed = confined.replace(
        "\n    sk: B\n  fields\n    tenant: S\n",
        "\n    sk: B\n  fields\n    name as tenant: S\n    tenant as t: S\n",
    );
    assert!(
        fault_of(&renamed).contains(
            "`{name}` of `Other` in index `by_tenant`, which does not have `tenant` there"
        )
    );
}

/// A flattened enum writes the type attribute, which no field of its entity has.
#[test]
fn rows_of_several_types_are_in_an_index_over_the_type_attribute() {
    let text = |names: &str| {
        format!(
            "ddbkey schema 1\ntable Shop\n  key: pk / sk\n  gsi types: ty / sk\n  type attribute: ty\n\n\
             User\n    pk: {{tenant: text}}\n    sk: A\n\nAccount\n{names}    pk: T#{{tenant: text}}\n    sk: B\n"
        )
    };
    for names in ["", "  type names: org, user\n"] {
        let error = fault(&sketch(&text(names)), TAG);
        let index = "of `Account` in index `types`, which does not have `tenant` there";
        assert!(error.contains(index), "{error}");
    }
}

#[test]
fn what_is_not_the_string_itself_is_outside() {
    let table = schema(&[
        ("User", "TENANT#{tenant: text}", None),
        ("A", "A#{tenant: text lower}", None),
        ("B", "B#{tenant: ULID}", None),
        ("C", "C#{tenant(): text}", None),
        ("D", "D#{tenant: text}{id: ULID}", None),
        ("E", "E#{*tenant: text}", None),
        ("F", "F#{id: text}#{tenant: text}", None),
    ]);
    let policy = leading_keys(&table, "tenant", TAG).unwrap();
    assert_eq!(
        policy.outside(),
        [
            "`A` in the table: `tenant` in `A#{tenant:lower}` is not stored as the string itself, but as `text lower`",
            "`B` in the table: `tenant` in `B#{tenant}` is not stored as the string itself, but as `ULID`",
            "`C` in the table: a method computes `tenant` in `C#{tenant()}`",
            "`D` in the table: nothing marks the end of `tenant` in `D#{tenant}{id}`",
            "`E` in the table: `tenant` is the rest of `E#{*tenant}`, separators included",
            "`F` in the table: `F#{id}#{tenant}` does not begin with `tenant`",
            "`Scan`: it reads every partition",
            "PartiQL: a statement without a partition key is a scan",
            "streams, exports and backups: they contain the items of every partition",
        ],
    );
    assert!(policy.to_string().starts_with("outside:\n- `A` in the table"), "{policy}");
}

#[test]
fn several_attributes_and_numbers_are_outside() {
    let text = "ddbkey schema 1\ntable Shop\n  key: pk\n  gsi many: tenant, id\n  gsi number: n (N)\n\n\
                User\n    pk: T#{tenant: text}\n  gsi many\n    tenant = {tenant: text}\n    id = {id: text}\n  \
                gsi number\n    n (N) = {n: integer u32}\n";
    let policy = leading_keys(&sketch(text), "tenant", TAG).unwrap();
    assert_eq!(
        policy.outside()[..2],
        [
            "`User` in index `many`: its partition key has several attributes, `tenant`, `id`, and AWS does not say \
             what `dynamodb:LeadingKeys` holds for them",
            "`User` in index `number`: `{n} (N)` does not begin with `tenant`",
        ]
    );
    assert!(!policy.statement("arn:t").contains("index"));
}

#[test]
fn a_field_that_no_partition_begins_with_is_an_error_with_the_reasons() {
    let table = schema(&[("User", "TENANT#{tenant: text lower}", None)]);
    assert_eq!(
        fault(&table, TAG),
        "no partition key of table `Shop` begins with `tenant`\n`User` in the table: `tenant` in `TENANT#{tenant:lower}` is \
         not stored as the string itself, but as `text lower`",
    );
}

#[test]
fn a_value_is_a_string_or_one_whole_variable() {
    let table = schema(&[
        ("User", "TENANT#{tenant: text}", None),
        ("Line", "LINE#{tenant: ASCII [a-z] 1..=3}", None),
    ]);
    let of = |value| leading_keys(&table, "tenant", value).map(|policy| policy.strings);
    assert_eq!(of("abc").unwrap(), ["TENANT#abc", "LINE#abc"]);
    for value in
        [TAG, "${saml:sub}", "${aws:PrincipalTag/tenant, 'abc'}", "${aws:PrincipalTag/my tenant}"]
    {
        assert_eq!(of(value).unwrap(), [format!("TENANT#{value}"), format!("LINE#{value}")]);
    }
    for (value, message) in [
        ("", "the value is empty, and no key contains an empty value"),
        ("a*", "`a*` holds `*`, which IAM matches with other characters"),
        ("a?", "`a?` holds `?`, which IAM matches with other characters"),
        ("x${saml:sub}", "`x${saml:sub}` holds `$`, which starts a variable"),
        ("${saml:sub}x", "`${saml:sub}x` holds `$`, which starts a variable"),
        ("${saml:sub}${saml:iss}", "`${saml:sub}${saml:iss}` is not one variable of a policy"),
        ("${*}", "`${*}` is not one variable of a policy"),
        ("${saml:sub, abc}", "`${saml:sub, abc}` is not one variable of a policy"),
        ("${saml:sub, '*'}", "`*` holds `*`, which IAM matches with other characters"),
        ("a#b", "`tenant` of `User` in the table is never `a#b` in `TENANT#{tenant}`"),
        ("Abc", "`tenant` of `Line` in the table is never `Abc` in `LINE#{tenant}`"),
        ("${saml:sub, 'ABC'}", "`tenant` of `Line` in the table is never `ABC` in `LINE#{tenant}`"),
    ] {
        let error = of(value).unwrap_err().to_string();
        assert_eq!(error.lines().next(), Some(message), "{value}");
    }
}

#[test]
fn a_delimiter_that_the_variable_can_hold_is_a_warning() {
    let warnings = |separator: &str, value| {
        let pk = format!("T{separator}{{tenant: text}}{separator}{{id: text}}");
        let mut table = schema(&[("User", &pk, None)]);
        table.entities[0].keys[0].attributes[0].separator = separator.parse().unwrap();
        leading_keys(&table, "tenant", value).unwrap().warnings
    };
    assert_eq!(warnings("#", TAG), <[String; 0]>::default());
    assert_eq!(warnings(":", "abc"), <[String; 0]>::default());
    assert_eq!(
        warnings(":", TAG),
        [
            "`aws:PrincipalTag/tenant` can hold `:`: whoever issues it must refuse it, or the value `a:b` reaches partitions \
          of others"
        ]
    );
    assert_eq!(warnings("#", "${saml:sub}").len(), 3);
}

#[test]
fn rows_of_an_index_are_those_that_a_writer_puts_there() {
    let table = schema(&[("User", "USER#{id: text}", Some("T#{tenant: text}"))]);
    let policy = leading_keys(&table, "tenant", TAG).unwrap();
    assert_eq!(policy.covers(), ["`User` in index `gsi1`: reads of `T#{tenant}`"]);
    assert_eq!(
        policy.warnings(),
        [
            "whoever may write `User` decides which rows are in `T#{tenant}` of index `gsi1`, and its primary key does not \
          begin with `tenant`"
        ]
    );
}

#[test]
fn a_flattened_field_may_be_an_attribute_of_an_index() {
    let table = |marks: &str| {
        let mut table = schema(&[
            ("User", "T#{tenant: text}", Some("T#{tenant: text}")),
            ("Log", "L#{id: text}", None),
        ]);
        let log = &mut table.entities[1];
        (log.flattened, log.converted) = (marks == ", flattened", marks == ", converted");
        leading_keys(&table, "tenant", TAG).unwrap().warnings
    };
    assert_eq!(table(""), <[String; 0]>::default());
    for marks in [", flattened", ", converted"] {
        assert_eq!(
            table(marks),
            [
                "the fields of `Log` are not all known, and one that is named like an attribute of index `gsi1` would put its \
              rows there"
            ]
        );
    }
}

#[test]
fn a_statement_has_actions_the_table_and_covered_indexes() {
    let table = schema(&[("User", "T#{tenant: text}", Some("T#{tenant: text}"))]);
    let policy = leading_keys(&table, "tenant", TAG).unwrap();
    let arn = "arn:aws:dynamodb:eu-west-1:1:table/shop";
    let statement: serde_json::Value = serde_json::from_str(&policy.statement(arn)).unwrap();
    let condition: serde_json::Value = serde_json::from_str(&policy.condition()).unwrap();
    assert_eq!(statement["Condition"], condition);
    assert_eq!(statement["Effect"], "Allow");
    assert_eq!(statement["Resource"], serde_json::json!([arn, format!("{arn}/index/gsi1")]));
    assert_eq!(statement["Action"].as_array().unwrap().len(), 8);
    assert!(!policy.statement(arn).contains("Scan"));
}
