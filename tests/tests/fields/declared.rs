//! An entity with a field of each kind, and others for the paths that a field can have.

use std::borrow::Cow;

use ddbkey::part::Sorted;
use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(serde)]
#[serde(rename_all = "UPPERCASE")]
pub(crate) enum Status {
    New,
    Paid,
}

/// Serde writes it as a string, and no key has it.
#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub(crate) enum Plan {
    Free,
    Pro,
}

#[derive(Serialize, Deserialize, Clone, Copy, PartialEq, Debug)]
pub(crate) struct Cents(pub(crate) u64);

impl Sorted for Cents {}

#[derive(KeyPart, Serialize, Deserialize, Clone, PartialEq, Eq, Hash, Debug)]
pub(crate) struct Slug(pub(crate) String);

pub(crate) mod model {
    use super::{
        Cents, Cow, Date, DdbKeys, Deserialize, Plan, Serialize, Slug, Status, Timestamp, Ulid,
    };

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[ddb(table = super::Shop)]
    #[serde(rename_all = "camelCase")]
    #[pk("USER", user_id)]
    #[sk("ORDER", id)]
    #[gsi("gsi1", pk = ("STATUS", status), sk = ("{at:.3}"))]
    #[gsi("gsi2", pk = ("ALL"), sk = [score])]
    #[ddb(version = version)]
    pub(crate) struct Order {
        pub(crate) user_id: String,
        pub(crate) id: String,
        pub(crate) status: Status,
        pub(crate) at: Timestamp,
        pub(crate) version: u64,
        pub(crate) total_cents: u64,
        pub(crate) balance: i64,
        pub(crate) rate: f64,
        pub(crate) note: Option<String>,
        #[serde(skip_serializing_if = "Option::is_none")]
        pub(crate) paid: Option<u32>,
        pub(crate) price: Cents,
        pub(crate) slug: Slug,
        pub(crate) plan: Plan,
        pub(crate) tags: Vec<String>,
        pub(crate) score: u32,
        pub(crate) r#type: String,
        pub(crate) day: Date,
        pub(crate) event: Ulid,
        pub(crate) boxed: Box<str>,
        pub(crate) owned: Cow<'static, str>,
        pub(crate) is_gift: bool,
        #[serde(default)]
        pub(crate) archived: bool,
        #[serde(default)]
        pub(crate) small: u8,
        #[serde(default = "thousand")]
        pub(crate) credit: u32,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        pub(crate) marks: Vec<u32>,
        secret: u32,
    }

    const fn thousand() -> u32 {
        1000
    }

    impl Order {
        pub(crate) fn is_secret() -> ddbkey_aws::Condition<Self> {
            ddbkey_aws::field!(Self.secret).eq(5)
        }
    }

    #[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
    #[ddb(table = super::Shop)]
    #[pk("USER", id)]
    #[sk("GENERIC")]
    pub(crate) struct Generic<T> {
        pub(crate) id: String,
        pub(crate) x: T,
    }
}

#[derive(DdbKeys, Serialize)]
#[pk("LENT", id)]
pub(crate) struct Lent<'a> {
    pub(crate) id: &'a str,
    pub(crate) x: u32,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk", type_attribute = "entity")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
#[gsi("gsi2", pk = "gsi2pk", sk = "score")]
pub(crate) enum Shop {
    Order(Box<model::Order>),
    Generic(model::Generic<u64>),
}
