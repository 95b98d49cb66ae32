//! The page as HTML. Everything that is not a constant of this file passes through [`Text`].

use alloc::format;
use alloc::string::String;
use alloc::vec::Vec;
use core::fmt::{self, Write};

use super::collect::{Collection, Item, collections};
use crate::pattern::AttributeType;
use crate::table::{TableKey, TableSchema};

const STYLE: &str = include_str!("page.css");

/// A text in HTML, also between quotes. What would not show, or would show what follows it elsewhere, is
/// written as an escape.
struct Text<'t>(&'t str);

impl fmt::Display for Text<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.chars().try_for_each(|character| match character {
            '&' => f.write_str("&amp;"),
            '<' => f.write_str("&lt;"),
            '>' => f.write_str("&gt;"),
            '"' => f.write_str("&quot;"),
            '\'' => f.write_str("&#39;"),
            '\u{202A}'..='\u{202E}' | '\u{2066}'..='\u{2069}' | '\u{2028}' | '\u{2029}' => {
                write!(f, "{}", character.escape_unicode())
            }
            _ if character.is_control() => write!(f, "{}", character.escape_unicode()),
            _ => f.write_char(character),
        })
    }
}

pub(super) fn page(schema: &TableSchema, items: &[Item]) -> String {
    let mut html = String::new();
    // Writing to a `String` does not fail.
    let _ = write_page(&mut html, schema, items);
    html
}

fn write_page(html: &mut String, schema: &TableSchema, items: &[Item]) -> fmt::Result {
    let keys: Vec<_> = core::iter::once(schema.key()).chain(schema.indexes()).collect();
    let name = Text(schema.name());
    writeln!(html, "<!DOCTYPE html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">")?;
    writeln!(html, "<meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">")?;
    writeln!(html, "<title>{name}</title>\n<style>\n{STYLE}")?;
    for at in 0..keys.len() {
        writeln!(html, "#t{at}:checked ~ .panels > #p{at} {{ display: block; }}")?;
    }
    writeln!(html, "</style>\n</head>\n<body>\n<main>\n<h1>{name}</h1>")?;
    write_legend(html, schema, items)?;
    writeln!(html, "<fieldset>\n<legend>Table or index</legend>")?;
    for (at, key) in keys.iter().enumerate() {
        let checked = if at == 0 { " checked" } else { "" };
        writeln!(html, "<input type=\"radio\" name=\"tab\" id=\"t{at}\"{checked}>")?;
        writeln!(html, "<label for=\"t{at}\">{}</label>", Text(title(key)))?;
    }
    writeln!(html, "<div class=\"panels\">")?;
    for (at, key) in keys.iter().enumerate() {
        write_panel(html, at, key, items)?;
    }
    writeln!(html, "</div>\n</fieldset>\n</main>\n</body>\n</html>")
}

fn title(key: &TableKey) -> &'static str {
    key.index.unwrap_or("table")
}

/// The entities that are there, each in its colour.
fn write_legend(html: &mut String, schema: &TableSchema, items: &[Item]) -> fmt::Result {
    writeln!(html, "<ul class=\"legend\" aria-label=\"Entities\">")?;
    for (at, entity) in schema.entities().iter().enumerate() {
        if items.iter().any(|item| item.entity == at) {
            let name = Text(entity.name());
            writeln!(html, "<li{}>{name}</li>", Colour(at))?;
        }
    }
    writeln!(html, "</ul>")
}

/// A hue for each entity; neighbours are far apart.
struct Colour(usize);

impl fmt::Display for Colour {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, " class=\"entity\" style=\"--hue: {}\"", (self.0 * 137 + 210) % 360)
    }
}

fn write_panel(html: &mut String, at: usize, key: &TableKey, items: &[Item]) -> fmt::Result {
    let collections = collections(key, items);
    let count: usize = collections.iter().map(|collection| collection.items.len()).sum();
    writeln!(html, "<section id=\"p{at}\" aria-label=\"{}\">", Text(title(key)))?;
    writeln!(html, "<table role=\"table\">")?;
    let of = if count == items.len() { String::new() } else { format!(" of {}", items.len()) };
    let (partitions, items) = (plural(collections.len(), "partition"), plural(items.len(), "item"));
    writeln!(html, "<caption>{} {partitions}, {count}{of} {items}</caption>", collections.len())?;
    writeln!(html, "<thead role=\"rowgroup\"><tr role=\"row\">")?;
    let columns = columns(key);
    for column in &columns {
        writeln!(html, "<th role=\"columnheader\" scope=\"col\">{}</th>", Text(column))?;
    }
    writeln!(html, "</tr></thead>")?;
    for collection in &collections {
        write_collection(html, key, collection, &columns)?;
    }
    writeln!(html, "</table>\n</section>")
}

