//! Prints a schema as a Markdown table: a row for each entity, a column for each key attribute.

use crate::escape::code;
use crate::schema::{Entity, Key, Schema};

/// Returns the schema as a Markdown table: a row for each entity, a column for each key attribute.
///
/// `?` marks an attribute that an item can lack. Below the table there is a line for each legacy key, such as `Order
/// was v1: …`, for each [note](Schema::notes), for each name that is only used in Rust, and for each index that
/// [also holds](Schema::also_in) items of entities that do not declare it.
#[must_use]
pub fn markdown(schema: &Schema) -> String {
    let names: Vec<_> = schema.key_attributes().collect();
    let headings: Vec<_> = names.iter().map(|name| format!(" {} |", code(name))).collect();
    let (headings, rule) = (headings.concat(), "---|".repeat(names.len()));
    let mut markdown = format!("| entity |{headings}\n|---|{rule}\n");
    for entity in &schema.entities {
        let cells: String = names.iter().map(|name| cell(entity, name)).collect();
        markdown += &format!("| {} |{cells}\n", &entity.name);
    }
    let others = schema.entities.iter().flat_map(|entity| {
        entity.alternatives().chain(entity.legacy_keys()).map(|key| {
            let (name, template) = (key.name(), code(&key.template()));
            format!("{} {} {name}: {template}", &entity.name, key.keyword())
        })
    });
    let of_keys = schema.keys().flat_map(|key| crate::notes::notes(schema, key, code));
    for (at, note) in others.chain(schema.notes()).chain(of_keys).enumerate() {
        let gap = if at == 0 { "\n" } else { "" };
        markdown += &format!("{gap}- {note}\n");
    }
    markdown
}

/// Returns the templates of the entity's keys in an attribute: several, if it declares an index several times.
fn cell(entity: &Entity, attribute: &str) -> String {
    let keys = || entity.keys.iter().take(1).chain(&entity.index_keys);
    let has_it = |key: &&Key| key.attributes.iter().any(|own| own.name == attribute);
    let Some(key) = keys().find(has_it) else { return " |".into() };
    let shapes = || keys().filter(|other| other.index() == key.index());
    let mark = if shapes().all(Key::is_sparse) { " ?" } else { "" };
    let own = shapes().flat_map(|key| &key.attributes).filter(|own| own.name == attribute);
    let mut templates: Vec<String> = Vec::new();
    for template in own.map(|own| code(&own.template())) {
        if !templates.contains(&template) {
            templates.push(template);
        }
    }
    format!(" {}{mark} |", templates.join(" or "))
}
