// Signed integers have no descending order.
use ddbkey::DdbKeys;

#[derive(DdbKeys)]
#[pk("GAME", game)]
#[sk("{score:desc05}")]
struct Score {
    game: String,
    score: i32,
}

fn main() {}
