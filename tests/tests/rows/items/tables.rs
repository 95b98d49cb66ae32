//! Items of a table: which entity they belong to, and reading that entity.

use std::collections::HashMap;

use aws_sdk_dynamodb::operation::create_table::CreateTableInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use aws_sdk_dynamodb::types::{
    AttributeValue, BillingMode, KeySchemaElement, KeyType, ProjectionType, ScalarAttributeType,
};
use ddbkey::{DdbKeys, DdbTable, KeyValue};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{ItemAttributes, ItemError, ItemErrorKind, UpdateItems};
use serde::{Deserialize, Serialize};

use super::basics::about;
use crate::store::Item;

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Games)]
#[pk("GAME", id)]
#[sk[version]]
#[gsi("by_region", pk = [region, tournament], sk = [score, "{round:03}" as "round_key"])]
#[lsi("by_name", sk = (name))]
#[gsi("keys_only", pk = (name))]
struct Game {
    id: String,
    version: u32,
    region: String,
    tournament: String,
    score: i64,
    round: u16,
    name: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq, Clone)]
#[ddb(table = Games)]
#[pk("PLAYER", id)]
#[sk[version]]
struct Player {
    id: String,
    version: u32,
}

#[derive(DdbTable, Debug, PartialEq, Clone)]
#[ddb(pk = "pk", sk = "version")]
#[gsi(
    "by_region",
    pk = ["region", "tournament"],
    sk = ["score", "round_key"]
)]
#[lsi("by_name", sk = "name_key")]
#[gsi("keys_only", pk = "other_key", projection = keys)]
enum Games {
    Game(Game),
    Player(Player),
}

fn game() -> Game {
    Game {
        id: "g".into(),
        version: 9,
        region: "eu".into(),
        tournament: "t".into(),
        score: -5,
        round: 3,
        name: "chess".into(),
    }
}

fn player() -> Player {
    Player { id: "p".into(), version: 10 }
}

#[test]
fn a_table_reads_the_entity_of_an_item() {
    for row in [Games::Game(game()), Games::Player(player())] {
        let item = row.to_item().unwrap();
        assert_eq!(Games::from_item(item).unwrap(), row);
    }
    assert_eq!(Games::Game(game()).to_item().unwrap(), game().to_item().unwrap());
}

#[test]
fn generic_code_over_tables_converts_items() {
    fn copies<T: UpdateItems>(rows: &[T]) -> Result<Vec<T>, ItemError> {
        rows.iter().map(|row| T::from_item(row.to_item()?)).collect()
    }
    let rows = [Games::Game(game()), Games::Player(player())];
    assert_eq!(copies(&rows).unwrap(), rows);
}

#[test]
fn a_key_is_read_from_whatever_holds_it() {
    fn check(item: &impl ItemAttributes) {
        let key = Games::key_of(item).unwrap();
        assert_eq!(key, GamesKey::Player(PlayerKey { id: "p", version: 10 }));
        assert_eq!(item.value("version"), Some(KeyValue::N("10".into())));
        assert_eq!(item.value("no"), None);
    }
    let item = player().to_item().unwrap();
    let keys = player().keys().unwrap();
    let key = Games::parse_keys(&keys).unwrap();
    assert_eq!(key, GamesKey::Player(PlayerKey { id: "p", version: 10 }));
    check(&serde_dynamo::Item::from(item.clone()));
    check(&item);
}

#[test]
fn a_key_that_cannot_be_read_says_why() {
    let error = |item: Item| Games::key_of(&item).unwrap_err();
    let keys = || player().keys().unwrap().into_item();
    let with = |name: &str, value| {
        let mut item: Item = keys();
        item.insert(name.into(), value);
        error(item)
    };
    assert_eq!(about(&error([].into())), (ItemErrorKind::Attribute, Some("pk")));
    assert_eq!(error([].into()).entity(), "Games");
    let wrong = with("version", AttributeValue::S("10".into()));
    assert_eq!(wrong.to_string(), "key attribute `version` of `Games` is not a number");
    assert_eq!(about(&wrong), (ItemErrorKind::Attribute, Some("version")));
    let unknown = with("pk", AttributeValue::S("secret".into()));
    assert_eq!(unknown.kind(), ItemErrorKind::Unknown);
    assert!(!unknown.to_string().contains("secret"));
    for digits in ["010", "1.0", "+1"] {
        let unknown = with("version", AttributeValue::N(digits.into()));
        assert_eq!(unknown.kind(), ItemErrorKind::Unknown);
    }
    assert_eq!(Games::from_item(Item::new()).unwrap_err().kind(), ItemErrorKind::Attribute);
}

