//! An enum with payloads: the word of each variant, and the string of its payload after the separator.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, Lifetime, WherePredicate, parse_quote};

use super::{as_part, from, in_block, lending_generics};
use crate::generics;
use crate::known::{Kind, borrowed_text, known, named};
use crate::names::{self, RustName};
use crate::part::check::{Part, Payload, VariantPart, Variants};
use crate::spans::call_at;
use crate::types::mentions_lifetime;

/// The enum that keys hold, its conversions, and
///
/// ```ignore
/// impl KeyPart for Owner
/// where
///     for<'x> UserId: KeyPart,
/// {
///     type Ref<'k> = OwnerRef<'k>;
///     type Order = order::Never;
///     const SHAPE: Shape = Shape::variants(
///         "one of `USER#…`, `GLOBAL`",
///         '#',
///         &[Variant::of::<UserId>("USER"), Variant::word("GLOBAL")],
///     );
///     const IS_TRUSTED: bool = <UserId as KeyPart>::IS_TRUSTED;
///     fn as_part(&self) -> OwnerRef<'_> {
///         match self {
///             Self::User(__value) => OwnerRef::User(<UserId as KeyPart>::as_part(__value)),
///             Self::Everyone => OwnerRef::Everyone,
///         }
///     }
///     fn write(__value: OwnerRef<'_>, __out: &mut impl Write) -> Result<(), OutOfRange> {
///         match __value {
///             OwnerRef::User(__value) => {
///                 Write::write_str(__out, "USER#")?;
///                 <UserId as KeyPart>::write(__value, __out)
///             }
///             OwnerRef::Everyone => {
///                 Write::write_str(__out, "GLOBAL")?;
///                 Ok(())
///             }
///         }
///     }
///     fn read(__text: &str) -> Option<OwnerRef<'_>> {
///         match variants::word_and_payload(__text, '#') {
///             ("USER", Some(__text)) => <UserId as KeyPart>::read(__text).map(OwnerRef::User),
///             ("GLOBAL", None) => Some(OwnerRef::Everyone),
///             _ => None,
///         }
///     }
/// }
/// ```
pub fn expand(part: &Part<'_>, variants: &Variants<'_>) -> TokenStream {
    let borrowed = Borrowed::of(part, variants);
    let implementations = [
        borrowed.key_part(),
        borrowed.display(),
        borrowed.shard_source().unwrap_or_default(),
        borrowed.as_part(),
        borrowed.lend(),
        borrowed.take().unwrap_or_default(),
    ];
    let (checks, declared) = (borrowed.checks(), borrowed.declare());
    let code = in_block(&part.runtime, &implementations.into_iter().collect());
    quote!(#checks #declared #code)
}

/// The enum that keys hold: `OwnerRef<'k>`.
struct Borrowed<'a> {
    part: &'a Part<'a>,
    variants: &'a Variants<'a>,
    /// The lifetime of the borrow, unless the payloads are known to borrow nothing.
    lifetime: Option<Lifetime>,
    /// The lifetime of bounds that hold for every lifetime: `for<'x>`.
    any: Lifetime,
    /// Its parameters: its lifetime, and the parameters that it shares with the enum.
    generics: Generics,
}

impl<'a> Borrowed<'a> {
    fn of(part: &'a Part<'a>, variants: &'a Variants<'a>) -> Self {
        let input = part.input;
        let lifetime = |name| generics::lifetime(&input.to_token_stream(), name);
        let mut payloads = variants.payloads();
        let borrows = payloads.any(|payload| matches!(payload.kind, None | Some(Kind::Text)));
        let mut borrowed = Self {
            part,
            variants,
            lifetime: borrows.then(|| lifetime("k")),
            any: lifetime("x"),
            generics: input.generics.clone(),
        };
        borrowed.generics.params = borrowed.parameters().collect();
        let bounds = borrowed.bounds();
        borrowed.generics.make_where_clause().predicates.extend(bounds);
        borrowed
    }

