//! The options in `#[serde(…)]` of a type, its fields and its variants. Serde itself reports mistakes in them.

use darling::ast::NestedMeta;
use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{Attribute, Expr, ExprLit, Field, Lit, LitStr, Meta, Variant};

use crate::names::RustName;
use crate::rename::RenameRule;

/// The options of a type with which serde writes something else than a key does: on an enum, not the names of its
/// variants; on a newtype, not the value that it wraps.
const FOREIGN_TO_TYPE: [&str; 7] =
    ["tag", "content", "untagged", "into", "from", "try_from", "remote"];

/// The same on a variant or on a field.
const FOREIGN_TO_MEMBER: [&str; 7] = [
    "skip",
    "skip_serializing",
    "skip_deserializing",
    "with",
    "serialize_with",
    "deserialize_with",
    "untagged",
];

pub struct SerdeOptions(Vec<Meta>);

impl SerdeOptions {
    pub fn of(attributes: &[Attribute]) -> Self {
        let of_serde = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
        let options = of_serde.flat_map(|attribute| match &attribute.meta {
            Meta::List(list) => metas(list.tokens.clone()),
            _ => Vec::new(),
        });
        Self(options.collect())
    }

    pub fn has(&self, name: &str) -> bool {
        self.0.iter().any(|option| option.path().is_ident(name))
    }

    pub fn has_any(&self, names: &[&str]) -> bool {
        names.iter().any(|name| self.has(name))
    }

    /// The first option of these names.
    pub fn first(&self, names: &[&str]) -> Option<(String, TokenStream)> {
        self.among(names).into_iter().next()
    }

    /// The options of these names, in source order.
    pub fn among(&self, names: &[&str]) -> Vec<(String, TokenStream)> {
        let named = self.0.iter().filter_map(|option| {
            let name = option.path().get_ident()?.to_string();
            names.contains(&name.as_str()).then(|| (name, option.path().to_token_stream()))
        });
        named.collect()
    }

    /// Whether the default of the field is that of its type, and not the result of a function. `None` if it has no default.
    pub fn default_is_plain(&self) -> Option<bool> {
        let default = self.0.iter().find(|option| option.path().is_ident("default"))?;
        Some(matches!(default, Meta::Path(_)))
    }

    /// The option by which serde does not write the field.
    pub fn unwritten(&self) -> Option<(String, TokenStream)> {
        self.first(&["skip", "skip_serializing"])
    }

    /// The option by which serde does not read the field.
    pub fn unread(&self) -> Option<(String, TokenStream)> {
        self.first(&["skip", "skip_deserializing"])
    }

    /// The other names under which serde reads a field or a variant.
    pub fn aliases(&self) -> impl Iterator<Item = &LitStr> {
        self.texts("alias")
    }

    /// The last option of this name, `rename` or `rename_all`.
    fn renamed(&self, name: &str) -> Renamed {
        let mut renamed = Renamed::default();
        for option in self.0.iter().filter(|option| option.path().is_ident(name)) {
            (renamed.serialize, renamed.deserialize) = match option {
                Meta::NameValue(both) => {
                    let name = text(&both.value).map(LitStr::value);
                    (name.clone(), name)
                }
                Meta::List(directions) => {
                    let directions = Self(metas(directions.tokens.clone()));
                    let of = |direction| directions.texts(direction).next().map(LitStr::value);
                    (of("serialize"), of("deserialize"))
                }
                Meta::Path(_) => continue,
            };
            renamed.place = Some(option.to_token_stream());
        }
        renamed
    }

    /// The string values of the options `name = "…"`.
    fn texts(&self, name: &str) -> impl Iterator<Item = &LitStr> {
        self.0.iter().filter_map(move |option| match option {
            Meta::NameValue(option) if option.path.is_ident(name) => text(&option.value),
            _ => None,
        })
    }
}

