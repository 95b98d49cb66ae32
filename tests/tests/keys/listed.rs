//! What a schema tells, as strings for tests.

use ddbkey::schema::{EntitySchema, Layout, TableSchema};
use ddbkey_tools::{OwnKey, Schema};

/// Returns the rows that queries of an entity also return: `Order under v1 (index gsi1 as of_day, up to 1 part given)`.
#[allow(dead_code, reason = "one of the two programs")]
pub fn also_returned(table: &TableSchema, entity: &str) -> Vec<String> {
    let schema = Schema::of(table);
    let entity = schema.entity(entity).unwrap();
    let mut lines = Vec::new();
    for key in entity.keys.iter().chain(&entity.index_keys) {
        let shapes = entity.index_keys.iter().filter(|own| own.index == key.index).count();
        let queried = match (&key.index, &key.alternative, &key.legacy) {
            (Some(index), ..) if shapes > 1 => {
                Some(format!("index {index} as {}", key.rust_name.as_deref().unwrap()))
            }
            (Some(index), ..) => Some(format!("index {index}")),
            (_, Some(name), _) => Some(format!("or {name}")),
            (.., Some(name)) => Some(format!("was {name}")),
            _ => None,
        };
        for rows in &key.also_returned {
            let under = match &rows.key {
                Some(OwnKey::Current) => " under current".into(),
                Some(OwnKey::Named(name)) => format!(" under {name}"),
                _ => String::new(),
            };
            let s = if rows.parts == 1 { "" } else { "s" };
            let parts = (rows.parts > 0).then(|| format!("up to {} part{s} given", rows.parts));
            let given: Vec<_> = queried.clone().into_iter().chain(parts).collect();
            let given =
                if given.is_empty() { String::new() } else { format!(" ({})", given.join(", ")) };
            lines.push(format!("{}{under}{given}", rows.entity));
        }
    }
    lines
}

/// Returns an entity as the schema of a table prints it.
#[allow(dead_code, reason = "one of the two programs")]
pub fn printed(entity: &'static EntitySchema) -> String {
    let layout = Layout::new("pk", Some("sk"), &[]);
    let entities: &'static [&'static EntitySchema] = Box::leak(Box::new([entity]));
    Schema::of(&TableSchema::new("Table", layout, false, entities)).to_string()
}
