// Serde reads another name than it writes.
use ddbkey::KeyPart;
use serde::Serialize;

#[derive(KeyPart, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
enum Status {
    Open,
    #[serde(rename(serialize = "PAID"))]
    Paid,
}

fn main() {}
