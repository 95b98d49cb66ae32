//! Spans that let errors in generated code underline a place in the declaration.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// `(ty::function)(arguments)`, where an error underlines the place. Only the two ends have the place's span, so that
/// an editor does not mistake a generated name for the name at that place.
pub fn call_at(
    place: Span,
    ty: &dyn ToTokens,
    function: &Ident,
    arguments: TokenStream,
) -> TokenStream {
    let function = in_parentheses_at(place, quote!(#ty::#function));
    let arguments = in_parentheses_at(place, arguments);
    quote!(#function #arguments)
}

/// `(bound)`, where an error underlines the place, but an editor finds no name.
pub fn bound_at(place: Span, bound: TokenStream) -> TokenStream {
    in_parentheses_at(within(place), bound)
}

fn in_parentheses_at(place: Span, tokens: TokenStream) -> TokenStream {
    let mut group = Group::new(Delimiter::Parenthesis, tokens);
    group.set_span(place);
    group.into_token_stream()
}

/// A token with this span, for messages that underline tokens.
pub fn here(place: Span) -> TokenStream {
    quote_spanned!(place=> _)
}

/// The span of generated names in code whose errors underline the place. With the place's own span, they would not
/// resolve if a macro of the user's wrote the place.
pub fn within(place: Span) -> Span {
    Span::call_site().located_at(place)
}
