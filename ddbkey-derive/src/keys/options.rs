//! `#[ddb(…)]` on an entity: the separator, the table, the path of the runtime crate.

use syn::{Attribute, Error, Meta, Path, parse_quote};

use crate::errors::Errors;
use crate::{message, options};

/// The options of an entity.
pub struct Options {
    pub separator: char,
    pub table: Option<Path>,
    pub runtime: Path,
}

const KNOWN: [&str; 3] = ["separator", "table", "crate"];

impl Options {
    /// Reads all `#[ddb(…)]`. What is wrong keeps its default.
    pub fn of(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self { separator: '#', table: None, runtime: parse_quote!(::ddbkey) };
        for (name, option) in options::of(attributes, "ddb", errors) {
            errors.ok(read.set(&name, &option));
        }
        read
    }

    fn set(&mut self, name: &str, option: &Meta) -> Result<(), Error> {
        match name {
            "separator" => self.separator = separator(option)?,
            "table" => self.table = Some(options::path(option, "table = Shop")?),
            "crate" => self.runtime = options::runtime(option)?,
            _ => return Err(message::unknown_option(option.path(), "ddb", name, &KNOWN)),
        }
        Ok(())
    }
}

fn separator(option: &Meta) -> Result<char, Error> {
    let text = options::text(option, "separator = \"|\"")?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if character.is_ascii_punctuation() => Ok(character),
        _ => Err(message::separator(options::value(option), &text)),
    }
}
