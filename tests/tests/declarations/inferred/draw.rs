//! Rows of a table in the notation of `tables.rs`.

use std::collections::BTreeMap;

use jiff::Timestamp;
use serde_json::{Value, json};

use crate::random::Random;

pub struct Table {
    pub name: String,
    pub entities: Vec<Entity>,
}

pub struct Entity {
    pub name: String,
    /// The key attributes, each with its shapes in the order in which they are tried.
    attributes: Vec<(String, Vec<Vec<Piece>>)>,
    /// What is known about each value.
    fields: BTreeMap<String, Field>,
    /// The attribute and the word that a row needs to be in an index.
    only: Option<(String, String)>,
}

#[derive(Clone)]
struct Field {
    kind: String,
    format: String,
    is_in_keys_alone: bool,
    /// The field is missing in each row whose number is divisible by this.
    missing_in: Option<usize>,
}

enum Piece {
    Literal(String),
    Value { name: String, format: String, is_rest: bool },
}

/// The attributes that are keys.
const KEYS: [&str; 10] =
    ["pk", "sk", "PK", "SK", "gsi1pk", "gsi1sk", "GSI1PK", "GSI1SK", "gs1pk", "gs1sk"];

impl Table {
    pub fn parse(name: &str, entities: &[&str]) -> Self {
        Self {
            name: name.into(),
            entities: entities.iter().map(|text| Entity::parse(text)).collect(),
        }
    }

    /// Returns this many rows of each entity, as lines of an export.
    pub fn rows(&self, random: &mut Random, count: usize) -> String {
        let entities = self.entities.iter();
        let rows = entities
            .flat_map(|entity| (0..count).map(|at| entity.row(random, at)).collect::<Vec<_>>());
        rows.map(|row| json!({ "Item": row }).to_string() + "\n").collect()
    }
}

impl Entity {
    fn parse(text: &str) -> Self {
        let (name, rest) = text.split_once(": ").expect("a name");
        let mut entity =
            Self { name: name.into(), attributes: Vec::new(), fields: BTreeMap::new(), only: None };
        for word in rest.split_whitespace() {
            let (attribute, value) = word.split_once('=').expect("an attribute");
            if attribute == "only" {
                let (field, word) = value.split_once(':').expect("a word");
                entity.only = Some((field.into(), word.into()));
            } else if KEYS.contains(&attribute) {
                let pieces = entity.pieces(value);
                match entity.attributes.iter_mut().find(|(name, _)| name == attribute) {
                    Some((_, shapes)) => shapes.push(pieces),
                    None => entity.attributes.push((attribute.into(), vec![pieces])),
                }
            } else {
                entity.field(attribute, value);
            }
        }
        entity
    }

    fn field(&mut self, name: &str, kind: &str) {
        let (kind, format) = kind.split_once(':').unwrap_or((kind, ""));
        let is_in_keys_alone = kind.contains('!');
        let missing_in = match kind.matches('?').count() {
            0 => None,
            1 => Some(3),
            _ => Some(2),
        };
        let kind = kind.trim_matches(['!', '?']).into();
        let field = Field { kind, format: format.into(), is_in_keys_alone, missing_in };
        self.fields.insert(name.into(), field);
    }

    fn pieces(&mut self, template: &str) -> Vec<Piece> {
        let mut pieces = Vec::new();
        let mut rest = template;
        while let Some((literal, after)) = rest.split_once('{') {
            let (value, after) = after.split_once('}').expect("an end");
            if !literal.is_empty() {
                pieces.push(Piece::Literal(literal.into()));
            }
            let is_rest = value.starts_with('*');
            let value = value.trim_start_matches('*');
            let (name, format) = match value.split_once('=') {
                Some((name, kind)) => {
                    self.field(name, kind);
                    (name, kind.split_once(':').map_or("", |(_, format)| format))
                }
                None => value.split_once(':').unwrap_or((value, "")),
            };
            pieces.push(Piece::Value { name: name.into(), format: format.into(), is_rest });
            rest = after;
        }
        if !rest.is_empty() {
            pieces.push(Piece::Literal(rest.into()));
        }
        pieces
    }

