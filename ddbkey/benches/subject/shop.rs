//! A table of 20 entities, including `User` and `Order` of the README, and one key of each.

#![allow(clippy::struct_field_names, reason = "as in the README")]

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use ulid::Ulid;

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
pub struct User {
    pub user_id: String,
    pub email: Option<String>,
    pub name: String,
}

#[derive(DdbKeys, Serialize, Deserialize)]
#[pk("USER", user_id)]
#[sk("ORDER", "{created_at:.3}", id)]
#[gsi("gsi1", pk = ("ORDER", status), sk = ("{created_at:.3}", id))]
pub struct Order {
    pub user_id: String,
    pub created_at: Timestamp,
    pub id: Ulid,
    pub status: Status,
    pub total_cents: u64,
}

#[derive(KeyPart, Serialize, Deserialize, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
#[serde(rename_all = "UPPERCASE")]
pub enum Status {
    Pending,
    Paid,
    Shipped,
}

macro_rules! entities {
    ($($name:ident { pk($($pk:tt)*), sk($($sk:tt)*), $($field:ident: $type:ty),* $(,)? })*) => {$(
        #[derive(DdbKeys)]
        #[pk($($pk)*)]
        #[sk($($sk)*)]
        pub struct $name {
            $(pub $field: $type,)*
        }
    )*};
}

entities! {
    Address { pk("USER", user_id), sk("ADDRESS", name), user_id: String, name: String }
    Session { pk("USER", user_id), sk("SESSION", id), user_id: String, id: Ulid }
    Payment { pk("USER", user_id), sk("PAYMENT", id), user_id: String, id: Ulid }
    Cart { pk("USER", user_id), sk("CART"), user_id: String }
    CartItem { pk("USER", user_id), sk("CART", sku), user_id: String, sku: String }
    Wish { pk("USER", user_id), sk("WISH", sku), user_id: String, sku: String }
    Invoice { pk("USER", user_id), sk("INVOICE", "{number:08}"), user_id: String, number: u32 }
    OrderItem {
        pk("USER", user_id), sk("ORDER", "{created_at:.3}", id, "ITEM", "{n:03}"),
        user_id: String, created_at: Timestamp, id: Ulid, n: u16,
    }
    Shipment {
        pk("USER", user_id), sk("ORDER", "{created_at:.3}", id, "SHIPMENT", "{n:02}"),
        user_id: String, created_at: Timestamp, id: Ulid, n: u8,
    }
    Product { pk("PRODUCT", sku), sk("DETAILS"), sku: String }
    Price { pk("PRODUCT", sku), sk("PRICE", "{version:05}"), sku: String, version: u32 }
    Review { pk("PRODUCT", sku), sk("REVIEW", user_id), sku: String, user_id: String }
    Image { pk("PRODUCT", sku), sk("IMAGE", "{n:03}"), sku: String, n: u16 }
    Stock { pk("PRODUCT", sku), sk("STOCK", warehouse), sku: String, warehouse: String }
    Warehouse { pk("WAREHOUSE", id), sk("DETAILS"), id: String }
    Shelf { pk("WAREHOUSE", id), sk("SHELF", "{row:03}", "{level:02}"), id: String, row: u16, level: u8 }
    Coupon { pk("COUPON", code), sk("DETAILS"), code: String }
    Redemption { pk("COUPON", code), sk("USER", user_id), code: String, user_id: String }
}

#[derive(DdbTable)]
pub enum Shop {
    User(User),
    Address(Address),
    Session(Session),
    Payment(Payment),
    Cart(Cart),
    CartItem(CartItem),
    Wish(Wish),
    Invoice(Invoice),
    Product(Product),
    Price(Price),
    Review(Review),
    Image(Image),
    Stock(Stock),
    Warehouse(Warehouse),
    Shelf(Shelf),
    Coupon(Coupon),
    Redemption(Redemption),
    OrderItem(OrderItem),
    Shipment(Shipment),
    /// Last, so that trying the entities one after the other reaches it last.
    Order(Order),
}

pub const ORDER_SK: &str = "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M";

/// One key of each entity.
pub const KEYS: [(&str, &str); 20] = [
    ("USER#4f1d2c8e", "PROFILE"),
    ("USER#4f1d2c8e", "ADDRESS#home"),
    ("USER#4f1d2c8e", "SESSION#01HX7MBJK3V9WQBZ7XNDK5ZT2M"),
    ("USER#4f1d2c8e", "PAYMENT#01HX7MBJK3V9WQBZ7XNDK5ZT2M"),
    ("USER#4f1d2c8e", "CART"),
    ("USER#4f1d2c8e", "CART#TEA-EARL-100"),
    ("USER#4f1d2c8e", "WISH#TEA-EARL-100"),
    ("USER#4f1d2c8e", "INVOICE#00004711"),
    ("PRODUCT#TEA-EARL-100", "DETAILS"),
    ("PRODUCT#TEA-EARL-100", "PRICE#00007"),
    ("PRODUCT#TEA-EARL-100", "REVIEW#4f1d2c8e"),
    ("PRODUCT#TEA-EARL-100", "IMAGE#003"),
    ("PRODUCT#TEA-EARL-100", "STOCK#berlin"),
    ("WAREHOUSE#berlin", "DETAILS"),
    ("WAREHOUSE#berlin", "SHELF#017#04"),
    ("COUPON#SPRING25", "DETAILS"),
    ("COUPON#SPRING25", "USER#4f1d2c8e"),
    ("USER#4f1d2c8e", "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M#ITEM#001"),
    ("USER#4f1d2c8e", "ORDER#2024-12-01T10:30:00.123Z#01HX7MBJK3V9WQBZ7XNDK5ZT2M#SHIPMENT#01"),
    ("USER#4f1d2c8e", ORDER_SK),
];

/// Returns the order with this sort key.
pub fn order(user_id: &str) -> Order {
    let at = Timestamp::from_nanosecond(1_733_049_000_123_456_789);
    Order {
        user_id: user_id.into(),
        created_at: at.unwrap_or_default(),
        id: Ulid::from_string("01HX7MBJK3V9WQBZ7XNDK5ZT2M").unwrap_or_default(),
        status: Status::Paid,
        total_cents: 4990,
    }
}
