//! Keys of attributes: built, read back, limited and queried, compared with plain values and, for queries,
//! with an engine.

use std::ops::{Bound, RangeBounds};

use ddbkey::key::{KeyPair, KeyTexts};
use ddbkey::schema::KeyAttribute;
use ddbkey::{
    DdbKeys, DdbTable, KeyCondition, KeyError, KeyErrorKind, KeyValue, ParseError, ParseErrorKind,
};
use jiff::Timestamp;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

use super::cases;
use super::expected::length;
use super::queries::{bounds, is_crossed, kept, lent};
use super::texts::{floor, padded, timestamp};
use super::values::{Mutation, any_text, mutated, mutation};
use crate::store::Store;

/// One to four partition attributes, none to four sort attributes, strings and numbers, some of them fields,
/// some sparse, and keys in both brackets.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk[id]]
#[sk[version]]
#[gsi(
    "full",
    pk = [tenant, region, level, letter],
    sk = [round, name, "{at:.3}" as "at_key", score as "score_n"]
)]
#[gsi("teams", pk = [team, "TEAM" as "_type"], sk = [rank, name])]
#[gsi("alone", pk = [level])]
#[gsi("names", pk = ("LEVEL", "{level:03}"), sk = [name])]
#[gsi("rounds", pk = [letter], sk = ("S", "{round:02}", "{version_text():03}" -> Version))]
#[gsi("glued", pk = ["T{tenant}!" as "tenant_key"], sk = ["L{level:03}x" as "level_key", version])]
#[gsi("typed", pk = [letter, region], sk = ["GAME" as "_kind", round])]
struct Game {
    id: String,
    version: i64,
    tenant: String,
    region: String,
    level: u8,
    letter: char,
    round: i16,
    name: String,
    at: Timestamp,
    /// `serde_dynamo` has no integers of this size.
    #[serde(with = "digits")]
    score: u128,
    team: Option<String>,
    rank: Option<i32>,
}

mod digits {
    use serde::{Deserialize, Deserializer, Serializer, de::Error};

