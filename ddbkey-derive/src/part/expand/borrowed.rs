//! What a newtype and an enum with payloads have in common: keys borrow them, and hold another type.
//!
//! That type holds what keys hold for the values inside: a string as `&'k str`, a value of a well-known type unchanged,
//! and of any other type what its own impl says, `<Other as KeyPart>::Ref<'k>`. For these other types each impl has a bound. In
//! a `for<'x>` bound, rustc takes it as an assumption, so that the only error about a type that is not a part is where the
//! part declares it.

use proc_macro2::TokenStream;
use quote::{ToTokens, quote};
use syn::{DeriveInput, Generics, Path, Type};

use crate::known::{Kind, borrowed_text, known};
use crate::names::{self, RustName};

/// The documentation and the attributes of the type that keys hold. `names` are its own name and the names of its
/// variants.
pub fn attributes(
    input: &DeriveInput,
    part: &str,
    names: impl Iterator<Item = String>,
) -> TokenStream {
    let doc = format!(" The borrowed form of [`{}`] in key structs.", RustName::of(&input.ident));
    let reason = format!("it is as visible as the {part}, and holds what that holds");
    let allowed = names::allowed(names, []);
    quote! {
        #[doc = #doc]
        #[allow(dead_code, deprecated, private_bounds, private_interfaces, reason = #reason)]
        #allowed
    }
}

/// `as_part` as a method that needs no trait in scope.
pub fn as_part(
    input: &DeriveInput,
    generics: &Generics,
    held: &TokenStream,
    value: &TokenStream,
) -> TokenStream {
    let (vis, ident) = (&input.vis, &input.ident);
    let (params, args, clause) = generics.split_for_impl();
    quote! {
        #[allow(deprecated, reason = "a deprecated type is still a part")]
        #[automatically_derived]
        impl #params #ident #args #clause {
            /// Borrows the value for a key struct.
            #[allow(dead_code, private_interfaces, reason = "it is there for whoever needs it")]
            #[allow(clippy::same_name_method, reason = "it needs no trait in scope")]
            #[must_use]
            #[inline]
            #vis fn as_part(&self) -> #held {
                #value
            }
        }
    }
}

/// `impl From<UserIdRef<'_>> for UserId`
pub fn from(
    generics: &Generics,
    source: &TokenStream,
    target: &TokenStream,
    made: &TokenStream,
) -> TokenStream {
    let (params, _, clause) = generics.split_for_impl();
    quote! {
        #[allow(deprecated, reason = "a deprecated type is still a part")]
        #[automatically_derived]
        impl #params __ddbkey::From<#source> for #target #clause {
            #[inline]
            fn from(__value: #source) -> Self {
                #made
            }
        }
    }
}

/// The type that keys hold for a value of this type, with this lifetime.
pub fn held(
    runtime: &Path,
    ty: &dyn ToTokens,
    kind: Option<Kind>,
    lifetime: &dyn ToTokens,
) -> TokenStream {
    match kind {
        Some(Kind::Text) => quote!(&#lifetime ::core::primitive::str),
        Some(_) => ty.to_token_stream(),
        None => quote!(<#ty as #runtime::KeyPart>::Ref<#lifetime>),
    }
}

/// The value of this type, from what keys hold for it.
pub fn owned(ty: &Type, kind: Option<Kind>, held: &TokenStream) -> TokenStream {
    match kind {
        Some(Kind::Text) if borrowed_text(ty).is_some() => held.clone(),
        // `From` would borrow, which requires a string that lives as long.
        Some(Kind::Text) if known(ty).is_some_and(|known| known.ident == "Cow") => quote! {
            <#ty as ::core::iter::FromIterator<&__ddbkey::str>>::from_iter(
                __ddbkey::Some(#held)
            )
        },
        Some(Kind::Text) => {
            quote!(<#ty as __ddbkey::From<&__ddbkey::str>>::from(#held))
        }
        Some(_) => held.clone(),
        None => quote! {
            <#ty as __ddbkey::From<<#ty as __ddbkey::KeyPart>::Ref<'_>>>::from(#held)
        },
    }
}
