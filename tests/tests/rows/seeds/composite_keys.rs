//! ddb-lib, "composite keys": several values in one key, and queries by a prefix.

use ddbkey::DdbKeys;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::row::{Row, texts};
use super::{Outcome, condition, entities, keys, refused, sort_condition, text, unknown};

entities! {
    #[pk("APP")] #[sk("USER", user, "ORDER", order)]
    UserOrder { user: String, order: String }
    #[pk("APP")] #[sk("USER", user, "ORDER", date, order)]
    DatedUserOrder { user: String, date: Date, order: String }
    // Whatever belongs to a user.
    #[pk("APP")] #[sk("USER", user, "{*what}")]
    UserItem { user: String, what: String }
    #[pk("ORDER", order, "USER", user)]
    OrderUser { order: String, user: String }
    #[pk("TENANT", tenant, "USER", user)]
    TenantUser { tenant: String, user: String }
    #[pk("{year:04}", "{month:02}", department)]
    DepartmentMonth { year: u16, month: u8, department: String }
    #[pk("{year:04}", "{month:02}", department, region)]
    RegionMonth { year: u16, month: u8, department: String, region: String }
    #[pk(a, b)]
    Two { a: String, b: String }
    #[pk(a, b, c)]
    Three { a: String, b: String, c: String }
    #[pk(a, b)] #[ddb(separator = "|")]
    PipedTwo { a: String, b: String }
    #[pk(a, b, c)] #[ddb(separator = "|")]
    PipedThree { a: String, b: String, c: String }
    #[pk("USER", user)] #[sk("ORDER", date, id)]
    Order { user: String, date: Date, id: String }
    #[pk("METRICS")] #[sk("{y:04}", "{m:02}", "{d:02}", name, host)]
    Metric { y: u16, m: u8, d: u8, name: String, host: String }
    #[pk("TENANT", tenant)] #[sk("USER", user, "PROFILE")]
    TenantProfile { tenant: String, user: String }
    // Whatever belongs to a user of a tenant.
    #[pk("TENANT", tenant)] #[sk("USER", user, "{*what}")]
    TenantUserItem { tenant: String, user: String, what: String }
    #[pk("CATALOG")] #[sk(l1, l2, l3, id)]
    Product { l1: String, l2: String, l3: String, id: String }
    // Versions sort by time; their numbers need no padding.
    #[pk("DOCUMENT", doc)] #[sk("VERSION", "{ts:.0}", "v{v:unordered}")]
    DocumentVersion { doc: String, ts: Timestamp, v: u32 }
}

