//! The shop: two entities in one table, and the keys of each, declared once.

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

/// A customer. In `gsi1` by email address, if there is one.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub(crate) struct User {
    pub(crate) user_id: String,
    pub(crate) name: String,
    pub(crate) email: Option<String>,
}

/// A purchase: under its user by time, in `gsi1` by status and time, and in `by_total` by status and
/// amount. The keys of `by_total` are separate attributes: two strings and a number.
#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
#[gsi("by_total", pk = ["ORDER" as "_type", status], sk = [total_cents])]
pub(crate) struct Order {
    pub(crate) user_id: String,
    pub(crate) created_at: Timestamp,
    pub(crate) id: Ulid,
    pub(crate) status: Status,
    pub(crate) total_cents: u64,
}

/// The state of an order. Keys hold the string that serde writes.
#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    Pending,
    Paid,
    Shipped,
}

/// Everything that the table holds.
#[derive(DdbTable)]
pub(crate) enum Shop {
    User(User),
    Order(Order),
}
