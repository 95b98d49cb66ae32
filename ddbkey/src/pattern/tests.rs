//! Patterns that tests make up at run time. They are never freed.

use alloc::boxed::Box;
use alloc::string::String;
use alloc::vec::Vec;

use super::{Extent, Pattern, Role, Segment, Value, link};
use crate::part::{Format, KeyPart, Plain, Shape};

impl Pattern {
    /// A joined key.
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

    /// The same key of another entity.
    pub(crate) fn of_entity(self, entity: &'static str) -> Self {
        Self { entity, ..self }
    }
}

impl Value {
    /// A value over texts of this shape.
    pub(crate) fn over(shape: Shape, extent: Extent) -> Self {
        Self { shape, ..Self::of::<String, Plain>() }.named("field", "", extent)
    }
}

impl Segment {
    /// A value of this type in this format.
    pub(crate) const fn value<T: KeyPart<F>, F: Format>(
        field: &'static str,
        format: &'static str,
    ) -> Self {
        Self::Value(Value::of::<T, F>().named(field, format, Extent::Part))
    }

    /// A value that takes the rest of the key.
    pub(crate) const fn rest<T: KeyPart<F>, F: Format>(field: &'static str) -> Self {
        Self::Value(Value::of::<T, F>().named(field, "", Extent::Rest))
    }
}

#[test]
fn a_name_tells_a_method_and_the_rest_of_a_key() {
    for (name, field, call, is_rest) in [
        ("path", "path", "", false),
        ("path()", "path", "()", false),
        ("*path", "path", "", true),
        ("*path()", "path", "()", true),
    ] {
        let value = Value::of::<String, Plain>().named(name, "", Extent::Part);
        assert_eq!((value.field, value.call, value.is_rest()), (field, call, is_rest));
        assert_eq!(super::part_name(name), field);
    }
}
