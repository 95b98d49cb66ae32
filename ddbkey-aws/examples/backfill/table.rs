//! The table whose items are moved and repaired. Yours goes here.

use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("by_email", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub(crate) struct User {
    pub(crate) user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) email: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[was("five_digits", sk = ("ORDER", "{number:05}"))]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:08}", carrier))]
pub(crate) struct Order {
    pub(crate) user_id: String,
    pub(crate) number: u32,
    pub(crate) status: String,
    pub(crate) carrier: String,
    pub(crate) total_cents: u64,
}

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("by_email")]
#[gsi("by_status")]
pub(crate) enum Shop {
    User(User),
    Order(Order),
}
