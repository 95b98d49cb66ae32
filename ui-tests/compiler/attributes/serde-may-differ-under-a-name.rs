// An entry is a `bool`, which serde does not write as text, and serde renames the field.
use ddbkey::DdbKeys;
use serde::Serialize;

#[derive(DdbKeys, Serialize)]
#[serde(rename_all = "camelCase")]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = [user_id], sk = [is_open])]
struct Order {
    user_id: String,
    is_open: bool,
}

fn main() {}
