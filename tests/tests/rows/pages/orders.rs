//! An entity with every kind of index that a query can page through.

use ddbkey::{DdbKeys, DdbTable, KeyCondition, KeyError, Keys};
use serde::{Deserialize, Serialize};

/// `level` is the sort key of every index, so many rows tie.
#[derive(DdbKeys, Serialize, Deserialize, Clone, PartialEq, Debug)]
#[pk("USER", user)]
#[sk("ORDER", "{day:03}", id)]
#[gsi("by_status", pk = ("STATUS", status), sk = ("{level:03}"))]
#[gsi("by_gift" as by_gift, pk = ("GIFT", gift), sk = ("{level:03}"))]
#[gsi("inverted", pk = sk, sk = pk)]
#[gsi("by_score", pk = [region, "{status}" as "state"], sk = [score, "{level:03}" as "level_key"])]
#[lsi("by_level", sk = ("{level:03}"))]
pub(crate) struct Order {
    pub(crate) user: String,
    pub(crate) day: u16,
    pub(crate) id: String,
    pub(crate) status: String,
    pub(crate) gift: Option<String>,
    pub(crate) level: u16,
    pub(crate) region: String,
    pub(crate) score: i64,
}

#[derive(DdbTable)]
pub(crate) enum Orders {
    Order(Order),
}

/// A key of the table that a query can use.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum By {
    Key,
    Status,
    Gift,
    Inverted,
    Score,
    /// The scores of one number, by the attribute after it.
    OneScore,
    Level,
}

impl By {
    pub(crate) const ALL: [Self; 7] = [
        Self::Key,
        Self::Status,
        Self::Gift,
        Self::Inverted,
        Self::Score,
        Self::OneScore,
        Self::Level,
    ];

    /// Returns the row of this number, at this position in the order.
    pub(crate) fn row(self, number: usize, place: u16) -> Order {
        let row = Order {
            user: format!("u{}", number % 3),
            day: 0,
            id: format!("{number}"),
            status: "PAID".into(),
            gift: None,
            level: place,
            region: "eu".into(),
            score: 7,
        };
        match self {
            Self::Key => Order { user: "u1".into(), day: place, ..row },
            Self::Gift => Order { gift: Some("box".into()), ..row },
            Self::Inverted => Order { user: format!("{place:03}-{number}"), id: "x".into(), ..row },
            // From negative to positive: as strings these would be in another order.
            Self::Score => Order { score: i64::from(place) - 10, level: 1, ..row },
            Self::Level => Order { user: "u1".into(), ..row },
            Self::Status | Self::OneScore => row,
        }
    }

    /// Returns a row of this number that is not one of those.
    pub(crate) fn other_row(self, number: usize, place: u16) -> Order {
        let row = self.row(number, place);
        match self {
            Self::Key | Self::Level => Order { user: "u2".into(), ..row },
            Self::Inverted => Order { id: "y".into(), ..row },
            Self::Status => Order { status: "SENT".into(), ..row },
            Self::Gift if number.is_multiple_of(2) => Order { gift: None, ..row },
            Self::Gift => Order { gift: Some("card".into()), ..row },
            Self::Score => Order { region: "us".into(), ..row },
            Self::OneScore => Order { score: 70, ..row },
        }
    }

    /// Returns a condition for the rows at these positions.
    pub(crate) fn condition(self, from: u16, to: u16) -> Result<KeyCondition, KeyError> {
        let range = from..=to;
        match self {
            Self::Key => Order::query(OrderPk { user: "u1" }).day_in(range).build(),
            Self::Status => {
                Order::query_by_status(OrderByStatusPk { status: "PAID" }).level_in(range).build()
            }
            Self::Gift => {
                Order::query_by_gift(OrderByGiftPk { gift: "box" }).level_in(range).build()
            }
            Self::Inverted => {
                let (from, to) = (format!("{from:03}"), format!("{:03}", to + 1));
                let users = Order::query_inverted(OrderSk { day: 0, id: "x" });
                users.user_in(from.as_str()..to.as_str()).build()
            }
            Self::Score => {
                let pk = OrderByScorePk { region: "eu", status: "PAID" };
                let range = i64::from(from) - 10..=i64::from(to) - 10;
                Order::query_by_score(pk).score_in(range).build()
            }
            Self::OneScore => {
                let pk = OrderByScorePk { region: "eu", status: "PAID" };
                Order::query_by_score(pk).score(7).level_in(range).build()
            }
            Self::Level => Order::query_by_level(OrderPk { user: "u1" }).level_in(range).build(),
        }
    }

    /// Returns the position of the row in the order.
    pub(crate) fn place(self, row: &Order) -> u16 {
        match self {
            Self::Key => row.day,
            Self::Inverted => row.user[..3].parse().unwrap(),
            Self::Score => u16::try_from(row.score + 10).unwrap(),
            Self::Status | Self::Gift | Self::OneScore | Self::Level => row.level,
        }
    }

    pub(crate) fn start_key(self, row: &Order) -> Keys {
        match self {
            Self::Key => row.start_key(),
            Self::Status => row.by_status_start_key(),
            Self::Gift => row.by_gift_start_key().map(Option::unwrap),
            Self::Inverted => row.inverted_start_key(),
            Self::Score | Self::OneScore => row.by_score_start_key(),
            Self::Level => row.by_level_start_key(),
        }
        .unwrap()
    }
}
