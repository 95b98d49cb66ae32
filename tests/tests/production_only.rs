//! Until `all` builds again.
#[path = "all/deals.rs"]
mod deals;
#[path = "all/production/mod.rs"]
mod production;
#[path = "all/store.rs"]
mod store;
#[path = "all/tables_for_production.rs"]
mod tables;
