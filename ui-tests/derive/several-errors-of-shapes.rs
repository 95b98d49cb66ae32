// All mistakes in the keys of an index that is declared several times.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[sk("ORDER")]
#[gsi("unnamed", pk = ("A", campaign))]
#[gsi("unnamed", pk = ("B", client))]
#[gsi("kinds" as global, pk = pk, sk = ("A", campaign))]
#[lsi("kinds" as local, sk = ("B", client))]
#[gsi("layouts" as joined, pk = ("A", campaign))]
#[gsi("layouts" as separate, pk = ["B" as "kind", client])]
#[gsi("never" as first, pk = ("A", client))]
#[gsi("never" as second, pk = ("B", campaign))]
#[gsi("order" as wide, pk = ("A", campaign))]
#[gsi("order" as narrow, pk = ("B", campaign, team))]
struct Order {
    id: String,
    client: String,
    campaign: Option<String>,
    team: Option<String>,
}

fn main() {
    let order = Order { id: "1".into(), client: "c".into(), campaign: None, team: None };
    let _ = (order.joined(), order.separate(), order.second(), order.narrow());
}
