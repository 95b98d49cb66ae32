//! `cargo ddbkey explain`

mod split;

use super::{Failure, Findings, output};
use crate::schema::{Attribute, Entity, Key, Piece, Schema, TableKey};
use split::{Miss, split};
use std::cmp::Reverse;

/// Explain which entity a key belongs to, with the names of its parts.
///
/// Pass the strings of the partition key and of the sort key. For an index with several attributes in a key, pass one
/// string for each, in order. Without a sort key, each entity that can be in the partition is listed. If no entity has the
/// key, the command names the nearest entity and what is wrong, and the exit status is 1.
#[derive(clap::Args)]
#[command(after_help = "\
Examples:
  cargo ddbkey explain tests/shop.schema.toml 'USER#u1' 'ORDER#00000042'
  cargo ddbkey explain tests/shop.schema.toml 'STATUS#OPEN' --index gsi1")]
pub struct Args {
    /// The string of the partition key
    pk: String,
    /// The string of the sort key
    sk: Vec<String>,
    /// The index that the key belongs to
    #[arg(long)]
    index: Option<String>,
}

impl Args {
    pub fn run(&self, schema: &Schema) -> Result<Findings, Failure> {
        let index = self.index.as_deref();
        let strings: Vec<_> =
            std::iter::once(&self.pk).chain(&self.sk).map(String::as_str).collect();
        let own = schema.key_of(index).ok_or_else(|| unknown(schema, index))?;
        check_count(own, strings.len())?;
        let (mut page, mut nearest): (String, Option<(_, String)>) = (String::new(), None);
        for (entity, key) in keys(schema, index) {
            match explained(key, &strings) {
                Ok(parts) => page += &format!("{}\n{parts}", title(entity, key)),
                Err((near, fault)) => {
                    // If two are equally near, the shorter one.
                    let pieces: usize = key.attributes.iter().map(|own| own.pieces.len()).sum();
                    let near = (near, Reverse(pieces));
                    if nearest.as_ref().is_none_or(|(other, _)| near > *other) {
                        nearest = Some((near, format!("{}: {fault}", title(entity, key))));
                    }
                }
            }
        }
        if page.is_empty() && index.is_none() {
            page = in_indexes(schema, &strings);
        }
        if !page.is_empty() {
            output::print(page)?;
            return Ok(Findings::Nothing);
        }
        let fault = nearest.map_or_else(|| "no entity has such a key".into(), |(_, fault)| fault);
        output::print(format_args!(
            "no entity of `{}` has this key; the nearest is {fault}\n",
            schema.name
        ))?;
        Ok(Findings::Something)
    }
}

fn unknown(schema: &Schema, index: Option<&str>) -> Failure {
    let names: Vec<_> = schema.indexes.iter().filter_map(TableKey::index).collect();
    let name = index.unwrap_or_default();
    format!(
        "there is no index `{name}` on `{}`; its indexes are: {}",
        schema.name,
        names.join(", ")
    )
    .into()
}

fn check_count(key: &TableKey, given: usize) -> Result<(), Failure> {
    let (pk, all) = (key.partition_key.len(), key.names().count());
    if given == pk || given == all {
        return Ok(());
    }
    let of = key.index().map_or_else(|| "the table".into(), |name| format!("index `{name}`"));
    Err(format!("a key of {of} has {all} strings, or {pk} for a partition, and not {given}").into())
}

/// Returns the keys of the table that an item can have, or its keys in an index.
fn keys<'s>(schema: &'s Schema, index: Option<&str>) -> Vec<(&'s Entity, &'s Key)> {
    let entities = schema.entities.iter();
    entities.flat_map(|entity| entity.keys_in(index).map(move |key| (entity, key))).collect()
}

/// Explains the strings as a key of each index.
fn in_indexes(schema: &Schema, strings: &[&str]) -> String {
    let names = schema.indexes.iter().filter_map(TableKey::index);
    let keys =
        names.flat_map(|name| keys(schema, Some(name)).into_iter().map(move |own| (name, own)));
    let found = keys.filter_map(|(name, (entity, key))| {
        let is_whole = [key.partition().count(), key.attributes.len()].contains(&strings.len());
        let parts = explained(key, strings).ok().filter(|_| is_whole)?;
        Some(format!("{} in index {name}\n{parts}", title(entity, key)))
    });
    found.collect()
}

/// `Order`, `Order under legacy key v1`, `Order under alternative with_note`, `Order as of_client`
fn title(entity: &Entity, key: &Key) -> String {
    let name = &entity.name;
    match (key.noun(), entity.shape(key)) {
        (Some((noun, key)), _) => format!("{name} under {noun} {key}"),
        (None, Some(shape)) => format!("{name} as {shape}"),
        (None, None) => name.into(),
    }
}

/// How near strings are to a key: the number of strings that match, and of bytes.
type Nearness = (usize, usize);

/// Returns the parts by name, a line each. If the strings do not match, returns how near they are and what is wrong first.
fn explained(key: &Key, strings: &[&str]) -> Result<String, (Nearness, String)> {
    let (mut near, mut values): (Nearness, Vec<(&str, &str)>) = ((0, 0), Vec::new());
    let mut wrong = None;
    for (own, string) in key.attributes.iter().zip(strings) {
        let parts = match split(own, string) {
            Ok(parts) => parts,
            Err(miss) => {
                near.1 += miss.at;
                wrong.get_or_insert_with(|| fault(own, string, &miss));
                continue;
            }
        };
        near = (near.0 + 1, near.1 + string.len());
        for (piece, text) in own.pieces.iter().zip(parts) {
            let Piece::Value(value) = piece else { continue };
            match values.iter().find(|(name, _)| *name == value.name()) {
                // The strings of a field may differ if it has two formats or is a method.
                Some((_, other)) if *other != text && value.format.is_empty() => {
                    let name = value.name();
                    wrong.get_or_insert_with(|| format!("`{name}` is `{other}` and `{text}`"));
                }
                Some(_) => {}
                None => values.push((value.name(), text)),
            }
        }
    }
    if let Some(wrong) = wrong {
        return Err((near, wrong));
    }
    Ok(values
        .into_iter()
        .map(|(name, text)| format!("  {name}: {text}\n"))
        .collect::<Vec<_>>()
        .concat())
}

/// Describes what is wrong with a string: ``sk` is `ORDER#{id}`: expected `ORDER#` at `ORDE``
fn fault(own: &Attribute, string: &str, miss: &Miss) -> String {
    let (name, template) = (&own.name, own.template());
    let rest = string.get(miss.piece_start..).unwrap_or_default();
    let fault = match own.pieces.get(miss.piece) {
        None => format!("unexpected `{rest}`"),
        Some(Piece::Literal(text)) if rest.is_empty() => format!("it ends before `{text}`"),
        Some(Piece::Literal(text)) => format!("expected `{text}` at `{rest}`"),
        Some(Piece::Value(value)) if rest.is_empty() => {
            format!("it ends before `{}`", value.name())
        }
        Some(Piece::Value(value)) => {
            format!("expected `{}` ({}) at `{rest}`", value.name(), value.language)
        }
    };
    format!("`{name}` is `{template}`: {fault}")
}
