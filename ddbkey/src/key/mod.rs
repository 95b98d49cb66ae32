//! Building and parsing one key by its pattern, and the keys of an item together.

mod build;
mod keys;
mod pair;
mod parse;

use alloc::string::String;
use core::fmt::Debug;
use core::hash::Hash;

pub use build::{Sink, append, build};
pub(crate) use build::{append_value, check_ends};
pub use keys::{IntoIter, Iter, Keys};
pub use pair::{Attributes, KeyPair, NoSortKey, SortKey};
pub use parse::{Reader, mismatch, same_text};

use crate::error::{KeyError, ParseError};
use crate::pattern::Pattern;

/// The parts of one key: what `OrderPk` and `OrderSk` have in common, for generic code.
///
/// Generated code implements it. Every key struct has `build`, `build_into` and `parse` as
/// methods of its own.
#[diagnostic::on_unimplemented(
    message = "there is no such key",
    label = "`{Self}` is not the parts of a key",
    note = "declare the sort key of the entity, `#[sk(\"TEXT\", field)]`, or do without"
)]
pub trait KeyText<'k>: Copy + Debug + Eq + Hash {
    /// The declaration.
    const PATTERN: &'static Pattern;

    /// The rules for the declaration, checked at compile time where the key is used.
    #[doc(hidden)]
    const CHECKED: () = Self::PATTERN.check();

    /// Sends literals and values to a sink, in order.
    ///
    /// # Errors
    ///
    /// What the sink finds.
    #[doc(hidden)]
    fn write<S: Sink>(&self, out: &mut S) -> Result<(), KeyError>;

    /// Reads the parts from a whole key, borrowing from it.
    ///
    /// # Errors
    ///
    /// Any text that the builder does not yield.
    #[doc(hidden)]
    fn read(text: Reader<'k>) -> Result<Self, ParseError>;

    /// The key text, in one allocation of its exact size.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key longer than DynamoDB takes.
    #[inline]
    fn build_text(&self) -> Result<String, KeyError> {
        build(Self::PATTERN, const { Self::PATTERN.fixed_len() }, self)
    }

    /// Appends the key text. On an error the text is as it was.
    ///
    /// # Errors
    ///
    /// As for [`build_text`](Self::build_text).
    #[inline]
    fn build_text_into(&self, out: &mut String) -> Result<(), KeyError> {
        append(Self::PATTERN, const { Self::PATTERN.fixed_len() }, self, out)
    }

    /// Parses a whole key.
    ///
    /// # Errors
    ///
    /// Any text that [`build_text`](Self::build_text) does not yield.
    #[inline]
    fn parse_text(text: &'k str) -> Result<Self, ParseError> {
        let () = Self::CHECKED;
        Self::read(Reader::new(Self::PATTERN, text)?)
    }
}
