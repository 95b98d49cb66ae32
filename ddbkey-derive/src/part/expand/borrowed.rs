//! The type that keys hold for a part that they borrow, and its conversions: `UserIdRef<'k>` for `UserId`.
//!
//! It is a struct for a newtype ([`reference`](super::reference)) and an enum for an enum with payloads
//! ([`variants`](super::variants)). Either holds what keys hold for the values inside: a string as `&'k str`, a value of a
//! well-known type as it is, and of any other type what its own impl says, `<Other as KeyPart>::Ref<'k>`. For such a type
//! each impl has a bound. In a `for<'x>` bound, rustc takes it as an assumption, so that the only error about a type that
//! is no part is where the part declares it.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, quote};
use syn::{DeriveInput, GenericParam, Generics, Lifetime, Path, Type, WherePredicate, parse_quote};

use crate::known::{Kind, borrowed_text, known};
use crate::names::{self, RustName};

pub struct Borrowed<'a> {
    pub input: &'a DeriveInput,
    pub runtime: &'a Path,
    pub name: &'a Ident,
    /// The lifetime of the borrow, unless the values are known to borrow nothing.
    pub lifetime: Option<Lifetime>,
    /// The lifetime of bounds that hold for every lifetime: `for<'x>`.
    pub any: Lifetime,
    /// The parameters that it shares with the part.
    pub shared: Generics,
    /// The bounds of values whose borrowed form is unknown.
    pub bounds: Vec<WherePredicate>,
}

