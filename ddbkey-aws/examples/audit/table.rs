//! The table whose exports are audited. Yours goes here.

use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub(crate) struct User {
    pub(crate) user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
    pub(crate) name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1", pk = ("STATUS", status), sk = ("ORDER", "{number:08}"))]
pub(crate) struct Order {
    pub(crate) user_id: String,
    pub(crate) number: u32,
    pub(crate) status: String,
    pub(crate) total_cents: u64,
    pub(crate) address: String,
}

#[derive(DdbTable, Debug)]
pub(crate) enum Shop {
    User(User),
    Order(Order),
}

impl ShopKey<'_> {
    pub(crate) const fn entity(&self) -> &'static str {
        match self {
            Self::User(_) => "User",
            Self::Order(_) => "Order",
        }
    }
}
