//! The requests of a table that name fields: edits, conditions of puts and deletes, filters.

use aws_sdk_dynamodb::types::{AttributeValue, BillingMode};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::TableErrorKind::{Conflict, InDoubt, Item as OfItem, Key, NotFound, Refused};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Item, ItemErrorKind, Table, TableError, field};
use serde::{Deserialize, Serialize};

use crate::script::{Script, Step};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("GOODS", id)]
#[sk("GOODS")]
struct Goods {
    id: String,
    status: String,
    stock: u32,
    tiny: u8,
    balance: i64,
    rate: f64,
    note: Option<String>,
    tags: Vec<String>,
    #[serde(default)]
    visits: u32,
    #[serde(default = "thousand")]
    credit: u32,
    #[serde(default)]
    marks: Vec<u8>,
}

const fn thousand() -> u32 {
    1000
}

/// With a version, and a field that is itself an attribute of an index.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop, version = version, ttl = expires_at)]
#[pk("PLAYER", id)]
#[sk("PLAYER")]
#[gsi("scores", pk = ("GAME", game), sk = [score])]
#[gsi("cities", pk = [city])]
struct Player {
    id: String,
    game: String,
    score: u32,
    city: String,
    version: u32,
    expires_at: u64,
    note: String,
}

/// Its first release had another sort key.
#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("BILL", id)]
#[sk("NEW", number)]
#[was("v1", sk = ("OLD", number))]
struct Bill {
    id: String,
    number: String,
    cents: u64,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", id)]
struct Order {
    user_id: String,
    id: String,
    cents: u64,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("scores", pk = "scorespk", sk = "score")]
#[gsi("cities", pk = "city")]
enum Shop {
    Goods(Goods),
    Player(Player),
    Bill(Bill),
    Order(Order),
}

fn goods() -> Goods {
    Goods {
        id: "1".into(),
        status: "NEW".into(),
        stock: 1,
        tiny: 250,
        balance: i64::MAX - 1,
        rate: 0.5,
        note: Some("a".into()),
        tags: vec!["x".into()],
        visits: 0,
        credit: 10,
        marks: Vec::new(),
    }
}

const GOODS: GoodsKey<'static> = GoodsKey { id: "1" };

fn player() -> Player {
    let (id, game, city, note) = ("1".into(), "chess".into(), "a".into(), "-".into());
    Player { id, game, score: 5, city, version: 1, expires_at: 0, note }
}

const PLAYER: PlayerKey<'static> = PlayerKey { id: "1" };

fn bill() -> Bill {
    Bill { id: "1".into(), number: "7".into(), cents: 5 }
}

const BILL: BillKey<'static> = BillKey { id: "1", number: "7" };

/// A new table, and its handle.
struct Fixture {
    shop: Table<Shop>,
    script: Script,
}

impl Fixture {
    async fn new() -> Self {
        let client = ddbkey_engine::in_process().unwrap();
        let name = ddbkey_engine::table_name("fields");
        let create = client.create_table().table_name(&name);
        let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(Shop::SCHEMA);
        create.unwrap().send().await.unwrap();
        let script = Script::default();
        Self { shop: Table::new(&script.client(&client), name), script }
    }

    /// Puts an item with some attributes changed and others removed.
    async fn put(&self, item: Item, set: &[(&str, AttributeValue)], removed: &[&str]) {
        let mut item = item;
        item.retain(|name, _| !removed.contains(&name.as_str()));
        item.extend(set.iter().map(|(name, value)| ((*name).to_owned(), value.clone())));
        let put = self.shop.client().put_item().table_name(self.shop.name());
        put.set_item(Some(item)).send().await.unwrap();
        self.script.clear();
    }

    async fn stored(&self, pk: &str, sk: &str) -> Option<Item> {
        let get = self.shop.client().get_item().table_name(self.shop.name());
        let get =
            get.key("pk", AttributeValue::S(pk.into())).key("sk", AttributeValue::S(sk.into()));
        get.send().await.unwrap().item
    }

    async fn goods(&self) -> Item {
        self.stored("GOODS#1", "GOODS").await.unwrap()
    }
}

fn number(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.into())
}

fn kind<T: std::fmt::Debug>(result: Result<T, TableError>) -> ddbkey_aws::TableErrorKind {
    result.unwrap_err().kind()
}

