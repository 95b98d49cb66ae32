//! What the declaration knows: the queries of each key, and what a designer of tables would ask.

use ddbkey_tools::{Schema, queries, review};

use super::entities::Shop;
use super::step::Step;

pub(crate) fn asked() -> Step {
    let mut step = Step::new(
        "What can be asked of the table (ddbkey-tools, or `cargo ddbkey docs --queries`)",
    );
    step.text(&queries(&Schema::of(Shop::SCHEMA)));
    step
}

pub(crate) fn reviewed() -> Step {
    let mut step = Step::new("What an experienced designer would ask (`cargo ddbkey review`)");
    for note in review(&Schema::of(Shop::SCHEMA)) {
        step.text(&note.to_string());
    }
    step
}
