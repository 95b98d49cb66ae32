//! The keys of five published guides, row by row: `vectors/seeds.tsv`.
//!
//! Each guide has a file: the entities that declare its keys, and what our code returns for each kind of row. The result
//! must equal the row's last column. What else a query returns is tested with the laws.

mod aws_gaming;
mod composite_keys;
mod entity_keys;
mod mbc_cqrs;
mod row;
mod turbine;

use std::error::Error;
use std::fmt::Debug;

use ddbkey::key::{KeyPair, KeyText};
use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyErrorKind};
use serde_json::{Value as Json, json};

use row::Row;

const TABLE: &str = include_str!("../../../vectors/seeds.tsv");
const HEADER: &str = "source\tdescription\tinputs\texpected";

/// What our code returns for a row, in the form of the row's last column.
type Outcome = Result<Json, Box<dyn Error>>;

/// Declares entities.
macro_rules! entities {
    ($($(#[$attribute:meta])+ $name:ident { $($field:tt)* })+) => {$(
        #[derive(ddbkey::DdbKeys)]
        #[allow(dead_code, reason = "the rows build keys, not entities")]
        $(#[$attribute])+
        struct $name { $($field)* }
    )+};
}
pub(crate) use entities;

#[test]
fn every_row_holds() {
    let (header, rows) = TABLE.split_once('\n').unwrap();
    assert_eq!(header, HEADER);
    let rows = rows.lines().zip(2..).map(|(text, line)| (line, Row::read(text)));
    let faults = rows.filter_map(|(line, row)| Some(format!("line {line}: {}", fault(&row)?)));
    let faults = faults.collect::<Vec<_>>();
    assert!(faults.is_empty(), "\n{}", faults.join("\n"));
}

/// Returns how our code disagrees with a row, if it does.
fn fault(row: &Row<'_>) -> Option<String> {
    let ours = match row.source {
        "AWS gaming" => aws_gaming::of(row),
        "Turbine key-patterns" => turbine::of(row),
        "ddb-lib composite-keys" => composite_keys::of(row),
        "ddb-lib entity-keys" => entity_keys::of(row),
        "mbc-cqrs key-patterns" => mbc_cqrs::of(row),
        source => panic!("no guide `{source}`"),
    };
    match ours {
        Ok(ours) if ours == row.expected => None,
        Ok(ours) => Some(format!("ours is {ours}, and the row says {}", row.expected)),
        Err(error) => Some(error.to_string()),
    }
}

/// A kind of row that a guide does not know: none is skipped.
fn unknown(row: &Row<'_>) -> Outcome {
    Err(format!("nothing takes `{}`", row.description).into())
}

/// Returns the string of a key, which parses back. The string is leaked, since a key may live longer than this call.
fn text<'k, K: KeyText<'k> + PartialEq + Copy + Debug>(key: K) -> Outcome {
    let text: &str = key.build()?.leak();
    assert_eq!(K::parse(text)?, key);
    Ok(text.into())
}

/// Returns the attributes of a pair of keys, which parse back.
fn keys<'k, K: KeyPair<'k> + PartialEq + Copy + Debug>(key: K) -> Outcome {
    let keys = Box::leak(Box::new(key.keys()?));
    assert_eq!(K::parse_texts(keys.pk(), keys.sk())?, key);
    Ok(serde_json::to_value(&*keys)?)
}

/// All key attributes of an entity.
fn all_keys(entity: &impl DdbKeys) -> Outcome {
    Ok(serde_json::to_value(entity.keys()?)?)
}

/// Returns a condition, by the attributes that it asks for: `pk`, `sk_equals`, `sk_begins_with`.
fn condition(condition: Result<KeyCondition, KeyError>) -> Outcome {
    const PK: &str = "#ddbkey_pk = :ddbkey_pk";
    let condition = condition?;
    let expression = condition.expression().to_string();
    let sort = expression.strip_prefix(PK).unwrap_or_else(|| panic!("{expression}"));
    let names = condition.names().map(|(_, name)| name).collect::<Vec<_>>();
    let values = condition.values().map(|(_, value)| value).collect::<Vec<_>>();
    Ok(match (sort, &names[..], &values[..]) {
        ("", [pk], [value]) => json!({ *pk: value }),
        (" AND #ddbkey_sk = :ddbkey_sk", [pk, sk], [value, equal]) => {
            json!({ *pk: value, format!("{sk}_equals"): equal })
        }
        (" AND begins_with(#ddbkey_sk, :ddbkey_sk)", [pk, sk], [value, prefix]) => {
            json!({ *pk: value, format!("{sk}_begins_with"): prefix })
        }
        _ => panic!("{expression}"),
    })
}

/// Returns the part of a condition on the sort key. The table has no other part.
fn sort_condition(of: Result<KeyCondition, KeyError>) -> Outcome {
    let mut shown = condition(of)?;
    shown.as_object_mut().unwrap().remove("pk");
    Ok(shown)
}

/// Returns the guide's prefix, which is ours without the separator at its end, and so includes a neighbour.
fn without_separator(ours: KeyCondition, neighbour: &str) -> Outcome {
    assert!(!ours.matches(ours.values().next().unwrap().1.as_str(), neighbour));
    let mut theirs = condition(Ok(ours))?;
    let prefix = theirs["sk_begins_with"].as_str().unwrap().strip_suffix('#').unwrap().to_owned();
    assert!(neighbour.starts_with(&prefix));
    theirs["sk_begins_with"] = prefix.into();
    Ok(theirs)
}

/// The guide's error for a value that contains the separator, which is also our error.
fn refused(row: &Row<'_>, field: &str, built: &Result<String, KeyError>) -> serde_json::Value {
    let error = built.as_ref().unwrap_err();
    assert_eq!((error.kind(), error.part()), (KeyErrorKind::Separator, Some(field)));
    let theirs = row.expected["error"].as_str().unwrap();
    let character = theirs.strip_suffix(" character").unwrap().rsplit(' ').next().unwrap();
    assert!(error.to_string().contains(&format!("contains `{character}`")), "{theirs}");
    row.expected.clone()
}
