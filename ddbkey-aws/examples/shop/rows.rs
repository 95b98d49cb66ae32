//! The rows of the file: one JSON object on each line, as other systems left them.

use serde::Deserialize;

use super::entities::Shop;

const FILE: &[u8] = include_bytes!("shop.jsonl");

/// Returns the lines as bytes: a line that is not UTF-8 is a bad row, and does not end the file.
pub(crate) fn lines() -> impl Iterator<Item = &'static [u8]> {
    FILE.strip_suffix(b"\n").unwrap_or(FILE).split(|&byte| byte == b'\n')
}

/// Returns the row of a line, or what is wrong with it.
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

/// Parses a row. The error names the field, but not the position in the line.
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