    /// Returns the expected template of each key attribute, with the name of its index.
    pub fn templates(&self) -> Vec<(&'static str, String, String)> {
        let shapes = self
            .attributes
            .iter()
            .flat_map(|(name, shapes)| shapes.iter().map(move |pieces| (name, pieces)));
        let attributes = shapes.filter(|(_, pieces)| {
            // If no attribute gives a name, any name will do.
            let mut names = pieces.iter().filter_map(|piece| match piece {
                Piece::Value { name, .. } => Some(name),
                Piece::Literal(_) => None,
            });
            !names.any(|name| self.fields[name].is_in_keys_alone)
        });
        let template = |attribute: &str, pieces: &[Piece]| {
            let pieces = pieces.iter().map(|piece| match piece {
                Piece::Literal(text) => text.clone(),
                Piece::Value { name, format, is_rest } => {
                    let name: String = name.chars().fold(String::new(), |name, own| {
                        if own.is_ascii_uppercase() {
                            name + "_" + &own.to_ascii_lowercase().to_string()
                        } else {
                            name + &own.to_string()
                        }
                    });
                    let colon = if format.is_empty() { "" } else { ":" };
                    let _ = attribute;
                    format!("{{{}{name}{colon}{format}}}", if *is_rest { "*" } else { "" })
                }
            });
            pieces.collect::<String>()
        };
        let index = |attribute: &str| match attribute.to_ascii_lowercase().as_str() {
            "gsi1pk" | "gsi1sk" => {
                if attribute.starts_with('G') {
                    "GSI1"
                } else {
                    "gsi1"
                }
            }
            "gs1pk" | "gs1sk" => "gs1",
            _ => "-",
        };
        let attributes =
            attributes.map(|(name, pieces)| (index(name), name.clone(), template(name, pieces)));
        attributes.filter(|(index, ..)| *index == "-" || self.only.is_none()).collect()
    }

    fn row(&self, random: &mut Random, at: usize) -> Value {
        let mut values: BTreeMap<&str, Option<Drawn>> = BTreeMap::new();
        for (name, field) in &self.fields {
            let is_missing = field.missing_in.is_some_and(|rows| at.is_multiple_of(rows));
            values.insert(name, (!is_missing).then(|| Drawn::of(&field.kind, random)));
        }
        let only = self.only.as_ref().is_none_or(|(field, word)| {
            values[&**field]
                .as_ref()
                .is_some_and(|own| matches!(own, Drawn::Text(text) if text == word))
        });
        let mut row = serde_json::Map::new();
        for (name, shapes) in &self.attributes {
            let is_primary = is_primary_name(name);
            let pair: Vec<_> = self
                .attributes
                .iter()
                .filter(|(other, _)| is_primary_name(other) == is_primary)
                .filter(|(other, _)| is_primary || other[..3] == name[..3])
                .map(|(_, shapes)| shapes)
                .collect();
            let has_parts = |shape: &usize| {
                let pieces = pair.iter().flat_map(|shapes| of_shape(shapes, *shape));
                pieces.clone().all(|piece| match piece {
                    Piece::Value { name, .. } => values[&**name].is_some(),
                    Piece::Literal(_) => true,
                })
            };
            let count = pair.iter().map(|shapes| shapes.len()).max().unwrap_or_default();
            let shape = (0..count).find(has_parts).filter(|_| is_primary || only);
            let Some(pieces) = shape.map(|shape| of_shape(shapes, shape)) else { continue };
            let text = pieces.iter().map(|piece| match piece {
                Piece::Literal(text) => text.clone(),
                Piece::Value { name, format, .. } => {
                    values[&**name].as_ref().expect("a value").text(format)
                }
            });
            row.insert(name.clone(), json!({ "S": text.collect::<String>() }));
        }
        for (name, field) in &self.fields {
            if let (Some(value), false) = (&values[&**name], field.is_in_keys_alone) {
                row.insert(name.clone(), value.stored(&field.format));
            }
        }
        row.into()
    }
}