pub fn of(row: &Row<'_>) -> Outcome {
    let name = |name| row.text(name);
    match row.description {
        "compositeKey(default #)" | "compositeKey(separator #)" | "compositeKey(separator |)" => {
            composite(row)
        }
        // The guide's parser knows no literals.
        "parseCompositeKey" => {
            let UserOrderSk { user, order } = UserOrder::parse_sk(name("key"))?;
            Ok(json!(["USER", user, "ORDER", order]))
        }
        "parseCompositeKey custom separator" => {
            let PipedThreeKey { a, b, c } = PipedThree::parse_key(name("key"))?;
            Ok(json!([a, b, c]))
        }
        "user order" => {
            keys(OrderKey { user: name("userId"), date: row.value("date"), id: name("orderId") })
        }
        "query: all orders" => condition(Order::query(OrderPk { user: name("userId") }).build()),
        "query: orders of one date" => {
            let orders = Order::query(OrderPk { user: name("userId") });
            condition(orders.date(row.value::<Date>("date")).build())
        }
        "query: exact order" => {
            let orders = Order::query(OrderPk { user: "123" }).date(row.value::<Date>("date"));
            sort_condition(orders.id(name("orderId")).build())
        }
        "a month prefix that does match: partial last component, no trailing delimiter" => {
            orders_of_a_month(row)
        }
        "prefix: orders of a user in one composite key" => {
            sort_condition(UserOrder::query(UserOrderPk).user(name("userId")).build())
        }
        "prefix: everything of a user" => everything_of_a_user(row),
        "metrics" => keys(MetricKey {
            y: row.value("y"),
            m: row.value("m"),
            d: row.value("d"),
            name: name("metric"),
            host: name("host"),
        }),
        "query: CPU metrics of a day" => {
            let month = Metric::query(MetricPk).y(row.value::<u16>("y")).m(row.value::<u8>("m"));
            condition(month.d(row.value::<u8>("d")).name(name("metric")).build())
        }
        "query: metrics of a month" => {
            let month = Metric::query(MetricPk).y(row.value::<u16>("y")).m(row.value::<u8>("m"));
            condition(month.build())
        }
        "tenant profile" => keys(TenantProfileKey { tenant: name("tenant"), user: name("user") }),
        "query: users of a tenant" => {
            condition(TenantProfile::query(TenantProfilePk { tenant: name("tenant") }).build())
        }
        "query: one user of a tenant" => {
            let items = TenantUserItem::query(TenantUserItemPk { tenant: name("tenant") });
            condition(items.user(name("user")).build())
        }
        "catalog product" => {
            keys(ProductKey { l1: name("l1"), l2: name("l2"), l3: name("l3"), id: name("id") })
        }
        "query: laptops" => {
            let computers = Product::query(ProductPk).l1(name("l1")).l2(name("l2"));
            condition(computers.l3(name("l3")).build())
        }
        "query: computers" => {
            condition(Product::query(ProductPk).l1(name("l1")).l2(name("l2")).build())
        }
        "query: electronics" => condition(Product::query(ProductPk).l1(name("l1")).build()),
        "document version" => keys(DocumentVersionKey {
            doc: name("doc"),
            ts: row.value("ts"),
            v: name("v").trim_start_matches('v').parse()?,
        }),
        "query: all versions" => {
            condition(DocumentVersion::query(DocumentVersionPk { doc: name("doc") }).build())
        }
        "type-safe builder buildOrderKey" => text(DatedUserOrderSk {
            user: name("userId"),
            date: row.value("timestamp"),
            order: name("orderId"),
        }),
        "type-safe parser parseOrderKey" => {
            let DatedUserOrderSk { user, date, order } = DatedUserOrder::parse_sk(name("key"))?;
            Ok(json!({ "userId": user, "timestamp": date.to_string(), "orderId": order }))
        }
        "recommended user-side check: delimiter in id is an error" => {
            let key = UserOrderSk { user: name("userId"), order: name("orderId") };
            Ok(refused(row, "user", &key.build()))
        }
        _ => unknown(row),
    }
}

/// Returns the entity with the parts that the guide joins.
fn composite(row: &Row<'_>) -> Outcome {
    match (row.inputs["separator"].as_str().unwrap_or("#"), &texts(&row.inputs["parts"])[..]) {
        ("#", &["USER", user, "ORDER", order]) => text(UserOrderSk { user, order }),
        ("#", &["ORDER", order, "USER", user]) => text(OrderUserPk { order, user }),
        ("#", &["TENANT", tenant, "USER", user]) => text(TenantUserPk { tenant, user }),
        ("#", &[year, month, department @ "SALES"]) => {
            let (year, month) = (year.parse()?, month.parse()?);
            text(DepartmentMonthPk { year, month, department })
        }
        ("#", &[year, month, department @ "SALES", region]) => {
            let (year, month) = (year.parse()?, month.parse()?);
            text(RegionMonthPk { year, month, department, region })
        }
        ("#", &[a, b]) => text(TwoPk { a, b }),
        ("#", &[a, b, c]) => text(ThreePk { a, b, c }),
        ("|", &[a, b]) => text(PipedTwoPk { a, b }),
        ("|", &[a, b, c]) => text(PipedThreePk { a, b, c }),
        _ => unknown(row),
    }
}

/// A prefix that ends within a part has a query of that name.
fn orders_of_a_month(row: &Row<'_>) -> Outcome {
    let prefix = row.text("sk_begins_with");
    let month = prefix.strip_prefix("ORDER#").unwrap();
    let orders = Order::query(OrderPk { user: "123" }).date_starting_with(month).build()?;
    let mut rows = texts(&row.inputs["rows"]);
    rows.retain(|sk| Order::parse_sk(sk).is_ok() && orders.matches("USER#123", sk));
    assert_eq!(sort_condition(Ok(orders))?, json!({ "sk_begins_with": prefix }));
    Ok(json!({ "matches": rows }))
}

fn everything_of_a_user(row: &Row<'_>) -> Outcome {
    let everything = UserItem::query(UserItemPk).user(row.text("userId")).build()?;
    let mut rows = texts(&row.expected["matches"]);
    rows.extend(["USER#1234#ORDER#1", "USER#12#PROFILE"]);
    rows.retain(|sk| everything.matches("APP", sk));
    let mut shown = sort_condition(Ok(everything))?;
    shown["matches"] = rows.into();
    Ok(shown)
}
