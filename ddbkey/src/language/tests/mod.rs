//! Each automaton accepts exactly the strings that its language should have.

pub(crate) mod automaton;
mod custom;
mod kinds;
mod order;
mod small;
mod variants;
