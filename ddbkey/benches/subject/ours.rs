//! The same with this crate.

use std::hint::black_box;

use ddbkey::{DdbKeys, KeyCondition, KeyError, ParseError};
use jiff::Timestamp;

use super::shop::{
    Address, Cart, CartItem, Coupon, Image, Invoice, KEYS, Order, OrderItem, OrderKey, OrderPk,
    OrderSk, Payment, Price, Product, Redemption, Review, ReviewKey, Session, Shelf, Shipment,
    Shop, ShopKey, Stock, User, Warehouse, Wish,
};

pub fn build(order: &Order) -> Result<(String, String), KeyError> {
    Ok((order.pk()?, order.sk()?))
}

pub fn build_into(order: &Order, pk: &mut String, sk: &mut String) -> Result<(), KeyError> {
    OrderPk { user_id: &order.user_id }.build_into(pk)?;
    OrderSk { created_at: order.created_at, id: order.id }.build_into(sk)
}

pub fn parse<'t>(pk: &'t str, sk: &'t str) -> Result<OrderKey<'t>, ParseError> {
    Order::parse_key(pk, sk)
}

pub fn dispatch<'t>(pk: &'t str, sk: &'t str) -> Result<ShopKey<'t>, ParseError> {
    Shop::parse_key(pk, sk)
}

/// Returns how many of the keys belong to some entity.
pub fn dispatch_each() -> usize {
    black_box(&KEYS).iter().filter(|(pk, sk)| Shop::parse_key(pk, sk).is_ok()).count()
}

/// Returns how many of the keys their own entity accepts.
pub fn parse_each() -> usize {
    macro_rules! count {
        ($($entity:ident),+) => {{
            let mut keys = black_box(&KEYS).iter();
            let mut next = || keys.next().copied().unwrap_or_default();
            0 $(+ { let (pk, sk) = next(); usize::from($entity::parse_key(pk, sk).is_ok()) })+
        }};
    }
    count!(
        User, Address, Session, Payment, Cart, CartItem, Wish, Invoice, Product, Price, Review,
        Image, Stock, Warehouse, Shelf, Coupon, Redemption, OrderItem, Shipment, Order
    )
}

pub fn parse_pk(pk: &str) -> Result<OrderPk<'_>, ParseError> {
    Order::parse_pk(pk)
}

pub fn parse_review<'t>(pk: &'t str, sk: &'t str) -> Result<ReviewKey<'t>, ParseError> {
    Review::parse_key(pk, sk)
}

pub fn query(user_id: &str) -> Result<KeyCondition, KeyError> {
    Order::query(OrderPk { user_id }).build()
}

pub fn query_value(order: &Order) -> Result<KeyCondition, KeyError> {
    Order::query(OrderPk { user_id: &order.user_id }).created_at(order.created_at).build()
}

pub fn query_range(order: &Order, to: Timestamp) -> Result<KeyCondition, KeyError> {
    Order::query(OrderPk { user_id: &order.user_id }).created_at_in(order.created_at..to).build()
}
