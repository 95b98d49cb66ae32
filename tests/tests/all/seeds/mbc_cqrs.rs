//! mbc-cqrs, "key patterns": tenants in the partition key, and what belongs together in the sort key.

use std::error::Error;
use std::fmt::Write;

use ddbkey::part::{OutOfRange, Shape, order};
use ddbkey::{DdbKeys, KeyPart};
use jiff::civil::Date;
use jiff::tz::TimeZone;
use jiff::{Timestamp, ToSpan};
use serde_json::json;
use ulid::Ulid;

use super::arm::{Arm, Outcome};
use super::row::{Row, text, texts};
use super::show;

pub const ARMS: &[Arm] = &[
    Arm::new("pk", |row| show::pk(&product(row.text("tenantCode"), Ulid::nil()))),
    Arm::new("sk = ULID", |row| show::sk(&product(TENANT, row.value("ulid")))),
    Arm::new("generateId = pk#sk", |row| {
        let ProductKey { tenant, id } = Product::parse_key(row.text("pk"), row.text("sk"))?;
        show::pk(&ProductId { tenant: tenant.into(), id })
    }),
    Arm::new("addSortKeyVersion as DOCUMENTED", |row| {
        let ProductSk { id } = Product::parse_sk(row.text("sk"))?;
        show::sk(&ProductVersion { tenant: TENANT.into(), id, version: version(row) })
    }),
    Arm::new("removeSortKeyVersion as DOCUMENTED", |row| {
        let ProductVersionSk { id, .. } = ProductVersion::parse_sk(row.text("sk"))?;
        show::sk(&product(TENANT, id))
    }),
    Arm::new("Pattern 1 product", |row| {
        show::keys(&product(row.text("tenantCode"), row.value("ulid")))
    }),
    Arm::new("Pattern 2 order", |row| {
        show::keys(&Order { tenant: row.text("tenantCode").into(), order_id: row.value("orderId") })
    }),
    Arm::new("Pattern 2 order item", |row| {
        show::keys(&OrderItem::<Ulid> {
            tenant: row.text("tenantCode").into(),
            order_id: row.value("orderId"),
            item_id: row.value("itemId"),
        })
    }),
    Arm::new("Pattern 3 user by auth provider (enum-valued first part)", |row| {
        show::keys(&User {
            tenant: row.text("tenantCode").into(),
            provider: <Provider as KeyPart>::read(row.text("provider")).unwrap(),
            id: row.text("userId").into(),
        })
    }),
    Arm::new("Pattern 4 user-tenant association", |row| {
        show::keys(&UserTenant {
            common: row.text("commonTenant").into(),
            tenant: row.text("tenantCode").into(),
            user_code: row.text("userCode").into(),
        })
    }),
    Arm::new("Pattern 5 master data", |row| {
        show::keys(&Master {
            tenant: row.text("tenantCode").into(),
            kind: <MasterKind as KeyPart>::read(row.text("type")).unwrap(),
            category: row.text("category").into(),
            code: row.text("code").into(),
        })
    }),
    Arm::new("Pattern 6 log, time-bucketed pk (as DOCUMENTED, no milliseconds)", |row| {
        show::keys(&Log {
            tenant: row.text("tenantCode").into(),
            at: row.value("timestamp"),
            event_id: row.text("eventId").into(),
        })
    }),
    Arm::new("parseOrderSk", parse_order),
    Arm::new("parseOrderItemSk", parse_order_item),
    Arm::new("generateEntityId", entity_id),
    Arm::new("command-table version suffix as DOCUMENTED", |row| {
        let OrderSk { order_id } = Order::parse_sk(row.text("sk"))?;
        show::sk(&OrderCommand { tenant: TENANT.into(), order_id, version: version(row) })
    }),
    Arm::new("history-table version suffix as DOCUMENTED", |row| {
        let OrderSk { order_id } = Order::parse_sk(row.text("sk"))?;
        show::sk(&OrderHistory { tenant: TENANT.into(), order_id, version: version(row) })
    }),
    Arm::new("query by pk", products_of_a_tenant),
    Arm::new(
        "query order items of an order as DOCUMENTED (NO trailing #: prefix of A1 also matches A10)",
        items_of_an_order,
    ),
    Arm::new("query range", orders_of_a_month),
    Arm::new("shared data", |row| {
        show::keys(&User {
            tenant: COMMON.into(),
            provider: Provider::Sso,
            id: row.text("userId").into(),
        })
    }),
    Arm::new("user-tenant association", |row| {
        show::keys(&UserTenant {
            common: COMMON.into(),
            tenant: row.text("tenant").into(),
            user_code: row.text("userId").into(),
        })
    }),
    Arm::new("consistent separators", |row| {
        show::sk(&NestedItem { id: row.text("id").into(), item: row.value("item") })
    }),
];