    /// Its lifetime, and the parameters of the enum except the lifetimes of borrowed strings.
    fn parameters(&self) -> impl Iterator<Item = GenericParam> {
        let fields: TokenStream =
            self.variants.payloads().map(|payload| self.held(payload, &self.any)).collect();
        let own = self.lifetime.clone().map(|lifetime| parse_quote!(#lifetime));
        let params = self.part.input.generics.params.iter().filter(move |param| match param {
            GenericParam::Lifetime(param) => mentions_lifetime(&fields, &param.lifetime),
            _ => true,
        });
        own.into_iter().chain(params.cloned())
    }

    /// The bounds for payloads whose borrowed form is unknown. As `for<'x>` bounds they are assumptions to rustc, so
    /// that the only error is at the payload.
    fn bounds(&self) -> Vec<WherePredicate> {
        let (runtime, any) = (&self.part.runtime, &self.any);
        let unknown = self.variants.payloads().filter(|payload| payload.kind.is_none());
        let bounds =
            unknown.map(|Payload { ty, .. }| parse_quote!(for<#any> #ty: #runtime::KeyPart));
        let mut distinct: Vec<WherePredicate> = Vec::new();
        for bound in bounds {
            if !distinct.contains(&bound) {
                distinct.push(bound);
            }
        }
        distinct
    }

    /// The type that keys hold for a payload, with this lifetime.
    fn held(&self, payload: &Payload<'_>, lifetime: &Lifetime) -> TokenStream {
        let (runtime, ty) = (&self.part.runtime, payload.ty);
        match payload.kind {
            Some(Kind::Text) => quote!(&#lifetime ::core::primitive::str),
            Some(_) => ty.to_token_stream(),
            None => quote!(<#ty as #runtime::KeyPart>::Ref<#lifetime>),
        }
    }

    fn name(&self) -> &Ident {
        &self.variants.reference
    }

    /// The enum as a type with this lifetime.
    fn ty(&self, lifetime: &impl ToTokens) -> TokenStream {
        let name = self.name();
        let own = self.lifetime.as_ref().map(|_| lifetime.to_token_stream());
        let others = self.generics.params.iter().skip(usize::from(own.is_some()));
        let others = others.map(|param| match param {
            GenericParam::Lifetime(param) => param.lifetime.to_token_stream(),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        let args: Vec<_> = own.into_iter().chain(others).collect();
        if args.is_empty() { quote!(#name) } else { quote!(#name<#(#args),*>) }
    }

    /// The declared enum as a type, with elided lifetimes for borrowed strings.
    fn declared_ty(&self) -> TokenStream {
        let ident = &self.part.input.ident;
        let args = self.part.input.generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(own) if self.generics.params.iter().any(|it| it == param) => {
                own.lifetime.to_token_stream()
            }
            GenericParam::Lifetime(_) => quote!('_),
            GenericParam::Type(param) => param.ident.to_token_stream(),
            GenericParam::Const(param) => param.ident.to_token_stream(),
        });
        let args: Vec<_> = args.collect();
        if args.is_empty() { quote!(#ident) } else { quote!(#ident<#(#args),*>) }
    }

    /// ```ignore
    /// pub enum OwnerRef<'k> { User(<UserId as KeyPart>::Ref<'k>), Everyone }
    /// ```
    fn declare(&self) -> TokenStream {
        let (input, name) = (self.part.input, self.name());
        let (vis, ident) = (&input.vis, RustName::of(&input.ident));
        let (params, _, clause) = self.generics.split_for_impl();
        let clause = clause.filter(|clause| !clause.predicates.is_empty());
        let doc = format!(" The borrowed form of [`{ident}`] in key structs.");
        let lifetime = self.lifetime.as_ref().unwrap_or(&self.any);
        let variants =
            self.variants.list.iter().map(|VariantPart { ident: variant, payload, .. }| {
                let doc = format!(" As [`{ident}::{}`].", RustName::of(variant));
                let held = payload.as_ref().map(|payload| self.held(payload, lifetime));
                let held = held.map(|held| quote!((#held)));
                quote!(#[doc = #doc] #variant #held)
            });
        let derives = names::derives(true);
        let idents = self.variants.list.iter().map(|variant| variant.ident);
        let allowed =
            names::allowed(idents.chain([name]).map(|own| RustName::of(own).to_string()), []);
        quote! {
            #[doc = #doc]
            #[allow(
                dead_code,
                deprecated,
                private_bounds,
                private_interfaces,
                reason = "it is as visible as the enum, and holds what that holds"
            )]
            #allowed
            #derives
            #vis enum #name #params #clause { #(#variants,)* }
        }
    }

    fn key_part(&self) -> TokenStream {
        let Part { input, runtime, .. } = self.part;
        let ident = &input.ident;
        let mut generics = input.generics.clone();
        generics.make_where_clause().predicates.extend(self.bounds());
        let (params, args, clause) = generics.split_for_impl();
        let lifetime = self.lifetime.as_ref().unwrap_or(&self.any);
        let (held, any_held) = (self.ty(lifetime), self.ty(&quote!('_)));
        let separator = self.variants.separator;
        let (what, list) = (self.what(), self.list());
        let trusted = self
            .variants
            .payloads()
            .map(|Payload { ty, .. }| quote!(<#ty as #runtime::KeyPart>::IS_TRUSTED));
        let (lent, writes, reads) = (self.lent(), self.writes(), self.reads());
        quote! {
            #[allow(deprecated, reason = "a deprecated variant is still read and written")]
            #[automatically_derived]
            impl #params #runtime::KeyPart for #ident #args #clause {
                type Ref<#lifetime> = #held;
                type Order = #runtime::part::order::Never;
                const SHAPE: #runtime::part::Shape =
                    #runtime::part::Shape::variants(#what, #separator, &[#(#list),*]);
                const IS_TRUSTED: ::core::primitive::bool = #(#trusted)&&*;
                #[inline]
                fn as_part(&self) -> #any_held {
                    #lent
                }
                #[inline]
                fn write(
                    __value: #any_held,
                    __out: &mut impl ::core::fmt::Write,
                ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                    match __value { #(#writes)* }
                }
                #[inline]
                fn read(__text: &::core::primitive::str) -> ::core::option::Option<#any_held> {
                    match #runtime::__private_0_1::variants::word_and_payload(__text, #separator) {
                        #(#reads)*
                        _ => ::core::option::Option::None,
                    }
                }
            }
        }
    }

    /// ``one of `USER#…`, `GLOBAL` ``
    fn what(&self) -> String {
        let separator = self.variants.separator;
        let texts =
            self.variants.list.iter().map(|VariantPart { word, payload, .. }| match payload {
                Some(_) => format!("`{word}{separator}…`"),
                None => format!("`{word}`"),
            });
        super::words::one_of(&self.part.input.ident, &texts.collect::<Vec<_>>())
    }

    /// `Variant::of::<UserId>("USER")`
    fn list(&self) -> impl Iterator<Item = TokenStream> {
        let runtime = &self.part.runtime;
        self.variants.list.iter().map(move |VariantPart { word, payload, .. }| {
            let variant = quote!(#runtime::__private_0_1::variants::Variant);
            match payload {
                Some(Payload { ty, is_rest: true, .. }) => quote!(#variant::rest::<#ty>(#word)),
                Some(Payload { ty, .. }) => quote!(#variant::of::<#ty>(#word)),
                None => quote!(#variant::word(#word)),
            }
        })
    }

    /// Converts `self` into what keys hold.
    fn lent(&self) -> TokenStream {
        let (runtime, name) = (&self.part.runtime, self.name());
        let arms = self.variants.list.iter().map(|VariantPart { ident, payload, .. }| match payload {
            Some(Payload { ty, .. }) => quote! {
                Self::#ident(__value) => #name::#ident(<#ty as #runtime::KeyPart>::as_part(__value)),
            },
            None => quote!(Self::#ident => #name::#ident,),
        });
        quote!(match self { #(#arms)* })
    }

    fn writes(&self) -> impl Iterator<Item = TokenStream> {
        let (runtime, name) = (&self.part.runtime, self.name());
        let separator = self.variants.separator;
        self.variants.list.iter().map(move |VariantPart { ident, word, payload }| match payload {
            Some(Payload { ty, .. }) => {
                let start = format!("{word}{separator}");
                quote! {
                    #name::#ident(__value) => {
                        ::core::fmt::Write::write_str(__out, #start)?;
                        <#ty as #runtime::KeyPart>::write(__value, __out)
                    }
                }
            }
            None => quote! {
                #name::#ident => {
                    ::core::fmt::Write::write_str(__out, #word)?;
                    ::core::result::Result::Ok(())
                }
            },
        })
    }

    fn reads(&self) -> impl Iterator<Item = TokenStream> {
        let (runtime, name) = (&self.part.runtime, self.name());
        self.variants.list.iter().map(move |VariantPart { ident, word, payload }| match payload {
            Some(Payload { ty, .. }) => quote! {
                (#word, ::core::option::Option::Some(__text)) => {
                    <#ty as #runtime::KeyPart>::read(__text).map(#name::#ident)
                }
            },
            None => quote! {
                (#word, ::core::option::Option::None) => ::core::option::Option::Some(#name::#ident),
            },
        })
    }

    /// Reports each payload whose type cannot be a payload, at the payload.
    fn checks(&self) -> TokenStream {
        let private = &{
            let runtime = &self.part.runtime;
            quote!(#runtime::__private_0_1)
        };
        if !self.part.input.generics.params.is_empty() {
            return TokenStream::new();
        }
        let separator = self.variants.separator;
        let checked =
            self.variants.list.iter().filter_map(|VariantPart { word, payload, .. }| {
                let Payload { ty, kind, is_rest } = payload.as_ref()?;
                if kind == &Some(Kind::Text) && named(ty).is_none() {
                    return None;
                }
                let place = ty.span();
                let asked = match named(ty) {
                    Some(name) => {
                        let runtime = &self.part.runtime;
                        quote_spanned!(place=> #name<#runtime::part::Plain>)
                    }
                    None => quote_spanned!(place=> PlainPart),
                };
                let value = quote_spanned!(place=> <#ty as #private::#asked>::VALUE);
                let arguments = quote!(#word, &#value, #separator, #is_rest);
                let check = call_at(place, private, &format_ident!("check_payload"), arguments);
                Some(quote! {
                    #[allow(deprecated, reason = "a deprecated type is still a part")]
                    const _: () = #check;
                })
            });
        checked.collect()
    }

    /// `impl … for OwnerRef<'k>`
    fn implement(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let name = self.name();
        let (params, args, clause) = self.generics.split_for_impl();
        quote!(#[automatically_derived] impl #params #of for #name #args #clause { #items })
    }

    /// Prints the string of the key. A value without a string prints as with `Debug`, so that `to_string` does not
    /// panic.
    fn display(&self) -> TokenStream {
        let (runtime, declared) = (&self.part.runtime, self.declared_ty());
        let items = quote! {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match <#declared as #runtime::KeyPart>::write(*self, __f) {
                    ::core::result::Result::Ok(()) => ::core::result::Result::Ok(()),
                    ::core::result::Result::Err(_) => ::core::fmt::Debug::fmt(self, __f),
                }
            }
        };
        self.implement(&quote!(::core::fmt::Display), &items)
    }

    /// `ShardSource`, so that `Shard::of` takes what keys hold as well as the enum. Tests of this crate read the code
    /// of all features, whichever are enabled.
    #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
    fn shard_source(&self) -> Option<TokenStream> {
        if !cfg!(any(test, feature = "shard")) {
            return None;
        }
        let (runtime, declared) = (&self.part.runtime, self.declared_ty());
        let items = quote! {
            fn write_text(
                &self,
                __out: &mut impl ::core::fmt::Write,
            ) -> ::core::result::Result<(), #runtime::part::OutOfRange> {
                <#declared as #runtime::KeyPart>::write(*self, __out)
            }
        };
        Some(self.implement(&quote!(#runtime::__private_0_1::ShardSource), &items))
    }

    /// The parameters of the enum, with the lifetime and the bounds of what keys hold.
    fn lending_generics(&self, lifetime: Option<&Lifetime>) -> Generics {
        lending_generics(self.part.input, lifetime, self.bounds())
    }

    fn as_part(&self) -> TokenStream {
        let runtime = &self.part.runtime;
        let value = quote!(<Self as #runtime::KeyPart>::as_part(self));
        as_part(self.part.input, &self.lending_generics(None), &self.ty(&quote!('_)), &value)
    }

    fn lend(&self) -> TokenStream {
        let (ident, runtime) = (&self.part.input.ident, &self.part.runtime);
        let (_, args, _) = self.part.input.generics.split_for_impl();
        let lifetime = self.lifetime.as_ref();
        let generics = self.lending_generics(lifetime);
        let made = quote!(<#ident #args as #runtime::KeyPart>::as_part(__value));
        from(&generics, &quote!(&#lifetime #ident #args), &self.ty(&lifetime), &made)
    }

    /// Converts what keys hold into the enum, if each payload has such a conversion. An enum that borrows for several
    /// lifetimes has none.
    fn take(&self) -> Option<TokenStream> {
        let (ident, runtime, any) = (&self.part.input.ident, &self.part.runtime, &self.any);
        let (_, args, _) = self.part.input.generics.split_for_impl();
        let mut lifetimes: Vec<_> =
            self.variants.payloads().filter_map(|payload| borrowed_text(payload.ty)).collect();
        lifetimes.dedup();
        let held = match lifetimes.as_slice() {
            [] => self.ty(&quote!('_)),
            [lifetime] => self.ty(lifetime),
            _ => return None,
        };
        let mut generics = self.lending_generics(None);
        for Payload { ty, kind, .. } in self.variants.payloads() {
            if kind.is_none() {
                generics.make_where_clause().predicates.push(parse_quote! {
                    for<#any> #ty: ::core::convert::From<<#ty as #runtime::KeyPart>::Ref<#any>>
                });
            }
        }
        let name = self.name();
        let arms =
            self.variants.list.iter().map(|VariantPart { ident, payload, .. }| match payload {
                Some(payload) => {
                    let taken = self.taken(payload);
                    quote!(#name::#ident(__value) => Self::#ident(#taken),)
                }
                None => quote!(#name::#ident => Self::#ident,),
            });
        Some(from(&generics, &held, &quote!(#ident #args), &quote!(match __value { #(#arms)* })))
    }

    /// Converts what keys hold for a payload into the payload.
    fn taken(&self, payload: &Payload<'_>) -> TokenStream {
        let (runtime, ty) = (&self.part.runtime, payload.ty);
        match payload.kind {
            Some(Kind::Text) if borrowed_text(ty).is_some() => quote!(__value),
            // `From` would borrow, which requires a string that lives as long.
            Some(Kind::Text) if known(ty).is_some_and(|known| known.ident == "Cow") => quote! {
                <#ty as ::core::iter::FromIterator<&::core::primitive::str>>::from_iter(
                    ::core::option::Option::Some(__value)
                )
            },
            Some(Kind::Text) => quote! {
                <#ty as ::core::convert::From<&::core::primitive::str>>::from(__value)
            },
            Some(_) => quote!(__value),
            None => quote! {
                <#ty as ::core::convert::From<<#ty as #runtime::KeyPart>::Ref<'_>>>::from(__value)
            },
        }
    }
}

impl<'a> Variants<'a> {
    fn payloads(&self) -> impl Iterator<Item = &Payload<'a>> {
        self.list.iter().filter_map(|variant| variant.payload.as_ref())
    }
}
