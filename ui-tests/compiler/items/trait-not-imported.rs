// The methods for items belong to a trait that is not in scope.
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::Item;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct User {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
}

fn main() {
    let items: Vec<Item> = Vec::new();
    let all = UserPk { id: "u1" }.condition().unwrap();
    let _ = Shop::read(&all, items);
}
