//! Random conditions over random rows: the engine agrees with a model, which compares what serde reads.

use std::cell::Cell;

use aws_sdk_dynamodb::types::{AttributeValue, BillingMode};
use ddbkey::{DdbKeys, DdbTable};
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Condition, Item, Table, field};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::select;
use proptest::test_runner::{Config, TestRunner};
use serde::{Deserialize, Serialize};

#[derive(DdbKeys, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[pk("ROW", id)]
#[sk("ROW")]
struct Row {
    id: String,
    number: i32,
    maybe: Option<i32>,
    text: Option<String>,
    #[serde(default)]
    flag: bool,
    #[serde(default = "seven")]
    count: u8,
    #[serde(default)]
    list: Vec<u8>,
}

const fn seven() -> u8 {
    7
}

#[derive(DdbTable)]
enum Rows {
    Row(Row),
}

/// A comparison of one field, and a condition on several.
#[derive(Clone, Debug)]
enum Tree {
    Number(Sign, i32),
    Maybe(Sign, i32),
    MaybeIn(Vec<i32>),
    MaybeBetween(i32, i32),
    MaybeExists,
    TextEq(String),
    TextNe(String),
    TextBegins(String),
    TextContains(String),
    Flag(Sign, bool),
    Count(Sign, u8),
    ListContains(u8),
    ListLen(Sign, usize),
    Not(Box<Tree>),
    And(Box<Tree>, Box<Tree>),
    Or(Box<Tree>, Box<Tree>),
}

#[derive(Clone, Copy, Debug, PartialEq)]
enum Sign {
    Eq,
    Ne,
    Lt,
    Le,
    Gt,
    Ge,
}

macro_rules! compared {
    ($field:expr, $sign:expr, $value:expr) => {
        match $sign {
            Sign::Eq => $field.eq($value),
            Sign::Ne => $field.ne($value),
            Sign::Lt => $field.lt($value),
            Sign::Le => $field.le($value),
            Sign::Gt => $field.gt($value),
            Sign::Ge => $field.ge($value),
        }
    };
}

impl Sign {
    fn holds<T: PartialOrd>(self, one: &T, other: &T) -> bool {
        match self {
            Self::Eq => one == other,
            Self::Ne => one != other,
            Self::Lt => one < other,
            Self::Le => one <= other,
            Self::Gt => one > other,
            Self::Ge => one >= other,
        }
    }
}

impl Tree {
    fn condition(&self) -> Condition<Row> {
        match self.clone() {
            Self::Number(sign, n) => compared!(field!(Row.number), sign, n),
            Self::Maybe(sign, n) => compared!(field!(Row.maybe), sign, n),
            Self::MaybeIn(list) => field!(Row.maybe).is_in(list),
            Self::MaybeBetween(low, high) => field!(Row.maybe).between(low, high),
            Self::MaybeExists => field!(Row.maybe).exists(),
            Self::TextEq(text) => field!(Row.text).eq(text),
            Self::TextNe(text) => field!(Row.text).ne(text),
            Self::TextBegins(text) => field!(Row.text).begins_with(text),
            Self::TextContains(text) => field!(Row.text).contains(text.as_str()),
            Self::Flag(Sign::Ne, flag) => field!(Row.flag).or(false).ne(flag),
            Self::Flag(_, flag) => field!(Row.flag).or(false).eq(flag),
            Self::Count(sign, count) => compared!(field!(Row.count).or(7), sign, count),
            Self::ListContains(member) => field!(Row.list).or(vec![]).contains(member),
            Self::ListLen(sign, count) => compared!(field!(Row.list).or(vec![]).len(), sign, count),
            Self::Not(tree) => !tree.condition(),
            Self::And(one, other) => one.condition() & other.condition(),
            Self::Or(one, other) => one.condition() | other.condition(),
        }
    }

    /// Whether a row meets the condition, or does not meet it. A comparison with `None` is neither.
    fn holds(&self, row: &Row, is_negated: bool) -> bool {
        let known = |holds: Option<bool>| holds.is_some_and(|holds| holds != is_negated);
        let (maybe, text) = (row.maybe, row.text.as_deref());
        match self {
            Self::Number(sign, n) => known(Some(sign.holds(&row.number, n))),
            Self::Maybe(sign, n) => known(maybe.map(|own| sign.holds(&own, n))),
            Self::MaybeIn(list) => known(maybe.map(|own| list.contains(&own))),
            Self::MaybeBetween(low, high) => known(maybe.map(|own| (low..=high).contains(&&own))),
            Self::MaybeExists => known(Some(maybe.is_some())),
            Self::TextEq(own) => known(text.map(|text| text == own)),
            Self::TextNe(own) => known(text.map(|text| text != own)),
            Self::TextBegins(own) => known(text.map(|text| text.starts_with(own.as_str()))),
            Self::TextContains(own) => known(text.map(|text| text.contains(own.as_str()))),
            Self::Flag(Sign::Ne, flag) => known(Some(row.flag != *flag)),
            Self::Flag(_, flag) => known(Some(row.flag == *flag)),
            Self::Count(sign, count) => known(Some(sign.holds(&row.count, count))),
            Self::ListContains(member) => known(Some(row.list.contains(member))),
            Self::ListLen(sign, count) => known(Some(sign.holds(&row.list.len(), count))),
            Self::Not(tree) => tree.holds(row, !is_negated),
            Self::And(one, other) if is_negated => one.holds(row, true) || other.holds(row, true),
            Self::And(one, other) => one.holds(row, false) && other.holds(row, false),
            Self::Or(one, other) if is_negated => one.holds(row, true) && other.holds(row, true),
            Self::Or(one, other) => one.holds(row, false) || other.holds(row, false),
        }
    }
}

