//! Prints a pattern: as declared, for people, and with everything that decides the stored string, for the
//! snapshot of a schema.

use core::fmt::{self, Write};

use super::{Pattern, Role, Segment, Value};
use crate::language;

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, owner) = self.words();
        f.write_str(key)?;
        owner.map_or(Ok(()), |(of, name)| write!(f, "{of}`{name}`"))
    }
}

/// `{:#}` omits formats. Snapshots print legacy keys this way, and conditions use it to name their
/// values.
impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write_segments(f, self.segments)?;
        if self.is_number() { f.write_str(" (N)") } else { Ok(()) }
    }
}

fn write_segments(f: &mut fmt::Formatter<'_>, segments: &[Segment]) -> fmt::Result {
    segments.iter().try_for_each(|segment| match segment {
        Segment::Literal(text) => write!(f, "{}", EscapedLiteral(text)),
        Segment::Value(value) => fmt::Display::fmt(value, f),
    })
}

/// The first segments of a pattern, this many. One more than there are means the separator after them.
pub(crate) struct Beginning<'p>(pub(crate) &'p Pattern, pub(crate) usize);

impl fmt::Display for Beginning<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(pattern, length) = *self;
        write_segments(f, pattern.segments.get(..length).unwrap_or(pattern.segments))?;
        if length > pattern.segments.len() { f.write_char(pattern.separator) } else { Ok(()) }
    }
}

/// Prints the value as declared, `{created_at:.3}` and `{*path}`, and with `{:#}` without its format.
impl fmt::Display for Value {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let rest = if self.is_rest() { "*" } else { "" };
        write!(f, "{{{rest}{}{}", self.field, self.call)?;
        if !self.format.is_empty() && !f.alternate() {
            write!(f, ":{}", self.format)?;
        }
        f.write_char('}')
    }
}

impl fmt::Debug for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pattern")
            .field("entity", &self.entity)
            .field("role", &self.role)
            .field("template", &format_args!("{self}"))
            .finish_non_exhaustive()
    }
}

/// The name of a key at the start of a message: ``sort key of `Order` (`ORDER#{id}`)``.
pub(crate) struct KeyInMessage<'p>(pub(crate) &'p Pattern);

impl fmt::Display for KeyInMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(pattern) = self;
        match pattern.entity {
            "" => write!(f, "{}", pattern.role),
            entity => write!(f, "{} of `{entity}` (`{pattern}`)", pattern.role),
        }
    }
}

/// A pattern with the language of each value: everything that decides the stored string, except the separator and
/// the type, which precede it. It never ends a line with a space.
pub(crate) struct SnapshotPattern<'p>(pub(crate) &'p Pattern);

impl fmt::Display for SnapshotPattern<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (at, segment) in self.0.segments.iter().enumerate() {
            match segment {
                Segment::Literal(text) => {
                    let (is_first, is_last) = (at == 0, self.0.is_last(at));
                    write!(f, "{}", StoredLiteral { text, is_first, is_last })?;
                }
                Segment::Value(value) => {
                    let rest = if value.is_rest() { "*" } else { "" };
                    let (field, call) = (value.field, value.call);
                    write!(f, "{{{rest}{field}{call}: {}}}", value.shape.language)?;
                }
            }
        }
        Ok(())
    }
}

/// A literal in a snapshot. It has no space where one is easily lost.
#[derive(Clone, Copy, Debug)]
pub struct StoredLiteral<'t> {
    /// The literal.
    pub text: &'t str,
    /// Whether its pattern starts with it.
    pub is_first: bool,
    /// Whether its pattern ends with it.
    pub is_last: bool,
}

impl fmt::Display for StoredLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        const SPACE: &str = "\\u{20}";
        let Self { text, is_first, is_last } = *self;
        let (start, text) = match text.strip_prefix(' ').filter(|_| is_first) {
            Some(rest) => (SPACE, rest),
            None => ("", text),
        };
        let (text, end) = match text.strip_suffix(' ').filter(|_| is_last) {
            Some(rest) => (rest, SPACE),
            None => (text, ""),
        };
        write!(f, "{start}{}{end}", EscapedLiteral(text))
    }
}

/// A name in a snapshot: in quotes if it has more than letters, digits, `_`, `.` and `-`.
#[derive(Clone, Copy, Debug)]
pub struct Name<'n>(pub &'n str);

impl fmt::Display for Name<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if !self.0.is_empty() && self.0.chars().all(is_plain) {
            return f.write_str(self.0);
        }
        write!(f, "\"{}\"", language::Escaped(self.0))
    }
}

/// Returns whether names with this character need no quotes.
#[must_use]
pub fn is_plain(character: char) -> bool {
    character.is_alphanumeric() || matches!(character, '_' | '.' | '-')
}

/// A literal with doubled braces, and with line breaks and similar characters escaped.
#[derive(Clone, Copy, Debug)]
pub struct EscapedLiteral<'t>(pub &'t str);

impl fmt::Display for EscapedLiteral<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for character in self.0.chars() {
            match character {
                '{' => f.write_str("{{")?,
                '}' => f.write_str("}}")?,
                '\\' => f.write_str("\\\\")?,
                character if character.is_control() => write!(f, "{}", character.escape_default())?,
                character => f.write_char(character)?,
            }
        }
        Ok(())
    }
}
