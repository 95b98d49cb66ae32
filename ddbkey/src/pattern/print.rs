//! Prints a pattern as declared, for people.

use core::fmt::{self, Write};

use super::{Pattern, Role, Segment, Value};

impl fmt::Display for Role {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (key, owner) = self.words();
        f.write_str(key)?;
        owner.map_or(Ok(()), |(of, name)| write!(f, "{of}`{name}`"))
    }
}

/// `{:#}` omits formats. Conditions use it to name their values.
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
#[derive(Clone, Copy, Debug)]
pub struct KeyInMessage<'p>(pub &'p Pattern);

impl fmt::Display for KeyInMessage<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self(pattern) = self;
        match pattern.entity {
            "" => write!(f, "{}", pattern.role),
            entity => write!(f, "{} of `{entity}` (`{pattern}`)", pattern.role),
        }
    }
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