#[tokio::test]
async fn an_edit_changes_its_fields_in_one_request() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    let edit = || {
        shop.edit(GOODS)
            .set(field!(Goods.note), "b")
            .add(field!(Goods.stock), 2)
            .add(field!(Goods.rate), 0.25)
            .append(field!(Goods.tags), ["y", "z"])
            .append(field!(Goods.marks), [1])
    };
    assert_eq!(edit().await.unwrap(), None, "an edit creates no row");
    assert_eq!(fixture.stored("GOODS#1", "GOODS").await, None);
    fixture.put(goods().to_item().unwrap(), &[], &[]).await;
    let edited = edit().await.unwrap().unwrap();
    let expected = Goods {
        note: Some("b".into()),
        stock: 3,
        rate: 0.75,
        tags: vec!["x".into(), "y".into(), "z".into()],
        marks: vec![1],
        ..goods()
    };
    assert_eq!(edited, expected);
    assert_eq!(fixture.script.sent(), ["UpdateItem"]);
    let edited = shop.edit(GOODS).remove(field!(Goods.note)).await.unwrap().unwrap();
    assert_eq!(edited.note, None);
    assert!(!fixture.goods().await.contains_key("note"));
    shop.edit(GOODS).set(field!(Goods.note), None).await.unwrap();
    assert!(!fixture.goods().await.contains_key("note"), "`None` is no NULL");
    assert_eq!(shop.edit(GoodsKey { id: "" }).add(field!(Goods.stock), 1).await.unwrap(), None);
}

#[tokio::test]
async fn no_sum_leaves_the_range_of_its_field() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    fixture.put(goods().to_item().unwrap(), &[], &[]).await;
    let errors = [
        shop.edit(GOODS).add(field!(Goods.stock), -2).await.unwrap_err(),
        shop.edit(GOODS).add(field!(Goods.tiny), 6).await.unwrap_err(),
        shop.edit(GOODS).add(field!(Goods.balance), 2).await.unwrap_err(),
        shop.edit(GOODS).add(field!(Goods.stock), u64::MAX).await.unwrap_err(),
    ];
    let before = fixture.goods().await;
    for error in errors {
        assert_eq!((error.kind(), error.item()), (OfItem, Some(&before)), "{error}");
        assert_eq!(error.item_error().unwrap().kind(), ItemErrorKind::Format);
        assert!(!error.to_string().contains(char::is_numeric), "{error}");
    }
    assert_eq!(Goods::from_item(before).unwrap(), goods());
    shop.edit(GOODS).add(field!(Goods.stock), -1).await.unwrap();
    shop.edit(GOODS).add(field!(Goods.tiny), 5).await.unwrap();
    shop.edit(GOODS).add(field!(Goods.balance), 1).await.unwrap();
    let edited = Goods::from_item(fixture.goods().await).unwrap();
    assert_eq!((edited.stock, edited.tiny, edited.balance), (0, 255, i64::MAX));
}

/// A missing number counts as 0 under a bare default alone, and a number is not added to anything else.
#[tokio::test]
async fn what_a_row_lacks() {
    let fixture = Fixture::new().await;
    let (shop, item) = (&fixture.shop, goods().to_item().unwrap());
    fixture.put(item.clone(), &[], &["visits", "credit", "marks", "stock"]).await;
    let visits = shop.edit(GOODS).add(field!(Goods.visits), 3).await;
    assert_eq!(kind(visits), OfItem, "it was applied, but `stock` is missing");
    assert_eq!(fixture.goods().await["visits"], number("3"));
    let lacking = shop.edit(GOODS).add(field!(Goods.credit), 1).await.unwrap_err();
    assert_eq!(lacking.to_string(), "edit of `Goods`: Goods: field `credit`: missing");
    assert_eq!(kind(shop.edit(GOODS).add(field!(Goods.stock), 1).await), OfItem);
    let negative = shop.edit(GOODS).add(field!(Goods.visits), -4).await;
    assert_eq!(kind(negative), OfItem);
    fixture.put(item.clone(), &[], &["visits"]).await;
    assert_eq!(kind(shop.edit(GOODS).add(field!(Goods.visits), -1).await), OfItem);
    let text = AttributeValue::S("x".into());
    for wrong in [text.clone(), AttributeValue::Null(true)] {
        let set = [("stock", wrong.clone()), ("tags", wrong)];
        fixture.put(item.clone(), &set, &[]).await;
        assert_eq!(kind(shop.edit(GOODS).add(field!(Goods.stock), 1).await), OfItem);
        assert_eq!(kind(shop.edit(GOODS).append(field!(Goods.tags), ["y"]).await), OfItem);
    }
    fixture.put(item, &[("rate", text)], &["marks"]).await;
    assert_eq!(kind(shop.edit(GOODS).add(field!(Goods.rate), 1.0).await), OfItem);
}

