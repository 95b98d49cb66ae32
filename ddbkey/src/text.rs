//! Compares strings in constants, and searches for a character.

#[cfg(test)]
mod tests;

use core::cmp::Ordering;

/// `left == right`
pub(crate) const fn same_text(left: &str, right: &str) -> bool {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let (length, mut at) = (left.len(), 0);
    if length != right.len() {
        return false;
    }
    while at < length && left[at] == right[at] {
        at += 1;
    }
    at == length
}

/// `left == right`
pub(crate) const fn same_optional_text(left: Option<&str>, right: Option<&str>) -> bool {
    match (left, right) {
        (Some(left), Some(right)) => same_text(left, right),
        (None, None) => true,
        _ => false,
    }
}

/// `left == right`
pub(crate) const fn same_texts(left: &[&str], right: &[&str]) -> bool {
    same!(one, other in left, right => same_text(one, other))
}

/// `texts.contains(&text)`
pub(crate) const fn has_text(texts: &[&str], text: &str) -> bool {
    any!(own in texts => same_text(own, text))
}

/// `left.cmp(right)`
pub(crate) const fn compare(left: &str, right: &str) -> Ordering {
    let (left, right) = (left.as_bytes(), right.as_bytes());
    let mut at = 0;
    while at < left.len() && at < right.len() {
        if left[at] != right[at] {
            return if left[at] < right[at] { Ordering::Less } else { Ordering::Greater };
        }
        at += 1;
    }
    if at < right.len() {
        Ordering::Less
    } else if at < left.len() {
        Ordering::Greater
    } else {
        Ordering::Equal
    }
}

/// `text.contains(character)`, short enough to be inlined: separators are ASCII.
#[inline]
pub(crate) fn holds(text: &str, character: char) -> bool {
    match ascii(character) {
        Some(byte) => text.as_bytes().contains(&byte),
        None => find_any(text, character).is_some(),
    }
}

/// `text.find(character)`, faster for strings of up to about 40 bytes.
#[inline]
pub(crate) fn find(text: &str, character: char) -> Option<usize> {
    match ascii(character) {
        Some(byte) => text.bytes().position(|other| other == byte),
        None => find_any(text, character),
    }
}

#[inline]
fn ascii(character: char) -> Option<u8> {
    u8::try_from(character).ok().filter(u8::is_ascii)
}

#[inline(never)]
fn find_any(text: &str, character: char) -> Option<usize> {
    text.find(character)
}
