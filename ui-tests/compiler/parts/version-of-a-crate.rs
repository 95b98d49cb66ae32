// The ULID is of another version of its crate.
use ddbkey::DdbKeys;
use ulid1::Ulid;

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("STATUS", status), sk = (id))]
struct Order {
    user_id: String,
    id: Ulid,
    status: String,
}

fn main() {}
