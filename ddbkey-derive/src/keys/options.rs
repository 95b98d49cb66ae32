//! `#[ddb(…)]` on an entity.

use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, LitStr, Meta, Path, Token, parse_quote};

use crate::errors::Errors;
use crate::names::RustName;
use crate::{message, options};

/// The options of an entity.
pub struct DdbOptions {
    pub separator: char,
    pub table: Option<Path>,
    pub runtime: Path,
    /// The prefix of generated type names, if it is not the entity's name.
    pub prefix: Option<RustName>,
    /// The words that are literals although they are also names of fields.
    pub literals: Vec<String>,
    pub items: ItemOptions,
}

/// The options that concern its items.
#[derive(Default)]
pub struct ItemOptions {
    pub fields_from_keys: bool,
    /// The value of the type attribute, if it is not the name of the struct.
    pub type_name: Option<String>,
    /// The values of the type attribute that serde writes.
    pub type_names: Vec<String>,
    /// The values of the type attribute that older items may have.
    pub legacy_type_names: Vec<String>,
    /// The version field, which each update increments, and its attribute if the option names it.
    pub version: Option<VersionOption>,
    /// The field by which DynamoDB deletes expired items.
    pub ttl: Option<RustName>,
    /// The field that identifies the tenant of an item.
    pub tenant: Option<RustName>,
    /// Whether the program makes its own updates of the entity.
    pub updates_by_hand: bool,
    /// The fields that the wide condition of an update leaves out.
    pub unguarded: Vec<RustName>,
}

impl ItemOptions {
    /// Whether every index is safe to update.
    pub fn is_guarded(&self) -> bool {
        self.version.is_some() || self.updates_by_hand
    }
}

/// `version`, or `version as "attribute"`.
pub struct VersionOption {
    pub field: RustName,
    pub attribute: Option<LitStr>,
}

impl Parse for VersionOption {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let field = input.parse()?;
        let attribute = match input.parse::<Option<Token![as]>>()? {
            Some(_) => Some(input.parse()?),
            None => None,
        };
        Ok(Self { field, attribute })
    }
}

const KNOWN: [&str; 14] = [
    "separator",
    "table",
    "crate",
    "fields_from_keys",
    "prefix",
    "literals",
    "type_name",
    "type_names",
    "type_name_was",
    "version",
    "ttl",
    "tenant",
    "updates",
    "unguarded",
];

impl DdbOptions {
    /// Reads all `#[ddb(…)]`. An option with a mistake keeps its default.
    pub fn of(attributes: &[Attribute], errors: &mut Errors) -> Self {
        let mut read = Self {
            separator: '#',
            table: None,
            runtime: parse_quote!(::ddbkey),
            prefix: None,
            literals: Vec::new(),
            items: ItemOptions::default(),
        };
        for (name, option) in options::of(attributes, "ddb", errors) {
            if errors.ok(read.set(&name, &option)).is_some()
                && name.starts_with("type_name")
                && read.items.type_name.is_some()
                && !read.items.type_names.is_empty()
            {
                errors.push(message::given_twice(option.path(), "type_name"));
            }
        }
        if let Some(version) = &read.items.version
            && read.items.updates_by_hand
        {
            errors.push(message::version_by_hand(&version.field, &version.field));
        }
        read
    }

    fn set(&mut self, name: &str, option: &Meta) -> Result<(), Error> {
        match name {
            "separator" => self.separator = options::separator(option)?,
            "table" => self.table = Some(options::path(option, "table = Shop")?),
            "type_name" => {
                let example = "type_name = \"Comment\"";
                self.items.type_name =
                    Some(options::some_text(option, example, message::empty_type_name)?);
            }
            "type_names" => self.items.type_names = type_names(option, "type_names(\"User\")")?,
            "type_name_was" => {
                self.items.legacy_type_names = type_names(option, "type_name_was(\"Remark\")")?;
            }
            "version" => self.items.version = Some(field(option, "version = field")?),
            "ttl" => self.items.ttl = Some(field(option, "ttl = field")?),
            "tenant" => self.items.tenant = Some(field(option, "tenant = field")?),
            "updates" => {
                let example = "updates = by_hand";
                if options::name_of(option, example)?.as_str() != "by_hand" {
                    let value = options::value(option);
                    return Err(message::option_value(value, name, "`by_hand`", example));
                }
                self.items.updates_by_hand = true;
            }
            "unguarded" => self.items.unguarded = options::names(option, "unguarded(field)")?,
            "crate" => self.runtime = options::runtime(option)?,
            "prefix" => self.prefix = Some(options::name_of(option, "prefix = ApiItem")?),
            "literals" => {
                let words = options::listed_texts(option, "literals(\"profile\")")?;
                self.literals = words.iter().map(LitStr::value).collect();
            }
            "fields_from_keys" => {
                options::word(option)?;
                self.items.fields_from_keys = true;
            }
            _ => return Err(message::unknown_option(option.path(), "ddb", name, &KNOWN)),
        }
        Ok(())
    }
}

fn type_names(option: &Meta, example: &str) -> Result<Vec<String>, Error> {
    let names = options::listed_texts(option, example)?;
    match names.iter().find(|name| name.value().is_empty()) {
        Some(empty) => Err(message::empty_type_name(empty)),
        None => Ok(names.iter().map(LitStr::value).collect()),
    }
}

/// The name of a field, or of another thing that starts with one.
fn field<T: Parse>(option: &Meta, example: &str) -> Result<T, Error> {
    let value = options::value(option);
    let field = syn::parse2(value.clone());
    field.map_err(|_| {
        message::option_value(value, options::name(option), "the name of a field", example)
    })
}
