//! The expressions of conditions: their text, their placeholders, and what cannot be sent.

use aws_sdk_dynamodb::operation::put_item::PutItemInput;
use aws_sdk_dynamodb::operation::query::QueryInput;
use ddbkey_aws::prelude::*;
use ddbkey_aws::{Condition, field};

use crate::declared::model::Order;

/// Returns the condition of a put, with names and values in the place of placeholders.
fn sent(condition: &Condition<Order>) -> String {
    let input = PutItemInput::builder().table_name("shop").when(condition).build().unwrap();
    let mut text = input.condition_expression().unwrap().to_owned();
    let names = input.expression_attribute_names().into_iter().flatten();
    let values = input.expression_attribute_values().into_iter().flatten();
    let names = names.map(|(placeholder, name)| (placeholder.clone(), name.clone()));
    let values = values
        .map(|(placeholder, value)| (placeholder.clone(), format!("{value:?}").replace('"', "")));
    let mut all: Vec<_> = names.chain(values).collect();
    all.sort_by_key(|(placeholder, _)| std::cmp::Reverse(placeholder.len()));
    for (placeholder, printed) in all {
        text = text.replace(&placeholder, &printed);
    }
    text.strip_prefix("attribute_exists(pk) AND ").unwrap().to_owned()
}

#[test]
fn comparisons() {
    let cents = || field!(Order.total_cents);
    assert_eq!(sent(&cents().eq(5)), "totalCents = N(5)");
    assert_eq!(sent(&cents().ge(5)), "totalCents >= N(5)");
    assert_eq!(sent(&!cents().ge(5)), "totalCents < N(5)");
    assert_eq!(sent(&cents().between(1, 5)), "totalCents BETWEEN N(1) AND N(5)");
    assert_eq!(sent(&!cents().between(1, 5)), "(totalCents < N(1) OR totalCents > N(5))");
    assert_eq!(sent(&cents().is_in([1, 5])), "totalCents IN (N(1), N(5))");
    let exists = "attribute_exists(totalCents) AND NOT attribute_type(totalCents, S(NULL))";
    assert_eq!(sent(&cents().ne(5)), format!("{exists} AND totalCents <> N(5)"));
    assert_eq!(sent(&!cents().is_in([1])), format!("{exists} AND NOT totalCents IN (N(1))"));
    assert_eq!(sent(&!cents().is_in::<u64>([])), exists);
    assert_eq!(sent(&cents().exists()), exists);
    let missing = "(attribute_not_exists(note) OR attribute_type(note, S(NULL)))";
    assert_eq!(sent(&field!(Order.note).missing()), missing);
    assert_eq!(sent(&!field!(Order.note).exists()), missing);
    assert_eq!(
        sent(&field!(Order.tags).len().lt(2)),
        "attribute_type(tags, S(L)) AND size(tags) < N(2)"
    );
}

#[test]
fn joined() {
    let (cents, score) = (|| field!(Order.total_cents).eq(5), || field!(Order.score).eq(7));
    assert_eq!(sent(&(cents() & score())), "totalCents = N(5) AND score = N(7)");
    assert_eq!(sent(&(cents() | score())), "(totalCents = N(5) OR score = N(7))");
    assert_eq!(
        sent(&(cents() & (cents() | score()))),
        "totalCents = N(5) AND (totalCents = N(5) OR score = N(7))"
    );
    assert_eq!(
        sent(&!(field!(Order.total_cents).lt(5) & field!(Order.score).gt(7))),
        "(totalCents >= N(5) OR score <= N(7))"
    );
}

/// A value that stands for the missing field meets the comparison or not.
#[test]
fn missing_fields() {
    let archived = || field!(Order.archived).or(false);
    let none = "(attribute_not_exists(archived) OR archived = Bool(false))";
    assert_eq!(sent(&archived().eq(false)), none);
    assert_eq!(sent(&archived().eq(true)), "archived = Bool(true)");
    assert_eq!(sent(&!archived().eq(false)), {
        let exists = "attribute_exists(archived) AND NOT attribute_type(archived, S(NULL))";
        format!("{exists} AND archived <> Bool(false)")
    });
    assert!(sent(&!archived().eq(true)).starts_with("(attribute_not_exists(archived) OR "));
    assert!(sent(&field!(Order.marks).or(vec![]).len().eq(0)).contains("not_exists(marks)"));
}

/// Several conditions have placeholders of their own.
#[test]
fn several_on_one_builder() {
    let input = QueryInput::builder()
        .filter(&field!(Order.total_cents).eq(5))
        .filter(&field!(Order.score).eq(7))
        .build()
        .unwrap();
    assert_eq!(input.filter_expression(), Some("(#dkc0 = :dkc0) AND #dkc1 = :dkc1"));
    assert_eq!(input.expression_attribute_names().unwrap().len(), 2);
    assert_eq!(input.expression_attribute_values().unwrap().len(), 2);
}

/// No value is printed.
#[test]
fn printed() {
    let condition = field!(Order.note).eq("secret") | !field!(Order.tags).contains("secret");
    assert_eq!(condition.to_string(), "note = ? OR NOT contains(tags, ?)");
    assert_eq!(format!("{condition:?}"), "Condition(note = ? OR NOT contains(tags, ?))");
    let wrong = field!(Order.rate).eq(f64::NAN);
    assert_eq!(
        wrong.to_string(),
        "refused(a value of `rate` is a number that DynamoDB does not store)"
    );
}
