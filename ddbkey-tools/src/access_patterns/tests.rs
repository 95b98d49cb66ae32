//! Tests the page of access patterns, and how a test checks it.

use ddbkey::{DdbKeys, DdbTable};

use super::*;

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}")]
#[gsi("by_state" as by_status, pk = ("STATE", state), sk = ("{number:05}"))]
#[allow(dead_code, reason = "for its schema")]
struct Order {
    user_id: String,
    number: u32,
    state: String,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:05}", "LINE", "{line:03}")]
#[allow(dead_code, reason = "for its schema")]
struct Line {
    user_id: String,
    number: u32,
    line: u16,
}

#[derive(DdbKeys)]
#[ddb(table = Shop)]
#[pk("PRODUCT", id)]
#[sk("META")]
#[gsi("unused", pk = ("ALL"), sk = (id))]
#[allow(dead_code, reason = "for its schema")]
struct Product {
    id: String,
}

#[derive(DdbTable)]
#[ddb(pk = "pk", sk = "sk")]
#[gsi("by_state", pk = "gsi1pk", sk = "gsi1sk")]
#[gsi("unused", pk = "gsi2pk", sk = "gsi2sk")]
#[allow(dead_code, reason = "for its schema")]
enum Shop {
    Order(Order),
    Line(Line),
    Product(Product),
}

fn patterns() -> AccessPatterns {
    let orders = || Order::query(OrderPk { user_id: "u1" });
    let by_state = Order::query_by_status(OrderByStatusPk { state: "OPEN" });
    AccessPatterns::new(Shop::SCHEMA)
        .add("orders, newest first", &orders().descending().build().unwrap())
        .add("open orders", &by_state.number_in(..7).build().unwrap())
}

const PAGE: &str = "\
# Access patterns of `Shop`

## orders, newest first

- `pk = USER#{user_id}, sk begins with ORDER#, descending (Order)`
- reads the table
- order: `number`, descending
- also returns `Line`

## open orders

- `by_state: gsi1pk = STATE#{state}, gsi1sk <= {number} (Order)`
- reads index `by_state`
- order: `number`

No pattern uses these indexes, each of which costs a write: `unused`.

No pattern reads these entities: `Product`.
";

#[test]
fn the_page_has_each_pattern_and_what_is_unused() {
    assert_eq!(patterns().to_string(), PAGE);
}

/// The query covers the whole partition, or everything below a row.
#[test]
fn a_partition_and_what_is_below_a_row_are_read() {
    let partition = OrderPk { user_id: "u1" }.condition().unwrap();
    let product = Product::query(ProductPk { id: "p" }).build().unwrap();
    let page = AccessPatterns::new(Shop::SCHEMA).add("all", &partition).add("one", &product);
    assert!(page.to_string().contains("\n- reads the table\n- also returns `Line`\n"), "{page}");
    assert!(!page.to_string().contains("No pattern reads"), "{page}");
    let below = Order::query(OrderPk { user_id: "u1" }).number(7).nested().build().unwrap();
    let page = AccessPatterns::new(Shop::SCHEMA).add("lines", &below);
    assert!(
        page.to_string().ends_with("\nNo pattern reads these entities: `Product`.\n"),
        "{page}"
    );
}

#[test]
fn a_test_writes_the_page_once_and_holds_it_then() {
    let folder = std::env::temp_dir().join(format!("ddbkey-patterns-{}", std::process::id()));
    let path = folder.join("access-patterns.md");
    let error = patterns().check(&path).unwrap_err().to_string();
    assert!(error.starts_with("there was no access patterns page `"), "{error}");
    assert_eq!(std::fs::read_to_string(&path).unwrap(), PAGE);
    patterns().check(&path).unwrap();
    std::fs::write(&path, PAGE.replace("newest first", "oldest first")).unwrap();
    let error = patterns().check(&path).unwrap_err().to_string();
    let lines = "\n- ## orders, oldest first\n+ ## orders, newest first\nhelp: ";
    assert!(error.contains(lines), "{error}");
    std::fs::remove_dir_all(folder).unwrap();
}
