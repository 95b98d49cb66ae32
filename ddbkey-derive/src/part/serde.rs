//! What serde's attributes say about the texts of a type. Serde itself reports what is wrong in them.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Field, Ident, Lit, Meta, Variant};

use super::rename::Rule;
use crate::names::unraw;

/// With these on a type, serde does not write it by the names of its variants, or not as the value that
/// a newtype wraps.
const OF_TYPE: [&str; 7] = ["tag", "content", "untagged", "into", "from", "try_from", "remote"];

/// The same on a variant or on a field.
const OF_MEMBER: [&str; 7] = [
    "skip",
    "skip_serializing",
    "skip_deserializing",
    "with",
    "serialize_with",
    "deserialize_with",
    "untagged",
];

/// The names of serde for the variants of an enum.
pub struct Names {
    rename_all: Renamed,
}

/// The names that serde has for one variant.
pub struct Name {
    pub serialize: String,
    pub deserialize: String,
    /// The option that they come from.
    pub place: Option<TokenStream>,
    /// Whether that option is the variant's own.
    pub is_own: bool,
}

/// `rename = "…"` or `rename(serialize = "…", deserialize = "…")`, and the same of `rename_all`.
#[derive(Default)]
struct Renamed {
    serialize: Option<String>,
    deserialize: Option<String>,
    place: Option<TokenStream>,
}

impl Names {
    pub fn of(attributes: &[Attribute]) -> Self {
        Self { rename_all: Renamed::of(attributes, "rename_all") }
    }

    pub fn name(&self, variant: &Variant) -> Name {
        let own = Renamed::of(&variant.attrs, "rename");
        let name = |own: Option<String>, rule: Option<&String>| {
            own.unwrap_or_else(|| by_rule(&variant.ident, rule))
        };
        Name {
            serialize: name(own.serialize, self.rename_all.serialize.as_ref()),
            deserialize: name(own.deserialize, self.rename_all.deserialize.as_ref()),
            is_own: own.place.is_some(),
            place: own.place.or_else(|| self.place()),
        }
    }

    /// The option for all variants.
    pub fn place(&self) -> Option<TokenStream> {
        self.rename_all.place.clone()
    }
}

fn by_rule(variant: &Ident, rule: Option<&String>) -> String {
    let name = unraw(variant);
    rule.and_then(|rule| Rule::named(rule)).map_or_else(|| name.clone(), |rule| rule.apply(&name))
}

impl Renamed {
    fn of(attributes: &[Attribute], wanted: &str) -> Self {
        let mut renamed = Self::default();
        for option in options(attributes).filter(|option| option.path().is_ident(wanted)) {
            match &option {
                Meta::NameValue(both) => {
                    renamed.serialize = text(&both.value);
                    renamed.deserialize = text(&both.value);
                }
                Meta::List(directions) => {
                    for direction in metas(directions.tokens.clone()) {
                        let Meta::NameValue(given) = &direction else { continue };
                        if given.path.is_ident("serialize") {
                            renamed.serialize = text(&given.value);
                        } else if given.path.is_ident("deserialize") {
                            renamed.deserialize = text(&given.value);
                        }
                    }
                }
                Meta::Path(_) => continue,
            }
            renamed.place = Some(option.to_token_stream());
        }
        renamed
    }
}

/// The options of the type that make serde write something other than names or inner values.
pub fn foreign_to_type(attributes: &[Attribute]) -> Vec<(String, TokenStream)> {
    foreign(attributes, &OF_TYPE)
}

/// The options of a variant that make serde write something other than its name.
pub fn foreign_to_variant(variant: &Variant) -> Vec<(String, TokenStream)> {
    foreign(&variant.attrs, &OF_MEMBER)
}

fn foreign(attributes: &[Attribute], names: &[&str]) -> Vec<(String, TokenStream)> {
    options(attributes)
        .filter_map(|option| {
            let name = option.path().get_ident()?.to_string();
            let is_foreign = names.contains(&name.as_str());
            is_foreign.then(|| (name, option.path().to_token_stream()))
        })
        .collect()
}

/// Whether serde's derive writes and reads a newtype as the one value that it wraps.
pub fn is_as_inner(attributes: &[Attribute], field: &Field, has_phantoms: bool) -> bool {
    let is_sequence = has_phantoms && !has(attributes, "transparent");
    !is_sequence
        && foreign_to_type(attributes).is_empty()
        && foreign(&field.attrs, &OF_MEMBER).is_empty()
}

pub fn has(attributes: &[Attribute], name: &str) -> bool {
    options(attributes).any(|option| option.path().is_ident(name))
}

fn options(attributes: &[Attribute]) -> impl Iterator<Item = Meta> {
    let of_serde = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
    of_serde.flat_map(|attribute| match &attribute.meta {
        Meta::List(list) => metas(list.tokens.clone()),
        _ => Vec::new(),
    })
}

fn metas(tokens: TokenStream) -> Vec<Meta> {
    let nested = NestedMeta::parse_meta_list(tokens).unwrap_or_default().into_iter();
    nested
        .filter_map(|nested| match nested {
            NestedMeta::Meta(meta) => Some(meta),
            _ => None,
        })
        .collect()
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}
