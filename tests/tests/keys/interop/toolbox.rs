//! DynamoDB-Toolbox accepts any string as a key, and writes the entity's name to `_et`.

use ddbkey::{DdbKeys, DdbTable};
use jiff::Timestamp;
use jiff::civil::Date;
use serde::{Deserialize, Deserializer, Serialize};
use ulid::Ulid;

use super::check;

#[derive(DdbKeys, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
struct User {
    user_id: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[serde(rename_all = "camelCase")]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", order_id)]
#[gsi("gsi1" as by_status, pk = ("STATUS", status), sk = ("{created_at:.3}", order_id))]
struct Order {
    user_id: String,
    created_at: Timestamp,
    order_id: Ulid,
    status: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[ddb(table = Shop, separator = "|")]
#[pk("TENANT", tenant)]
#[sk("INV", "{month:month}", "{number:06}")]
struct Invoice {
    tenant: String,
    #[serde(deserialize_with = "month")]
    month: Date,
    number: u32,
}

/// `2024-12`
fn month<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Date, D::Error> {
    let month = String::deserialize(deserializer)?;
    format!("{month}-01").parse().map_err(serde::de::Error::custom)
}

pub(super) const SCHEMA: &ddbkey::schema::TableSchema = Shop::SCHEMA;

#[derive(DdbTable)]
#[ddb(type_attribute = "_et")]
#[gsi("gsi1", pk = "gsi1pk", sk = "gsi1sk")]
enum Shop {
    User(User),
    Order(Order),
    Invoice(Invoice),
}

#[test]
fn transformed_and_computed_keys() {
    for (row, user) in check::<User>("dynamodb-toolbox", "transform", "User") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::User(_))));
        let profile = User::query(UserPk { user_id: &user.user_id });
        assert!(profile.build().unwrap().matches(row.pk(), row.sk()));
    }
    for (row, order) in check::<Order>("dynamodb-toolbox", "computeKey", "Order") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Order(_))));
        let of_user = Order::query(OrderPk { user_id: &order.user_id });
        let at = of_user.created_at_in(order.created_at..=order.created_at).build().unwrap();
        assert!(at.matches(row.pk(), row.sk()));
        let by_status = Order::query_by_status(OrderByStatusPk { status: &order.status });
        let at = by_status.created_at(order.created_at).order_id(order.order_id).build().unwrap();
        assert!(at.matches(&*row.keys["gsi1pk"], &*row.keys["gsi1sk"]));
    }
    for (row, invoice) in check::<Invoice>("dynamodb-toolbox", "computeKey", "Invoice") {
        assert!(matches!(Shop::parse_key(row.pk(), row.sk()), Ok(ShopKey::Invoice(_))));
        let of_tenant = Invoice::query(InvoicePk { tenant: &invoice.tenant });
        let from = of_tenant.month(invoice.month).number_in(42..).build().unwrap();
        assert!(from.matches(row.pk(), row.sk()));
    }
}
