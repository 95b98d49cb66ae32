//! The attributes as the user wrote them, before any rule is checked: `#[pk(…)]`, `#[sk[…]]`, `#[gsi(…)]`, `#[lsi(…)]`,
//! `#[or(…)]`, `#[was(…)]`. A part that cannot be read is left out, and the other parts are kept.

use proc_macro2::{Group, Span, TokenStream, TokenTree};
use quote::ToTokens;
use syn::ext::IdentExt;
use syn::parse::ParseStream;
use syn::{
    Attribute, Error, Ident, LitStr, MacroDelimiter, Meta, MetaList, Token, Type, bracketed,
    parenthesized, token,
};

use super::format::Format;
use super::model::Owner;
use super::template::{self, DeclaredValue, Piece};
use crate::errors::Errors;
use crate::message;
use crate::names::RustName;
use crate::options::is_in_round_brackets;
use crate::spans::here;

/// One element of a list of parts or entries: `"v{version:05}"`, or a field or `method() -> Type` alone.
pub struct DeclaredPart {
    pub pieces: Vec<Piece>,
    pub span: Span,
    pub is_text: bool,
    /// `as "attribute"`, which only entries have.
    pub attribute: Option<LitStr>,
}

/// How the parts of a key are stored.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Brackets {
    /// `(…)`: joined into one string.
    Round,
    /// `[…]`: an attribute for each entry.
    Square,
}

/// `pk(PART, …)` or `pk[ENTRY, …]`.
pub struct DeclaredParts {
    pub keyword: Ident,
    pub brackets: Brackets,
    pub parts: Vec<DeclaredPart>,
}

/// `"NAME" as name, pk = (…), sk = pk`, of an index or of another primary key.
pub struct DeclaredIndex {
    pub owner: Owner,
    pub name: LitStr,
    /// The name for methods and types, if it differs from the index's name.
    pub alias: Option<Ident>,
    pub keys: Vec<(Ident, IndexKeyForm)>,
    /// The separator of a primary key, if the attribute gives one.
    pub separator: Option<Meta>,
    /// Whether a key was left out by mistake, so that it is not also reported as missing.
    pub is_faulty: bool,
}

/// The key after `pk =` or `sk =` in an index.
pub enum IndexKeyForm {
    Parts(DeclaredParts),
    Reused(Ident),
}

impl DeclaredPart {
    /// Whether it is `""`.
    pub fn is_empty(&self) -> bool {
        self.pieces.is_empty()
    }

    fn parse(input: ParseStream<'_>, errors: &mut Errors) -> Result<Self, Error> {
        let is_text = input.peek(LitStr);
        let (span, pieces) = if is_text {
            let text: LitStr = input.parse()?;
            let pieces = template::parse(&text, arrow_type(input)?, errors);
            if text.value().contains("()") && input.peek(Token![->]) {
                // A method without a type was reported.
                input.parse::<Token![->]>()?;
            }
            (text.span(), pieces)
        } else {
            let value = DeclaredValue::parse_alone(input)?;
            (value.name.span(), vec![Piece::Value(value)])
        };
        let attribute = if input.peek(Token![as]) {
            let keyword: Token![as] = input.parse()?;
            if !input.peek(LitStr) {
                let found = element(input)?;
                let name = if found.is_empty() { "attribute".into() } else { found.to_string() };
                return Err(message::attribute_name_not_text(or_else(found, keyword), name));
            }
            Some(input.parse()?)
        } else {
            None
        };
        Ok(Self { pieces, span, is_text, attribute })
    }
}

impl DeclaredValue {
    /// `id` or `method() -> Type`.
    fn parse_alone(input: ParseStream<'_>) -> Result<Self, Error> {
        let value = |name, returned| Self {
            name,
            returned,
            format: Format::Plain,
            unknown_format: None,
            is_rest: false,
        };
        if !input.peek(Ident::peek_any) {
            return Err(message::no_part(found(input)?));
        }
        let name = input.call(Ident::parse_any)?;
        if input.peek(Token![.]) {
            let rest = element(input)?.to_string().replace(' ', "");
            let field = name.to_string();
            return Err(message::field_of_field(&name, &field, rest.trim_start_matches('.')));
        }
        if input.peek(Token![::]) {
            let path = format!("{name}{}", element(input)?.to_string().replace(' ', ""));
            let last = path.rsplit("::").next().unwrap_or_default();
            return Err(message::path_as_part(&name, &path, last));
        }
        if !input.peek(token::Paren) {
            return Ok(value(RustName::of(&name), None));
        }
        let arguments;
        parenthesized!(arguments in input);
        if !arguments.is_empty() {
            let arguments: TokenStream = arguments.parse()?;
            return Err(message::method_arguments(arguments, &name));
        }
        let Some(method) = RustName::new(&name.to_string(), name.span()) else {
            return Err(message::not_a_method_name(&name, &name));
        };
        match arrow_type(input)? {
            Some(ty) => Ok(value(method, Some(ty))),
            None => Err(message::method_without_type(&name, &name, format_args!("{name}()"))),
        }
    }
}

