//! An entity by hand: a table key, and an index of several attributes of both types.
//!
//! ```ignore
//! #[pk("USER", user)] #[sk("ORDER", id)]
//! #[gsi("scores", pk = [game, region], sk = [score, "id#{id}" as "id_key", day])]
//! ```

use alloc::string::String;

use crate::error::{KeyError, ParseError};
use crate::key::declare::{Declaration, Declare, Size};
use crate::key::pair::Position;
use crate::key::pair::{OfIndex, OfTable};
use crate::key::parts::{PartSource, PartVisitor, Parts};
use crate::key::{KeyPair, KeyTexts, Pair};
use crate::layout::IndexKind;
use crate::part::Plain;
use crate::pattern::{OwnAttribute, Role};

type One<T> = ((T, Plain), ());
type Two<T, U> = ((T, Plain), One<U>);
type Three<T, U, V> = ((T, Plain), Two<U, V>);

macro_rules! key {
    ($key:ident, $size:ty, $parts:ty, $role:expr, $texts:expr, $attributes:expr, $values:tt { $($field:ident: $ref:ty),* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) struct $key<'k> { $(pub(super) $field: $ref,)* pub(super) k: &'k () }

        impl<'k> Declare<'k> for $key<'k> {
            type Size = $size;

            const KEY: Declaration = Declaration {
                entity: "Order",
                role: $role,
                texts: $texts,
                attributes: $attributes,
                types: <$parts as Parts<'k>>::LIST,
                ..Declaration::DEFAULT
            };

            fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError> {
                let Self { $($field,)* .. } = *self;
                <$parts as Parts<'k>>::put::<Self, V>($values, visitor)
            }

        }

        impl<'k> KeyTexts<'k> for $key<'k> {
            fn take<S: PartSource<'k>>(source: &mut S) -> Result<Self, ParseError> {
                let $values = <$parts as Parts<'k>>::take::<Self, S>(source)?;
                Ok(Self { $($field,)* k: &() })
            }
        }
    };
}

const fn own(name: &'static str, is_field: bool) -> OwnAttribute {
    OwnAttribute { name, is_field }
}

key!(
    OrderPk, Size<2, 1>, One<String>, Role::PartitionKey,
    &[&["USER#", "user", "", ""]], &[],
    (user, ()) { user: &'k str }
);
key!(
    OrderSk, Size<2, 1>, One<String>, Role::SortKey,
    &[&["ORDER#", "id", "", ""]], &[],
    (id, ()) { id: &'k str }
);
key!(
    ScoresPk, Size<2, 2>, Two<String, String>, Role::IndexPartitionKey("scores"),
    &[&["", "game", "", ""], &["", "region", "", ""]], &[own("game", true), own("region", true)],
    (game, (region, ())) { game: &'k str, region: &'k str }
);
key!(
    ScoresSk, Size<4, 3>, Three<i64, String, String>, Role::IndexSortKey("scores"),
    &[&["", "score", "", ""], &["id#", "id", "", ""], &["", "day", "", ""]],
    &[own("score", true), own("id_key", false), own("day", true)],
    (score, (id, (day, ()))) { score: i64, id: &'k str, day: &'k str }
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderKey<'k>(pub(super) OrderPk<'k>, pub(super) OrderSk<'k>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderScores<'k>(pub(super) ScoresPk<'k>, pub(super) ScoresSk<'k>);

impl<'k> Pair<'k> for OrderKey<'k> {
    type Of = OfTable;
    type Pk = OrderPk<'k>;
    type Sk = OrderSk<'k>;

    const POSITION: Position = Position::TABLE;

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join<S: PartSource<'k>>(pk: Self::Pk, sk: &mut S) -> Result<Self, ParseError> {
        Ok(Self(pk, KeyTexts::take(sk)?))
    }
}

impl<'k> Pair<'k> for OrderScores<'k> {
    type Of = OfIndex;
    type Pk = ScoresPk<'k>;
    type Sk = ScoresSk<'k>;

    const POSITION: Position = Position::index("scores", IndexKind::Gsi, "", "")
        .of_table(|| <OrderKey<'k> as KeyPair<'k>>::SCHEMA);

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join<S: PartSource<'k>>(pk: Self::Pk, sk: &mut S) -> Result<Self, ParseError> {
        Ok(Self(pk, KeyTexts::take(sk)?))
    }
}
