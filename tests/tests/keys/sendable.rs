//! What programs keep across an `await` and pass to other threads, and what a glob import imports.

use std::error::Error;

use ddbkey::key::Query;
use ddbkey::schema::{EntitySchema, KeyAttribute, TableSchema};
use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, KeyPart, KeyValue, Keys, ParseError};
use ddbkey_aws::ItemError;
use ddbkey_aws::{Fault, ItemUpdate, Page, Rekey, Skipped};

#[derive(KeyPart)]
struct UserId(std::rc::Rc<str>);

/// Not `Send` itself: its keys are.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", note)]
#[gsi("by_region", pk = [region], sk = [number])]
struct Order {
    user_id: UserId,
    number: u32,
    note: std::rc::Rc<str>,
    region: String,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

const fn sent<T: Send + Sync>() {}
const fn an_error<T: Error + Send + Sync + 'static>() {}

const _: () = {
    sent::<Keys>();
    sent::<<&Keys as IntoIterator>::IntoIter>();
    sent::<<Keys as IntoIterator>::IntoIter>();
    sent::<KeyValue<'_>>();
    sent::<KeyCondition>();
    sent::<Query<Order>>();
    sent::<(ItemUpdate, Rekey, Fault, Page<()>, Skipped<()>)>();
    sent::<EntitySchema>();
    sent::<KeyAttribute>();
    sent::<TableSchema>();
    sent::<(OrderPk<'_>, OrderSk<'_>, OrderKey<'_>, OrderQuery<0>, OrderQuery<1>)>();
    sent::<(OrderByRegion<'_>, OrderByRegionPk<'_>, UserIdRef<'_>)>();
    sent::<ShopKey<'_>>();
    an_error::<KeyError>();
    an_error::<ParseError>();
    an_error::<ItemError>();
};

/// A glob brings traits with one `SCHEMA` between them.
mod globbed {
    #![allow(unused_imports, reason = "all that there is")]

    use ddbkey::key::*;
    use ddbkey::part::*;
    use ddbkey::schema::*;
    use ddbkey::*;

    #[derive(DdbKeys)]
    #[pk("USER", id)]
    #[sk("PROFILE")]
    struct User {
        id: String,
    }

    #[derive(DdbTable)]
    enum Shop {
        User(User),
    }

    #[test]
    fn a_schema_is_one() {
        assert_eq!(User::SCHEMA.name(), "User");
        assert_eq!(Shop::SCHEMA.name(), "Shop");
        let user = User { id: "u1".into() };
        assert_eq!(user.keys().unwrap().get("sk"), Some("PROFILE"));
        assert!(User::query(UserPk { id: "u1" }).build().unwrap().matches("USER#u1", "PROFILE"));
    }
}
