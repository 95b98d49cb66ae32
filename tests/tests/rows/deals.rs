//! The "deals" data model of chapter twenty of the DynamoDB Book, with every access pattern.
//!
//! Hand-written, its keys drift between writer and query: brand names are upper-cased when they are
//! written and looked up as typed, days are formatted in two ways, and `SK < "MESSAGE#"` is always
//! empty. Here each key has one declaration.

use ddbkey::{DdbKeys, DdbTable, KeyErrorKind, KeyPart};
use ddbkey_aws::prelude::*;
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde::{Deserialize, Serialize};
use ulid::Ulid;

use crate::store::{Store, text};

/// A brand or category as the shop compares it: in one case, however it was typed.
#[derive(KeyPart, Serialize, Deserialize, Clone, PartialEq, Debug)]
struct Label(String);

impl Label {
    fn new(typed: &str) -> Self {
        Self(typed.trim().to_uppercase())
    }
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(table = Deals)]
#[pk("DEAL", id)]
#[sk("DEAL")]
#[gsi("GSI1", pk = ("DEALS", day() -> Date), sk = ("DEAL", id))]
#[gsi("GSI2", pk = ("BRAND", brand, day() -> Date), sk = ("DEAL", id))]
#[gsi("GSI3", pk = ("CATEGORY", category, day() -> Date), sk = ("DEAL", id))]
struct Deal {
    id: Ulid,
    created_at: Timestamp,
    brand: Label,
    category: Label,
    title: String,
}

impl Deal {
    fn day(&self) -> Date {
        self.created_at.to_zoned(TimeZone::UTC).date()
    }
}

