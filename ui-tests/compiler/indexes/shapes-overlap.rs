// Two keys of one index share a string, which would parse as both.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[gsi("ByScope" as of_campaign, pk = ("SCOPE", campaign), sk = (id))]
#[gsi("ByScope" as of_client, pk = ("SCOPE", client), sk = (id))]
struct Order {
    id: String,
    client: String,
    campaign: Option<String>,
}

fn main() {}
