//! mbc-cqrs, "key patterns": tenants in the partition key, and related rows in the sort key.

use ddbkey::{DdbKeys, KeyPart};
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;
use ulid::Ulid;

use super::row::{Row, texts};
use super::{Outcome, condition, entities, keys, text, unknown, without_separator};

entities! {
    #[pk("PRODUCT", tenant)] #[sk(id)]
    Product { tenant: String, id: Ulid }
    // Both keys of a product in one.
    #[pk("PRODUCT", tenant, id)]
    ProductId { tenant: String, id: Ulid }
    #[pk("PRODUCT", tenant)] #[sk(id, "v{version:unordered}")]
    ProductVersion { tenant: String, id: Ulid, version: u32 }
    #[pk("ORDER", tenant)] #[sk("ORDER", id)]
    Order { tenant: String, id: Ulid }
    #[pk("ORDER", tenant)] #[sk("ORDER", id, "v{version:unordered}")]
    OrderCommand { tenant: String, id: Ulid, version: u32 }
    #[pk("ORDER", tenant)] #[sk("ORDER", "{id}@v{version:unordered}")]
    OrderHistory { tenant: String, id: Ulid, version: u32 }
    #[pk("ORDER", tenant)] #[sk("ORDER_ITEM", order, "{item:03}")]
    OrderItem { tenant: String, order: Ulid, item: u16 }
    // The same with ids that can be prefixes of each other.
    #[pk("ORDER", tenant)] #[sk("ORDER_ITEM", order, "{item:03}")]
    TextOrderItem { tenant: String, order: String, item: u16 }
    #[pk("ORDER")] #[sk("ORDER", id, "ITEM", "{item:03}")]
    NestedItem { id: String, item: u16 }
    #[pk("ORDER", tenant)] #[sk(day, id)]
    DailyOrder { tenant: String, day: Date, id: String }
    #[pk("USER", tenant)] #[sk(provider, id)]
    User { tenant: String, provider: Provider, id: String }
    #[pk("USER_TENANT", common)] #[sk(tenant, user)]
    UserTenant { common: String, tenant: String, user: String }
    #[pk("MASTER", tenant)] #[sk(kind, category, code)]
    Master { tenant: String, kind: MasterKind, category: String, code: String }
    // A partition for each month.
    #[pk("LOG", tenant, "{at:month}")] #[sk("{at:.0}", event)]
    Log { tenant: String, at: Timestamp, event: String }
    #[pk("NOTIFICATION", tenant)] #[sk(id)]
    Notification { tenant: String, id: Ulid }
    #[pk("NOTIFICATION", tenant, id)]
    NotificationId { tenant: String, id: Ulid }
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "lowercase")]
enum Provider {
    Local,
    Sso,
    #[key_part(rename = "oauth")]
    OAuth,
    Temp,
    Profile,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum MasterKind {
    Setting,
    Data,
    Copy,
}

pub fn of(row: &Row<'_>) -> Outcome {
    let name = |name| row.text(name);
    let id = |name| row.value::<Ulid>(name);
    let tenant = row.inputs["tenantCode"].as_str().unwrap_or("common");
    let version = || row.inputs["version"].as_u64().and_then(|version| version.try_into().ok());
    match row.description {
        "pk" => text(ProductPk { tenant }),
        "sk = ULID" => text(ProductSk { id: id("ulid") }),
        "generateId = pk#sk" => {
            let ProductKey { tenant, id } = Product::parse_key(name("pk"), name("sk"))?;
            text(ProductIdPk { tenant, id })
        }
        "addSortKeyVersion as DOCUMENTED" => {
            let ProductSk { id } = Product::parse_sk(name("sk"))?;
            text(ProductVersionSk { id, version: version().unwrap() })
        }
        "removeSortKeyVersion as DOCUMENTED" => {
            let ProductVersionSk { id, .. } = ProductVersion::parse_sk(name("sk"))?;
            text(ProductSk { id })
        }
        "Pattern 1 product" => keys(ProductKey { tenant, id: id("ulid") }),
        "Pattern 2 order" => keys(OrderKey { tenant, id: id("orderId") }),
        "Pattern 2 order item" => {
            keys(OrderItemKey { tenant, order: id("orderId"), item: row.value("itemId") })
        }
        "Pattern 3 user by auth provider (enum-valued first part)" => {
            keys(UserKey { tenant, provider: row.part("provider"), id: name("userId") })
        }
        "Pattern 4 user-tenant association" => {
            keys(UserTenantKey { common: name("commonTenant"), tenant, user: name("userCode") })
        }
        "Pattern 5 master data" => keys(MasterKey {
            tenant,
            kind: row.part("type"),
            category: name("category"),
            code: name("code"),
        }),
        "Pattern 6 log, time-bucketed pk (as DOCUMENTED, no milliseconds)" => {
            keys(LogKey { tenant, at: row.value("timestamp"), event: name("eventId") })
        }
        "parseOrderSk" => {
            let OrderSk { id } = Order::parse_sk(name("sk"))?;
            assert!(OrderItem::parse_sk(name("sk")).is_err(), "an order is no item");
            Ok(json!({ "prefix": "ORDER", "orderId": id.to_string() }))
        }
        "parseOrderItemSk" => {
            let OrderItemSk { order, item } = OrderItem::parse_sk(name("sk"))?;
            assert!(Order::parse_sk(name("sk")).is_err(), "an item is no order");
            let (order, item) = (order.to_string(), format!("{item:03}"));
            Ok(json!({ "prefix": "ORDER_ITEM", "orderId": order, "itemId": item }))
        }
        "generateEntityId" => {
            let id = id("sk");
            let mut all = keys(NotificationKey { tenant, id })?;
            all["id"] = text(NotificationIdPk { tenant, id })?;
            Ok(all)
        }
        "command-table version suffix as DOCUMENTED" => {
            let OrderSk { id } = Order::parse_sk(name("sk"))?;
            text(OrderCommandSk { id, version: version().unwrap() })
        }
        "history-table version suffix as DOCUMENTED" => {
            let OrderSk { id } = Order::parse_sk(name("sk"))?;
            text(OrderHistorySk { id, version: version().unwrap() })
        }
        "query by pk" => condition(Product::query(ProductPk { tenant }).build()),
        "query order items of an order as DOCUMENTED (NO trailing #: prefix of A1 also matches A10)" =>
        {
            let of = |order| TextOrderItem::query(TextOrderItemPk { tenant }).order(order).build();
            without_separator(of("A1")?, "ORDER_ITEM#A10#001")?;
            without_separator(of(name("orderId"))?, &format!("ORDER_ITEM#{}0#001", name("orderId")))
        }
        "query range" => orders_of_a_month(row),
        "shared data" => keys(UserKey { tenant, provider: Provider::Sso, id: name("userId") }),
        "user-tenant association" => {
            keys(UserTenantKey { common: tenant, tenant: name("tenant"), user: name("userId") })
        }
        "consistent separators" => text(NestedItemSk { id: name("id"), item: row.value("item") }),
        _ => unknown(row),
    }
}

/// The guide's range loses its last day: `2024-01-31#…` sorts after `2024-01-31`. Ours includes the whole day.
fn orders_of_a_month(row: &Row<'_>) -> Outcome {
    let tenant = row.text("tenantCode");
    let (start, end) = (row.value::<Date>("start"), row.value::<Date>("end"));
    let orders = DailyOrder::query(DailyOrderPk { tenant }).day_in(start..=end).build()?;
    let pk = DailyOrderPk { tenant }.build()?;
    let theirs = texts(&row.expected["sk_between"]);
    for (day, is_ours, is_theirs) in [
        (start.yesterday()?, false, false),
        (start, true, true),
        (end.yesterday()?, true, true),
        (end, true, false),
        (end.tomorrow()?, false, false),
    ] {
        let sk = DailyOrderSk { day, id: "o1" }.build()?;
        assert_eq!(orders.matches(&pk, &sk), is_ours, "{sk}");
        assert_eq!((theirs[0]..=theirs[1]).contains(&sk.as_str()), is_theirs, "{sk}");
    }
    Ok(json!({ "pk": pk, "sk_between": [start.to_string(), end.to_string()] }))
}
