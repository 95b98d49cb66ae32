//! What is measured, in time and in instructions alike: this crate, and beside it what a user would
//! write instead.

#![allow(dead_code, reason = "each bench uses its own part")]

pub mod ours;
pub mod rivals;
pub mod shop;

use jiff::{SignedDuration, Timestamp};

/// Texts with room for the keys of an order.
pub fn room() -> (String, String) {
    (String::with_capacity(64), String::with_capacity(64))
}

/// A day after the order.
pub fn later() -> Timestamp {
    shop::order().created_at.saturating_add(SignedDuration::from_hours(24)).unwrap_or_default()
}
