//! The attributes as they stand, before anything is known to be right: `#[pk(…)]`, `#[sk(…)]`,
//! `#[gsi(…)]`, `#[lsi(…)]`.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Error, Ident, LitStr, Meta, Token, Type, parenthesized, token};

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
        let name: Ident = input.parse()?;
        if !input.peek(token::Paren) {
            return Ok(Self::Field(name));
        }
        let arguments;
        parenthesized!(arguments in input);
        if !arguments.is_empty() {
            return Err(message::method_arguments(arguments.span()));
        }
        input.parse::<Token![->]>()?;
        Ok(Self::Method { name, ty: input.parse()? })
    }
}

impl Parse for IndexList {
    fn parse(input: ParseStream<'_>) -> Result<Self, Error> {
        let name = input.parse()?;
        let mut keys = Vec::new();
        while !input.is_empty() {
            input.parse::<Token![,]>()?;
            if !input.is_empty() {
                keys.push(index_key(input)?);
            }
        }
        Ok(Self { name, keys })
    }
}

fn index_key(input: ParseStream<'_>) -> Result<(Ident, IndexKeyForm), Error> {
    let keyword: Ident = input.parse()?;
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
        return Err(message::not_a_list(&keyword, &text));
    }
    let list;
    parenthesized!(list in input);
    let parts = Parts::parse(keyword.clone(), &list)?;
    Ok((keyword, IndexKeyForm::Parts(parts)))
}

impl Parts {
    fn parse(keyword: Ident, input: ParseStream<'_>) -> Result<Self, Error> {
        let parts: Vec<_> =
            Punctuated::<Part, Token![,]>::parse_terminated(input)?.into_iter().collect();
        if parts.is_empty() {
            let text = keyword.to_string();
            return Err(message::no_parts(keyword, &text));
        }
        Ok(Self { keyword, parts })
    }

    /// The list of `#[pk(…)]` or `#[sk(…)]`.
    pub fn of(attribute: &Attribute) -> Result<Self, Error> {
        let keyword = attribute.path().require_ident()?.clone();
        match &attribute.meta {
            Meta::List(list) => {
                list.parse_args_with(|input: ParseStream<'_>| Self::parse(keyword, input))
            }
            Meta::Path(_) | Meta::NameValue(_) => {
                Err(message::not_a_list(&attribute.meta, &format!("#[{keyword}]")))
            }
        }
    }
}

impl IndexList {
    /// The list of `#[gsi(…)]` or `#[lsi(…)]`.
    pub fn of(attribute: &Attribute) -> Result<Self, Error> {
        match &attribute.meta {
            Meta::List(list) => list.parse_args(),
            Meta::Path(_) | Meta::NameValue(_) => {
                Err(message::index_not_a_list(&attribute.meta, attribute.path().require_ident()?))
            }
        }
    }
}
