// Plain integers in text attributes of sort keys.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Version(u64);

// The partitions are free, and so is a number by itself.
#[derive(DdbKeys)]
#[pk["P{n}" as "p"]]
#[sk["w{n}" as "w"]]
#[gsi("gsi1", pk = ["G{n}" as "g"], sk = ["v{version}" as "v", "{count()}x" -> u16 as "c", "o{o:unordered}" as "u"])]
#[gsi("gsi2", pk = (o), sk = [n, "x{version}" as "x"])]
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
