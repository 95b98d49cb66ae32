// The same for a table with such an entity.
use aws_sdk_dynamodb::Client;
use aws_sdk_dynamodb::types::builders::PutBuilder;
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn create(client: &Client, put: PutBuilder) {
    let _ = client.put_item().if_absent::<User>();
    let _ = client.put_item().if_absent::<Shop>();
    let _ = put.if_absent::<Order>().if_absent::<Shop>();
}

fn main() {}
