// Items whose keys serde does not read back could be written, but never read.
use ddbkey::DdbKeys;
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE", "{number:05}")]
struct Skipped {
    #[serde(skip)]
    id: String,
    #[serde(skip_deserializing)]
    number: u32,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE", name)]
struct Unwritten {
    #[serde(skip_serializing)]
    id: String,
    #[serde(skip_serializing, default)]
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", id)]
#[sk("PROFILE")]
struct Renamed {
    #[serde(rename(serialize = "a", deserialize = "b"))]
    id: String,
}

// Fine: each field is set from the key.
#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(fields_from_keys)]
#[pk("USER", id)]
#[sk("PROFILE", name)]
struct Set {
    #[serde(skip)]
    id: String,
    #[serde(skip_serializing, default)]
    name: String,
}

fn main() {}
