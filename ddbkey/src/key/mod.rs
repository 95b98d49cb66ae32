//! Building and parsing one key by its pattern, and the keys of an item together.

mod build;
mod keys;
mod pair;
mod parse;

use alloc::string::String;

pub use build::Sink;
pub use keys::{IntoIter, Iter, Keys};
pub use pair::{Attributes, KeyPair, NoSortKey, SortKey};
pub use parse::Reader;

pub(crate) use build::{Append, append};

use crate::error::{KeyError, ParseError};
use crate::pattern::Pattern;

/// The parts of one key: what `OrderPk` and `OrderSk` have in common, for generic code.
///
/// Generated code implements it. The methods [`build`](Self::build) and
/// [`build_into`](Self::build_into) exist on every key struct by themselves as well.
pub trait KeyText<'k>: Copy {
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
    /// Any text that [`build`](Self::build) does not yield.
    #[doc(hidden)]
    fn read(text: Reader<'k>) -> Result<Self, ParseError>;

    /// The key text, in one allocation of its exact size.
    ///
    /// # Errors
    ///
    /// A value that cannot stand in a key, or a key longer than DynamoDB takes.
    fn build_text(&self) -> Result<String, KeyError> {
        build::build(self)
    }

    /// Parses a whole key.
    ///
    /// # Errors
    ///
    /// Any text that [`build_text`](Self::build_text) does not yield.
    fn parse_text(text: &'k str) -> Result<Self, ParseError> {
        let () = Self::CHECKED;
        Self::read(Reader::new(Self::PATTERN, text)?)
    }
}
