//! A crate whose author runs clippy: one entity with five indexes over the same parts.
//! `tests/clippy.rs` lints it.

use ddbkey::{DdbKeys, DdbTable, KeyPart};

/// The state of an order.
#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE", as_str)]
pub enum Status {
    /// Not paid yet.
    Pending,
    /// Paid.
    Paid,
}

/// The id of a user.
#[derive(KeyPart, Clone, PartialEq, Eq, Debug)]
pub struct UserId(pub String);

/// An order, found by any of its parts.
#[derive(DdbKeys, Clone, PartialEq, Eq, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", number)]
#[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("ORDER", user_id, number))]
#[gsi("gsi2" as by_user_and_status, pk = ("USER", user_id, status), sk = ("ORDER", number))]
#[gsi("gsi3" as by_coupon, pk = ("COUPON", coupon), sk = ("USER", user_id, status, number))]
#[gsi("gsi4" as inverted, pk = sk, sk = pk)]
#[gsi("gsi5" as by_attributes, pk = [number], sk = [user_id])]
pub struct Order {
    /// Who placed it.
    pub user_id: UserId,
    /// Its number.
    pub number: String,
    /// Its state.
    pub status: Status,
    /// The coupon that was redeemed.
    pub coupon: Option<String>,
}

/// The table.
#[derive(DdbTable, Clone, PartialEq, Eq, Debug)]
pub enum Shop {
    /// An order.
    Order(Order),
}

fn main() {
    println!("{:?}", Shop::SCHEMA);
}
