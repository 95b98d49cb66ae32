//! What a legacy key generates, alone and in a table.

use crate::listed::also_returned;
use ddbkey_tools::Schema;
use std::collections::HashSet;

use ddbkey::key::PrimaryKey;
use ddbkey::{DdbKeys, DdbTable, KeyError, KeyPart, ParseErrorKind};

use crate::texts;

#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER2", "{number:08}")]
#[was("v1", sk = ("ORDER", "{number:05}"))]
#[was("v0", pk = ("CUSTOMER", user_id), sk = ("O", "{number:unordered}"), separator = "|")]
#[gsi("inverted", pk = sk, sk = pk)]
struct Order {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys, Debug)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbTable, Debug)]
#[gsi("inverted", pk = "sk", sk = "pk")]
enum Shop {
    User(User),
    Order(Order),
}

fn order() -> Order {
    Order { user_id: "u1".into(), number: 7 }
}

#[test]
fn a_legacy_key_is_built_and_parsed() -> Result<(), Box<dyn std::error::Error>> {
    let order = order();
    let v1 = order.v1();
    assert_eq!(v1, OrderV1 { user_id: "u1", number: 7 });
    assert_eq!((v1.pk()?, v1.sk()?), ("USER#u1".to_owned(), "ORDER#00007".to_owned()));
    assert_eq!(Order::parse_v1("USER#u1", "ORDER#00007")?, v1);
    assert_eq!(OrderV1::parse("USER#u1", "ORDER#00007")?, v1);
    assert_eq!(OrderV0Pk { user_id: "u1" }.build()?, "CUSTOMER|u1");
    assert_eq!(Order::parse_v0("CUSTOMER|u1", "O|7")?, order.v0());
    let keys = order.v0().keys()?;
    assert_eq!(texts(&keys), [("pk", "CUSTOMER|u1".to_owned()), ("sk", "O|7".to_owned())]);
    assert_eq!(order.v0_start_key()?, keys);
    Ok(())
}

#[test]
fn keys_has_the_current_key_alone() -> Result<(), KeyError> {
    let keys = order().keys()?;
    assert_eq!(texts(&keys), [("pk", "USER#u1".to_owned()), ("sk", "ORDER2#00000007".to_owned())]);
    assert_eq!(order().start_key()?, keys);
    Ok(())
}

#[test]
fn a_key_that_is_left_out_is_the_current_one() -> Result<(), KeyError> {
    let query = Order::query_v1(OrderPk { user_id: "u1" }).number_in(1..9).build()?;
    assert_eq!(query.index_name(), None);
    assert!(query.matches("USER#u1", "ORDER#00007") && !query.matches("USER#u1", "ORDER#00009"));
    assert!(!query.matches("USER#u1", "ORDER2#00000007"));
    let all = Order::query_v0(OrderV0Pk { user_id: "u1" }).build()?;
    assert!(all.matches("CUSTOMER|u1", "O|7") && !all.matches("USER#u1", "O|7"));
    let collection = OrderV0Pk { user_id: "u1" }.condition()?;
    assert!(collection.matches("CUSTOMER|u1", "PROFILE"));
    Ok(())
}

#[test]
fn parsing_a_current_key_reads_no_legacy_one() {
    assert!(
        matches!(Order::parse_key("USER#u1", "ORDER#00007"), Err(error) if error.kind() == ParseErrorKind::Literal)
    );
    assert!(Order::parse_v1("USER#u1", "ORDER2#00000007").is_err());
}

#[test]
fn a_table_knows_each_key() -> Result<(), Box<dyn std::error::Error>> {
    let current = OrderKey { user_id: "u1", number: 7 };
    let keys = [
        ("USER#u1", "ORDER2#00000007", OrderAnyKey::Current(current)),
        ("USER#u1", "ORDER#00007", OrderAnyKey::V1(OrderV1 { user_id: "u1", number: 7 })),
        ("CUSTOMER|u1", "O|7", OrderAnyKey::V0(OrderV0 { user_id: "u1", number: 7 })),
    ];
    for (pk, sk, key) in keys {
        assert_eq!(Shop::parse_key(pk, sk)?, ShopKey::Order(key));
        assert_eq!(Shop::parse_keys(&key.keys()?)?, ShopKey::Order(key));
        assert_eq!(OrderAnyKey::parse(pk, sk)?, key);
        assert_eq!((key.pk()?, key.sk()?), (pk.to_owned(), sk.to_owned()));
    }
    assert_eq!(Shop::parse_key("USER#u1", "PROFILE")?, ShopKey::User(UserKey { user_id: "u1" }));
    Ok(())
}

