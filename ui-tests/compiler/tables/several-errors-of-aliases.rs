// A field would be read from attributes that the table gives to keys and to the name of the entity.
use ddbkey::{DdbKeys, DdbTable};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop)]
#[pk("USER", id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER", id))]
struct User {
    #[serde(alias = "PK")]
    id: String,
    #[serde(alias = "mail", alias = "GSI1PK")]
    email: String,
    #[serde(alias = "type")]
    kind: String,
    #[serde(alias = "GSI1SK")]
    rank: String,
}

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "type")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
enum Shop {
    User(User),
}

fn main() {}
