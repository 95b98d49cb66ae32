//! The program of a table: it audits, repairs and moves the rows of the entities below. Replace them by yours, and keep
//! `main`.
//!
//! ```text
//! cargo run -p ddbkey-tools --features aws --example table -- audit AWSDynamoDB/01732800000000-4f7d2c1e/data
//! cargo run -p ddbkey-tools --features aws --example table -- repair shop
//! ```

use std::process::ExitCode;

use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("by_email", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    #[serde(skip_serializing_if = "Option::is_none")]
    email: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[was("five_digits", sk = ("ORDER", "{number:05}"))]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{number:08}"))]
struct Order {
    user_id: String,
    number: u32,
    status: String,
}

#[derive(DdbTable)]
#[gsi("by_email")]
#[gsi("by_status")]
enum Shop {
    User(User),
    Order(Order),
}

fn main() -> ExitCode {
    ddbkey_tools::main::<Shop>()
}