#[test]
fn the_key_of_any_kind_is_like_other_keys() {
    fn without_legacy_keys(key: <User as DdbKeys>::AnyKey<'_>) -> UserKey<'_> {
        key
    }
    let order = order();
    let (current, v1) = (OrderAnyKey::from(order.key()), OrderAnyKey::V1(order.v1()));
    assert_eq!(current, OrderAnyKey::Current(order.key()));
    assert_ne!(current, v1);
    let set = HashSet::from([current, v1, OrderAnyKey::V0(order.v0()), v1]);
    assert_eq!(set.len(), 3);
    assert_eq!(format!("{v1:?}"), r#"V1(OrderV1 { user_id: "u1", number: 7 })"#);
    assert_eq!([current.legacy_name(), v1.legacy_name()], [None, Some("v1")]);
    assert_eq!(without_legacy_keys(UserKey { user_id: "u1" }).user_id, "u1");
}

#[test]
fn a_near_miss_names_the_legacy_key() {
    let error = Shop::parse_key("USER#u1", "ORDER#7").unwrap_err();
    assert_eq!(
        error.to_string(),
        "no entity of table `Shop` has these keys; the nearest is the sort key of legacy key `v1` of `Order` \
         (`ORDER#{number:05}`): part `number` is not a zero-padded `u32`"
    );
    let error = OrderAnyKey::parse("USER#u1", "ORDER2#x").unwrap_err();
    assert_eq!((error.part(), error.index()), (Some("number"), None));
    assert!(OrderAnyKey::parse("", "").is_err());
}

#[test]
fn a_schema_lists_legacy_keys() {
    let schema = Schema::of(Shop::SCHEMA).to_string();
    let keys = r#"
[entity.Order.was.v0.separators]
pk = "|"
sk = "|"

[entity.Order.was.v0.key]
pk = "CUSTOMER|{user_id: text}"
sk = "O|{number:unordered: integer u32}"

[entity.Order.was.v1.key]
pk = "USER#{user_id: text}"
sk = "ORDER#{number: integer 05}"
"#;
    assert!(schema.contains(keys), "{schema}");
}

/// Rows of one key among rows of another are listed with the query that finds them.
#[test]
fn a_schema_lists_the_rows_that_a_query_also_returns() {
    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", "{number:08}")]
    #[was("v1", sk = ("ORDER", "{number:05}"))]
    #[was("v0", sk = ("O", "{number:05}"))]
    struct Order {
        user_id: String,
        number: u32,
    }

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("LINE", "{number:08}", "{line:03}")]
    #[was("v1", sk = ("O", "{number:05}", "{line:03}"))]
    struct Line {
        user_id: String,
        number: u32,
        line: u16,
    }

    #[derive(DdbTable)]
    enum Store {
        Order(Order),
        Line(Line),
    }

    assert_eq!(
        also_returned(Store::SCHEMA, "Order"),
        ["Order under v1", "Order under current (was v1)", "Line (was v0)"]
    );
    assert_eq!(also_returned(Store::SCHEMA, "Line"), ["Order (was v1)"]);
}

/// A part inserted live, `05` and `08`, month and day, and 8 and 16 shards coexist.
mod side_by_side {
    use super::*;
    use ddbkey::part::Shard;
    use jiff::Timestamp;

    #[derive(DdbKeys)]
    #[pk("SENSOR", id, "{at:day}")]
    #[sk("{at:.3}")]
    #[was("monthly", pk = ("SENSOR", id, "{at:month}"))]
    struct Reading {
        id: String,
        at: Timestamp,
    }

    #[derive(DdbKeys)]
    #[pk("LOG", shard() -> Shard<16>)]
    #[sk("LINE", id)]
    #[was("v8", pk = ("LOG", few() -> Shard<8>))]
    struct Line {
        id: String,
    }

    impl Line {
        fn shard(&self) -> Shard<16> {
            Shard::of(&self.id)
        }

        fn few(&self) -> Shard<8> {
            Shard::of(&self.id)
        }
    }

    #[derive(DdbKeys)]
    #[pk("TASK", region, id)]
    #[sk("{number:08}")]
    #[was("v2", sk = ("{number:05}"))]
    #[was("v1", pk = ("TASK", id))]
    struct Task {
        region: Status,
        id: String,
        number: u32,
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    enum Status {
        Open,
        Done,
    }

    #[derive(DdbTable)]
    enum All {
        Reading(Reading),
        Line(Line),
        Task(Task),
    }

    #[test]
    fn each_text_is_one_key() -> Result<(), Box<dyn std::error::Error>> {
        let at: Timestamp = "2024-12-01T10:30:00.123Z".parse()?;
        let reading = Reading { id: "s1".into(), at };
        assert_eq!(reading.monthly().pk()?, "SENSOR#s1#2024-12");
        let key = All::parse_key("SENSOR#s1#2024-12", "2024-12-01T10:30:00.123Z")?;
        assert_eq!(key, AllKey::Reading(ReadingAnyKey::Monthly(reading.monthly())));
        let line = Line { id: "l1".into() };
        let key = line.v8().keys()?;
        assert_eq!(All::parse_keys(&key)?, AllKey::Line(LineAnyKey::V8(line.v8())));
        let task = Task { region: Status::Done, id: "t".into(), number: 3 };
        let keys = task.v1().keys()?;
        assert_eq!(
            All::parse_keys(&keys)?,
            AllKey::Task(TaskAnyKey::V1(TaskV1 { id: "t", number: 3 }))
        );
        assert_eq!(
            All::parse_key("TASK#Open#t", "00003")?,
            AllKey::Task(TaskAnyKey::V2(TaskV2 { region: Status::Open, id: "t", number: 3 }))
        );
        Ok(())
    }
}
