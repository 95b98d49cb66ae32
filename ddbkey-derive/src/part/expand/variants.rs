//! An enum with payloads: the word of each variant, and the string of its payload after the separator.

use proc_macro2::{Ident, TokenStream};
use quote::{ToTokens, format_ident, quote, quote_spanned};
use syn::spanned::Spanned;
use syn::{GenericParam, Generics, Lifetime, WherePredicate, parse_quote};

use super::borrowed::{as_part, attributes, from, held, owned};
use super::in_block;
use crate::generics;
use crate::known::{Kind, borrowed_text, named};
use crate::names::{self, RustName};
use crate::part::check::{Part, Payload, VariantPart, Variants};
use crate::private::Private;
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
    let reference = RefEnum::of(part, variants);
    let implementations = [
        reference.key_part(),
        reference.display(),
        reference.shard_source().unwrap_or_default(),
        reference.conversions(),
    ];
    let (checks, declared) = (reference.checks(), reference.declare());
    let code = in_block(&part.runtime, &implementations.into_iter().collect());
    quote!(#checks #declared #code)
}

/// The enum that keys hold: `OwnerRef<'k>`.
struct RefEnum<'a> {
    part: &'a Part<'a>,
    variants: &'a Variants<'a>,
    /// The lifetime of the borrow, unless the values are known to borrow nothing.
    lifetime: Option<Lifetime>,
    /// The lifetime of bounds that hold for every lifetime: `for<'x>`.
    any: Lifetime,
    /// The parameters that it shares with the part.
    shared: Generics,
    /// The bounds of payloads whose borrowed form is unknown.
    bounds: Vec<WherePredicate>,
}

impl<'a> RefEnum<'a> {
    fn of(part: &'a Part<'a>, variants: &'a Variants<'a>) -> Self {
        let input = part.input;
        let lifetime = |name| generics::lifetime(&input.to_token_stream(), name);
        let mut payloads = variants.payloads();
        let borrows = payloads.any(|payload| matches!(payload.kind, None | Some(Kind::Text)));
        let any = lifetime("x");
        let (shared, bounds) =
            (shared_parameters(part, variants, &any), bounds(part, variants, &any));
        Self { part, variants, lifetime: borrows.then(|| lifetime("k")), any, shared, bounds }
    }