fn tree() -> impl Strategy<Value = Tree> {
    use Tree::*;
    let sign = || select(&[Sign::Eq, Sign::Ne, Sign::Lt, Sign::Le, Sign::Gt, Sign::Ge][..]);
    let number = || -2..3_i32;
    let text = || "[ab]{1,2}";
    let leaf = prop_oneof![
        (sign(), number()).prop_map(|(sign, n)| Number(sign, n)),
        (sign(), number()).prop_map(|(sign, n)| Maybe(sign, n)),
        vec(number(), 0..3).prop_map(MaybeIn),
        (number(), number()).prop_map(|(low, high)| MaybeBetween(low, high)),
        Just(MaybeExists),
        text().prop_map(TextEq),
        text().prop_map(TextNe),
        text().prop_map(TextBegins),
        text().prop_map(TextContains),
        (sign(), any::<bool>()).prop_map(|(sign, flag)| Flag(sign, flag)),
        (sign(), 5..9_u8).prop_map(|(sign, count)| Count(sign, count)),
        (0..3_u8).prop_map(ListContains),
        (sign(), 0..3_usize).prop_map(|(sign, count)| ListLen(sign, count)),
    ];
    leaf.prop_recursive(4, 12, 2, |tree| {
        let both = || (tree.clone().prop_map(Box::new), tree.clone().prop_map(Box::new));
        prop_oneof![
            tree.clone().prop_map(|tree| Not(Box::new(tree))),
            both().prop_map(|(one, other)| And(one, other)),
            both().prop_map(|(one, other)| Or(one, other)),
        ]
    })
}

/// A row as some release wrote it: an attribute that reads as a default may be missing, and a `None` may be NULL.
fn stored() -> impl Strategy<Value = Item> {
    let row = (-2..3_i32, proptest::option::of(-2..3_i32), proptest::option::of("[ab]{0,3}"));
    let rest = (any::<bool>(), 5..9_u8, vec(0..3_u8, 0..3));
    (row, rest, vec(any::<bool>(), 5)).prop_map(
        |((number, maybe, text), (flag, count, list), old)| {
            let row = Row { id: "1".into(), number, maybe, text, flag, count, list };
            let mut item = row.to_item().expect("an item");
            for (name, is_old) in ["maybe", "text", "flag", "count", "list"].into_iter().zip(old) {
                let is_none = matches!(item.get(name), Some(AttributeValue::Null(_)));
                if is_old && (is_none || !["maybe", "text"].contains(&name)) {
                    item.remove(name);
                }
            }
            item
        },
    )
}

#[test]
fn the_engine_agrees_with_the_model() {
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build().unwrap();
    let client = ddbkey_engine::from_env().unwrap();
    let table = ddbkey_engine::table_name("fields");
    runtime.block_on(async {
        let create = client.create_table().table_name(&table);
        let create = create.billing_mode(BillingMode::PayPerRequest).table_schema(Rows::SCHEMA);
        create.unwrap().send().await.unwrap();
    });
    let rows = Table::<Rows>::new(&client, &table);
    let mut runner = TestRunner::new(Config { cases: 200, ..Config::default() });
    let cases = (vec(stored(), 1..6), tree());
    let (met, unmet) = (Cell::new(0), Cell::new(0));
    let result = runner.run(&cases, |(items, tree)| {
        let condition = tree.condition();
        for (at, item) in items.iter().enumerate() {
            let mut item = item.clone();
            for (name, text) in [("pk", format!("ROW#{at}")), ("id", at.to_string())] {
                item.insert(name.into(), AttributeValue::S(text));
            }
            let row = Row::from_item(item.clone()).unwrap();
            let expected = tree.holds(&row, false);
            runtime.block_on(async {
                let put = client.put_item().table_name(&table).set_item(Some(item.clone()));
                put.send().await.unwrap();
                let scan = client.scan().table_name(&table).filter(&condition).send().await;
                let found = scan.unwrap().items.unwrap_or_default();
                let key = RowKey { id: &row.id };
                let delete = client.delete_item().table_name(&table).item_key(key).unwrap();
                let is_deleted = delete.when(&condition).send().await.is_ok();
                prop_assert_eq!(found.len() == 1, expected, "as a filter: {}", &condition);
                prop_assert_eq!(is_deleted, expected, "as a condition: {}", &condition);
                // This compares the condition with the item that it has read.
                let put = client.put_item().table_name(&table).set_item(Some(item));
                put.send().await.unwrap();
                let delete = rows.delete(key).when(condition.clone()).exactly_once().await;
                let is_deleted = matches!(&delete, Ok(Some(_)));
                prop_assert_eq!(is_deleted, expected, "without the engine: {}", &condition);
                rows.delete(key).await.unwrap();
                Ok(())
            })?;
            let count = if expected { &met } else { &unmet };
            count.set(count.get() + 1);
        }
        Ok(())
    });
    result.unwrap();
    let (met, unmet) = (met.get(), unmet.get());
    assert!(met > 100 && unmet > 100, "{met} met, {unmet} not");
}
