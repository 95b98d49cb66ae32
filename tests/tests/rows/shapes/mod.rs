//! Primary keys of several shapes, `#[or]`.

mod generated;