impl Borrowed<'_> {
    /// The type with this lifetime.
    pub fn ty(&self, lifetime: &impl ToTokens) -> TokenStream {
        let name = self.name;
        let own = self.lifetime.as_ref().map(|_| lifetime.to_token_stream());
        let others = self.shared.params.iter().map(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        let args: Vec<_> = own.into_iter().chain(others).collect();
        if args.is_empty() { quote!(#name) } else { quote!(#name<#(#args),*>) }
    }

    /// The lifetime of its declaration. Without a lifetime, it mentions none.
    pub fn own_lifetime(&self) -> &Lifetime {
        self.lifetime.as_ref().unwrap_or(&self.any)
    }

    /// Its documentation and attributes. `names` are its own name and the names of its variants.
    pub fn attributes(&self, part: &str, names: impl Iterator<Item = String>) -> TokenStream {
        let doc = format!(
            " The borrowed form of [`{}`] in key structs.",
            RustName::of(&self.input.ident)
        );
        let reason = format!("it is as visible as the {part}, and holds what that holds");
        let allowed = names::allowed(names, []);
        quote! {
            #[doc = #doc]
            #[allow(dead_code, deprecated, private_bounds, private_interfaces, reason = #reason)]
            #allowed
        }
    }

    /// `impl … for UserIdRef<'k>`
    pub fn implement(
        &self,
        generics: &Generics,
        of: &TokenStream,
        items: &TokenStream,
    ) -> TokenStream {
        let name = self.name;
        let own = self.generics();
        let ((_, args, _), (params, _, clause)) = (own.split_for_impl(), generics.split_for_impl());
        quote!(#[automatically_derived] impl #params #of for #name #args #clause { #items })
    }

    /// `Display`, by an expression.
    pub fn display(&self, generics: &Generics, print: &TokenStream) -> TokenStream {
        let items = quote! {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                #print
            }
        };
        self.implement(generics, &quote!(::core::fmt::Display), &items)
    }

    /// `ShardSource`, so that `Shard::of` takes what keys hold as well as the part, if there is a `Shard`. Tests of this
    /// crate read the code of all features, whichever are enabled.
    #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
    pub fn shard_source(&self, generics: &Generics, write: &TokenStream) -> Option<TokenStream> {
        if !cfg!(any(test, feature = "shard")) {
            return None;
        }
        let runtime = self.runtime;
        let items = quote! {
            fn write_text(
                &self,
                __out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                #write
            }
        };
        Some(self.implement(generics, &quote!(#runtime::__private_0_1::ShardSource), &items))
    }

    /// Its parameters: its lifetime, and the parameters that it shares with the part.
    pub fn generics(&self) -> Generics {
        self.bounded(&self.shared, self.lifetime.as_ref())
    }

    /// The parameters of the part, with this lifetime.
    pub fn part_generics(&self, lifetime: Option<&Lifetime>) -> Generics {
        self.bounded(&self.input.generics, lifetime)
    }

    fn bounded(&self, generics: &Generics, lifetime: Option<&Lifetime>) -> Generics {
        let mut generics = generics.clone();
        if let Some(lifetime) = lifetime {
            generics.params.insert(0, parse_quote!(#lifetime));
        }
        generics.make_where_clause().predicates.extend(self.bounds.iter().cloned());
        generics
    }

    /// `as_part` as a method that needs no trait in scope.
    pub fn as_part(&self, value: &TokenStream) -> TokenStream {
        let (vis, ident, held) = (&self.input.vis, &self.input.ident, self.ty(&quote!('_)));
        let generics = self.part_generics(None);
        let (params, args, clause) = generics.split_for_impl();
        quote! {
            #[allow(deprecated, reason = "a deprecated type is still a part")]
            #[automatically_derived]
            impl #params #ident #args #clause {
                /// Borrows the value for a key struct.
                #[allow(dead_code, reason = "it is there for whoever needs it")]
                #[allow(clippy::same_name_method, reason = "it needs no trait in scope")]
                #[must_use]
                #[inline]
                #vis fn as_part(&self) -> #held {
                    #value
                }
            }
        }
    }

    /// `impl From<&'k UserId> for UserIdRef<'k>`
    pub fn lend(&self, value: &TokenStream) -> TokenStream {
        let (ident, lifetime) = (&self.input.ident, self.lifetime.as_ref());
        let (_, args, _) = self.input.generics.split_for_impl();
        let part = quote!(&#lifetime #ident #args);
        from(&self.part_generics(lifetime), &part, &self.ty(&lifetime), value)
    }

    /// `impl From<UserIdRef<'_>> for UserId`
    pub fn take(
        &self,
        generics: &Generics,
        lifetime: Option<&Lifetime>,
        value: &TokenStream,
    ) -> TokenStream {
        let ident = &self.input.ident;
        let (_, args, _) = self.input.generics.split_for_impl();
        let held = lifetime.map_or_else(|| self.ty(&quote!('_)), |lifetime| self.ty(lifetime));
        from(generics, &held, &quote!(#ident #args), value)
    }

    /// The type that keys hold for a value of this type, with this lifetime.
    pub fn held(runtime: &Path, ty: &Type, kind: Option<Kind>, lifetime: &Lifetime) -> TokenStream {
        match kind {
            Some(Kind::Text) => quote!(&#lifetime ::core::primitive::str),
            Some(_) => ty.to_token_stream(),
            None => quote!(<#ty as #runtime::KeyPart>::Ref<#lifetime>),
        }
    }

    /// The value of this type, from what keys hold for it.
    pub fn taken(runtime: &Path, ty: &Type, kind: Option<Kind>, held: &TokenStream) -> TokenStream {
        match kind {
            Some(Kind::Text) if borrowed_text(ty).is_some() => held.clone(),
            // `From` would borrow, which requires a string that lives as long.
            Some(Kind::Text) if known(ty).is_some_and(|known| known.ident == "Cow") => quote! {
                <#ty as ::core::iter::FromIterator<&::core::primitive::str>>::from_iter(
                    ::core::option::Option::Some(#held)
                )
            },
            Some(Kind::Text) => {
                quote!(<#ty as ::core::convert::From<&::core::primitive::str>>::from(#held))
            }
            Some(_) => held.clone(),
            None => quote! {
                <#ty as ::core::convert::From<<#ty as #runtime::KeyPart>::Ref<'_>>>::from(#held)
            },
        }
    }
}

/// The string that `write` writes. A value without a string prints as with `Debug`, so that `to_string` does not panic.
pub fn printed(write: &TokenStream, value: &TokenStream) -> TokenStream {
    quote! {
        match #write {
            ::core::result::Result::Ok(()) => ::core::result::Result::Ok(()),
            ::core::result::Result::Err(_) => ::core::fmt::Debug::fmt(#value, __f),
        }
    }
}

/// `impl From<&UserId> for UserIdRef`
fn from(
    generics: &Generics,
    source: &TokenStream,
    target: &TokenStream,
    made: &TokenStream,
) -> TokenStream {
    let (params, _, clause) = generics.split_for_impl();
    quote! {
        #[allow(deprecated, reason = "a deprecated type is still a part")]
        #[automatically_derived]
        impl #params ::core::convert::From<#source> for #target #clause {
            #[inline]
            fn from(__value: #source) -> Self {
                #made
            }
        }
    }
}
