//! The code of a part type.
//!
//! Parameters and locals start with `__`, and impls are in a block that [shadows](in_block) these names.

mod borrowed;
mod faulty;
mod newtype;
mod reference;
mod variants;
mod words;

use proc_macro2::{Span, TokenStream};
use quote::{quote, quote_spanned};
use syn::{DeriveInput, Path};

use super::check::{Part, PartKind};
use crate::private::Private;

pub fn expand(part: &Part<'_>) -> TokenStream {
    match &part.form {
        PartKind::Enum(words) => words::expand(part, words),
        PartKind::Variants(variants) => variants::expand(part, variants),
        PartKind::Newtype(newtype) => newtype::expand(newtype),
        PartKind::Faulty(reference) => faulty::expand(part, reference.as_ref()),
    }
}

/// The code in a block in which no constant, static or unit struct of the user's has the name of a local. A pattern
/// with that name could not bind, and macro hygiene does not help there.
fn in_block(runtime: &Path, code: &TokenStream) -> TokenStream {
    quote! {
        const _: () = {
            use #runtime::#Private::{self as __ddbkey, locals::*};
            #code
        };
    }
}

/// The traits that a type needs if keys hold it by value.
fn value_traits() -> TokenStream {
    quote! {
        ::core::marker::Copy + ::core::fmt::Debug + ::core::cmp::Eq + ::core::hash::Hash
        + ::core::marker::Send + ::core::marker::Sync
    }
}

/// Reports once, at the type, that it lacks `Copy` or another trait. In the impl the traits are an assumption, because
/// a `for` precedes them.
fn assert_value(runtime: &Path, input: &DeriveInput) -> Option<TokenStream> {
    let (ident, place) = (&input.ident, input.ident.span());
    let held = quote_spanned!(place=> <#ident as #runtime::#Private::PartValue>::HELD);
    input.generics.params.is_empty().then(|| assertion(place, &quote_spanned!(place=> ()), &held))
}

/// A constant that evaluates a check. An error underlines the place.
fn assertion(place: Span, ty: &TokenStream, value: &TokenStream) -> TokenStream {
    quote_spanned! {place=>
        #[allow(deprecated, reason = "a deprecated type is still a part")]
        const _: #ty = #value;
    }
}
