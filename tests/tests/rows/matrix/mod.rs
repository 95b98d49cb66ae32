//! The matrix: every place of a key, with strings and numbers at its limits, through the library to the engine
//! and back.
//!
//! - No key that we build is refused: what is written can be read back, is found by every query that asks for it
//!   and by no other, and can be updated and deleted.
//! - No key that we refuse would have been stored as something else: the same hand-written item is
//!   either also refused by the engine, or comes back unchanged, and no entity reads it. The tables list what
//!   each engine does.
//!
//! | module | places | cells |
//! |---|---|---|
//! | `texts` | the places of `rows`: keys that are joined, that are fields, that serve twice; of the table, of GSIs and LSIs, alone and with others | one byte less than the limit, the limit, and one byte more, in characters of one to four bytes; empty; the borders between lengths in UTF-8 |
//! | `numbers` | each key of the table and of GSIs, alone and with others, for each integer type | the extremes of every type, with their neighbours, and of 38 digits |
//! | `absent` | each part of an index | without it |
//!
//! `check` tests a cell with a string, and `engine` knows which engine it runs on.

mod absent;
mod check;
mod engine;
mod numbers;
mod rows;
mod texts;
