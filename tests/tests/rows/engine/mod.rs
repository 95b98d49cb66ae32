//! Checks what tests and examples rely on, with the engine in this process, or with a server if `DDB_ENDPOINT` is
//! set.

mod batches;
mod errors;
mod items;
mod queries;
mod scans;
mod table;
mod tables;
