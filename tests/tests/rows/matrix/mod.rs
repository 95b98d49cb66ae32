//! The matrix: every place of a key, with texts and numbers at its limits, through the library to the engine
//! and back.
//!
//! - Nothing that we build is refused: what is written is read back, found by every query that means it
//!   and by no other, updated and deleted.
//! - Nothing that we refuse would have been stored as something else: the same item written by hand is
//!   either refused by the engine too, or comes back unchanged, and no entity reads it. The tables list what
//!   each engine does.
//!
//! | module | places | cells |
//! |---|---|---|
//! | `texts` | those of `rows`: keys that are joined, that are fields, that serve twice; of the table, of GSIs and LSIs, alone and with others | one byte less than the limit, the limit, and one byte more, in characters of one to four bytes; empty; the borders between lengths in UTF-8 |
//! | `numbers` | each key of the table and of GSIs, alone and with others, for each integer type | the extremes of every type, with their neighbours, and of 38 digits |
//! | `absent` | each part of an index | without it |
//!
//! `check` is what is done with a cell of text, and `engine` which engine it is done on.

mod absent;
mod check;
mod engine;
mod numbers;
mod rows;
mod texts;
