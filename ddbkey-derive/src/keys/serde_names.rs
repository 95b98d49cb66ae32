//! The names under which serde serialises the fields of an entity, as far as its attributes say.

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Field, Ident, Lit, Meta, MetaList, Token};

use crate::names::unraw;

/// What serde's attributes say about the struct.
#[derive(Default)]
pub struct Container {
    rename_all: Option<String>,
    /// The option that makes the names of fields unknowable.
    unknowable: Option<String>,
}

/// What serde does with a field.
pub enum Name {
    /// It serialises the field under this name.
    Known(String),
    /// It leaves the field out.
    Skipped,
    /// The name cannot be known, because of this option.
    Unknown(String),
}

impl Container {
    pub fn of(attributes: &[Attribute]) -> Self {
        let mut container = Self::default();
        for option in options(attributes) {
            let name = name_of(&option);
            match (name.as_str(), both(&option)) {
                ("rename_all", Some(Ok(rule))) => container.rename_all = Some(rule),
                ("rename_all", Some(Err(())))
                | ("into" | "from" | "try_from" | "transparent" | "remote", _) => {
                    container.unknowable.get_or_insert(name);
                }
                _ => {}
            }
        }
        container
    }

    /// The name of a field.
    pub fn name(&self, field: &Field, ident: &Ident) -> Name {
        let options = options(&field.attrs);
        let has = |wanted: &str| options.iter().any(|option| name_of(option) == wanted);
        if has("skip") || has("skip_serializing") {
            return Name::Skipped;
        }
        if let Some(option) = &self.unknowable {
            return Name::Unknown(option.clone());
        }
        if has("flatten") {
            return Name::Unknown("flatten".into());
        }
        let rename = options.iter().find(|option| name_of(option) == "rename").and_then(both);
        match (rename, &self.rename_all) {
            (Some(Ok(name)), _) => Name::Known(name),
            (Some(Err(())), _) => Name::Unknown("rename".into()),
            (None, Some(rule)) => Name::Known(renamed(&unraw(ident), rule)),
            (None, None) => Name::Known(unraw(ident)),
        }
    }
}

/// The names under which serde reads a field, aliases included.
pub fn read_names(container: &[Attribute], field: &[Attribute], ident: &Ident) -> Vec<String> {
    let of = |attributes: &[Attribute], wanted: &str| {
        options(attributes).iter().filter(|option| name_of(option) == wanted).find_map(read)
    };
    let name = of(field, "rename").unwrap_or_else(|| match of(container, "rename_all") {
        Some(rule) => renamed(&unraw(ident), &rule),
        None => unraw(ident),
    });
    let options = options(field);
    let aliases = options.iter().filter(|option| name_of(option) == "alias").filter_map(read);
    std::iter::once(name).chain(aliases).collect()
}

/// The text of `rename = "…"`, or of `deserialize` in `rename(deserialize = "…")`.
fn read(option: &Meta) -> Option<String> {
    match option {
        Meta::NameValue(option) => text(&option.value),
        Meta::List(list) => direction(list, "deserialize"),
        Meta::Path(_) => None,
    }
}

/// Whether serde takes a default for a field that is missing, or for all of them.
pub fn has_default(container: &[Attribute], field: &[Attribute]) -> bool {
    options(container).iter().chain(&options(field)).any(|option| name_of(option) == "default")
}

/// Whether serde writes a field by other code than that of its type.
pub fn has_other_code(field: &[Attribute]) -> bool {
    options(field)
        .iter()
        .any(|option| ["with", "serialize_with", "getter"].contains(&name_of(option).as_str()))
}

/// Whether serde leaves a field out for some of its values, which of an `Option` is `None`.
pub fn skips_some(field: &[Attribute]) -> bool {
    options(field).iter().any(|option| name_of(option) == "skip_serializing_if")
}

/// Whether serde neither writes nor reads a field.
pub fn is_skipped(field: &[Attribute]) -> bool {
    let options = options(field);
    let has = |wanted: &str| options.iter().any(|option| name_of(option) == wanted);
    has("skip") || (has("skip_serializing") && has("skip_deserializing"))
}

/// All options of `#[serde(…)]`. Serde itself reports what it does not understand.
fn options(attributes: &[Attribute]) -> Vec<Meta> {
    let lists = attributes.iter().filter(|attribute| attribute.path().is_ident("serde"));
    lists
        .filter_map(|attribute| {
            attribute.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()
        })
        .flatten()
        .collect()
}

fn name_of(option: &Meta) -> String {
    option.path().get_ident().map(ToString::to_string).unwrap_or_default()
}

/// The text of `rename = "…"`, or of `rename(serialize = "…", deserialize = "…")` if both are the same.
fn both(option: &Meta) -> Option<Result<String, ()>> {
    match option {
        Meta::NameValue(option) => Some(Ok(text(&option.value)?)),
        Meta::List(list) => match (direction(list, "serialize"), direction(list, "deserialize")) {
            (Some(one), Some(other)) if one == other => Some(Ok(one)),
            _ => Some(Err(())),
        },
        Meta::Path(_) => None,
    }
}

