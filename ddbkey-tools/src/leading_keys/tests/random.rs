//! Random tables: no key of another tenant passes, and every key of the principal's own tenant does.

use std::collections::BTreeMap;

use proptest::prelude::*;
use proptest::sample::select;
use proptest::strategy::ValueTree;

use super::TAG;
use super::iam::allows;
use crate::leading_keys::leading_keys;
use crate::schema::{Piece, Schema};

/// Partition keys, with `/` in the place of the separator.
const PARTITIONS: &[&str] = &[
    "T/{tenant: text}",
    "T/{tenant: text}/{id: text}",
    "T/{tenant: text}/X/{id: text}",
    "T/{tenant: text}-x/{id: text}",
    "T/{tenant: text}-{id: text}",
    "T/A/{tenant: text}",
    "T/A",
    "O/{tenant: text}",
    "O/{tenant: text}/{*id: text}",
    "O/{id: text}",
    "{tenant: text}",
    "{tenant: text}/{id: text}",
    "{id: text}",
    "{id: text}/{tenant: text}",
    "T/{tenant: text lower}",
    "L/{tenant: text lower}",
    "T/{*tenant: text}",
    "T/{tenant: ASCII [1A] 1..=2}/{id: text}",
    r"T/{tenant: ASCII [\-1A] 1..}",
    "T/{tenant: 1|12|A}",
    "N/{tenant: integer u32}",
    "T*{tenant: text}/{id: text}",
    "P/{tenant: text}{id: ASCII [1A] 1}",
    "C",
];

/// A separator of keys.
const SEPARATORS: &[char] = &['#', '|', ':', '.', '-', '_', '*', '?', '$', '/', '~'];

/// Generates short strings of significant characters, which are also words in the partition keys.
fn string(separator: char) -> impl Strategy<Value = String> {
    let words = select(vec!["1", "12", "A", "T", "O", "x", "-", "X", "a", "*", "?", "$", ":"]);
    let word = prop_oneof![4 => words.prop_map(String::from), 1 => Just(separator.to_string())];
    prop::collection::vec(word, 1..4).prop_map(|words| words.concat())
}

#[derive(Debug)]
struct Case {
    schema: Schema,
    separator: char,
    tag: String,
    values: Vec<(String, String)>,
}

fn case() -> impl Strategy<Value = Case> {
    select(SEPARATORS).prop_flat_map(|separator| {
        let entity = (
            select(PARTITIONS),
            prop::option::of(prop_oneof![
                3 => select(PARTITIONS).prop_map(String::from),
                1 => Just("= {tenant: text}".to_string()),
            ]),
        );
        let values = prop::collection::vec((string(separator), string(separator)), 12);
        let entities = prop::collection::vec(entity, 1..4);
        (entities, string(separator), values).prop_map(move |(entities, tag, mut values)| {
            // These are close to the own tenant.
            values.extend([(tag.clone(), "1".into()), (tag.clone(), "A-1".into())]);
            values.extend([(format!("{tag}1"), tag.clone()), (format!("{tag}-x"), "1".into())]);
            values.extend([(tag[..1].to_string(), tag.clone()), ("A".into(), "12".into())]);
            let schema = schema(separator, &entities);
            Case { schema, separator, tag, values }
        })
    })
}

fn schema(separator: char, entities: &[(&str, Option<String>)]) -> Schema {
    let mut text =
        "ddbkey schema 1\ntable Shop\n  key: pk / sk\n  gsi gsi1: gsi1pk / sk\n".to_string();
    for (at, (pk, gsi1pk)) in entities.iter().enumerate() {
        text += &format!(
            "\nE{at}\n  separator: {separator}\n    pk: {}\n    sk: S\n",
            joined(pk, separator)
        );
        if let Some(gsi1pk) = gsi1pk {
            let sign = if gsi1pk.starts_with('=') { " " } else { ": " };
            text +=
                &format!("  gsi gsi1\n    gsi1pk{sign}{}\n    sk: S\n", joined(gsi1pk, separator));
        }
        text += "  fields\n    tenant: S\n    id: S\n";
    }
    crate::schema::tests::sketch::sketch(&text)
}

fn joined(template: &str, separator: char) -> String {
    template.replace('/', &separator.to_string())
}

