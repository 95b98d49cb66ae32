//! The same functions as in `time`, each called [`CALLS`] times, for callgrind to count their
//! instructions. These repeat exactly, so that a change of two per cent is a change of the code:
//! `.ci/counts` runs this and compares with `counts.tsv`.

use std::hint::black_box;

use jiff::Timestamp;

mod subject;

use subject::rivals::{self, by_hand, plain};
use subject::shop::{ORDER_PK, ORDER_SK, Order, order};
use subject::{later, ours, room};

const CALLS: u32 = 100;

/// One function for each body, with its name, for callgrind to tell apart; calls them all. What they
/// make is dropped outside.
macro_rules! cases {
    ($($group:ident { $($name:ident($($param:ident: $type:ty = $arg:expr),*) $body:block)* })*) => {
        mod case {
            use super::*;
            $(pub mod $group {
                use super::*;
                $(#[inline(never)]
                pub fn $name($($param: $type),*) -> impl Sized {
                    black_box($body)
                })*
            })*
        }

        fn main() {
            $($({
                $(let mut $param = $arg;)*
                for _ in 0..CALLS {
                    drop(case::$group::$name($(black_box(&mut $param)),*));
                }
            })*)*
        }
    };
}

cases! {
    build {
        ours(order: &mut Order = order()) { ours::build(order) }
        by_hand(order: &mut Order = order()) { by_hand::build(order) }
        format(order: &mut Order = order()) { plain::build(order) }
        floor(pk: &mut &'static str = ORDER_PK, sk: &mut &'static str = ORDER_SK) { rivals::floor(pk, sk) }
    }
    build_into {
        ours(order: &mut Order = order(), room: &mut (String, String) = room()) {
            room.0.clear();
            room.1.clear();
            ours::build_into(order, &mut room.0, &mut room.1)
        }
        by_hand(order: &mut Order = order(), room: &mut (String, String) = room()) {
            room.0.clear();
            room.1.clear();
            by_hand::build_into(order, &mut room.0, &mut room.1)
        }
    }
    parse {
        ours(pk: &mut &'static str = ORDER_PK, sk: &mut &'static str = ORDER_SK) { ours::parse(pk, sk) }
        by_hand(pk: &mut &'static str = ORDER_PK, sk: &mut &'static str = ORDER_SK) { by_hand::parse(pk, sk) }
        split(pk: &mut &'static str = ORDER_PK, sk: &mut &'static str = ORDER_SK) { plain::parse(pk, sk) }
    }
    dispatch {
        ours(pk: &mut &'static str = ORDER_PK, sk: &mut &'static str = ORDER_SK) { ours::dispatch(pk, sk) }
    }
    dispatch_each {
        ours() { ours::dispatch_each() }
        right_entity() { ours::parse_each() }
    }
    query {
        ours(order: &mut Order = order()) { ours::query(&order.user_id) }
        by_hand(order: &mut Order = order()) { by_hand::query(&order.user_id) }
        format(order: &mut Order = order()) { plain::query(&order.user_id) }
    }
    query_range {
        ours(order: &mut Order = order(), to: &mut Timestamp = later()) {
            ours::query_range(&order.user_id, order.created_at, *to)
        }
        by_hand(order: &mut Order = order(), to: &mut Timestamp = later()) {
            by_hand::query_range(&order.user_id, order.created_at, *to)
        }
        format(order: &mut Order = order(), to: &mut Timestamp = later()) {
            plain::query_range(&order.user_id, order.created_at, *to)
        }
    }
}
