//! Patterns that tests create at run time. They are never freed.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Extent, Pattern, Role, Segment, Value, link};
use crate::part::{Plain, Shape};

impl Pattern {
    /// Creates a joined key.
    pub(crate) fn leak_for_test(
        entity: &'static str,
        role: Role,
        separator: char,
        mut segments: Vec<Segment>,
    ) -> &'static Self {
        link(&mut segments);
        let pattern = Self::over(entity, role, separator, None, segments.leak());
        Box::leak(Box::new(pattern))
    }

    /// Returns the same key of another entity.
    pub(crate) fn of_entity(self, entity: &'static str) -> Self {
        Self { entity, ..self }
    }
}

impl Value {
    /// Creates a value over strings of this shape.
    pub(crate) fn over(shape: Shape, extent: Extent) -> Self {
        Self { shape, extent, ..Self::of::<String, Plain>() }.named("field", "")
    }
}
