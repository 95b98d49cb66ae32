//! A token, forged or not, never leaves the partition of its condition.
//!
//! The first byte selects a condition. The rest is a token, or what follows the correct fingerprint
//! in a token with a valid seal.

use ddbkey::token::{Seal, SealError, TokenError, Unsealed};
use ddbkey::{DdbKeys, KeyCondition, KeyError, KeyValue, Keys};
use jiff::Timestamp;

use crate::declared::*;

/// The length of the fingerprint of the query that a token belongs to.
const FINGERPRINT: usize = 8;

pub fn run(data: &[u8]) {
    let Some((select, data)) = data.split_first() else { return };
    let (condition, start) = query(*select >> 1).expect("a query of plain values");
    let opened = if select % 2 == 0 {
        let Ok(token) = std::str::from_utf8(data) else { return };
        condition.start_at(Some(token), &Unsealed)
    } else {
        let mut content = fingerprint(&condition, &start);
        content.extend_from_slice(data);
        let token = condition.token(&start, &Unsealed).expect("a row of the query");
        condition.start_at(Some(&token), &Opens(content))
    };
    match opened {
        Ok(keys) => check(&condition, &start, &keys.expect("there is a token")),
        Err(error) => assert!(
            matches!(error, TokenError::Malformed | TokenError::OtherQuery | TokenError::Outside)
                || (error == TokenError::Seal && select % 2 == 0),
            "{error}"
        ),
    }
}

/// Returns a condition, and the key of one of its rows.
fn query(select: u8) -> Result<(KeyCondition, Keys), KeyError> {
    let game = Game {
        player: "ann".into(),
        score: 7,
        region: "eu".into(),
        level: 3,
        at: Timestamp::UNIX_EPOCH,
        gift: Some("box".into()),
    };
    let order = Order {
        user: Name("ann".into()),
        created_at: Timestamp::UNIX_EPOCH,
        id: ulid::Ulid::from(1),
        status: Status::Paid,
    };
    let user = OrderPk { user: NameRef::new("ann") };
    let by_status = OrderByStatusPk { status: Status::Paid };
    let by_region = GameByRegionPk { region: "eu" };
    let gifts = Game::query_by_gift(GameByGiftPk { gift: "box" });
    Ok(match select % 9 {
        0 => (user.condition()?, order.start_key()?),
        1 => (Order::query(user).created_at_in(order.created_at..).build()?, order.start_key()?),
        2 => {
            (Order::query_by_status(by_status).descending().build()?, order.by_status_start_key()?)
        }
        3 => (Game::query(GamePk { player: "ann" }).score_in(..9).build()?, game.start_key()?),
        4 => (Game::query_by_region(by_region).build()?, game.by_region_start_key()?),
        5 => (
            Game::query_by_region(by_region).level(3).at_in(game.at..).build()?,
            game.by_region_start_key()?,
        ),
        6 => (gifts.build()?, game.by_gift_start_key()?.expect("it has a gift")),
        7 => {
            (Game::query_inverted(GameInvertedPk { score: 7 }).build()?, game.inverted_start_key()?)
        }
        _ => (Game::query_newest(GamePk { player: "ann" }).build()?, game.newest_start_key()?),
    })
}

/// Checks that DynamoDB would accept a start key for this condition, in its partition: the attributes of the genuine key,
/// each with a value that it could have.
fn check(condition: &KeyCondition, start: &Keys, keys: &Keys) {
    assert!(condition.matches_with(|name| keys.get(name)), "{condition:?} {keys:?}");
    assert!(keys.iter().map(|(name, _)| name).eq(start.iter().map(|(name, _)| name)), "{keys:?}");
    for name in partition(condition) {
        assert_eq!(keys.get(name), start.get(name), "{condition:?} {keys:?}");
    }
    for ((_, value), (_, genuine)) in keys.iter().zip(start.iter()) {
        assert_eq!(is_number(&value), is_number(&genuine), "{keys:?}");
        match value {
            KeyValue::N(digits) => assert!(digits.parse::<f64>().is_ok_and(f64::is_finite)),
            text => assert!((1..=2048).contains(&text.as_str().len())),
        }
    }
    let token = condition.token(keys, &Unsealed).expect("a row of the query");
    assert_eq!(condition.start_at(Some(&token), &Unsealed).as_ref(), Ok(&Some(keys.clone())));
}

/// Returns the attributes of the partition key that a condition uses.
fn partition(condition: &KeyCondition) -> &'static [&'static str] {
    match condition.index_name() {
        None if condition.attributes().any(|name| name == "pk") => &["pk"],
        None | Some("newest") => &["player"],
        Some("by_status") => &["by_statuspk"],
        Some("by_region") => &["_type", "region"],
        Some("by_gift") => &["by_giftpk"],
        Some("inverted") => &["score"],
        Some(index) => panic!("no query reads by {index}"),
    }
}

fn fingerprint(condition: &KeyCondition, start: &Keys) -> Vec<u8> {
    let seal = Keeps(std::cell::RefCell::default());
    condition.token(start, &seal).expect("a row of the query");
    let mut content = seal.0.into_inner();
    content.truncate(FINGERPRINT);
    content
}

/// A seal that records what it seals.
struct Keeps(std::cell::RefCell<Vec<u8>>);

impl Seal for Keeps {
    fn seal(&self, content: &[u8], _: &[u8]) -> Result<Vec<u8>, SealError> {
        self.0.replace(content.to_vec());
        Ok(content.to_vec())
    }

    fn open(&self, _: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        Ok(None)
    }
}

/// A seal that accepts every token as one with this content.
struct Opens(Vec<u8>);

impl Seal for Opens {
    fn seal(&self, _: &[u8], _: &[u8]) -> Result<Vec<u8>, SealError> {
        Err("nothing is sealed".into())
    }

    fn open(&self, _: &[u8], _: &[u8]) -> Result<Option<Vec<u8>>, SealError> {
        Ok(Some(self.0.clone()))
    }
}

fn is_number(value: &KeyValue<'_>) -> bool {
    matches!(value, KeyValue::N(_))
}