#[tokio::test]
async fn a_condition_that_is_not_met() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    fixture.put(goods().to_item().unwrap(), &[], &[]).await;
    let before = fixture.goods().await;
    let paid = || field!(Goods.status).eq("PAID");
    let error = shop.edit(GOODS).add(field!(Goods.stock), 1).when(paid()).await.unwrap_err();
    assert_eq!((error.kind(), error.item()), (Conflict, Some(&before)));
    // A condition that is not met counts before a sum.
    let edit = shop.edit(GOODS).add(field!(Goods.stock), -2).when(field!(Goods.stock).ge(2));
    assert_eq!(kind(edit.await), Conflict);
    let both = shop.edit(GOODS).add(field!(Goods.stock), 1).when(!paid()).when(paid());
    assert_eq!(kind(both.await), Conflict);
    let edit = shop.edit(GOODS).add(field!(Goods.stock), 1).when(!paid());
    assert_eq!(edit.await.unwrap().unwrap().stock, 2);
    fixture.script.clear();
    let never = field!(Goods.status).is_in::<&str>([]);
    let edit = shop.edit(GOODS).add(field!(Goods.stock), 1).when(never);
    assert_eq!(kind(edit.await), Conflict);
    let crossed = field!(Goods.stock).between(5, 1);
    assert_eq!(kind(shop.edit(GOODS).add(field!(Goods.stock), 1).when(crossed).await), Conflict);
    assert!(fixture.script.sent().is_empty());
}

#[tokio::test]
async fn what_is_not_sent() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    fixture.put(goods().to_item().unwrap(), &[], &[]).await;
    let edit = || shop.edit(GOODS).add(field!(Goods.stock), 1);
    let many = field!(Goods.stock).is_in(0..101_u32);
    let long = field!(Goods.status).eq("a");
    let long = (0..310).fold(long.clone(), |all, _| all | long.clone());
    let refused = [
        shop.edit(GOODS).await,
        edit().add(field!(Goods.stock), 1).await,
        shop.edit(GOODS).set(field!(Goods.rate), f64::NAN).await,
        shop.edit(GOODS).add(field!(Goods.rate), f64::INFINITY).await,
        edit().when(field!(Goods.rate).eq(f64::NAN)).await,
        edit().when(many).await,
        edit().when(long).await,
        edit().customize(|request| request).exactly_once().await,
    ];
    for result in refused {
        assert_eq!(kind(result), Refused);
    }
    let edit = || shop.edit(PLAYER);
    assert_eq!(kind(edit().set(field!(Player.expires_at), 5_000).await), OfItem);
    assert_eq!(kind(edit().set(field!(Player.city), "").await), Key);
    assert_eq!(kind(edit().set(field!(Player.city), "x".repeat(3_000)).await), Key);
    assert!(fixture.script.sent().is_empty());
}

/// An edit counts as an update of the version, and a field that is an attribute of an index by itself stays one.
#[tokio::test]
async fn versions_and_leaderboards() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    let item = player().to_item().unwrap();
    fixture.put(item.clone(), &[], &[]).await;
    let edited = shop.edit(PLAYER).add(field!(Player.score), 10).await.unwrap().unwrap();
    assert_eq!((edited.score, edited.version), (15, 2));
    let stored = fixture.stored("PLAYER#1", "PLAYER").await.unwrap();
    assert_eq!(Shop::audit(&stored), []);
    shop.edit(PLAYER).set(field!(Player.city), "b").await.unwrap();
    assert_eq!(Shop::audit(&fixture.stored("PLAYER#1", "PLAYER").await.unwrap()), []);
    fixture.put(item.clone(), &[], &["version"]).await;
    let edited = shop.edit(PLAYER).set(field!(Player.note), "x").await.unwrap().unwrap();
    assert_eq!(edited.version, 1);
    assert_eq!(fixture.stored("PLAYER#1", "PLAYER").await.unwrap()["version"], number("1"));
    fixture.put(item, &[("version", number("4294967295"))], &[]).await;
    let error = shop.edit(PLAYER).set(field!(Player.note), "x").await.unwrap_err();
    assert_eq!(error.item_error().unwrap().kind(), ItemErrorKind::Version);
    assert!(error.item().is_some());
}

