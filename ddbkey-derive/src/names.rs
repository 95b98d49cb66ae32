//! Names in the user's code, and what generated code allows for them.

#[cfg(test)]
#[path = "names/tests.rs"]
mod tests;

use std::fmt;

use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote};
use syn::parse::{Parse, ParseStream};

/// A name in the user's code. In generated code it is an identifier. It compares and prints without `r#`.
#[derive(Clone)]
pub struct RustName {
    ident: Ident,
    text: String,
}

impl RustName {
    /// The name of this identifier. `IdentExt::unraw` would create another identifier, which calls the compiler.
    pub fn of(ident: &Ident) -> Self {
        let text = ident.to_string();
        let text = text.strip_prefix("r#").map(ToOwned::to_owned).unwrap_or(text);
        Self { ident: ident.clone(), text }
    }

    /// The name with this text. Its identifier is raw if it is a keyword in any edition: generated code has the edition
    /// of the derive. `None` for a name that cannot be an identifier, such as `crate`.
    pub fn new(text: &str, place: Span) -> Option<Self> {
        let plain = syn::parse_str::<Ident>(text).ok().filter(|ident| ident != "gen");
        let mut ident = plain.or_else(|| syn::parse_str(&format!("r#{text}")).ok())?;
        ident.set_span(place);
        Some(Self::of(&ident))
    }

    pub fn ident(&self) -> &Ident {
        &self.ident
    }

    pub fn as_str(&self) -> &str {
        &self.text
    }

    pub fn span(&self) -> Span {
        self.ident.span()
    }
}

impl Parse for RustName {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        Ok(Self::of(&input.parse()?))
    }
}

impl PartialEq for RustName {
    fn eq(&self, other: &Self) -> bool {
        self.text == other.text
    }
}

impl fmt::Display for RustName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text)
    }
}

impl ToTokens for RustName {
    fn to_tokens(&self, tokens: &mut TokenStream) {
        self.ident.to_tokens(tokens);
    }
}

/// Allows lints about names on an item: the user chose the names, and the lints fire where the user wrote them.
pub fn allowed(
    types: impl IntoIterator<Item = String>,
    fields: impl IntoIterator<Item = String>,
) -> Option<TokenStream> {
    let is_camel = |name: String| name.starts_with(char::is_uppercase) && !name.contains('_');
    let is_snake = |name: String| !name.contains(char::is_uppercase) && !name.contains("__");
    let is_usual = types.into_iter().all(is_camel) && fields.into_iter().all(is_snake);
    (!is_usual).then(
        || quote!(#[allow(non_camel_case_types, non_snake_case, reason = "names of the entity")]),
    )
}

/// Allows lints that some users deny for their own code, on the methods of an entity or a table and on bounds that the
/// user declared as well.
pub fn allowed_in_methods() -> TokenStream {
    let reason =
        "methods need no trait in scope and have the names of fields, and bounds are repeated";
    quote! {
        #[allow(
            clippy::impl_trait_in_params,
            clippy::same_name_method,
            clippy::trait_duplication_in_bounds,
            non_snake_case,
            reason = #reason
        )]
    }
}

/// Allows generated code to repeat a bound that the entity declares.
pub fn allowed_in_bounds() -> TokenStream {
    quote!(#[allow(clippy::trait_duplication_in_bounds, reason = "the entity may declare them")])
}

/// The traits that key types derive. `Copy` depends on what they hold.
pub fn derives(is_copy: bool) -> TokenStream {
    let copy = is_copy.then(|| quote!(::core::marker::Copy,));
    quote! {
        #[derive(
            ::core::clone::Clone,
            #copy
            ::core::fmt::Debug,
            ::core::cmp::PartialEq,
            ::core::cmp::Eq,
            ::core::hash::Hash,
        )]
    }
}
