//! A short notation for the tables of unit tests, in which a test replaces single strings.
//!
//! ```text
//! table Shop
//!   key: pk / sk
//!   gsi gsi1: gsi1pk / round (N), include(note, total)
//!
//! Order
//!     pk: USER#{user: text}
//!     sk: ORDER#{number: integer 08}
//!   gsi gsi1, sparse
//!   optional: status()
//!     gsi1pk: {status(): PAID|PENDING}
//!     round (N) = {round: integer u32}
//!   in Rust
//!     gsi gsi1 as by_status
//!     formats of sk: {number:08}
//!   fields
//!     user as userId: S, nullable, reads userId, user
//! ```
//!
//! `=` precedes a value in square brackets.

use serde_json::{Map, Value, json};

use crate::schema::Schema;

/// Returns the table of a sketch.
#[track_caller]
pub(crate) fn sketch(text: &str) -> Schema {
    let document = document(text);
    let schema = serde_json::from_value(document.clone());
    let mut schema: Schema = schema.unwrap_or_else(|error| panic!("{error}\n{document:#}"));
    // As in a declaration, entities are in the order of their lines.
    let place = |name: &str| text.lines().position(|line| line == name);
    schema.entities.sort_by_key(|entity| place(&entity.name));
    schema
}

/// Returns the table of a sketch as the document of a schema.
pub(crate) fn document(text: &str) -> Value {
    let mut table = json!({ "format": 1, "table": "", "key": {}, "entity": {} });
    let mut numbers: Vec<String> = Vec::new();
    let mut entities: Vec<(String, Lines<'_>)> = Vec::new();
    for line in text.lines().filter(|line| !line.is_empty()) {
        let (depth, own) = (line.len() - line.trim_start().len(), line.trim_start());
        match entities.last_mut() {
            None if depth == 0 && own.starts_with("table ") => {
                table["table"] = name(&own[6..]).into();
            }
            _ if depth == 0 && own.starts_with("ddbkey schema") => {}
            _ if depth == 0 => entities.push((name(own), Vec::new())),
            None => read_table(&mut table, &mut numbers, own),
            Some((_, lines)) => lines.push((depth, own)),
        }
    }
    numbers.dedup();
    table["numbers"] = numbers.into();
    for (name, lines) in entities {
        table["entity"][name] = entity(&lines);
    }
    table
}

type Lines<'t> = Vec<(usize, &'t str)>;

/// Removes the quotes of a name.
fn name(text: &str) -> String {
    if text.starts_with('"') { serde_json::from_str(text).unwrap() } else { text.into() }
}

fn names(text: &str) -> Vec<String> {
    text.split(", ").map(name).collect()
}

fn read_table(table: &mut Value, numbers: &mut Vec<String>, line: &str) {
    let (label, rest) = line.split_once(": ").unwrap();
    match label.split_once(' ') {
        None if label == "key" => table["key"] = keys(numbers, rest),
        None => table[label] = name(rest).into(),
        Some(("type", _)) => table["type_attribute"] = name(rest).into(),
        Some((kind, index)) => {
            let (rest, projection) = match rest.split_once(", include(") {
                Some((rest, names_)) => (rest, json!(names(names_.strip_suffix(')').unwrap()))),
                None => match rest.strip_suffix(", keys only") {
                    Some(rest) => (rest, json!([])),
                    None => (rest, Value::Null),
                },
            };
            let mut own = keys(numbers, rest);
            own["kind"] = json!(if kind == "lsi" { "local" } else { "global" });
            own["projection"] = projection;
            table["index"][name(index)] = own;
        }
    }
}

fn keys(numbers: &mut Vec<String>, text: &str) -> Value {
    let mut typed = |text: &str| {
        let own = text.split(", ").map(|own| {
            let number = own.strip_suffix(" (N)").map(name);
            numbers.extend(number.clone());
            number.unwrap_or_else(|| name(own))
        });
        own.collect::<Vec<_>>()
    };
    match text.split_once(" / ") {
        Some((pk, sk)) => json!({ "pk": typed(pk), "sk": typed(sk) }),
        None => json!({ "pk": typed(text) }),
    }
}

/// A key with the keyword that declares it, and its name.
struct DrawnKey {
    keyword: &'static str,
    name: String,
    own: Value,
}

