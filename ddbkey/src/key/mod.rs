//! Keys, for generic code: bounds, and the types that their methods return.
//!
//! A key struct is [`KeyTexts`]; with one attribute also [`KeyText`]. Two of them make a [`KeyPair`]. The keys of a table are a
//! [`PrimaryKey`], which is what `T::Key<'_>` is in generic code.
//! These traits are for generic code; on the key structs themselves the methods are inherent.

// How it works. The derive writes for each key a struct, an `impl Declare` that says what the key is, a constant
// (`Declaration`) and a function that takes the struct apart, and an `impl KeyTexts` that puts it together. The sort key
// of an index has no struct: it is `SortKey<OrderByStatus>`, which is written out of the pair, and read beside its
// partition key (`Pair::join`). All that is the same for every key is written by the templates in `templates`. Everything
// else is generic and lives here. One trait of visitors goes over the values of a key, whatever is done to them
// (`PartVisitor`: measured, written, hashed, printed), and one trait of sources yields them (`PartSource`: a text, or
// several).
//
// Why there are types where a list of values would seem to do:
//
// - `Parts`, the list of part types `((Timestamp, Fraction<3>), ((Ulid, Plain), ()))`: each value has a type of
//   its own, so that a visitor is a generic call for each. The list occurs in bodies and constants only.
//   As an associated type it would have to be as visible as the key, and a private type in a public key is
//   what users write.
// - `PartList`, the same list as a value: a constant cannot have an array of `Self::LEN` elements, since the
//   length would depend on a type parameter.
// - `Size`: two numbers as a type, for the same reason. With them a pattern is an array after all.
// - `part_list`, a function: a constant that names another is evaluated where it is declared, once for each set of
//   bounds, which took a tenth of the compile time of an entity.
// - `Patterns`: the pattern of a key is a constant of `Size` and not of `Declare`, whose constants the compiler
//   evaluates where they are declared, in every build of the user's crate. This one is evaluated where a
//   key is built or parsed.
// - `Place`, which part is where: computed from the list in a constant at each call, so that a reader of a known
//   pattern folds into comparisons with literals.
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
#[doc(hidden)]
pub use declare::OneAttribute;
pub(crate) use declare::{Declare, Patterns};
pub(crate) use keys::{Collect, Keys, KeysCollector};
#[doc(hidden)]
pub use owned::OwnedKey;
pub use pair::{KeyPair, NoSortKey, Texts};
pub(crate) use pair::{Pair, Position};
pub use primary::{ItemKey, KeyOf, Keyed, MemberOf, PrimaryKey};
pub use text::{KeyText, KeyTexts};
pub(crate) use value::KeyValue;
