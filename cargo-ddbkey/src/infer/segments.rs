//! Splits the strings of keys into segments.

/// The characters that join segments, the most common first.
pub(super) const SEPARATORS: [char; 6] = ['#', '|', '~', ':', ';', ','];

/// Returns the character that joins the segments of a key. If the key starts with a time, the characters in the time do
/// not count.
pub(super) fn separator_of(text: &str) -> char {
    let text = &text[atom(text)..];
    SEPARATORS.into_iter().find(|own| text.contains(*own)).unwrap_or('#')
}

/// Splits a key into segments, and returns the character that joins them.
pub(super) fn split(text: &str) -> (char, Vec<&str>) {
    let separator = separator_of(text);
    (separator, segments(text, separator))
}

/// Splits a key into the segments that a character joins. A time or a UUID is one segment, whatever joins its parts.
pub(super) fn segments(text: &str, separator: char) -> Vec<&str> {
    let mut segments = Vec::new();
    let (mut start, mut at) = (0, atom(text));
    loop {
        match text[at..].find(separator) {
            Some(found) => {
                segments.push(&text[start..at + found]);
                start = at + found + separator.len_utf8();
                at = start + atom(&text[start..]);
            }
            None => {
                segments.push(&text[start..]);
                return segments;
            }
        }
    }
}

/// Returns the width of the time or UUID that a string starts with, or 0.
fn atom(text: &str) -> usize {
    let bytes = text.as_bytes();
    let fits = |pattern: &[u8]| {
        bytes.len() >= pattern.len()
            && pattern.iter().zip(bytes).all(|(own, byte)| match own {
                b'0' => byte.is_ascii_digit(),
                b'x' => byte.is_ascii_hexdigit(),
                own => own == byte,
            })
    };
    if fits(b"xxxxxxxx-xxxx-xxxx-xxxx-xxxxxxxxxxxx") {
        return 36;
    }
    if !fits(b"0000-00-00") {
        return 0;
    }
    if !fits(b"0000-00-00T00:00:00") && !fits(b"0000-00-00 00:00:00") {
        return 10;
    }
    let fraction = bytes[19..].iter().skip(1).take_while(|byte| byte.is_ascii_digit()).count();
    let end = if bytes.get(19) == Some(&b'.') { 20 + fraction } else { 19 };
    let rest = &bytes[end..];
    let is_offset = rest.len() >= 6 && matches!(rest[0], b'+' | b'-') && rest[3] == b':';
    match rest.first() {
        Some(b'Z') => end + 1,
        Some(_) if is_offset => end + 6,
        _ => end,
    }
}
