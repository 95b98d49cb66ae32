//! A table of a dozen entities, looked at: `cargo run --example schema`.
//!
//! Prints the schema as plain text, which a snapshot test can guard, as a Markdown table and as a Mermaid
//! diagram.

use ddbkey::{DdbKeys, DdbTable, KeyPart};

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ADDRESS", label)]
struct Address {
    user_id: String,
    label: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1", pk = ("ORDERS", status), sk = ("{number:08}"))]
struct Order {
    user_id: String,
    number: u32,
    status: Status,
}

#[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[key_part(rename_all = "UPPERCASE")]
enum Status {
    Pending,
    Paid,
    Shipped,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}", "ITEM", "{line:03}")]
#[gsi("gsi1", pk = ("SOLD", sku), sk = ("{number:08}", "{line:03}"))]
struct OrderItem {
    user_id: String,
    number: u32,
    line: u16,
    sku: String,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}", "PAYMENT")]
struct Payment {
    user_id: String,
    number: u32,
}

#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("CART", sku)]
struct CartLine {
    user_id: String,
    sku: String,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("PRODUCT")]
#[gsi("gsi1", pk = ("CATEGORY", category), sk = ("PRODUCT", sku))]
struct Product {
    sku: String,
    category: String,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("VERSION", "v{version:05}")]
struct ProductVersion {
    sku: String,
    version: u32,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("REVIEW", user_id)]
#[gsi("gsi1", pk = ("REVIEWS", user_id), sk = ("PRODUCT", sku))]
struct Review {
    sku: String,
    user_id: String,
}

#[derive(DdbKeys)]
#[pk("PRODUCT", sku)]
#[sk("STOCK", warehouse)]
#[gsi("gsi1", pk = ("WAREHOUSE", warehouse), sk = ("STOCK", sku))]
struct Stock {
    sku: String,
    warehouse: String,
}

#[derive(DdbKeys)]
#[pk("WAREHOUSE", warehouse)]
#[sk("WAREHOUSE")]
struct Warehouse {
    warehouse: String,
}

#[derive(DdbKeys)]
#[pk("COUPON", code)]
#[sk("COUPON")]
#[gsi("gsi1", pk = ("COUPONS", kind), sk = ("COUPON", code))]
struct Coupon {
    code: String,
    kind: Option<String>,
}

#[derive(DdbTable)]
enum Shop {
    User(User),
    Address(Address),
    Order(Order),
    OrderItem(OrderItem),
    Payment(Payment),
    CartLine(CartLine),
    Product(Product),
    ProductVersion(ProductVersion),
    Review(Review),
    Stock(Stock),
    Warehouse(Warehouse),
    Coupon(Coupon),
}

fn main() {
    println!("{}", Shop::SCHEMA);
    println!("{}", Shop::SCHEMA.markdown());
    println!("{}", Shop::SCHEMA.mermaid());
}
