// Entities of a table that have its time to live without a declaration, or in another attribute.
use ddbkey::{DdbKeys, DdbTable};

#[derive(DdbKeys)]
#[pk("COUPON", id)]
#[sk("META")]
struct Coupon {
    id: String,
    expires_at: u64,
}

#[derive(DdbKeys)]
#[ddb(ttl = expires_at)]
#[pk("SESSION", id)]
#[sk("META")]
struct Session {
    id: String,
    expires_at: Option<u64>,
}

#[derive(DdbKeys)]
#[ddb(ttl = until)]
#[pk("LOCK", id)]
#[sk("META")]
struct Lock {
    id: String,
    until: u64,
}

#[derive(DdbKeys)]
#[pk("TASK", id)]
#[sk("META")]
#[gsi("due", pk = ("TASK"), sk = [due as "expires_at"])]
struct Task {
    id: String,
    due: u64,
}

#[derive(DdbKeys)]
#[pk("TEXT", id)]
#[sk("META")]
struct Text<A> {
    id: String,
    #[allow(dead_code)]
    expires_at: A,
}

#[derive(DdbKeys)]
#[pk("NOTE", id)]
#[sk("META")]
struct Note {
    id: String,
}

#[derive(DdbTable)]
enum Shop {
    Coupon(Coupon),
    Session(Session),
    Lock(Lock),
    Task(Task),
    Text(Text<String>),
    Note(Note),
}

fn main() {}
