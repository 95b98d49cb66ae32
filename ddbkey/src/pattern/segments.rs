//! The segments of a key. Each value knows what delimits it.

use core::marker::PhantomData;

use super::{Extent, Segment, Value};
use crate::part::{Format, KeyPart};

/// A part type in a format. It is described once, however many keys have it.
struct ValueOf<T, F>(PhantomData<(T, F)>);

impl<T: KeyPart<F>, F: Format> ValueOf<T, F> {
    const VALUE: Value = Value::of::<T, F>();
}

/// Returns a literal, including separators: `literal("ORDER#")`.
#[must_use]
pub const fn literal(text: &'static str) -> Segment {
    Segment::Literal(text)
}

/// Returns the value of a field: `value::<Timestamp, Fraction<3>>("created_at", ".3")`.
#[must_use]
pub const fn value<T: KeyPart<F>, F: Format>(field: &'static str, format: &'static str) -> Segment {
    Segment::Value(ValueOf::<T, F>::VALUE.named(field, format))
}

/// Returns the value of a method: `computed::<u8, Padded<2>>("month", "02")`.
#[must_use]
pub const fn computed<T: KeyPart<F>, F: Format>(
    method: &'static str,
    format: &'static str,
) -> Segment {
    Segment::Value(ValueOf::<T, F>::VALUE.named(method, format).computed())
}

/// Returns the value of a field that takes the rest of the key: `rest::<String, Plain>("path", "")`.
#[must_use]
pub const fn rest<T: KeyPart<F>, F: Format>(field: &'static str, format: &'static str) -> Segment {
    Segment::Value(ValueOf::<T, F>::VALUE.named(field, format).rest())
}

/// Returns the value of a method that takes the rest of the key: `computed_rest::<String, Plain>("path", "")`.
#[must_use]
pub const fn computed_rest<T: KeyPart<F>, F: Format>(
    method: &'static str,
    format: &'static str,
) -> Segment {
    Segment::Value(ValueOf::<T, F>::VALUE.named(method, format).computed().rest())
}

/// Returns the segments of a joined key.
#[must_use]
pub const fn linked<const N: usize>(mut segments: [Segment; N]) -> [Segment; N] {
    link(&mut segments);
    segments
}

/// Returns the segments of a key with its own attribute, whose value takes all of it.
#[must_use]
pub const fn of_attribute<const N: usize>(mut segments: [Segment; N]) -> [Segment; N] {
    let mut at = 0;
    while at < N {
        if let Segment::Value(value @ Value { extent: Extent::Part, .. }) = segments[at] {
            segments[at] = Segment::Value(Value { extent: Extent::Attribute, ..value });
        }
        at += 1;
    }
    segments
}

/// Tells each value what follows it.
pub(crate) const fn link(segments: &mut [Segment]) {
    let (mut delimiter, mut trailing_len) = (None, 0);
    let mut at = segments.len();
    while at > 0 {
        at -= 1;
        match segments[at] {
            Segment::Literal(text) => (delimiter, trailing_len) = (first_char(text), 0),
            Segment::Value(mut value) => {
                (value.delimiter, value.trailing_len) = (delimiter, trailing_len);
                trailing_len += value.shape.min;
                segments[at] = Segment::Value(value);
            }
        }
    }
}

pub(crate) const fn first_char(text: &str) -> Option<char> {
    let bytes = text.as_bytes();
    if bytes.is_empty() {
        return None;
    }
    let (mut code, length) = match bytes[0] {
        lead @ 0..0xC0 => (lead as u32, 1),
        lead @ 0xC0..0xE0 => (lead as u32 & 0x1F, 2),
        lead @ 0xE0..0xF0 => (lead as u32 & 0x0F, 3),
        lead => (lead as u32 & 0x07, 4),
    };
    let mut at = 1;
    while at < length {
        code = (code << 6) | (bytes[at] as u32 & 0x3F);
        at += 1;
    }
    char::from_u32(code)
}