/// `rename = "…"` or `rename(serialize = "…", deserialize = "…")`, and the same forms of `rename_all`.
#[derive(Default)]
struct Renamed {
    serialize: Option<String>,
    deserialize: Option<String>,
    place: Option<TokenStream>,
}

/// The options of a type. Some rename its fields and variants.
pub struct SerdeContainer {
    pub options: SerdeOptions,
    rename_all: Renamed,
}

/// The names of a field or a variant.
pub struct SerdeNames {
    pub serialize: String,
    pub deserialize: String,
    /// The option that gives the names.
    pub place: Option<TokenStream>,
    /// Whether this option is on the member and not on the type.
    pub is_own: bool,
}

impl SerdeContainer {
    pub fn of(attributes: &[Attribute]) -> Self {
        let options = SerdeOptions::of(attributes);
        let rename_all = options.renamed("rename_all");
        Self { options, rename_all }
    }

    /// The option that renames all members.
    pub fn rename_all(&self) -> Option<TokenStream> {
        self.rename_all.place.clone()
    }

    pub fn variant(&self, variant: &Variant) -> SerdeNames {
        let name = RustName::of(&variant.ident);
        self.names(&SerdeOptions::of(&variant.attrs), &name, RenameRule::apply_to_variant)
    }

    pub fn field(&self, options: &SerdeOptions, name: &RustName) -> SerdeNames {
        self.names(options, name, RenameRule::apply_to_field)
    }

    /// The names under which serde reads a field, without duplicates: its own name, then its aliases, with their
    /// places.
    pub fn read_names(&self, options: &SerdeOptions, name: &RustName) -> Vec<LitStr> {
        let own = LitStr::new(&self.field(options, name).deserialize, name.span());
        let mut names = vec![own];
        for alias in options.aliases() {
            if names.iter().all(|name| name.value() != alias.value()) {
                names.push(alias.clone());
            }
        }
        names
    }

    fn names(
        &self,
        own: &SerdeOptions,
        name: &RustName,
        apply: fn(RenameRule, &str) -> String,
    ) -> SerdeNames {
        let own = own.renamed("rename");
        let by_rule = |rule: &Option<String>| {
            let rule = rule.as_ref().and_then(|rule| RenameRule::named(rule));
            rule.map_or_else(|| name.to_string(), |rule| apply(rule, name.as_str()))
        };
        SerdeNames {
            serialize: own.serialize.unwrap_or_else(|| by_rule(&self.rename_all.serialize)),
            deserialize: own.deserialize.unwrap_or_else(|| by_rule(&self.rename_all.deserialize)),
            is_own: own.place.is_some(),
            place: own.place.or_else(|| self.rename_all()),
        }
    }

    /// The options that make serde write something other than names or inner values.
    pub fn foreign(&self) -> Vec<(String, TokenStream)> {
        self.options.among(&FOREIGN_TO_TYPE)
    }
}

/// The options of a variant that make serde write something other than its name.
pub fn foreign_to_variant(variant: &Variant) -> Vec<(String, TokenStream)> {
    SerdeOptions::of(&variant.attrs).among(&FOREIGN_TO_MEMBER)
}

/// Whether serde's derive writes and reads a newtype as the value that it wraps.
pub fn is_as_inner(container: &SerdeContainer, field: &Field, has_phantoms: bool) -> bool {
    let is_sequence = has_phantoms && !container.options.has("transparent");
    !is_sequence
        && container.foreign().is_empty()
        && !SerdeOptions::of(&field.attrs).has_any(&FOREIGN_TO_MEMBER)
}

fn metas(tokens: TokenStream) -> Vec<Meta> {
    let meta = |nested| match nested {
        NestedMeta::Meta(meta) => Some(meta),
        _ => None,
    };
    NestedMeta::parse_meta_list(tokens).unwrap_or_default().into_iter().filter_map(meta).collect()
}

fn text(value: &Expr) -> Option<&LitStr> {
    let Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) = value else { return None };
    Some(text)
}
