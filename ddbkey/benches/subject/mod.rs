//! The measured functions, for both time and instructions: this crate, and what a user would
//! write instead.

#![allow(dead_code, reason = "each bench uses its own part")]

pub mod cases;
pub mod ours;
pub mod rivals;
pub mod shop;

use jiff::{SignedDuration, Timestamp};

pub use shop::ORDER_SK;

pub const SHORT_ID: &str = "u1";
pub const LONG_ID: &str = "0193a7c2-5f1e-7b3a-9c4d-2e8f6a1b0c3d";

/// Returns strings with room for the keys of an order.
pub fn room() -> (String, String) {
    (String::with_capacity(64), String::with_capacity(64))
}

/// Returns a time one day after the order.
pub fn later() -> Timestamp {
    let order = shop::order(SHORT_ID);
    order.created_at.saturating_add(SignedDuration::from_hours(24)).unwrap_or_default()
}
