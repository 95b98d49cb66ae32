//! Tests the page of queries: each query on it compiles in its printed spelling, and becomes the condition on the page.

use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyPart};
use jiff::Timestamp;

use crate::{AccessPatterns, Schema, queries};

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum State {
    Open,
    Paid,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk", projection = keys)]
#[gsi("ranks", pk = ["game", "region"], sk = ["round", "label"])]
#[gsi("inverted", pk = "sk", sk = "pk")]
enum Shop {
    Order(Order),
    Line(Line),
    Rank(Rank),
    Settings(Settings),
    Price(Price),
    Deed(Deed),
}

#[derive(DdbKeys)]
#[ddb(table = Shop, prefix = Purchase)]
#[pk("USER", user_id)]
#[sk("ORDER", "{at:.3}", "{number:desc05}")]
#[was("v1", sk = ("O", "{number:05}"))]
#[was("v0" as oldest, pk = ("CUSTOMER", user_id), sk = ("O", "{number:05}"))]
#[gsi("gsi1" as by_state, pk = ("STATE", open() -> Option<State>), sk = (email, "{number:desc05}", "LAST"))]
#[gsi("inverted", pk = sk, sk = pk)]
#[allow(dead_code, reason = "for its schema")]
struct Order {
    user_id: String,
    at: Timestamp,
    number: u16,
    email: Option<String>,
    state: State,
}

impl Order {
    fn open(&self) -> Option<State> {
        Some(self.state).filter(|state| *state == State::Open)
    }
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{at:.3}", "{number:desc05}", "LINE", "{n:unordered}")]
#[allow(dead_code, reason = "for its schema")]
struct Line {
    user_id: String,
    at: Timestamp,
    number: u16,
    n: u8,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("RANK", id)]
#[sk("META")]
#[gsi("ranks", pk = [game, region], sk = [round, "P#{name}" as "label"])]
#[allow(dead_code, reason = "for its schema")]
struct Rank {
    id: String,
    game: String,
    region: String,
    round: u32,
    name: String,
}

#[derive(KeyPart)]
enum Owner {
    User(String),
    #[allow(dead_code, reason = "for its schema")]
    Nobody,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("DEEDS", id)]
#[sk("DEED", owner, "{tenant:empty}")]
#[allow(dead_code, reason = "for its schema")]
struct Deed {
    id: String,
    owner: Owner,
    tenant: String,
}

/// An entity with a single item.
#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("SETTINGS")]
#[sk("SETTINGS")]
struct Settings {}

/// A key of two shapes.
#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("PRICE", id)]
#[sk("PRICE")]
#[or("with_tier" as tiered, pk = ("TIER", tier), sk = ("PRICE", id))]
#[allow(dead_code, reason = "for its schema")]
struct Price {
    id: String,
    tier: Option<String>,
}

/// Returns the lines below each query on a page.
fn entry<'p>(page: &'p str, query: &str) -> Vec<&'p str> {
    // The compiler prints it with line breaks.
    let query = query.split_whitespace().collect::<Vec<_>>().join(" ");
    let start = format!("\n- `{query}`\n");
    let (_, rest) = page.split_once(&start).unwrap_or_else(|| panic!("no {query} in\n{page}"));
    rest.lines().map_while(|line| line.strip_prefix("  - ")).collect()
}

/// Returns what the page of access patterns prints about a condition: the order and the other rows.
fn known(condition: &KeyCondition) -> Vec<String> {
    let page = AccessPatterns::new(Shop::SCHEMA).add("x", condition).to_string();
    let lines: Vec<_> = page.lines().filter_map(|line| line.strip_prefix("- ")).collect();
    assert_eq!(lines[0], format!("`{condition}`"));
    if condition.to_string().contains("(nested in") { Vec::new() } else { known_of(&lines) }
}

fn known_of(lines: &[&str]) -> Vec<String> {
    let is_known = |line: &&&str| line.starts_with("order") || line.starts_with("also returns");
    lines.iter().filter(is_known).map(ToString::to_string).collect()
}

