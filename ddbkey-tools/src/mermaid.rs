//! Prints a schema as a Mermaid flowchart: entities by partition, and their indexes.

use crate::escape::label;
use crate::schema::{Entity, Schema, templates};

/// Returns the schema as a Mermaid flowchart: entities by partition, with their alternatives, their legacy keys and their
/// indexes.
///
/// The label of an arrow to an index starts with the name of the index in Rust, if it has one. An arrow labelled `also`
/// starts at an entity that does not declare the index but [is in it nevertheless](Schema::also_in).
#[must_use]
pub fn mermaid(schema: &Schema) -> String {
    let entities = &schema.entities;
    let shapes: Vec<_> = entities.iter().map(|entity| key_of(entity, false)).collect();
    let first = |shape| shapes.iter().position(|other| other == shape);
    let firsts = shapes.iter().enumerate().filter(|(at, shape)| first(*shape) == Some(*at));
    let mut mermaid = String::from("flowchart LR\n");
    for (at, (_, partition)) in firsts.enumerate() {
        mermaid += &format!("  subgraph p{at}[\"{}\"]\n", label(partition));
        for (node, entity) in entities.iter().enumerate() {
            if shapes[node] == *partition {
                let sk = Some(key_of(entity, true)).filter(|sk| !sk.is_empty());
                let sk = sk.map(|sk| format!("<br/>{}", label(&sk))).unwrap_or_default();
                let others = entity.alternatives().chain(entity.legacy_keys()).map(|key| {
                    let (name, given) = (label(key.name()), named(key.given_name()));
                    format!("<br/>{} {name}{given}: {}", key.keyword(), label(&key.template()))
                });
                let (name, others) = (&entity.name, others.collect::<String>());
                let prefix = named(entity.given_prefix());
                mermaid += &format!("    e{node}[\"{name}{prefix}{sk}{others}\"]\n");
            }
        }
        mermaid += "  end\n";
    }
    for (at, index) in schema.indexes.iter().enumerate() {
        let names = label(&index.names().collect::<Vec<_>>().join(", "));
        let name = index.index().unwrap_or_default();
        mermaid += &format!("  i{at}[(\"{}<br/>{names}\")]\n", label(name));
        for (node, entity) in entities.iter().enumerate() {
            for key in entity.index_keys_in(name) {
                let arrow = if key.is_sparse() { "-.->" } else { "-->" };
                let given = entity.shape(key).or(key.given_name());
                let given = given.map(|name| format!("{}<br/>", label(name)));
                let (given, keys) = (given.unwrap_or_default(), templates(key.partition()));
                mermaid += &format!("  e{node} {arrow}|\"{given}{}\"| i{at}\n", label(&keys));
            }
            if schema.also_in(name).any(|also| also.name == entity.name) {
                mermaid += &format!("  e{node} -->|\"also\"| i{at}\n");
            }
        }
    }
    mermaid
}

/// Returns the template of the partition key of an entity, or of its sort key.
fn key_of(entity: &Entity, is_sort_key: bool) -> String {
    templates(entity.key().iter().filter(|own| own.is_sort_key == is_sort_key))
}

/// ` as by_status`
fn named(given: Option<&str>) -> String {
    given.map(|name| format!(" as {}", label(name))).unwrap_or_default()
}
