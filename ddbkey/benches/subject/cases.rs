//! Every case by name, for both `time` and `counts`.

use std::hint::black_box;
use std::time::Instant;

use jiff::Timestamp;

use super::rivals::{self, by_hand, plain};
use super::shop::{Order, order};
use super::{LONG_ID, ORDER_SK, SHORT_ID, later, ours, room};
use crate::harness::{CALLS, Case};

type Text = &'static str;

// Ids of 2 and of 36 characters.
cases! {
    build_2 {
        ours(order: Order = order(SHORT_ID)) { ours::build(order) }
        by_hand(order: Order = order(SHORT_ID)) { by_hand::build(order) }
        format(order: Order = order(SHORT_ID)) { plain::build(order) }
        floor(pk: Text = "USER#u1", sk: Text = ORDER_SK) { rivals::floor(pk, sk) }
    }
    build_36 {
        ours(order: Order = order(LONG_ID)) { ours::build(order) }
        by_hand(order: Order = order(LONG_ID)) { by_hand::build(order) }
        format(order: Order = order(LONG_ID)) { plain::build(order) }
    }
    build_into_36 {
        ours(order: Order = order(LONG_ID), room: (String, String) = room()) {
            room.0.clear();
            room.1.clear();
            ours::build_into(order, &mut room.0, &mut room.1)
        }
        by_hand(order: Order = order(LONG_ID), room: (String, String) = room()) {
            room.0.clear();
            room.1.clear();
            by_hand::build_into(order, &mut room.0, &mut room.1)
        }
    }
    parse_pk_2 {
        ours(pk: Text = "USER#u1") { ours::parse_pk(pk) }
        by_hand(pk: Text = "USER#u1") { by_hand::parse_pk(pk) }
        split(pk: Text = "USER#u1") { plain::parse_pk(pk) }
    }
    parse_pk_36 {
        ours(pk: Text = LONG_PK) { ours::parse_pk(pk) }
        by_hand(pk: Text = LONG_PK) { by_hand::parse_pk(pk) }
        split(pk: Text = LONG_PK) { plain::parse_pk(pk) }
    }
    parse_2 {
        ours(pk: Text = "USER#u1", sk: Text = ORDER_SK) { ours::parse(pk, sk) }
        by_hand(pk: Text = "USER#u1", sk: Text = ORDER_SK) { by_hand::parse(pk, sk) }
        split(pk: Text = "USER#u1", sk: Text = ORDER_SK) { plain::parse(pk, sk) }
    }
    parse_36 {
        ours(pk: Text = LONG_PK, sk: Text = ORDER_SK) { ours::parse(pk, sk) }
        by_hand(pk: Text = LONG_PK, sk: Text = ORDER_SK) { by_hand::parse(pk, sk) }
        split(pk: Text = LONG_PK, sk: Text = ORDER_SK) { plain::parse(pk, sk) }
    }
    parse_texts_36 {
        ours(pk: Text = REVIEW.0, sk: Text = REVIEW.1) { ours::parse_review(pk, sk) }
        by_hand(pk: Text = REVIEW.0, sk: Text = REVIEW.1) { by_hand::parse_review(pk, sk) }
        split(pk: Text = REVIEW.0, sk: Text = REVIEW.1) { plain::parse_review(pk, sk) }
    }
    dispatch {
        ours(pk: Text = "USER#u1", sk: Text = ORDER_SK) { ours::dispatch(pk, sk) }
        right_entity(pk: Text = "USER#u1", sk: Text = ORDER_SK) { ours::parse(pk, sk) }
    }
    dispatch_each {
        ours() { ours::dispatch_each() }
        right_entity() { ours::parse_each() }
    }
    query {
        ours(order: Order = order(LONG_ID)) { ours::query(&order.user_id) }
        by_hand(order: Order = order(LONG_ID)) { by_hand::query(&order.user_id) }
        format(order: Order = order(LONG_ID)) { plain::query(&order.user_id) }
    }
    query_value {
        ours(order: Order = order(LONG_ID)) { ours::query_value(order) }
        by_hand(order: Order = order(LONG_ID)) { by_hand::query_value(order) }
        format(order: Order = order(LONG_ID)) { plain::query_value(order) }
    }
    query_range {
        ours(order: Order = order(LONG_ID), to: Timestamp = later()) { ours::query_range(order, *to) }
        by_hand(order: Order = order(LONG_ID), to: Timestamp = later()) {
            by_hand::query_range(order, *to)
        }
        format(order: Order = order(LONG_ID), to: Timestamp = later()) {
            plain::query_range(order, *to)
        }
    }
}

const LONG_PK: &str = "USER#0193a7c2-5f1e-7b3a-9c4d-2e8f6a1b0c3d";
const REVIEW: (&str, &str) =
    ("PRODUCT#0193a7c2-5f1e-7b3a-9c4d-2e8f6a1b0c3d", "REVIEW#0193a7c2-5f1e-7b3a-9c4d-2e8f6a1b0c3e");
