//! Rows of a random declaration, as the model builds their keys.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::model::{Attribute, Entity, Format, Kind, Stored, Table, V};
use crate::random::Random;

/// Returns lines of an export and the description of the table, if its keys can be described.
pub fn rows(table: &Table, random: &mut Random, count: usize) -> Option<(String, String)> {
    let mut lines = String::new();
    for entity in &table.entities {
        for _ in 0..count {
            if let Some(row) = row(entity, random) {
                lines += &json!({ "Item": row }).to_string();
                lines.push('\n');
            }
        }
    }
    (!lines.is_empty()).then(|| (lines, described(table)))
}

/// Returns the output of `describe-table`.
fn described(table: &Table) -> String {
    let schema = |pk: &[Attribute], sk: &[Attribute]| -> Vec<Value> {
        let of = |kind: &'static str| move |own: &Attribute| json!({ "AttributeName": own.name, "KeyType": kind });
        pk.iter().map(of("HASH")).chain(sk.iter().map(of("RANGE"))).collect()
    };
    let first = &table.entities[0];
    let mut indexes: BTreeMap<(&str, &str), Value> = BTreeMap::new();
    let mut types: BTreeMap<&str, &str> = BTreeMap::new();
    for entity in &table.entities {
        let keys = [&entity.pk, &entity.sk].into_iter().flat_map(|key| &key.attributes);
        let attributes = keys.chain(entity.indexes.iter().flat_map(|index| index.attributes()));
        for own in attributes {
            types.insert(&own.name, if own.is_number { "N" } else { "S" });
        }
        for index in entity.indexes.iter().filter(|index| !index.is_primary()) {
            let schema = schema(&index.pk.attributes, &index.sk.attributes);
            let value = json!({ "IndexName": index.index, "KeySchema": schema });
            indexes.insert((&index.form, &index.index), value);
        }
    }
    let of = |form: &str| -> Vec<&Value> {
        indexes.iter().filter(|((own, _), _)| *own == form).map(|(_, value)| value).collect()
    };
    let types: Vec<_> = types
        .into_iter()
        .map(|(name, own)| json!({ "AttributeName": name, "AttributeType": own }))
        .collect();
    json!({
        "KeySchema": schema(&first.pk.attributes, &first.sk.attributes),
        "AttributeDefinitions": types,
        "GlobalSecondaryIndexes": of("gsi"),
        "LocalSecondaryIndexes": of("lsi"),
    })
    .to_string()
}

fn row(entity: &Entity, random: &mut Random) -> Option<Map<String, Value>> {
    let values: Vec<V> = entity
        .fields
        .iter()
        .map(|field| {
            let is_none = field.is_option && random.once_in(4);
            if is_none { V::None } else { value(&field.kind, random) }
        })
        .collect();
    let keys = entity.keys(&values)?;
    let mut row = Map::new();
    for (field, value) in entity.fields.iter().zip(&values) {
        let is_stored = field.stored == Stored::Always && field.returned.is_none();
        if is_stored && *value != V::None {
            row.insert(field.attribute().into(), stored(&field.kind, value)?);
        }
    }
    let attributes: Vec<_> = [&entity.pk, &entity.sk]
        .into_iter()
        .flat_map(|key| &key.attributes)
        .chain(entity.indexes.iter().flat_map(|index| index.attributes()))
        .collect();
    for (name, text) in keys {
        let is_number = attributes.iter().any(|own| own.name == name && own.is_number);
        row.insert(name, if is_number { json!({ "N": text }) } else { json!({ "S": text }) });
    }
    Some(row)
}

fn value(kind: &Kind, random: &mut Random) -> V {
    let small = u128::from(random.next() % 100);
    match kind {
        Kind::Text(_) | Kind::Name { .. } => {
            let letters =
                (0..4 + random.below(5)).map(|_| char::from(b'a' + random.below(26) as u8));
            V::Text(letters.collect::<String>() + &small.to_string())
        }
        Kind::Char => V::Text(char::from(b'a' + random.below(26) as u8).to_string()),
        Kind::Bool => V::Unsigned(small % 2),
        Kind::Ulid | Kind::Uuid => V::Unsigned(random.wide()),
        Kind::Unsigned { .. } | Kind::Version => V::Unsigned(small + 1),
        Kind::Signed { .. } => V::Signed(small as i128 - 50),
        Kind::Time(_) => {
            let nanos = 1_700_000_000_000_000_000 + i128::from(random.next() % (1 << 55));
            V::Nanos(nanos / 1_000_000 * 1_000_000)
        }
        Kind::Date(_) => V::Days(19_000 + i64::try_from(small).expect("small")),
        Kind::Words(_, words) => V::Word(random.below(words.len())),
        Kind::Owner if small == 0 => V::Text("Nobody".into()),
        Kind::Owner => V::Text(format!("User#u{small}")),
    }
}

/// Returns the value in the attribute of a field.
fn stored(kind: &Kind, value: &V) -> Option<Value> {
    let text = kind.text(Format::Plain, value)?;
    Some(match kind {
        Kind::Bool => json!({ "BOOL": text == "true" }),
        Kind::Owner => match text.split_once('#') {
            Some((word, payload)) => json!({ "M": { word: { "S": payload } } }),
            None => json!({ "S": text }),
        },
        Kind::Unsigned { .. } | Kind::Signed { .. } | Kind::Version => json!({ "N": text }),
        _ => json!({ "S": text }),
    })
}
