// An attribute of an entity is the sort key of an index that only another entity knows.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("J", id)]
#[sk("J")]
#[gsi("ggg", pk = [x])]
struct J {
    id: String,
    x: String,
}

#[derive(DdbKeys)]
#[pk("K", id)]
#[sk("K")]
#[gsi("hhh", pk = [y], sk = [x])]
struct K {
    id: String,
    x: String,
    y: String,
}

#[derive(DdbTable)]
enum Shop {
    J(J),
    K(K),
}

fn main() {}
