//! Entities and tables.

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use ulid::Ulid;

/// The state of an order.
#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
pub enum Status {
    /// Not paid yet.
    Pending,
    /// Paid.
    Paid,
}

/// The id of a user.
#[derive(KeyPart, Debug, Clone, PartialEq, Eq)]
pub struct UserId(pub String);

/// A month, `202412`.
#[derive(KeyPart, Clone, Copy, Debug, PartialEq, Eq)]
pub struct Month(pub u32);

/// A sparse index, a static sort key.
#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("GSI1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub struct User {
    /// Who.
    pub user_id: UserId,
    /// Where to write to.
    pub email: Option<String>,
}

/// Indexes of every form, a computed part.
#[derive(DdbKeys, Debug)]
#[ddb(table = Shop, updates = by_hand)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("GSI1", pk = ("ORDER", status, month() -> Month), sk = ("{created_at:.3}", id))]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("by_type", pk = ("order"))]
#[lsi("LSI1", sk = ("{priority:03}", id))]
pub struct Order {
    /// Who.
    pub user_id: String,
    /// When.
    pub created_at: Timestamp,
    /// Which.
    pub id: Ulid,
    /// How far.
    pub status: Status,
    /// How soon.
    pub priority: u16,
}

impl Order {
    fn month(&self) -> Month {
        Month(u32::from(self.priority))
    }
}

/// Keys of several shapes, and legacy keys.
#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("VERSION", id)]
#[sk("VERSION")]
#[or("with_both", pk = ("VERSIONS", id), sk = (variant, note() -> Option<String>))]
#[or("with_variant", sk = ("VERSION", variant), separator = "|")]
#[was("v1", pk = ("V", id))]
pub struct Version {
    /// Which.
    pub id: String,
    /// Of which kind.
    pub variant: Option<String>,
}

impl Version {
    fn note(&self) -> Option<String> {
        self.variant.clone()
    }
}

/// A table that names its attributes.
#[derive(DdbTable, Debug)]
#[ddb(pk = "PK", sk = "SK", type_attribute = "type")]
#[gsi("GSI1", pk = "GSI1PK", sk = "GSI1SK")]
#[gsi("inverted", pk = "SK", sk = "PK")]
#[gsi("by_type", pk = "type_pk")]
#[lsi("LSI1", sk = "LSI1SK")]
pub enum Shop {
    /// A user.
    User(User),
    /// An order.
    Order(Order),
    /// A version.
    Version(Version),
}

/// Type and const parameters, lifetimes, a where clause.
#[derive(DdbKeys, Debug)]
#[pk("EVENT", tenant)]
#[sk("{id}@v{version:05}", tenant, "{*rest}")]
#[gsi("gsi1", pk = ("TAG", tag), sk = (id))]
pub struct Event<'a, 'b, P, const N: usize>
where
    P: Clone,
{
    /// Whose.
    pub tenant: &'a str,
    /// Which.
    pub id: Ulid,
    /// How often changed.
    pub version: u32,
    /// What about.
    pub tag: Option<&'b str>,
    /// The rest.
    pub rest: String,
    /// What it says.
    pub payload: [P; N],
}

/// Five indexes over the same parts, written in the usual way. Clippy's `duplicated_attributes`, which is on by
/// default, reports nothing.
#[derive(DdbKeys, Debug)]
#[pk("USER", user_id)]
#[sk("MESSAGE", id)]
#[gsi("gsi1", pk = (user_id), sk = (id))]
#[gsi("gsi2", pk = ("TOPIC", topic), sk = (id))]
#[gsi("gsi3", pk = ("TOPIC", topic, user_id), sk = (id))]
#[gsi("gsi4", pk = [topic], sk = [user_id, id])]
#[gsi("gsi5", pk = [topic], sk = [user_id, id])]
#[lsi("lsi1", sk = (topic))]
#[lsi("lsi2", sk = (topic))]
pub struct Message {
    /// Whose.
    pub user_id: String,
    /// Which.
    pub id: String,
    /// What about.
    pub topic: String,
}

/// A parameter whose bound the key does not need.
#[derive(DdbKeys, Debug)]
#[pk("GENERIC", id)]
#[sk("V", id)]
pub struct Generic<T: KeyPart> {
    /// Which.
    pub id: String,
    /// What it says.
    pub payload: T,
}

/// No sort key.
#[derive(DdbKeys, Debug)]
#[pk("CONFIG##{{{name}}}")]
pub struct Config {
    /// Which.
    pub name: String,
}