fn entity(lines: &Lines<'_>) -> Value {
    let drawn = |keyword, name: &str| DrawnKey {
        keyword,
        name: self::name(name),
        own: json!({ "key": {} }),
    };
    let mut entity = json!({ "field": {} });
    let mut keys = vec![drawn("", "")];
    let mut section = "";
    for (depth, line) in lines {
        let last = keys.last_mut().unwrap();
        match (*depth, section) {
            (4, "in Rust") => read_in_rust(&mut entity, &mut keys, line),
            (4, "fields") => read_field(&mut entity["field"], line),
            (4, _) if line.starts_with("separator of ") => {
                let (of, separator) = line["separator of ".len()..].split_once(": ").unwrap();
                last.own["separators"][name(of)] = separator.into();
            }
            (4, _) => {
                let joined = line.split_once(": ").filter(|(name, _)| !name.contains(" = "));
                let (label, template) = joined.unwrap_or_else(|| line.split_once(" = ").unwrap());
                let label = name(label.strip_suffix(" (N)").unwrap_or(label));
                if joined.is_none() {
                    push(&mut last.own, "entries", label.clone());
                }
                last.own["key"][label] = template.into();
            }
            (_, _) if *line == "in Rust" => section = "in Rust",
            (_, _) if line.starts_with("fields") => {
                section = "fields";
                for mark in ["flattened", "strict", "converted"] {
                    entity[mark] = line.contains(mark).into();
                }
            }
            _ => {
                section = "";
                let keywords =
                    [("or ", "or"), ("was ", "was"), ("gsi ", "index"), ("lsi ", "index")];
                let keyword = keywords.into_iter().find(|(word, _)| line.starts_with(word));
                match (line.split_once(": "), keyword) {
                    (_, Some((word, keyword))) => {
                        let own = line[word.len()..].split([',', ':']).next().unwrap();
                        keys.push(drawn(keyword, own));
                        if line.ends_with(", sparse") {
                            keys.last_mut().unwrap().own["optional"] = json!(["part"]);
                        }
                    }
                    (Some(("optional", names)), _) => {
                        last.own["optional"] = self::names(names).into();
                    }
                    (Some((label @ ("type names" | "type name was"), own)), _) => {
                        entity[label.replace(' ', "_")] = names(own).into();
                    }
                    (Some(("type name", own)), _) => entity["type_name"] = name(own).into(),
                    (Some((label, own)), _) => entity[label] = name(own).into(),
                    (None, None) => panic!("{line}"),
                }
            }
        }
    }
    let is_shape = |own: &DrawnKey| {
        own.keyword == "index"
            && keys
                .iter()
                .filter(|other| (other.keyword, &other.name) == ("index", &own.name))
                .count()
                > 1
    };
    for own in &keys {
        match own.keyword {
            "" => {
                for (label, value) in own.own.as_object().unwrap() {
                    entity[label] = value.clone();
                }
            }
            "or" => {
                let mut own = (own.own.clone(), own.name.clone());
                own.0["name"] = own.1.into();
                push(&mut entity, "or", own.0);
            }
            "index" if is_shape(own) => {
                entity["shapes"].as_object().is_none().then(|| entity["shapes"] = json!({}));
                push(&mut entity["shapes"], &own.name, own.own.clone());
            }
            keyword => entity[keyword][&own.name] = own.own.clone(),
        }
    }
    entity
}

fn push(object: &mut Value, label: &str, value: impl Into<Value>) {
    let list = object.as_object_mut().unwrap().entry(label).or_insert_with(|| json!([]));
    list.as_array_mut().unwrap().push(value.into());
}

fn read_in_rust(entity: &mut Value, keys: &mut [DrawnKey], line: &str) {
    let (label, rest) = match line.split_once(": ") {
        Some((label, rest)) if !label.contains(" as ") || label.contains(" of ") => (label, rest),
        _ => {
            let (own, rust_name) = line.split_once(" as ").unwrap();
            let own = name(own.split_once(' ').unwrap().1);
            let mut unnamed =
                keys.iter_mut().filter(|key| key.name == own && key.own["as"].is_null());
            unnamed.next().unwrap().own["as"] = name(rust_name).into();
            return;
        }
    };
    let Some((property, of)) = label.split_once(" of ") else {
        entity[label] = name(rest).into();
        return;
    };
    let (attribute, key) = of.split_once(" of ").unwrap_or((of, ""));
    let (key, shape) = key.split_once(" as ").unwrap_or((key, ""));
    let values = rest.split('{').skip(1).map(|own| own.trim_end_matches('}'));
    for (source, own) in values.filter_map(|own| own.split_once(':')) {
        match property {
            "formats" => {
                let is_it = |own: &&mut DrawnKey| {
                    let is_current =
                        key.is_empty() && (own.name.is_empty() || own.keyword == "index");
                    (is_current || own.name == key) && (shape.is_empty() || own.own["as"] == shape)
                };
                for key in keys.iter_mut().filter(is_it) {
                    if let Some(template) = key.own["key"][name(attribute)].as_str() {
                        let (from, to) = (format!("{{{source}: "), format!("{{{source}:{own}: "));
                        key.own["key"][name(attribute)] = template.replacen(&from, &to, 1).into();
                    }
                }
            }
            "order" => entity["value"][source]["order"] = own.trim().into(),
            _ => {
                let words = own.trim().trim_matches('"').split('|');
                entity["value"][source]["aliases"] = words.collect();
            }
        }
    }
}

/// `user as userId: S, nullable, reads userId, user`
fn read_field(fields: &mut Value, line: &str) {
    let (line, read) = match line.split_once(", reads ") {
        Some((line, read)) => (line, Some(names(read))),
        None => (line, None),
    };
    let mut words = line.split(", ");
    let (label, stored) =
        words.next().map(|own| own.split_once(": ").unwrap_or((own, ""))).unwrap();
    let (label, written) = label.split_once(" as ").unwrap_or((label, ""));
    let mut field = Map::new();
    for word in words {
        match word {
            "not written" => field.insert("unwritten".into(), true.into()),
            word => match word.split_once(": ") {
                Some((_, stored)) => field.insert("type".into(), stored.into()),
                None => field
                    .insert(if word == "nullable" { "optional" } else { word }.into(), true.into()),
            },
        };
    }
    if !stored.is_empty() {
        field.insert("type".into(), stored.into());
    }
    if !written.is_empty() {
        field.insert("written".into(), name(written).into());
    }
    if let Some(read) = read {
        field.insert("read".into(), read.into());
    }
    fields[name(label)] = field.into();
}
