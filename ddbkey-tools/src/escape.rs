//! Text as each kind of document has it.

#[cfg(test)]
mod tests;

/// A text in HTML, also between quotes.
pub(crate) fn html(text: &str) -> String {
    let named = [('&', "&amp;"), ('<', "&lt;"), ('>', "&gt;"), ('"', "&quot;"), ('\'', "&#39;")];
    escaped(text, &named)
}

/// A label in a Mermaid diagram, between quotes.
pub(crate) fn label(text: &str) -> String {
    escaped(text, &[('"', "#quot;"), ('#', "#35;"), ('<', "#lt;"), ('>', "#gt;")])
}

/// Code in a cell of a Markdown table, which a `|` or a line break would end and a backtick would close.
pub(crate) fn code(text: &str) -> String {
    fenced(&escaped(text, &[('|', "\\|")]))
}

/// Code in Markdown outside of a table, which a line break would end and a backtick would close.
pub(crate) fn span(text: &str) -> String {
    fenced(&escaped(text, &[]))
}

fn fenced(text: &str) -> String {
    let longest = text.split(|character| character != '`').map(str::len).max();
    let fence = "`".repeat(longest.unwrap_or_default() + 1);
    let pad = if fence.len() > 1 { " " } else { "" };
    format!("{fence}{pad}{text}{pad}{fence}")
}

/// A text in JSON, with its quotes.
pub(crate) fn json(text: &str) -> String {
    let escaped = text.chars().map(|character| match character {
        '"' | '\\' => format!("\\{character}"),
        '\0'..' ' => format!("\\u{:04x}", u32::from(character)),
        _ => character.to_string(),
    });
    format!("\"{}\"", escaped.collect::<String>())
}

/// A text with other texts for some characters. What would not show, or would show what follows it elsewhere, is
/// written as an escape.
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
