//! Tokens that outlive a release, and tokens that do not.

use std::collections::HashMap;

use aws_sdk_dynamodb::types::AttributeValue::{self, S};
use ddbkey::token::{TokenError, Unsealed};
use ddbkey::{DdbKeys, KeyCondition, KeyPart, Keys};
use ulid::Ulid;
use uuid::Uuid;

type Item = HashMap<String, AttributeValue>;

mod before {
    use super::{DdbKeys, KeyPart};

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("ORDER", status, id)]
    #[gsi("by_status", pk = ("STATUS", status), sk = (id))]
    pub(super) struct Order {
        pub(super) user: String,
        pub(super) status: Status,
        pub(super) id: String,
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(super) enum Status {
        Paid,
    }
}

/// A renamed field, a renamed index method, a new variant and a new index.
mod after {
    use super::{DdbKeys, KeyPart};

    #[derive(DdbKeys)]
    #[pk("USER", user_id)]
    #[sk("ORDER", state, order_id)]
    #[gsi("by_status" as by_state, pk = ("STATUS", state), sk = (order_id))]
    #[gsi("by_id", pk = ("ID", order_id))]
    pub(super) struct Purchase {
        pub(super) user_id: String,
        pub(super) state: Status,
        pub(super) order_id: String,
    }

    #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
    pub(super) enum Status {
        Paid,
        Shipped,
        Lost,
    }
}

/// Another type of a key attribute.
mod other {
    use super::DdbKeys;

    #[derive(DdbKeys)]
    #[pk[user]]
    #[sk[id]]
    pub(super) struct Text {
        pub(super) user: String,
        pub(super) id: String,
    }

    #[derive(DdbKeys)]
    #[pk[user]]
    #[sk[id]]
    pub(super) struct Number {
        pub(super) user: String,
        pub(super) id: u32,
    }
}

/// The same rows before and after their numbers got more digits.
mod longer {
    use super::DdbKeys;

    pub(super) mod before {
        use super::DdbKeys;

        #[derive(DdbKeys)]
        #[pk("USER", user)]
        #[sk("ORDER", "{number:05}")]
        #[was("next", sk = ("ORDER", "{number:08}"))]
        pub(in super::super) struct Order {
            pub(in super::super) user: String,
            pub(in super::super) number: u32,
        }
    }

    #[derive(DdbKeys)]
    #[pk("USER", user)]
    #[sk("ORDER", "{number:08}")]
    #[was("v1", sk = ("ORDER", "{number:05}"))]
    pub(super) struct Order {
        pub(super) user: String,
        pub(super) number: u32,
    }
}

/// Keys that start alike, and are written in other ways.
mod written {
    use super::{DdbKeys, KeyCondition, Ulid, Uuid};

    macro_rules! keys {
        ($($name:ident: $type:ty, $sk:tt;)*) => {
            pub(super) fn queries() -> Vec<(&'static str, KeyCondition)> {
                vec![$((stringify!($name), $name::query())),*]
            }

            $(
                #[allow(dead_code, reason = "only the queries are looked at")]
                mod $name {
                    use super::*;

                    #[derive(DdbKeys)]
                    #[pk("USER", user)]
                    #[sk $sk]
                    struct Row {
                        user: String,
                        id: $type,
                    }

                    pub(super) fn query() -> KeyCondition {
                        Row::query(RowPk { user: "u1" }).build().unwrap()
                    }
                }
            )*
        };
    }

    keys! {
        text: String, ("ORDER", id);
        lower: String, ("ORDER", "{id:lower}");
        of_ulid: Ulid, ("ORDER", id);
        of_uuid: Uuid, ("ORDER", id);
        digits: u32, ("ORDER", "{id:05}");
        more_digits: u32, ("ORDER", "{id:08}");
        descending: u32, ("ORDER", "{id:desc05}");
        unordered: u32, ("ORDER", "{id:unordered}");
        literal: String, ("ORDER", id, "X");
        twice: String, ("ORDER", "A", id);
    }
}

fn before() -> [(KeyCondition, Keys); 2] {
    use before::{Order, OrderByStatusPk, OrderPk, Status};
    let order = Order { user: "u1".into(), status: Status::Paid, id: "7".into() };
    let by_status = Order::query_by_status(OrderByStatusPk { status: Status::Paid });
    [
        (Order::query(OrderPk { user: "u1" }).build().unwrap(), order.start_key().unwrap()),
        (by_status.build().unwrap(), order.by_status_start_key().unwrap()),
    ]
}

