//! The first page of the README as a program, with only `ddbkey`:
//! `cargo run -p ddbkey --example quickstart`.
//!
//! Keys are declared once, on the struct. The builder, the parser and the queries are generated from the declaration.

use std::error::Error;

use ddbkey::{DdbKeys, DdbTable, KeyPart};

/// A customer, under `USER#{user_id}` / `PROFILE`. Users with an email address are in the index `gsi1`.
#[derive(DdbKeys)]
#[pk("USER", user_id)]
#[sk("PROFILE")]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("USER", user_id))]
struct User {
    user_id: String,
    email: Option<String>,
}

/// An order, next to the profile of its user, and in the index `gsi1` by status.
#[derive(DdbKeys, Clone)]
#[pk("USER", user_id)]
#[sk("ORDER", "{number:08}")]
#[gsi("gsi1" as by_status, pk = ("ORDER", status), sk = ("{number:08}", user_id))]
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
}

/// The table. It does not compile if a user and an order could have the same key.
#[derive(DdbTable)]
enum Shop {
    User(User),
    Order(Order),
}

fn main() -> Result<(), Box<dyn Error>> {
    let order = Order { user_id: "u1".into(), number: 42, status: Status::Pending };

    println!("Every key attribute of an order, as it is stored:");
    for (attribute, value) in order.keys()? {
        println!("  {attribute:<8} {value}");
    }

    println!("The same primary key, built without an order:");
    let key = OrderKey { user_id: "u1", number: 42 };
    println!("  {} / {}", key.pk()?, key.sk()?);

    println!("Keys of the table, parsed:");
    for (pk, sk) in [("USER#u1", "PROFILE"), ("USER#u1", "ORDER#00000042"), ("USER#u1", "ORDER#42")]
    {
        match Shop::parse_key(pk, sk) {
            Ok(ShopKey::User(UserKey { user_id })) => println!("  the profile of {user_id}"),
            Ok(ShopKey::Order(OrderKey { user_id, number })) => {
                println!("  order {number} of {user_id}");
            }
            Err(error) => println!("  {error}"),
        }
    }

    println!("Queries, as DynamoDB takes them:");
    let orders = || Order::query(OrderPk { user_id: "u1" });
    let paid = OrderByStatusPk { status: Status::Paid };
    for condition in [
        orders().build()?,
        orders().number_in(10..=20).build()?,
        Order::query_by_status(paid).descending().build()?,
        OrderPk { user_id: "u1" }.condition()?,
    ] {
        let values = condition.values().map(|(_, value)| value.to_string()).collect::<Vec<_>>();
        println!("  {} with {values:?}", condition.expression());
    }

    println!("The keys of the index when the order is paid, and when the email is removed:");
    let paid = Order { status: Status::Paid, ..order };
    println!("  {} / {}", paid.by_status().pk()?, paid.by_status().sk()?);
    let user = User { user_id: "u1".into(), email: None };
    println!("  {:?}", user.gsi1());

    println!("A value that cannot be part of a key:");
    if let Err(error) = (UserPk { user_id: "u1#ORDER" }).build() {
        println!("  {error}");
    }
    Ok(())
}