    /// The type with this lifetime.
    fn ty(&self, lifetime: &dyn ToTokens) -> TokenStream {
        let name = self.name();
        let own = self.lifetime.as_ref().map(|_| lifetime.to_token_stream());
        let args: Vec<_> =
            own.into_iter().chain(self.shared.params.iter().map(generics::argument)).collect();
        if args.is_empty() { quote!(#name) } else { quote!(#name<#(#args),*>) }
    }

    /// The lifetime of its declaration. Without a lifetime, it mentions none.
    fn own_lifetime(&self) -> &Lifetime {
        self.lifetime.as_ref().unwrap_or(&self.any)
    }

    /// Its parameters: its lifetime, and the parameters that it shares with the part.
    fn generics(&self) -> Generics {
        self.bounded(&self.shared, self.lifetime.as_ref())
    }

    /// These parameters, with this lifetime.
    fn bounded(&self, generics: &Generics, lifetime: Option<&Lifetime>) -> Generics {
        let mut generics = generics.clone();
        if let Some(lifetime) = lifetime {
            generics.params.insert(0, parse_quote!(#lifetime));
        }
        generics.make_where_clause().predicates.extend(self.bounds.iter().cloned());
        generics
    }

    /// `impl … for OwnerRef<'k>`
    fn implement(&self, of: &TokenStream, items: &TokenStream) -> TokenStream {
        let (name, own) = (self.name(), self.generics());
        let (params, args, clause) = own.split_for_impl();
        quote!(#[automatically_derived] impl #params #of for #name #args #clause { #items })
    }

    /// The type that keys hold for a payload, with this lifetime.
    fn held(&self, payload: &Payload<'_>, lifetime: &Lifetime) -> TokenStream {
        held(&self.part.runtime, payload.ty, payload.kind, lifetime)
    }

    fn name(&self) -> &Ident {
        &self.variants.reference
    }

    /// The declared enum as a type, with elided lifetimes for borrowed strings.
    fn declared_ty(&self) -> TokenStream {
        let ident = &self.part.input.ident;
        let shared = &self.shared.params;
        let args = self.part.input.generics.params.iter().map(|param| match param {
            GenericParam::Lifetime(_) if !shared.iter().any(|it| it == param) => quote!('_),
            param => generics::argument(param),
        });
        let args: Vec<_> = args.collect();
        if args.is_empty() { quote!(#ident) } else { quote!(#ident<#(#args),*>) }
    }

    /// ```ignore
    /// pub enum OwnerRef<'k> { User(<UserId as KeyPart>::Ref<'k>), Everyone }
    /// ```
    fn declare(&self) -> TokenStream {
        let (input, name, generics) = (self.part.input, self.name(), self.generics());
        let (vis, ident) = (&input.vis, RustName::of(&input.ident));
        let (params, _, clause) = generics.split_for_impl();
        let clause = clause.filter(|clause| !clause.predicates.is_empty());
        let lifetime = self.own_lifetime();
        let variants =
            self.variants.list.iter().map(|VariantPart { ident: variant, payload, .. }| {
                let doc = format!(" As [`{ident}::{}`].", RustName::of(variant));
                let held = payload.as_ref().map(|payload| self.held(payload, lifetime));
                let held = held.map(|held| quote!((#held)));
                quote!(#[doc = #doc] #variant #held)
            });
        let derives = names::derives(true);
        let idents = self.variants.list.iter().map(|variant| variant.ident);
        let names = idents.chain([name]).map(|own| RustName::of(own).to_string());
        let attributes = attributes(input, "enum", names);
        quote! {
            #attributes
            #derives
            #vis enum #name #params #clause { #(#variants,)* }
        }
    }

    fn key_part(&self) -> TokenStream {
        let input = self.part.input;
        let (ident, generics) = (&input.ident, self.bounded(&input.generics, None));
        let (params, args, clause) = generics.split_for_impl();
        let lifetime = self.own_lifetime();
        let (held, any_held) = (self.ty(lifetime), self.ty(&quote!('_)));
        let separator = self.variants.separator;
        let (what, list) = (self.what(), self.list());
        let payloads = self.variants.payloads();
        let trusted =
            payloads.map(|Payload { ty, .. }| quote!(<#ty as __ddbkey::KeyPart>::IS_TRUSTED));
        let (borrowed, writes, reads) = (self.borrowed(), self.writes(), self.reads());
        quote! {
            #[allow(deprecated, reason = "a deprecated variant is still read and written")]
            #[automatically_derived]
            impl #params __ddbkey::KeyPart for #ident #args #clause {
                type Ref<#lifetime> = #held;
                type Order = __ddbkey::order::Never;
                const SHAPE: __ddbkey::Shape = __ddbkey::Shape::variants(#what, #separator, &[#(#list),*]);
                const IS_TRUSTED: __ddbkey::bool = #(#trusted)&&*;
                #[inline]
                fn as_part(&self) -> #any_held {
                    #borrowed
                }
                #[inline]
                fn write(__value: #any_held, __out: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
                    match __value { #(#writes)* }
                }
                #[inline]
                fn read(__text: &__ddbkey::str) -> __ddbkey::Option<#any_held> {
                    match __ddbkey::variants::word_and_payload(__text, #separator) {
                        #(#reads)*
                        _ => __ddbkey::None,
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
        self.variants.list.iter().map(|VariantPart { word, payload, .. }| {
            let variant = quote!(__ddbkey::variants::Variant);
            match payload {
                Some(Payload { ty, is_rest: true, .. }) => quote!(#variant::rest::<#ty>(#word)),
                Some(Payload { ty, .. }) => quote!(#variant::of::<#ty>(#word)),
                None => quote!(#variant::word(#word)),
            }
        })
    }

    /// Converts `self` into what keys hold.
    fn borrowed(&self) -> TokenStream {
        let name = self.name();
        let arms = self.variants.list.iter().map(|VariantPart { ident, payload, .. }| match payload {
            Some(Payload { ty, .. }) => quote! {
                Self::#ident(__value) => #name::#ident(<#ty as __ddbkey::KeyPart>::as_part(__value)),
            },
            None => quote!(Self::#ident => #name::#ident,),
        });
        quote!(match self { #(#arms)* })
    }

    fn writes(&self) -> impl Iterator<Item = TokenStream> {
        let (name, separator) = (self.name(), self.variants.separator);
        self.variants.list.iter().map(move |VariantPart { ident, word, payload }| match payload {
            Some(Payload { ty, .. }) => {
                let start = format!("{word}{separator}");
                quote! {
                    #name::#ident(__value) => {
                        __ddbkey::Write::write_str(__out, #start)?;
                        <#ty as __ddbkey::KeyPart>::write(__value, __out)
                    }
                }
            }
            None => quote! {
                #name::#ident => {
                    __ddbkey::Write::write_str(__out, #word)?;
                    __ddbkey::Ok(())
                }
            },
        })
    }

    fn reads(&self) -> impl Iterator<Item = TokenStream> {
        let name = self.name();
        self.variants.list.iter().map(move |VariantPart { ident, word, payload }| match payload {
            Some(Payload { ty, .. }) => quote! {
                (#word, __ddbkey::Some(__text)) => {
                    <#ty as __ddbkey::KeyPart>::read(__text).map(#name::#ident)
                }
            },
            None => quote! {
                (#word, __ddbkey::None) => __ddbkey::Some(#name::#ident),
            },
        })
    }

    /// Reports each payload whose type cannot be a payload, at the payload.
    fn checks(&self) -> TokenStream {
        if !self.part.input.generics.params.is_empty() {
            return TokenStream::new();
        }
        let (runtime, separator) = (&self.part.runtime, self.variants.separator);
        let private = &quote!(#runtime::#Private);
        let checked =
            self.variants.list.iter().filter_map(|VariantPart { word, payload, .. }| {
                let Payload { ty, kind, is_rest } = payload.as_ref()?;
                if kind == &Some(Kind::Text) && named(ty).is_none() {
                    return None;
                }
                let place = ty.span();
                let asked = match named(ty) {
                    Some(name) => quote_spanned!(place=> #name<#private::formats::Plain>),
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

    /// A value without a string prints as with `Debug`, so that `to_string` does not panic.
    fn display(&self) -> TokenStream {
        let declared = self.declared_ty();
        let items = quote! {
            #[inline]
            fn fmt(&self, __f: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                match <#declared as __ddbkey::KeyPart>::write(*self, __f) {
                    __ddbkey::Ok(()) => __ddbkey::Ok(()),
                    __ddbkey::Err(_) => ::core::fmt::Debug::fmt(self, __f),
                }
            }
        };
        self.implement(&quote!(::core::fmt::Display), &items)
    }

    /// `ShardSource`, so that `Shard::of` takes what keys hold as well as the part, if there is a `Shard`. Tests of this
    /// crate read the code of all features, whichever are enabled.
    #[allow(unexpected_cfgs, reason = "the fuzz targets compile this file without features")]
    fn shard_source(&self) -> Option<TokenStream> {
        if !cfg!(any(test, feature = "shard")) {
            return None;
        }
        let declared = self.declared_ty();
        let items = quote! {
            fn write_text(&self, __out: &mut impl __ddbkey::Write) -> __ddbkey::Result<(), __ddbkey::OutOfRange> {
                <#declared as __ddbkey::KeyPart>::write(*self, __out)
            }
        };
        Some(self.implement(&quote!(__ddbkey::ShardSource), &items))
    }

    /// ```ignore
    /// impl Owner {
    ///     pub fn as_part(&self) -> OwnerRef<'_> { … }
    /// }
    /// impl<'k> From<&'k Owner> for OwnerRef<'k> { … }
    /// impl From<OwnerRef<'_>> for Owner { … }
    /// ```
    fn conversions(&self) -> TokenStream {
        let input = self.part.input;
        let (ident, lifetime) = (&input.ident, self.lifetime.as_ref());
        let (_, args, _) = input.generics.split_for_impl();
        let as_part = as_part(
            input,
            &self.bounded(&input.generics, None),
            &self.ty(&quote!('_)),
            &quote!(<Self as __ddbkey::KeyPart>::as_part(self)),
        );
        let from_part = from(
            &self.bounded(&input.generics, lifetime),
            &quote!(&#lifetime #ident #args),
            &self.ty(&lifetime),
            &quote!(<#ident #args as __ddbkey::KeyPart>::as_part(__value)),
        );
        let into_part = self.conversion();
        quote!(#as_part #from_part #into_part)
    }

    /// Converts what keys hold into the enum, if each payload has that conversion. An enum that borrows for several
    /// lifetimes has none.
    fn conversion(&self) -> Option<TokenStream> {
        let (input, any) = (self.part.input, &self.any);
        let mut lifetimes: Vec<_> =
            self.variants.payloads().filter_map(|payload| borrowed_text(payload.ty)).collect();
        lifetimes.dedup();
        if lifetimes.len() > 1 {
            return None;
        }
        let mut generics = self.bounded(&input.generics, None);
        for Payload { ty, kind, .. } in self.variants.payloads() {
            if kind.is_none() {
                generics.make_where_clause().predicates.push(parse_quote! {
                    for<#any> #ty: __ddbkey::From<<#ty as __ddbkey::KeyPart>::Ref<#any>>
                });
            }
        }
        let name = self.name();
        let arms =
            self.variants.list.iter().map(|VariantPart { ident, payload, .. }| match payload {
                Some(Payload { ty, kind, .. }) => {
                    let owned = owned(ty, *kind, &quote!(__value));
                    quote!(#name::#ident(__value) => Self::#ident(#owned),)
                }
                None => quote!(#name::#ident => Self::#ident,),
            });
        let (ident, (_, args, _)) = (&input.ident, input.generics.split_for_impl());
        let source = lifetimes.first().map_or_else(|| self.ty(&quote!('_)), |own| self.ty(own));
        let made = quote!(match __value { #(#arms)* });
        Some(from(&generics, &source, &quote!(#ident #args), &made))
    }
}

/// The parameters of the enum except the lifetimes of borrowed strings.
fn shared_parameters(part: &Part<'_>, variants: &Variants<'_>, any: &Lifetime) -> Generics {
    let fields: TokenStream = variants
        .payloads()
        .map(|payload| held(&part.runtime, payload.ty, payload.kind, any))
        .collect();
    let mut generics = part.input.generics.clone();
    let params = part.input.generics.params.iter().filter(|param| match param {
        GenericParam::Lifetime(param) => mentions_lifetime(&fields, &param.lifetime),
        _ => true,
    });
    generics.params = params.cloned().collect();
    generics
}

/// The bounds of payloads whose borrowed form is unknown.
fn bounds(part: &Part<'_>, variants: &Variants<'_>, any: &Lifetime) -> Vec<WherePredicate> {
    let runtime = &part.runtime;
    let unknown = variants.payloads().filter(|payload| payload.kind.is_none());
    let bounds = unknown.map(|Payload { ty, .. }| parse_quote!(for<#any> #ty: #runtime::KeyPart));
    let mut distinct: Vec<WherePredicate> = Vec::new();
    for bound in bounds {
        if !distinct.contains(&bound) {
            distinct.push(bound);
        }
    }
    distinct
}

impl<'a> Variants<'a> {
    fn payloads(&self) -> impl Iterator<Item = &Payload<'a>> {
        self.list.iter().filter_map(|variant| variant.payload.as_ref())
    }
}
