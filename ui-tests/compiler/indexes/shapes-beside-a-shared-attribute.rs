// Another index has an attribute of an index of two shapes, but only with the key of one of them.

use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("DOC", id)]
#[gsi("by_name" as named_in_team, pk = ["TEAM#{team}" as "scope"], sk = [name])]
#[gsi("by_name" as named, pk = ["ALL" as "scope"], sk = [name])]
#[gsi("by_day", pk = ["ALL" as "scope"], sk = [day])]
struct Doc {
    id: String,
    team: Option<String>,
    name: String,
    day: String,
}

fn main() {}
