//! What tests and examples rely on, asked of the engine in this process, and with `DDB_ENDPOINT` of
//! a server.

mod batches;
mod errors;
mod items;
mod queries;
mod scans;
mod table;
mod tables;
