//! ddb-lib, "composite keys": several values in one key, and queries by its beginning.

use std::error::Error;

use ddbkey::DdbKeys;
use ddbkey::key::KeyText;
use jiff::Timestamp;
use jiff::civil::Date;
use serde_json::json;

use super::arm::{Arm, Outcome};
use super::row::{Row, texts};
use super::show;

pub const ARMS: &[Arm] = &[
    Arm::new("compositeKey(default #)", user_then_order)
        .when(|row| matches!(row.texts("parts")[..], ["USER", _, "ORDER", _])),
    Arm::new("compositeKey(default #)", order_then_user)
        .when(|row| matches!(row.texts("parts")[..], ["ORDER", _, "USER", _])),
    Arm::new("compositeKey(default #)", tenant_then_user)
        .when(|row| matches!(row.texts("parts")[..], ["TENANT", _, "USER", _])),
    Arm::new("compositeKey(default #)", month_of_a_department)
        .when(|row| matches!(row.texts("parts")[..], [_, _, "SALES"])),
    Arm::new("compositeKey(default #)", month_of_a_region)
        .when(|row| matches!(row.texts("parts")[..], [_, _, "SALES", _])),
    Arm::new("compositeKey(default #)", three_texts)
        .when(|row| matches!(row.texts("parts")[..], ["A", _, _])),
    Arm::new("compositeKey(separator #)", two_texts),
    Arm::new("compositeKey(separator |)", three_piped_texts)
        .when(|row| row.texts("parts").len() == 3),
    Arm::new("compositeKey(separator |)", two_piped_texts)
        .when(|row| row.texts("parts").len() == 2),
    Arm::new("parseCompositeKey", parse_four_texts),
    Arm::new("parseCompositeKey custom separator", parse_three_piped_texts),
    Arm::new("user order", |row| {
        show::keys(&order(row.text("userId"), row.value("date"), row.text("orderId")))
    }),
    Arm::new("query: all orders", all_orders),
    Arm::new("query: orders of one date", orders_of_one_date),
    Arm::new("query: exact order", exact_order),
    Arm::new("prefix: orders of a user in one composite key", orders_of_a_user),
    Arm::new("prefix: everything of a user", everything_of_a_user),
    Arm::new("metrics", |row| {
        show::keys(&Metric {
            y: row.value("y"),
            m: row.value("m"),
            d: row.value("d"),
            name: row.text("metric").into(),
            host: row.text("host").into(),
        })
    }),
    Arm::new("query: CPU metrics of a day", metrics_of_a_day),
    Arm::new("query: metrics of a month", metrics_of_a_month),
    Arm::new("tenant profile", |row| {
        show::keys(&TenantProfile {
            tenant: row.text("tenant").into(),
            user: row.text("user").into(),
        })
    }),
    Arm::new("query: users of a tenant", users_of_a_tenant),
    Arm::new("query: one user of a tenant", one_user_of_a_tenant),
    Arm::new("catalog product", |row| {
        show::keys(&product([row.text("l1"), row.text("l2"), row.text("l3")], row.text("id")))
    }),
    Arm::new("query: laptops", laptops),
    Arm::new("query: computers", computers),
    Arm::new("query: electronics", electronics),
    Arm::new("document version", |row| {
        show::keys(&DocumentVersion {
            doc: row.text("doc").into(),
            ts: row.value("ts"),
            v: row.text("v").trim_start_matches('v').parse()?,
        })
    }),
    Arm::new("query: all versions", all_versions),
    Arm::new(
        "a month prefix that does match: partial last component, no trailing delimiter",
        orders_of_a_month,
    ),
    Arm::new("type-safe builder buildOrderKey", |row| {
        show::sk(&DatedUserOrder {
            user_id: row.text("userId").into(),
            timestamp: row.value("timestamp"),
            order_id: row.text("orderId").into(),
        })
    }),
    Arm::new("type-safe parser parseOrderKey", |row| {
        let parsed = DatedUserOrder::parse_sk(row.text("key"))?;
        assert_eq!(parsed.build()?, row.text("key"));
        let DatedUserOrderSk { user_id, timestamp, order_id } = parsed;
        Ok(json!({ "userId": user_id, "timestamp": timestamp.to_string(), "orderId": order_id }))
    }),
    Arm::new("recommended user-side check: delimiter in id is an error", |row| {
        let (user_id, order_id) = (row.text("userId"), row.text("orderId"));
        let error = UserOrderSk { user_id, order_id }.build().unwrap_err();
        Ok(show::refusal(row, "user_id", error))
    }),
];

