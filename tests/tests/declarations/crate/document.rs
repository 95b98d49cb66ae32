//! A schema as a document: its snapshot and its JSON contain everything that the declaration does.

use ddbkey::schema::TableSchema;
use ddbkey_tools::{Schema, diff};

/// Returns the snapshot.
pub fn check_document(table: &TableSchema) -> String {
    let of = Schema::of(table);
    let text = of.to_string();
    let read = Schema::parse(&text).unwrap_or_else(|error| panic!("{error} of\n{text}"));
    assert_eq!(read.to_string(), text);
    for entity in &of.entities {
        let own = read.entity(&entity.name).expect("an entity");
        let mut own = own.clone();
        own.keys.sort_by(|one, other| one.legacy.cmp(&other.legacy));
        let sorted = |entity: &ddbkey_tools::Entity| {
            let mut entity = entity.clone();
            entity.keys.sort_by(|one, other| one.legacy.cmp(&other.legacy));
            entity.index_keys.sort_by(|one, other| one.index.cmp(&other.index));
            entity.fields.sort_by(|one, other| one.name.cmp(&other.name));
            let keys = entity.keys.iter_mut().chain(&mut entity.index_keys);
            for key in keys {
                let pieces = key.attributes.iter_mut().flat_map(|own| &mut own.pieces);
                for piece in pieces {
                    if let ddbkey_tools::Piece::Value(value) = piece {
                        value.aliases.sort();
                    }
                }
            }
            entity
        };
        assert_eq!(sorted(&own), sorted(entity), "a text that says all:\n{text}");
    }
    let json = serde_json::to_value(&of).expect("JSON");
    let again: Schema = serde_json::from_value(json.clone()).expect("a schema");
    assert_eq!(
        (again.to_string(), serde_json::to_value(&again).expect("JSON")),
        (text.clone(), json)
    );
    assert_eq!(diff(&read, &of), []);
    for (own, entity) in table.entities().iter().zip(&of.entities) {
        let fields = &entity.fields;
        let keys = entity.keys.iter().take(1).chain(&entity.index_keys);
        for (own, attribute) in own.key_attributes().zip(keys.flat_map(|key| &key.attributes)) {
            let is_written =
                fields.iter().any(|field| field.written.as_deref() == Some(own.name()));
            assert_eq!(own.is_field(), attribute.is_entry && is_written, "{}", own.name());
            assert_eq!((own.template(), own.name()), (attribute.template(), &*attribute.name));
        }
    }
    text
}
