//! The attribute that distinguishes the entities of an index is also the one that names them.

use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use serde::{Deserialize, Serialize};

#[derive(DdbTable, Clone, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "type")]
#[gsi("by-team", pk = ["type", "team"], sk = ["rank"])]
enum Club {
    Player(Player),
    Coach(Coach),
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Club)]
#[pk("PLAYER", id)]
#[sk("PROFILE")]
#[gsi("by-team", pk = ["Player" as "type", team], sk = [rank])]
struct Player {
    id: String,
    team: String,
    rank: u32,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Club)]
#[pk("COACH", id)]
#[sk("PROFILE")]
struct Coach {
    id: String,
    team: String,
}

#[test]
fn it_is_written_once_and_read() {
    let player = Player { id: "p1".into(), team: "blue".into(), rank: 7 };
    let item = Club::Player(player.clone()).to_item().unwrap();
    assert_eq!(item["type"].as_s().unwrap(), "Player");
    assert_eq!(item.len(), 6, "{item:?}");
    assert_eq!(Player::from_item(item.clone()).unwrap(), player);
    assert_eq!(Club::from_item(item).unwrap(), Club::Player(player));
}

#[test]
fn an_entity_outside_the_index_has_its_own_name() {
    let coach = Coach { id: "c1".into(), team: "blue".into() };
    let item = Club::Coach(coach.clone()).to_item().unwrap();
    assert_eq!(item["type"].as_s().unwrap(), "Coach");
    assert_eq!(Club::from_item(item).unwrap(), Club::Coach(coach));
}
