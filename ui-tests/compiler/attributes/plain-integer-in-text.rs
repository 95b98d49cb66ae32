// A plain integer in a text attribute of a sort key.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Version(u64);

// The partition is free, and so is a number by itself.
#[derive(DdbKeys)]
#[pk["P{n}" as "p"]]
#[sk["w{n}" as "w"]]
#[gsi("gsi1", pk = ["G{n}" as "g"], sk = ["v{version}" as "v", "{count()}x" -> u16 as "c", "o{o:unordered}" as "u"])]
#[gsi("gsi2", pk = (o), sk = [n])]
struct Row {
    n: u32,
    o: u32,
    version: Version,
}

impl Row {
    fn count(&self) -> u16 {
        1
    }
}

fn main() {}
