//! Random tables with what real ones have and no declaration of ours would draw: names that are keywords, names of the
//! prelude and of the derives, attributes that two indexes share, indexes that only some rows are in, constants, NULL beside
//! nothing, and times with a blank.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

use crate::random::Random;

/// Names of attributes.
const NAMES: [&str; 22] = [
    "abstract",
    "final",
    "type_",
    "self",
    "key",
    "query",
    "pk",
    "sk",
    "row",
    "item",
    "line",
    "a.line",
    "a_line",
    "Option",
    "build",
    "descending",
    "match",
    "Vec",
    "keys",
    "status",
    "yield",
    "1st",
];

/// Words that begin keys, and so name entities.
const WORDS: [&str; 16] = [
    "USER",
    "ORDER",
    "ORDER_ITEM",
    "ORDER_KEY",
    "SHOP_KEY",
    "VEC",
    "OPTION",
    "SELF",
    "task",
    "page",
    "TYPE",
    "ORDER_PK",
    "STRING",
    "MATCH",
    "Card",
    "SHOP",
];

type Row = BTreeMap<String, Value>;

/// How many rows of an entity are in an index.
#[derive(Clone, Copy, PartialEq)]
enum Member {
    All,
    Word,
    Some,
    None,
}

fn text(text: impl Into<String>) -> Value {
    json!({ "S": text.into() })
}

/// Returns lines of an export and the description of the table.
pub fn rows(random: &mut Random) -> (String, String) {
    let (pk, sk) = *random.pick(&[("PK", "SK"), ("pk", "sk"), ("Owner", "Range")]);
    let second = (
        *random.pick(&["GSI2PK", "GSI1PK", "status", "group", "type"]),
        *random.pick(&["GSI2SK", "GSI1SK", sk, "at", "score"]),
    );
    let indexes = [("GSI1", ("GSI1PK", "GSI1SK")), ("GSI2", second)];
    let type_attribute = *random.pick(&[None, Some("type"), Some("entity")]);
    let mut words = WORDS.to_vec();
    let mut rows: BTreeMap<(String, String), Row> = BTreeMap::new();
    for _ in 0..=random.below(3) {
        let word = words.remove(random.below(words.len()));
        for row in entity(random, word, (pk, sk), indexes.map(|(_, names)| names), type_attribute) {
            let own = |name: &str| row[name]["S"].as_str().expect("a key").to_owned();
            rows.entry((own(pk), own(sk))).or_insert(row);
        }
    }
    let lines: Vec<_> =
        rows.into_values().map(|row| json!({ "Item": row }).to_string() + "\n").collect();
    (lines.concat(), described((pk, sk), &indexes))
}