/// Both ids in one key.
#[derive(DdbKeys)]
#[pk("APP")]
#[sk("USER", user_id, "ORDER", order_id)]
struct UserOrder {
    user_id: String,
    order_id: String,
}

#[derive(DdbKeys)]
#[pk("ORDER", order_id, "USER", user_id)]
struct OrderUser {
    order_id: String,
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("TENANT", tenant, "USER", user)]
struct TenantUser {
    tenant: String,
    user: String,
}

#[derive(DdbKeys)]
#[pk("{year:04}", "{month:02}", department)]
struct DepartmentMonth {
    year: u16,
    month: u8,
    department: String,
}

#[derive(DdbKeys)]
#[pk("{year:04}", "{month:02}", department, region)]
struct RegionMonth {
    year: u16,
    month: u8,
    department: String,
    region: String,
}

#[derive(DdbKeys)]
#[pk(a, b)]
struct Two {
    a: String,
    b: String,
}

#[derive(DdbKeys)]
#[pk(a, b, c)]
struct Three {
    a: String,
    b: String,
    c: String,
}

#[derive(DdbKeys)]
#[pk(a, b, c, d)]
struct Four {
    a: String,
    b: String,
    c: String,
    d: String,
}

#[derive(DdbKeys)]
#[ddb(separator = "|")]
#[pk(a, b)]
struct PipedTwo {
    a: String,
    b: String,
}

#[derive(DdbKeys)]
#[ddb(separator = "|")]
#[pk(a, b, c)]
struct PipedThree {
    a: String,
    b: String,
    c: String,
}

fn user_then_order(row: &Row<'_>) -> Outcome {
    let [_, user_id, _, order_id] = row.texts("parts")[..] else { panic!("not four parts") };
    show::sk(&UserOrder { user_id: user_id.into(), order_id: order_id.into() })
}

fn order_then_user(row: &Row<'_>) -> Outcome {
    let [_, order_id, _, user_id] = row.texts("parts")[..] else { panic!("not four parts") };
    show::pk(&OrderUser { order_id: order_id.into(), user_id: user_id.into() })
}

fn tenant_then_user(row: &Row<'_>) -> Outcome {
    let [_, tenant, _, user] = row.texts("parts")[..] else { panic!("not four parts") };
    show::pk(&TenantUser { tenant: tenant.into(), user: user.into() })
}

fn month_of_a_department(row: &Row<'_>) -> Outcome {
    let [year, month, department] = row.texts("parts")[..] else { panic!("not three parts") };
    let (year, month) = (year.parse()?, month.parse()?);
    show::pk(&DepartmentMonth { year, month, department: department.into() })
}

fn month_of_a_region(row: &Row<'_>) -> Outcome {
    let [year, month, department, region] = row.texts("parts")[..] else {
        panic!("not four parts")
    };
    let (year, month) = (year.parse()?, month.parse()?);
    show::pk(&RegionMonth { year, month, department: department.into(), region: region.into() })
}

fn three_texts(row: &Row<'_>) -> Outcome {
    let [a, b, c] = row.texts("parts")[..] else { panic!("not three parts") };
    show::pk(&Three { a: a.into(), b: b.into(), c: c.into() })
}

fn two_texts(row: &Row<'_>) -> Outcome {
    let [a, b] = row.texts("parts")[..] else { panic!("not two parts") };
    assert_eq!(row.text("separator"), TwoPk::PATTERN.separator().to_string());
    show::pk(&Two { a: a.into(), b: b.into() })
}

fn three_piped_texts(row: &Row<'_>) -> Outcome {
    let [a, b, c] = row.texts("parts")[..] else { panic!("not three parts") };
    assert_eq!(row.text("separator"), PipedThreePk::PATTERN.separator().to_string());
    show::pk(&PipedThree { a: a.into(), b: b.into(), c: c.into() })
}

