//! An entity by hand: a table key, and an index of several attributes of both types.
//!
//! ```ignore
//! #[pk("USER", user)] #[sk("ORDER", id)]
//! #[gsi("scores", pk = [game, region], sk = [score, "id#{id}" as "id_key", day])]
//! ```

use alloc::string::String;

use crate::error::{KeyError, ParseError};
use crate::key::declare::{Attribute, Declaration, Declare, In, Joined, Out, Size};
use crate::key::pair::Position;
use crate::key::schema::KeySchema;
use crate::key::{KeyPair, Pair};
use crate::layout::IndexKind;
use crate::part::Plain;
use crate::pattern::Role;

type One<T> = ((T, Plain), ());
type Two<T, U> = ((T, Plain), One<U>);
type Three<T, U, V> = ((T, Plain), Two<U, V>);

macro_rules! key {
    ($key:ident, $size:ty, $parts:ty, $declaration:expr, { $($field:ident: $ref:ty),* }) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) struct $key<'k> { $(pub(super) $field: $ref,)* pub(super) k: &'k () }

        impl<'k> Declare<'k> for $key<'k> {
            type Size = $size;

            const KEY: Declaration = $declaration;

            fn put<O: Out<'k>>(self, out: &mut O) -> Result<(), KeyError> {
                key!(@put out, Self, $parts, self, $($field),*)
            }

            fn take<I: In<'k>>(text: &mut I) -> Result<Self, ParseError> {
                key!(@take text, $parts, $($field),*)
            }
        }
    };
    (@put $out:ident, $key:ty, $parts:ty, $self:ident, $a:ident) => {
        $out.all::<$key, $parts>(($self.$a, ()))
    };
    (@put $out:ident, $key:ty, $parts:ty, $self:ident, $a:ident, $b:ident) => {
        $out.all::<$key, $parts>(($self.$a, ($self.$b, ())))
    };
    (@put $out:ident, $key:ty, $parts:ty, $self:ident, $a:ident, $b:ident, $c:ident) => {
        $out.all::<$key, $parts>(($self.$a, ($self.$b, ($self.$c, ()))))
    };
    (@take $text:ident, $parts:ty, $a:ident) => {{
        let ($a, ()) = $text.all::<Self, $parts>()?;
        Ok(Self { $a, k: &() })
    }};
    (@take $text:ident, $parts:ty, $a:ident, $b:ident) => {{
        let ($a, ($b, ())) = $text.all::<Self, $parts>()?;
        Ok(Self { $a, $b, k: &() })
    }};
    (@take $text:ident, $parts:ty, $a:ident, $b:ident, $c:ident) => {{
        let ($a, ($b, ($c, ()))) = $text.all::<Self, $parts>()?;
        Ok(Self { $a, $b, $c, k: &() })
    }};
}

key!(
    OrderPk, Size<2, 1>, One<String>,
    Declaration::joined::<One<String>>(
        "Order", Role::PartitionKey, '#', &[Joined("USER#", "user", "")], "",
    ),
    { user: &'k str }
);
key!(
    OrderSk, Size<2, 1>, One<String>,
    Declaration::joined::<One<String>>(
        "Order", Role::SortKey, '#', &[Joined("ORDER#", "id", "")], "",
    ),
    { id: &'k str }
);
key!(
    ScoresPk, Size<2, 2>, Two<String, String>,
    Declaration::attributes::<Two<String, String>>(
        "Order", Role::IndexPartitionKey("scores"), '#',
        &[
            Attribute("game", true, "", "game", "", ""),
            Attribute("region", true, "", "region", "", ""),
        ],
    ),
    { game: &'k str, region: &'k str }
);
key!(
    ScoresSk, Size<4, 3>, Three<i64, String, String>,
    Declaration::attributes::<Three<i64, String, String>>(
        "Order", Role::IndexSortKey("scores"), '#',
        &[
            Attribute("score", true, "", "score", "", ""),
            Attribute("id_key", false, "id#", "id", "", ""),
            Attribute("day", true, "", "day", "", ""),
        ],
    ),
    { score: i64, id: &'k str, day: &'k str }
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderKey<'k>(pub(super) OrderPk<'k>, pub(super) OrderSk<'k>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderScores<'k>(pub(super) ScoresPk<'k>, pub(super) ScoresSk<'k>);

impl<'k> Pair<'k> for OrderKey<'k> {
    type Pk = OrderPk<'k>;
    type Sk = OrderSk<'k>;

    const POSITION: Position = Position::TABLE;

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError> {
        Ok(Self(pk, sk))
    }
}

impl<'k> Pair<'k> for OrderScores<'k> {
    type Pk = ScoresPk<'k>;
    type Sk = ScoresSk<'k>;

    const POSITION: Position = Position::index("scores", IndexKind::Gsi, "", "");
    const TABLE: Option<fn() -> &'static KeySchema> =
        Some(|| <OrderKey<'k> as KeyPair<'k>>::SCHEMA);

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError> {
        Ok(Self(pk, sk))
    }
}
