//! The gaming example of AWS: literals that start with the separator.

use ddbkey::DdbKeys;

use super::row::{Row, texts};
use super::{Outcome, entities, keys, unknown};

entities! {
    #[pk("USER", username)] #[sk("#METADATA", username)]
    User { username: String }
    #[pk("GAME", game_id)] #[sk("#METADATA", game_id)]
    Game { game_id: String }
    #[pk("GAME", game_id)] #[sk("USER", username)]
    Mapping { game_id: String, username: String }
}

pub fn of(row: &Row<'_>) -> Outcome {
    let name = |name| row.text(name);
    match row.description {
        "User (sk literal starts with the delimiter)" => {
            keys(UserKey { username: name("USERNAME") })
        }
        "Game" => keys(GameKey { game_id: name("GAME_ID") }),
        "UserGameMapping" => {
            keys(MappingKey { game_id: name("GAME_ID"), username: name("USERNAME") })
        }
        "order inside a Game partition: metadata sorts before its users because # (0x23) < U" => {
            metadata_comes_first(row)
        }
        _ => unknown(row),
    }
}

fn metadata_comes_first(row: &Row<'_>) -> Outcome {
    let [user, game] = texts(&row.inputs)[..] else { panic!("not two keys") };
    let mut built = [Mapping::parse_sk(user)?.build()?, Game::parse_sk(game)?.build()?];
    built.sort();
    Ok(built.to_vec().into())
}