/// `-> Type`, if it is there. An arrow without a type is not consumed.
fn arrow_type(input: ParseStream<'_>) -> Result<Option<Type>, Error> {
    let ahead = input.fork();
    if ahead.parse::<Token![->]>().is_err() || is_end(&ahead) {
        return Ok(None);
    }
    input.parse::<Token![->]>()?;
    input.parse().map(Some)
}

fn is_end(input: ParseStream<'_>) -> bool {
    input.is_empty() || input.peek(Token![,])
}

/// Whether an element starts here. In the middle of another element, this means that a comma is missing.
fn is_next_element(input: ParseStream<'_>) -> bool {
    input.peek(LitStr) || input.peek(Ident::peek_any)
}

impl DeclaredParts {
    fn parse(
        keyword: Ident,
        brackets: Brackets,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> Result<Self, Error> {
        if input.is_empty() {
            errors.push(message::no_parts(&keyword, &keyword));
        }
        let parts = elements(input, errors, DeclaredPart::parse)?;
        Ok(Self { keyword, brackets, parts })
    }

    /// No parts, for a list that is missing or cannot be read.
    pub fn fallback(keyword: Ident) -> Self {
        Self { keyword, brackets: Brackets::Round, parts: Vec::new() }
    }

    /// The list of `#[pk(…)]`, `#[pk[…]]`, `#[sk(…)]` or `#[sk[…]]`.
    pub fn of(keyword: Ident, attribute: &Attribute, errors: &mut Errors) -> Self {
        let brackets = match &attribute.meta {
            Meta::List(MetaList { delimiter: MacroDelimiter::Bracket(_), .. }) => Brackets::Square,
            _ => Brackets::Round,
        };
        if brackets == Brackets::Round && !is_in_round_brackets(&attribute.meta) {
            errors.push(message::not_a_list(&attribute.meta, &keyword));
        }
        let Meta::List(list) = &attribute.meta else { return Self::fallback(keyword) };
        let parts = list.parse_args_with(|input: ParseStream<'_>| {
            Self::parse(keyword.clone(), brackets, input, errors)
        });
        errors.ok(parts).unwrap_or_else(|| Self::fallback(keyword))
    }
}

