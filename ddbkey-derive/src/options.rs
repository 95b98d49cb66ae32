//! Reads `name = value` from an attribute, for all derives.

use darling::FromMeta;
use darling::ast::NestedMeta;
use proc_macro2::{Span, TokenStream};
use quote::ToTokens;
use syn::parse::{Parse, Parser};
use syn::punctuated::Punctuated;
use syn::{
    Attribute, Error, Expr, Ident, LitStr, MacroDelimiter, Meta, MetaList, MetaNameValue, Path,
    Token,
};

use crate::errors::Errors;
use crate::message;
use crate::names::RustName;
use crate::spans::here;

/// Every option of the attributes of this name. A second option of one name is a mistake.
pub fn of(attributes: &[Attribute], of: &str, errors: &mut Errors) -> Vec<(String, Meta)> {
    let mut options: Vec<(String, Meta)> = Vec::new();
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident(of)) {
        let metas = metas(attribute, errors);
        for option in errors.ok(metas).into_iter().flatten() {
            let name = name(&option);
            if options.iter().any(|(given, _)| *given == name) {
                errors.push(message::given_twice(option.path(), &name));
            } else {
                options.push((name, option));
            }
        }
    }
    options
}

fn metas(attribute: &Attribute, errors: &mut Errors) -> Result<Vec<Meta>, Error> {
    if !is_in_round_brackets(&attribute.meta) {
        let name = attribute.path().to_token_stream();
        errors.push(message::options_not_a_list(&attribute.meta, name));
    }
    let Meta::List(list) = &attribute.meta else { return Ok(Vec::new()) };
    nested(list)?.into_iter().map(meta).collect()
}

/// Whether it is a list in round brackets, as in all attributes except keys of one attribute.
pub fn is_in_round_brackets(meta: &Meta) -> bool {
    matches!(meta, Meta::List(MetaList { delimiter: MacroDelimiter::Paren(_), .. }))
}

pub fn nested(list: &MetaList) -> Result<Vec<NestedMeta>, Error> {
    let options = NestedMeta::parse_meta_list(list.tokens.clone());
    options.map_err(|error| message::no_option(here(error.span())))
}

pub fn meta(nested: NestedMeta) -> Result<Meta, Error> {
    match nested {
        NestedMeta::Meta(meta) => Ok(meta),
        // No option takes this value, and each option's own message says what it takes.
        NestedMeta::NameValueInvalidExpr(option) if !option.value.is_empty() => {
            let (path, eq_token, value) = (option.path, option.eq_token, option.value);
            Ok(Meta::NameValue(MetaNameValue { path, eq_token, value: Expr::Verbatim(value) }))
        }
        NestedMeta::NameValueInvalidExpr(option) => Err(message::no_option(option)),
        NestedMeta::Lit(text) => Err(message::option_without_name(text)),
    }
}

/// The value of an option that is a path, with or without quotes.
pub fn path(option: &Meta, example: &str) -> Result<Path, Error> {
    Path::from_meta(option).map_err(|_| wrong_value(option, "a path without arguments", example))
}

/// The value of an option that is a name, with or without quotes.
pub fn name_of(option: &Meta, example: &str) -> Result<RustName, Error> {
    let ident = path(option, example)?.get_ident().map(RustName::of);
    ident.ok_or_else(|| wrong_value(option, "a name", example))
}

/// The names in the brackets of an option, without duplicates.
pub fn names(option: &Meta, example: &str) -> Result<Vec<RustName>, Error> {
    let names = listed::<Ident>(option, "names in brackets", example)?;
    let names: Vec<_> = names.iter().map(RustName::of).collect();
    for (at, name) in names.iter().enumerate() {
        if names[..at].contains(name) {
            return Err(message::given_twice(name, name));
        }
    }
    Ok(names)
}

/// The strings in the brackets of an option.
pub fn listed_texts(option: &Meta, example: &str) -> Result<Vec<LitStr>, Error> {
    listed(option, "strings in brackets", example)
}

/// The values in the brackets of an option, at least one.
fn listed<T: Parse>(option: &Meta, what: &str, example: &str) -> Result<Vec<T>, Error> {
    let error = || wrong_value(option, what, example);
    let Meta::List(list) = option else { return Err(error()) };
    let list = Punctuated::<T, Token![,]>::parse_terminated.parse2(list.tokens.clone());
    let list: Vec<_> = list.map_err(|_| error())?.into_iter().collect();
    if list.is_empty() { Err(error()) } else { Ok(list) }
}

/// An option without a value.
pub fn word(option: &Meta) -> Result<(), Error> {
    match option {
        Meta::Path(_) => Ok(()),
        other => Err(message::option_with_value(value(other), name(other))),
    }
}

/// The path of the runtime crate, without a span: generated code should not raise the lint that the path
/// could be shorter.
pub fn runtime(option: &Meta) -> Result<Path, Error> {
    let path = path(option, "crate = path::to::ddbkey")?;
    let nowhere = path.into_token_stream().into_iter().map(|mut token| {
        token.set_span(Span::call_site());
        token
    });
    syn::parse2(nowhere.collect())
}

pub fn text(option: &Meta, example: &str) -> Result<String, Error> {
    String::from_meta(option).map_err(|_| wrong_value(option, "a string", example))
}

/// The value of an option that is one string, or several in brackets.
pub fn texts(option: &Meta, example: &str) -> Result<Vec<LitStr>, Error> {
    let text = |value: &Expr| {
        let error = |_| message::option_value(value, name(option), "a string", example);
        LitStr::from_expr(value).map_err(error)
    };
    match option {
        Meta::NameValue(MetaNameValue { value: Expr::Array(list), .. }) => {
            list.elems.iter().map(text).collect()
        }
        Meta::NameValue(option) => text(&option.value).map(|text| vec![text]),
        _ => Err(wrong_value(option, "a string", example)),
    }
}

/// The value of an option that is a string and not empty.
pub fn some_text(
    option: &Meta,
    example: &str,
    empty: impl FnOnce(TokenStream) -> Error,
) -> Result<String, Error> {
    let text = text(option, example)?;
    if text.is_empty() { Err(empty(value(option))) } else { Ok(text) }
}

/// One ASCII punctuation character.
pub fn separator(option: &Meta) -> Result<char, Error> {
    let text = text(option, "separator = \"|\"")?;
    let mut characters = text.chars();
    match (characters.next(), characters.next()) {
        (Some(character), None) if character.is_ascii_punctuation() => Ok(character),
        (None, _) => Err(message::empty_separator(value(option))),
        _ => Err(message::separator(value(option), text.escape_debug())),
    }
}

fn wrong_value(option: &Meta, what: &str, example: &str) -> Error {
    message::option_value(value(option), name(option), what, example)
}

pub fn name(option: &Meta) -> String {
    option.path().get_ident().map_or_else(String::new, ToString::to_string)
}

/// The value of an option, the smallest thing to underline.
pub fn value(option: &Meta) -> TokenStream {
    match option {
        Meta::NameValue(option) => option.value.to_token_stream(),
        other => other.to_token_stream(),
    }
}