fn is_primary_name(name: &str) -> bool {
    matches!(name, "pk" | "sk" | "PK" | "SK")
}

/// Returns the pieces of an attribute in a shape of its key. An attribute with fewer shapes keeps its last one.
fn of_shape(shapes: &[Vec<Piece>], shape: usize) -> &[Piece] {
    &shapes[shape.min(shapes.len() - 1)]
}

/// A row with one key, one attribute or every key as no row of its entity has it.
pub fn spoilt(row: &str, random: &mut Random) -> String {
    let mut row: Value = serde_json::from_str(row).expect("a row");
    let item = row["Item"].as_object_mut().expect("attributes");
    let names: Vec<_> = item.keys().cloned().collect();
    let keys: Vec<_> = names.iter().filter(|name| KEYS.contains(&name.as_str())).collect();
    match random.below(4) {
        0 => drop(item.insert(random.pick(&keys).to_string(), json!({ "S": "~nobody knows" }))),
        1 => drop(item.insert(random.pick(&names).clone(), json!({ "L": [{ "NULL": true }] }))),
        2 => drop(item.remove(*random.pick(&keys))),
        _ => keys.iter().for_each(|key| drop(item.insert((*key).clone(), json!({ "S": "##" })))),
    }
    row.to_string()
}

enum Drawn {
    Text(String),
    Number(i64),
    Time(Timestamp),
    Json(Value),
}

impl Drawn {
    fn of(kind: &str, random: &mut Random) -> Self {
        let mut below = |end: usize| random.below(end);
        let number =
            |below: &mut dyn FnMut(usize) -> usize, end| i64::try_from(below(end)).expect("small");
        let word = |below: &mut dyn FnMut(usize) -> usize| -> String {
            let length = 4 + below(6);
            (0..length)
                .map(|_| char::from(b'a' + u8::try_from(below(26)).expect("a letter")))
                .collect()
        };
        let characters = |below: &mut dyn FnMut(usize) -> usize,
                          alphabet: &str,
                          length: usize|
         -> String {
            (0..length).map(|_| char::from(alphabet.as_bytes()[below(alphabet.len())])).collect()
        };
        match kind {
            "name" => Self::Text(format!("{}{}", word(&mut below), below(100))),
            "words" => {
                Self::Text(format!("{} {}", word(&mut below).to_uppercase(), word(&mut below)))
            }
            "email" => Self::Text(format!(
                "{}.{}{}@Example.org",
                word(&mut below),
                word(&mut below),
                below(1000)
            )),
            "hashed" => Self::Text(format!("{}#{}@Example.org", word(&mut below), below(100))),
            "path" => {
                let length = 1 + below(4);
                Self::Text((0..length).map(|_| word(&mut below)).collect::<Vec<_>>().join("#"))
            }
            "ulid" => Self::Text(format!(
                "01{}",
                characters(&mut below, "0123456789ABCDEFGHJKMNPQRSTVWXYZ", 24)
            )),
            "uuid" => {
                let hex = characters(&mut below, "0123456789abcdef", 32);
                Self::Text(
                    [&hex[..8], &hex[8..12], &hex[12..16], &hex[16..20], &hex[20..]].join("-"),
                )
            }
            "hex" => Self::Text(characters(&mut below, "0123456789abcdef", 24)),
            "state" => Self::Text(["PENDING", "PAID", "SHIPPED"][below(3)].into()),
            "bool" => Self::Json(json!({ "BOOL": below(2) == 1 })),
            "integer" => Self::Number(number(&mut below, 90)),
            "signed" => Self::Number(number(&mut below, 90) - 45),
            "epoch" => Self::Number(1_700_000_000 + number(&mut below, 50_000_000)),
            "millis" => Self::Number(1_700_000_000_000 + number(&mut below, 50_000_000_000)),
            "decimal" => Self::Json(json!({ "N": format!("{}.{}", below(1000), 1 + below(9)) })),
            "time" => {
                let millis = 1_700_000_000_000 + number(&mut below, 50_000_000_000);
                let millis = if below(4) == 0 { millis / 1000 * 1000 } else { millis };
                Self::Time(Timestamp::from_millisecond(millis).expect("a time"))
            }
            "text_time" => Self::Text(format!("2024-{:02}-{:02}", 1 + below(12), 1 + below(28))),
            "date" => Self::Text(format!("2024-{:02}-{:02}", 1 + below(12), 1 + below(28))),
            "strings" => {
                Self::Json(json!({ "SS": [word(&mut below), format!("{}1", word(&mut below))] }))
            }
            "numbers" => Self::Json(json!({ "NS": ["1", (2 + below(90)).to_string()] })),
            "list" => Self::Json(json!({ "L": [{ "N": "1" }, { "N": below(90).to_string() }] })),
            "map" => Self::Json(
                json!({ "M": { "city": { "S": word(&mut below) }, "no": { "N": "7" }, "note": { "NULL": true } } }),
            ),
            "json" => Self::Json(
                json!({ "M": { word(&mut below): { "L": [{ "S": "x" }, { "N": "1.5" }] } } }),
            ),
            "bytes" => Self::Json(json!({ "B": "aGVsbG8=" })),
            "null" => Self::Json(json!({ "NULL": true })),
            "text" => Self::Text(format!("{} # {}", word(&mut below), below(100))),
            other => Self::Text(other.into()),
        }
    }