fn two_piped_texts(row: &Row<'_>) -> Outcome {
    let [a, b] = row.texts("parts")[..] else { panic!("not two parts") };
    assert_eq!(row.text("separator"), PipedTwoPk::PATTERN.separator().to_string());
    show::pk(&PipedTwo { a: a.into(), b: b.into() })
}

/// The guide's parser knows no literals; ours of the entity does, and finds the same values.
fn parse_four_texts(row: &Row<'_>) -> Outcome {
    let key = row.text("key");
    let FourKey { a, b, c, d } = Four::parse_key(key)?;
    let typed = UserOrder::parse_sk(key)?;
    assert_eq!(typed, UserOrderSk { user_id: b, order_id: d });
    assert_eq!(typed.build()?, key);
    Ok(json!([a, b, c, d]))
}

fn parse_three_piped_texts(row: &Row<'_>) -> Outcome {
    assert_eq!(row.text("separator"), PipedThreePk::PATTERN.separator().to_string());
    let parsed = PipedThreePk::parse(row.text("key"))?;
    assert_eq!(parsed.build()?, row.text("key"));
    let PipedThreePk { a, b, c } = parsed;
    Ok(json!([a, b, c]))
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", date, id)]
struct Order {
    user_id: String,
    date: Date,
    id: String,
}

fn order(user_id: &str, date: Date, id: &str) -> Order {
    Order { user_id: user_id.into(), date, id: id.into() }
}

fn all_orders(row: &Row<'_>) -> Outcome {
    let user_id = row.text("userId");
    let orders = Order::query(OrderPk { user_id }).build()?;
    let date = Date::constant(2024, 12, 1);
    show::assert_rows(
        &orders,
        &[show::row(&order(user_id, date, "1")), show::row(&order(user_id, Date::MAX, "2"))],
        &[show::row(&order("1234", date, "1"))],
    );
    Ok(show::condition(&orders))
}

fn orders_of_one_date(row: &Row<'_>) -> Outcome {
    let (user_id, date) = (row.text("userId"), row.value::<Date>("date"));
    let orders = Order::query(OrderPk { user_id }).date(date).build()?;
    show::assert_rows(
        &orders,
        &[show::row(&order(user_id, date, "1")), show::row(&order(user_id, date, "2"))],
        &[
            show::row(&order(user_id, date.tomorrow()?, "1")),
            show::row(&order(user_id, date.yesterday()?, "1")),
        ],
    );
    Ok(show::condition(&orders))
}

fn exact_order(row: &Row<'_>) -> Outcome {
    let (date, id) = (row.value::<Date>("date"), row.text("orderId"));
    let one = Order::query(OrderPk { user_id: "123" }).date(date).id(id).build()?;
    show::assert_rows(
        &one,
        &[show::row(&order("123", date, id))],
        &[show::row(&order("123", date, &format!("{id}0")))],
    );
    Ok(show::sort_condition(&one))
}

/// A prefix that ends within a part is asked for by that name.
fn orders_of_a_month(row: &Row<'_>) -> Outcome {
    let prefix = row.text("sk_begins_with");
    let month = prefix.strip_prefix(show::sort_key_prefix(Order::SCHEMA).as_str()).unwrap();
    let orders = Order::query(OrderPk { user_id: "123" }).date_starting_with(month).build()?;
    assert_eq!(show::sort_condition(&orders), json!({ "sk_begins_with": prefix }));

    let pk = OrderPk { user_id: "123" }.build()?;
    let rebuilt = |row: &str| Ok(Order::parse_sk(row)?.build()?);
    let rows = row.texts("rows").into_iter().map(rebuilt);
    let mut rows = rows.collect::<Result<Vec<_>, Box<dyn Error>>>()?;
    rows.retain(|sk| orders.matches(&pk, sk));
    let first = Date::constant(2024, 12, 1);
    show::assert_rows(
        &orders,
        &[
            show::row(&order("123", first, "1")),
            show::row(&order("123", first.last_of_month(), "1")),
        ],
        &[
            show::row(&order("123", first.yesterday()?, "1")),
            show::row(&order("123", first.last_of_month().tomorrow()?, "1")),
        ],
    );
    Ok(json!({ "matches": rows }))
}

#[derive(DdbKeys)]
#[pk("APP")]
#[sk("USER", user_id, "PROFILE")]
struct UserProfile {
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("APP")]
#[sk("USER", user_id, "SETTINGS")]
struct UserSettings {
    user_id: String,
}

/// Whatever belongs to a user: what all three have in common.
#[derive(DdbKeys)]
#[pk("APP")]
#[sk("USER", user_id, "{*what}")]
struct UserItem {
    user_id: String,
    what: String,
}

#[derive(DdbKeys)]
#[pk("APP")]
#[sk("USER", user_id, "ORDER", timestamp, order_id)]
struct DatedUserOrder {
    user_id: String,
    timestamp: Date,
    order_id: String,
}

fn orders_of_a_user(row: &Row<'_>) -> Outcome {
    let user_id = row.text("userId");
    let orders = UserOrder::query(UserOrderPk).user_id(user_id).build()?;
    show::assert_rows(
        &orders,
        &[show::row(&UserOrder { user_id: user_id.into(), order_id: "1".into() })],
        &[
            show::row(&UserOrder { user_id: "1234".into(), order_id: "1".into() }),
            show::row(&UserProfile { user_id: user_id.into() }),
        ],
    );
    Ok(show::sort_condition(&orders))
}

/// The row lists what the query returns: each is a key of one of the three entities.
fn everything_of_a_user(row: &Row<'_>) -> Outcome {
    let user_id = row.text("userId");
    let everything = UserItem::query(UserItemPk).user_id(user_id).build()?;
    let pk = UserItemPk.build()?;
    let theirs = texts(&row.expected["matches"]).into_iter().map(user_key);
    let mut rows = theirs.collect::<Result<Vec<_>, _>>()?;
    rows.push(UserOrderSk { user_id: "1234", order_id: "1" }.build()?);
    rows.push(UserProfileSk { user_id: "12" }.build()?);
    rows.retain(|sk| everything.matches(&pk, sk));
    let mut shown = show::sort_condition(&everything);
    shown["matches"] = rows.into();
    Ok(shown)
}

/// A key of a user, parsed as the entity that it is and built again.
fn user_key(sk: &str) -> Result<String, Box<dyn Error>> {
    let built = if let Ok(order) = UserOrder::parse_sk(sk) {
        order.build()
    } else if let Ok(profile) = UserProfile::parse_sk(sk) {
        profile.build()
    } else {
        UserSettings::parse_sk(sk)?.build()
    };
    Ok(built?)
}

#[derive(DdbKeys)]
#[pk("METRICS")]
#[sk("{y:04}", "{m:02}", "{d:02}", name, host)]
struct Metric {
    y: u16,
    m: u8,
    d: u8,
    name: String,
    host: String,
}

fn metric(y: u16, m: u8, d: u8, name: &str) -> show::Texts {
    show::row(&Metric { y, m, d, name: name.into(), host: "server-1".into() })
}

fn metrics_of_a_day(row: &Row<'_>) -> Outcome {
    let (y, m, d, name) = (row.value("y"), row.value("m"), row.value("d"), row.text("metric"));
    let metrics = Metric::query(MetricPk).y(y).m(m).d(d).name(name).build()?;
    show::assert_rows(
        &metrics,
        &[metric(y, m, d, name)],
        &[metric(y, m, d + 1, name), metric(y, m, d, &format!("{name}2"))],
    );
    Ok(show::condition(&metrics))
}

fn metrics_of_a_month(row: &Row<'_>) -> Outcome {
    let (y, m) = (row.value("y"), row.value("m"));
    let metrics = Metric::query(MetricPk).y(y).m(m).build()?;
    show::assert_rows(
        &metrics,
        &[metric(y, m, 1, "CPU"), metric(y, m, 31, "MEM")],
        &[metric(y, m - 1, 30, "CPU"), metric(y + 1, m, 1, "CPU")],
    );
    Ok(show::condition(&metrics))
}

#[derive(DdbKeys)]
#[pk("TENANT", tenant)]
#[sk("USER", user, "PROFILE")]
struct TenantProfile {
    tenant: String,
    user: String,
}

/// Whatever belongs to a user of a tenant.
#[derive(DdbKeys)]
#[pk("TENANT", tenant)]
#[sk("USER", user, "{*what}")]
struct TenantUserItem {
    tenant: String,
    user: String,
    what: String,
}

fn tenant_profile(tenant: &str, user: &str) -> show::Texts {
    show::row(&TenantProfile { tenant: tenant.into(), user: user.into() })
}

fn users_of_a_tenant(row: &Row<'_>) -> Outcome {
    let tenant = row.text("tenant");
    let users = TenantProfile::query(TenantProfilePk { tenant }).build()?;
    show::assert_rows(
        &users,
        &[tenant_profile(tenant, "alice"), tenant_profile(tenant, "bob")],
        &[tenant_profile("other", "alice")],
    );
    Ok(show::condition(&users))
}

fn one_user_of_a_tenant(row: &Row<'_>) -> Outcome {
    let (tenant, user) = (row.text("tenant"), row.text("user"));
    let items = TenantUserItem::query(TenantUserItemPk { tenant }).user(user).build()?;
    show::assert_rows(
        &items,
        &[tenant_profile(tenant, user)],
        &[tenant_profile(tenant, &format!("{user}2")), tenant_profile(tenant, "bob")],
    );
    let profile = TenantProfile::query(TenantProfilePk { tenant }).user(user).build()?;
    show::assert_rows(&profile, &[tenant_profile(tenant, user)], &[]);
    Ok(show::condition(&items))
}

#[derive(DdbKeys)]
#[pk("CATALOG")]
#[sk(l1, l2, l3, id)]
struct Product {
    l1: String,
    l2: String,
    l3: String,
    id: String,
}

fn product([l1, l2, l3]: [&str; 3], id: &str) -> Product {
    Product { l1: l1.into(), l2: l2.into(), l3: l3.into(), id: id.into() }
}

fn laptops(row: &Row<'_>) -> Outcome {
    let levels @ [l1, l2, l3] = [row.text("l1"), row.text("l2"), row.text("l3")];
    let products = Product::query(ProductPk).l1(l1).l2(l2).l3(l3).build()?;
    show::assert_rows(
        &products,
        &[show::row(&product(levels, "1"))],
        &[show::row(&product([l1, l2, &format!("{l3} & MORE")], "1"))],
    );
    Ok(show::condition(&products))
}

fn computers(row: &Row<'_>) -> Outcome {
    let (l1, l2) = (row.text("l1"), row.text("l2"));
    let products = Product::query(ProductPk).l1(l1).l2(l2).build()?;
    show::assert_rows(
        &products,
        &[
            show::row(&product([l1, l2, "LAPTOPS"], "1")),
            show::row(&product([l1, l2, "TABLETS"], "1")),
        ],
        &[show::row(&product([l1, "PHONES", "LAPTOPS"], "1"))],
    );
    Ok(show::condition(&products))
}

fn electronics(row: &Row<'_>) -> Outcome {
    let l1 = row.text("l1");
    let products = Product::query(ProductPk).l1(l1).build()?;
    show::assert_rows(
        &products,
        &[show::row(&product([l1, "COMPUTERS", "LAPTOPS"], "1"))],
        &[show::row(&product(["BOOKS", "COMPUTERS", "LAPTOPS"], "1"))],
    );
    Ok(show::condition(&products))
}

/// Versions sort by time; their numbers need no padding.
#[derive(DdbKeys)]
#[pk("DOCUMENT", doc)]
#[sk("VERSION", "{ts:.0}", "v{v:unordered}")]
struct DocumentVersion {
    doc: String,
    ts: Timestamp,
    v: u32,
}

fn all_versions(row: &Row<'_>) -> Outcome {
    let doc = row.text("doc");
    let versions = DocumentVersion::query(DocumentVersionPk { doc }).build()?;
    let version = |doc: &str| {
        show::row(&DocumentVersion { doc: doc.into(), ts: Timestamp::UNIX_EPOCH, v: 1 })
    };
    show::assert_rows(&versions, &[version(doc)], &[version("other")]);
    Ok(show::condition(&versions))
}
