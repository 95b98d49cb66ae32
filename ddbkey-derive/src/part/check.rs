//! From the input to the model: what a part is, and the text of each variant.

use proc_macro2::TokenStream;
use quote::ToTokens;
use syn::{
    Data, DataEnum, DeriveInput, Field, Fields, Ident, Meta, Path, Type, Variant, parse_quote,
};

use super::rename::Rule;
use crate::errors::Errors;
use crate::keys::{bare, plain};
use crate::types::not_a_part;
use crate::{message, options};

/// A part type that is right.
pub struct Part<'a> {
    pub input: &'a DeriveInput,
    pub runtime: Path,
    pub kind: Kind<'a>,
}

pub enum Kind<'a> {
    /// An enum, and its variants with their texts.
    Words(Vec<(&'a Ident, String)>),
    /// A newtype: the field, and its type.
    Newtype { field: syn::Member, ty: &'a Type },
    /// What cannot be a part.
    Nothing,
}

pub fn check<'a>(input: &'a DeriveInput, errors: &mut Errors) -> Part<'a> {
    let mut runtime = parse_quote!(::ddbkey);
    let mut rule = None;
    let is_enum = matches!(input.data, Data::Enum(_));
    for (name, option) in options::of(&input.attrs, "key_part", errors) {
        let read = match name.as_str() {
            "crate" => options::runtime(&option).map(|path| runtime = path),
            "rename_all" if is_enum => rename_rule(&option).map(|read| rule = Some(read)),
            "rename_all" => Err(message::rename_on_newtype(option.path())),
            _ => Err(message::unknown_option(
                option.path(),
                "key_part",
                &name,
                &["rename_all", "crate"],
            )),
        };
        errors.ok(read);
    }
    let kind = match &input.data {
        Data::Enum(data) => words(input, data, rule, errors),
        Data::Struct(data) => newtype(input, &data.fields, errors),
        Data::Union(data) => {
            errors.push(message::part_on_union(data.union_token));
            Kind::Nothing
        }
    };
    Part { input, runtime, kind }
}

fn rename_rule(option: &Meta) -> Result<Rule, syn::Error> {
    let text = options::text(option, "rename_all = \"UPPERCASE\"")?;
    Rule::named(&text)
        .ok_or_else(|| message::unknown_rename_rule(options::value(option), &text, &Rule::NAMES))
}

fn words<'a>(
    input: &DeriveInput,
    data: &'a DataEnum,
    rule: Option<Rule>,
    errors: &mut Errors,
) -> Kind<'a> {
    if data.variants.is_empty() {
        errors.push(message::no_variants(&input.ident, &input.ident));
        return Kind::Nothing;
    }
    let mut words: Vec<(&Ident, String)> = Vec::new();
    let mut is_whole = true;
    for variant in &data.variants {
        if !matches!(variant.fields, Fields::Unit) {
            errors.push(message::variant_with_data(&variant.fields, &variant.ident));
            is_whole = false;
        }
        let (text, place) = text(variant, rule, errors);
        if let Some((other, _)) = words.iter().find(|(_, other)| *other == text) {
            let (name, other) = (plain(&variant.ident), plain(other));
            errors.push(message::duplicate_text(place, &name, &other, &text));
        }
        words.push((&variant.ident, text));
    }
    if is_whole { Kind::Words(words) } else { Kind::Nothing }
}

/// The text of a variant, its own `rename` or its name by the rule of all, and where that stands.
fn text(variant: &Variant, rule: Option<Rule>, errors: &mut Errors) -> (String, TokenStream) {
    let name = plain(&variant.ident);
    rename(variant, errors).unwrap_or_else(|| {
        let text = rule.map_or_else(|| name.clone(), |rule| rule.apply(&name));
        (text, variant.ident.to_token_stream())
    })
}

fn rename(variant: &Variant, errors: &mut Errors) -> Option<(String, TokenStream)> {
    let mut renamed = None;
    for (name, option) in options::of(&variant.attrs, "key_part", errors) {
        let read = match name.as_str() {
            "rename" => {
                new_name(&variant.ident, &option).map(|text| (text, options::value(&option)))
            }
            _ => Err(message::unknown_option(option.path(), "key_part", &name, &["rename"])),
        };
        renamed = errors.ok(read).or(renamed);
    }
    renamed
}

fn new_name(variant: &Ident, option: &Meta) -> Result<String, syn::Error> {
    let text = options::text(option, "rename = \"TEXT\"")?;
    if text.is_empty() {
        return Err(message::empty_text(options::value(option), &plain(variant)));
    }
    Ok(text)
}

/// One field, and any number of `PhantomData` beside it.
fn newtype<'a>(input: &DeriveInput, fields: &'a Fields, errors: &mut Errors) -> Kind<'a> {
    let real: Vec<_> =
        fields.members().zip(fields).filter(|(_, field)| !is_phantom(field)).collect();
    match (fields, real.as_slice()) {
        (Fields::Unnamed(_), [(member, field)]) => match not_a_part(&field.ty) {
            Some(what) => {
                errors.push(message::not_a_part(&field.ty, &what));
                Kind::Nothing
            }
            None => Kind::Newtype { field: member.clone(), ty: &field.ty },
        },
        (Fields::Named(_), _) => {
            errors.push(message::part_with_named_fields(&input.ident, &input.ident));
            Kind::Nothing
        }
        _ => {
            errors.push(message::not_a_newtype(&input.ident, &input.ident));
            Kind::Nothing
        }
    }
}

fn is_phantom(field: &Field) -> bool {
    matches!(bare(&field.ty), Type::Path(path)
        if path.path.segments.last().is_some_and(|last| last.ident == "PhantomData"))
}
