#[path = "all/items/mod.rs"]
mod items;
#[path = "all/store.rs"]
mod store;
