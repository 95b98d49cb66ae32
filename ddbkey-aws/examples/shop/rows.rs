//! The rows of the file: one JSON object a line, as other systems left them.

use serde::Deserialize;

use super::entities::Shop;

const FILE: &[u8] = include_bytes!("shop.jsonl");

/// The lines, as bytes: one that is not UTF-8 is a bad row, not the end.
pub(crate) fn lines() -> impl Iterator<Item = &'static [u8]> {
    FILE.strip_suffix(b"\n").unwrap_or(FILE).split(|&byte| byte == b'\n')
}

/// What the line says, or why it says nothing.
pub(crate) fn parse(line: &[u8]) -> Result<Shop, String> {
    match read::<Row>(line)?.kind {
        Kind::User => read(line).map(Shop::User),
        Kind::Order => read(line).map(Shop::Order),
    }
}

#[derive(Deserialize)]
struct Row {
    #[serde(rename = "type")]
    kind: Kind,
}

#[derive(Deserialize)]
#[serde(rename_all = "lowercase")]
enum Kind {
    User,
    Order,
}

/// The error names the field, and leaves out the place in the line.
fn read<'l, T: Deserialize<'l>>(line: &'l [u8]) -> Result<T, String> {
    let json = &mut serde_json::Deserializer::from_slice(line);
    serde_path_to_error::deserialize(json).map_err(|error| {
        let field = error.path().iter().next().map(|field| format!("`{field}`: "));
        format!("{}{}", field.unwrap_or_default(), without_place(error.inner()))
    })
}

fn without_place(error: &serde_json::Error) -> String {
    let place = format!(" at line {} column {}", error.line(), error.column());
    error.to_string().trim_end_matches(&place).to_owned()
}
