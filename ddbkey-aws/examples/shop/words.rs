//! How users, orders and keys print.

use std::fmt::{Display, Formatter, Result};

use super::entities::{Order, OrderKey, ShopKey, User, UserKey};

impl Display for User {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        write!(f, "user {}, {}, {}", self.user_id, self.name, self.email.as_deref().unwrap_or("-"))
    }
}

impl Display for Order {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        let Self { user_id, created_at, id, status, total_cents } = self;
        let (units, cents) = (total_cents / 100, total_cents % 100);
        write!(f, "order {id} of {user_id}, {created_at}, {status:?}, {units}.{cents:02}")
    }
}

impl Display for ShopKey<'_> {
    fn fmt(&self, f: &mut Formatter<'_>) -> Result {
        match self {
            Self::User(UserKey { user_id }) => write!(f, "key of user {user_id}"),
            Self::Order(OrderKey { user_id, created_at, id }) => {
                write!(f, "key of order {id} of {user_id}, {created_at}")
            }
        }
    }
}
