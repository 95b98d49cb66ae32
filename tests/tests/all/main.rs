//! The integration tests of `ddbkey`: a module per subject, one binary.

mod attacks;
mod basics;
mod computed;
mod deals;
mod defects;
mod engine;
mod existing;
mod former;
pub mod hygiene;
mod interop;
mod items;
mod laws;
mod matrix;
mod newtypes;
mod on_engine;
mod pages;
mod production;
mod repository;
mod seeds;
mod sendable;
mod shop;
mod sparse;
mod standard;
mod store;
mod tables;
mod your_keys;

/// The attributes of keys that are text: names and texts, in order.
fn texts(keys: &ddbkey::Keys) -> Vec<(&'static str, String)> {
    keys.iter()
        .map(|(name, value)| {
            assert!(!value.is_number(), "`{name}` is a number");
            (name, value.into_string())
        })
        .collect()
}
