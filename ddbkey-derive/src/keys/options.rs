//! `#[ddb(…)]`: the separator, the table, the path of the runtime crate.

use darling::FromMeta;
use darling::ast::NestedMeta;
use syn::{Attribute, Error, Meta, Path, parse_quote};

use crate::errors::Errors;
use crate::message;

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
        let mut options = Self { separator: '#', table: None, runtime: parse_quote!(::ddbkey) };
        let mut given = Vec::new();
        for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("ddb")) {
            for option in errors.ok(metas(attribute)).into_iter().flatten() {
                let name = name(&option);
                if given.contains(&name) {
                    errors.push(message::option_given_twice(option.path(), &name));
                } else if let Err(error) = options.set(&name, &option) {
                    errors.push(error);
                }
                given.push(name);
            }
        }
        options
    }

    fn set(&mut self, name: &str, option: &Meta) -> Result<(), Error> {
        match name {
            "separator" => self.separator = separator(option)?,
            "table" => self.table = Some(path(option, "table = Shop")?),
            "crate" => self.runtime = path(option, "crate = path::to::ddbkey")?,
            _ => return Err(message::unknown_option(option.path(), "ddb", name, &KNOWN)),
        }
        Ok(())
    }
}

/// The options of one attribute.
pub fn metas(attribute: &Attribute) -> Result<Vec<Meta>, Error> {
    let Meta::List(list) = &attribute.meta else {
        return Err(message::options_not_a_list(&attribute.meta, attribute.path()));
    };
    let nested = NestedMeta::parse_meta_list(list.tokens.clone())?;
    nested.into_iter().map(meta).collect()
}

fn meta(nested: NestedMeta) -> Result<Meta, Error> {
    match nested {
        NestedMeta::Meta(meta) => Ok(meta),
        other => Err(message::option_value(other, "name = value")),
    }
}

/// The name of an option, for comparison.
pub fn name(option: &Meta) -> String {
    option.path().get_ident().map_or_else(String::new, ToString::to_string)
}

/// The value of an option that is a path, with or without quotes.
pub fn path(option: &Meta, example: &str) -> Result<Path, Error> {
    Path::from_meta(option).map_err(|_| message::option_value(option, example))
}

/// The value of an option that is text.
pub fn text(option: &Meta, example: &str) -> Result<String, Error> {
    String::from_meta(option).map_err(|_| message::option_value(option, example))
}

fn separator(option: &Meta) -> Result<char, Error> {
    let text = text(option, "separator = \"|\"")?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if character.is_ascii_punctuation() => Ok(character),
        _ => match option {
            Meta::NameValue(option) => Err(message::separator(&option.value, &text)),
            _ => Err(message::separator(option, &text)),
        },
    }
}
