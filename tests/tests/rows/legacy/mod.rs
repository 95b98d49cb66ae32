//! Legacy keys: primary keys that rows may have and that are never written.

mod generated;
mod names;
mod reading;
