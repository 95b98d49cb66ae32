//! A hand-written entity: a table key, and an index of several attributes of both types.
//!
//! ```ignore
//! #[pk("USER", user)] #[sk("ORDER", id)]
//! #[gsi("scores", pk = [game, region], sk = [score, "id#{id}" as "id_key", day])]
//! ```

use alloc::string::String;

use crate::declaration::{IndexKind, KeySchema};
use crate::error::{KeyError, ParseError};
use crate::key::declare::Declare;
use crate::key::pair::{OfIndex, OfTable};
use crate::key::parts::{PartSource, PartVisitor, at};
use crate::key::{GeneratedKey, KeyPair, KeyTexts};
use crate::part::Plain;
use crate::pattern::{Owner, Pattern, linked, literal, of_attribute, value};

macro_rules! key {
    (
        $key:ident, [$($pattern:expr),*; $attributes:literal],
        { $($field:ident: $ref:ty = $type:ty, $attribute:literal $at:literal),* }
    ) => {
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub(super) struct $key<'k> { $(pub(super) $field: $ref,)* pub(super) k: &'k () }

        impl<'k> Declare<'k> for $key<'k> {
            type Strings = [String; $attributes];

            const PATTERNS: &'static [Pattern] = &[$($pattern),*];

            fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError> {
                $(visitor.value::<$type, Plain>(at($attribute, $at), self.$field)?;)*
                Ok(())
            }

            fn take<S: PartSource<'k>>(source: &mut S) -> Result<Self, ParseError> {
                $(let $field = source.value::<$type, Plain>(at($attribute, $at))?;)*
                source.end()?;
                Ok(Self { $($field,)* k: &() })
            }
        }

        impl<'k> KeyTexts<'k> for $key<'k> {}
    };
}

const PK: Pattern = Pattern::new("Order", Owner::Index("scores").pk(), '#');
const SK: Pattern = Pattern::new("Order", Owner::Index("scores").sk(), '#');

key!(
    OrderPk,
    [Pattern {
        segments: &linked([literal("USER#"), value::<String, Plain>("user", "")]),
        ..Pattern::new("Order", Owner::Table.pk(), '#')
    }; 1],
    { user: &'k str = String, 0 1 }
);
key!(
    OrderSk,
    [Pattern {
        segments: &linked([literal("ORDER#"), value::<String, Plain>("id", "")]),
        ..Pattern::new("Order", Owner::Table.sk(), '#')
    }; 1],
    { id: &'k str = String, 0 1 }
);
key!(
    ScoresPk,
    [
        Pattern { segments: &of_attribute([value::<String, Plain>("game", "")]), ..PK.field("game") },
        Pattern { segments: &of_attribute([value::<String, Plain>("region", "")]), ..PK.field("region") };
        2
    ],
    { game: &'k str = String, 0 0, region: &'k str = String, 1 0 }
);
key!(
    ScoresSk,
    [
        Pattern { segments: &of_attribute([value::<i64, Plain>("score", "")]), ..SK.field("score") },
        Pattern {
            segments: &of_attribute([literal("id#"), value::<String, Plain>("id", "")]),
            ..SK.own("id_key")
        },
        Pattern { segments: &of_attribute([value::<String, Plain>("day", "")]), ..SK.field("day") };
        3
    ],
    { score: i64 = i64, 0 0, id: &'k str = String, 1 1, day: &'k str = String, 2 0 }
);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderKey<'k>(pub(super) OrderPk<'k>, pub(super) OrderSk<'k>);

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) struct OrderScores<'k>(pub(super) ScoresPk<'k>, pub(super) ScoresSk<'k>);

impl<'k> GeneratedKey<'k> for OrderKey<'k> {
    type Of = OfTable;
    type Pk = OrderPk<'k>;
    type Sk = OrderSk<'k>;

    const DECLARED: KeySchema = KeySchema::TABLE;

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError> {
        Ok(Self(pk, sk))
    }
}

impl<'k> GeneratedKey<'k> for OrderScores<'k> {
    type Of = OfIndex;
    type Pk = ScoresPk<'k>;
    type Sk = ScoresSk<'k>;

    const DECLARED: KeySchema = KeySchema::index("scores", IndexKind::Gsi, "", "")
        .of_table(|| <OrderKey<'k> as KeyPair<'k>>::SCHEMA);

    fn split(self) -> (Self::Pk, Self::Sk) {
        (self.0, self.1)
    }

    fn join(pk: Self::Pk, sk: Self::Sk) -> Result<Self, ParseError> {
        Ok(Self(pk, sk))
    }
}