    pub(super) fn serialize<S: Serializer>(
        number: &u128,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(number)
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(digits: D) -> Result<u128, D::Error> {
        String::deserialize(digits)?.parse().map_err(D::Error::custom)
    }
}

#[derive(ddbkey::KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(copy)]
struct Version(u8);

impl Game {
    fn version_text(&self) -> Version {
        Version(self.level)
    }
}

#[derive(DdbTable)]
enum Games {
    Game(Game),
}

const MOST: u128 = 10_u128.pow(38) - 1;

/// Generates a row with strings from this strategy.
#[allow(clippy::needless_pass_by_value, reason = "a strategy is made for one place")]
fn game(texts: BoxedStrategy<String>, ids: BoxedStrategy<String>) -> BoxedStrategy<Game> {
    let text = || texts.clone();
    let letter = select(&['a', 'b', '#', '\0', 'é', '\u{10FFFF}']);
    let level = select(&[0, 1, 9, 10, 255_u8]);
    let wide = select(vec![MOST - 1, MOST, u128::from(u64::MAX)]);
    let score = prop_oneof![6 => 0..12_u128, 2 => wide];
    let numbers = (any_version(), level, letter, round(), score, proptest::option::of(-2..12_i32));
    let texts = (ids, text(), text(), text(), proptest::option::of(text()));
    let rows = (numbers, texts, moment()).prop_map(|(numbers, texts, at)| {
        let (version, level, letter, round, score, rank) = numbers;
        let (id, tenant, region, name, team) = texts;
        Game { id, version, tenant, region, level, letter, round, name, at, score, team, rank }
    });
    rows.boxed()
}

fn any_version() -> impl Strategy<Value = i64> {
    prop_oneof![4 => -3..12_i64, 1 => select(&[i64::MIN, i64::MAX])]
}

fn round() -> impl Strategy<Value = i16> {
    prop_oneof![-2..12_i16, select(&[-99, 99])]
}

fn moment() -> impl Strategy<Value = Timestamp> {
    prop_oneof![0..3_000_i64, (0..3_i64).prop_map(|milliseconds| milliseconds * 1_000)]
        .prop_map(|thousands| Timestamp::from_nanosecond(i128::from(thousands) * 1_000).unwrap())
}

/// Names that sort near each other.
fn few_texts() -> BoxedStrategy<String> {
    select(&["a", "a!", "a#", "ab", "a\0", "#", "b", "\u{10FFFF}", "é"][..])
        .prop_map(String::from)
        .boxed()
}

/// An expected attribute: its name, whether it is a number, its string.
type Expected = (&'static str, bool, Option<String>);

/// Returns the attributes of all keys, in the order of `Keys`: `None` if the row does not have one.
fn expected(game: &Game) -> Vec<Expected> {
    let text = |text: &String| Some(text.clone());
    let is_in_teams = game.team.is_some() && game.rank.is_some();
    vec![
        ("id", false, text(&game.id)),
        ("version", true, Some(game.version.to_string())),
        ("tenant", false, text(&game.tenant)),
        ("region", false, text(&game.region)),
        ("level", true, Some(game.level.to_string())),
        ("letter", false, Some(game.letter.to_string())),
        ("round", true, Some(game.round.to_string())),
        ("name", false, text(&game.name)),
        ("at_key", false, timestamp(game.at, 3)),
        ("score_n", true, Some(game.score.to_string())),
        ("team", false, game.team.clone()),
        ("_type", false, is_in_teams.then(|| "TEAM".into())),
        ("rank", true, game.rank.map(|rank| rank.to_string())),
        ("namespk", false, Some(format!("LEVEL#{:03}", game.level))),
        (
            "roundssk",
            false,
            padded(game.round.into(), 2).map(|n| format!("S#{n}#{:03}", game.level)),
        ),
        ("tenant_key", false, Some(format!("T{}!", game.tenant))),
        ("level_key", false, Some(format!("L{:03}x", game.level))),
        ("_kind", false, Some("GAME".into())),
    ]
}

/// Returns whether the row has keys: no string is empty or too long for its position.
fn has_keys(game: &Game) -> bool {
    let texts = [Some(&game.id), Some(&game.tenant), Some(&game.region), Some(&game.name)];
    let mut texts = texts.into_iter().chain([game.team.as_ref()]).flatten();
    let bytes = |texts: &[&dyn ToString]| -> usize {
        texts.iter().map(|text| text.to_string().len()).sum()
    };
    let sort = bytes(&[&game.round, &game.name, &game.score]) + 24;
    let partition = bytes(&[&game.tenant, &game.region, &game.level, &game.letter]);
    let teams = game.team.as_ref().zip(game.rank);
    texts.all(|text| !text.is_empty())
        && game.id.len() <= 2048
        && partition <= 2048
        && sort <= 1024
        && game.tenant.len() + 2 <= 2048
        && bytes(&[&game.letter, &game.region]) <= 2048
        && game.team.as_ref().is_none_or(|team| team.len() <= 2048)
        && teams.is_none_or(|(team, rank)| {
            team.len() + 4 <= 2048 && bytes(&[&rank, &game.name]) <= 1024
        })
}

fn check_keys(game: &Game) {
    let keys = match game.keys() {
        Ok(keys) => keys,
        Err(error) => {
            assert!(!has_keys(game), "{error} {game:?}");
            let is_explained = matches!(error.kind(), KeyErrorKind::Empty | KeyErrorKind::TooLong);
            return assert!(is_explained, "{error}");
        }
    };
    assert!(has_keys(game), "{game:?}");
    let wanted = expected(game).into_iter().filter_map(|(name, is_number, text)| {
        let text = text?;
        Some((name, if is_number { KeyValue::N(text.into()) } else { KeyValue::S(text.into()) }))
    });
    // A field that is an attribute of a sparse index comes after the attributes of its index.
    let sorted = |keys: Vec<(&'static str, KeyValue<'static>)>| {
        let mut keys = keys;
        keys.sort_by_key(|(name, _)| *name);
        keys
    };
    assert_eq!(sorted(keys.clone().into_iter().collect()), sorted(wanted.collect()));
    check_round_trip(game);
}

/// Both directions of law 1.
fn check_round_trip(game: &Game) {
    let stored = Game { at: floor(game.at, 3), ..game.clone() };
    let full = game.full();
    let pk = GameFullPk {
        tenant: &game.tenant,
        region: &game.region,
        level: game.level,
        letter: game.letter,
    };
    let texts = texts_of(full);
    assert_eq!(texts[..4], pk.texts().unwrap());
    let (pk, sk) = (texts[..4].each_ref_of(), texts[4..].each_ref_of());
    assert_eq!(Game::parse_full(pk, sk), Ok(stored.full()));
    assert_eq!(GameFull::parse(pk, sk), Ok(stored.full()));
    match game.teams() {
        None => assert!(game.team.is_none() || game.rank.is_none()),
        Some(teams) => {
            let texts = texts_of(teams);
            let [team, kind, rank, name] = texts.each_ref_of();
            assert_eq!(GameTeams::parse([team, kind], [rank, name]), Ok(teams));
        }
    }
    let names = game.names();
    let (pk, sk) = (names.pk().unwrap(), names.sk().unwrap());
    assert_eq!(sk, game.name);
    assert_eq!(Game::parse_names(&pk, &sk), Ok(names));
    let (pk, sk) = (game.pk().unwrap(), game.sk().unwrap());
    assert_eq!(Game::parse_key(&pk, &sk), Ok(game.key()));
}

/// Returns the strings of a pair, partition key first.
fn texts_of<'k>(pair: impl KeyPair<'k>) -> Vec<String> {
    pair.keys().unwrap().iter().map(|(_, value)| value.into_string()).collect()
}

/// The strings of a list of known length.
trait EachRef {
    fn each_ref_of<const N: usize>(&self) -> [&str; N];
}

impl EachRef for [String] {
    fn each_ref_of<const N: usize>(&self) -> [&str; N] {
        let texts: Vec<_> = self.iter().map(|text| &**text).collect();
        texts.try_into().expect("their number")
    }
}

/// Checks that what is read is written again, and that an error names an attribute of the key.
fn check_texts<'k, K: KeyTexts<'k>>(texts: &[&'k str]) {
    match K::from_texts(texts) {
        Ok(key) => {
            let built = key.texts().expect("it was read");
            let built: Vec<_> = built.as_ref().iter().map(|text| &**text).collect();
            assert_eq!(built, texts);
        }
        Err(error) => {
            assert_is_of(K::PATTERNS.iter().map(ToString::to_string), error);
        }
    }
}

/// Checks the same for the sort key of a pair, with the partition key of one.
fn check_sort_texts<'k, P: KeyPair<'k>>(pk: &'k [&'k str], sk: &[&'k str]) {
    match P::parse_texts(pk, sk) {
        Ok(pair) => assert_eq!(texts_of(pair), [pk, sk].concat()),
        Err(error) => {
            assert_is_of(P::SCHEMA.attributes().map(|attribute| attribute.template()), error);
        }
    }
}

fn assert_is_of(mut templates: impl Iterator<Item = String>, error: ParseError) {
    let template = error.pattern().expect("one key");
    assert!(templates.any(|own| own == template), "{error:?}");
}

proptest! {
    #![proptest_config(cases(400))]

    #[test]
    fn keys_are_built_and_read_back(game in game(any_text().boxed(), any_text().boxed())) {
        check_keys(&game);
    }

    #[test]
    fn texts_are_read_if_they_are_written(
        game in game(few_texts(), few_texts()),
        damage in vec((0..4_usize, mutation()), 0..3),
        more in 0..3_usize,
    ) {
        let damage: Vec<(usize, Mutation)> = damage;
        let damaged = |texts: Vec<String>| -> Vec<String> {
            let of = |(at, text): (usize, &String)| {
                let own = damage.iter().filter(|(place, _)| *place == at);
                own.fold(text.clone(), |text, (_, how)| mutated(&text, std::slice::from_ref(how), '#'))
            };
            texts.iter().enumerate().map(of).collect()
        };
        let texts = texts_of(game.full());
        let (pk, sk) = (texts[..4].each_ref_of::<4>(), damaged(texts[4..].to_vec()));
        let sk: Vec<_> = sk.iter().map(|text| &**text).collect();
        check_sort_texts::<GameFull<'_>>(&pk, &sk);
        check_sort_texts::<GameFull<'_>>(&pk, &sk[..sk.len() - more]);
        check_sort_texts::<GameFull<'_>>(&pk, &[&sk[..], &sk[..more]].concat());
        let pk = GameTeamsPk { team: &game.name }.texts().unwrap();
        let pk = damaged(pk.into());
        let pk: Vec<_> = pk.iter().map(|text| &**text).collect();
        check_texts::<GameTeamsPk<'_>>(&pk);
        let texts = texts_of(game.glued());
        let (pk, sk) = (texts[..1].each_ref_of::<1>(), damaged(texts[1..].to_vec()));
        check_sort_texts::<GameGlued<'_>>(&pk, &sk.each_ref_of::<2>());
    }
}

/// There are as many strings as attributes.
#[test]
fn texts_are_counted() {
    let pk = ["t", "r", "1", "l"];
    let sk = ["1", "a", "2024-12-01T10:30:00.123Z", "7"];
    let kind = |sk: &[&'static str]| {
        GameFull::parse_texts(pk, sk).map(|_| ()).map_err(|error| error.kind())
    };
    assert_eq!(kind(&sk), Ok(()));
    assert_eq!(kind(&["1"]), Err(ParseErrorKind::Missing));
    assert_eq!(kind(&[]), Err(ParseErrorKind::Missing));
    assert_eq!(kind(&[&sk[..], &["7"]].concat()), Err(ParseErrorKind::Trailing));
    let error = GameTeamsPk::parse(["t", "TEAMS"]).unwrap_err();
    assert!(matches!(error.kind(), ParseErrorKind::Literal | ParseErrorKind::Part), "{error:?}");
    // A string may contain the separator of joined parts; a number is written in one way only.
    assert!(GameNames::parse("LEVEL#001", "a#b").is_ok());
    for number in ["007", "+7", "7.0", "-0", "", " 7", "7#"] {
        assert!(matches!(
            GameFull::parse(pk, [number, "a", sk[2], "7"]),
            Err(error) if error.kind() == ParseErrorKind::Part && error.part() == Some("round")
        ));
    }
}

/// The attributes after the equal ones cannot use the bytes that those take.
#[test]
fn attributes_are_as_long_together_as_a_key() {
    let game = plain();
    let pk = GameFullPk {
        tenant: &game.tenant,
        region: &game.region,
        level: game.level,
        letter: game.letter,
    };
    let text = |length| "n".repeat(length);
    let named = |name: &str| Game::query_full(pk).round(-1).name(name).build();
    let begun = |name: &str| Game::query_full(pk).round(-1).name_starting_with(name).build();
    assert!(named(&text(1022)).is_ok() && begun(&text(1022)).is_ok());
    for query in [named(&text(1023)), begun(&text(1023))] {
        assert!(
            matches!(query, Err(error) if error.kind() == KeyErrorKind::TooLong && error.reason().to_string().contains("is 1025 bytes")),
            "{query:?}"
        );
    }
}

fn plain() -> Game {
    Game {
        id: "g".into(),
        version: 1,
        tenant: "t".into(),
        region: "r".into(),
        level: 1,
        letter: 'a',
        round: 1,
        name: "n".into(),
        at: Timestamp::UNIX_EPOCH,
        score: 1,
        team: None,
        rank: None,
    }
}

/// Checks the bytes that a string may have in addition to the others of its key: one less, as many, one more.
#[track_caller]
fn check_limit(most: usize, keys: impl Fn(String) -> Result<(), KeyError>) {
    assert_eq!(keys("x".repeat(most - 1)), Ok(()));
    assert_eq!(keys("x".repeat(most)), Ok(()));
    let error = keys("x".repeat(most + 1)).unwrap_err();
    assert!(error.kind() == KeyErrorKind::TooLong, "{error}");
}

#[test]
fn each_attribute_and_their_sum_are_limited() {
    let keys = |game: Game| game.keys().map(drop);
    // Alone: `names` limits the name, the table limits its id.
    check_limit(1024, |name| GameNames { level: 1, name: &name }.sk().map(drop));
    check_limit(2048, |id| keys(Game { id, ..plain() }));
    check_limit(2048, |region| GameTypedPk { letter: 'a', region: &region[1..] }.texts().map(drop));
    // Round, timestamp and score take 1 + 24 + 1 bytes of the sort key.
    check_limit(1024 - 26, |name| keys(Game { name, ..plain() }));
    let wide = Game { round: -99, score: MOST, ..plain() };
    check_limit(1024 - 3 - 24 - 38, |name| keys(Game { name, ..wide.clone() }));
    // Tenant, level and letter take 1 + 1 + 1 bytes of the partition key; a literal takes its own.
    check_limit(2048 - 3, |region| keys(Game { region, ..plain() }));
    let teamed = |team| Game { team: Some(team), rank: Some(1), ..plain() };
    check_limit(2048 - 4, |team| keys(teamed(team)));
    check_limit(2048, |team| keys(Game { rank: None, ..teamed(team) }));
    let error = keys(Game { name: "x".repeat(999), ..plain() }).unwrap_err();
    assert_eq!((error.kind(), error.index()), (KeyErrorKind::TooLong, Some("full")));
    assert_eq!(length(error), 1025);
}

/// The error of a query has the length of all given attributes.
#[test]
fn queries_have_the_limit_of_the_sum() {
    let check = |query: Result<KeyCondition, KeyError>| {
        let error = query.unwrap_err();
        assert!(
            error.kind() == KeyErrorKind::TooLong
                && error.reason().to_string().contains("is 1025 bytes"),
            "{error}"
        );
        assert!(error.to_string().ends_with("is 1025 bytes; DynamoDB allows 1024"), "{error}");
    };
    let rounds = || full(&plain()).round(1);
    let long = "x".repeat(1024);
    check(rounds().name(&long).build());
    check(rounds().name_in(&*long..).build());
    check(rounds().name_starting_with(&long).build());
    check(rounds().name(&long[..1000]).at(plain().at).build());
    assert!(rounds().name(&long[..999]).at(plain().at).build().is_ok());
}

/// Attributes that other keys have already added.
#[derive(DdbKeys)]
#[pk[id]]
#[sk("PAGE")]
#[gsi("of_topic", pk = [topic])]
#[gsi("topics", pk = [kind], sk = [topic])]
#[gsi("ids", pk = [kind], sk = [id])]
#[gsi("of_left", pk = [left])]
#[gsi("of_right", pk = [right])]
#[gsi("sides", pk = [left, right])]
struct Page {
    id: String,
    topic: String,
    kind: Option<String>,
    left: String,
    right: String,
}

fn page() -> Page {
    let some = |text: &str| text.to_owned();
    Page { id: some("p"), topic: some("t"), kind: None, left: some("l"), right: some("r") }
}

/// This includes an index that the item is not in: the engine only sees the attribute.
#[test]
fn an_attribute_has_the_limit_of_each_key_that_it_serves() {
    for kind in [None, Some(String::from("k"))] {
        let page = || Page { kind: kind.clone(), ..page() };
        let keys = |page: Page| page.keys().map(drop);
        check_limit(1024, |topic| keys(Page { topic, ..page() }));
        check_limit(1024, |id| keys(Page { id, ..page() }));
        check_limit(2048 - 1, |left| keys(Page { left, ..page() }));
        check_limit(2048 - 1, |right| keys(Page { right, ..page() }));
        let error = keys(Page { topic: "x".repeat(1025), ..page() }).unwrap_err();
        assert!(error.to_string().starts_with("partition key of index `of_topic`"), "{error}");
        assert!(
            error.to_string().ends_with("because index `topics` uses it as its sort key"),
            "{error}"
        );
        let error = keys(Page { left: "x".repeat(2048), ..page() }).unwrap_err();
        assert!(error.to_string().starts_with("partition key of index `sides`"), "{error}");
    }
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("sides", pk = ["left", "right"])]
#[gsi("rights", pk = "kind", sk = "right")]
enum Shelf {
    Pair(Pair),
    Lone(Lone),
}

#[derive(DdbKeys)]
#[ddb(table = Shelf)]
#[pk("PAIR", id)]
#[sk("PAIR")]
#[gsi("sides", pk = [left, right])]
struct Pair {
    id: String,
    left: String,
    right: String,
}

#[derive(DdbKeys)]
#[ddb(table = Shelf)]
#[pk("LONE", id)]
#[sk("LONE")]
#[gsi("rights", pk = [kind], sk = [right])]
struct Lone {
    id: String,
    kind: String,
    right: String,
}

/// This includes an index that another entity declares.
#[test]
fn an_attribute_has_the_limits_of_its_table() {
    let lone = Lone { id: "l".into(), kind: "k".into(), right: "r".into() };
    assert_eq!(Shelf::from(lone).keys().unwrap().get("right"), Some("r"));
    let pair = |left, right| Pair { id: "p".into(), left, right }.keys().map(drop);
    check_limit(1024, |right| pair("l".into(), right));
    check_limit(2047, |left| pair(left, "r".into()));
    let error = pair("l".into(), "r".repeat(1025)).unwrap_err();
    let shown = "(`{right}`): `right` is too long: the key is 1025 bytes; DynamoDB allows 1024 here, because \
                 index `rights` uses it as its sort key";
    assert!(error.to_string().ends_with(shown), "{error}");
}

/// A parser refuses a string that no builder writes, even if only its length is wrong.
#[test]
fn parsers_have_the_same_limits() {
    let parse = |region: &str, name: &str| {
        let sk = ["1", name, "2024-12-01T10:30:00.123Z", "7"];
        Game::parse_full(["t", region, "1", "a"], sk).map(drop)
    };
    let text = |length| "x".repeat(length);
    assert_eq!(parse(&text(2048 - 3), &text(1024 - 26)), Ok(()));
    for (region, name, role) in [
        (text(2048 - 2), text(1), "partition key of index `full`"),
        (text(1), text(1024 - 25), "sort key of index `full`"),
        (text(2049), text(1), "partition key of index `full`"),
        (text(1), text(1025), "sort key of index `full`"),
    ] {
        let error = parse(&region, &name).unwrap_err();
        assert!(error.kind() == ParseErrorKind::TooLong, "{error}");
        assert!(error.to_string().starts_with(role), "{error}");
    }
}

#[test]
fn numbers_have_38_digits() {
    let score = |score| Game { score, ..plain() }.keys();
    assert_eq!(score(MOST).unwrap().get("score_n"), Some(MOST.to_string().as_str()));
    for wide in [MOST + 1, u128::MAX] {
        let error = score(wide).unwrap_err();
        assert!(
            error.kind() == KeyErrorKind::OutOfRange && error.part() == Some("score_n"),
            "{error:?}"
        );
        let query = full(&plain()).round(1).name("n").at(plain().at).score(wide).build();
        assert!(
            matches!(query, Err(error) if error.kind() == KeyErrorKind::OutOfRange && error.part() == Some("score_n"))
        );
        let query = full(&plain()).round(1).name("n").at(plain().at).score_in(..wide).build();
        assert!(
            matches!(query, Err(error) if error.kind() == KeyErrorKind::OutOfRange && error.part() == Some("score_n"))
        );
    }
    let parse = |digits: &str| {
        GameFull::parse(["t", "r", "1", "l"], ["1", "n", "1970-01-01T00:00:00.000Z", digits])
            .map(|sk| sk.score)
    };
    assert_eq!(parse(&MOST.to_string()), Ok(MOST));
    for wide in [(MOST + 1).to_string(), u128::MAX.to_string(), "9".repeat(39)] {
        let error = parse(&wide).unwrap_err();
        assert!(
            error.kind() == ParseErrorKind::Part && error.part() == Some("score_n"),
            "{error:?}"
        );
    }
}

fn full(game: &Game) -> GameFullQuery<0> {
    Game::query_full(GameFullPk {
        tenant: &game.tenant,
        region: &game.region,
        level: game.level,
        letter: game.letter,
    })
}

/// A condition of an index, and what its words mean.
struct Asked<'q> {
    built: Result<KeyCondition, KeyError>,
    is_crossed: bool,
    means: Box<dyn Fn(&Game) -> bool + 'q>,
}

fn asked<'q>(
    built: Result<KeyCondition, KeyError>,
    is_crossed: bool,
    means: impl Fn(&Game) -> bool + 'q,
) -> Asked<'q> {
    Asked { built, is_crossed, means: Box::new(means) }
}

