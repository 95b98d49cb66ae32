//! The table of the AWS tutorial on modelling games: users, games and who plays what, with metadata
//! rows that sort first and an inverted index.

use ddbkey::{DdbKeys, DdbTable, ParseErrorKind};
use jiff::Timestamp;

#[derive(DdbTable)]
#[ddb(pk = "PK", sk = "SK")]
#[gsi("OpenGames", pk = "map", sk = "open_since")]
#[gsi("Inverted", pk = "SK", sk = "PK")]
enum Battle {
    User(User),
    Game(Game),
    Player(UserGameMapping),
}

/// For tests of schemas.
pub(crate) const SCHEMA: &ddbkey::schema::TableSchema = Battle::SCHEMA;

#[derive(DdbKeys)]
#[ddb(table = Battle)]
#[pk("USER", name)]
#[sk("#METADATA", name)]
struct User {
    name: String,
}

#[derive(DdbKeys)]
#[ddb(table = Battle)]
#[pk("GAME", id)]
#[sk("#METADATA", id)]
#[gsi("OpenGames", pk = (map), sk = ("{open_since:.0}"))]
struct Game {
    id: String,
    map: String,
    open_since: Option<Timestamp>,
}

#[derive(DdbKeys)]
#[ddb(table = Battle)]
#[pk("GAME", game)]
#[sk("USER", user)]
#[gsi("Inverted", pk = sk, sk = pk)]
struct UserGameMapping {
    game: String,
    user: String,
}

#[test]
fn dispatch() {
    assert!(matches!(
        Battle::parse_key("USER#ann", "#METADATA#ann"),
        Ok(BattleKey::User(UserKey { name: "ann" }))
    ));
    assert!(matches!(
        Battle::parse_key("GAME#g1", "#METADATA#g1"),
        Ok(BattleKey::Game(GameKey { id: "g1" }))
    ));
    assert!(matches!(
        Battle::parse_key("GAME#g1", "USER#ann"),
        Ok(BattleKey::Player(UserGameMappingKey { game: "g1", user: "ann" }))
    ));
    for (pk, sk) in [
        ("GAME#g1", "#METADATA#g2"),
        ("GAME#g1", "#METADATA#"),
        ("GAME#g1", "METADATA#g1"),
        ("USER#ann", "USER#ann"),
        ("", ""),
    ] {
        let parsed = Battle::parse_key(pk, sk);
        assert!(
            matches!(parsed, Err(error) if error.kind() == ParseErrorKind::UnknownEntity && error.to_string().contains("`Battle`")),
            "{pk} {sk}"
        );
    }
}

#[test]
fn indexes() {
    let open_since = "2024-12-01T10:30:00.5Z".parse().ok();
    let game = Game { id: "g1".into(), map: "Ice".into(), open_since };
    let keys: Vec<_> = game.keys().unwrap().into_iter().collect();
    let texts: Vec<_> = keys.iter().map(|(name, text)| (&**name, text.as_str())).collect();
    assert_eq!(
        texts,
        [
            ("PK", "GAME#g1"),
            ("SK", "#METADATA#g1"),
            ("map", "Ice"),
            ("open_since", "2024-12-01T10:30:00Z"),
        ]
    );
    let closed = Game { open_since: None, ..game };
    assert_eq!(closed.keys().unwrap().iter().count(), 2);

    let player = UserGameMapping { game: "g1".into(), user: "ann".into() };
    assert_eq!(player.keys().unwrap().iter().count(), 2);
    let games = UserGameMapping::query_inverted(UserGameMappingSk { user: "ann" }).build().unwrap();
    assert_eq!(games.index_name(), Some("Inverted"));
    assert!(games.matches("USER#ann", "GAME#g1"));
    let names: Vec<_> = games.names().map(|(_, name)| name).collect();
    assert_eq!(names, ["SK", "PK"]);
}