impl DeclaredIndex {
    /// The list of `#[gsi(…)]`, `#[lsi(…)]`, `#[or(…)]` or `#[was(…)]`; `None` for any other attribute.
    pub fn of(attribute: &Attribute, errors: &mut Errors) -> Result<Option<Self>, Error> {
        let Some(owner) = Owner::of(attribute) else { return Ok(None) };
        let keyword = attribute.path().require_ident()?;
        if !is_in_round_brackets(&attribute.meta) {
            let example = owner.example();
            errors.push(message::index_not_a_list(&attribute.meta, keyword, example));
        }
        let Meta::List(list) = &attribute.meta else { return Ok(None) };
        list.parse_args_with(|input: ParseStream<'_>| Self::parse(owner, keyword, input, errors))
            .map(Some)
    }

    fn parse(
        owner: Owner,
        attribute: &Ident,
        input: ParseStream<'_>,
        errors: &mut Errors,
    ) -> Result<Self, Error> {
        let name = if input.peek(LitStr) {
            input.parse()?
        } else if input.peek(Ident) && input.peek2(Token![,]) {
            let name: Ident = input.parse()?;
            errors.push(message::name_not_text(&name, owner.noun(), &name));
            LitStr::new(&name.to_string(), name.span())
        } else {
            let place = or_else(element(input)?, attribute);
            input.parse::<TokenStream>()?;
            let (owner, example) = (owner.noun(), owner.example());
            return Err(message::index_without_name(place, owner, attribute, example));
        };
        let alias = alias(&name, input, errors)?;
        errors.ok(end(input));
        let (mut is_faulty, mut keys, mut separator) = (false, Vec::new(), None);
        elements(input, errors, |input, errors| {
            if !owner.is_index() && is_separator(input) {
                let option: Meta = input.parse()?;
                if separator.is_some() {
                    return Err(message::given_twice(option.path(), "separator"));
                }
                separator = Some(option);
            } else {
                let key = index_key(owner, &name, input, errors);
                keys.push(key.inspect_err(|_| is_faulty = true)?);
            }
            Ok(())
        })?;
        Ok(Self { owner, name, alias, keys, separator, is_faulty })
    }
}

/// `as by_status`, if it is there.
fn alias(
    name: &LitStr,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Result<Option<Ident>, Error> {
    if !input.peek(Token![as]) {
        return Ok(None);
    }
    let keyword: Token![as] = input.parse()?;
    let mut found = TokenStream::new();
    if input.peek(Ident::peek_any) {
        let name = input.call(Ident::parse_any)?;
        if is_end(input) || is_next_element(input) {
            return Ok(Some(name));
        }
        name.to_tokens(&mut found);
    }
    found.extend(element(input)?);
    let found = or_else(found, keyword);
    errors.push(message::index_alias_not_a_name(found, name.value()));
    Ok(None)
}

fn is_separator(input: ParseStream<'_>) -> bool {
    input.fork().parse::<Ident>().is_ok_and(|name| name == "separator")
}

fn index_key(
    owner: Owner,
    name: &LitStr,
    input: ParseStream<'_>,
    errors: &mut Errors,
) -> Result<(Ident, IndexKeyForm), Error> {
    if !input.peek(Ident::peek_any) {
        let other = if owner.is_index() { "`pk = sk`" } else { "`separator = \"|\"`" };
        return Err(message::no_index_key(found(input)?, other));
    }
    let keyword = input.call(Ident::parse_any)?;
    let text = keyword.to_string();
    if !matches!(text.as_str(), "pk" | "sk") {
        return Err(if owner.is_index() && text == "as" {
            let alias = element(input)?.to_string();
            let alias = alias.trim_start_matches("= ").replace('"', "");
            message::alias_as_key(&keyword, name.value(), alias)
        } else if owner.is_index() {
            message::unknown_index_key(&keyword, &text)
        } else {
            message::unknown_owner_option(&keyword, &text, owner.a_noun(), "separator")
        });
    }
    if input.peek(token::Paren) || input.peek(token::Bracket) {
        // Nested attributes, which clippy reports as duplicates.
        let list = as_written(&input.fork())?;
        errors.push(message::index_key_without_equals(&keyword, &keyword, &list));
    } else if input.peek(Token![=]) {
        input.parse::<Token![=]>()?;
    } else {
        errors.push(message::index_key_without_equals(&keyword, &keyword, "(\"TEXT\", field)"));
        element(input)?;
        let parts = DeclaredParts::fallback(keyword.clone());
        return Ok((keyword, IndexKeyForm::Parts(parts)));
    }
    let list;
    let brackets = if input.peek(token::Paren) {
        parenthesized!(list in input);
        Brackets::Round
    } else if input.peek(token::Bracket) {
        bracketed!(list in input);
        Brackets::Square
    } else {
        let reused: Ident =
            input.parse().map_err(|error| message::reused_key(here(error.span())))?;
        return Ok((keyword, IndexKeyForm::Reused(reused)));
    };
    let parts = DeclaredParts::parse(keyword.clone(), brackets, &list, errors)?;
    Ok((keyword, IndexKeyForm::Parts(parts)))
}

/// The list in brackets that follows, as the source spells it.
fn as_written(input: ParseStream<'_>) -> Result<String, Error> {
    let list: Group = input.parse()?;
    let text = list.span().source_text().unwrap_or_else(|| list.to_string());
    Ok(text.split_whitespace().collect::<Vec<_>>().join(" "))
}

/// A list with commas. An element that cannot be read is skipped.
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

/// The comma after an element, or the end of the list.
fn end(input: ParseStream<'_>) -> Result<(), Error> {
    if input.is_empty() {
        Ok(())
    } else if input.peek(Token![,]) {
        input.parse::<Token![,]>().map(drop)
    } else if is_next_element(input) {
        Err(message::no_comma(here(input.span())))
    } else {
        let rest = element(input)?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        Err(message::after_element(rest))
    }
}

/// The rest of an element, up to its comma.
fn element(input: ParseStream<'_>) -> Result<TokenStream, Error> {
    let mut tokens = TokenStream::new();
    while !is_end(input) {
        tokens.extend([input.parse::<TokenTree>()?]);
    }
    Ok(tokens)
}

/// The rest of an element that has a mistake. If nothing is left of the element, its comma.
fn found(input: ParseStream<'_>) -> Result<TokenStream, Error> {
    let place = here(input.span());
    Ok(or_else(element(input)?, place))
}

/// What was found or, if nothing was, what comes before.
fn or_else(found: TokenStream, before: impl ToTokens) -> TokenStream {
    if found.is_empty() { before.to_token_stream() } else { found }
}
