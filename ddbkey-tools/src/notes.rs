//! What documents print about a key besides its attributes: names that are only used in Rust, and other items in an index.

use crate::schema::{Schema, TableKey};

/// Returns the notes on the keys of the table or of an index, a sentence each. `code` marks up a name.
pub(crate) fn notes(schema: &Schema, key: &TableKey, code: impl Fn(&str) -> String) -> Vec<String> {
    let mut notes = Vec::new();
    for entity in &schema.entities {
        let name = &entity.name;
        if let (None, Some(prefix)) = (key.index(), entity.given_prefix()) {
            notes.push(format!("types of {name} start with {} in Rust", code(prefix)));
        }
        notes.extend(entity.keys_in(key.index()).filter_map(|key| {
            let given = entity.shape(key).or(key.given_name())?;
            Some(format!("{} of {name} is {} in Rust", code(key.name()), code(given)))
        }));
    }
    if let Some(index) = key.index() {
        let also: Vec<_> = schema.also_in(index).map(|entity| &*entity.name).collect();
        if !also.is_empty() {
            notes.push(format!("{} also holds: {}", code(index), also.join(", ")));
        }
    }
    notes
}
