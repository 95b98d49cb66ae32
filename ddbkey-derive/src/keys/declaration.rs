//! The attributes as they stand, before anything is known to be right: `#[pk(…)]`, `#[sk(…)]`,
//! `#[gsi(…)]`, `#[lsi(…)]`. A part that cannot be read is left out, and those beside it are not.

use proc_macro2::{TokenStream, TokenTree};
use syn::ext::IdentExt;
use syn::parse::{Parse, ParseStream};
use syn::{Attribute, Error, Ident, LitStr, Meta, Token, Type, parenthesized, token};

use crate::errors::Errors;
use crate::message;

/// One element of a list of parts.
pub enum Part {
    Text(LitStr),
    Field(Ident),
    Method { name: Ident, ty: Type },
}

/// `pk(PART, …)`.
pub struct Parts {
    pub keyword: Ident,
    pub parts: Vec<Part>,
}

/// `"NAME", pk(…), sk = pk`.
pub struct IndexList {
    pub name: LitStr,
    pub keys: Vec<(Ident, IndexKeyForm)>,
    /// Whether a key was left out, so that none need be missed.
    pub is_faulty: bool,
}

/// What follows `pk` or `sk` in an index.
pub enum IndexKeyForm {
    Parts(Parts),
    Reused(Ident),
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        if input.peek(LitStr) {
            return input.parse().map(Self::Text);
        }
        if !input.peek(Ident::peek_any) {
            return Err(message::no_part(element(input)?));
        }
        let name = input.call(Ident::parse_any)?;
        if !input.peek(token::Paren) {
            return Ok(Self::Field(name));
        }
        let arguments;
        parenthesized!(arguments in input);
        if !arguments.is_empty() {
            let arguments: TokenStream = arguments.parse()?;
            return Err(message::method_arguments(arguments, &name));
        }
        if !input.peek(Token![->]) {
            return Err(message::method_without_type(&name, &name));
        }
        input.parse::<Token![->]>()?;
        Ok(Self::Method { name, ty: input.parse()? })
    }
}

impl Parts {
    fn parse(keyword: Ident, input: ParseStream<'_>, errors: &mut Errors) -> Result<Self, Error> {
        if input.is_empty() {
            let text = keyword.to_string();
            errors.push(message::no_parts(&keyword, &text));
        }
        Ok(Self { keyword, parts: elements(input, errors, |input, _| input.parse())? })
    }

    /// The list of `#[pk(…)]` or `#[sk(…)]`.
    pub fn of(attribute: &Attribute, errors: &mut Errors) -> Result<Self, Error> {
        let keyword = attribute.path().require_ident()?.clone();
        match &attribute.meta {
            Meta::List(list) => {
                list.parse_args_with(|input: ParseStream<'_>| Self::parse(keyword, input, errors))
            }
            Meta::Path(_) | Meta::NameValue(_) => {
                errors.push(message::not_a_list(&attribute.meta, &keyword));
                Ok(Self { keyword, parts: Vec::new() })
            }
        }
    }
}

impl IndexList {
    /// The list of `#[gsi(…)]` or `#[lsi(…)]`.
    pub fn of(attribute: &Attribute, errors: &mut Errors) -> Result<Self, Error> {
        let keyword = attribute.path().require_ident()?;
        match &attribute.meta {
            Meta::List(list) => {
                list.parse_args_with(|input: ParseStream<'_>| Self::parse(keyword, input, errors))
            }
            Meta::Path(_) | Meta::NameValue(_) => {
                Err(message::index_not_a_list(&attribute.meta, keyword))
            }
        }
    }

    fn parse(
        attribute: &Ident,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> Result<Self, Error> {
        let name = if input.peek(LitStr) {
            input.parse()?
        } else if input.peek(Ident) && input.peek2(Token![,]) {
            let name: Ident = input.parse()?;
            errors.push(message::index_name_not_text(&name, &name));
            LitStr::new(&name.to_string(), name.span())
        } else {
            let place = element(input)?;
            input.parse::<TokenStream>()?;
            return Err(if place.is_empty() {
                message::index_without_name(attribute, attribute)
            } else {
                message::index_without_name(place, attribute)
            });
        };
        errors.ok(end(input));
        let mut is_faulty = false;
        let keys = elements(input, errors, |input, errors| {
            index_key(input, errors).inspect_err(|_| is_faulty = true)
        })?;
        Ok(Self { name, keys, is_faulty })
    }
}

fn index_key(input: ParseStream<'_>, errors: &mut Errors) -> Result<(Ident, IndexKeyForm), Error> {
    if !input.peek(Ident::peek_any) {
        return Err(message::no_index_key(element(input)?));
    }
    let keyword = input.call(Ident::parse_any)?;
    let text = keyword.to_string();
    if !matches!(text.as_str(), "pk" | "sk") {
        return Err(message::unknown_index_key(&keyword, &text));
    }
    if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
        let reused: Ident = input.parse().map_err(|error| message::reused_key(error.span()))?;
        return Ok((keyword, IndexKeyForm::Reused(reused)));
    }
    if !input.peek(token::Paren) {
        errors.push(message::not_a_list(&keyword, &keyword));
        element(input)?;
        let parts = Parts { keyword: keyword.clone(), parts: Vec::new() };
        return Ok((keyword, IndexKeyForm::Parts(parts)));
    }
    let list;
    parenthesized!(list in input);
    let parts = Parts::parse(keyword.clone(), &list, errors)?;
    Ok((keyword, IndexKeyForm::Parts(parts)))
}

/// A list with commas. An element that cannot be read is passed over.
fn elements<T>(
    input: ParseStream<'_>,
    errors: &mut Errors,
    mut parse: impl FnMut(ParseStream<'_>, &mut Errors) -> Result<T, Error>,
) -> Result<Vec<T>, Error> {
    let mut elements = Vec::new();
    while !input.is_empty() {
        match parse(input, errors) {
            Ok(element) => elements.push(element),
            Err(error) => {
                errors.push(error);
                element(input)?;
            }
        }
        errors.ok(end(input));
    }
    Ok(elements)
}

/// The comma behind an element, or the end of the list.
fn end(input: ParseStream<'_>) -> Result<(), Error> {
    if input.is_empty() {
        Ok(())
    } else if input.peek(Token![,]) {
        input.parse::<Token![,]>().map(drop)
    } else if input.peek(LitStr) || input.peek(Ident::peek_any) {
        Err(message::no_comma(input.span()))
    } else {
        let behind = element(input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Err(message::behind_element(behind))
    }
}

/// What is left of an element, up to its comma.
fn element(input: ParseStream<'_>) -> Result<TokenStream, Error> {
    let mut tokens = TokenStream::new();
    while !input.is_empty() && !input.peek(Token![,]) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}