/// A tenant, where the row has none.
const TENANT: &str = "tenant001";
/// The tenant of what all tenants share.
const COMMON: &str = "common";

#[derive(DdbKeys)]
#[pk("PRODUCT", tenant)]
#[sk(id)]
struct Product {
    tenant: String,
    id: Ulid,
}

/// Both keys of a product in one.
#[derive(DdbKeys)]
#[pk("PRODUCT", tenant, id)]
struct ProductId {
    tenant: String,
    id: Ulid,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", tenant)]
#[sk(id, "v{version:unordered}")]
struct ProductVersion {
    tenant: String,
    id: Ulid,
    version: u32,
}

#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk("ORDER", order_id)]
struct Order {
    tenant: String,
    order_id: Ulid,
}

#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk("ORDER", order_id, "v{version:unordered}")]
struct OrderCommand {
    tenant: String,
    order_id: Ulid,
    version: u32,
}

#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk("ORDER", "{order_id}@v{version:unordered}")]
struct OrderHistory {
    tenant: String,
    order_id: Ulid,
    version: u32,
}

/// The guide's ids are ULIDs; with others a prefix can be that of another order.
#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk("ORDER_ITEM", order_id, "{item_id:03}")]
struct OrderItem<Id: KeyPart> {
    tenant: String,
    order_id: Id,
    item_id: u16,
}

#[derive(DdbKeys)]
#[pk("ORDER")]
#[sk("ORDER", id, "ITEM", "{item:03}")]
struct NestedItem {
    id: String,
    item: u16,
}

#[derive(DdbKeys)]
#[pk("USER", tenant)]
#[sk(provider, id)]
struct User {
    tenant: String,
    provider: Provider,
    id: String,
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

#[derive(DdbKeys)]
#[pk("USER_TENANT", common)]
#[sk(tenant, user_code)]
struct UserTenant {
    common: String,
    tenant: String,
    user_code: String,
}

#[derive(DdbKeys)]
#[pk("MASTER", tenant)]
#[sk(kind, category, code)]
struct Master {
    tenant: String,
    kind: MasterKind,
    category: String,
    code: String,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum MasterKind {
    Setting,
    Data,
    Copy,
}

/// A partition for each month.
#[derive(DdbKeys)]
#[pk("LOG", tenant, month() -> YearMonth)]
#[sk("{at:.0}", event_id)]
struct Log {
    tenant: String,
    at: Timestamp,
    event_id: String,
}

impl Log {
    fn month(&self) -> YearMonth {
        let date = self.at.to_zoned(TimeZone::UTC).date();
        YearMonth { year: date.year(), month: date.month() }
    }
}

#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
struct YearMonth {
    year: i16,
    month: i8,
}

impl KeyPart for YearMonth {
    type Ref<'k> = Self;
    type Order = order::Always;
    const SHAPE: Shape = Shape::ascii("a month such as `2024-01`", "-0123456789", 7, 7);

    fn as_part(&self) -> Self {
        *self
    }

    fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
        Ok(write!(out, "{:04}-{:02}", value.year, value.month)?)
    }

    fn read(text: &str) -> Option<Self> {
        let (year, month) = text.split_once('-')?;
        let month = month.parse().ok().filter(|month| (1..=12).contains(month))?;
        Some(Self { year: year.parse().ok()?, month })
    }
}

#[derive(DdbKeys)]
#[pk("NOTIFICATION", tenant)]
#[sk(id)]
struct Notification {
    tenant: String,
    id: Ulid,
}

#[derive(DdbKeys)]
#[pk("NOTIFICATION", tenant, id)]
struct NotificationId {
    tenant: String,
    id: Ulid,
}

fn product(tenant: &str, id: Ulid) -> Product {
    Product { tenant: tenant.into(), id }
}

fn version(row: &Row<'_>) -> u32 {
    row.inputs["version"].as_u64().and_then(|version| version.try_into().ok()).unwrap()
}

fn parse_order(row: &Row<'_>) -> Outcome {
    let order @ OrderSk { order_id } = Order::parse_sk(row.text("sk"))?;
    assert_eq!(order.build()?, row.text("sk"));
    assert!(OrderItem::<Ulid>::parse_sk(row.text("sk")).is_err(), "an order is no item");
    let prefix = show::sort_key_prefix(Order::SCHEMA);
    let prefix = prefix.trim_end_matches('#');
    Ok(json!({ "prefix": prefix, "orderId": order_id.to_string() }))
}

fn parse_order_item(row: &Row<'_>) -> Outcome {
    let item = OrderItem::<Ulid>::parse_sk(row.text("sk"))?;
    assert_eq!(item.build()?, row.text("sk"));
    assert!(Order::parse_sk(row.text("sk")).is_err(), "an item is no order");
    let prefix = show::sort_key_prefix(OrderItem::<Ulid>::SCHEMA);
    let prefix = prefix.trim_end_matches('#');
    let (order_id, item_id) = (item.order_id.to_string(), format!("{:03}", item.item_id));
    Ok(json!({ "prefix": prefix, "orderId": order_id, "itemId": item_id }))
}

fn entity_id(row: &Row<'_>) -> Outcome {
    let (tenant, id) = (row.text("tenantCode"), row.value("sk"));
    let mut keys = show::keys(&Notification { tenant: tenant.into(), id })?;
    keys["id"] = show::pk(&NotificationId { tenant: tenant.into(), id })?;
    Ok(keys)
}

fn products_of_a_tenant(row: &Row<'_>) -> Outcome {
    let tenant = row.text("tenantCode");
    let products = Product::query(ProductPk { tenant }).build()?;
    let row = |tenant: &str| show::row(&product(tenant, Ulid::nil()));
    show::assert_rows(&products, &[row(tenant)], &[row(&format!("{tenant}0"))]);
    Ok(show::condition(&products))
}

/// The guide's prefix is ours without the separator at its end.
fn items_of_an_order(row: &Row<'_>) -> Outcome {
    let (tenant, order_id) = (row.text("tenantCode"), row.value("orderId"));
    let items = OrderItem::<Ulid>::query(OrderItemPk { tenant }).order_id(order_id).build()?;
    let item = |order_id| OrderItem { tenant: tenant.into(), order_id, item_id: 1 };
    let order = Order { tenant: tenant.into(), order_id };
    show::assert_rows(
        &items,
        &[show::row(&item(order_id))],
        &[show::row(&item(Ulid::nil())), show::row(&order)],
    );
    items_of_a1_and_a10(tenant)?;
    let mut theirs = show::condition(&items);
    theirs["sk_begins_with"] = without_separator(text(&theirs["sk_begins_with"])).into();
    Ok(theirs)
}

fn items_of_a1_and_a10(tenant: &str) -> Result<(), ddbkey::KeyError> {
    let item = |order_id: &str, item_id| {
        show::row(&OrderItem { tenant: tenant.into(), order_id: order_id.to_owned(), item_id })
    };
    let a1 = OrderItem::<String>::query(OrderItemPk { tenant }).order_id("A1").build()?;
    let a10 = item("A10", 1);
    show::assert_rows(&a1, &[item("A1", 1), item("A1", 999)], &[item("A", 1), a10.clone()]);
    let ours = show::condition(&a1);
    let theirs = without_separator(text(&ours["sk_begins_with"]));
    assert!(a10.1.starts_with(theirs), "the guide's prefix of A1 returns A10 too");
    Ok(())
}

fn without_separator(prefix: &str) -> &str {
    prefix.strip_suffix('#').unwrap()
}

/// Orders that sort by time, at which the guide's range aims.
#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk("{created_at:.0}", order_id)]
struct TimedOrder {
    tenant: String,
    created_at: Timestamp,
    order_id: String,
}

/// The same by day.
#[derive(DdbKeys)]
#[pk("ORDER", tenant)]
#[sk(day, order_id)]
struct DailyOrder {
    tenant: String,
    day: Date,
    order_id: String,
}

/// The guide's range, as the database decides it.
struct Theirs<'r> {
    from: &'r str,
    to: &'r str,
}

impl Theirs<'_> {
    fn returns(&self, (_, sk): &show::Texts) -> bool {
        (self.from..=self.to).contains(&sk.as_str())
    }
}

