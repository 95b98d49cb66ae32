//! Primary keys of several shapes, `#[or]`.

mod from_keys;
mod generated;
mod reading;
mod stored;
mod updates;
