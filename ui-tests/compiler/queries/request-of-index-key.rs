// A request for an item by the key of an index.
use aws_sdk_dynamodb::Client;
use ddbkey::DdbKeys;
use ddbkey_aws::prelude::*;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("gsi1", pk = ("EMAIL", email))]
struct User {
    user_id: String,
    email: String,
}

fn main() {
    let config = aws_sdk_dynamodb::Config::builder().build();
    let _ = Client::from_conf(config).get_item().item_key(UserGsi1 { email: "a@b.c" });
}
