//! A table with every kind of key: joined, numbers, an index of several attributes, a local index, and
//! an index that only projects the keys.

use ddbkey::{DdbKeys, DdbTable};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = League)]
#[pk("TOURNAMENT", tournament)]
#[sk("MATCH", id)]
#[gsi("by_region", pk = [tournament, region], sk = [round, "{created_at:.3}" as "created_key", id])]
#[gsi("by_round", pk = (region), sk = [round])]
#[lsi("newest", sk = ("{created_at:.3}"))]
pub(crate) struct Match {
    pub(crate) tournament: String,
    pub(crate) region: String,
    pub(crate) round: u32,
    pub(crate) created_at: Timestamp,
    pub(crate) id: String,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("by_region", pk = ["tournament", "region"], sk = ["round", "created_key", "id"])]
#[gsi("by_round", pk = "by_round_pk", sk = "round", projection = keys)]
#[lsi("newest", sk = "newest_sk")]
pub(crate) enum League {
    Match(Match),
}
