// An attribute of an index may also name the entity, but then it holds that name.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[ddb(table = Club)]
#[pk("PLAYER", id)]
#[sk("PROFILE")]
#[gsi("by-team", pk = ["PLAYER" as "type", team], sk = [id])]
struct Player {
    id: String,
    team: String,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("by-team", pk = ["type", "team"], sk = ["id"])]
enum Club {
    Player(Player),
}

fn main() {}
