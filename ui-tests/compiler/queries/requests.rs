use aws_sdk_dynamodb::operation::get_item::GetItemInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use ddbkey::{DdbKeys, KeyExt, QueryExt};

#[derive(DdbKeys)]
#[pk("USER", id)]
#[sk("ORDER", number)]
#[gsi("gsi1", pk = ("NUMBER", number), sk = pk)]
struct Order {
    id: String,
    number: String,
}

fn main() {
    let _ = QueryInput::builder().key_condition(Order::query(OrderPk { id: "u1" }));
    let _ = QueryInput::builder().key_condition(Order::query(OrderPk { id: "u1" }).build());
    let _ = GetItemInput::builder().item_key(OrderGsi1 { number: "1", id: "u1" });
}
