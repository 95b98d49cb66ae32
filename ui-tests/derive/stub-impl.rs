// A field is misspelt, and the struct and everything generated from it are used elsewhere.
use ddbkey::{DdbKeys, DdbTable, KeyError, ParseError};

#[derive(DdbKeys)]
#[pk("USER", usr_id)]
#[sk("ORDER", id)]
#[gsi("gsi1", pk = ("EMAIL", email), sk = ("ORDER", id))]
struct Order {
    user_id: String,
    id: String,
    email: Option<String>,
}

#[derive(DdbTable)]
enum Shop {
    Order(Order),
}

fn build(order: &Order) -> Result<String, KeyError> {
    let keys = order.keys()?;
    let _ = keys.get("gsi1pk");
    if let Some(OrderGsi1 { email, id }) = order.gsi1() {
        OrderGsi1Pk { email }.build()?;
        OrderGsi1 { email, id }.sk()?;
    }
    order.pk()?;
    order.key().sk()?;
    OrderPk { user_id: "u1" }.condition()?;
    OrderKey { user_id: "u1", id: "7" }.keys()?;
    order.sk()
}

fn parse<'k>(pk: &'k str, sk: &'k str) -> Result<&'k str, ParseError> {
    let OrderPk { user_id } = Order::parse_pk(pk)?;
    let OrderSk { id: _ } = Order::parse_sk(sk)?;
    let OrderKey { user_id: _, id: _ } = Order::parse_key(pk, sk)?;
    let OrderGsi1 { email: _, id: _ } = Order::parse_gsi1(pk, sk)?;
    match Shop::parse_key(pk, sk)? {
        ShopKey::Order(OrderKey { user_id: _, id: _ }) => Ok(user_id),
    }
}

fn query() -> Result<(), KeyError> {
    Order::query(OrderPk { user_id: "u1" }).id("7").build()?;
    Order::query(OrderPk { user_id: "u1" }).id_in("7"..).build()?;
    Order::query_gsi1(OrderGsi1Pk { email: "a@b" }).id_starting_with("7").build()?;
    let _ = (Order::SCHEMA, Shop::SCHEMA);
    Ok(())
}

fn main() {
    let order = Order { user_id: "u1".into(), id: "7".into(), email: None };
    let _ = (build(&order), parse("", ""), query(), Shop::from(order).keys());
}
