//! The trait of part types.

use core::fmt::{Debug, Write};
use core::hash::Hash;

use super::writer;
use super::{Format, OutOfRange, Plain, Shape, order};

/// A type whose values can be parts of keys.
///
/// [The guide](crate::guide::part_types) lists the types that implement it. For a type of your own, derive
/// it on an enum or on a newtype, which keeps its type in key structs:
///
/// ```
/// use ddbkey::{DdbKeys, KeyPart};
///
/// #[derive(KeyPart, Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// #[key_part(rename_all = "UPPERCASE", as_str)]
/// enum Status { Pending, Paid }
///
/// #[derive(KeyPart)]
/// #[key_part(check = UserId::is_valid)]
/// struct UserId(String);
///
/// impl UserId {
///     fn is_valid(text: &str) -> bool {
///         text.starts_with("u-")
///     }
/// }
///
/// #[derive(DdbKeys)]
/// #[pk("USER", user_id)]
/// #[sk("STATUS", status)]
/// struct User { user_id: UserId, status: Status }
///
/// let user = User { user_id: UserId("u-1".into()), status: Status::Paid };
/// let UserPk { user_id } = User::parse_pk("USER#u-1")?;
/// assert_eq!(user_id, UserIdRef::new("u-1"));
/// assert_eq!(user_id, user.user_id.as_part());
/// assert!(User::parse_pk("USER#1").is_err(), "not a valid `UserId`");
/// assert_eq!(user.sk()?, format!("STATUS#{}", Status::Paid.as_str()));
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # By hand
///
/// An implementation describes how a value is written, how it is read, and which strings it has, in about ten lines.
/// `ddbkey` checks it:
///
/// - At compile time, `order::Always` needs a shape in which no string is a prefix of another: strings of
///   one length, or words that do not begin with one another. The alphabet must not contain the separator.
/// - On each build, a string that does not have the shape, or that could not be parsed, is an error.
/// - On each parse, [`read`](Self::read) only receives strings that have the shape, and a string is accepted only
///   if [`write`](Self::write) writes the same string for the value that was read.
///
/// Two things cannot be checked. With `order::Always` or `order::Last`, strings must sort like values. If not, a
/// range misses rows. And if the string cuts off a part of the value, as `{created_at:.3}` does,
/// [`CAN_TRUNCATE`](Self::CAN_TRUNCATE) and [`rest`](Self::rest) must say so. If not, a range misses rows at its ends.
///
/// ```
/// use ddbkey::part::{OutOfRange, Shape, order};
/// use ddbkey::{DdbKeys, KeyPart};
/// use core::fmt::Write;
///
/// /// A shelf such as `B-07`: a letter and a number below 100.
/// #[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
/// struct Shelf { aisle: char, level: u8 }
///
/// impl KeyPart for Shelf {
///     type Ref<'k> = Self;
///     type Order = order::Always;
///     const SHAPE: Shape = Shape::ascii("a shelf such as `B-07`", "ABCDEFGH-0123456789", 4, 4);
///
///     fn as_part(&self) -> Self { *self }
///
///     fn write(value: Self, out: &mut impl Write) -> Result<(), OutOfRange> {
///         Ok(write!(out, "{}-{:02}", value.aisle, value.level)?)
///     }
///
///     fn read(text: &str) -> Option<Self> {
///         let (aisle, level) = text.split_once('-')?;
///         Some(Self { aisle: aisle.parse().ok()?, level: level.parse().ok()? })
///     }
/// }
///
/// #[derive(DdbKeys)]
/// #[pk("STOCK", sku)]
/// #[sk(shelf)]
/// struct Stock { sku: String, shelf: Shelf }
///
/// let stock = Stock { sku: "s1".into(), shelf: Shelf { aisle: 'B', level: 7 } };
/// assert_eq!(stock.sk()?, "B-07");
/// assert!(Stock::parse_sk("B-7").is_err(), "not what the builder writes");
/// # Ok::<(), Box<dyn core::error::Error>>(())
/// ```
///
/// # Formats
///
/// `F` is the format that a declaration asks for: [`Plain`] for a bare `field`, [`Padded<5>`](super::Padded) for
/// `{field:05}`. A type that supports several formats implements the trait for each.
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be a part of a key",
    label = "not a key part",
    note = "for a type of your own, `#[derive(KeyPart)]` on an enum or on a newtype",
    note = "for a type of another crate, enable the `ddbkey` feature of that crate's name"
)]
pub trait KeyPart<F: Format = Plain>: Sized {
    /// The borrowed form in key structs: `&'k str` for strings, the value itself for `Copy`
    /// types, [`UserIdRef<'k>`](super::Of) for a newtype `UserId`.
    type Ref<'k>: Copy + Debug + Eq + Hash + Send + Sync;

    /// Defines where in a key the order of strings, as UTF-8 bytes, is the order of values: [`order::Always`],
    /// [`order::Last`] or [`order::Never`].
    type Order: order::Order;

    /// Describes the strings of this type: alphabet, width in bytes, and the words for an error.
    const SHAPE: Shape;

    /// Whether the type is known to read and write exactly the strings of its shape. Only this
    /// crate and its derive set it; the output and input of other implementations is checked. It belongs to the
    /// implementation and not to the shape, which anyone can copy.
    #[doc(hidden)]
    const IS_TRUSTED: bool = false;

    /// Whether serde writes the same string as the key, or the same number, for every value.
    #[doc(hidden)]
    const IS_SERDE_TEXT: bool = false;

    /// Whether the string of some values keeps less than the value, as in `{created_at:.3}`. A range that
    /// excludes its start then includes the stored value of that start, which can stand for greater values. A string in
    /// one case is not truncated: its ranges compare the stored strings.
    const CAN_TRUNCATE: bool = false;

    /// Borrows the value from a field.
    fn as_part(&self) -> Self::Ref<'_>;

    /// Writes the string of the value.
    ///
    /// # Errors
    ///
    /// Returns [`OutOfRange`] if the value does not fit the format.
    fn write(value: Self::Ref<'_>, out: &mut impl Write) -> Result<(), OutOfRange>;

    /// Reads a value from its whole string. Returns `None` for any string that [`write`](Self::write) does not
    /// write.
    fn read(text: &str) -> Option<Self::Ref<'_>>;

    /// Returns how much of the value its string does not keep: with `{created_at:.3}`, the time since the last
    /// millisecond. 0 if the string keeps the whole value. Of two values with one string, the greater one returns more.
    ///
    /// A range with a bound that is truncated includes the stored value of that bound.
    #[inline]
    fn rest(value: Self::Ref<'_>) -> u64 {
        let _ = value;
        0
    }

    /// Returns the length of the string in bytes.
    #[inline]
    fn text_len(value: Self::Ref<'_>) -> usize {
        match const { Self::SHAPE.width() } {
            Some(width) => width,
            None => writer::count::<Self, F>(value),
        }
    }
}
