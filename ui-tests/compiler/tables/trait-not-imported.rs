// The methods of a table are those of its trait, which is not in scope.
use aws_sdk_dynamodb::types::AttributeValue;
use ddbkey::DdbKeys;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct User {
    id: String,
}

#[derive(ddbkey::DdbTable)]
enum Shop {
    User(User),
}

fn main() {
    let items: Vec<std::collections::HashMap<String, AttributeValue>> = Vec::new();
    let all = UserPk { id: "u1" }.condition().unwrap();
    let _ = Shop::read(&all, items);
}