/// The text of one direction in `rename(serialize = "…", deserialize = "…")`.
fn direction(list: &MetaList, wanted: &str) -> Option<String> {
    let options = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated).ok()?;
    options.iter().find_map(|option| match option {
        Meta::NameValue(option) if option.path.is_ident(wanted) => text(&option.value),
        _ => None,
    })
}

fn text(value: &Expr) -> Option<String> {
    match value {
        Expr::Lit(ExprLit { lit: Lit::Str(text), .. }) => Some(text.value()),
        _ => None,
    }
}

/// A field's name by serde's rule for fields, which are in snake case.
fn renamed(name: &str, rule: &str) -> String {
    let pascal = || {
        let capitalised = |word: &str| {
            let mut characters = word.chars();
            let first = characters.next().map(|first| first.to_ascii_uppercase());
            first.into_iter().chain(characters).collect::<String>()
        };
        name.split('_').map(capitalised).collect::<String>()
    };
    match rule {
        "UPPERCASE" | "SCREAMING_SNAKE_CASE" => name.to_ascii_uppercase(),
        "PascalCase" => pascal(),
        "camelCase" => {
            let pascal = pascal();
            let (first, rest) = pascal.split_at(pascal.len().min(1));
            first.to_ascii_lowercase() + rest
        }
        "kebab-case" => name.replace('_', "-"),
        "SCREAMING-KEBAB-CASE" => name.to_ascii_uppercase().replace('_', "-"),
        // `lowercase` and `snake_case` do not change a field.
        _ => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use proc_macro2::TokenStream;
    use quote::quote;
    use syn::parse::Parser;
    use syn::{Attribute, Field, parse_quote};

    use super::{Container, Name, has_default, is_skipped, read_names};

    fn field(attributes: &TokenStream) -> Field {
        Field::parse_named.parse2(quote!(#attributes total_cents: u32)).unwrap()
    }

    /// The name that serde writes and the one that it reads, in a struct and for a field with these
    /// attributes. `None` is a name that cannot be known.
    fn names(container: &[Attribute], attributes: &TokenStream) -> (Option<String>, String) {
        let field = field(attributes);
        let ident = field.ident.as_ref().unwrap();
        let written = match Container::of(container).name(&field, ident) {
            Name::Known(name) => Some(name),
            Name::Skipped | Name::Unknown(_) => None,
        };
        (written, read_names(container, &field.attrs, ident).remove(0))
    }

    #[test]
    fn all_rules_of_serde() {
        let rules = [
            ("lowercase", "total_cents"),
            ("UPPERCASE", "TOTAL_CENTS"),
            ("PascalCase", "TotalCents"),
            ("camelCase", "totalCents"),
            ("snake_case", "total_cents"),
            ("SCREAMING_SNAKE_CASE", "TOTAL_CENTS"),
            ("kebab-case", "total-cents"),
            ("SCREAMING-KEBAB-CASE", "TOTAL-CENTS"),
        ];
        for (rule, name) in rules {
            let expected = (Some(name.to_owned()), name.to_owned());
            assert_eq!(names(&[parse_quote!(#[serde(rename_all = #rule)])], &quote!()), expected);
            let both = parse_quote!(#[serde(rename_all(serialize = #rule, deserialize = #rule))]);
            assert_eq!(names(&[both], &quote!()), expected);
        }
    }

    #[test]
    fn each_direction_has_its_name() {
        let one = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "a"))]));
        assert_eq!(one, (Some("a".into()), "a".into()));
        let two = names(&[], &quote!(#[serde(rename(serialize = "a", deserialize = "b"))]));
        assert_eq!(two, (None, "b".into()));
        let written = names(&[], &quote!(#[serde(rename(serialize = "a"))]));
        assert_eq!(written, (None, "total_cents".into()));
        let rules = parse_quote!(#[serde(rename_all(deserialize = "UPPERCASE"))]);
        assert_eq!(names(&[rules], &quote!()), (None, "TOTAL_CENTS".into()));
    }

    #[test]
    fn what_serde_does_not_read() {
        let field = |attributes: &TokenStream| field(attributes).attrs;
        assert!(is_skipped(&field(&quote!(#[serde(skip)]))));
        assert!(is_skipped(&field(&quote!(#[serde(skip_serializing, skip_deserializing)]))));
        assert!(!is_skipped(&field(&quote!(#[serde(skip_serializing)]))));
        assert!(!is_skipped(&field(&quote!(#[serde(skip_deserializing)]))));
        let default = [parse_quote!(#[serde(default)])];
        assert!(has_default(&default, &field(&quote!())));
        assert!(has_default(&[], &field(&quote!(#[serde(default = "new")]))));
        assert!(!has_default(&[], &field(&quote!(#[serde(rename = "default")]))));
    }
}