/// Returns a partition key with these values, and the tenant that it starts with, if the schema allows the values.
fn key(
    pieces: &[Piece],
    is_entry: bool,
    separator: char,
    tenant: &str,
    id: &str,
) -> Option<String> {
    let mut key = String::new();
    for (at, piece) in pieces.iter().enumerate() {
        let value = match piece {
            Piece::Literal(text) => {
                key += text;
                continue;
            }
            Piece::Value(value) => value,
        };
        let text = if value.name() == "tenant" { tenant } else { id };
        let next = pieces[at + 1..].iter().find_map(|piece| match piece {
            Piece::Literal(text) => text.chars().next(),
            Piece::Value(_) => None,
        });
        let language = value.language.to_string();
        let delimits = |own: char| own == separator || Some(own) == next;
        let is_free = !is_entry && !value.is_rest;
        let is_in = match &*language {
            "text" => !(is_free && text.contains(delimits)),
            "text lower" => text.to_lowercase() == text && !(is_free && text.contains(delimits)),
            "ASCII [1A] 1..=2" => text.len() <= 2 && text.chars().all(|own| "1A".contains(own)),
            "ASCII [1A] 1" => text == "1" || text == "A",
            r"ASCII [\-1A] 1.." => text.chars().all(|own| "1A-".contains(own)),
            "1|12|A" => ["1", "12", "A"].contains(&text),
            "integer u32" => text.parse::<u32>().is_ok_and(|number| number.to_string() == text),
            other => panic!("{other}"),
        };
        if !is_in {
            return None;
        }
        key += text;
    }
    Some(key)
}

/// Returns whether a partition key starts with the string of the tenant, and its end is known.
fn begins_with_tenant(template: &str) -> bool {
    let start = template.trim_start_matches(|own: char| own != '{');
    (start.starts_with("{tenant: text}") && !start.starts_with("{tenant: text}{"))
        || (start.starts_with("{tenant: ASCII"))
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 1000, ..ProptestConfig::default() })]

    #[test]
    fn a_policy_confines_to_the_tenant(case in case(), is_literal in prop::bool::ANY) {
        let Case { schema, separator, tag, values } = &case;
        let value = if is_literal { tag } else { TAG };
        let Ok(policy) = leading_keys(schema, "tenant", value) else { return Ok(()) };
        // Nobody issues a tag that STS does not allow, or that a warning forbids.
        let is_allowed = |own: char| own.is_ascii_alphanumeric() || " _.:/=+-@".contains(own);
        let is_refused = |own: char| policy.warnings().iter().any(|line| line.contains(&format!("can hold `{own}`")));
        if !is_literal && tag.chars().any(|own| !is_allowed(own) || is_refused(own)) {
            return Ok(());
        }
        let context = BTreeMap::from([("aws:PrincipalTag/tenant", tag.as_str())]);
        let condition = policy.condition();
        for entity in &schema.entities {
            let keys = entity.keys.iter().chain(&entity.index_keys);
            let attributes: Vec<_> = keys.map(|key| &key.attributes[0]).collect();
            for (tenant, id) in values {
                // An item has all of its keys.
                let of = |own: &&crate::schema::Attribute| key(&own.pieces, own.is_entry, *separator, tenant, id);
                let Some(keys) = attributes.iter().map(of).collect::<Option<Vec<_>>>() else { continue };
                for (own, key) in attributes.iter().zip(&keys) {
                    let is_own = begins_with_tenant(&own.stored()) && tenant == tag;
                    prop_assert_eq!(
                        allows(&condition, &[key.as_str()], &context),
                        is_own,
                        "{} of {} in {}", key, tenant, condition,
                    );
                }
            }
        }
        prop_assert!(!allows(&condition, &[], &context));
        let nobody = BTreeMap::from([("aws:PrincipalTag/tenant", "")]);
        for key in ["/1", "T/", "T//1", "T//X/1", ""] {
            let key = joined(key, *separator);
            prop_assert!(is_literal || !allows(&condition, &[key.as_str()], &nobody), "{} in {}", key, condition);
        }
    }
}

/// Random tables would prove nothing if all policies were refused.
#[test]
fn many_random_tables_have_a_policy() {
    let mut runner = proptest::test_runner::TestRunner::deterministic();
    let mut policies = 0;
    for _ in 0..400 {
        let case = case().new_tree(&mut runner).unwrap().current();
        policies += usize::from(leading_keys(&case.schema, "tenant", TAG).is_ok());
    }
    assert!(policies > 80, "{policies} of 400");
}
