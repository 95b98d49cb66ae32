//! What a schema tells, as strings for tests.

use ddbkey::schema::{EntitySchema, Layout, TableSchema};
use ddbkey_tools::Schema;

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
        let own = key.also_returned_under.iter();
        let own = own.map(|(under, parts)| (format!("{} under {under}", entity.name), *parts));
        let others = key.also_returned.iter().map(|(other, parts)| (other.clone(), *parts));
        for (rows, parts) in own.chain(others) {
            let s = if parts == 1 { "" } else { "s" };
            let parts = (parts > 0).then(|| format!("up to {parts} part{s} given"));
            let given: Vec<_> = queried.clone().into_iter().chain(parts).collect();
            let given =
                if given.is_empty() { String::new() } else { format!(" ({})", given.join(", ")) };
            lines.push(format!("{rows}{given}"));
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
