//! Generated code that an error underlines as a place of the declaration.

use proc_macro2::{Delimiter, Group, Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};

/// `(ty::function)(arguments)`, all of which an error underlines as the place. Only its ends have the
/// place's span, so that an editor does not take a name of ours for the one at that place.
pub fn call_at(
    place: Span,
    ty: &TokenStream,
    function: &Ident,
    arguments: TokenStream,
) -> TokenStream {
    let delimited = |tokens| {
        let mut group = Group::new(Delimiter::Parenthesis, tokens);
        group.set_span(place);
        group.into_token_stream()
    };
    let (function, arguments) = (delimited(quote!(#ty::#function)), delimited(arguments));
    quote!(#function #arguments)
}

/// Tokens for the place of a message of which only the span is known.
pub fn here(place: Span) -> TokenStream {
    quote_spanned!(place=> _)
}

/// For our own names in code that an error underlines as the place. Where a macro of the user's wrote the place,
/// its span alone would not find them.
pub fn within(place: Span) -> Span {
    Span::call_site().located_at(place)
}
