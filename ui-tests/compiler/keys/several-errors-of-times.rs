// A time without fraction digits sorts before the same time with digits only if what follows sorts below `.`.
use ddbkey::{DdbKeys, KeyPart};
use jiff::Timestamp;

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct At(Timestamp);

#[derive(DdbKeys)]
#[ddb(separator = "|")]
#[pk("A", id)]
#[sk("ORDER", "{at:isoformat}", id)]
#[gsi("last", pk = ("L", "{at:isoformat}", id), sk = ("{at:isoformat}"))]
#[gsi("plus", pk = ("P"), sk = ("{at:isoformat}+00:00"))]
#[gsi("entry", pk = [id], sk = ["{at:isoformat}Z" as "time"])]
struct Bar {
    id: String,
    at: Timestamp,
}

#[derive(DdbKeys)]
#[pk("B", "{at:isoformat}/{id}")]
#[sk("{at:isoformat}@{id}")]
#[gsi("inverted", pk = sk, sk = pk)]
#[was("v0", sk = ("OLD", "{at:isoformat}_{id}"))]
struct Glued {
    id: String,
    at: At,
}

#[derive(DdbKeys)]
#[pk("C")]
#[sk("C", "{java:instant}", "{go:rfc3339nano}")]
struct Unordered {
    java: Timestamp,
    go: Timestamp,
}

// A legacy key is declared as it is stored, and has no range there.
#[derive(DdbKeys)]
#[ddb(separator = "|")]
#[pk("D", id)]
#[sk("NEW", at, id)]
#[was("v0", sk = ("OLD", "{at:isoformat}", id))]
struct Legacy {
    id: String,
    at: Timestamp,
}

fn main() {
    let legacy = || Legacy::query_v0(LegacyPk { id: "1" });
    let _ = legacy().at(Timestamp::MIN).id_in("a"..).build();
    let _ = legacy().at_in(Timestamp::MIN..).build();
    let _ = Glued::query_v0(GluedPk { at: At(Timestamp::MIN), id: "1" }).at_in(At(Timestamp::MIN)..).build();
    let query = Unordered::query(UnorderedPk);
    let _ = query.java_in(Timestamp::MIN..);
    let _ = Unordered::query(UnorderedPk).java(Timestamp::MIN).go_in(Timestamp::MIN..).build();
}
