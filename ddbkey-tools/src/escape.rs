//! Escapes strings for each kind of document.

#[cfg(test)]
mod tests;

/// Escapes a string for HTML, including attribute values.
pub(crate) fn html(text: &str) -> String {
    let named = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];
    escaped(text, &named)
}

/// Escapes a label of a Mermaid diagram, between quotes.
pub(crate) fn label(text: &str) -> String {
    escaped(text, &[('"', "#quot;"), ('#', "#35;"), ('<', "#lt;"), ('>', "#gt;")])
}

/// Formats code for a cell of a Markdown table. A `|` or a line break would end the cell, and a backtick would close the
/// code.
pub(crate) fn code(text: &str) -> String {
    fenced(&escaped(text, &[('|', "\\|")]))
}

/// Formats code for Markdown outside of a table. A line break would end the code, and a backtick would close it.
pub(crate) fn span(text: &str) -> String {
    fenced(&escaped(text, &[]))
}

fn fenced(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default() + 1);
    let pad = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// Replaces some characters of a string. Characters that are invisible, or that would move the text after them, are
/// written as escapes.
fn escaped(text: &str, named: &[(char, &str)]) -> String {
    let mut escaped = String::new();
    for character in text.chars() {
        match (named.iter().find(|(own, _)| *own == character), character) {
            (Some((_, name)), _) => escaped += name,
            (_, '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}') => {
                escaped.extend(character.escape_unicode());
            }
            _ if character.is_control() => escaped.extend(character.escape_default()),
            _ => escaped.push(character),
        }
    }
    escaped
}
