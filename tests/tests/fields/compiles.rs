//! Every form of a field and of a value that compiles.

#![allow(
    clippy::cloned_ref_to_slice_refs,
    clippy::needless_borrows_for_generic_args,
    reason = "each form of a value"
)]

use ddbkey_aws::{Condition, ItemEdit, field};
use ulid::Ulid;

use crate::declared::model::{self, Generic, Order};
use crate::declared::{Cents, Lent, Plan, Slug, Status};

type Alias = Order;
type AliasOfGeneric = Generic<u64>;

/// Each path to an entity.
#[test]
#[allow(unused_qualifications, reason = "each form of a path")]
fn paths() {
    let cents = field!(Order.total_cents).eq(5);
    assert_eq!(cents, field!(model::Order.total_cents).eq(5));
    assert_eq!(cents, field!(crate::declared::model::Order.total_cents).eq(5));
    assert_eq!(cents, field!(Alias.total_cents).eq(5));
    assert_eq!(cents.to_string(), "totalCents = ?");
    assert_eq!(field!(Order.r#type).eq("x").to_string(), "type = ?");
    let _: [Condition<Generic<u64>>; 3] = [
        field!(AliasOfGeneric.x).eq(5),
        field!(Generic<u64>.x).eq(5),
        field!(model::Generic<u64>.x).eq(5),
    ];
    let _ = field!(Generic<Vec<String>>.x).contains("x");
    let _ = field!(Lent.x).eq(5);
    let _ = Order::is_secret();
}

/// Each form of a value.
#[test]
fn values() {
    let (status, text) = (Status::New, String::from("x"));
    let _ = field!(Order.total_cents).ge(500) & field!(Order.balance).ge(-5);
    let _ = field!(Order.rate).ge(0.5) | !field!(Order.rate).lt(&0.5);
    let _ = field!(Order.note).eq("x") & field!(Order.note).eq(&text) & field!(Order.note).lt("y");
    let _ = field!(Order.paid).eq(5) & field!(Order.paid).eq(&5) & field!(Order.paid).gt(5);
    let _ = field!(Order.status).eq(&status) & field!(Order.status).eq(Status::New);
    let _ = field!(Order.plan).eq(Plan::Pro) & field!(Order.is_gift).eq(true);
    let _ = field!(Order.price).eq(Cents(5)) & field!(Order.price).ge(&Cents(5));
    let _ = field!(Order.slug).ge(Slug("a".into())) & field!(Order.slug).eq(&Slug("a".into()));
    let _ = field!(Order.day).lt(jiff::civil::date(2026, 1, 2));
    let _ = field!(Order.event).ge(Ulid::from_parts(1, 2));
    let _ = field!(Order.boxed).eq("x") & field!(Order.owned).begins_with("x");
    let _ = field!(Order.status).is_in([&Status::New, &Status::Paid]);
    let _ = field!(Order.total_cents).is_in([1, 2]) & field!(Order.total_cents).is_in(&[1, 2]);
    let _ = field!(Order.r#type).is_in(["a", "b"]) & field!(Order.r#type).is_in(&[text.clone()]);
    let _ = field!(Order.total_cents).between(1, 2) & field!(Order.r#type).between("a", "b");
    let _ = field!(Order.tags).contains("x") & field!(Order.tags).contains(&text);
    let _ = field!(Order.r#type).contains("x") & field!(Order.r#type).contains(&text);
    let _ = field!(Order.tags).len().gt(2) & field!(Order.note).missing();
    let _ = field!(Order.archived).or(false).eq(false) & field!(Order.archived).missing();
    let _ = field!(Order.marks).or(vec![]).len().eq(0);
    let _ = field!(Order.marks).or(vec![]).contains(5);
    let _ = field!(Order.credit).or(1000).ge(500);
    let _ = field!(Order.at).exists();
}

/// Each form of a change.
fn edit(text: String, many: u64) -> impl FnOnce(ItemEdit<Order>) -> ItemEdit<Order> {
    move |edit| {
        edit.set(field!(Order.note), "x")
            .set(field!(Order.note), Some("x".into()))
            .set(field!(Order.note), None)
            .set(field!(Order.note), text)
            .set(field!(Order.r#type), "text")
            .set(field!(Order.total_cents), 5)
            .set(field!(Order.rate), 5.0)
            .set(field!(Order.paid), 5)
            .set(field!(Order.score), 5)
            .set(field!(Order.boxed), "x")
            .set(field!(Order.price), Cents(5))
            .set(field!(Order.tags), vec!["a".to_owned()])
            .set(field!(Order.archived), true)
            .remove(field!(Order.note))
            .add(field!(Order.total_cents), 1)
            .add(field!(Order.total_cents), -1)
            .add(field!(Order.total_cents), many)
            .add(field!(Order.balance), -1_i8)
            .add(field!(Order.score), 1)
            .add(field!(Order.rate), 0.5)
            .append(field!(Order.tags), ["a"])
            .append(field!(Order.tags), ["a".to_owned()])
            .append(field!(Order.marks), [1, 2])
            .when(field!(Order.status).eq(&Status::Paid))
    }
}

/// Around a field there may be parameters, closures and constants.
#[test]
fn places() {
    #[allow(non_upper_case_globals, dead_code, reason = "the macro has locals of its own")]
    const order: u32 = 5;
    fn generic<T: Clone>(_: T) -> Condition<Order> {
        field!(Order.total_cents).eq(5)
    }
    fn send<T: Send + Sync + Clone>(_: T) {}
    let closure = async move |n: u64| field!(Order.total_cents).eq(n);
    drop((generic(1), edit(String::new(), 1), closure(1)));
    send(field!(Order.total_cents).eq(1));
    send(field!(Order.total_cents));
}