/// No fields.
#[derive(DdbKeys, Debug, Clone, Copy)]
#[pk("COUNTER")]
#[sk("COUNTER")]
pub struct Counter {}

pub(crate) mod inner {
    use super::{DdbKeys, DdbTable};

    #[derive(DdbKeys, Debug)]
    #[pk("USER", user_id)]
    #[sk("NOTE", id)]
    #[gsi("gsi1", pk = ("NOTE", id))]
    pub(crate) struct Note<'a> {
        pub(crate) user_id: &'a str,
        pub(crate) id: String,
    }

    #[derive(DdbTable, Debug)]
    pub(crate) enum Notes<'a> {
        Note(Note<'a>),
    }

    #[derive(DdbKeys, Debug)]
    #[pk("USER", user_id)]
    #[sk("TOKEN", "{id:03}")]
    pub(super) struct Token {
        pub(super) user_id: String,
        pub(super) id: u8,
    }
}

#[derive(DdbKeys, Debug)]
#[pk("USER", user_id)]
#[sk("PRIVATE", id)]
#[gsi("gsi1", pk = ("PRIVATE", id), sk = pk)]
struct Private {
    user_id: String,
    id: Ulid,
}

#[test]
fn they_work() {
    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Local {
        One,
        Two,
    }

    #[derive(DdbKeys, Debug)]
    #[pk("LOCAL", local)]
    #[sk(id)]
    struct InFunction<'a> {
        local: Local,
        id: &'a str,
    }

    #[derive(DdbTable, Debug)]
    enum Table<'a> {
        InFunction(InFunction<'a>),
    }

    let one = InFunction { local: Local::One, id: "1" };
    assert_eq!(one.pk().unwrap(), "LOCAL#One");
    assert_eq!(Table::from(one).keys().unwrap().sk(), Some("1"));
    let two = InFunction::parse_key("LOCAL#Two", "2").unwrap();
    assert_eq!((two.local, two.id), (Local::Two, "2"));

    let private = Private { user_id: "u1".into(), id: Ulid::nil() };
    assert_eq!(private.gsi1().keys().unwrap().sk(), Some("USER#u1"));
    let token = inner::Token { user_id: "u1".into(), id: 7 };
    assert_eq!(token.sk().unwrap(), "TOKEN#007");
    let note = inner::Note { user_id: "u1", id: "7".into() };
    assert_eq!(inner::Notes::from(note).keys().unwrap().get("gsi1pk"), Some("NOTE#7"));
    let order = Order {
        user_id: "u1".into(),
        created_at: Timestamp::UNIX_EPOCH,
        id: Ulid::nil(),
        status: Status::Paid,
        priority: 7,
    };
    assert_eq!(order.keys().unwrap().get("GSI1PK"), Some("ORDER#PAID#7"));
    let event = Event {
        tenant: "t",
        id: Ulid::nil(),
        version: 7,
        tag: None,
        rest: "a#b".into(),
        payload: [(); 0],
    };
    assert!(event.gsi1().is_none());
    assert_eq!(event.sk().unwrap(), "00000000000000000000000000@v00007#t#a#b");
    let message = Message { user_id: "u1".into(), id: "7".into(), topic: "t".into() };
    assert_eq!(message.keys().unwrap().len(), 13);
    assert_eq!(message.gsi4().keys().unwrap().sk(), Some("u1"));
    assert_eq!(Config { name: "a".into() }.pk().unwrap(), "CONFIG##{a}");
    assert_eq!(Counter {}.keys().unwrap().sk(), Some("COUNTER"));
}

/// Names that the user may choose, and whose lints the user must allow.
#[allow(non_camel_case_types, non_snake_case, reason = "the names in the item")]
#[derive(DdbKeys, Debug)]
#[pk("ITEM", itemId)]
#[sk("LINE", lineNo)]
pub struct order_item {
    /// Of the item.
    pub itemId: String,
    /// Of the line.
    pub lineNo: String,
}

/// A table with that name.
#[derive(DdbTable, Debug)]
pub enum Lines {
    /// A line.
    #[allow(non_camel_case_types, reason = "the name of the entity")]
    order_item(order_item),
}

#[test]
fn names_are_the_users() {
    let item = order_item { itemId: "i1".into(), lineNo: "7".into() };
    assert_eq!(item.sk().as_deref(), Ok("LINE#7"));
    assert!(order_item::query(order_itemPk { itemId: "i1" }).lineNo("7").build().is_ok());
    assert_eq!(
        Lines::parse_key("ITEM#i1", "LINE#7"),
        Ok(LinesKey::order_item(order_itemKey { itemId: "i1", lineNo: "7" }))
    );
}
