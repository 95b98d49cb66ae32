//! Tokens that outlive a release, and those that do not.

use ddbkey::token::{TokenError, Unsealed};
use ddbkey::{DdbKeys, KeyCondition, KeyPart, Keys};

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
