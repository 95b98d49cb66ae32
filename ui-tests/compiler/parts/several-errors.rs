// Formats that the types of their parts do not support, although the names do not tell.
use ddbkey::{DdbKeys, KeyPart};

#[derive(KeyPart)]
struct Text(String);

#[derive(KeyPart)]
struct Day(jiff::civil::Date);

#[derive(KeyPart)]
struct Signed(i32);

#[derive(KeyPart)]
struct Id(ulid::Ulid);

#[derive(KeyPart)]
struct Count(u64);

#[derive(DdbKeys)]
#[pk("SCORE", "{game:05}", "{day:hour}")]
#[sk("{score:desc05}", "{place:unordered}", "{id:.3}", "{at:epoch}", "{seconds:epoch_ms}", "{level:lower}")]
struct Score {
    game: Text,
    day: Day,
    score: Signed,
    place: Text,
    id: Id,
    at: Text,
    seconds: Count,
    level: Count,
}

// In both keys.
#[derive(DdbKeys)]
#[pk("{count:05}")]
#[sk("{count:.3}")]
struct Row {
    count: Count,
}

// No string that may be empty.
#[derive(DdbKeys)]
#[pk("{count:empty}", "TALLY")]
struct Tally {
    count: Count,
}

// Not a part at all, in both keys of the table and of an index, or returned by a method.
struct At(jiff::Timestamp);

#[derive(DdbKeys)]
#[pk("{at:month}")]
#[sk("{at:.3}", latest() -> At)]
#[gsi("by_day", pk = ("{at:day}"), sk = ("{at:month}"))]
struct Event {
    at: At,
}

impl Event {
    fn latest(&self) -> At {
        At(jiff::Timestamp::MAX)
    }
}

// A method of an index that returns an owned string.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[gsi("by_name", pk = ("NAME", name() -> Option<Text>))]
struct User {
    user_id: String,
}

impl User {
    fn name(&self) -> Option<Text> {
        None
    }
}

fn main() {}
