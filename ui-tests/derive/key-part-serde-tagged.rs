// Serde writes a map.
use ddbkey::KeyPart;
use serde::Serialize;

#[derive(KeyPart, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
#[serde(tag = "status")]
enum Status {
    Open,
    Paid,
}

fn main() {}
