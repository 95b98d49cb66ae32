//! Prints the page as HTML. Everything that is not a constant of this file passes through [`html`].

use super::collect::{Collection, PictureRow, collections};
use crate::escape::html;
use crate::notes::notes;
use crate::schema::{Schema, TableKey};

const STYLE: &str = include_str!("page.css");

pub(super) fn page(schema: &Schema, rows: &[PictureRow]) -> String {
    let keys: Vec<_> = schema.keys().collect();
    let each = |part: &dyn Fn(usize, &TableKey) -> String| -> String {
        keys.iter().enumerate().map(|(at, key)| part(at, key)).collect()
    };
    let shown = each(&|at, _| format!("#t{at}:checked ~ .panels > #p{at} {{ display: block; }}\n"));
    let tabs = each(&|at, key| {
        let checked = if at == 0 { " checked" } else { "" };
        let title = html(title(key));
        format!(
            "<input type=\"radio\" name=\"tab\" id=\"t{at}\"{checked}>\n<label for=\"t{at}\">{title}</label>\n"
        )
    });
    let panels = each(&|at, key| panel(at, schema, key, rows));
    let name = html(&schema.name);
    let legend = legend(schema, rows);
    format!(
        r#"<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{name}</title>
<style>
{STYLE}
{shown}</style>
</head>
<body>
<main>
<h1>{name}</h1>
<ul class="legend" aria-label="Entities">
{legend}</ul>
<fieldset>
<legend>Table or index</legend>
{tabs}<div class="panels">
{panels}</div>
</fieldset>
</main>
</body>
</html>
"#
    )
}

fn title(key: &TableKey) -> &str {
    key.index().unwrap_or("table")
}

/// Lists the entities that have rows, each in its colour.
fn legend(schema: &Schema, rows: &[PictureRow]) -> String {
    let entities = schema.entities.iter().enumerate();
    let shown = entities.filter(|(at, _)| rows.iter().any(|row| row.entity == *at));
    let entries = shown.map(|(at, own)| format!("<li{}>{}</li>\n", colour(at), html(&own.name)));
    entries.collect::<Vec<_>>().concat()
}

/// Returns a hue for each entity. The hues of neighbours are far apart.
fn colour(entity: usize) -> String {
    format!(" class=\"entity\" style=\"--hue: {}\"", (entity * 137 + 210) % 360)
}

fn panel(at: usize, schema: &Schema, key: &TableKey, rows: &[PictureRow]) -> String {
    let collections = collections(key, rows);
    let count: usize = collections.iter().map(|collection| collection.rows.len()).sum();
    let of = if count == rows.len() { String::new() } else { format!(" of {}", rows.len()) };
    let plural = |count: usize| if count == 1 { "" } else { "s" };
    let (partitions, items) = (plural(collections.len()), plural(rows.len()));
    let columns = columns(schema, key);
    let heading =
        |column: &String| format!("<th role=\"columnheader\" scope=\"col\">{column}</th>\n");
    let headings: String = columns.iter().map(heading).collect();
    let notes = notes(schema, key, |name| format!("<code>{}</code>", html(name)));
    let notes: Vec<_> = notes.into_iter().map(|note| format!("<p>{note}</p>\n")).collect();
    let notes = notes.concat();
    let bodies = collections.iter().map(|collection| body(key, collection, &columns));
    format!(
        r#"<section id="p{at}" aria-label="{}">
<table role="table">
<caption>{} partition{partitions}, {count}{of} item{items}</caption>
<thead role="rowgroup"><tr role="row">
{headings}</tr></thead>
{}</table>
{notes}</section>
"#,
        html(title(key)),
        collections.len(),
        bodies.collect::<String>(),
    )
}

/// Returns the columns: the partition key, each attribute of the sort key, the entity, and other keys.
fn columns(schema: &Schema, key: &TableKey) -> Vec<String> {
    let mut columns = Vec::from([html(&schema.typed(&key.partition_key))]);
    columns.extend(key.sort_key.chunks(1).map(|name| html(&schema.typed(name))));
    columns.extend(["entity".into(), "other keys".into()]);
    columns
}

/// Prints the rows of a partition. Its key is printed once, next to all of them.
fn body(key: &TableKey, collection: &Collection<'_>, columns: &[String]) -> String {
    let bdi = |value: &str| format!("<bdi>{}</bdi>", html(value));
    let partition = collection.partition.iter().map(|value| bdi(value.as_str()));
    let mut partition = format!(
        "<th role=\"rowheader\" class=\"partition\" scope=\"rowgroup\" rowspan=\"{}\" data-label=\"{}\">{}</th>\n",
        collection.rows.len(),
        columns[0],
        partition.collect::<Vec<_>>().join(", "),
    );
    let rows = collection.rows.iter().map(|row| {
        let cell = |label: &str, class: &str, content: String| {
            format!("<td role=\"cell\"{class} data-label=\"{label}\">{content}</td>\n")
        };
        let sort_key = key.sort_key.iter().zip(&columns[1..]).map(|(own, label)| {
            let value = row.value(own);
            cell(label, "", bdi(value.as_ref().map_or("", |value| value.as_str())))
        });
        let others = row.keys.iter().filter(|(name, _)| !key.has(name)).map(|(name, value)| {
            format!("<div><dt>{}</dt> <dd>{}</dd></div>\n", html(name), bdi(value.as_str()))
        });
        let others: String = others.collect();
        let others = if others.is_empty() { others } else { format!("<dl>\n{others}</dl>") };
        format!(
            "<tr role=\"row\"{}>\n{}{}{}{}</tr>\n",
            colour(row.entity),
            std::mem::take(&mut partition),
            sort_key.collect::<String>(),
            cell("entity", " class=\"name\"", html(row.name)),
            cell("other keys", "", others),
        )
    });
    format!("<tbody role=\"rowgroup\">\n{}</tbody>\n", rows.collect::<String>())
}
