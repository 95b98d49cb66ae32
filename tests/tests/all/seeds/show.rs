//! Keys, conditions and errors in the words of the table's last column.

use std::borrow::Cow;
use std::fmt::Debug;

use ddbkey::key::KeyPair;
use ddbkey::schema::EntitySchema;
use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyValue};
use serde_json::{Value as Json, json};

use super::arm::Outcome;
use super::row::{Row, text};

/// The texts of a partition key and a sort key.
pub type Texts = (String, String);

/// What the sort keys of an entity start with.
pub fn sort_key_prefix(schema: &EntitySchema) -> String {
    let template = schema.key_attributes().nth(1).expect("a sort key").template();
    template.split('{').next().unwrap_or_default().to_owned()
}

/// All key attributes of an entity, which parse back to what they were built from.
pub fn keys<E: DdbKeys>(entity: &E) -> Outcome
where
    for<'k> E::Key<'k>: PartialEq + Debug,
{
    let keys = entity.keys()?;
    let parsed = E::Key::parse_texts(keys.pk(), keys.sk())?;
    assert_eq!(parsed, entity.key());
    let again = parsed.keys()?;
    assert_eq!((again.pk(), again.sk()), (keys.pk(), keys.sk()));
    Ok(serde_json::to_value(keys)?)
}

/// The partition key of an entity, which parses back.
pub fn pk<E: DdbKeys>(entity: &E) -> Outcome
where
    for<'k> E::Key<'k>: PartialEq + Debug,
{
    keys(entity).map(|keys| keys["pk"].clone())
}

/// The sort key of an entity, which parses back.
pub fn sk<E: DdbKeys>(entity: &E) -> Outcome
where
    for<'k> E::Key<'k>: PartialEq + Debug,
{
    keys(entity).map(|keys| keys["sk"].clone())
}

/// The key attributes of an index alone.
pub fn index_keys<'k>(pair: &impl KeyPair<'k>) -> Outcome {
    let keys = pair.keys()?;
    Ok(serde_json::to_value(keys)?)
}

/// The primary key of an entity, as a row that a condition may return.
pub fn row<E: DdbKeys>(entity: &E) -> Texts {
    let keys = entity.key().keys().unwrap();
    (keys.pk().to_owned(), keys.sk().unwrap_or_default().to_owned())
}

/// A condition, by the attributes that it asks for: `pk`, `sk_equals`, `sk_begins_with`.
pub fn condition(condition: &KeyCondition) -> Json {
    const PK: &str = "#ddbkey_pk = :ddbkey_pk";
    let (names, values): (Vec<_>, Vec<_>) =
        (condition.names().collect(), condition.values().collect());
    let expression = condition.expression().to_string();
    let sort = expression.strip_prefix(PK).unwrap_or_else(|| panic!("{expression}"));
    match (sort, &names[..], &values[..]) {
        ("", [("#ddbkey_pk", name)], [(":ddbkey_pk", pk)]) => json!({ *name: pk }),
        (
            sort,
            [("#ddbkey_pk", name), ("#ddbkey_sk", sk_name)],
            [(":ddbkey_pk", pk), (":ddbkey_sk", sk)],
        ) => {
            let operator = match sort {
                " AND #ddbkey_sk = :ddbkey_sk" => "equals",
                " AND begins_with(#ddbkey_sk, :ddbkey_sk)" => "begins_with",
                _ => panic!("{expression}"),
            };
            json!({ *name: pk, format!("{sk_name}_{operator}"): sk })
        }
        _ => panic!("{expression} {names:?} {values:?}"),
    }
}

/// A condition of which the table has only the part on the sort key.
pub fn sort_condition(of: &KeyCondition) -> Json {
    let mut shown = condition(of);
    shown.as_object_mut().unwrap().remove("pk");
    shown
}

/// Two texts between which the condition finds a sort key, both included.
pub fn between(condition: &KeyCondition) -> (&str, &str) {
    assert_eq!(
        condition.expression().to_string(),
        "#ddbkey_pk = :ddbkey_pk AND #ddbkey_sk BETWEEN :ddbkey_sk AND :ddbkey_sk_to"
    );
    match condition.values().collect::<Vec<_>>()[..] {
        [
            _,
            (":ddbkey_sk", KeyValue::S(Cow::Borrowed(from))),
            (":ddbkey_sk_to", KeyValue::S(Cow::Borrowed(to))),
        ] => (from, to),
        ref values => panic!("{values:?}"),
    }
}

/// The error that the table has for a value with the separator in it, which is ours as well.
pub fn refusal(row: &Row<'_>, field: &str, error: KeyError) -> Json {
    let KeyError::Separator { part, character, .. } = error else { panic!("{error}") };
    assert_eq!(part, field);
    let theirs = text(&row.expected["error"]);
    assert!(theirs.ends_with(&format!("cannot contain {character} character")), "{theirs}");
    json!({ "error": theirs })
}

/// A condition returns these rows and leaves those.
#[track_caller]
pub fn assert_rows(condition: &KeyCondition, inside: &[Texts], outside: &[Texts]) {
    let returns = |(pk, sk): &Texts| condition.matches(pk, sk);
    let missing: Vec<_> = inside.iter().filter(|row| !returns(row)).collect();
    let surplus: Vec<_> = outside.iter().filter(|row| returns(row)).collect();
    assert!(missing.is_empty() && surplus.is_empty(), "missing {missing:?}, surplus {surplus:?}");
}
