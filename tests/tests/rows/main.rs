//! Tables and their rows: items, pages, schemas, moves and repairs, on the engine that the environment selects.

mod computed;
mod deals;
mod engine;
mod items;
mod legacy;
#[path = "../keys/listed.rs"]
mod listed;
mod matrix;
mod on_engine;
mod pages;
mod payloads;
mod production;
mod repository;
mod reviewed;
mod seeds;
mod shapes;
mod shop;
mod sparse;
mod store;
mod table;
mod tables;

/// Returns the string attributes of keys: names and strings, in order.
fn texts(keys: &ddbkey::Keys) -> Vec<(&'static str, String)> {
    keys.iter()
        .map(|(name, value)| {
            assert!(matches!(value, ddbkey::KeyValue::S(_)), "`{name}` is a number");
            (name, value.into_string())
        })
        .collect()
}
