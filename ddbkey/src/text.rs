//! Comparing texts in constants, and looking for a character.

/// `left == right`
pub(crate) const fn same_text(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() && left[at] == right[at] {
        at += 1;
    }
    at == left.len() && at == right.len()
}

/// `text.contains(character)`, short enough to be inlined: separators are ASCII.
#[inline]
pub(crate) fn holds(text: &str, character: char) -> bool {
    match u8::try_from(character) {
        Ok(byte) if byte.is_ascii() => text.as_bytes().contains(&byte),
        _ => holds_any(text, character),
    }
}

#[inline(never)]
fn holds_any(text: &str, character: char) -> bool {
    text.contains(character)
}
