// Two keys of one index have the same attribute with two types.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("ORDER", id)]
#[gsi("by_rank" as ranked, pk = ("RANKED"), sk = [rank() -> Option<u32> as "place"])]
#[gsi("by_rank" as unranked, pk = ("UNRANKED"), sk = ["{id}" as "place"])]
struct Order {
    id: String,
}

impl Order {
    fn rank(&self) -> Option<u32> {
        self.id.parse().ok()
    }
}

fn main() {}