/// The inputs of queries: a row with the given values, and bounds.
#[derive(Clone, Debug)]
struct Given {
    one: Game,
    rounds: (Bound<i16>, Bound<i16>),
    names: (Bound<String>, Bound<String>),
    moments: (Bound<Timestamp>, Bound<Timestamp>),
    scores: (Bound<u128>, Bound<u128>),
    versions: (Bound<i64>, Bound<i64>),
    ranks: (Bound<i32>, Bound<i32>),
    start: String,
}

fn given() -> impl Strategy<Value = Given> {
    let scores = prop_oneof![4 => 0..12_u128, 1 => Just(MOST)];
    let ranges = (
        bounds(round()),
        bounds(few_texts()),
        bounds(moment()),
        bounds(scores),
        bounds(-3..12_i64),
        bounds(-2..12_i32),
    );
    (game(few_texts(), few_texts()), ranges, few_texts()).prop_map(|(one, ranges, start)| {
        let (rounds, names, moments, scores, versions, ranks) = ranges;
        Given { one, rounds, names, moments, scores, versions, ranks, start }
    })
}

/// Returns every kind of query of every index.
fn queries(given: &Given) -> Vec<Asked<'_>> {
    let Given { one, rounds, names, moments, scores, versions, ranks, start } = given;
    let is_partition = move |row: &Game| {
        (&row.tenant, &row.region, row.level, row.letter)
            == (&one.tenant, &one.region, one.level, one.letter)
    };
    let is_round = move |row: &Game| is_partition(row) && row.round == one.round;
    let is_name = move |row: &Game| is_round(row) && row.name == one.name;
    let at = move |row: &Game| floor(row.at, 3);
    let is_at = move |row: &Game| is_name(row) && at(row) == floor(one.at, 3);
    let moments = kept(*moments);
    let sorted = || full(one).round(one.round).name(&one.name);
    let team = one.team.as_deref().unwrap_or("a");
    let teams = || Game::query_teams(GameTeamsPk { team });
    let is_team = move |row: &Game| row.team.as_deref() == Some(team) && row.rank.is_some();
    let rank = one.rank.unwrap_or_default();
    let glued = || Game::query_glued(GameGluedPk { tenant: &one.tenant });
    let typed = || Game::query_typed(GameTypedPk { letter: one.letter, region: &one.region });
    let is_typed = move |row: &Game| (row.letter, &row.region) == (one.letter, &one.region);
    let by_name = || Game::query_names(GameNamesPk { level: one.level });
    vec![
        asked(full(one).build(), false, is_partition),
        asked(full(one).round(one.round).build(), false, is_round),
        asked(full(one).round_in(*rounds).build(), is_crossed(rounds), move |row| {
            is_partition(row) && rounds.contains(&row.round)
        }),
        asked(sorted().build(), false, is_name),
        asked(
            full(one).round(one.round).name_in(lent(names, String::as_str)).build(),
            is_crossed(names),
            move |row| is_round(row) && names.contains(&row.name),
        ),
        asked(full(one).round(one.round).name_starting_with(start).build(), false, move |row| {
            is_round(row) && row.name.starts_with(start)
        }),
        asked(sorted().at(one.at).build(), false, is_at),
        asked(sorted().at_in(given.moments).build(), is_crossed(&moments), move |row| {
            is_name(row) && moments.contains(&at(row))
        }),
        asked(sorted().at_starting_with("1970-01-01T00:00:00.001").build(), false, move |row| {
            is_name(row) && at(row).as_millisecond() == 1
        }),
        asked(sorted().at(one.at).score(one.score).build(), false, move |row| {
            is_at(row) && row.score == one.score
        }),
        asked(sorted().at(one.at).score_in(*scores).build(), is_crossed(scores), move |row| {
            is_at(row) && scores.contains(&row.score)
        }),
        asked(teams().build(), false, is_team),
        asked(teams().rank_in(*ranks).build(), is_crossed(ranks), move |row| {
            is_team(row) && row.rank.is_some_and(|rank| ranks.contains(&rank))
        }),
        asked(
            teams().rank(rank).name_in(lent(names, String::as_str)).build(),
            is_crossed(names),
            move |row| is_team(row) && row.rank == Some(rank) && names.contains(&row.name),
        ),
        asked(Game::query_alone(GameAlonePk { level: one.level }).build(), false, |row| {
            row.level == one.level
        }),
        asked(by_name().build(), false, |row| row.level == one.level),
        asked(by_name().name_in(lent(names, String::as_str)).build(), is_crossed(names), |row| {
            row.level == one.level && names.contains(&row.name)
        }),
        asked(
            Game::query_rounds(GameRoundsPk { letter: one.letter }).round_in(*rounds).build(),
            is_crossed(rounds),
            |row| row.letter == one.letter && rounds.contains(&row.round),
        ),
        asked(glued().build(), false, |row| row.tenant == one.tenant),
        asked(glued().level_in(..=one.level).build(), false, |row| {
            row.tenant == one.tenant && row.level <= one.level
        }),
        asked(
            glued().level(one.level).version_in(*versions).build(),
            is_crossed(versions),
            |row| {
                (&row.tenant, row.level) == (&one.tenant, one.level)
                    && versions.contains(&row.version)
            },
        ),
        asked(typed().build(), false, is_typed),
        asked(typed().round_in(*rounds).build(), is_crossed(rounds), move |row| {
            is_typed(row) && rounds.contains(&row.round)
        }),
        asked(
            Game::query(GamePk { id: &one.id }).version_in(*versions).build(),
            is_crossed(versions),
            |row| row.id == one.id && versions.contains(&row.version),
        ),
        asked(Game::query(GamePk { id: &one.id }).version(one.version).build(), false, |row| {
            (&row.id, row.version) == (&one.id, one.version)
        }),
        asked(GamePk { id: &one.id }.condition(), false, |row| row.id == one.id),
    ]
}