/// The current key, each legacy key, and the current key again.
#[tokio::test]
async fn rows_under_legacy_keys() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    let edit = || shop.edit(BILL).add(field!(Bill.cents), 1);
    assert_eq!(edit().await.unwrap(), None);
    assert_eq!(fixture.script.sent(), ["UpdateItem"; 3]);
    let legacy = [("sk", AttributeValue::S("OLD#7".into()))];
    fixture.put(bill().to_item().unwrap(), &legacy, &[]).await;
    assert_eq!(edit().await.unwrap().unwrap().cents, 6);
    assert_eq!(fixture.script.sent(), ["UpdateItem"; 2]);
    assert_eq!(fixture.stored("BILL#1", "OLD#7").await.unwrap()["cents"], number("6"));
    // The row moves while the legacy key is asked.
    fixture.script.clear();
    let moved = shop.clone();
    let moves = async move {
        let item = moved.client().get_item().table_name(moved.name());
        let item = item.item_key(BillV1 { id: "1", number: "7" }).unwrap().send().await.unwrap();
        let rekey = Shop::rekey(&item.item.unwrap()).unwrap().unwrap();
        let rekey = moved.client().transact_write_items().rekey(&rekey, moved.name());
        rekey.send().await.unwrap();
    };
    fixture.script.then([Step::Answer, Step::after(moves)]);
    assert_eq!(edit().await.unwrap().unwrap().cents, 7);
    let when = edit().when(field!(Bill.cents).eq(0)).await;
    assert_eq!(kind(when), Conflict);
    let gone = shop.delete(BILL).when(field!(Bill.cents).eq(0)).await;
    assert_eq!(kind(gone), Conflict);
    let gone = shop.delete(BILL).when(field!(Bill.cents).eq(7)).await;
    assert_eq!(gone.unwrap().unwrap().cents, 7);
    assert_eq!(kind(shop.put(&bill()).when(field!(Bill.cents).eq(7)).await), Refused);
}

/// An edit whose answer is lost is sent once, unless it has a token.
#[tokio::test]
async fn lost_answers() {
    for (step, stock) in [(Step::LoseAnswer, "2"), (Step::LoseRequest, "1")] {
        let fixture = Fixture::new().await;
        let shop = &fixture.shop;
        fixture.put(goods().to_item().unwrap(), &[], &[]).await;
        fixture.script.then([step]);
        let edit = shop.edit(GOODS).add(field!(Goods.stock), 1);
        assert_eq!(kind(edit.await), InDoubt);
        assert_eq!(fixture.script.sent(), ["UpdateItem"]);
        assert_eq!(fixture.goods().await["stock"], number(stock));
    }
    for step in [Step::LoseAnswer, Step::LoseRequest] {
        let fixture = Fixture::new().await;
        let shop = &fixture.shop;
        fixture.put(goods().to_item().unwrap(), &[], &[]).await;
        fixture.script.then([step]);
        let edit = shop.edit(GOODS).add(field!(Goods.stock), 1).exactly_once();
        assert_eq!(edit.await.unwrap().unwrap().stock, 2);
        let paid = field!(Goods.status).eq("PAID");
        let edit = shop.edit(GOODS).add(field!(Goods.stock), 1).when(paid).exactly_once();
        assert_eq!(kind(edit.await), Conflict);
        let none = shop.edit(GoodsKey { id: "2" }).add(field!(Goods.stock), 1).exactly_once();
        assert_eq!(none.await.unwrap(), None);
    }
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    fixture.put(goods().to_item().unwrap(), &[], &[]).await;
    fixture.script.then([Step::LoseAnswer]);
    let put = shop.put(&goods()).when(field!(Goods.stock).eq(1));
    assert_eq!(kind(put.await), InDoubt);
    fixture.script.then([Step::LoseAnswer]);
    let delete = shop.delete(GOODS).when(field!(Goods.stock).eq(1));
    assert_eq!(kind(delete.await), InDoubt);
    assert_eq!(fixture.stored("GOODS#1", "GOODS").await, None);
}

