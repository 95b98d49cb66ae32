//! Keys, for generic code: bounds, and the types that their methods return.
//!
//! A key struct implements [`KeyTexts`], and [`KeyText`] if it has one attribute. Two of them form a [`KeyPair`]. The
//! keys of a table are a [`PrimaryKey`], which is the bound of `T::Key<'_>` in generic code. These traits are for
//! generic code; on the key structs themselves the methods are inherent.

// How it works. For each key, the derive writes a struct and an `impl Declare`, which has the patterns of the key, passes
// its parts to a visitor one after the other, and reads them in the same order. The struct of an index's sort key is
// hidden: its parts are fields of the pair. The templates in `templates` write everything that is the same for every key.
// Everything else is generic and is here. One trait of visitors handles the values of a key, whether they are measured,
// written, hashed or printed (`PartVisitor`), and one trait of sources yields them from one string or several
// (`PartSource`). Both get the place of each value as literals, so that a reader of a known pattern folds into
// comparisons.
//
// Code that looks longer than necessary saves the compiler time:
//
// - The types of parts occur in bodies and constants only. As an associated type they would have to be as visible as
//   the key, and users write private types in public keys.
// - `PATTERNS` begins with a branch, after which the compiler promotes no constant. Otherwise the compiler would
//   evaluate the patterns where they are declared, in every build of the user's crate, instead of where a key is built
//   or parsed. That is a tenth of `cargo check`.
// - A pattern is a struct expression and not a call, since a borrow in a call is promoted or dropped.
// - `IsPart` and `Is`, in `part`: they decide how many errors a mistake causes, and whether fifty entities share the
//   compiler's conclusions about one type.

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
pub(crate) mod shared;
#[doc(hidden)]
pub(crate) mod standard;
mod templates;
pub(crate) mod text;
pub(crate) mod value;

// Errors about these types print this path.
#[doc(hidden)]
pub use crate::query::{Given, HasLimitAndFilter, InOrder, Nested, RowsOf};
pub use crate::query::{Query, RowQuery, TypedQuery};
pub(crate) use build::{append_field, append_value, check_ends, check_length};
pub(crate) use declare::Declare;
#[doc(hidden)]
pub use declare::OneAttribute;
pub(crate) use keys::{Collect, Keys, KeysCollector};
#[doc(hidden)]
pub use owned::OwnedKey;
// Errors print this path.
#[doc(hidden)]
pub use pair::GeneratedKey;
pub use pair::{KeyPair, NoSortKey, Texts};
// Errors print this path.
#[doc(hidden)]
pub use primary::{EntityKind, TableKind};
pub use primary::{ItemKey, KeyOf, Keyed, MemberOf, PrimaryKey};
pub use text::{KeyText, KeyTexts};
pub(crate) use value::KeyValue;