/// Checks that the local decision matches the meaning. Returns the condition, unless its range is empty.
fn check_query(asked: Asked<'_>, rows: &[Game]) -> Option<(KeyCondition, Vec<Game>)> {
    let meant: Vec<_> = rows.iter().filter(|row| (asked.means)(row)).cloned().collect();
    let condition = match asked.built {
        Ok(condition) => condition,
        Err(error) if error.kind() == KeyErrorKind::EmptyRange => {
            assert!(meant.is_empty(), "{meant:?}");
            return None;
        }
        Err(error) => panic!("{error}"),
    };
    assert!(!asked.is_crossed, "{condition:?}");
    let names = |is_sort_key| {
        let own = |key: &KeyAttribute| {
            key.index_name() == condition.index_name() && key.is_sort_key() == is_sort_key
        };
        Game::SCHEMA.key_attributes().filter(own).map(|key| key.name()).collect::<Vec<_>>()
    };
    for row in rows {
        let keys = row.keys().unwrap();
        let texts = |names: Vec<&str>| -> Option<Vec<_>> {
            names.into_iter().map(|name| keys.get(name)).collect()
        };
        let pk = texts(names(false));
        let sk = texts(names(true));
        let matches = pk.zip(sk).is_some_and(|(pk, sk)| condition.matches(&pk[..], &sk[..]));
        assert_eq!(matches, (asked.means)(row), "{row:?} {condition:?}");
        assert_eq!(condition.matches_with(|name| keys.get(name)), matches);
    }
    Some((condition, meant))
}