macro_rules! asked {
    ($page:ident: $($(let $name:ident = $value:expr;)* $query:expr => [$($line:literal),*];)+) => {{
        let mut all = 0;
        $(
            #[allow(unused_variables, reason = "each query has the variables that it needs")]
            {
                $(let $name = $value;)*
                let condition = TypedQuery::build($query).unwrap();
                let lines = entry(&$page, stringify!($query));
                assert_eq!(lines[0], format!("`{condition}`"));
                assert_eq!(known(&condition), known_of(&lines), "{}", stringify!($query));
                assert_eq!(lines[1..], [$($line),*] as [&str; _], "{}", stringify!($query));
                all += 1;
            }
        )+
        all
    }};
}

#[test]
#[expect(clippy::too_many_lines, reason = "a list of every query")]
fn each_query_compiles_and_has_its_condition() {
    use ddbkey::key::TypedQuery;
    let page = queries(&Schema::of(Shop::SCHEMA));
    let (user_id, game, region, name, id) = ("u1", "chess", "eu", "ann", "7");
    let (at, number, n, text) = (Timestamp::UNIX_EPOCH, 7, 1, "2024");
    let (open, email, round) = (State::Open, "ann@example.com", 3);
    let (owner, tenant) = (OwnerRef::User("u1"), "");
    let all = asked! { page:
        Order::query(PurchasePk { user_id }) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first", "also returns `Line`"
        ];
        let from = at; let to = Timestamp::MAX;
        Order::query(PurchasePk { user_id }).at_in(from..to) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first", "also returns `Line`"
        ];
        Order::query(PurchasePk { user_id }).at_starting_with(text) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first", "also returns `Line`"
        ];
        Order::query(PurchasePk { user_id }).at(at) => [
            "reads rows of one partition", "order: `number`, the greatest first", "also returns `Line`"
        ];
        let from = 1; let to = 5;
        Order::query(PurchasePk { user_id }).at(at).number_in(from..to) => [
            "reads rows of one partition", "order: `number`, the greatest first", "also returns `Line`"
        ];
        Order::query(PurchasePk { user_id }).at(at).number(number) => ["reads one item"];
        Order::query(PurchasePk { user_id }).at(at).number(number).nested() => ["reads rows of one partition"];
        Order::query_v1(PurchasePk { user_id }) => ["reads rows of one partition", "order: `number`"];
        let from = 1; let to = 5;
        Order::query_v1(PurchasePk { user_id }).number_in(from..to) => ["reads rows of one partition", "order: `number`"];
        Order::query_v1(PurchasePk { user_id }).number(number) => ["reads one item"];
        Order::query_oldest(PurchaseOldestPk { user_id }) => ["reads rows of one partition", "order: `number`"];
        let from = 1; let to = 5;
        Order::query_oldest(PurchaseOldestPk { user_id }).number_in(from..to) => ["reads rows of one partition", "order: `number`"];
        Order::query_oldest(PurchaseOldestPk { user_id }).number(number) => ["reads one item"];
        Order::query_by_state(PurchaseByStatePk { open }) => [
            "reads a whole index partition", "order: `email` as a string, `number`, the greatest first"
        ];
        Order::query_by_state(PurchaseByStatePk { open }).email_starting_with(text) => [
            "reads rows of one partition", "order: `email` as a string, `number`, the greatest first"
        ];
        Order::query_by_state(PurchaseByStatePk { open }).email(email) => [
            "reads rows of one partition", "order: `number`, the greatest first"
        ];
        let from = 1; let to = 5;
        Order::query_by_state(PurchaseByStatePk { open }).email(email).number_in(from..to) => [
            "reads rows of one partition", "order: `number`, the greatest first"
        ];
        Order::query_by_state(PurchaseByStatePk { open }).email(email).number(number) => ["reads rows of one partition"];
        Order::query_inverted(PurchaseSk { at, number }) => ["reads rows of one partition", "order: `user_id`"];
        let from = "a"; let to = "b";
        Order::query_inverted(PurchaseSk { at, number }).user_id_in(from..to) => ["reads rows of one partition", "order: `user_id`"];
        Order::query_inverted(PurchaseSk { at, number }).user_id_starting_with(text) => ["reads rows of one partition", "order: `user_id`"];
        Order::query_inverted(PurchaseSk { at, number }).user_id(user_id) => ["reads rows of one partition"];
        Line::query(LinePk { user_id }) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first, `n` as a string", "also returns `Order`"
        ];
        let from = at; let to = Timestamp::MAX;
        Line::query(LinePk { user_id }).at_in(from..to) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first, `n` as a string", "also returns `Order`"
        ];
        Line::query(LinePk { user_id }).at_starting_with(text) => [
            "reads rows of one partition", "order: `at`, `number`, the greatest first, `n` as a string", "also returns `Order`"
        ];
        Line::query(LinePk { user_id }).at(at) => [
            "reads rows of one partition", "order: `number`, the greatest first, `n` as a string", "also returns `Order`"
        ];
        let from = 1; let to = 5;
        Line::query(LinePk { user_id }).at(at).number_in(from..to) => [
            "reads rows of one partition", "order: `number`, the greatest first, `n` as a string", "also returns `Order`"
        ];
        Line::query(LinePk { user_id }).at(at).number(number) => ["reads rows of one partition", "order: `n` as a string"];
        Line::query(LinePk { user_id }).at(at).number(number).n(n) => ["reads one item"];
        Rank::query(RankPk { id }) => ["reads one item"];
        Rank::query_ranks(RankRanksPk { game, region }) => ["reads a whole index partition", "order: `round`, `name`"];
        let from = 1; let to = 5;
        Rank::query_ranks(RankRanksPk { game, region }).round_in(from..to) => ["reads rows of one partition", "order: `round`, `name`"];
        Rank::query_ranks(RankRanksPk { game, region }).round(round) => ["reads rows of one partition", "order: `name`"];
        let from = "a"; let to = "b";
        Rank::query_ranks(RankRanksPk { game, region }).round(round).name_in(from..to) => ["reads rows of one partition", "order: `name`"];
        Rank::query_ranks(RankRanksPk { game, region }).round(round).name_starting_with(text) => ["reads rows of one partition", "order: `name`"];
        Rank::query_ranks(RankRanksPk { game, region }).round(round).name(name) => ["reads rows of one partition"];
        Settings::query(SettingsPk {}) => ["reads one item"];
        Price::query(PricePk { id }) => ["reads one item"];
        let tier = "gold";
        Price::query_tiered(PriceTieredPk { tier }) => ["reads rows of one partition", "order: `id`"];
        let tier = "gold"; let from = "a"; let to = "b";
        Price::query_tiered(PriceTieredPk { tier }).id_in(from..to) => ["reads rows of one partition", "order: `id`"];
        let tier = "gold";
        Price::query_tiered(PriceTieredPk { tier }).id_starting_with(text) => ["reads rows of one partition", "order: `id`"];
        let tier = "gold";
        Price::query_tiered(PriceTieredPk { tier }).id(id) => ["reads one item"];
        Deed::query(DeedPk { id }) => ["reads rows of one partition", "order: `owner` as a string, `tenant`"];
        Deed::query(DeedPk { id }).owner_starting_with(text) => [
            "reads rows of one partition", "order: `owner` as a string, `tenant`"
        ];
        Deed::query(DeedPk { id }).owner(owner) => ["reads rows of one partition", "order: `tenant`"];
        let from = "a"; let to = "b";
        Deed::query(DeedPk { id }).owner(owner).tenant_in(from..to) => ["reads rows of one partition", "order: `tenant`"];
        Deed::query(DeedPk { id }).owner(owner).tenant_starting_with(text) => ["reads rows of one partition", "order: `tenant`"];
        Deed::query(DeedPk { id }).owner(owner).tenant(tenant) => ["reads one item"];
    };
    assert_eq!(page.matches("\n- ").count(), all, "{page}");
}

#[test]
fn the_page_says_what_an_index_holds_and_returns() {
    let schema = Schema::of(Shop::SCHEMA);
    let page = queries(&schema);
    for text in [
        "# Queries of `Shop`\n\n## `Order`\n\n### The table\n\n- ",
        "\n### Legacy key `v1`\n\n- ",
        "\n### Alternative `with_tier`\n\nHolds the items with `tier`.\n\n- ",
        "\n### Index `gsi1`\n\nHolds the items with `email`, `open()`.\n\nReturns only the keys.\n\n- ",
    ] {
        assert!(page.contains(text), "{text}\n{page}");
    }
    assert_eq!(
        queries(&Schema::parse(&schema.to_string()).unwrap()).lines().count(),
        page.lines().count()
    );
}
