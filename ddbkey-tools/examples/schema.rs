//! Documents of a table with a dozen entities: `cargo run -p ddbkey-tools --example schema`.
//!
//! Prints the schema as plain text, which a snapshot test can guard, as a Markdown table, as a Mermaid
//! diagram and as a CloudFormation template. With `--html FILE` it writes a page that shows a few items as
//! they lie in the table and its index.

use std::error::Error;

use ddbkey::{DdbKeys, DdbTable, KeyPart};
use ddbkey_tools::{Schema, cloud_formation, markdown, mermaid, picture};

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

/// Returns a few items of one user's order.
fn rows() -> Vec<Shop> {
    let (user_id, sku) = (|| "u1".to_owned(), || "mug-blue".to_owned());
    let line = |line, sku: &str| OrderItem { user_id: user_id(), number: 7, line, sku: sku.into() };
    vec![
        Shop::User(User { user_id: user_id(), email: Some("ada@example.com".into()) }),
        Shop::User(User { user_id: "u2".into(), email: None }),
        Shop::Address(Address { user_id: user_id(), label: "home".into() }),
        Shop::Order(Order { user_id: user_id(), number: 7, status: Status::Paid }),
        Shop::Order(Order { user_id: user_id(), number: 12, status: Status::Pending }),
        Shop::OrderItem(line(1, "mug-blue")),
        Shop::OrderItem(line(2, "tea")),
        Shop::Payment(Payment { user_id: user_id(), number: 7 }),
        Shop::CartLine(CartLine { user_id: user_id(), sku: sku() }),
        Shop::Product(Product { sku: sku(), category: "kitchen".into() }),
        Shop::ProductVersion(ProductVersion { sku: sku(), version: 3 }),
        Shop::Review(Review { sku: sku(), user_id: user_id() }),
        Shop::Stock(Stock { sku: sku(), warehouse: "berlin".into() }),
        Shop::Warehouse(Warehouse { warehouse: "berlin".into() }),
        Shop::Coupon(Coupon { code: "SPRING".into(), kind: Some("percent".into()) }),
    ]
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<_> = std::env::args().skip(1).collect();
    match arguments.iter().map(String::as_str).collect::<Vec<_>>()[..] {
        ["--html", file] => std::fs::write(file, picture(&rows())?)?,
        [] => {
            let schema = Schema::of(Shop::SCHEMA);
            println!("{schema}");
            println!("{}", markdown(&schema));
            println!("{}", mermaid(&schema));
            println!("{}", cloud_formation(&schema));
        }
        _ => return Err("usage: schema [--html FILE]".into()),
    }
    Ok(())
}
