// Formats that the types of their parts do not take.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("SCORE", "{game:05}", "{day:hour}")]
#[sk("{score:desc05}", "{place:unordered}", "{id:.3}", "{at:epoch}", "{seconds:epoch_ms}", "{level:lower}")]
struct Score {
    game: String,
    day: jiff::civil::Date,
    score: i32,
    place: String,
    id: ulid::Ulid,
    at: String,
    seconds: u64,
    level: u8,
}

fn main() {}
