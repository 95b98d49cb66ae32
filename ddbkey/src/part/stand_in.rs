//! The type in place of a type that is missing.

use core::fmt::Write;
use core::ops::Deref;

use super::{Format, KeyPart, OutOfRange, Shape, order};

/// A type that is missing: its crate is not there, or its declaration is wrong. It supports everything that generated
/// code calls, so the only error is the mistake itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct StandIn<'k>(pub &'k str);

impl<'k> StandIn<'k> {
    /// Stands for the constructor of [`Of`](super::Of).
    #[must_use]
    pub fn new<R>(_: R) -> Self {
        Self("")
    }

    /// Stands for the value in an [`Of`](super::Of).
    #[must_use]
    pub const fn get(self) -> &'k str {
        self.0
    }
}

impl Deref for StandIn<'_> {
    type Target = str;

    fn deref(&self) -> &str {
        self.0
    }
}

impl<'k, T> From<&'k T> for StandIn<'k> {
    fn from(_: &'k T) -> Self {
        Self("")
    }
}

impl<F: Format> KeyPart<F> for StandIn<'static> {
    type Ref<'k> = Self;
    type Order = order::Never;

    const SHAPE: Shape = Shape::text("a type of a crate whose feature is not enabled");

    fn as_part(&self) -> Self {
        *self
    }

    fn write(_: Self, _: &mut impl Write) -> Result<(), OutOfRange> {
        Err(OutOfRange)
    }

    fn read(_: &str) -> Option<Self> {
        None
    }
}
