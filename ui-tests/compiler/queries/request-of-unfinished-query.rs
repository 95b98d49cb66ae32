// A query without `.build()?` in a request.
use aws_sdk_dynamodb::Client;
use ddbkey::DdbKeys;
use ddbkey_aws::prelude::*;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
struct Order {
    user_id: String,
    id: String,
}

fn main() {
    let config = aws_sdk_dynamodb::Config::builder().build();
    let query = Order::query(OrderPk { user_id: "u1" });
    let _ = Client::from_conf(config).query().key_condition(query);
}
