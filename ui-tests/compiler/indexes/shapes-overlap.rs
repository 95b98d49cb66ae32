// Two keys of one index have a string in common, which would read as both.

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
