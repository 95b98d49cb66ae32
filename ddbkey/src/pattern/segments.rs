//! The segments of a key, in which each value knows what delimits it.

use super::Segment;

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

/// The first character of a text.
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
