//! The measured functions: items of the order that the benches of `ddbkey` use, with this crate and by hand.

#![allow(dead_code, reason = "each bench uses its own part")]

pub mod cases;
pub mod ours;
mod replay;
pub mod requests;
pub mod rivals;
#[path = "../../../ddbkey/benches/subject/shop.rs"]
pub mod shop;

/// The same without this crate, with keys by hand.
#[path = "../../../ddbkey/benches/subject/rivals.rs"]
pub mod keys;

pub const LONG_ID: &str = "0193a7c2-5f1e-7b3a-9c4d-2e8f6a1b0c3d";