/// Draws the rows of an entity.
fn entity(
    random: &mut Random,
    word: &str,
    (pk, sk): (&str, &str),
    indexes: [(&str, &str); 2],
    type_attribute: Option<&str>,
) -> Vec<Row> {
    let (pk_form, sk_form) = (random.below(4), random.below(5));
    let (has_id, has_null, has_one) = (random.once_in(2), random.once_in(3), random.once_in(4));
    let members: [Member; 2] = std::array::from_fn(|_| {
        *random.pick(&[Member::All, Member::Word, Member::Some, Member::None])
    });
    let is_constant = random.once_in(4);
    let names: Vec<&str> = (0..3).map(|_| *random.pick(&NAMES)).collect();
    let kind = random.below(6);
    let count = 2 + random.below(60);
    let rows = (0..count).map(|at| {
        let id = format!("{}{at}k{}", &word[..1].to_lowercase(), random.below(100));
        let state = if has_one { "OPEN" } else { *random.pick(&["OPEN", "DONE", "VOID"]) };
        let day = format!("2024-{:02}-{:02}", 1 + random.below(12), 1 + random.below(28));
        let clock = format!("{:02}:{:02}:00", random.below(24), random.below(60));
        let time = match kind {
            0 => format!("{day} {clock}"),
            1 => format!("{day} {clock}.{:06}", random.below(1_000_000)),
            _ => format!("{day}T{clock}.{:03}Z", random.below(1000)),
        };
        let mut row = Row::new();
        let parent = format!("PARENT#p{}", random.below(4));
        let own_pk = match pk_form {
            0 => format!("{word}#{id}"),
            1 => format!("{word}#{id}#META"),
            2 => parent,
            _ => id.clone(),
        };
        let own_sk = match sk_form {
            0 if pk_form != 2 => "META".into(),
            0 | 1 => format!("{word}#{id}"),
            2 => format!("{word}#{time}#{id}"),
            3 => format!("{word}#{:05}#{id}", random.below(300)),
            _ if pk_form == 2 => format!("{word}-{id}"),
            _ => own_pk.clone(),
        };
        row.extend([(pk.into(), text(own_pk)), (sk.into(), text(own_sk))]);
        row.extend(type_attribute.map(|name| (name.to_owned(), text(word.to_lowercase()))));
        if has_id {
            row.insert("id".into(), text(&id));
        }
        row.entry("status".into()).or_insert_with(|| text(state));
        row.insert("at".into(), text(&time));
        if random.below(10) < 7 {
            row.insert("group".into(), text(format!("g{}", random.below(4))));
        }
        if random.once_in(2) {
            let is_null = has_null && random.once_in(2);
            let memo = if is_null { json!({ "NULL": true }) } else { json!({ "SS": ["a", "b"] }) };
            row.insert("memo".into(), memo);
        }
        row.insert("score".into(), json!({ "N": random.below(300).to_string() }));
        for (number, name) in names.iter().enumerate() {
            let value = match (kind + number) % 5 {
                0 => json!({ "M": { "a": { "BOOL": true }, "key": { "S": "x" } } }),
                1 => json!({ "BS": ["aGk="] }),
                2 => json!({ "NS": ["1.5", "2"] }),
                3 => json!({ "N": "0.25" }),
                _ => text(*random.pick(&["one", "two"])),
            };
            row.entry((*name).to_owned()).or_insert(value);
        }
        for (number, ((pk, sk), member)) in indexes.into_iter().zip(members).enumerate() {
            let group = row.get("group").and_then(|own| own["S"].as_str().map(ToOwned::to_owned));
            let is_in = match member {
                Member::All => true,
                Member::Word => state == "OPEN",
                Member::Some => group.is_some(),
                Member::None => false,
            };
            if !is_in {
                continue;
            }
            let own = match number {
                _ if is_constant => "ALL".into(),
                0 => format!("ST#{state}"),
                _ => format!("G#{}", group.unwrap_or("zz".into())),
            };
            row.entry(pk.into()).or_insert_with(|| text(own));
            if sk != "score" {
                row.entry(sk.into()).or_insert_with(|| text(format!("{time}#{id}")));
            }
        }
        row
    });
    rows.collect()
}

/// Returns the output of `describe-table`.
fn described((pk, sk): (&str, &str), indexes: &[(&str, (&str, &str))]) -> String {
    let schema = |(pk, sk): (&str, &str)| json!([{ "AttributeName": pk, "KeyType": "HASH" }, { "AttributeName": sk, "KeyType": "RANGE" }]);
    let mut types = Map::new();
    for name in indexes.iter().flat_map(|(_, (pk, sk))| [*pk, *sk]).chain([pk, sk]) {
        let own = if name == "score" { "N" } else { "S" };
        types.insert(name.into(), json!({ "AttributeName": name, "AttributeType": own }));
    }
    let indexes = indexes
        .iter()
        .map(|(name, names)| json!({ "IndexName": name, "KeySchema": schema(*names) }));
    json!({
        "KeySchema": schema((pk, sk)),
        "AttributeDefinitions": types.values().collect::<Vec<_>>(),
        "GlobalSecondaryIndexes": indexes.collect::<Vec<_>>(),
    })
    .to_string()
}