fn plural(count: usize, noun: &str) -> String {
    if count == 1 { noun.into() } else { format!("{noun}s") }
}

/// The partition key, each attribute of the sort key, the entity, and what other keys there are.
fn columns(key: &TableKey) -> Vec<String> {
    let names: Vec<_> = key.partition_key.iter().map(typed).collect();
    let mut columns = Vec::from([names.join(", ")]);
    columns.extend(key.sort_key.iter().map(typed));
    columns.extend(["entity".into(), "other keys".into()]);
    columns
}

fn typed((name, kind): &(&'static str, AttributeType)) -> String {
    match kind {
        AttributeType::S => (*name).into(),
        AttributeType::N => format!("{name} (N)"),
    }
}

fn write_collection(
    html: &mut String,
    key: &TableKey,
    collection: &Collection<'_>,
    columns: &[String],
) -> fmt::Result {
    writeln!(html, "<tbody role=\"rowgroup\">")?;
    for (at, item) in collection.items.iter().enumerate() {
        writeln!(html, "<tr role=\"row\"{}>", Colour(item.entity))?;
        if at == 0 {
            write_partition(html, collection, &columns[0])?;
        }
        for ((name, _), label) in key.sort_key.iter().zip(&columns[1..]) {
            let value = item.keys.value(name);
            let value = Text(value.as_ref().map_or("", |value| value.as_str()));
            let label = Text(label);
            writeln!(html, "<td role=\"cell\" data-label=\"{label}\"><bdi>{value}</bdi></td>")?;
        }
        writeln!(
            html,
            "<td role=\"cell\" class=\"name\" data-label=\"entity\">{}</td>",
            Text(item.name)
        )?;
        write_others(html, key, item)?;
        writeln!(html, "</tr>")?;
    }
    writeln!(html, "</tbody>")
}

/// The partition key, beside all of its items.
fn write_partition(html: &mut String, collection: &Collection<'_>, label: &str) -> fmt::Result {
    write!(
        html,
        "<th role=\"rowheader\" class=\"partition\" scope=\"rowgroup\" rowspan=\"{}\" data-label=\"{}\">",
        collection.items.len(),
        Text(label)
    )?;
    for (at, value) in collection.partition.iter().enumerate() {
        let comma = if at == 0 { "" } else { ", " };
        write!(html, "{comma}<bdi>{}</bdi>", Text(value.as_str()))?;
    }
    writeln!(html, "</th>")
}

/// The key attributes that have no column.
fn write_others(html: &mut String, key: &TableKey, item: &Item) -> fmt::Result {
    write!(html, "<td role=\"cell\" data-label=\"other keys\">")?;
    let has_column = |name: &str| {
        key.partition_key.iter().chain(&key.sort_key).any(|(column, _)| *column == name)
    };
    let mut others = item.keys.iter().filter(|(name, _)| !has_column(name)).peekable();
    if others.peek().is_some() {
        writeln!(html, "<dl>")?;
        for (name, value) in others {
            let value = Text(value.as_str());
            writeln!(html, "<div><dt>{}</dt> <dd><bdi>{value}</bdi></dd></div>", Text(name))?;
        }
        write!(html, "</dl>")?;
    }
    writeln!(html, "</td>")
}

#[cfg(test)]
mod tests {
    use alloc::string::ToString;

    use super::*;

    #[test]
    fn text_stays_text_between_tags_and_between_quotes() {
        let text = Text("<a href=\"x\" id='y'>&amp;\u{202E}\n").to_string();
        assert_eq!(text, "&lt;a href=&quot;x&quot; id=&#39;y&#39;&gt;&amp;amp;\\u{202e}\\u{a}");
    }
}