/// The guide's range loses the last day: `2024-01-31T…` and `2024-01-31#…` sort behind `2024-01-31`.
/// Ours holds that day to its end.
fn orders_of_a_month(row: &Row<'_>) -> Outcome {
    let tenant = row.text("tenantCode");
    let (start, end) = (row.value::<Date>("start"), row.value::<Date>("end"));
    let [from, to] = texts(&row.expected["sk_between"])[..] else { panic!("not two ends") };
    by_time(tenant, start, end, &Theirs { from, to })?;
    by_day(tenant, start, end, &Theirs { from, to })?;
    Ok(json!({
        "pk": TimedOrderPk { tenant }.build()?,
        "sk_between": [start.to_string(), end.to_string()],
    }))
}

fn by_time(
    tenant: &str,
    start: Date,
    end: Date,
    theirs: &Theirs<'_>,
) -> Result<(), Box<dyn Error>> {
    let midnight = |day: Date| day.to_zoned(TimeZone::UTC).map(|at| at.timestamp());
    let (from, last_day, to) = (midnight(start)?, midnight(end)?, midnight(end.tomorrow()?)?);
    let orders = TimedOrder::query(TimedOrderPk { tenant }).created_at_in(from..to).build()?;
    let order = |created_at: Timestamp| {
        let order_id = "o1".into();
        show::row(&TimedOrder { tenant: tenant.into(), created_at, order_id })
    };
    let meant = [order(from), order(last_day), order(to - 1.second())];
    show::assert_rows(&orders, &meant, &[order(from - 1.second()), order(to)]);
    assert_eq!(meant.map(|row| theirs.returns(&row)), [true, false, false]);
    Ok(())
}

fn by_day(tenant: &str, start: Date, end: Date, theirs: &Theirs<'_>) -> Result<(), Box<dyn Error>> {
    let orders = DailyOrder::query(DailyOrderPk { tenant }).day_in(start..=end).build()?;
    let order =
        |day: Date| show::row(&DailyOrder { tenant: tenant.into(), day, order_id: "o1".into() });
    let meant = [order(start), order(end.yesterday()?), order(end)];
    show::assert_rows(&orders, &meant, &[order(start.yesterday()?), order(end.tomorrow()?)]);
    assert_eq!(meant.map(|row| theirs.returns(&row)), [true, true, false]);
    let (from, to) = show::between(&orders);
    assert!(from.starts_with(theirs.from) && to.starts_with(theirs.to));
    Ok(())
}
