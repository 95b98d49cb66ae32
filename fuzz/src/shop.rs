//! A table whose exports are audited.

use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub struct User {
    pub user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub email: Option<String>,
    pub name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", "{number:08}"))]
pub struct Order {
    pub user_id: String,
    pub number: u32,
    pub status: String,
    pub total_cents: u64,
    pub address: String,
}

#[derive(DdbTable, Debug)]
pub enum Shop {
    User(User),
    Order(Order),
}