#[test]
fn a_users_own_method_wins() {
    struct Own;
    #[derive(DdbTable)]
    enum Table {
        Bare(Bare),
    }
    #[derive(DdbKeys)]
    #[pk("BARE", id)]
    struct Bare {
        id: String,
    }
    impl Table {
        fn key_of(_: &Own) -> u32 {
            5
        }
    }
    assert_eq!(Table::key_of(&Own), 5);
}

#[test]
fn a_table_is_created_with_the_types_of_its_attributes() {
    let input = CreateTableInput::builder()
        .table_name("games")
        .billing_mode(BillingMode::PayPerRequest)
        .table_schema(Games::SCHEMA)
        .unwrap()
        .build()
        .unwrap();
    let types: HashMap<_, _> = input
        .attribute_definitions()
        .iter()
        .map(|own| (own.attribute_name(), own.attribute_type().clone()))
        .collect();
    let (s, n) = (ScalarAttributeType::S, ScalarAttributeType::N);
    let wanted = [
        ("pk", s.clone()),
        ("version", n.clone()),
        ("region", s.clone()),
        ("tournament", s.clone()),
        ("score", n),
        ("round_key", s.clone()),
        ("name_key", s.clone()),
        ("other_key", s),
    ];
    assert_eq!(types, wanted.into());
    assert_eq!(types.len(), input.attribute_definitions().len());

    let [by_region, keys_only] = input.global_secondary_indexes() else { panic!("{input:?}") };
    let names = |kind: KeyType| {
        let keys = by_region.key_schema().iter().filter(move |key| *key.key_type() == kind);
        keys.map(KeySchemaElement::attribute_name).collect::<Vec<_>>()
    };
    assert_eq!(names(KeyType::Hash), ["region", "tournament"]);
    assert_eq!(names(KeyType::Range), ["score", "round_key"]);
    let projection = |index: Option<&aws_sdk_dynamodb::types::Projection>| {
        index.unwrap().projection_type().unwrap().clone()
    };
    assert_eq!(projection(by_region.projection()), ProjectionType::All);
    assert_eq!(projection(keys_only.projection()), ProjectionType::KeysOnly);
    assert_eq!(input.local_secondary_indexes().len(), 1);
}

#[test]
fn a_query_has_typed_values_and_its_direction() {
    let games = Game::query(GamePk { id: "g" }).version_in(3..9).descending().build().unwrap();
    let input = QueryInput::builder().table_name("games").key_condition(&games).build().unwrap();
    assert_eq!(input.scan_index_forward(), Some(false));
    let values = input.expression_attribute_values().unwrap();
    assert_eq!(values[":ddbkey_sk"], AttributeValue::N("3".into()));
    assert_eq!(values[":ddbkey_sk_to"], AttributeValue::N("8".into()));
    let games = Game::query(GamePk { id: "g" }).build().unwrap();
    let input = QueryInput::builder().table_name("games").key_condition(games).build().unwrap();
    assert_eq!(input.scan_index_forward(), None);
}

/// Two kinds of item with the same keys, distinguished by an attribute, as the message on entities that
/// share keys proposes.
#[derive(DdbKeys, Serialize, Deserialize, Debug, PartialEq)]
#[pk("BOARD", board)]
#[sk("NOTE", id)]
struct Note {
    board: String,
    id: String,
    #[serde(flatten)]
    content: Content,
}

#[derive(Serialize, Deserialize, Debug, PartialEq)]
#[serde(tag = "kind")]
enum Content {
    Text { text: String },
    Link { url: String },
}

#[test]
fn one_entity_of_two_kinds() {
    let text = Content::Text { text: "hello".into() };
    let link = Content::Link { url: "https://example.org".into() };
    for (content, kind) in [(text, "Text"), (link, "Link")] {
        let note = Note { board: "b".into(), id: "n".into(), content };
        let item = note.to_item().unwrap();
        assert_eq!(item["kind"].as_s().unwrap(), kind);
        assert_eq!(Note::from_item(item).unwrap(), note);
    }
}
