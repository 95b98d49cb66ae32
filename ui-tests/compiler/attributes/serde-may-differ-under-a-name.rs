// The same, and serde renames the field.
use ddbkey::DdbKeys;
use jiff::Timestamp;
use serde::Serialize;

#[derive(DdbKeys, Serialize)]
#[serde(rename_all = "camelCase")]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [user_id], sk = [created_at])]
struct Order {
    user_id: String,
    created_at: Timestamp,
}

fn main() {}