fn after() -> [KeyCondition; 2] {
    use after::{Purchase, PurchaseByStatePk, PurchasePk, Status};
    let by_state = Purchase::query_by_state(PurchaseByStatePk { state: Status::Paid });
    [Purchase::query(PurchasePk { user_id: "u1" }).build().unwrap(), by_state.build().unwrap()]
}

#[test]
fn a_renamed_field_or_a_new_variant_voids_no_token() {
    for ((before, start), after) in before().into_iter().zip(after()) {
        let token = before.token(&start, &Unsealed).unwrap();
        assert_eq!(after.token(&start, &Unsealed).as_ref(), Ok(&token));
        assert_eq!(after.start_at(Some(&token), &Unsealed), Ok(Some(start)));
    }
}

#[test]
fn another_type_of_an_attribute_voids_tokens() {
    use other::{Number, NumberPk, Text, TextPk};
    let text = Text { user: "u1".into(), id: "7".into() };
    let texts = Text::query(TextPk { user: "u1" }).build().unwrap();
    let numbers = Number::query(NumberPk { user: "u1" }).build().unwrap();
    let token = texts.token(&text.start_key().unwrap(), &Unsealed).unwrap();
    assert_eq!(numbers.start_at(Some(&token), &Unsealed), Err(TokenError::OtherQuery));
}

/// A client may hold these for weeks: whatever release made them, this one accepts them.
#[test]
fn a_token_is_of_one_key_whatever_its_fields_and_words_are_called() {
    let tokens =
        ["AaxLTCv7yaUkAAxPUkRFUiNQYWlkIzc", "AQIJFi_Tbl8sAAdVU0VSI3UxAAxPUkRFUiNQYWlkIzcAATc"];
    for (token, ((before, start), after)) in
        tokens.into_iter().zip(before().into_iter().zip(after()))
    {
        assert_eq!(before.token(&start, &Unsealed).as_deref(), Ok(token));
        assert_eq!(after.start_at(Some(token), &Unsealed), Ok(Some(start)));
        for (name, query) in written::queries() {
            let refused = query.start_at(Some(token), &Unsealed);
            assert_eq!(refused, Err(TokenError::OtherQuery), "{name}");
        }
    }
}

#[test]
fn a_key_that_is_written_otherwise_voids_tokens() {
    for (name, query) in written::queries() {
        for (other, other_query) in written::queries() {
            let row = [("pk", "USER#u1"), ("sk", "ORDER#A#0#X")];
            let row: Item = row.map(|(name, text)| (name.into(), S(text.into()))).into();
            let token = ddbkey_aws::token(&query, &row, &Unsealed).unwrap();
            let start = other_query.start_at(Some(&token), &Unsealed);
            assert_eq!(start == Err(TokenError::OtherQuery), name != other, "{name} and {other}");
        }
    }
}

/// Rows of both keys start alike, so only the fingerprint distinguishes their queries.
#[test]
fn a_walk_goes_on_under_the_key_that_it_began_with() {
    use longer::{Order, OrderPk, before};
    let row = |number| before::Order { user: "u1".into(), number };
    let rows: Vec<_> = (1..=30).map(|number| row(number).start_key().unwrap()).collect();
    let list = before::Order::query(before::OrderPk { user: "u1" }).build().unwrap();
    let token = list.token(&rows[11], &Unsealed).unwrap();
    let current = Order::query(OrderPk { user: "u1" }).build().unwrap();
    assert!(rows.iter().all(|row| current.matches_with(|name| row.get(name))));
    assert_eq!(current.start_at(Some(&token), &Unsealed), Err(TokenError::OtherQuery));
    let legacy = Order::query_v1(OrderPk { user: "u1" }).build().unwrap();
    let start = legacy.start_at(Some(&token), &Unsealed).unwrap().unwrap();
    let rest: Vec<_> = rows.iter().filter(|row| row.get("sk") > start.get("sk")).collect();
    assert_eq!(rest, rows[12..].iter().collect::<Vec<_>>());
    // Tokens that the release before wrote for this one.
    let next = before::Order::query_next(before::OrderPk { user: "u1" }).build().unwrap();
    let token = next.token(&row(7).next().keys().unwrap(), &Unsealed).unwrap();
    let order = Order { user: "u1".into(), number: 7 };
    assert_eq!(current.start_at(Some(&token), &Unsealed), Ok(Some(order.start_key().unwrap())));
    // A whole partition has the rows of every key.
    let (all, all_before) =
        (OrderPk { user: "u1" }.condition(), before::OrderPk { user: "u1" }.condition());
    let token = all_before.unwrap().token(&rows[11], &Unsealed).unwrap();
    assert_eq!(all.unwrap().start_at(Some(&token), &Unsealed), Ok(Some(rows[11].clone())));
}