/// A curated page: the front page, the editors' choice.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(table = Deals)]
#[pk("PAGE", page)]
#[sk("PAGE")]
struct Featured {
    page: Page,
    deals: Vec<Ulid>,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Page {
    Front,
    Editors,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(table = Deals)]
#[pk("BRANDWATCH", brand)]
#[sk("USER", user)]
#[gsi("GSI1", pk = ("WATCHES", user), sk = ("BRAND", brand))]
struct Watch {
    brand: Label,
    user: String,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(table = Deals)]
#[pk("MESSAGES", user)]
#[sk("MESSAGE", id)]
#[gsi("GSI1", pk = ("UNREAD", unread_by), sk = ("MESSAGE", id))]
struct Message {
    user: String,
    id: Ulid,
    /// The user, until the message is read: a sparse index of unread messages.
    #[serde(skip_serializing_if = "Option::is_none")]
    unread_by: Option<String>,
}

#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[ddb(table = Deals)]
#[pk("USER", user)]
#[sk("CART", added, deal)]
struct CartLine {
    user: String,
    added: Date,
    deal: Ulid,
}

#[derive(DdbTable, Debug, PartialEq)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "Type")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("GSI2", pk = "GSI2PK", sk = "GSI2SK")]
#[gsi("GSI3", pk = "GSI3PK", sk = "GSI3SK")]
enum Deals {
    Deal(Deal),
    Featured(Featured),
    Watch(Watch),
    Message(Message),
    CartLine(CartLine),
}

/// For tests of schemas.
pub(crate) const SCHEMA: &ddbkey::schema::TableSchema = Deals::SCHEMA;

/// Returns a morning in the shop, as a page.
pub(crate) fn picture() -> String {
    let message = |number, unread: bool| Message {
        user: "ada".into(),
        id: ulid(number),
        unread_by: unread.then(|| "ada".into()),
    };
    let watch = |brand, user: &str| Watch { brand: Label::new(brand), user: user.into() };
    let mut rows: Vec<Deals> = deals().into_iter().map(Into::into).collect();
    rows.push(Featured { page: Page::Front, deals: vec![ulid(1), ulid(3)] }.into());
    rows.extend(
        [watch("apple", "ada"), watch("apple", "bob"), watch("sony", "ada")].map(Into::into),
    );
    rows.extend([message(1, false), message(2, true)].map(Into::into));
    let added = "2024-12-01".parse().unwrap();
    rows.push(CartLine { user: "ada".into(), added, deal: ulid(2) }.into());
    ddbkey_tools::picture(&rows).unwrap()
}

fn at(time: &str) -> Timestamp {
    time.parse().unwrap()
}

fn ulid(number: u128) -> Ulid {
    Ulid::from_parts(1_700_000_000_000, number)
}

fn deal(number: u128, time: &str, brand: &str, category: &str) -> Deal {
    Deal {
        id: ulid(number),
        created_at: at(time),
        brand: Label::new(brand),
        category: Label::new(category),
        title: format!("deal {number}"),
    }
}

/// Two at the ends of one day, one on the next.
fn deals() -> [Deal; 3] {
    [
        deal(1, "2024-12-01T00:00:00Z", "Apple", "Phones"),
        deal(2, "2024-12-01T23:59:59.999Z", " apple", "Tablets"),
        deal(3, "2024-12-02T00:00:00Z", "Sony", "phones"),
    ]
}

async fn store_of(entities: &[impl DdbKeys + Serialize]) -> Store {
    let store = Store::new(Deals::SCHEMA).await;
    for entity in entities {
        store.put(entity).await;
    }
    store
}

#[tokio::test]
async fn deals_of_a_day_with_its_first_and_last_moment() {
    let deals = deals();
    let store = store_of(&deals).await;
    let day = "2024-12-01".parse().unwrap();
    let of_day = Deal::query_gsi1(DealGsi1Pk { day }).build().unwrap();
    assert_eq!(store.read::<Deal>(&of_day).await, deals[..2]);
    let newest = Deal::query_gsi1(DealGsi1Pk { day }).id_in(deals[1].id..).build().unwrap();
    assert_eq!(store.read::<Deal>(&newest).await, deals[1..2]);
}

#[tokio::test]
async fn deals_of_a_brand_and_of_a_category_however_typed() {
    let deals = deals();
    let store = store_of(&deals).await;
    let day: Date = "2024-12-01".parse().unwrap();
    let apple = Label::new("aPPLE");
    let of_brand = Deal::query_gsi2(DealGsi2Pk { brand: apple.as_part(), day }).build().unwrap();
    assert_eq!(store.read::<Deal>(&of_brand).await, deals[..2]);
    let phones = Label::new("PHONES");
    let next = day.checked_add(1.day()).unwrap();
    let of_category = DealGsi3Pk { category: phones.as_part(), day: next };
    let of_category = Deal::query_gsi3(of_category).build().unwrap();
    assert_eq!(store.read::<Deal>(&of_category).await, deals[2..]);
}

#[tokio::test]
async fn pages_by_their_name() {
    let front = Featured { page: Page::Front, deals: vec![ulid(1), ulid(3)] };
    let editors = Featured { page: Page::Editors, deals: vec![ulid(2)] };
    let store = store_of(&[front.clone(), editors]).await;
    let condition = Featured::query(FeaturedPk { page: Page::Front }).build().unwrap();
    assert_eq!(store.read::<Featured>(&condition).await, [front]);
}

#[tokio::test]
async fn watchers_of_a_brand_and_brands_of_a_watcher() {
    let watch = |brand, user: &str| Watch { brand: Label::new(brand), user: user.into() };
    let watches = [watch("apple", "ada"), watch("APPLE", "bob"), watch("sony", "ada")];
    let store = store_of(&watches).await;
    let of_brand = Watch::query(WatchPk { brand: LabelRef::new("APPLE") }).build().unwrap();
    assert_eq!(store.read::<Watch>(&of_brand).await, watches[..2]);
    let of_user = Watch::query_gsi1(WatchGsi1Pk { user: "ada" }).build().unwrap();
    assert_eq!(store.read::<Watch>(&of_user).await, [watches[0].clone(), watches[2].clone()]);
}

#[tokio::test]
async fn messages_and_the_unread_ones() {
    let message = |number, unread: bool| Message {
        user: "ada".into(),
        id: ulid(number),
        unread_by: unread.then(|| "ada".into()),
    };
    let messages = [message(1, false), message(2, true), message(3, true)];
    let store = store_of(&messages).await;
    let all = Message::query(MessagePk { user: "ada" }).build().unwrap();
    assert_eq!(store.read::<Message>(&all).await, messages);
    let older = Message::query(MessagePk { user: "ada" }).id_in(..ulid(3)).build().unwrap();
    assert_eq!(store.read::<Message>(&older).await, messages[..2]);
    let unread = Message::query_gsi1(MessageGsi1Pk { unread_by: "ada" }).build().unwrap();
    assert_eq!(store.read::<Message>(&unread).await, messages[1..]);

    read_message(&store, &messages[1]).await;
    assert_eq!(store.read::<Message>(&unread).await, messages[2..]);
    assert_eq!(store.read::<Message>(&all).await[1], message(2, false));
}

/// Reading a message takes it out of the index, by removing both attributes.
async fn read_message(store: &Store, message: &Message) {
    let item = message.to_item().unwrap();
    let update = Message::update_item(&item, |message| message.unread_by = None);
    let request = store.client.update_item().table_name(&store.table);
    request.item_update(&update.unwrap().unwrap()).send().await.unwrap();
}

#[tokio::test]
async fn a_cart_day_by_day() {
    let line = |day: &str, number| CartLine {
        user: "ada".into(),
        added: day.parse().unwrap(),
        deal: ulid(number),
    };
    let lines = [line("2024-12-01", 2), line("2024-12-31", 1), line("2025-01-01", 3)];
    let store = store_of(&lines).await;
    let december = "2024-12-01".parse::<Date>().unwrap()..="2024-12-31".parse().unwrap();
    let cart = || CartLine::query(CartLinePk { user: "ada" });
    let of_month = cart().added_in(december).build().unwrap();
    assert_eq!(store.read::<CartLine>(&of_month).await, lines[..2]);
    let by_text = cart().added_starting_with("2024-12").build().unwrap();
    assert_eq!(store.read::<CartLine>(&by_text).await, lines[..2]);
    let backwards = "2025-01-01".parse::<Date>().unwrap().."2024-12-01".parse().unwrap();
    assert!(
        matches!(cart().added_in(backwards).build(), Err(error) if error.kind() == KeyErrorKind::EmptyRange)
    );
}

#[tokio::test]
async fn every_item_says_which_entity_it_is() {
    let store = store_of(&deals()).await;
    store.put(&Watch { brand: Label::new("apple"), user: "ada".into() }).await;
    let scan = store.client.scan().table_name(&store.table).send().await.unwrap();
    for item in scan.items() {
        let kind = match Deals::from_item(item.clone()).unwrap() {
            Deals::Deal(_) => "Deal",
            Deals::Watch(_) => "Watch",
            other => panic!("not written: {other:?}"),
        };
        assert_eq!(text(item, "Type"), kind);
    }
    assert_eq!(scan.count(), 4);
}