/// Generates rows with one key each.
fn rows() -> impl Strategy<Value = Vec<Game>> {
    let ids = (0..40_u8).prop_map(|id| format!("g{}", id % 8)).boxed();
    vec(game(few_texts(), ids), 1..30).prop_map(|mut rows| {
        // Some share a part of the given values.
        for at in 1..rows.len() {
            if at % 2 == 0 {
                let Game { tenant, region, level, letter, round, .. } = rows[at - 1].clone();
                rows[at] = Game { tenant, region, level, letter, round, ..rows[at].clone() };
            }
            if at % 4 == 0 {
                let Game { name, at: moment, .. } = rows[at - 1].clone();
                rows[at] = Game { name, at: moment, ..rows[at].clone() };
            }
        }
        rows.sort_by(|one, other| (&one.id, one.version).cmp(&(&other.id, other.version)));
        rows.dedup_by(|one, other| (&one.id, one.version) == (&other.id, other.version));
        rows
    })
}

fn near(rows: Vec<Game>, mut given: Given, at: prop::sample::Index) -> (Vec<Game>, Given) {
    given.one = rows[at.index(rows.len())].clone();
    (rows, given)
}

fn case() -> impl Strategy<Value = (Vec<Game>, Given)> {
    (rows(), given(), any::<prop::sample::Index>())
        .prop_map(|(rows, given, at)| near(rows, given, at))
}

proptest! {
    #![proptest_config(cases(200))]

    #[test]
    fn conditions_mean_what_they_say((rows, given) in case()) {
        for asked in queries(&given) {
            check_query(asked, &rows);
        }
    }
}

#[test]
fn the_engine_returns_what_is_meant() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let mut runner = TestRunner::new(Config { cases: 12, ..Config::with_source_file(file!()) });
    let check = |(rows, given): (Vec<Game>, Given)| {
        runtime.block_on(async {
            let store = Store::new(Games::SCHEMA).await;
            for row in &rows {
                store.put(row).await;
            }
            for asked in queries(&given) {
                let Some((condition, meant)) = check_query(asked, &rows) else { continue };
                let mut found = store.read::<Game>(&condition).await;
                found.sort_by(|one, other| (&one.id, one.version).cmp(&(&other.id, other.version)));
                prop_assert_eq!(found, meant, "{:?}", condition);
            }
            Ok(())
        })
    };
    runner.run(&case(), check).unwrap();
}
