// An enum has names in serde, and does not say what its keys hold.
use ddbkey::KeyPart;
use serde::Serialize;

#[derive(KeyPart, Serialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[serde(rename_all = "UPPERCASE")]
enum Status {
    Open,
    Paid,
}

fn main() {}