    /// Returns the string in a key.
    fn text(&self, format: &str) -> String {
        match (self, format) {
            (Self::Text(text), "lower") => text.to_lowercase(),
            (Self::Text(text), "upper") => text.to_uppercase(),
            (Self::Text(text), "ascii_upper") => text.to_ascii_uppercase(),
            (Self::Text(text), _) => text.clone(),
            (Self::Number(number), "" | "unordered") => number.to_string(),
            (Self::Number(number), format) => match format.strip_prefix("desc") {
                Some(width) => {
                    let width: usize = width.parse().expect("a width");
                    format!(
                        "{:0width$}",
                        10_i64.pow(u32::try_from(width).expect("small")) - 1 - number
                    )
                }
                None => {
                    let width: usize = format.parse().expect("a width");
                    format!("{number:0width$}")
                }
            },
            (Self::Time(time), format) => spelled(*time, format),
            (Self::Json(value), _) => value.to_string(),
        }
    }

    /// Returns the value in the attribute.
    fn stored(&self, format: &str) -> Value {
        match self {
            Self::Text(text) => json!({ "S": text }),
            Self::Number(number) => json!({ "N": number.to_string() }),
            Self::Time(time) => {
                let is_whole = matches!(
                    format,
                    ".0" | ".3" | ".6" | ".9" | "isoformat" | "instant" | "rfc3339"
                );
                json!({ "S": spelled(*time, if is_whole { format } else { ".3" }) })
            }
            Self::Json(value) => value.clone(),
        }
    }
}

fn spelled(time: Timestamp, format: &str) -> String {
    let of = |pattern: &str| time.strftime(pattern).to_string();
    let has_fraction = time.subsec_nanosecond() != 0;
    match format {
        "" | ".3" => of("%Y-%m-%dT%H:%M:%S.%3fZ"),
        ".0" => of("%Y-%m-%dT%H:%M:%SZ"),
        ".6" => of("%Y-%m-%dT%H:%M:%S.%6fZ"),
        "month" => of("%Y-%m"),
        "isoformat" if has_fraction => of("%Y-%m-%dT%H:%M:%S.%6f"),
        "isoformat" => of("%Y-%m-%dT%H:%M:%S"),
        "instant" if has_fraction => of("%Y-%m-%dT%H:%M:%S.%3fZ"),
        "instant" => of("%Y-%m-%dT%H:%M:%SZ"),
        "rfc3339" if has_fraction => of("%Y-%m-%dT%H:%M:%S.%3f+00:00"),
        "rfc3339" => of("%Y-%m-%dT%H:%M:%S+00:00"),
        pattern => of(pattern),
    }
}
