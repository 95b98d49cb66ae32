//! The declaration of a key in generated code: its patterns, and the code that passes on and takes its parts.
//!
//! Everything else is generic and in the runtime. The types of the parts appear in bodies and constants only, never as
//! an associated type: they may be private even if the key is public.

use alloc::string::String;

use super::parts::{PartSource, PartVisitor};
use crate::declaration::KeySchema;
use crate::error::{KeyError, ParseError};
use crate::pattern::Pattern;
use crate::rules;

/// One key, as generated code declares it.
#[doc(hidden)]
pub trait Declare<'k>: Sized {
    /// A string for each attribute: `[String; 1]`.
    type Strings: Strings;

    /// The pattern of each attribute, in order.
    const PATTERNS: &'static [Pattern];

    /// Returns the schema of the table or index whose partition key this key is, if exactly one has it. As a function, since
    /// the compiler would evaluate a reference in every build.
    const PARTITION: Option<fn() -> &'static KeySchema> = None;

    /// The rules of the declaration, for keys with a type that shadows a well-known one.
    const CHECKED: () = rules::check_patterns(Self::PATTERNS);

    /// Passes on all parts, in order.
    fn put<V: PartVisitor>(&self, visitor: &mut V) -> Result<(), KeyError>;

    /// Takes all parts, in order.
    fn take<S: PartSource<'k>>(source: &mut S) -> Result<Self, ParseError>;
}

/// The strings of a key, one for each attribute.
#[doc(hidden)]
pub trait Strings: AsRef<[String]> + AsMut<[String]> + IntoIterator<Item = String> {
    /// The number of attributes.
    const NUMBER: usize;

    /// One empty string for each attribute.
    fn empty() -> Self;
}

/// A key of one attribute, in either brackets.
#[diagnostic::on_unimplemented(
    message = "this key has several attributes or none, and no single string",
    label = "not a key of one attribute",
    note = "a key of several attributes has `texts()` and `parse([…])`"
)]
pub trait OneAttribute {}

#[diagnostic::do_not_recommend]
impl OneAttribute for [String; 1] {}

impl<const N: usize> Strings for [String; N] {
    const NUMBER: usize = N;

    fn empty() -> Self {
        [const { String::new() }; N]
    }
}

#[inline]
pub(super) const fn pattern<'k, K: Declare<'k>>() -> &'static Pattern {
    match K::PATTERNS {
        [pattern] => pattern,
        _ => panic!("a key of one attribute has one pattern"),
    }
}
