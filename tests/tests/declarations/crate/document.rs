//! A schema as a document: its snapshot and its JSON contain everything that the declaration does.

use ddbkey::schema::TableSchema;
use ddbkey_tools::{Schema, diff};
use serde_json::Value;

/// Returns the snapshot.
pub fn check_document(table: &TableSchema) -> String {
    let (text, of) = (table.to_string(), Schema::of(table));
    assert_eq!(of.to_string(), text);
    let read = Schema::parse(&text).unwrap_or_else(|error| panic!("{error} of\n{text}"));
    assert_eq!(read.to_string(), text);
    let json = |schema: &Schema| serde_json::to_value(schema).expect("JSON");
    assert_eq!(sorted(json(&read)), sorted(json(&of)), "a text that says all:\n{text}");
    let again: Schema = serde_json::from_value(json(&of)).expect("a schema");
    assert_eq!((again.to_string(), json(&again)), (text.clone(), json(&of)));
    assert_eq!(diff(&read, &of), []);
    // A version printed it that only knew stored strings.
    let older = Schema::parse(&older(&text)).unwrap_or_else(|error| panic!("{error} of\n{text}"));
    assert_eq!((diff(&older, &of), diff(&of, &older)), (Vec::new(), Vec::new()), "{text}");
    for (own, entity) in table.entities().iter().zip(of.entities()) {
        let fields = entity.fields().expect("those of a declaration");
        let attributes = entity.keys().iter().take(1).chain(entity.index_keys());
        let attributes = attributes.flat_map(ddbkey_tools::Key::attributes);
        for (own, attribute) in own.key_attributes().zip(attributes) {
            let is_written = fields.iter().any(|field| field.written() == Some(own.name()));
            assert_eq!(own.is_field(), attribute.is_entry() && is_written, "{}", own.name());
            assert_eq!((own.template(), own.name()), (attribute.template(), attribute.name()));
        }
    }
    text
}

/// Returns the snapshot without what is only declared in Rust.
fn older(text: &str) -> String {
    let mut is_stored = true;
    let lines = text.lines().filter(|line| {
        if !line.starts_with("    ") {
            is_stored = *line != "  in Rust" && !line.starts_with("  fields");
        }
        is_stored
    });
    lines.flat_map(|line| [line, "\n"]).collect()
}

/// Returns the schema in the order of the snapshot.
fn sorted(mut schema: Value) -> Value {
    let sort = |list: &mut Value, by: &str| {
        let list = list.as_array_mut().expect("a list");
        list.sort_by_key(|own| own.pointer(by).and_then(Value::as_str).map(str::to_owned));
    };
    sort(&mut schema["indexes"], "/index/name");
    sort(&mut schema["entities"], "/name");
    for entity in schema["entities"].as_array_mut().expect("a list") {
        sort(&mut entity["keys"], "/legacy");
        sort(&mut entity["index_keys"], "/index");
        sort(&mut entity["fields"]["fields"], "/name");
    }
    schema
}
