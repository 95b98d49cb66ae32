//! Keys, for generic code: bounds, and the types that their methods return.
//!
//! A key struct is [`KeyTexts`]; with one attribute also [`KeyText`]. Two of them make a [`KeyPair`]. The keys of a table are a
//! [`PrimaryKey`], which is what `T::Key<'_>` is in generic code.
//! These traits are for generic code; on the key structs themselves the methods are inherent.

// How it works. The derive writes for each key a struct, an `impl Declare` that has the patterns of the key and hands its
// parts to a visitor one after the other, and an `impl KeyTexts` that reads them in the same order. The sort key
// of an index has no struct: it is `SortKey<OrderByStatus>`, which is written out of the pair, and read beside its
// partition key (`Pair::join`). All that is the same for every key is written by the templates in `templates`. Everything
// else is generic and lives here. One trait of visitors goes over the values of a key, whatever is done to them
// (`PartVisitor`: measured, written, hashed, printed), and one trait of sources yields them (`PartSource`: a text, or
// several). Both are told the place of each value as literals, so that a reader of a known pattern folds into comparisons.
//
// What looks longer than it need be saves the compiler time:
//
// - The types of parts occur in bodies and constants only. As an associated type they would have to be as visible as
//   the key, and a private type in a public key is what users write.
// - `PATTERNS` begins with a branch, after which the compiler promotes no constant. Otherwise it evaluates the patterns
//   where they are declared, in every build of the user's crate, and not where a key is built or parsed: a tenth of
//   `cargo check`.
// - A pattern is a struct expression and not a call, since what a call borrows is promoted or gone.
// - `IsPart` and `Is`, in `part`: they decide how many errors a mistake gives, and whether fifty entities share
//   what the compiler concludes about one type.

pub(crate) mod any;
pub(crate) mod build;
pub(crate) mod declare;
pub(crate) mod keys;
#[doc(hidden)]
pub(crate) mod methods;
pub(crate) mod nearest;
pub(crate) mod owned;
pub(crate) mod pair;
pub(crate) mod parse;
pub(crate) mod parts;
pub(crate) mod primary;
pub(crate) mod schema;
pub(crate) mod shared;
#[doc(hidden)]
pub(crate) mod standard;
mod templates;
pub(crate) mod text;
pub(crate) mod value;

// An error that names them names this path.
#[doc(hidden)]
pub use crate::query::{Given, InOrder, RowsOf};
pub use crate::query::{Nested, Query, RowQuery, TypedQuery};
pub use any::AnyKey;
pub(crate) use build::{append_field, append_value, check_ends, check_length};
pub(crate) use declare::Declare;
#[doc(hidden)]
pub use declare::OneAttribute;
pub(crate) use keys::{Collect, Keys, KeysCollector};
#[doc(hidden)]
pub use owned::OwnedKey;
pub use pair::{KeyPair, NoSortKey, Texts};
pub(crate) use pair::{Pair, Position};
pub use primary::{ItemKey, KeyOf, Keyed, MemberOf, PrimaryKey};
pub use text::{KeyText, KeyTexts};
pub(crate) use value::KeyValue;
