//! The gaming example of AWS: literals that start with the separator.

use ddbkey::{DdbKeys, ParseError};

use super::arm::{Arm, Outcome};
use super::row::{Row, texts};
use super::show;

pub const ARMS: &[Arm] = &[
    Arm::new("User (sk literal starts with the delimiter)", |row| {
        show::keys(&User { username: row.text("USERNAME").into() })
    }),
    Arm::new("Game", |row| show::keys(&Game { game_id: row.text("GAME_ID").into() })),
    Arm::new("UserGameMapping", |row| {
        show::keys(&UserGameMapping {
            game_id: row.text("GAME_ID").into(),
            username: row.text("USERNAME").into(),
        })
    }),
    Arm::new(
        "order inside a Game partition: metadata sorts before its users because # (0x23) < U",
        metadata_comes_first,
    ),
];

#[derive(DdbKeys)]
#[pk("USER", username)]
#[sk("#METADATA", username)]
struct User {
    username: String,
}

#[derive(DdbKeys)]
#[pk("GAME", game_id)]
#[sk("#METADATA", game_id)]
struct Game {
    game_id: String,
}

#[derive(DdbKeys)]
#[pk("GAME", game_id)]
#[sk("USER", username)]
struct UserGameMapping {
    game_id: String,
    username: String,
}

fn metadata_comes_first(row: &Row<'_>) -> Outcome {
    let built: Result<Vec<_>, _> = texts(&row.inputs).into_iter().map(rebuilt).collect();
    let mut built = built?;
    built.sort();
    Ok(built.into())
}

/// A sort key of a game's partition, parsed as the entity that it is and built again.
fn rebuilt(sk: &str) -> Result<String, Box<dyn std::error::Error>> {
    let built = match Game::parse_sk(sk) {
        Ok(game) => game.build(),
        Err(ParseError::Literal { .. }) => UserGameMapping::parse_sk(sk)?.build(),
        Err(error) => return Err(error.into()),
    };
    Ok(built?)
}
