// Keys of several attributes overlap as well. No attribute tells them apart.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[gsi("by_scope" as of_campaign, pk = ["SCOPE" as "kind", "{campaign}" as "scope"], sk = [number])]
#[gsi("by_scope" as of_client, pk = ["SCOPE" as "kind", "{client}" as "scope"], sk = [number])]
struct Order {
    id: String,
    number: u32,
    client: String,
    campaign: Option<String>,
}

fn main() {}