#[tokio::test]
async fn conditions_of_puts_and_deletes() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    let newer = Goods { stock: 5, ..goods() };
    let older = || field!(Goods.stock).lt(5);
    let not = || !field!(Goods.status).eq("PAID") & field!(Goods.note).exists();
    // No row meets any condition.
    assert_eq!(kind(shop.put(&newer).when(older()).await), NotFound);
    assert_eq!(kind(shop.put(&newer).when(!not()).await), NotFound);
    assert_eq!(kind(shop.put(&newer).when(field!(Goods.note).missing()).await), NotFound);
    assert_eq!(shop.delete(GOODS).when(field!(Goods.note).missing()).await.unwrap(), None);
    shop.put(&newer).or_absent(older()).await.unwrap();
    let error = shop.put(&newer).or_absent(older()).await.unwrap_err();
    assert_eq!((error.kind(), error.item().is_some()), (Conflict, true));
    assert_eq!(kind(shop.put(&newer).when(older()).await), Conflict);
    shop.put(&goods()).when(not()).await.unwrap();
    shop.put(&newer).when(older()).exactly_once().await.unwrap();
    assert_eq!(kind(shop.put(&newer).when(older()).exactly_once().await), Conflict);
    let other = Goods { id: "2".into(), ..goods() };
    assert_eq!(kind(shop.put(&other).when(older()).exactly_once().await), NotFound);
    let error = shop.delete(GOODS).when(older()).await.unwrap_err();
    assert_eq!((error.kind(), error.item().is_some()), (Conflict, true));
    assert_eq!(kind(shop.delete(GOODS).when(older()).exactly_once().await), Conflict);
    assert_eq!(shop.delete(GOODS).when(!older()).await.unwrap(), Some(newer.clone()));
    assert_eq!(shop.delete(GOODS).when(!older()).await.unwrap(), None);
    // A put writes the version that the row has.
    let error = shop.put(&player()).when(field!(Player.version).eq(1)).await.unwrap_err();
    assert_eq!(error.kind(), Refused);
    assert!(error.to_string().contains("use `update`"), "{error}");
    fixture.script.clear();
    let never = || field!(Goods.stock).between(5, 1);
    assert_eq!(kind(shop.put(&newer).when(never()).await), Conflict);
    assert_eq!(kind(shop.delete(GOODS).when(never()).await), Conflict);
    assert!(fixture.script.sent().is_empty());
    shop.put(&newer).or_absent(never()).await.unwrap();
    assert_eq!(kind(shop.put(&newer).or_absent(never()).await), Conflict);
}

#[tokio::test]
async fn filters() {
    let fixture = Fixture::new().await;
    let shop = &fixture.shop;
    for cents in 1..6 {
        let order = Order { user_id: "u".into(), id: cents.to_string(), cents };
        shop.put(&order).await.unwrap();
    }
    let query = || shop.query(Order::query(OrderPk { user_id: "u" }));
    let cents =
        |orders: Vec<Order>| orders.into_iter().map(|order| order.cents).collect::<Vec<_>>();
    let many = || field!(Order.cents).ge(3);
    assert_eq!(cents(query().filter(many()).await.unwrap()), [3, 4, 5]);
    assert_eq!(cents(query().filter(!many()).await.unwrap()), [1, 2]);
    let both = query().filter(many()).filter(field!(Order.cents).ne(4)).page_size(2);
    assert_eq!(cents(both.await.unwrap()), [3, 5]);
    let mut rows = query().filter(many());
    assert_eq!(rows.next().await.unwrap().unwrap().cents, 3);
    let condition = Order::query(OrderPk { user_id: "u" }).build().unwrap();
    let rows = shop.query_as::<Order>(&condition).filter(many());
    assert_eq!(cents(rows.await.unwrap()), [3, 4, 5]);
    let keys = query().filter(many()).keys().await.unwrap();
    assert_eq!(keys.len(), 3);
    fixture.script.clear();
    assert!(query().filter(field!(Order.cents).between(5, 1)).await.unwrap().is_empty());
    assert_eq!(kind(query().filter(field!(Order.cents).is_in(0..101_u64)).await), Refused);
    let scores = || shop.query(Player::query_scores(PlayerScoresPk { game: "chess" }));
    assert_eq!(kind(scores().filter(field!(Player.score).ge(5)).await), Refused);
    assert!(fixture.script.sent().is_empty());
    assert_eq!(scores().filter(field!(Player.note).eq("-")).await.unwrap(), []);
}
