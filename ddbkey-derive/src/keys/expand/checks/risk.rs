//! Which rules the declaration of a key leaves open, as far as it shows.

use crate::keys::model::{Entry, Format, Key, OwnAttribute, Segment, Value};

/// Whether a rule can be broken, as far as the declaration shows.
pub fn may_break_a_rule(key: &Key) -> bool {
    let has_unknown = key.values().any(|value| !has_known_length(value));
    let Some(segments) = key.joined() else {
        let may_break_a_rule = |entry: &Entry| {
            literals(&entry.segments) > MANY_BYTES
                || entry.segments.len() > 1
                    && entry.value().is_some_and(|value| {
                        is_plain_number(value) || depends_on_what_follows(value)
                    })
        };
        return has_unknown
            || bare_entries(key).next().is_some()
            || key.entries.iter().any(may_break_a_rule);
    };
    has_unknown
        || key.values().any(is_plain_number)
        || key.values().any(depends_on_what_follows)
        || literals(segments) > MANY_BYTES
        || may_hold_separator(key)
        || segments.windows(2).any(|pair| is_glued(key, &pair[0], &pair[1]))
}

/// Whether a string of a known type may contain the separator.
fn may_hold_separator(key: &Key) -> bool {
    !matches!(key.separator, '#' | '|' | '~' | '/' | '!' | '$' | '%' | '&' | '*')
        && key.values().any(|value| !value.held.is_text())
}

/// Whether the value is an integer without a format.
fn is_plain_number(value: &Value) -> bool {
    value.format == Format::Plain && value.held.is_number()
}

/// Whether the next segment decides whether this one sorts as its values do.
fn depends_on_what_follows(value: &Value) -> bool {
    value.format == Format::Isoformat
}

/// Whether its strings are known to be short, or known to have any length.
fn has_known_length(value: &Value) -> bool {
    value.held.is_known() && !value.held.is_array_string()
}

/// The entries that are fields without `as`, with their values. Serde has to write these fields as keys do, as it does
/// for most well-known types.
pub fn bare_entries(key: &Key) -> impl Iterator<Item = (&OwnAttribute, &Value)> {
    let entries =
        key.entries.iter().filter_map(|entry| Some((entry.own.as_ref()?, entry.value()?)));
    entries.filter(|(own, value)| own.is_field && own.is_bare && !value.held.is_serde_text())
}

/// A value with something other than the separator right after it.
fn is_glued(key: &Key, one: &Segment, other: &Segment) -> bool {
    match (one, other) {
        (Segment::Value(_), Segment::Literal(text)) => !text.starts_with(key.separator),
        (Segment::Value(_), Segment::Value(_)) => true,
        (Segment::Literal(_), _) => false,
    }
}

/// The length of a key's literals, plus [`KNOWN_LEN`] for each value.
fn literals(segments: &[Segment]) -> usize {
    let lengths = segments.iter().map(|segment| match segment {
        Segment::Literal(text) => text.len(),
        Segment::Value(_) => KNOWN_LEN,
    });
    lengths.sum()
}

/// A key with this many bytes of literals may leave a value too little room.
const MANY_BYTES: usize = 900;

/// No string of a well-known type of limited length has this many bytes.
const KNOWN_LEN: usize = 64;
